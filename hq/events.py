"""What happened, in the past tense, and which topics it touches.

Topics: a name of a shared thing («pools»), a thing with its id («card:12»), a person («person:7»).
Every event also reaches «journal». Parameters are keys and figures; words are made for the reader.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, ClassVar


def cards_of(*ids: int) -> frozenset[str]:
    return frozenset(f"card:{pk}" for pk in ids)


def tables_of(slugs: tuple[str, ...]) -> frozenset[str]:
    """What names of maps and people stand on at the tables."""
    return frozenset({"tables", *(f"battle:{slug}" for slug in slugs)})


def people_of(ids: tuple[int, ...]) -> frozenset[str]:
    return frozenset(f"person:{pk}" for pk in ids)


@dataclass(frozen=True, kw_only=True)
class Event:
    kind: ClassVar[str]
    always: ClassVar[frozenset[str]] = frozenset()
    is_urgent: ClassVar[bool] = False

    @property
    def topics(self) -> frozenset[str]:
        return self.always | {"journal"}

    @property
    def params(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, kw_only=True)
class GameStarted(Event):
    kind = "game_started"
    always = frozenset({"clock"})
    is_urgent = True


@dataclass(frozen=True, kw_only=True)
class GamePaused(Event):
    kind = "game_paused"
    always = frozenset({"clock"})
    is_urgent = True
    reason: str


@dataclass(frozen=True, kw_only=True)
class GameResumed(Event):
    kind = "game_resumed"
    always = frozenset({"clock"})
    is_urgent = True


@dataclass(frozen=True, kw_only=True)
class DayTakenUp(Event):
    """It goes on from a copy. `moment`: the last sign of life in the copy, as people read it."""

    kind = "day_taken_up"
    always = frozenset({"clock"})
    is_urgent = True
    moment: str


@dataclass(frozen=True, kw_only=True)
class GameEnded(Event):
    kind = "game_ended"
    always = frozenset({"clock"})
    is_urgent = True


@dataclass(frozen=True, kw_only=True)
class GameReopened(Event):
    """What failed stays failed; the day stands paused."""

    kind = "game_reopened"
    always = frozenset({"clock"})
    is_urgent = True
    reason: str


@dataclass(frozen=True, kw_only=True)
class TurnOpened(Event):
    kind = "turn_opened"
    always = frozenset({"clock"})
    turn: int


@dataclass(frozen=True, kw_only=True)
class PersonJoined(Event):
    kind = "person_joined"
    always = frozenset({"people"})
    person: int
    name: str
    seat: int


@dataclass(frozen=True, kw_only=True)
class SignedUp(Event):
    kind = "signed_up"
    always = frozenset({"invitations"})
    name: str


@dataclass(frozen=True, kw_only=True)
class SignUpStruck(Event):
    kind = "sign_up_struck"
    always = frozenset({"invitations"})
    name: str


@dataclass(frozen=True, kw_only=True)
class ListBrought(Event):
    kind = "list_brought"
    always = frozenset({"invitations"})
    count: int


@dataclass(frozen=True, kw_only=True)
class PresenceChanged(Event):
    """Who is present decides what a way needs, so every open card is touched."""

    kind = "presence_changed"
    always = frozenset({"people", "tally"})
    came: tuple[int, ...]
    left: tuple[int, ...]
    open_cards: tuple[int, ...]
    seers: tuple[int, ...] = ()

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | cards_of(*self.open_cards) | people_of(self.seers)


@dataclass(frozen=True, kw_only=True)
class PersonLeft(Event):
    """Of their own will; the seat waits for them."""

    kind = "person_left"
    always = frozenset({"people"})
    is_urgent = True
    person: int

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of((self.person,))


@dataclass(frozen=True, kw_only=True)
class PersonReturned(Event):
    kind = "person_returned"
    always = frozenset({"people"})
    person: int

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of((self.person,))


@dataclass(frozen=True, kw_only=True)
class SeatFound(Event):
    """By name, after the day had moved (R-52)."""

    kind = "seat_found"
    always = frozenset({"people"})
    person: int
    seat: int

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of((self.person,))


@dataclass(frozen=True, kw_only=True)
class PersonMarked(Event):
    kind = "person_marked"
    always = frozenset({"people"})
    person: int
    here: bool

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of((self.person,))


@dataclass(frozen=True, kw_only=True)
class SeatRevoked(Event):
    kind = "seat_revoked"
    always = frozenset({"people"})
    is_urgent = True
    seat: int
    person: int

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | {f"revoked:{self.seat}"}


@dataclass(frozen=True, kw_only=True)
class PoolChanged(Event):
    """What a way is short of stands on the cards, so every open card is touched."""

    kind = "pool_changed"
    always = frozenset({"pools", "tally"})
    pool: str
    delta: int
    balance: int
    reason: str
    open_cards: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | cards_of(*self.open_cards)


@dataclass(frozen=True, kw_only=True)
class CardIssued(Event):
    kind = "card_issued"
    always = frozenset({"cards"})
    is_urgent = True
    card: int


@dataclass(frozen=True, kw_only=True)
class CardScheduled(Event):
    kind = "card_scheduled"
    always = frozenset({"shelf"})
    card: int


@dataclass(frozen=True, kw_only=True)
class CardWritten(Event):
    kind = "card_written"
    always = frozenset({"shelf"})
    card: int


@dataclass(frozen=True, kw_only=True)
class CardHeldBack(Event):
    """It should have come up, but is not finished: it waits on the shelf."""

    kind = "card_held_back"
    always = frozenset({"shelf"})
    card: int


@dataclass(frozen=True, kw_only=True)
class DeadlineMoved(Event):
    """`rest`: what is left now, as people read it («4:30»)."""

    kind = "deadline_moved"
    always = frozenset({"phases", "tally"})
    is_urgent = True
    card: int
    due_at: int
    rest: str

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | cards_of(self.card)


@dataclass(frozen=True, kw_only=True)
class CardAggravated(Event):
    """R-7: its ways may be dearer and its deadline nearer from now on."""

    kind = "card_aggravated"
    always = frozenset({"costs", "phases", "tally"})
    is_urgent = True
    card: int
    aggravation: int

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | cards_of(self.card)


@dataclass(frozen=True, kw_only=True)
class CardPinned(Event):
    kind = "card_pinned"
    always = frozenset({"phases", "tally"})
    card: int
    instead_of: int | None

    @property
    def topics(self) -> frozenset[str]:
        before = () if self.instead_of is None else (self.instead_of,)
        return super().topics | cards_of(self.card, *before)


@dataclass(frozen=True, kw_only=True)
class CardUnpinned(Event):
    kind = "card_unpinned"
    always = frozenset({"phases", "tally"})
    card: int

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | cards_of(self.card)


@dataclass(frozen=True, kw_only=True)
class CardOpened(Event):
    """A first volunteer has it before their eyes; later ones are no news."""

    kind = "card_opened"
    always = frozenset({"unseen"})
    card: int


@dataclass(frozen=True, kw_only=True)
class CardUnseen(Event):
    """Nobody has opened it for long: the wall sounds its gong again, once."""

    kind = "card_unseen"
    always = frozenset({"unseen"})
    card: int


@dataclass(frozen=True, kw_only=True)
class CardExpired(Event):
    """The ballots of its `backers` are void, and each sees their own."""

    kind = "card_expired"
    always = frozenset({"cards"})
    is_urgent = True
    card: int
    due_at: int
    backers: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.backers)


@dataclass(frozen=True, kw_only=True)
class WayBacked(Event):
    """`way` is None when the backing was taken back. `seers`: who sees a hidden tally."""

    kind = "way_backed"
    always = frozenset({"tally"})
    card: int
    way: int | None
    person: int
    seers: tuple[int, ...] = ()

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | cards_of(self.card) | people_of((self.person, *self.seers))


@dataclass(frozen=True, kw_only=True)
class WayVoiced(Event):
    """Its cost is promised from now on, so pools and open cards are touched."""

    kind = "way_voiced"
    always = frozenset({"chorus", "phases", "pools", "tally"})
    is_urgent = True
    card: int
    way: int
    chorus: int
    open_cards: tuple[int, ...]
    seers: tuple[int, ...] = ()

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | cards_of(self.card, *self.open_cards) | people_of(self.seers)


@dataclass(frozen=True, kw_only=True)
class ChorusOpened(Event):
    kind = "chorus_opened"
    always = frozenset({"chorus", "voices", "phases", "tally"})
    is_urgent = True
    chorus: int
    card: int
    people: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | cards_of(self.card) | people_of(self.people)


@dataclass(frozen=True, kw_only=True)
class WordGiven(Event):
    kind = "word_given"
    always = frozenset({"voices"})
    chorus: int
    people: tuple[int, ...]
    how: str

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.people)


@dataclass(frozen=True, kw_only=True)
class SeatsLost(Event):
    kind = "seats_lost"
    always = frozenset({"voices"})
    chorus: int
    people: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class ChorusBroken(Event):
    kind = "chorus_broken"
    always = frozenset({"chorus", "voices", "phases", "pools", "tally"})
    is_urgent = True
    chorus: int
    card: int
    verdict: str
    people: tuple[int, ...]
    open_cards: tuple[int, ...]
    seers: tuple[int, ...] = ()

    @property
    def topics(self) -> frozenset[str]:
        people = people_of((*self.people, *self.seers))
        return super().topics | cards_of(*self.open_cards) | people


@dataclass(frozen=True, kw_only=True)
class DecisionSealed(Event):
    """`people`: the set of the chorus. `backers`: whose ballots are used up."""

    kind = "decision_sealed"
    always = frozenset({"chorus", "voices", "cards", "pools", "tally"})
    is_urgent = True
    chorus: int
    card: int
    way: int
    verdict: str
    people: tuple[int, ...]
    backers: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.people) | people_of(self.backers)


@dataclass(frozen=True, kw_only=True)
class DecisionTaken(Event):
    """A personal decision, in the name of `person`; `backers`: whose ballots are used up."""

    kind = "decision_taken"
    always = frozenset({"cards", "pools", "tally"})
    is_urgent = True
    card: int
    way: int
    person: int
    backers: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of((self.person, *self.backers))


@dataclass(frozen=True, kw_only=True)
class ChanceRolled(Event):
    """The server's die (1 to 100) against the risk of a way, in per cent.

    `voided`: whose ballots for a way that failed are void; `seers`: who sees a hidden tally.
    """

    kind = "chance_rolled"
    always = frozenset({"costs", "tally"})
    card: int
    way: int
    chance: int
    rolled: int
    failed: bool
    voided: tuple[int, ...]
    seers: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | cards_of(self.card) | people_of((*self.voided, *self.seers))


@dataclass(frozen=True, kw_only=True)
class WayWritten(Event):
    """A volunteer's own way; it waits for the game master (R-8)."""

    kind = "way_written"
    always = frozenset({"tally"})
    card: int
    way: int
    seers: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | cards_of(self.card) | people_of(self.seers)


