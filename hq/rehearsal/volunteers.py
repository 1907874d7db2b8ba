"""Volunteers of a rehearsal: they read, talk it over, follow a leader, mind the pools."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus

import httpx
from django.db.models import Max
from django.utils import translation

from hq import bots, clock
from hq.boards import cards, chorus, me
from hq.boards.views import CardView, MeView, WayView
from hq.bots import dice
from hq.enums import ChorusState, Phase, WayKind
from hq.errors import RefusedError
from hq.models import Card, Game
from hq.rehearsal.pages import TruePage
from hq.viewers import Viewer

# Seconds of game time.
THOUGHT = (20, 150)  # from a card's coming up until a volunteer backs a way
TALK = 270  # until somebody voices one
WORD = (2, 10)  # until a volunteer says the word in a chorus
# Shares of a card's time that thought and talk take at most.
THOUGHT_SHARE, TALK_SHARE = 0.4, 0.5
HURRY = 90  # seconds before the deadline: nobody waits for anybody
FOLLOWS = 0.6  # how often one follows the way that leads already
DECLINED = 1 / 5  # how often the room is in the mood to decline a letter
MOODY = 0.85  # how often a volunteer answers a letter by the mood of the room
OWN_WAYS = 1 / 4  # how often somebody in the room brings a way of their own to a card
TAKEN_TO = 1 / 2  # how often the room takes to such a way once it has its price
IDEAS = (
    "Позвать обе стороны к нам на чай и не выпускать, пока не договорятся.",
    "Отправить курьера с честным письмом и ждать у шлюза, сколько понадобится.",
    "Спросить тех, кого это касается, и сделать как они скажут.",
)
KEEP = 0.5  # of a pool's ceiling: what a whole day to come is worth keeping


@dataclass(kw_only=True)
class Answers:
    """What the server said to the bots: refusals by kind, faults."""

    presses: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def note(self, path: str, answer: httpx.Response) -> None:
        self.presses += 1
        if answer.status_code in {HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY}:
            verb = path.strip("/").rpartition("/")[2]
            self.refusals[f"{verb}: {kind_of(answer.text)}"] += 1
        elif answer.is_error:
            self.faults.append(f"{path}: {answer.status_code}")


def kind_of(notice: str) -> str:
    """The name of the refusal whose sentence stands in a notice; else the notice's own words."""
    text = " ".join(re.sub(r"<[^>]*>", " ", notice).split())
    for language in ("ru", "en"):
        with translation.override(language):
            for refusal in _refusals(RefusedError):
                # A sentence that is nothing but its parameter would fit every notice.
                pattern = _pattern(str(refusal.text))
                if pattern.strip(".*?") and re.search(pattern, text):
                    return refusal.__name__
    return text[:80]


def _refusals(base: type[RefusedError]) -> Iterator[type[RefusedError]]:
    for each in base.__subclasses__():
        yield from _refusals(each)
        if "text" in vars(each):
            yield each


def _pattern(sentence: str) -> str:
    return ".*?".join(re.escape(part) for part in re.split(r"%\(\w+\)s", sentence))


