"""Refusals: a sentence for the player that says what is missing and what to do (DESIGN section 9).

A refusal is data, not a fault: nothing was written. Anything else that is raised is a bug.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class RefusedError(Exception):
    """`text` is put into words with `params` in the reader's language."""

    text: ClassVar[str | Promise] = _("That cannot be done now.")
    status: ClassVar[int] = 409

    def __init__(self, **params: Any) -> None:
        super().__init__(params)
        self.params = params

    def __str__(self) -> str:
        return str(self.text) % self.params


class NotAllowedError(RefusedError):
    text = _("Your seat does not allow this. Ask a game master.")


class FormUnfitError(RefusedError):
    text = _("This does not fit: %(faults)s")
    status = 422


class NotFoundHereError(RefusedError):
    text = _("There is no such thing in your game day. Reload the page.")


class GameNotRunningError(RefusedError):
    text = _("The clock stands. This waits until a game master lets it run.")


class DayOverError(GameNotRunningError):
    text = _("The day is over and everything stands. A game master can open it again.")


class PreviewStaleError(RefusedError):
    text = _("Something changed since you looked. Look at the preview once more, then confirm.")


class ChorusSoundsError(RefusedError):
    text = _("A chorus sounds: «%(way)s». Let it finish, or choose to break it off.")


class GameStateError(RefusedError):
    text = _("The day is already in another state: %(state)s. The page shows it now.")


class ReasonMissingError(RefusedError):
    text = _("Say why: everyone will see the reason.")


class CardNotOnShelfError(RefusedError):
    text = _("«%(card)s» is no longer on the shelf: %(state)s.")


class CardUnfinishedError(RefusedError):
    text = _("«%(card)s» is not finished, it cannot come up yet. Left to finish: %(left)s")


class CardTitleMissingError(RefusedError):
    text = _("Give the card a title: the rest can wait on the shelf.")


class DeadlineHeldError(RefusedError):
    text = _("«%(card)s»: its chorus is under way and holds its time. Wait for it, or break it.")


class NoDeadlineError(RefusedError):
    text = _("«%(card)s» has no deadline to bring nearer. Give it one first.")


class AlreadyWorseError(RefusedError):
    text = _("This has already come true for «%(card)s». It happens once.")


class CardClosedError(RefusedError):
    text = _("«%(card)s» is closed: %(state)s.")


class TooLateError(RefusedError):
    text = _("Time for «%(card)s» was up %(seconds)s s ago.")


class WayOfAnotherCardError(RefusedError):
    text = _("This way belongs to another card. Choose one of the ways of «%(card)s».")


class AlreadyVoicedError(RefusedError):
    text = _("«%(way)s» is voiced: first the chorus, then other ways.")


class PersonalCardError(RefusedError):
    text = _("«%(card)s» is a personal decision: one volunteer takes a way alone, in their name.")


class CollectiveCardError(RefusedError):
    text = _("«%(card)s» is decided together: back a way, voice it, say it in chorus.")


class AwayError(RefusedError):
    text = _("You are not counted as present. Wake the page up and try again.")


class WayAwaitsError(RefusedError):
    text = _("«%(way)s» waits for the game master. Do the deed or go and ask.")


class WayStruckOutError(RefusedError):
    text = _("«%(way)s» is struck out: %(state)s. Choose another way.")


class WayJudgedError(RefusedError):
    text = _("«%(way)s» is judged already: %(state)s.")


class NotJudgedError(RefusedError):
    text = _("«%(way)s»: there is no judgement to take back: %(state)s.")


class OwnWayEmptyError(RefusedError):
    text = _("Write your way in up to %(most)s letters; now there are %(letters)s.")


class OwnWaysTooManyError(RefusedError):
    text = _(
        "%(waiting)s of your ways on this card wait for the game master already. "
        "Your text stays here: send it when one is judged."
    )


class WayNotReadyError(RefusedError):
    text = _("«%(way)s» is not backed enough yet: it takes %(rule)s.")


class ChorusTooSmallError(RefusedError):
    text = _("A chorus takes at least %(needed)s people here, now there are %(present)s.")


class ChorusOverError(RefusedError):
    text = _("This chorus is over: %(state)s.")


class ChorusLateError(ChorusOverError):
    text = _("The time of this chorus is up. Talk it over again and voice it once more.")


class ChorusWaitsError(ChorusOverError):
    text = _("This chorus waits for its turn: first the one that sounds now.")


class NotInChorusError(RefusedError):
    text = _(
        "You came after this was voiced. The chorus goes on without you, the next one is yours."
    )


class PoolTooLowError(RefusedError):
    text = _("%(pool)s: %(missing)s short, %(free)s free. Choose a cheaper way or win more.")


class TakenTooMuchError(PoolTooLowError):
    text = _("%(pool)s holds %(free)s: that is %(missing)s too many. Take %(free)s at most.")


class LineSpentError(PoolTooLowError):
    text = _(
        "%(missing)s of this has been spent: %(pool)s holds %(free)s. Correct the pool first,"
        " with a reason, then undo."
    )


class PoolFullError(RefusedError):
    text = _("%(pool)s is full: at most %(room)s more fits.")


class MoraleNotGivenError(RefusedError):
    text = _(
        "BChS is people. Nobody can give them from a personal pool: they come from outcomes, or a"
        " game master adds them."
    )


