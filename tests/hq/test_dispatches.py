"""R-5: dispatches at once, delayed, by courier; read, answered, unread; a card rides along."""

from __future__ import annotations

import pytest

from hq import cards, deadlines, dispatches, turns
from hq.dispatches import Place
from hq.enums import DispatchState, Role
from hq.errors import (
    AddresseeMissingError,
    AmountError,
    CodeWrongError,
    DayOverError,
    DispatchGoneError,
    NotAllowedError,
    NotFoundHereError,
    TextUnfitError,
)
from hq.models import Card, Dispatch, Game, JournalEntry, Reading
from hq.viewers import Viewer
from tests.factories.days import (
    card,
    make_day,
    make_master,
    make_volunteer,
    make_volunteers,
    text,
    the_card,
)
from tests.factories.hands import Hand
from tests.factories.tables import captain, seated_as

pytestmark = pytest.mark.django_db

HQ, MASTERS = Place(kind="hq"), Place(kind="masters")
LUNA, SPO = Place(kind="table", key="luna"), Place(kind="side", key="spo")


@pytest.fixture
def game(hand: Hand) -> Game:
    return make_day(sides=[{"slug": "spo", "title": text("СПО")}])


def write(by: Viewer, *places: Place, **more: object) -> Dispatch:
    return dispatches.write(**{"text": "Держитесь", "places": places or (HQ,), "by": by, **more})


def courier(game: Game, name: str = "Ласточка") -> Viewer:
    return seated_as(game, Role.COURIER, name)


def heard(kind: str) -> list[JournalEntry]:
    return list(JournalEntry.objects.filter(kind=kind))


def test_r5_at_once_is_there_at_once_for_its_readers(game):
    vera, rita = make_volunteer(game), captain(game)
    sent = write(make_master(game), HQ, SPO)

    assert sent.state == DispatchState.ARRIVED
    assert dispatches.readers(sent) == tuple(sorted((vera.person_id, rita.person_id)))
    assert set(heard("dispatch_arrived")[0].params["people"]) >= {vera.person_id, rita.person_id}


def test_r5_delayed_arrives_once_at_its_game_time_and_stands_in_a_pause(game, hand):
    sent = write(make_master(game), way="delayed", minutes=10)
    hand.move(minutes=5)
    turns.pause(reason="чай", by=make_master(game))
    hand.move(minutes=60)
    deadlines.run_due()
    turns.resume(by=make_master(game))
    hand.move(minutes=4, seconds=59)
    deadlines.run_due()
    sent.refresh_from_db()
    assert sent.state == DispatchState.DELAYED
    hand.move(seconds=30)
    deadlines.run_due()
    deadlines.run_due()

    sent.refresh_from_db()
    assert (sent.state, sent.arrived_at) == (DispatchState.ARRIVED, 600_000)
    assert len(heard("dispatch_arrived")) == 1


def test_r5_courier_frees_it_in_person(game):
    lastochka, other = courier(game), courier(game, "Стриж")
    sent = write(make_master(game), way="courier", courier_id=lastochka.person_id)
    assert sent.state == DispatchState.COURIER
    assert len(sent.code) == 6

    for stranger in (other, make_volunteer(game)):
        with pytest.raises(NotAllowedError):
            dispatches.hand_over(dispatch_id=sent.pk, by=stranger)
    dispatches.hand_over(dispatch_id=sent.pk, by=lastochka)
    with pytest.raises(DispatchGoneError):
        dispatches.hand_over(dispatch_id=sent.pk, by=make_master(game))
    with pytest.raises(NotFoundHereError):
        dispatches.hand_over(dispatch_id=sent.pk + 1, by=lastochka)


def test_r5_code_on_paper_frees_it_for_an_addressee_in_either_layout(game):
    rita, vera = captain(game), make_volunteer(game)
    sent = write(make_master(game), LUNA, way="courier")
    cyrillic = sent.code.translate(str.maketrans("ACEHKMPTXYB", "АСЕНКМРТХУВ")).lower()

    for by, code in ((vera, sent.code), (rita, "XXXXXX"), (rita, "")):
        with pytest.raises(CodeWrongError):
            dispatches.open_by_code(code=code, by=by)
    assert dispatches.open_by_code(code=cyrillic, by=rita).state == DispatchState.ARRIVED


def test_r5_card_rides_along_and_comes_up_on_arrival(game):
    first = the_card(game)
    sent = write(make_master(game), way="courier", card_id=first.pk)
    assert the_card(game).state == "shelf"

    dispatches.hand_over(dispatch_id=sent.pk, by=courier(game))

    assert the_card(game).state == "open"


def test_r5_card_that_came_by_itself_meanwhile_stays_as_it_is(game):
    sent = write(make_master(game), way="courier", card_id=the_card(game).pk)
    Card.objects.filter(pk=sent.card_id).update(state="expired", issued_at=0, turn=1)

    dispatches.hand_over(dispatch_id=sent.pk, by=courier(game))

    assert the_card(game).state == "expired"


def test_r5_players_dispatches_are_on_their_way_but_not_to_the_masters(hand: Hand):
    game = make_day(settings={"dispatch_minutes": 3})
    (vera,) = make_volunteers(game, 1)

    assert write(vera, LUNA).due_at == 180_000
    assert write(vera, MASTERS).state == DispatchState.ARRIVED