@dataclass(frozen=True, kw_only=True)
class WayJudged(Event):
    """`voided`: whose ballots for a refused way are void; `seers`: who sees a hidden tally."""

    kind = "way_judged"
    always = frozenset({"costs", "tally"})
    card: int
    way: int
    passed: bool
    word: str
    voided: tuple[int, ...]
    seers: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | cards_of(self.card) | people_of((*self.voided, *self.seers))


@dataclass(frozen=True, kw_only=True)
class JudgementTakenBack(Event):
    """The way waits once more. `voided`: whose ballots are void; `seers`: as above."""

    kind = "judgement_taken_back"
    always = frozenset({"costs", "tally"})
    card: int
    way: int
    voided: tuple[int, ...]
    seers: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | cards_of(self.card) | people_of((*self.voided, *self.seers))


@dataclass(frozen=True, kw_only=True)
class ChronicleWritten(Event):
    kind = "chronicle_written"
    always = frozenset({"chronicle"})
    chronicle_line: int


@dataclass(frozen=True, kw_only=True)
class RemarkWritten(Event):
    """A game master's comment on a card. What it says stays out of the journal."""

    kind = "remark_written"
    always = frozenset({"chronicle"})
    card: int


@dataclass(frozen=True, kw_only=True)
class StakeAnswered(Event):
    """`answer`: the key of the prepared answer that closed the question (R-6)."""

    kind = "stake_answered"
    always = frozenset({"stakes"})
    stake: int
    answer: str


