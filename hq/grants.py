"""Command points from the HQ: a map's or a side's limit rises from 2 to 3 or 4, for some rounds.

Given → taken by each squadron's captain → counted down from its next command phase → over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import Q, QuerySet

from hq import journal, tables
from hq.enums import GrantState, Role
from hq.errors import (
    AmountError,
    GrantOverError,
    GrantTooHighError,
    NotAllowedError,
    NotFoundHereError,
)
from hq.events import GrantCounted, GrantGiven, GrantOver, GrantSpent, GrantTaken
from hq.journal import Act
from hq.models import Card, Game, Grant, Seat, Share
from hq.permissions import check_is_master, check_not_over
from hq.tables import SquadronAt
from hq.viewers import Viewer

BASE, MOST = 2, 4
LONGEST_ROUNDS = 20
LIVE = (GrantState.GIVEN, GrantState.TAKEN, GrantState.COUNTING)


def give(
    *, table: str = "", side: str = "", points: int, rounds: int, by: Viewer, key: str = ""
) -> Grant:
    """A game master gives points to a map, a side, or a side on one map.

    Raises `GrantTooHighError` when any squadron there would pass 4, `AmountError`,
    `NotFoundHereError` for a map or side of another day.
    """
    with journal.act("grants.give", by=by, key=key) as act:
        check_is_master(by)
        check_not_over(act.game)
        if not 1 <= rounds <= LONGEST_ROUNDS:
            raise AmountError(most=LONGEST_ROUNDS)
        if not 1 <= points <= MOST - BASE:
            raise AmountError(most=MOST - BASE)
        _check_place(act.game, table=table, side=side)
        check_room(game=act.game, table=table, side=side, points=points)
        given = bring(act=act, table=table, side=side, points=points, rounds=rounds, at=act.at)
        if given is None:
            raise NotFoundHereError
        return given


def end(*, grant_id: int, by: Viewer, key: str = "") -> None:
    """A game master calls a grant back; what was counted stays counted."""
    with journal.act("grants.end", by=by, key=key) as act:
        check_is_master(by)
        grant = _get(act=act, grant_id=grant_id)
        _close(act=act, grant=grant)


def take(*, grant_id: int, squadron: str, by: Viewer, key: str = "") -> Share:
    """A captain says «принято» for a squadron in their hand. Twice changes nothing.

    Raises `NotAllowedError` for anybody else, `GrantOverError`, `NotFoundHereError` for a grant
    that is not for this table and side.
    """
    with journal.act("grants.take", by=by, key=key) as act:
        mine = {one.squadron: one for one in in_hand(by)}
        if squadron not in mine:
            raise NotAllowedError
        own = mine[squadron]
        grant = _get(act=act, grant_id=grant_id)
        if not _covers(grant, table=own.table, side=own.side):
            raise NotFoundHereError
        return taken(
            act=act,
            grant_id=grant.pk,
            table=own.table,
            side=own.side,
            squadron=own.squadron,
            name=own.name,
            rounds_possible=tables.rounds_left(act.game.pk, own.table),
        )


def in_hand(viewer: Viewer) -> tuple[SquadronAt, ...]:
    """The squadrons a captain's seat commands: as its table tells, else the one it joined for."""
    if viewer.role != Role.CAPTAIN or viewer.seat_id is None:
        return ()
    told = tables.held(viewer.game_id, viewer.seat_id)
    if told or not viewer.squadron:
        return told
    own = SquadronAt(
        table=viewer.table, side=viewer.side, squadron=viewer.squadron, name=viewer.name
    )
    return (own,)


def taken(
    *,
    act: Act,
    grant_id: int,
    table: str,
    side: str,
    squadron: str,
    name: str = "",
    rounds_possible: int | None = None,
) -> Share:
    """Step: a squadron has taken its part. `rounds_possible`: what its battle still has."""
    grant = _get(act=act, grant_id=grant_id)
    known = grant.shares.filter(table=table, squadron=squadron).first()
    if known is not None:
        return known
    if grant.state == GrantState.OVER:
        raise GrantOverError
    share = Share.objects.create(
        grant=grant,
        table=table,
        side=side,
        squadron=squadron,
        name=name,
        taken_by_id=act.by.person_id,
        taken_at=act.at,
        rounds_left=grant.rounds,
        rounds_possible=rounds_possible,
    )
    if grant.state == GrantState.GIVEN:
        _become(grant, GrantState.TAKEN)
    act.record(
        GrantTaken(grant=grant.pk, name=name or squadron, captains=captains(act.game.pk, grant))
    )
    return share