@dataclass(kw_only=True)
class Glance:
    """The open cards as all volunteers see them, read once for each seq: bots share a process."""

    seq: int = -1
    game_time: int = 0
    open: tuple[CardView, ...] = ()
    chorus_id: int = 0
    keep: dict[str, float] = field(default_factory=dict)  # of each pool, for the turns to come
    moods: dict[int, WayKind] = field(default_factory=dict)  # by card: how letters are taken
    liked: dict[int, bool] = field(default_factory=dict)  # by own way
    # By card, what each volunteer says aloud: in a room people talk when a tally is shut.
    said: dict[int, dict[str, int]] = field(default_factory=dict)

    def look(self, viewer: Viewer) -> None:
        game = Game.objects.get(pk=viewer.game_id)
        self.game_time = clock.game_time(game)
        if game.seq == self.seq:
            return
        by = viewer.noting({})
        shown = chorus.chorus(by)
        self.open = cards.cards(by).open
        self.chorus_id = shown.id if shown.state == ChorusState.OPEN else 0
        turns = Card.objects.filter(game=game).aggregate(last=Max("planned_turn"))["last"] or 1
        left = max(0, turns - game.turn) / turns
        ceilings = game.pools.values_list("kind", "ceiling")
        self.keep = {kind: KEEP * left * ceiling for kind, ceiling in ceilings}
        self.seq = game.seq

    def mood(self, card: CardView) -> WayKind:
        """How the room takes a letter; it does not change any more."""
        return self.moods.setdefault(
            card.id, WayKind.DECLINE if dice.random() < DECLINED else WayKind.ACCEPT
        )

    def idea(self, card: CardView) -> int:
        """The volunteer's own way on this card that the room has taken to, or 0."""
        own = [way.id for way in card.ways if way.author and (way.can_back or way.can_take)]
        for way_id in own:
            self.liked.setdefault(way_id, dice.random() < TAKEN_TO)
        return next((way_id for way_id in own if self.liked[way_id]), 0)

    def voices(self, card: CardView) -> Mapping[int, int]:
        """How many hold with each way: by the tally, or by what is said aloud while it is shut."""
        if card.is_tally_shown:
            return {way.id: way.votes for way in card.ways}
        return Counter(self.said.get(card.id, {}).values())


@dataclass(kw_only=True)
class Rehearser(bots.Bot):
    """A volunteer whose thoughts run at the speed of the clock."""

    speed: float
    crowd: int  # how many volunteers there are
    glance: Glance
    answers: Answers
    look_every: float = 0.5
    owns_up: bool = False  # nobody plays along, and the note is told to no page
    page: TruePage = field(init=False)
    _seen: tuple[int, MeView] | None = None
    _thoughts: dict[int, float] = field(default_factory=dict)  # by card: game seconds of thought
    _asked: set[int] = field(default_factory=set)  # cards that were tried for an own idea

    def _page(self) -> TruePage:
        self.page = TruePage(base=self.base, client=self.client)
        return self.page

    def _look(self) -> bots.Sight:
        self.glance.look(self.viewer)
        if self._seen is None or self._seen[0] != self.glance.seq:
            self._seen = self.glance.seq, me.me(self.viewer)
        return bots.Sight(
            open=self.glance.open,
            me=self._seen[1],
            chorus_id=self.glance.chorus_id,
            game_time=self.glance.game_time,
            humans=frozenset(),
        )

    async def _act(self, seen: bots.Sight) -> None:
        if seen.chorus_id and seen.me.chorus_id == seen.chorus_id:
            if not seen.me.has_spoken:
                await asyncio.sleep(dice.uniform(*WORD) / self.speed)
                await self._post(f"/hq/chorus/{seen.chorus_id}/speak/")
            return
        own = {ballot.card_id: ballot.way_id for ballot in seen.me.ballots}
        for card in seen.open:
            if card.phase == Phase.DELIBERATION and await self._decide(card, seen, own):
                return

    async def _decide(self, card: CardView, seen: bots.Sight, own: dict[int, int]) -> bool:
        """Do what this card asks of this volunteer now. False: nothing."""
        age = (seen.game_time - card.issued_ms) / 1000
        left = None if card.due_ms is None else (card.due_ms - seen.game_time) / 1000
        is_late = left is not None and left < HURRY
        if not is_late and age < self._thought(card):
            return False
        if not is_late and await self._bring_own(card):
            return True
        room = Room(
            keep=self.glance.keep,
            voices=self.glance.voices(card),
            mood=self.glance.mood(card),
            idea=self.glance.idea(card),
        )
        if card.is_personal:
            return age > talk(card) and await self._press(card, "take", choose(card, room))
        has_talked = is_late or age > talk(card)
        wanted = reconsider(card, own.get(card.id), room, has_talked=has_talked)
        if wanted is not None and wanted.id != own.get(card.id):
            self.glance.said.setdefault(card.id, {})[self.name] = wanted.id
            return await self._press(card, "back", wanted)
        # Somebody takes heart: of a crowd two a look, near the end whoever is there.
        if is_late or (age > talk(card) and dice.random() < 2 / self.crowd):
            return await self._press(card, "voice", ripe(card))
        return False

    async def _bring_own(self, card: CardView) -> bool:
        """Now and then somebody has an idea; each thinks of it once for a card."""
        if card.id in self._asked:
            return False
        self._asked.add(card.id)
        if dice.random() >= OWN_WAYS / self.crowd:
            return False
        await self._post(f"/hq/cards/{card.id}/own/", text=dice.choice(IDEAS))
        return True

    async def _press(self, card: CardView, verb: str, way: WayView | None) -> bool:
        if way is None:
            return False
        await self._post(f"/hq/cards/{card.id}/{verb}/", way=way.id)
        return True

    async def _post(self, path: str, **fields: object) -> None:
        self.answers.note(path, await bots.press(self.client, self.base, path, fields))

    def _thought(self, card: CardView) -> float:
        """Game seconds after which this volunteer has made up their mind about a card."""
        if card.id not in self._thoughts:
            most = min(THOUGHT[1], THOUGHT_SHARE * given(card))
            self._thoughts[card.id] = dice.uniform(min(THOUGHT[0], most), most)
        return self._thoughts[card.id]