@dataclass(frozen=True, kw_only=True)
class StakeReopened(Event):
    """Its lines left the chronicle and its scheduled cards lie on the shelf again."""

    kind = "stake_reopened"
    always = frozenset({"stakes", "chronicle", "shelf"})
    stake: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class DayArranged(Event):
    """Set-up in the panel: title, figures, maps, price list, doors. All boards show some of it."""

    kind = "day_arranged"
    always = frozenset(
        {
            "title",
            "clock",
            "pools",
            "costs",
            "cards",
            "phases",
            "tally",
            "chorus",
            "voices",
            "people",
            "chronicle",
            "stakes",
            "shelf",
            "prices",
            "maps",
            "invitations",
        }
    )
    seers: tuple[int, ...]
    tables: tuple[str, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | tables_of(self.tables) | people_of(self.seers)


@dataclass(frozen=True, kw_only=True)
class MapArranged(Event):
    """Its name stands on cards, on the shelf and in the chronicle."""

    kind = "map_arranged"
    always = frozenset({"cards", "phases", "tally", "shelf", "stakes", "chronicle", "maps"})
    map: int
    seers: tuple[int, ...]
    tables: tuple[str, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | tables_of(self.tables) | people_of(self.seers)


@dataclass(frozen=True, kw_only=True)
class CardArranged(Event):
    """A card of the shelf was written, changed or removed in the panel."""

    kind = "card_arranged"
    always = frozenset({"shelf"})
    card: int


@dataclass(frozen=True, kw_only=True)
class PoolArranged(Event):
    kind = "pool_arranged"
    always = frozenset({"pools"})
    pool: str


@dataclass(frozen=True, kw_only=True)
class PersonRenamed(Event):
    """Names stand with voices, choruses, own ways and the people."""

    kind = "person_renamed"
    always = frozenset({"people", "cards", "tally", "chorus", "voices"})
    person: int
    seers: tuple[int, ...]
    tables: tuple[str, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | tables_of(self.tables) | people_of((self.person, *self.seers))


@dataclass(frozen=True, kw_only=True)
class InvitationMade(Event):
    kind = "invitation_made"
    always = frozenset({"invitations"})
    invitation: int


@dataclass(frozen=True, kw_only=True)
class AddressChanged(Event):
    """The laptop has another address in the house's network: every QR code is another."""

    kind = "address_changed"
    always = frozenset({"invitations"})
    is_urgent = True
    before: str
    now: str


@dataclass(frozen=True, kw_only=True)
class CopiesFailed(Event):
    kind = "copies_failed"
    always = frozenset({"copies"})
    fault: str


@dataclass(frozen=True, kw_only=True)
class CopiesWork(Event):
    """Copies are made again."""

    kind = "copies_work"
    always = frozenset({"copies"})


@dataclass(frozen=True, kw_only=True)
class AddressNoted(Event):
    """A game master has taken note of the new address."""

    kind = "address_noted"
    always = frozenset({"invitations"})
    now: str


@dataclass(frozen=True, kw_only=True)
class CampChanged(Event):
    kind = "camp_changed"
    always = frozenset({"camp"})
    measure: str
    delta: int
    level: int
    note: str


@dataclass(frozen=True, kw_only=True)
class AbilityUsed(Event):
    kind = "ability_used"
    always = frozenset({"camp"})
    ability: int


@dataclass(frozen=True, kw_only=True)
class AbilityAsked(Event):
    """A collective ability is put to the HQ's vote: a card has come up for it."""

    kind = "ability_asked"
    always = frozenset({"camp"})
    ability: int
    card: int


@dataclass(frozen=True, kw_only=True)
class GrantGiven(Event):
    """`captains`: whom it concerns; their pages show what the HQ gives."""

    kind = "grant_given"
    always = frozenset({"grants"})
    grant: int
    points: int
    rounds: int
    captains: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.captains)


@dataclass(frozen=True, kw_only=True)
class GrantTaken(Event):
    kind = "grant_taken"
    always = frozenset({"grants"})
    grant: int
    name: str
    captains: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.captains)


@dataclass(frozen=True, kw_only=True)
class GrantCounted(Event):
    """A command phase of one squadron."""

    kind = "grant_counted"
    always = frozenset({"grants"})
    grant: int
    name: str
    rounds: int
    captains: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.captains)