def waiting(game_id: int, *, table: str, side: str, squadron: str) -> tuple[Grant, ...]:
    """What this squadron may still take."""
    rows = Grant.objects.filter(game_id=game_id, state__in=LIVE).filter(
        Q(table="") | Q(table=table), Q(side="") | Q(side=side)
    )
    mine = Share.objects.filter(table=table, squadron=squadron).values("grant")
    return tuple(rows.exclude(pk__in=mine))


def bonus(game_id: int, *, table: str, squadron: str) -> int:
    """Points above 2 that this squadron has in the round that was counted last."""
    rows = _shares(game_id, table=table, squadron=squadron).filter(state=GrantState.COUNTING)
    return min(MOST - BASE, sum(share.grant.amount for share in rows))


def count_round(*, act: Act, table: str, squadron: str, number: int) -> int:
    """Step: the squadron's command phase of round `number`: each grant taken is one round less.

    Returns the bonus of this round. A repeat with the same number counts nothing.
    """
    shares = list(_shares(act.game.pk, table=table, squadron=squadron).select_for_update())
    for share in shares:
        if number <= share.last_round:
            continue
        share.last_round = number
        if share.rounds_left == 0:
            share.state = GrantState.OVER
        else:
            share.rounds_left -= 1
            share.state = GrantState.COUNTING
        share.save(update_fields=["last_round", "rounds_left", "state"])
        _after_count(act=act, share=share)
    return bonus(act.game.pk, table=table, squadron=squadron)


def _after_count(*, act: Act, share: Share) -> None:
    grant = share.grant
    told = captains(act.game.pk, grant)
    left = share.rounds_left
    act.record(
        GrantCounted(grant=grant.pk, name=share.name or share.squadron, rounds=left, captains=told)
    )
    if share.state == GrantState.COUNTING and grant.state == GrantState.TAKEN:
        _become(grant, GrantState.COUNTING)
    elif share.state == GrantState.OVER and _is_used_up(grant):
        _close(act=act, grant=grant)


def spend(*, act: Act, table: str, squadron: str, points: int = 1) -> None:
    """Step: a squadron spent points beyond its 2; the oldest grant that counts pays."""
    _move_spent(act=act, table=table, squadron=squadron, points=points)


def unspend(*, act: Act, table: str, squadron: str, points: int = 1) -> None:
    """Step: a retract gave them back."""
    _move_spent(act=act, table=table, squadron=squadron, points=-points)


def _move_spent(*, act: Act, table: str, squadron: str, points: int) -> None:
    counting = _shares(act.game.pk, table=table, squadron=squadron)
    share = counting.filter(state=GrantState.COUNTING).first()
    if share is None:
        return
    share.spent = max(0, share.spent + points)
    share.save(update_fields=["spent"])
    act.record(
        GrantSpent(
            grant=share.grant_id,
            name=share.name or squadron,
            spent=share.spent,
            captains=captains(act.game.pk, share.grant),
        )
    )


def table_closed(*, act: Act, table: str) -> None:
    """Step: a battle is over: what counts at its table is over, grants for it alone too."""
    rows = Share.objects.filter(grant__game=act.game, table=table, grant__state__in=LIVE)
    rows.update(state=GrantState.OVER)
    live = Grant.objects.filter(game=act.game, state__in=LIVE).order_by("pk")
    for grant in live:
        if grant.table == table or (grant.shares.exists() and _is_used_up(grant)):
            _close(act=act, grant=grant)


