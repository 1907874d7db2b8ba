"""The shapes that templates get. Frozen, in the viewer's language, free of rows and querysets.

Times ending in `_ms` are game time in milliseconds; `None` for a due time: until the end of day.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString


@dataclass(frozen=True, kw_only=True)
class ClockView:
    """Anchors of the game clock; the phone does the counting."""

    state: str  # GameState
    turn: int
    base_ms: int  # game time at `since_ms`, or for good while the clock stands
    since_ms: int | None  # server's epoch ms at which the clock began to run
    speed: float


@dataclass(frozen=True, kw_only=True)
class BannerView:
    """What stands across every screen: before the start, paused (who and why), over."""

    state: str
    text: str
    reason: str
    by: str


@dataclass(frozen=True, kw_only=True)
class Band:
    """A named share of the БЧС dial (R-2), in per cent of the ceiling."""

    name: str
    level: int  # Level: 3 good … 0 gone
    from_share: int
    to_share: int


@dataclass(frozen=True, kw_only=True)
class PoolDial:
    kind: str
    name: str
    balance: int
    promised: int  # in voiced decisions, not yet paid
    free: int  # balance less promised: what is left after them
    ceiling: int
    share: int  # balance in per cent of the ceiling, 0–100
    free_share: int
    last_delta: int
    bands: tuple[Band, ...]  # only БЧС has them
    band: Band | None


@dataclass(frozen=True, kw_only=True)
class ForecastLine:
    """What the open crises take of one pool; `hq.boards.forecasts` says how it is reckoned."""

    kind: str
    name: str
    least: int  # of this pool alone
    most: int
    free: int
    taken: int  # by the cheapest choice
    left: int  # after it
    missing: int  # for it; 0 when the pool covers it


@dataclass(frozen=True, kw_only=True)
class ForecastAmount:
    kind: str
    name: str
    amount: int
    missing: int  # after the crises are paid


@dataclass(frozen=True, kw_only=True)
class ForecastView:
    cards: int  # how many crises are still to be paid
    covers: bool  # the cheapest choice pays for all
    covers_any: bool  # so does any other
    is_exact: bool  # all choices were compared
    lines: tuple[ForecastLine, ...]
    prospects: int
    offered: tuple[ForecastAmount, ...]  # what accepting them all takes besides, at the cheapest


@dataclass(frozen=True, kw_only=True)
class PoolsView:
    dials: tuple[PoolDial, ...]
    forecast: ForecastView


@dataclass(frozen=True, kw_only=True)
class CostView:
    kind: str
    name: str
    amount: int
    free: int
    missing: int  # 0 when the pool covers it


@dataclass(frozen=True, kw_only=True)
class WayView:
    id: int
    kind: str
    title: str
    text: str
    costs: tuple[CostView, ...]
    is_affordable: bool
    votes: int
    share: int  # of those present, per cent
    backers: tuple[str, ...]
    is_ready: bool  # has the card's threshold: can be voiced
    is_voiced: bool  # the way that was voiced or sealed
    judgement: str  # Judgement
    judgement_name: str
    deed: str  # what the game master judges
    author: str  # whose own way this is, empty for one of the scenario
    word: str  # why the game master refused it
    risk: int  # chance of a refusal, per cent
    can_back: bool
    can_take: bool  # personal cards: anyone present may take it alone
    is_struck_out: bool


@dataclass(frozen=True, kw_only=True)
class WorseView:
    """What has come true and made a card worse (R-7)."""

    text: str
    facts: tuple[str, ...]  # what it changed, in words
    at_ms: int


@dataclass(frozen=True, kw_only=True)
class MayComeView:
    """What may make an open card worse (R-7), unless it is secret."""

    trigger: str  # what brings it, in words
    text: str
    facts: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class CardView:
    id: int
    kind: str  # CardKind
    kind_name: str
    title: str
    map: str  # slug, empty for none
    map_name: str
    turn: int
    state: str  # CardState
    state_name: str
    phase: str  # Phase
    phase_name: str
    mode_name: str  # «collective decision»
    is_personal: bool
    rule: str  # how many voices a way needs, in words
    situation: str
    how: str
    failure: str
    worse: str
    issued_ms: int
    due_ms: int | None
    closed_ms: int | None
    ways: tuple[WayView, ...]
    present: int
    voted: int
    tally_rule: str  # who sees the voices, in words; empty while everyone does
    is_tally_shown: bool  # else the ways hold neither votes nor names
    voiced_by: str
    taken_by: str  # who took a personal decision
    result: str  # what happens now: outcome of the sealed way, or of the failure
    is_crisis: bool
    is_open: bool
    is_pinned: bool  # talked about now
    came_true: tuple[WorseView, ...]
    may_come: tuple[MayComeView, ...]


@dataclass(frozen=True, kw_only=True)
class CardsView:
    open: tuple[CardView, ...]
    closed: tuple[CardView, ...]  # the last few, turned over


@dataclass(frozen=True, kw_only=True)
class RibbonItem:
    id: int
    kind: str
    title: str
    map_name: str
    issued_ms: int
    due_ms: int | None
    phase: str
    phase_name: str
    is_pinned: bool


@dataclass(frozen=True, kw_only=True)
class RibbonView:
    """Deadlines of all open cards, the nearest first."""

    items: tuple[RibbonItem, ...]


@dataclass(frozen=True, kw_only=True)
class StageView:
    """What the wall holds up: the pinned card, else the one in chorus, else the most urgent."""

    card: CardView | None
    waiting: int  # other open cards
    turned: CardView | None  # the last card to close, if it failed: held up for a while


@dataclass(frozen=True, kw_only=True)
class AmountView:
    """What a voiced way takes: promised already, so not held against what is free."""

    kind: str
    name: str
    amount: int


@dataclass(frozen=True, kw_only=True)
class ChorusView:
    """The ceremony. `state`: «open», «sealed», «broken» for the last one, or empty: no chorus yet.

    `closed_ms` tells the page how long ago a finished one ended; it lets go of it after 12 s.
    """

    id: int
    state: str
    card_id: int
    card_title: str
    wording: str
    voiced_by: str
    costs: tuple[AmountView, ...]
    opened_ms: int
    ends_ms: int
    closed_ms: int | None
    verdict: str  # why it broke and what is missing, or how it was sealed, in words
    has_failed: bool  # the word was given, but the way was refused by chance
    result: str  # what came of the sealed way
    queue: tuple[str, ...]  # wordings that wait for their turn


@dataclass(frozen=True, kw_only=True)
class RingView:
    """How far the chorus has come; a region of its own so that the button stays still."""

    id: int
    state: str
    spoken: int
    needed: int
    size: int  # people in the set, lost seats left out
    share: int  # spoken of needed, per cent, at most 100
    said: tuple[str, ...]
    waiting: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class TalliesView:
    """Open cards with all voices, for those who may see them: game masters, who has voted."""

    cards: tuple[CardView, ...]


@dataclass(frozen=True, kw_only=True)
class PresetView:
    """What a game master asks for an own way at one tap."""

    key: str  # cheap, fair, dear
    name: str
    amounts: tuple[tuple[str, str, int], ...]  # pool, its name, how much
    fill: str  # JSON: fields of the form with their values


@dataclass(frozen=True, kw_only=True)
class JudgementItem:
    id: int
    card_title: str
    title: str
    text: str
    deed: str  # empty for an own way
    author: str  # empty for a way of the scenario
    backers: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class JudgedItem:
    """A way that was judged and is not voiced yet: the judgement can be taken back."""

    id: int
    card_title: str
    title: str
    state: str  # Judgement
    state_name: str


@dataclass(frozen=True, kw_only=True)
class JudgementsView:
    """What waits for a game master's yes or no, the most urgent card first."""

    judged: tuple[JudgedItem, ...]
    items: tuple[JudgementItem, ...]
    presets: tuple[PresetView, ...]


