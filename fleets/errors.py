"""Refusals of the tables: sentences that say what is missing and what to do."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from fleets.rules.base import RollRequest
from hq.errors import RefusedError
from hq.scenario import Fault


class CommandUnfitError(RefusedError):
    text = _("The phone sent something that is no command: %(fault)s. Reload the page.")
    status = 422


class IllegalError(RefusedError):
    """What the rules say against it; `code` is their slug, `sentence` their words."""

    text = _("%(sentence)s")

    def __init__(self, *, code: str, sentence: str) -> None:
        super().__init__(sentence=sentence)
        self.code = code


class UnseenReasonError(RefusedError):
    text = _("This cannot be done, for a reason that your side does not see. Ask the game master.")


class DiceWantedHereError(RefusedError):
    """Nothing has happened yet: the phone shows a pad for `request` and sends the command again."""

    text = _("Dice are wanted: %(dice)s for %(roller)s (%(purpose)s).")
    status = 422

    def __init__(self, request: RollRequest, **params: Any) -> None:
        super().__init__(**params)
        self.request = request


class DiceUnfitError(RefusedError):
    text = _("These dice cannot lie so: %(fault)s. Look at the table and type them again.")
    status = 422


class DiceLeftError(RefusedError):
    text = _("%(left)s of the rolls typed in are too many here. Type only those that are asked.")
    status = 422


class HeldByAnotherError(RefusedError):
    text = _("«%(squadron)s» is in the hands of %(holder)s now. Take it over: both are told.")


class SameDeedError(RefusedError):
    """The same deed was recorded by somebody else meanwhile: one question, one token."""

    text = _("%(who)s has recorded this meanwhile: %(told)s Is it the same?")

    def __init__(self, *, who: str, told: str, number: int) -> None:
        super().__init__(who=who, told=told)
        self.number = number


class LineGoneError(RefusedError):
    text = _("Line %(line)s does not count any more: it was taken back. Look at the log.")


class FalloutError(RefusedError):
    """Nothing has been taken back: `numbers` would go along, each with its reason."""

    text = _("%(count)s later lines would fall with it. Look at them and confirm.")

    def __init__(self, *, lines: tuple[tuple[int, str, str], ...]) -> None:
        super().__init__(count=len(lines))
        self.lines = lines


class AskedAlreadyError(RefusedError):
    text = _("Line %(line)s is asked back already. It waits for a captain of the other side.")


class ConsentNotYoursError(RefusedError):
    text = _("Not yours to answer: a captain of another side agrees, or the game master.")


class WithdrawalOverError(RefusedError):
    text = _("This was answered already: %(state)s.")


class DisputeLateError(RefusedError):
    text = _("Two minutes are over: this line stands. Ask the game master to look at it.")


class DisputeOwnError(RefusedError):
    text = _("This line is of your own side. Take it back instead.")


class DisputedAlreadyError(RefusedError):
    text = _("Line %(line)s is disputed already.")


class DisputeOverError(RefusedError):
    text = _("This dispute is settled: %(state)s.")


class DisputeNotYoursError(RefusedError):
    text = _("Not yours to settle so: the other captain agrees, or the game master decides.")


class SquadronsNotYoursError(RefusedError):
    text = _("Your code is for other squadrons. Ask the game master for another one.")


class BattleClosedError(RefusedError):
    text = _("The battle is closed: its result is confirmed. A game master can open it again.")


class BattleNotOverError(RefusedError):
    text = _("The battle is still being fought. Its result is confirmed when it is over.")


class BattleNotClosedError(RefusedError):
    text = _("The battle is not closed: %(status)s.")


class WinnerUnknownError(RefusedError):
    text = _("No such side fought here. Name one of those, or nobody.")
    status = 422


class NoSuchTableError(RefusedError):
    text = _("There is no table «%(table)s» in this day. Choose one of its maps.")


class TableTakenError(RefusedError):
    text = _("A battle is under way at this table. Close it first, then open the next one.")


class SquadronsUnfitError(RefusedError):
    text = _("This battle cannot be opened: %(faults)s")
    status = 422


class NoSuchRulingError(RefusedError):
    text = _("There is no ruling %(number)s with that choice. Reload the page.")


class TablesFaultyError(RefusedError):
    text = _("The tables of the rules do not fit: %(faults)s")
    status = 422


class NotYourSquadronError(RefusedError):
    text = _(
        "«%(squadron)s» is not yours to change. Copy it and change the copy, or ask its captain."
    )


class ReadySquadronError(RefusedError):
    text = _("«%(squadron)s» came ready for this day and stays so. Copy it and change the copy.")


class SquadronInBattleError(RefusedError):
    text = _(
        "«%(squadron)s» is in a battle: its cards stand until it is over. Ask the game master if "
        "one of them is wrong."
    )


class PaperFaultyError(RefusedError):
    """Nothing was changed; `faults` lists all that is wrong, each with its place."""

    text = _("Nothing was changed. %(faults)s")
    status = 422

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults="; ".join(str(fault) for fault in faults))
        self.faults = faults


class SideUnknownError(RefusedError):
    text = _("There is no side «%(side)s» in this day. Choose one of its sides.")
    status = 422