@dataclass(frozen=True, kw_only=True)
class GrantSpent(Event):
    kind = "grant_spent"
    always = frozenset({"grants"})
    grant: int
    name: str
    spent: int
    captains: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.captains)


@dataclass(frozen=True, kw_only=True)
class GrantOver(Event):
    kind = "grant_over"
    always = frozenset({"grants"})
    grant: int
    captains: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.captains)


@dataclass(frozen=True, kw_only=True)
class AidBrought(Event):
    kind = "aid_brought"
    always = frozenset({"rescue"})
    aid: str
    count: int


@dataclass(frozen=True, kw_only=True)
class AidAsked(Event):
    kind = "aid_asked"
    always = frozenset({"rescue"})
    card: int
    ship: str


@dataclass(frozen=True, kw_only=True)
class AidSent(Event):
    kind = "aid_sent"
    always = frozenset({"rescue"})
    aid: int
    ship: str
    captains: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.captains)


@dataclass(frozen=True, kw_only=True)
class AidTakenBack(Event):
    kind = "aid_taken_back"
    always = frozenset({"rescue"})
    aid: int
    ship: str
    captains: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.captains)


@dataclass(frozen=True, kw_only=True)
class AidUsed(Event):
    kind = "aid_used"
    always = frozenset({"rescue"})
    aid: int
    ship: str
    result: str
    captains: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.captains)