@dataclass(frozen=True, kw_only=True)
class BallotView:
    card_id: int
    way_id: int
    way_title: str


@dataclass(frozen=True, kw_only=True)
class MeView:
    """What is only this person's. The page marks the shared regions from it."""

    person_id: int
    name: str
    role_name: str
    restore_path: str  # address that brings the seat back on another phone
    ballots: tuple[BallotView, ...]
    chorus_id: int  # the sounding chorus whose set this person belongs to, or 0
    has_spoken: bool
    is_marked_here: bool
    has_left: bool


@dataclass(frozen=True, kw_only=True)
class PersonView:
    id: int
    name: str
    is_present: bool
    is_marked: bool
    is_bot: bool
    role_name: str


@dataclass(frozen=True, kw_only=True)
class PeopleView:
    present: tuple[PersonView, ...]
    away: tuple[PersonView, ...]


@dataclass(frozen=True, kw_only=True)
class ChronicleItem:
    id: int
    turn: int
    game_ms: int
    map_name: str
    card_title: str
    text: str


@dataclass(frozen=True, kw_only=True)
class ChronicleView:
    lines: tuple[ChronicleItem, ...]  # the newest first


@dataclass(frozen=True, kw_only=True)
class StakeView:
    question: str
    answers: tuple[str, ...]
    answer: str  # the one that closed it, or empty