class ResourcesNotGivenError(RefusedError):
    text = _("Resources come from outcomes and exchange. From a personal pool you can give Energy.")


class GiftCapError(RefusedError):
    text = _("At most %(most)s from one person in a day; you have given %(given)s, %(left)s left.")


class LineUndoneError(RefusedError):
    text = _("This line is undone already. Both lines stand in the ledger.")


class LineStaysError(RefusedError):
    text = _("This line is not undone: it opens the books, or undoes another. Correct the pool.")


class ExchangeOneWayError(RefusedError):
    text = _("Things are not turned back into Resources at this event.")


class StakeAnsweredError(RefusedError):
    text = _("«%(stake)s» is answered already: %(answer)s.")


class StakeOpenError(RefusedError):
    text = _("«%(stake)s» has no answer: it is open already.")


class RemarkTooLongError(RefusedError):
    text = _("A comment holds up to %(most)s letters; now there are %(letters)s.")
    status = 422


class ReportNotYetError(RefusedError):
    text = _("The report opens for everyone when the day is over. Till then it is written.")


class AmountError(RefusedError):
    text = _("Enter a whole number from 1 to %(most)s.")


class NameUnfitError(RefusedError):
    text = _("Write a name that others will know you by, up to 80 letters.")


class NameTakenError(RefusedError):
    text = _("Someone called %(name)s is already here. Add a surname, or say that you are another.")


class InvitationClosedError(RefusedError):
    text = _("This code no longer opens anything. Ask for the one on the wall screen.")


class SignUpClosedError(RefusedError):
    text = _("Signing up is over. Come to the doors: a seat is taken there too.")


class SignedUpError(RefusedError):
    text = _("%(name)s is on the list already. Add a surname, if it is not you.")


class SignUpUnfitError(RefusedError):
    text = _("Not taken: %(fault)s.")
    status = 422


class ListUnfitError(RefusedError):
    """`lines`: every fault in a line of its own."""

    text = _("Nothing of the list was taken: %(faults)s")
    status = 422

    @property
    def lines(self) -> tuple[str, ...]:
        found: tuple[str, ...] = self.params["lines"]
        return found


class CodeUnknownError(RefusedError):
    text = _("No such code. Look at the wall screen: six letters, no digits.")


class TooManyTriesError(RefusedError):
    text = _("Too many tries. Wait %(seconds)s s and look at the code once more.")


class DayIsHereError(RefusedError):
    text = _("A day with the key “%(key)s” is already here. Wipe it, or say that it is replaced.")


class SnapshotGoneError(RefusedError):
    text = _("There is no such snapshot of this day any more. Look at the list again.")


class SnapshotUnfitError(RefusedError):
    text = _("This snapshot cannot be gone back to, nothing was changed: %(why)s")


class PackGoneError(RefusedError):
    text = _("The pack of this day cannot be read, nothing was changed: %(why)s")


class GrantTooHighError(RefusedError):
    text = _(
        "A squadron there would have more than %(most)s command points. Room for %(left)s more: "
        "give fewer, or wait until an earlier grant is over."
    )


class GrantOverError(RefusedError):
    text = _("These command points are over: there is nothing left to take.")


class AidGoneError(RefusedError):
    text = _("%(aid)s: none is left in stock. The page shows what there is.")


class AidIsCollectiveError(RefusedError):
    text = _("%(aid)s: the HQ decides on this together. Put it to the vote.")


class AidOnceAShipError(RefusedError):
    text = _("«%(ship)s» has its aid already: one for each ship. Choose another ship.")


class AidWindowClosedError(RefusedError):
    text = _("«%(ship)s»: its fate is settled, aid comes too late. Choose another ship.")


class ShipMissingError(RefusedError):
    text = _("No table tells of such a ship out of action. Choose one of the list.")


class MotionRunsError(RefusedError):
    text = _("The HQ is deciding on this already: «%(card)s». Give your voice there.")


class AbilityLockedError(RefusedError):
    text = _(
        "«%(ability)s» is locked. Missing: camp defence %(defence)s, camp support %(support)s, "
        "people in the HQ %(people)s."
    )


class AbilityUsedUpError(RefusedError):
    text = _("«%(ability)s» has been used up for today.")


class StepUnfitError(RefusedError):
    text = _("A level of the camp stays between 0 and %(most)s. Choose another step.")


class StrokeDoneError(RefusedError):
    text = _("It has been done: there is only one.")


class StrokeUnnamedError(RefusedError):
    text = _("First the winner names where it falls.")


class TextUnfitError(RefusedError):
    text = _("A text of 1 to %(most)s letters fits here; this one has %(letters)s.")
    status = 422


class AddresseeMissingError(RefusedError):
    text = _("Choose to whom it goes: at least one, at most twelve.")
    status = 422


class CodeWrongError(RefusedError):
    text = _("No dispatch for you waits under this code. Look at the courier's paper once more.")


class DispatchGoneError(RefusedError):
    text = _("This dispatch is already in another state: %(state)s. The page shows it now.")


class NothingAheadError(RefusedError):
    text = _("No card is scheduled: there is nothing to look ahead at. Nothing is spent.")


class HelpGoneError(RefusedError):
    text = _("This call is answered already. %(name)s")