def bring(
    *,
    act: Act,
    table: str,
    side: str,
    points: int,
    rounds: int,
    at: int,
    card: Card | None = None,
) -> Grant | None:
    """Step for outcomes: as many points as fit under 4, or nothing at all."""
    fitting = min(points, room(act.game, table=table, side=side))
    if fitting < 1:
        return None
    grant = Grant.objects.create(
        game=act.game,
        table=table,
        side=side,
        amount=fitting,
        rounds=rounds,
        card=card,
        given_by_id=act.by.person_id,
        given_at=at,
    )
    act.record(
        GrantGiven(
            grant=grant.pk,
            points=fitting,
            rounds=rounds,
            captains=captains(act.game.pk, grant),
        )
    )
    return grant


def check_room(*, game: Game, table: str, side: str, points: int) -> None:
    """Raises `GrantTooHighError` when a squadron there would have more than 4 points."""
    if points > (left := room(game, table=table, side=side)):
        raise GrantTooHighError(most=MOST, left=max(0, left))


def room(game: Game, *, table: str, side: str) -> int:
    """How many more points fit under 4 for everybody on this map and side."""
    live = list(Grant.objects.filter(game=game, state__in=LIVE))
    used = max(
        sum(grant.amount for grant in live if _covers(grant, table=one, side=other))
        for one in _either(table, game.maps.values_list("slug", flat=True))
        for other in _either(side, sides(game))
    )
    return MOST - BASE - used


def sides(game: Game) -> tuple[str, ...]:
    """Keys of the day's sides."""
    return tuple(side["slug"] for side in game.settings.get("sides", ()))


def captains(game_id: int, grant: Grant) -> tuple[int, ...]:
    """Ids of the captains whom a grant concerns; who writes for all sides is among them."""
    seats = Seat.objects.filter(game_id=game_id, role=Role.CAPTAIN, revoked_at__isnull=True)
    if grant.table:
        seats = seats.filter(table=grant.table)
    if grant.side:
        seats = seats.filter(side__in=("", grant.side))
    return tuple(seats.order_by("person_id").values_list("person_id", flat=True).distinct())


def _either(chosen: str, all_of_them: Iterable[str]) -> Collection[str]:
    return (chosen,) if chosen else tuple(all_of_them) or ("",)


def _covers(grant: Grant, *, table: str, side: str) -> bool:
    return grant.table in {"", table} and grant.side in {"", side}


def _check_place(game: Game, *, table: str, side: str) -> None:
    is_known_table = not table or game.maps.filter(slug=table).exists()
    is_known_side = not side or side in sides(game)
    if not (table or side) or not is_known_table or not is_known_side:
        raise NotFoundHereError


def _shares(game_id: int, *, table: str, squadron: str) -> QuerySet[Share]:
    rows = Share.objects.filter(grant__game_id=game_id, table=table, squadron=squadron)
    rows = rows.filter(state__in=(GrantState.TAKEN, GrantState.COUNTING))
    return rows.filter(grant__state__in=LIVE).select_related("grant").order_by("pk")


def _is_used_up(grant: Grant) -> bool:
    """Every squadron that flies where it holds has taken it, and none has a round left."""
    if grant.shares.exclude(state=GrantState.OVER).exists():
        return False
    done = set(grant.shares.values_list("table", "squadron"))
    return all(
        (one.table, one.squadron) in done
        for one in tables.squadrons(grant.game_id)
        if _covers(grant, table=one.table, side=one.side)
    )


def _get(*, act: Act, grant_id: int) -> Grant:
    grant = Grant.objects.select_for_update(of=("self",)).filter(pk=grant_id, game=act.game).first()
    if grant is None:
        raise NotFoundHereError
    return grant


def _become(grant: Grant, state: GrantState) -> None:
    grant.state = state
    grant.save(update_fields=["state"])


def _close(*, act: Act, grant: Grant) -> None:
    if grant.state == GrantState.OVER:
        return
    grant.shares.update(state=GrantState.OVER)
    grant.state, grant.closed_at = GrantState.OVER, act.at
    grant.save(update_fields=["state", "closed_at"])
    act.record(GrantOver(grant=grant.pk, captains=captains(act.game.pk, grant)))