@dataclass(frozen=True, kw_only=True)
class StakeAnswer:
    slug: str
    title: str
    effects: tuple[str, ...]  # what it sets off, in words


@dataclass(frozen=True, kw_only=True)
class StakeItem:
    id: int
    question: str
    answer: str
    at_ms: int | None
    answers: tuple[StakeAnswer, ...]


@dataclass(frozen=True, kw_only=True)
class StakesMap:
    slug: str
    title: str
    stakes: tuple[StakeItem, ...]


@dataclass(frozen=True, kw_only=True)
class StakesView:
    """The game master's: questions of all maps, what each answer sets off."""

    maps: tuple[StakesMap, ...]
    open_count: int
    can_answer: bool


@dataclass(frozen=True, kw_only=True)
class PoolMove:
    kind: str
    name: str
    before: int
    after: int
    missing: int  # below zero by that much: refused
    over: int  # above the ceiling of БЧС: refused


@dataclass(frozen=True, kw_only=True)
class ReopeningView:
    """What opening an answered question again would touch."""

    question: str
    answer: str  # empty: it is open already
    pools: tuple[PoolMove, ...]
    lines: tuple[str, ...]  # that leave the chronicle
    back: tuple[str, ...]  # scheduled cards that lie on the shelf again
    stay: tuple[str, ...]  # cards that came up and stay as they are
    is_possible: bool


@dataclass(frozen=True, kw_only=True)
class EndingItem:
    number: int
    id: int
    kind: str
    title: str
    map_name: str
    turn: int
    is_until_end: bool
    failure: str
    effects: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class EndingView:
    """What the end of the day closes, in order; `seen` names it for the command."""

    can_end: bool
    state_name: str
    failing: tuple[EndingItem, ...]
    lapsing: tuple[EndingItem, ...]
    chorus: str  # wording of the one that sounds, or empty
    queue: tuple[str, ...]
    never: tuple[str, ...]  # scheduled cards that will not come up
    open_stakes: tuple[str, ...]
    seen: str


@dataclass(frozen=True, kw_only=True)
class LedgerItem:
    id: int
    game_ms: int
    who: str
    kind: str
    pool_name: str
    delta: int
    change: str  # «+8», «−8»
    balance_after: int
    reason: str
    asked: int | None  # what was asked for, when the pool could not give or take it all
    card_title: str
    undoes: int | None
    undone_by: int | None
    can_undo: bool


@dataclass(frozen=True, kw_only=True)
class LedgerView:
    balances: tuple[tuple[str, str, int], ...]
    lines: tuple[LedgerItem, ...]  # the newest first
    may_undo: bool


@dataclass(frozen=True, kw_only=True)
class UndoView:
    """What undoing a line would touch."""

    line: LedgerItem
    pool_name: str
    before: int
    after: int  # below zero: refused
    missing: int
    over: int  # above the ceiling of БЧС: refused
    promised: int
    promised_missing: int  # what a chorus under way would be short of
    unaffordable: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PriceView:
    id: int
    title: str
    resources: int


@dataclass(frozen=True, kw_only=True)
class ExchangeView:
    prices: tuple[PriceView, ...]
    can_turn_back: bool


@dataclass(frozen=True, kw_only=True)
class TitleView:
    title: str


@dataclass(frozen=True, kw_only=True)
class MapNamesView:
    maps: tuple[tuple[str, str], ...]  # slug and title, in their order


@dataclass(frozen=True, kw_only=True)
class MapView:
    slug: str
    title: str
    summary: str
    stakes: tuple[StakeView, ...]


@dataclass(frozen=True, kw_only=True)
class MapsView:
    maps: tuple[MapView, ...]


@dataclass(frozen=True, kw_only=True)
class JoinView:
    """The way in: QR, short address, six letters."""

    role: str
    label: str
    code: str
    address: str  # short address without scheme, e.g. 192.168.1.7:8000
    url: str
    qr: SafeString  # inline SVG


@dataclass(frozen=True, kw_only=True)
class JoinsView:
    joins: tuple[JoinView, ...]
    signed_up: int


@dataclass(frozen=True, kw_only=True)
class CopiesView:
    """`at`: when the last good copy was made, as on a clock; empty: there is none yet."""

    fault: str
    is_made: bool
    at: str


