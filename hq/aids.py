"""Rescue aids: a limited stock of the HQ, each for one survival roll of one ship (H-8)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from hq import journal, motions, tables
from hq.effects import SendAidEffect
from hq.enums import AidKind, AidState, DecisionMode, Role
from hq.errors import (
    AidGoneError,
    AidIsCollectiveError,
    AidOnceAShipError,
    AidWindowClosedError,
    MotionRunsError,
    NotAllowedError,
    NotFoundHereError,
    ShipMissingError,
)
from hq.events import (
    AidAsked,
    AidBrought,
    AidSent,
    AidTakenBack,
    AidUsed,
    AidWindowClosed,
    AidWindowOpened,
)
from hq.journal import Act
from hq.models import Aid, AidWindow, Card, Seat
from hq.permissions import check_is_master, check_is_of_the_room, check_not_over, check_runs
from hq.tables import ShipOut
from hq.texts import Text, in_all_languages
from hq.viewers import Viewer

LONGEST_SHIP, LONGEST_NAME = 80, 120


def bring(
    *,
    act: Act,
    kind: str,
    count: int,
    title: Text,
    mode: str = DecisionMode.PERSONAL,
    at: int,
    card: Card | None = None,
) -> None:
    """Step for outcomes: so many aids of a kind come into stock."""
    Aid.objects.bulk_create(
        Aid(game=act.game, kind=kind, title=dict(title), mode=mode, card=card, given_at=at)
        for _number in range(count)
    )
    act.record(AidBrought(aid=AidKind(kind).value, count=count))


def send(
    *, kind: str, title: str, table: str, ship: str, by: Viewer, key: str = "", name: str = ""
) -> Aid:
    """Send one aid of this kind and title (as its key) to a ship that is out.

    A volunteer sends what is personal in their own name; a master sends anything, and may name a
    ship that no phone told of (`name`). Raises `AidGoneError`, `AidOnceAShipError`,
    `AidIsCollectiveError`, `AidWindowClosedError`, `ShipMissingError`.
    """
    with journal.act("aids.send", by=by, key=key) as act:
        check_is_of_the_room(by)
        check_not_over(act.game)
        aid = _free(act=act, kind=kind, title=title)
        if by.role == Role.VOLUNTEER and aid.mode == DecisionMode.COLLECTIVE:
            raise AidIsCollectiveError(aid=str(aid))
        known = _find_ship(act=act, table=table, ship=ship, name=name)
        _check_may_get(act=act, ship=known)
        give(act=act, aid=aid, ship=known)
        return aid


def ask(*, kind: str, title: str, table: str, ship: str, by: Viewer, key: str = "") -> Card:
    """A volunteer puts it to the vote: a card comes up, and the aid is promised while it lies.

    Raises as `send`, and `MotionRunsError` while the HQ decides on this ship already.
    """
    with journal.act("aids.ask", by=by, key=key) as act:
        check_is_of_the_room(by)
        check_runs(act.game)
        aid = _free(act=act, kind=kind, title=title)
        known = _find_ship(act=act, table=table, ship=ship)
        _check_may_get(act=act, ship=known)
        effect = SendAidEffect(table=known.table, ship=known.ship, name=known.name)
        card = motions.put(
            act=act,
            title=in_all_languages(gettext_noop("Aid for «%(ship)s»"), ship=known.name),
            situation=in_all_languages(
                gettext_noop("«%(ship)s» is out of action. One aid can be sent to it: %(aid)s."),
                ship=known.name,
                aid=aid.title or _kind_name(aid),
            ),
            how=in_all_languages(
                gettext_noop("Say yes or no together. The aid waits while this card lies here.")
            ),
            accept=in_all_languages(gettext_noop("Send it to «%(ship)s»"), ship=known.name),
            decline=in_all_languages(gettext_noop("Keep it for another ship")),
            effect=effect,
        )
        aid.motion = card
        aid.save(update_fields=["motion"])
        act.record(AidAsked(card=card.pk, ship=known.name))
        return card


def give(*, act: Act, aid: Aid, ship: ShipOut) -> None:
    """Step: the aid is on its way to the ship."""
    aid.state = AidState.SENT
    aid.table, aid.ship, aid.ship_name = ship.table, ship.ship, ship.name
    aid.sent_by_id, aid.sent_at = act.by.person_id, act.at
    aid.save(update_fields=["state", "table", "ship", "ship_name", "sent_by", "sent_at"])
    act.record(AidSent(aid=aid.pk, ship=ship.name, captains=_captains(act, ship)))


def deliver(*, act: Act, card: Card, effect: SendAidEffect) -> None:
    """Step: the HQ has said yes to a motion. What became impossible meanwhile changes nothing."""
    aid = Aid.objects.filter(motion=card, state=AidState.STOCK).first()
    has_one = _of_ship(act, effect.table, effect.ship) is not None
    if aid is not None and not has_one and _is_reachable(act, effect.table, effect.ship):
        ship = ShipOut(table=effect.table, ship=effect.ship, name=effect.name)
        give(act=act, aid=aid, ship=ship)


def take_back(*, aid_id: int, by: Viewer, key: str = "") -> Aid:
    """Whoever sent it, or a master, takes an aid back into stock while it is not used.

    Raises `AidGoneError` once it is used or was never sent.
    """
    with journal.act("aids.take_back", by=by, key=key) as act:
        check_is_of_the_room(by)
        aid = Aid.objects.filter(pk=aid_id, game=act.game).first()
        if aid is None:
            raise NotFoundHereError
        if by.role != Role.MASTER and aid.sent_by_id != by.person_id:
            raise NotAllowedError
        if aid.state != AidState.SENT:
            raise AidGoneError(aid=str(aid))
        ship = ShipOut(table=aid.table, ship=aid.ship, name=aid.ship_name)
        aid.state, aid.table, aid.ship, aid.ship_name = AidState.STOCK, "", "", ""
        aid.sent_by = aid.sent_at = None
        aid.save()
        act.record(AidTakenBack(aid=aid.pk, ship=ship.name, captains=_captains(act, ship)))
        return aid


def aid_for(game_id: int, *, table: str, ship: str) -> Aid | None:
    """What the HQ sent to this ship and nobody has used yet."""
    rows = Aid.objects.filter(game_id=game_id, table=table, ship=ship, state=AidState.SENT)
    return rows.first()


def consume(*, act: Act, table: str, ship: str, result: str = "") -> Aid:
    """Step: the ship's roll was helped; `result` in a few signs («3 → 5»).

    Raises `AidGoneError` when there is none.
    """
    aid = aid_for(act.game.pk, table=table, ship=ship)
    if aid is None:
        raise AidGoneError(aid=_("Aid"))
    aid.state, aid.used_at, aid.result = AidState.USED, act.at, result[:200]
    aid.save(update_fields=["state", "used_at", "result"])
    known = ShipOut(table=aid.table, ship=aid.ship, name=aid.ship_name)
    act.record(
        AidUsed(aid=aid.pk, ship=aid.ship_name, result=result, captains=_captains(act, known))
    )
    return aid


def restore(*, act: Act, table: str, ship: str) -> None:
    """Step: a retract of its use; the ship still has it."""
    aid = _of_ship(act, table, ship)
    if aid is None or aid.state != AidState.USED:
        return
    aid.state, aid.used_at, aid.result = AidState.SENT, None, ""
    aid.save(update_fields=["state", "used_at", "result"])
    known = ShipOut(table=aid.table, ship=aid.ship, name=aid.ship_name)
    act.record(AidSent(aid=aid.pk, ship=aid.ship_name, captains=_captains(act, known)))


def open_window(*, act: Act, table: str) -> None:
    """Step: survival begins at a table; its ships wait for aid until a master closes it."""
    _window, is_new = AidWindow.objects.get_or_create(
        game=act.game, table=table, closed_at=None, defaults={"opened_at": act.at}
    )
    if is_new:
        act.record(AidWindowOpened(table=table))


def close_window(*, table: str, by: Viewer, key: str = "") -> None:
    """A master says that no more aid comes to this table; closed twice changes nothing."""
    with journal.act("aids.close_window", by=by, key=key) as act:
        check_is_master(by)
        rows = AidWindow.objects.filter(game=act.game, table=table, closed_at__isnull=True)
        if rows.update(closed_at=act.at):
            act.record(AidWindowClosed(table=table))


def is_window_open(game_id: int, table: str) -> bool:
    rows = AidWindow.objects.filter(game_id=game_id, table=table, closed_at__isnull=True)
    return rows.exists()


def _free(*, act: Act, kind: str, title: str) -> Aid:
    """One that lies in stock and is promised to no motion. `title`: its Russian name, or empty."""
    rows = Aid.objects.select_for_update(of=("self",)).filter(game=act.game, kind=kind)
    rows = rows.filter(state=AidState.STOCK).select_related("motion").order_by("pk")
    for aid in rows:
        if aid.title.get("ru", "") == title and not motions.is_open(aid.motion):
            return aid
    raise AidGoneError(aid=title or AidKind(kind).label)


def _find_ship(*, act: Act, table: str, ship: str, name: str = "") -> ShipOut:
    """A ship that its table says is out, or one that a master names by hand."""
    for known in tables.ships_out(act.game.pk):
        if known.table == table and known.ship == ship:
            return known
    by_hand = name.strip()[:LONGEST_NAME]
    if act.by.role != Role.MASTER or not by_hand:
        raise ShipMissingError
    if not act.game.maps.filter(slug=table).exists():
        raise NotFoundHereError
    return ShipOut(table=table, ship=(ship or by_hand.casefold())[:LONGEST_SHIP], name=by_hand)


def _check_may_get(*, act: Act, ship: ShipOut) -> None:
    if ship.is_settled or not _is_reachable(act, ship.table, ship.ship):
        raise AidWindowClosedError(ship=ship.name)
    if _of_ship(act, ship.table, ship.ship) is not None:
        raise AidOnceAShipError(ship=ship.name)
    asked = Aid.objects.filter(game=act.game, state=AidState.STOCK, motion__isnull=False)
    for aid in asked.select_related("motion").prefetch_related("motion__ways"):
        if motions.is_open(aid.motion) and _is_about(aid, ship):
            raise MotionRunsError(card=str(aid.motion))


def _kind_name(aid: Aid) -> Text:
    names = {
        AidKind.REROLL: gettext_noop("one reroll"),
        AidKind.PLUS_ONE: gettext_noop("+1 to the roll"),
    }
    return in_all_languages(names[AidKind(aid.kind)])


def _is_about(aid: Aid, ship: ShipOut) -> bool:
    ways = aid.motion.ways.all() if aid.motion else ()
    told = [effect for way in ways for effect in way.effects]
    return any(each.get("table") == ship.table and each.get("ship") == ship.ship for each in told)


def _is_reachable(act: Act, table: str, ship: str) -> bool:
    """Aid may come before the roll, in the window, and to a table that has had none yet."""
    rows = AidWindow.objects.filter(game=act.game, table=table)
    return not rows.exists() or rows.filter(closed_at__isnull=True).exists()


def _of_ship(act: Act, table: str, ship: str) -> Aid | None:
    rows = Aid.objects.filter(game=act.game, table=table, ship=ship)
    return rows.exclude(state=AidState.STOCK).first()


def _captains(act: Act, ship: ShipOut) -> tuple[int, ...]:
    seats = Seat.objects.filter(
        game=act.game, role=Role.CAPTAIN, table=ship.table, revoked_at__isnull=True
    )
    return tuple(seats.order_by("person_id").values_list("person_id", flat=True).distinct())
