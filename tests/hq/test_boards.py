"""What the boards show, and what it costs to read it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from hq import choruses, clock, deadlines, decisions, figures, ledger, presence, turns
from hq.boards import cards, chorus, day, doors, master, me, pools, reads
from hq.boards.views import CardView, PoolDial
from hq.enums import PoolKind, Role
from hq.figures import Figures
from hq.models import Card, Invitation, LedgerLine, Pool
from hq.viewers import Viewer
from tests.factories.days import (
    answer_now,
    back_all,
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteer,
    make_volunteers,
    speak,
    text,
    the_card,
    the_way,
    way,
)
from tests.factories.hands import Hand

pytestmark = pytest.mark.django_db


def dial(viewer: Viewer, kind: PoolKind) -> PoolDial:
    return next(found for found in pools.pools(viewer).dials if found.kind == kind)


def shown(viewer: Viewer, slug: str = "first", title: str = "Карта") -> CardView:
    return next(found for found in cards.cards(viewer).open if found.title == f"{title} {slug}")


# Pools


def test_dials_stand_in_the_order_of_the_pools_with_balance_and_share():
    game = make_day()

    told = pools.pools(make_volunteer(game)).dials

    assert [found.kind for found in told] == ["energy", "resources", "morale"]
    assert [(found.balance, found.share) for found in told] == [(60, 75), (40, 66), (24, 80)]
    assert [found.last_delta for found in told] == [0, 0, 0]  # a pool that only opened


def test_voiced_way_is_promised_and_what_is_left_after_it_is_shown():
    game = make_day(card("first", way("one", cost={"energy": 20})))
    crew = make_volunteers(game, 2)
    issue(game)
    chorus_ = call_chorus(game, crew)

    told = dial(crew[0], PoolKind.ENERGY)

    assert (told.balance, told.promised, told.free, told.free_share) == (60, 20, 40, 50)
    speak(chorus_, *crew)
    told = dial(crew[0], PoolKind.ENERGY)
    assert (told.balance, told.promised, told.free, told.last_delta) == (40, 0, 40, -20)


def test_promise_that_is_not_covered_leaves_nothing_free():
    game = make_day(card("first", way("one", cost={"energy": 50})))
    crew = make_volunteers(game, 2)
    issue(game)
    call_chorus(game, crew)
    ledger.correct(kind="energy", delta=-30, note="пожар", by=make_master(game))

    told = dial(crew[0], PoolKind.ENERGY)

    assert (told.balance, told.promised, told.free) == (30, 50, 0)


def test_boards_and_ledger_promise_the_same():
    game = make_day(
        card("first", way("one", cost={"energy": 20, "morale": 1})),
        card("second", way("one", cost={"energy": 5, "resources": 2})),
    )
    crew = make_volunteers(game, 2)
    issue(game)
    issue(game, "second")
    call_chorus(game, crew)
    call_chorus(game, crew, of="second")

    assert reads.promised(crew[0]) == ledger.promised(game.pk)
    assert set(ledger.promised(game.pk).values()) == {25, 2, 1}


@pytest.mark.parametrize(
    ("balance", "band", "level"),
    [
        (100, "в строю", 3),
        (70, "в строю", 3),
        (69, "устали", 2),
        (40, "устали", 2),
        (39, "на пределе", 1),
        (15, "на пределе", 1),
        (14, "не в состоянии работать", 0),
        (0, "не в состоянии работать", 0),
    ],
)
def test_r2_band_by_share_of_the_ceiling(balance: int, band: str, level: int):
    game = make_day(pools={"morale": {"start": balance, "ceiling": 100}})

    told = dial(make_volunteer(game), PoolKind.MORALE)

    assert (told.band.name, told.band.level) == (band, level)
    assert [(found.to_share, found.from_share) for found in told.bands] == [
        (100, 70),
        (70, 40),
        (40, 15),
        (15, 0),
    ]


def test_r2_bands_are_data_of_the_pack_and_only_for_morale():
    bands = [
        {"level": 0, "name": text("плохо"), "from": 0},
        {"level": 3, "name": text("славно"), "from": 50},
    ]
    game = make_day(settings={"morale_bands": bands})
    vera = make_volunteer(game)

    assert [band.name for band in dial(vera, PoolKind.MORALE).bands] == ["славно", "плохо"]
    assert dial(vera, PoolKind.ENERGY).bands == ()
    assert dial(vera, PoolKind.ENERGY).band is None


def test_band_speaks_the_language_of_the_reader():
    game = make_day()
    vera = make_volunteer(game)

    with translation.override("en"):
        assert dial(vera, PoolKind.MORALE).band.name == "fit for duty"


# Cards


def test_card_is_shown_whole():
    game = make_day(card("first", threshold="majority", worse=text("Бездействие")))
    crew = make_volunteers(game, 3)
    issue(game)
    back_all(game, crew[:2])

    told = shown(crew[0])

    assert (told.map_name, told.turn, told.due_ms - told.issued_ms) == ("Луна", 1, 600_000)
    assert (told.situation, told.how, told.failure, told.worse) == (
        "Что происходит",
        "Как преодолеть",
        "Что будет, если нет",
        "Бездействие",
    )
    one, two = told.ways
    assert (one.votes, one.share, one.is_ready) == (2, 66, True)
    assert one.backers == ("Вера", "Глафира")
    assert (two.votes, two.is_ready) == (0, False)
    assert (told.voted, told.present) == (2, 3)


def test_cost_is_measured_against_what_is_free():
    game = make_day(
        card("first", way("one", cost={"energy": 40})),
        card("second", way("one", cost={"energy": 30, "morale": 25})),
    )
    crew = make_volunteers(game, 2)
    issue(game)
    issue(game, "second")
    call_chorus(game, crew)

    (told,) = shown(crew[0], "second").ways

    assert [(cost.kind, cost.free, cost.missing) for cost in told.costs] == [
        ("energy", 20, 10),
        ("morale", 24, 1),
    ]
    assert not told.is_affordable


def test_own_promise_does_not_count_against_a_voiced_way():
    game = make_day(card("first", way("one", cost={"energy": 40})))
    crew = make_volunteers(game, 2)
    issue(game)
    call_chorus(game, crew)

    (told,) = shown(crew[0]).ways

    assert (told.costs[0].free, told.costs[0].missing, told.is_affordable) == (60, 0, True)


def test_shelf_and_other_days_are_nobodys_business():
    game, other = make_day(), make_day(key="other")
    vera = make_volunteer(game)
    issue(other)

    assert cards.cards(vera).open == ()
    assert cards.card(vera, the_card(game).pk) is None
    assert cards.card(vera, the_card(other).pk) is None
    assert cards.ribbon(vera).items == ()
    assert cards.stage(vera).card is None


def test_card_alone_equals_the_card_among_the_others():
    game = make_day()
    crew = make_volunteers(game, 2)
    first = issue(game)
    issue(game, "second")
    call_chorus(game, crew)

    assert cards.card(crew[0], first.pk) == shown(crew[0])


def test_ribbon_and_cards_have_the_nearest_deadline_first_and_the_endless_last():
    game = make_day(
        card("end", minutes=None, until_end=True),
        card("late", minutes=30),
        card("soon", minutes=5),
    )
    vera = make_volunteer(game)
    for slug in ("end", "late", "soon"):
        issue(game, slug)

    expected = ["Карта soon", "Карта late", "Карта end"]
    assert [item.title for item in cards.ribbon(vera).items] == expected
    assert [told.title for told in cards.cards(vera).open] == expected
    assert cards.stage(vera).card.title == "Карта soon"
    assert cards.stage(vera).waiting == 2


def test_wall_holds_up_the_card_in_chorus():
    game = make_day(card("soon", minutes=5), card("first"))
    crew = make_volunteers(game, 2)
    issue(game, "soon")
    issue(game)
    call_chorus(game, crew)

    assert cards.stage(crew[0]).card.title == "Карта first"


def test_closed_cards_turn_over_and_say_what_happens_now(hand: Hand):
    game = make_day(
        card("first", way("one", outcome=text("Сделано"))),
        card("second", failure=text("Рухнуло")),
    )
    crew = make_volunteers(game, 2)
    issue(game)
    issue(game, "second")
    chorus_ = call_chorus(game, crew)
    assert "Сделано" not in repr(cards.cards(crew[0]))
    speak(chorus_, *crew)
    hand.move(minutes=11)
    deadlines.run_due()

    told = cards.cards(crew[0]).closed
    assert [(found.title, found.result) for found in told] == [
        ("Карта second", "Рухнуло"),
        ("Карта first", "Сделано"),
    ]
    assert told[1].voiced_by == "Вера"
    assert told[0].voiced_by == ""


def test_only_the_last_few_closed_cards_stay_on_the_desk():
    deck = [card(f"c{number}") for number in range(5)]
    game = make_day(*deck)
    crew = make_volunteers(game, 2)
    for number in range(5):
        issue(game, f"c{number}")
        speak(call_chorus(game, crew, of=f"c{number}"), *crew)

    told = cards.cards(crew[0]).closed

    assert [found.title for found in told] == ["Карта c4", "Карта c3", "Карта c2"]
    assert {found.voiced_by for found in told} == {"Вера"}


# Chorus


def test_chorus_before_the_first_is_empty():
    vera = make_volunteer(make_day())

    assert chorus.chorus(vera) == chorus.NO_CHORUS
    assert chorus.ring(vera) == chorus.NO_RING
    assert chorus.desk(vera).chorus_id == 0


def test_ceremony_and_ring(hand: Hand):
    game = make_day()
    crew = make_volunteers(game, 3)
    issue(game)
    issue(game, "second")
    sounding = call_chorus(game, crew)
    call_chorus(game, crew, of="second")
    speak(sounding, crew[1])

    told, ring = chorus.chorus(crew[0]), chorus.ring(crew[0])

    assert (told.state, told.wording, told.voiced_by) == ("open", "Путь one", "Вера")
    assert told.queue == ("Путь one",)
    assert told.ends_ms - told.opened_ms == 20_000
    assert (ring.spoken, ring.needed, ring.size, ring.share) == (1, 2, 3, 50)
    assert (ring.said, ring.waiting) == (("Глафира",), ("Вера", "Тимур"))


def test_outcome_is_told_only_when_sealed():
    game = make_day(card("first", way("one", outcome=text("Сделано"))))
    crew = make_volunteers(game, 2)
    issue(game)
    broken = call_chorus(game, crew)
    assert chorus.chorus(crew[0]).result == ""
    choruses.break_off(chorus_id=broken.pk, reason="ещё", by=make_master(game))
    told = chorus.chorus(crew[0])
    assert (told.state, told.result, "ещё" in told.verdict) == ("broken", "", True)

    speak(call_chorus(game, crew), *crew)

    told = chorus.chorus(crew[0])
    assert (told.state, told.result) == ("sealed", "Сделано")
    assert told.closed_ms is not None


def test_what_was_missing_is_said_in_words():
    game = make_day(card("first", way("one", cost={"energy": 60})))
    crew = make_volunteers(game, 2)
    issue(game)
    chorus_ = call_chorus(game, crew)
    ledger.correct(kind="energy", delta=-7, note="пожар", by=make_master(game))
    speak(chorus_, *crew)

    assert "7" in chorus.chorus(crew[0]).verdict
    assert str(PoolKind.ENERGY.label) in chorus.chorus(crew[0]).verdict


def test_desk_shows_who_is_lost_and_who_has_spoken(hand: Hand):
    game = make_day()
    crew = make_volunteers(game, 4)
    issue(game)
    sounding = call_chorus(game, crew)
    speak(sounding, crew[0])
    hand.move(seconds=Figures().lost_after + 1)
    answer_now(*crew[:3])
    deadlines.run_due()

    told = {v.name: (v.has_spoken, v.is_lost) for v in chorus.desk(make_master(game)).voices}
    assert told == {
        "Вера": (True, False),
        "Глафира": (False, False),
        "Тимур": (False, False),
        "Стужа": (False, True),
    }


# People, me, day


def test_me_is_only_ones_own():
    game = make_day()
    crew = make_volunteers(game, 3)
    first = issue(game)
    issue(game, "second")
    decisions.back(card_id=first.pk, way_id=the_way(game, "two").pk, by=crew[0])
    call_chorus(game, crew[1:], of="second")
    choruses.speak(chorus_id=reads.sounding(crew[1]).pk, by=crew[1])

    vera, glafira = me.me(crew[0]), me.me(crew[1])

    assert [(b.card_id, b.way_title) for b in vera.ballots] == [(first.pk, "Путь two")]
    assert (vera.chorus_id != 0, vera.has_spoken) == (True, False)
    assert glafira.has_spoken
    assert vera.restore_path != glafira.restore_path
    assert (vera.name, vera.role_name) == ("Вера", str(Role.VOLUNTEER.label))


def test_me_before_anything_happened():
    vera = make_volunteer(make_day())

    told = me.me(vera)

    assert (told.ballots, told.chorus_id, told.has_spoken, told.is_marked_here) == (
        (),
        0,
        False,
        False,
    )


def test_people_here_and_away(hand: Hand):
    game = make_day()
    crew = make_volunteers(game, 3)
    presence.mark(person_id=crew[2].person_id, here=True, by=make_master(game))
    hand.move(seconds=60)
    answer_now(crew[0])

    told = day.people(crew[0])

    assert [(p.name, p.is_marked) for p in told.present] == [("Вера", False), ("Тимур", True)]
    assert [p.name for p in told.away] == ["Глафира"]


def test_roll_and_present_agree(hand: Hand):
    game = make_day()
    make_volunteers(game, 4)
    hand.move(seconds=60)
    make_volunteer(game, "Новый")
    measure: dict[str, Any] = {"figures": figures.of(game), "moment": clock.wall()}
    here = {person.pk for person, is_here in presence.roll(game.pk, **measure) if is_here}

    assert here == set(presence.present(game.pk, **measure).values_list("pk", flat=True))
    assert len(here) == 1


def test_banner_says_who_paused_and_why():
    game = make_day()
    vera = make_volunteer(game)
    assert (day.banner(vera).text, day.banner(vera).reason) == ("", "")
    turns.pause(reason="эвакуация", by=make_master(game))

    told = day.banner(vera)

    assert (told.state, told.reason, told.by) == ("paused", "эвакуация", "Глеб")


def test_clock_anchors(hand: Hand):
    game = make_day()
    vera = make_volunteer(game)
    told = day.clock_region(vera)
    assert (told.base_ms, told.since_ms, told.speed) == (0, clock.since_ms(game), 1.0)
    hand.move(seconds=30)
    turns.pause(reason="чай", by=make_master(game))

    told = day.clock_region(vera)

    assert (told.base_ms, told.since_ms) == (30_000, None)


def test_maps_with_and_without_stakes():
    stakes = [
        {
            "slug": slug,
            "question": text(f"Что {slug}?"),
            "answers": [{"slug": "yes", "title": text("да")}, {"slug": "no", "title": text("нет")}],
        }
        for slug in ("a", "b")
    ]
    maps = [
        {"slug": "luna", "title": text("Луна"), "summary": text("Высадка"), "stakes": stakes},
        {"slug": "l4", "title": text("L4")},
    ]
    game = make_day(maps=maps)

    luna, l4 = day.maps(make_volunteer(game)).maps

    assert [stake.question for stake in luna.stakes] == ["Что a?", "Что b?"]
    assert luna.stakes[0].answers == ("да", "нет")
    assert (l4.title, l4.summary, l4.stakes) == ("L4", "", ())


def test_chronicle_newest_first_on_the_board_and_oldest_first_to_read_aloud():
    deck = [
        card(f"c{n}", way("one", effects=[{"kind": "chronicle", "text": text(f"Строка {n}")}]))
        for n in range(3)
    ]
    game = make_day(*deck)
    crew = make_volunteers(game, 2)
    for number in range(3):
        issue(game, f"c{number}")
        speak(call_chorus(game, crew, of=f"c{number}"), *crew)

    told = [line.text for line in day.chronicle(crew[0]).lines]

    assert told == ["Строка 2", "Строка 1", "Строка 0"]
    assert [line.text for line in day.whole_chronicle(game.pk).lines] == told[::-1]
    assert day.chronicle(crew[0]).lines[0].map_name == "Луна"


def test_doors_on_the_wall_and_on_the_masters_console():
    game = make_day()
    vera = make_volunteer(game)
    codes = set(Invitation.objects.filter(game=game).values_list("code", flat=True))

    wall, all_doors = doors.join(vera), doors.joins(make_master(game))

    assert wall.role == str(Role.VOLUNTEER.label)
    assert wall.code in wall.url
    assert "<svg" in wall.qr
    assert {told.code for told in all_doors.joins} == codes
    Invitation.objects.update(is_open=False)
    assert doors.join(vera) is None


def test_shelf_by_turns():
    game = make_day(card("now"), card("later", turn=3), card("early", turn=1))
    viewer = make_master(game)

    told = master.shelf(viewer)

    assert {found.title for found in told.this_turn} == {"Карта now", "Карта early"}
    assert [found.title for found in told.later] == ["Карта later"]
    assert told.can_issue


def test_pulse_says_what_can_be_done():
    game = make_day(started=False)
    viewer = make_master(game)
    make_volunteer(game)
    told = master.pulse(viewer)
    assert (told.can_start, told.can_pause, told.can_resume) == (True, False, False)
    turns.start(by=viewer)
    issue(game)

    told = master.pulse(viewer)

    assert (told.can_start, told.can_pause, told.can_resume) == (False, True, False)
    assert (told.present, told.open_cards) == (1, 1)


def test_journal_is_in_words_for_the_reader():
    game = make_day(card("first", way("one", cost={"energy": 3})))
    crew = make_volunteers(game, 2)
    issue(game)
    speak(call_chorus(game, crew), *crew)

    told = {item.text: item.who for item in master.journal(make_master(game)).items}

    assert "Sealed: «Путь one»" in told or "Путь one" in " ".join(told)
    assert "Вера" in told.values()
    assert not any("%(" in line for line in told)


# What it costs


def crowded_day(count: int, key: str) -> list[Viewer]:
    """A chorus over the first of `count` open cards, backings on a few more; its volunteers."""
    deck = [card(f"c{n}", way("one", cost={"energy": 1}), way("two")) for n in range(count)]
    game = make_day(*deck, key=key)
    crew = make_volunteers(game, 4)
    for number in range(count):
        issue(game, f"c{number}")
    for number in range(min(count, 6)):
        back_all(game, crew[1:], of=f"c{number}")
    call_chorus(game, crew, of="c0")
    return crew


@pytest.mark.parametrize(
    "build", [cards.cards, cards.ribbon, cards.stage, chorus.chorus, me.me, pools.pools]
)
def test_forty_cards_take_as_many_statements_as_one(build):
    asked = []
    for count in (1, 40):
        crew = crowded_day(count, key=f"day-{count}")
        with CaptureQueriesContext(connection) as captured:
            build(crew[1])
        asked.append(len(captured))

    assert asked[0] == asked[1]


def test_dials_do_not_read_the_whole_ledger():
    game = make_day()
    vera = make_volunteer(game)
    for _ in range(5):
        ledger.give(kind="energy", amount=1, by=vera)
    assert LedgerLine.objects.count() == 8

    with CaptureQueriesContext(connection) as asked:
        pools.pools(vera)

    of_the_ledger = [q["sql"] for q in asked.captured_queries if "hq_ledgerline" in q["sql"]]
    assert of_the_ledger
    assert all("LIMIT 1" in sql for sql in of_the_ledger)


def test_viewer_of_a_socket_reads_anew_each_time():
    game = make_day()
    vera = make_volunteer(game)
    assert dial(vera, PoolKind.ENERGY).balance == 60

    ledger.give(kind="energy", amount=5, by=vera)

    assert dial(vera, PoolKind.ENERGY).balance == 65


def test_notes_of_a_request_are_forgotten_by_its_own_command():
    game = make_day()
    vera = replace(make_volunteer(game), notes={})
    assert dial(vera, PoolKind.ENERGY).balance == 60
    Pool.objects.filter(kind="energy").update(balance=61)
    assert dial(vera, PoolKind.ENERGY).balance == 60

    ledger.give(kind="energy", amount=5, by=vera)

    assert dial(vera, PoolKind.ENERGY).balance == 66
    assert Card.objects.count() == 3