@dataclass(frozen=True, kw_only=True)
class AddressView:
    """The laptop's address, and the one it had until it changed; empty: nothing to take note of."""

    now: str
    before: str


@dataclass(frozen=True, kw_only=True)
class SignalItem:
    """A card as the ears need it. `is_unseen`: told of again because nobody opened it."""

    id: int
    kind: str
    state: str
    title: str
    is_unseen: bool


@dataclass(frozen=True, kw_only=True)
class SignalsView:
    """What the page sounds for: the open cards and the last few that ended."""

    cards: tuple[SignalItem, ...]
    unseen: tuple[SignalItem, ...]


@dataclass(frozen=True, kw_only=True)
class ShelfCard:
    id: int
    kind: str
    kind_name: str
    title: str
    map: str  # slug, empty for none
    map_name: str
    planned_turn: int
    headcount: int  # 0: the core of the deck
    unfinished: str  # what is left to finish; while it says anything, no release
    minutes: int | None  # time to decide; None: until the end
    ways: int
    note: str  # for the game master only
    state: str
    state_name: str
    release_ms: int | None
    release_turn: int | None


@dataclass(frozen=True, kw_only=True)
class ShelfView:
    turn: int
    this_turn: tuple[ShelfCard, ...]  # planned for this turn or earlier
    later: tuple[ShelfCard, ...]
    on_call: tuple[ShelfCard, ...]  # on no turn: an end of another card or an answer brings them
    scheduled: tuple[ShelfCard, ...]
    can_issue: bool


@dataclass(frozen=True, kw_only=True)
class WorseChoice:
    """Something that a game master may let come true."""

    id: int
    text: str
    facts: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class DeadlineItem:
    """An open card in the game master's hand: its time, the pin, what may make it worse."""

    id: int
    kind: str
    title: str
    map: str  # slug, empty for none
    map_name: str
    issued_ms: int
    due_ms: int | None
    phase: str
    phase_name: str
    is_held: bool  # a chorus under way holds its time
    is_pinned: bool
    choices: tuple[WorseChoice, ...]
    came_true: tuple[WorseView, ...]


@dataclass(frozen=True, kw_only=True)
class DeadlinesView:
    items: tuple[DeadlineItem, ...]  # the nearest first


@dataclass(frozen=True, kw_only=True)
class SeatView:
    """`since`: when it was taken, on the wall clock of the house («14:05»), or empty."""

    id: int
    role_name: str
    since: str


@dataclass(frozen=True, kw_only=True)
class RollPerson:
    id: int
    name: str
    role_name: str
    is_present: bool
    is_marked: bool
    is_bot: bool
    is_volunteer: bool  # only their presence counts
    seats: tuple[SeatView, ...]  # not taken back


@dataclass(frozen=True, kw_only=True)
class RollView:
    """Everybody with a seat of this day but game masters; volunteers who are here first."""

    here: int
    away: int
    people: tuple[RollPerson, ...]


@dataclass(frozen=True, kw_only=True)
class DeskVoice:
    person_id: int
    name: str
    has_spoken: bool
    is_lost: bool


@dataclass(frozen=True, kw_only=True)
class DeskView:
    """The game master's hand on the sounding chorus."""

    chorus_id: int  # 0: none is sounding
    wording: str
    ends_ms: int
    voices: tuple[DeskVoice, ...]


@dataclass(frozen=True, kw_only=True)
class JournalItem:
    seq: int
    game_ms: int
    who: str
    text: str


@dataclass(frozen=True, kw_only=True)
class JournalView:
    items: tuple[JournalItem, ...]  # the newest first


@dataclass(frozen=True, kw_only=True)
class PulseView:
    """The game master's strip: what state the day is in and what can be done about it."""

    state: str
    can_start: bool
    can_pause: bool
    can_resume: bool
    turn: int
    present: int
    open_cards: int


@dataclass(frozen=True, kw_only=True)
class SignUpOptions:
    """What somebody who signs up may choose: (key, title) each."""

    tables: tuple[tuple[str, str], ...]
    sides: tuple[tuple[str, str], ...]
    squadrons: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class SignUpItem:
    id: int
    name: str
    where: str
    squadron: str
    food: str
    is_seated: bool


@dataclass(frozen=True, kw_only=True)
class SignUpsView:
    """For game masters only."""

    url: str
    qr: SafeString
    items: tuple[SignUpItem, ...]
    waiting: int  # without a seat
    state: str


@dataclass(frozen=True, kw_only=True)
class SeatCard:
    """Paper for one person: the way to their own seat."""

    item: SignUpItem
    person: str
    qr: SafeString
    address: str