def test_r5_player_sends_no_card_and_signs_with_their_own_name(game):
    vera = make_volunteer(game)

    sent = write(vera, LUNA, sender="Варго", card_id=the_card(game).pk, minutes=99)

    assert (sent.card, sent.sender["ru"], sent.sender["en"]) == (None, "ЦУП, Вера", "HQ, Вера")
    assert write(captain(game), MASTERS).sender["ru"] == "Луна, Рита"


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        ({"text": "  "}, TextUnfitError),
        ({"text": "Ы" * 601}, TextUnfitError),
        ({"places": ()}, AddresseeMissingError),
        (
            {"places": tuple(Place(kind="person", person=n) for n in range(13))},
            AddresseeMissingError,
        ),
        ({"places": (Place(kind="side", key="romans"),)}, NotFoundHereError),
        ({"places": (Place(kind="table", key="mars"),)}, NotFoundHereError),
        ({"places": (Place(kind="person", person=0),)}, NotFoundHereError),
        ({"places": (Place(kind="everybody"),)}, NotFoundHereError),
        ({"way": "delayed"}, AmountError),
        ({"way": "delayed", "minutes": 5000}, AmountError),
        ({"card_id": 0}, NotFoundHereError),
        ({"way": "courier", "courier_id": 0}, NotFoundHereError),
    ],
)
def test_write_what_does_not_fit_is_refused_and_nothing_is_sent(game, wanted, error):
    with pytest.raises(error):
        dispatches.write(**{"text": "!", "places": (HQ,), "by": make_master(game), **wanted})
    assert Dispatch.objects.count() == 0


def test_write_is_not_for_couriers_nor_after_the_end(game):
    with pytest.raises(NotAllowedError):
        write(courier(game))
    turns.end(cards=[], by=make_master(game))
    with pytest.raises(DayOverError):
        write(make_master(game))


def test_reading_is_noted_once_and_an_answer_may_change(game):
    vera, timur = make_volunteers(game, 2)
    sent = write(make_master(game))
    dispatches.read(dispatch_id=sent.pk, by=vera)
    dispatches.read(dispatch_id=sent.pk, by=vera, reply="doing")
    dispatches.read(dispatch_id=sent.pk, by=vera, reply="doing")
    dispatches.read(dispatch_id=sent.pk, by=vera, reply="cannot")

    assert Reading.objects.get().reply == "cannot"
    assert sent.addresses.get().read_at is not None
    assert (len(heard("dispatch_read")), len(heard("dispatch_answered"))) == (1, 2)
    dispatches.read(dispatch_id=sent.pk, by=timur)
    assert Reading.objects.count() == 2


def test_read_what_is_not_yours_or_has_not_come_is_refused(game):
    vera, rita = make_volunteer(game), captain(game)
    here = write(make_master(game), LUNA)
    later = write(make_master(game), way="delayed", minutes=5)
    for viewer, sent, reply in ((vera, here, ""), (vera, later, ""), (rita, here, "whatever")):
        with pytest.raises(NotFoundHereError):
            dispatches.read(dispatch_id=sent.pk, by=viewer, reply=reply)
    assert Reading.objects.count() == 0


def test_unread_rises_once_while_an_address_has_not_read_it(game, hand):
    vera, _rita = make_volunteer(game), captain(game)
    sent = write(make_master(game), HQ, LUNA)
    dispatches.read(dispatch_id=sent.pk, by=vera)
    hand.move(minutes=3, seconds=1)
    deadlines.run_due()
    deadlines.run_due()

    sent.refresh_from_db()
    assert sent.unread_at is not None
    assert len(heard("dispatch_unread")) == 1


def test_read_everywhere_never_rises(game, hand):
    vera = make_volunteer(game)
    sent = write(make_master(game))
    dispatches.read(dispatch_id=sent.pk, by=vera)
    hand.move(minutes=9)
    deadlines.run_due()

    assert heard("dispatch_unread") == []


def test_recall_of_what_is_under_way(game, hand):
    master = make_master(game)
    sent = write(master, way="delayed", minutes=5)
    with pytest.raises(NotAllowedError):
        dispatches.recall(dispatch_id=sent.pk, by=make_volunteer(game))
    dispatches.recall(dispatch_id=sent.pk, by=master)
    hand.move(minutes=6)
    deadlines.run_due()

    sent.refresh_from_db()
    assert sent.state == DispatchState.RECALLED
    for late in (sent, write(master)):
        with pytest.raises(DispatchGoneError):
            dispatches.recall(dispatch_id=late.pk, by=master)


def test_prepared_dispatch_is_sent_once_by_a_master(hand: Hand):
    letter = {"slug": "l", "from": text("Адмирал"), "to": [{"kind": "hq"}], "text": text("!")}
    game = make_day(dispatches=[letter, {**letter, "slug": "timed", "at_minutes": 2}])
    ready = Dispatch.objects.get(slug="l")

    with pytest.raises(NotAllowedError):
        dispatches.send_prepared(dispatch_id=ready.pk, by=make_volunteer(game))
    assert dispatches.send_prepared(dispatch_id=ready.pk, by=make_master(game)).arrived_at == 0
    with pytest.raises(DispatchGoneError):
        dispatches.send_prepared(dispatch_id=ready.pk, by=make_master(game))
    hand.move(minutes=3)
    deadlines.run_due()
    assert Dispatch.objects.get(slug="timed").arrived_at == 120_000


def test_dispatch_arrives_before_the_card_of_the_same_moment(hand: Hand):
    letter = {"slug": "l", "from": text("А"), "to": [{"kind": "hq"}], "text": text("!")}
    game = make_day(card("first", minutes=5), dispatches=[{**letter, "at_minutes": 5}])
    cards.issue(card_id=the_card(game).pk, by=make_master(game))
    hand.move(minutes=6)
    deadlines.run_due()

    kinds = list(JournalEntry.objects.order_by("seq").values_list("kind", flat=True))
    assert kinds.index("dispatch_arrived") < kinds.index("card_expired")
