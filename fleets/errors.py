"""Refusals of the tables: sentences that say what is missing and what to do."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from fleets.rules.base import RollRequest
from hq.errors import RefusedError


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


class NoSuchTableError(RefusedError):
    text = _("There is no table «%(table)s» in this day. Choose one of its maps.")


class TableTakenError(RefusedError):
    text = _("A battle is under way at this table. Close it first, then open the next one.")


class SquadronsUnfitError(RefusedError):
    text = _("This battle cannot be opened: %(faults)s")
    status = 422


class TablesFaultyError(RefusedError):
    text = _("The tables of the rules do not fit: %(faults)s")
    status = 422
