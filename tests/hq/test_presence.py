"""R-9: who is here."""

from __future__ import annotations

import pytest

from hq import clock, deadlines, figures, people, presence
from hq.errors import NotAllowedError, NotFoundHereError
from hq.models import Game, JournalEntry, Person
from tests.factories.days import (
    answer_now,
    call_chorus,
    issue,
    make_day,
    make_master,
    make_volunteer,
    make_volunteers,
    speak,
)
from tests.factories.hands import Hand

pytestmark = pytest.mark.django_db


def names(rows) -> set[str]:
    return set(rows.values_list("name", flat=True))


def change(*, came: list[int | None], left: list[int | None], card: int) -> dict[str, object]:
    return {"came": came, "left": left, "open_cards": [card], "seers": []}


def present(game: Game) -> set[str]:
    return names(presence.present(game.pk, figures=figures.of(game), moment=clock.wall()))


@pytest.mark.parametrize(("silent", "is_here"), [(0, True), (44.9, True), (45, False)])
def test_r9_present_is_heard_of_within_45_seconds(hand: Hand, silent: float, is_here: bool):
    game = make_day()
    make_volunteer(game)
    hand.move(seconds=silent)

    assert present(game) == ({"Вера"} if is_here else set())


def test_marked_is_present_with_a_dead_phone(hand: Hand):
    game = make_day()
    vera = make_volunteer(game)
    master = make_master(game)
    hand.move(minutes=30)
    presence.mark(person_id=vera.person_id, here=True, by=master)
    assert present(game) == {"Вера"}

    presence.mark(person_id=vera.person_id, here=False, by=master)

    assert present(game) == set()


def test_marking_twice_is_one_entry():
    game = make_day()
    vera = make_volunteer(game)
    master = make_master(game)
    for _ in range(3):
        presence.mark(person_id=vera.person_id, here=True, by=master)

    entry = JournalEntry.objects.get(kind="person_marked")
    assert entry.params == {"person": vera.person_id, "here": True}
    assert entry.person_id == master.person_id


def test_only_a_master_marks_and_only_people_of_this_day():
    game, other = make_day(), make_day(key="other")
    vera, lora = make_volunteer(game), make_volunteer(other, "Лора")

    with pytest.raises(NotAllowedError):
        presence.mark(person_id=vera.person_id, here=True, by=vera)
    with pytest.raises(NotFoundHereError):
        presence.mark(person_id=lora.person_id, here=True, by=make_master(game))


def test_master_is_not_counted_among_the_present():
    game = make_day()
    master = make_master(game)
    presence.beat_many([master.person_id])

    assert present(game) == set()


def test_seat_taken_back_is_not_present():
    game = make_day()
    vera = make_volunteer(game)
    people.revoke(seat_id=vera.seat_id, by=make_master(game))

    assert present(game) == set()


def test_beat_is_written_at_most_every_six_seconds(hand: Hand, django_assert_num_queries):
    game = make_day()
    vera = make_volunteer(game)
    seen_at = clock.wall()
    hand.move(seconds=6)
    with django_assert_num_queries(0):
        presence.beat(vera.person_id, seen_at=seen_at)
    hand.move(seconds=0.1)
    with django_assert_num_queries(1):
        presence.beat(vera.person_id, seen_at=seen_at)

    assert Person.objects.get(pk=vera.person_id).seen_at == hand.moment


def test_whoever_presses_a_button_is_fresh_for_a_chorus_though_the_ticker_is_late(hand: Hand):
    game = make_day()
    vera = make_volunteer(game)
    for second in range(1, 30):
        hand.move(seconds=1)
        person = Person.objects.get(pk=vera.person_id)
        if second % 3 == 0:
            presence.beat(person.pk, seen_at=person.seen_at)
            fresh = presence.fresh(game.pk, figures=figures.Figures(), moment=clock.wall())
            assert list(fresh) == [person], second


def test_first_beat_of_a_person_is_written(hand: Hand):
    game = make_day()
    vera = make_volunteer(game)
    Person.objects.update(seen_at=None)

    presence.beat(vera.person_id, seen_at=None)

    assert Person.objects.get(pk=vera.person_id).seen_at == hand.moment