def given(card: CardView) -> float:
    """Game seconds that a card gives from its coming up to its deadline."""
    return float("inf") if card.due_ms is None else (card.due_ms - card.issued_ms) / 1000


def talk(card: CardView) -> float:
    return min(TALK, TALK_SHARE * given(card))


def possible(card: CardView) -> list[WayView]:
    """Ways that can be chosen and paid."""
    can = [way for way in card.ways if (way.can_take if card.is_personal else way.can_back)]
    return [way for way in can if way.is_affordable]


def ease(way: WayView, keep: Mapping[str, float]) -> float:
    """How readily a way is picked: by what it leaves in the pool it hurts most, for today."""
    bites = [cost.amount / max(cost.free - keep.get(cost.kind, 0), 1) for cost in way.costs]
    bite = max(bites, default=0.0)
    return max(1 - bite, 0.1 / (1 + bite)) ** 2


@dataclass(frozen=True, kw_only=True)
class Room:
    """What a volunteer takes from the others: what to keep, who holds with what, moods, ideas."""

    keep: Mapping[str, float] = field(default_factory=dict)
    voices: Mapping[int, int] = field(default_factory=dict)
    mood: WayKind = WayKind.ACCEPT
    idea: int = 0  # a volunteer's own way that the room has taken to


def choose(card: CardView, room: Room) -> WayView | None:
    """A way of one's own choice among those that can be paid, or that of whoever leads."""
    ways = possible(card)
    if not ways:
        return None
    ahead = leading(ways, room)
    if ahead is not None and dice.random() < FOLLOWS:
        return ahead
    if any(way.kind == WayKind.DECLINE for way in ways) and dice.random() < MOODY:
        ways = [way for way in ways if way.kind == room.mood] or ways
    return dice.choices(ways, [ease(way, room.keep) for way in ways])[0]


def leading(ways: Sequence[WayView], room: Room) -> WayView | None:
    idea = next((way for way in ways if way.id == room.idea), None)
    if idea is not None:
        return idea
    best = max(ways, key=lambda way: (room.voices.get(way.id, 0), -way.id), default=None)
    return best if best is not None and room.voices.get(best.id) else None


def reconsider(card: CardView, own: int | None, room: Room, *, has_talked: bool) -> WayView | None:
    """The way to back now: a first choice, a new one for what cannot be had, at last the leader."""
    ways = possible(card)
    if own is None or own not in {way.id for way in ways}:
        return choose(card, room)
    ahead = leading(ways, room)
    is_settled = any(way.is_ready for way in ways)
    if ahead is not None and not is_settled and (has_talked or ahead.id == room.idea):
        return ahead if dice.random() < 1 / 2 else None
    return None


def ripe(card: CardView) -> WayView | None:
    return next((way for way in possible(card) if way.is_ready), None)