@dataclass(frozen=True, kw_only=True)
class AidWindowOpened(Event):
    kind = "aid_window_opened"
    always = frozenset({"rescue"})
    table: str

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | {f"battle:{self.table}"}


@dataclass(frozen=True, kw_only=True)
class AidWindowClosed(Event):
    kind = "aid_window_closed"
    always = frozenset({"rescue"})
    table: str

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | {f"battle:{self.table}"}


@dataclass(frozen=True, kw_only=True)
class StrokeWon(Event):
    kind = "stroke_won"
    always = frozenset({"strokes"})
    stroke: int


@dataclass(frozen=True, kw_only=True)
class StrokeWithdrawn(Event):
    """The answer to the question that gave it was a slip."""

    kind = "stroke_withdrawn"
    always = frozenset({"strokes"})
    form: str


@dataclass(frozen=True, kw_only=True)
class StrokeNamed(Event):
    kind = "stroke_named"
    always = frozenset({"strokes"})
    stroke: int


@dataclass(frozen=True, kw_only=True)
class StrokeDone(Event):
    kind = "stroke_done"
    always = frozenset({"strokes"})
    is_urgent = True
    stroke: int


@dataclass(frozen=True, kw_only=True)
class DispatchSent(Event):
    """`people`: who sees that it is under way, its author and its couriers."""

    kind = "dispatch_sent"
    always = frozenset({"post"})
    dispatch: int
    people: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.people)


@dataclass(frozen=True, kw_only=True)
class DispatchArrived(Event):
    """`people`: its readers, its author, its couriers."""

    kind = "dispatch_arrived"
    always = frozenset({"post"})
    dispatch: int
    people: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.people)


@dataclass(frozen=True, kw_only=True)
class DispatchHastened(Event):
    kind = "dispatch_hastened"
    always = frozenset({"post"})
    dispatch: int
    people: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.people)


@dataclass(frozen=True, kw_only=True)
class DispatchRecalled(Event):
    kind = "dispatch_recalled"
    always = frozenset({"post"})
    dispatch: int
    people: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.people)


@dataclass(frozen=True, kw_only=True)
class DispatchRead(Event):
    """`people`: the reader and the author."""

    kind = "dispatch_read"
    always = frozenset({"post"})
    dispatch: int
    people: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.people)


@dataclass(frozen=True, kw_only=True)
class DispatchAnswered(Event):
    kind = "dispatch_answered"
    always = frozenset({"post"})
    dispatch: int
    reply: str
    people: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.people)


@dataclass(frozen=True, kw_only=True)
class DispatchUnread(Event):
    """It rises on the game masters' board, once."""

    kind = "dispatch_unread"
    always = frozenset({"post"})
    dispatch: int
    people: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.people)


@dataclass(frozen=True, kw_only=True)
class HelpCalled(Event):
    """`people`: the queue, whose places change."""

    kind = "help_called"
    always = frozenset({"help"})
    person: int
    people: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of((self.person, *self.people))


@dataclass(frozen=True, kw_only=True)
class HelpComing(Event):
    kind = "help_coming"
    always = frozenset({"help"})
    person: int
    people: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of((self.person, *self.people))


@dataclass(frozen=True, kw_only=True)
class HelpClosed(Event):
    kind = "help_closed"
    always = frozenset({"help"})
    person: int
    people: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of((self.person, *self.people))