def test_beat_of_a_whole_hub_is_one_statement_and_no_event(django_assert_num_queries):
    game = make_day()
    crew = make_volunteers(game, 8)
    seq = Game.objects.get().seq

    with django_assert_num_queries(1):
        presence.beat_many({viewer.person_id for viewer in crew})
    with django_assert_num_queries(0):
        presence.beat_many(set())

    assert Game.objects.get().seq == seq


def test_coming_and_going_is_told_once_each(hand: Hand):
    game = make_day()
    vera, glafira = make_volunteers(game, 2)
    first = issue(game)
    presence.note_changes(game.pk)
    hand.move(seconds=46)
    answer_now(glafira)
    JournalEntry.objects.filter(kind="presence_changed").delete()

    presence.note_changes(game.pk)
    presence.note_changes(game.pk)

    entry = JournalEntry.objects.get(kind="presence_changed")
    assert entry.params == change(came=[], left=[vera.person_id], card=first.pk)
    assert {f"card:{first.pk}", "people", "tally"} <= set(entry.topics)


def test_who_joins_is_shown_as_present_at_once():
    game = make_day()
    vera = make_volunteer(game)
    first = issue(game)
    lora = make_volunteer(game, "Лора")

    entry = JournalEntry.objects.filter(kind="presence_changed").last()

    assert entry.params == change(came=[lora.person_id], left=[], card=first.pk)
    assert set(Person.objects.filter(shown_present=True).values_list("pk", flat=True)) == {
        vera.person_id,
        lora.person_id,
    }


def test_seat_taken_back_is_shown_as_gone_at_once():
    game = make_day()
    vera = make_volunteer(game)
    first = issue(game)

    people.revoke(seat_id=vera.seat_id, by=make_master(game))

    entry = JournalEntry.objects.filter(kind="presence_changed").last()
    assert entry.params == change(came=[], left=[vera.person_id], card=first.pk)


def test_window_of_presence_is_data_of_the_pack(hand: Hand):
    game = make_day(settings={"present_for": 5})
    make_volunteer(game)
    hand.move(seconds=6)

    assert present(game) == set()


# «Ухожу»


def test_who_leaves_is_away_at_once_whatever_their_phone_answers(hand: Hand):
    game = make_day()
    vera, lora = make_volunteers(game, 2)
    presence.mark(person_id=vera.person_id, here=True, by=make_master(game))

    presence.leave(by=vera)
    presence.leave(by=vera)
    presence.beat_many([vera.person_id, lora.person_id])

    assert present(game) == {"Глафира"}
    assert JournalEntry.objects.filter(kind="person_left").count() == 1
    entry = JournalEntry.objects.filter(kind="presence_changed").last()
    assert entry.params["left"] == [vera.person_id]


def test_no_chorus_waits_for_who_has_left(hand: Hand):
    game = make_day()
    crew = make_volunteers(game, 3)
    issue(game)
    presence.leave(by=crew[2])

    chorus = call_chorus(game, crew[:2])

    assert set(chorus.voices.values_list("person_id", flat=True)) == {
        viewer.person_id for viewer in crew[:2]
    }


def test_who_leaves_in_the_window_is_let_go_and_may_complete_it(hand: Hand):
    game = make_day()
    crew = make_volunteers(game, 4)
    issue(game)
    chorus = call_chorus(game, crew)
    speak(chorus, *crew[:2])
    presence.leave(by=crew[3])

    deadlines.run_due()

    chorus.refresh_from_db()
    assert chorus.voices.get(person_id=crew[3].person_id).is_lost
    assert chorus.state == "sealed"


def test_coming_back_counts_again_once(hand: Hand):
    game = make_day()
    vera = make_volunteer(game)
    presence.come_back(by=vera)
    presence.leave(by=vera)
    hand.move(minutes=20)

    presence.come_back(by=vera)
    presence.come_back(by=vera)

    assert present(game) == {"Вера"}
    assert JournalEntry.objects.filter(kind="person_returned").count() == 1


def test_master_who_sees_them_in_the_room_ends_the_absence():
    game = make_day()
    vera = make_volunteer(game)
    presence.leave(by=vera)

    presence.mark(person_id=vera.person_id, here=True, by=make_master(game))

    assert present(game) == {"Вера"}


def test_only_volunteers_leave():
    with pytest.raises(NotAllowedError):
        presence.leave(by=make_master(make_day()))
