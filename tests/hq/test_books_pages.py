"""Stakes, the ledger, the undo and the end of the day, as pages and commands."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import translation

from hq import exchange, ledger, stakes, turns
from hq.boards import books, cards, day, evening
from hq.boards import stakes as desk
from hq.enums import GameState, PoolKind, Role
from hq.models import Card, Game, LedgerLine, Price
from hq.viewers import Viewer
from tests.contracts.demo import seated
from tests.factories.days import (
    answered,
    call_chorus,
    card,
    issue,
    make_asked_day,
    make_day,
    make_master,
    make_volunteer,
    make_volunteers,
    speak,
    text,
    the_card,
    the_stake,
    way,
)
from tests.factories.hands import Hand
from tests.factories.visitors import press, sit

pytestmark = pytest.mark.django_db

OFFER = (way("yes", kind="accept"), way("no", kind="decline"))


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


# Stakes


def test_desk_tells_the_questions_and_what_each_answer_sets_off():
    effects = [
        {"kind": "pool", "pool": "energy", "delta": -4},
        {"kind": "chronicle", "text": text("Луна молчит")},
        {"kind": "release", "card": "second", "when": "now"},
        {"kind": "release", "card": "third", "when": "after", "after_minutes": 2},
        {"kind": "release", "card": "first", "when": "next_turn"},
    ]
    game = make_asked_day(*effects)
    master = make_master(game)
    with translation.override("ru"):
        told = desk.stakes(master)

    (item,) = told.maps[0].stakes
    assert (told.open_count, told.can_answer, item.answer) == (1, True, "")
    said = item.answers[0].effects
    assert "−4" in said[0]
    assert "Луна молчит" in said[1]
    assert "Карта second" in said[2]
    assert "2" in said[3]
    assert "Карта first" in said[4]
    assert item.answers[1].effects == ()


def test_answer_is_shown_to_everyone_and_only_once_to_the_desk():
    game = make_asked_day()
    vera = make_volunteer(game)
    assert day.maps(vera).maps[0].stakes[0].answer == ""

    answered(game, "no")

    assert day.maps(vera).maps[0].stakes[0].answer == "Нет"
    assert desk.stakes(make_master(game)).open_count == 0


def test_master_closes_a_question_by_a_command_and_a_volunteer_cannot():
    game = make_asked_day()
    stake = the_stake(game).pk

    assert press(sit(make_volunteer(game)), "answer", stake, answer="yes").status_code == 409
    master = sit(make_master(game))
    assert press(master, "answer", stake, answer="no such").status_code == 422
    assert press(master, "answer", stake, answer="yes").status_code == 204
    refused = press(master, "answer", stake, answer="no")
    assert refused.status_code == 409
    assert "Да" in refused.content.decode()


# Exchange


def test_volunteer_exchanges_from_the_board(hand: Hand):
    prices = [{"slug": "crate", "title": text("ящик"), "resources": 3}]
    game = make_day(prices=prices)
    client = sit(make_volunteer(game))
    price = Price.objects.get(game=game)
    assert "ящик" in client.get("/hq/").content.decode()

    assert press(client, "buy", price=price.pk, count=2).status_code == 204
    assert press(client, "buy", price=price.pk, count=99).status_code == 409
    assert press(client, "buy", price=price.pk, count=1, back=1).status_code == 409
    assert press(client, "buy", price=price.pk, count="x").status_code == 422

    assert LedgerLine.objects.get(reason="exchange").delta == -6


def test_board_without_a_price_list_offers_no_exchange():
    assert b'data-keep="exchange"' not in sit(make_volunteer(make_day())).get("/hq/").content


# The ledger


def test_ledger_is_open_to_everyone_of_the_day_and_its_undo_to_masters():
    game = make_day()
    vera = make_volunteer(game)
    gift = ledger.give(kind=PoolKind.ENERGY, amount=5, by=vera)
    wall = seated(game, Role.SCREEN, "WALLAA")
    undo = f"/ledger/{gift.pk}/undo/"

    for viewer in (vera, wall):
        page = sit(viewer).get("/ledger/")
        assert page.status_code == 200
        assert "Вера" in page.content.decode()
        assert undo not in page.content.decode()
        assert sit(viewer).get(undo).status_code == 403
        assert sit(viewer).post(undo, {"reason": "моё"}).status_code == 403
    assert undo in sit(make_master(game)).get("/ledger/").content.decode()


def test_ledger_tells_who_why_for_which_card_and_what_was_left():
    game = make_day(card("first", way("one", cost={"resources": 6})))
    crew = make_volunteers(game, 2)
    issue(game)
    speak(call_chorus(game, crew), *crew)

    line = next(each for each in books.ledger(crew[0]).lines if each.kind == "resources")

    assert (line.delta, line.balance_after, line.card_title) == (-6, 34, "Карта first")
    assert line.who == crew[1].name
    assert len(books.ledger(crew[0]).lines) == LedgerLine.objects.count()


@pytest.mark.parametrize(("asked", "shown"), [("resources", "resources"), ("nonsense", "")])
def test_ledger_page_is_narrowed_to_a_pool_that_there_is(asked: str, shown: str):
    html = sit(make_volunteer(make_day())).get("/ledger/", {"pool": asked}).content.decode()

    assert f'data-pool="{shown}"' in html
    assert html.count('aria-current="page"') == 1


def test_ledger_page_is_kept_live_for_every_role():
    game = make_day()
    for role in (Role.CAPTAIN, Role.COURIER, Role.ONLOOKER, Role.SCREEN):
        viewer = seated(game, role, f"{role.value.upper():A<6}"[:6])
        client = sit(viewer)
        assert 'data-board="ledger"' in client.get("/ledger/").content.decode()
        assert client.get("/live/ledger/").status_code == 200


def test_ledger_says_when_a_pool_could_not_give_all_that_was_asked():
    loss = {"kind": "pool", "pool": "resources", "delta": -50}
    game = make_day(card("first", way("one", effects=[loss])))
    crew = make_volunteers(game, 2)
    issue(game)
    speak(call_chorus(game, crew), *crew)

    assert books.ledger(crew[0]).lines[0].asked == -50


def test_undo_pair_points_at_each_other_and_offers_no_further_undo():
    game = make_day()
    master = make_master(game)
    gift = ledger.give(kind=PoolKind.ENERGY, amount=5, by=make_volunteer(game))
    undo = ledger.reverse(line_id=gift.pk, reason="не туда", by=master)

    counter, line = books.ledger(master).lines[:2]

    assert (counter.undoes, counter.can_undo) == (gift.pk, False)
    assert (line.undone_by, line.can_undo) == (undo.pk, False)
    opening = books.ledger(master).lines[-1]
    assert not opening.can_undo


def test_preview_of_an_undo_tells_what_it_touches():
    game = make_day(card("first", way("one", cost={"energy": 58})), card("second", way("one")))
    crew = make_volunteers(game, 2)
    gift = ledger.give(kind=PoolKind.ENERGY, amount=5, by=crew[0])
    ledger.correct(kind=PoolKind.ENERGY, delta=-4, note="утечка", by=make_master(game))
    issue(game)

    told = books.undo(make_master(game), gift.pk)

    assert told is not None
    assert (told.before, told.after, told.missing, told.promised) == (61, 56, 0, 0)
    assert [("Карта first" in words and "58" in words) for words in told.unaffordable] == [True]
    call_chorus(game, crew)
    told = books.undo(make_master(game), gift.pk)
    assert told is not None
    assert (told.promised, told.promised_missing, told.unaffordable) == (58, 2, ())


def test_preview_of_an_undo_below_zero_says_what_is_missing_and_offers_no_button():
    game = make_day()
    gift = ledger.give(kind=PoolKind.ENERGY, amount=5, by=make_volunteer(game))
    ledger.correct(kind=PoolKind.ENERGY, delta=-63, note="пожар", by=make_master(game))
    client = sit(make_master(game))

    page = client.get(f"/ledger/{gift.pk}/undo/").content.decode()
    assert 'name="reason"' not in page
    answer = client.post(f"/ledger/{gift.pk}/undo/", {"reason": "так"})

    assert answer.status_code == 409
    assert not LedgerLine.objects.filter(reason="undo").exists()


def test_master_undoes_by_the_page_once_with_a_reason():
    game = make_day()
    gift = ledger.give(kind=PoolKind.ENERGY, amount=5, by=make_volunteer(game))
    client = sit(make_master(game))
    path = f"/ledger/{gift.pk}/undo/"

    refused = client.post(path, {"reason": " ", "key": "a"})
    assert refused.status_code == 409
    for _try in range(2):  # a double tap: the same one-time key
        done = client.post(path, {"reason": "не туда", "key": "b"})
        assert (done.status_code, done["Location"]) == (302, f"/ledger/#line-{gift.pk}")

    assert LedgerLine.objects.filter(reason="undo").count() == 1
    assert client.post(path, {"reason": "ещё", "key": "c"}).status_code == 409
    assert client.get("/ledger/999999/undo/").status_code == 404


def test_ledger_takes_as_many_statements_for_many_lines(django_assert_max_num_queries):
    game = make_day()
    master = make_master(game)
    for number in range(30):
        ledger.correct(kind="energy", delta=1 - 2 * (number % 2), note="учёт", by=master)

    with django_assert_max_num_queries(3):
        books.ledger(replace(master, notes={}))


# The end of the day


def make_evening() -> Game:
    line = {"kind": "chronicle", "text": text("Мост пал")}
    bring = {"kind": "release", "card": "offer", "when": "now"}
    game = make_day(
        card("first", minutes=None, until_end=True, failure_effects=[line, bring]),
        card("offer", *OFFER, kind="prospect"),
        maps=[{"slug": "luna", "title": text("Луна"), "summary": text("Высадка")}],
    )
    issue(game, "offer")
    issue(game)
    return game


def test_preview_of_the_end_tells_what_fails_what_lapses_and_what_follows():
    game = make_evening()

    told = evening.ending(make_master(game))

    assert [item.title for item in told.failing] == ["Карта first"]
    assert [item.title for item in told.lapsing] == ["Карта offer"]
    (follows,) = told.failing[0].effects  # nothing comes up after the end
    assert "Мост пал" in follows
    assert (told.failing[0].is_until_end, told.chorus, told.can_end) == (True, "", True)


def test_master_ends_the_day_by_the_page():
    game = make_evening()
    client = sit(make_master(game))
    page = client.get("/master/end/")
    assert page.status_code == 200
    seen = evening.ending(make_master(game)).seen

    stale = client.post("/master/end/", {"seen": "1", "key": "a"})
    assert stale.status_code == 409
    for _try in range(2):
        assert client.post("/master/end/", {"seen": seen, "key": "b"}).status_code == 302

    assert fresh(game).state == GameState.OVER
    assert set(Card.objects.values_list("state", flat=True)) == {"expired"}
    assert 'name="seen"' not in client.get("/master/end/").content.decode()


def test_chorus_stands_on_the_preview_with_the_choice():
    game = make_evening()
    crew = make_volunteers(game, 2)
    call_chorus(game, crew)
    client = sit(make_master(game))
    assert "break_chorus" in client.get("/master/end/").content.decode()
    seen = evening.ending(make_master(game)).seen

    assert client.post("/master/end/", {"seen": seen}).status_code == 409
    assert client.post("/master/end/", {"seen": seen, "break_chorus": "1"}).status_code == 302


def test_end_of_the_day_is_nobody_elses_page():
    game = make_evening()
    client = sit(make_volunteer(game))

    assert client.get("/master/end/").status_code == 403
    assert client.post("/master/end/", {"seen": ""}).status_code == 403
    assert press(client, "reopen", reason="ещё").status_code == 409


def test_reopened_day_says_why_on_the_banner():
    game = make_evening()
    master = make_master(game)
    seen = list(Card.objects.values_list("pk", flat=True))
    turns.end(cards=seen, by=master)

    assert press(sit(master), "reopen", reason="рано").status_code == 204

    banner = day.banner(master)
    assert (banner.state, banner.reason, banner.by) == (GameState.PAUSED, "рано", "Глеб")


def test_lapsed_prospect_lies_closed_with_calm_words():
    game = make_day(card("offer", *OFFER, kind="prospect", failure=None))
    issue(game, "offer")
    turns.end(cards=[the_card(game, "offer").pk], by=make_master(game))

    with translation.override("en"):
        (closed,) = cards.cards(make_volunteer_late(game)).closed

    assert closed.state_name == "lapsed"
    assert "Nothing is lost" in closed.result


def make_volunteer_late(game: Game) -> Viewer:
    """Somebody of the HQ after the end: doors are shut, so a volunteer's eyes only."""
    return replace(make_master(game), role=Role.VOLUNTEER)


def test_stakes_and_exchange_hold_across_the_seam():
    """The answer's pool effect and a purchase stand in the same books."""
    effect = {"kind": "pool", "pool": "resources", "delta": 5}
    prices = [{"slug": "crate", "title": text("ящик"), "resources": 3}]
    game = make_asked_day(effect, prices=prices)
    stakes.answer(stake_id=the_stake(game).pk, answer="yes", by=make_master(game))
    exchange.buy(price_id=Price.objects.get().pk, count=1, by=make_volunteer(game))

    assert [line.balance_after for line in books.ledger(make_master(game)).lines[:2]] == [42, 45]
