"""R-3, R-13: the chorus, by every way out of it."""

from __future__ import annotations

import pytest

from hq import choruses, deadlines, decisions, ledger, people, presence, turns
from hq.enums import CardState, ChorusState, Phase, PoolKind, VoiceWay
from hq.errors import (
    ChorusLateError,
    ChorusOverError,
    ChorusTooSmallError,
    ChorusWaitsError,
    GameNotRunningError,
    NotAllowedError,
    NotFoundHereError,
    NotInChorusError,
    ReasonMissingError,
)
from hq.figures import Figures
from hq.journal import AlreadyDone
from hq.models import Card, Chorus, Game, JournalEntry, LedgerLine, Pool, Voice
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
    the_card,
    the_way,
    way,
)
from tests.factories.hands import Hand

pytestmark = pytest.mark.django_db

FRESH, LOST = Figures().fresh_for, Figures().lost_after

DEAR = card("first", way("one", cost={"energy": 20, "resources": 5, "morale": 3}))


def balances(game: Game) -> dict[str, int]:
    return dict(Pool.objects.filter(game=game).values_list("kind", "balance"))


def payments() -> int:
    return LedgerLine.objects.filter(reason="way").count()


def refusal_of(chorus: Chorus) -> tuple[str, str]:
    chorus.refresh_from_db()
    return chorus.state, chorus.verdict


# Voicing


def test_voicing_freezes_the_set_and_tells_who_voiced(hand: Hand):
    game = make_day(DEAR)
    crew = make_volunteers(game, 3)
    issue(game)

    chorus = call_chorus(game, crew)

    assert chorus.state == ChorusState.OPEN
    assert chorus.voiced_by_id == crew[0].person_id
    assert set(chorus.voices.values_list("person_id", flat=True)) == {v.person_id for v in crew}
    assert chorus.ends_at == chorus.opened_at + 20_000
    assert chorus.decision.phase == Phase.CHORUS
    assert ledger.promised(game.pk)[PoolKind.ENERGY] == 20


def test_r3_set_is_those_who_answered_just_now_or_are_marked(hand: Hand):
    game = make_day()
    crew = make_volunteers(game, 4)
    issue(game)
    back_all(game, crew)
    presence.mark(person_id=crew[3].person_id, here=True, by=make_master(game))
    hand.move(seconds=FRESH + 1)
    answer_now(*crew[:2])
    first = the_card(game)

    chorus = decisions.voice(card_id=first.pk, way_id=the_way(game).pk, by=crew[0])

    expected = {crew[0].person_id, crew[1].person_id, crew[3].person_id}
    assert set(chorus.voices.values_list("person_id", flat=True)) == expected


def test_too_few_fresh_people_promise_nothing(hand: Hand):
    game = make_day(DEAR)
    crew = make_volunteers(game, 3)
    issue(game)
    back_all(game, crew)
    hand.move(seconds=FRESH + 1)
    answer_now(crew[0])
    first = the_card(game)

    with pytest.raises(ChorusTooSmallError):
        decisions.voice(card_id=first.pk, way_id=the_way(game).pk, by=crew[0])

    assert not Chorus.objects.exists()
    assert ledger.promised(game.pk)[PoolKind.ENERGY] == 0


# Giving the word


def test_needed_share_seals_pays_and_closes_the_card():
    game = make_day(DEAR)
    crew = make_volunteers(game, 3)
    issue(game)
    chorus = call_chorus(game, crew)

    speak(chorus, crew[0])
    assert balances(game)["energy"] == 60
    speak(chorus, crew[1])

    assert refusal_of(chorus) == (ChorusState.SEALED, "voices")
    assert chorus.decision.phase == Phase.SEALED
    assert the_card(game).state == CardState.RESOLVED
    assert balances(game) == {"energy": 40, "resources": 35, "morale": 21}
    assert payments() == 3


def test_word_is_given_once_however_often_it_is_said():
    game = make_day()
    crew = make_volunteers(game, 4)
    issue(game)
    chorus = call_chorus(game, crew)

    speak(chorus, crew[0], crew[0], crew[0])

    assert Voice.objects.filter(spoken_at__isnull=False).count() == 1
    assert JournalEntry.objects.filter(kind="word_given").count() == 1


def test_one_time_key_of_a_word_works_once():
    game = make_day()
    crew = make_volunteers(game, 4)
    issue(game)
    chorus = call_chorus(game, crew)
    choruses.speak(chorus_id=chorus.pk, by=crew[0], key="a" * 22)

    with pytest.raises(AlreadyDone):
        choruses.speak(chorus_id=chorus.pk, by=crew[0], key="a" * 22)


def test_latecomer_is_told_that_the_next_chorus_is_theirs():
    game = make_day()
    crew = make_volunteers(game, 3)
    issue(game)
    chorus = call_chorus(game, crew)
    late = make_volunteer(game, "Поздний")

    with pytest.raises(NotInChorusError):
        choruses.speak(chorus_id=chorus.pk, by=late)

    assert not Voice.objects.filter(person_id=late.person_id).exists()


def test_master_does_not_speak_and_nobody_else_records_or_seals():
    game = make_day()
    crew = make_volunteers(game, 3)
    issue(game)
    chorus = call_chorus(game, crew)
    master = make_master(game)

    with pytest.raises(NotAllowedError):
        choruses.speak(chorus_id=chorus.pk, by=master)
    with pytest.raises(NotAllowedError):
        choruses.record_voice(chorus_id=chorus.pk, person_id=crew[1].person_id, by=crew[0])
    with pytest.raises(NotAllowedError):
        choruses.seal_for_room(chorus_id=chorus.pk, by=crew[0])
    with pytest.raises(NotAllowedError):
        choruses.break_off(chorus_id=chorus.pk, reason="так", by=crew[0])

    assert refusal_of(chorus) == (ChorusState.OPEN, "")


def test_chorus_of_another_day_does_not_exist_here():
    game, other = make_day(), make_day(key="other")
    crew = make_volunteers(other, 2)
    issue(other)
    chorus = call_chorus(other, crew)

    with pytest.raises(NotFoundHereError):
        choruses.speak(chorus_id=chorus.pk, by=make_volunteer(game))
    with pytest.raises(NotFoundHereError):
        choruses.seal_for_room(chorus_id=chorus.pk, by=make_master(game))


def test_word_waits_while_the_clock_stands_and_the_window_with_it(hand: Hand):
    game = make_day()
    crew = make_volunteers(game, 3)
    issue(game)
    chorus = call_chorus(game, crew)
    master = make_master(game)
    hand.move(seconds=15)
    turns.pause(reason="свет погас", by=master)

    with pytest.raises(GameNotRunningError):
        choruses.speak(chorus_id=chorus.pk, by=crew[0])

    hand.move(minutes=60)
    turns.resume(by=master)
    answer_now(*crew)
    deadlines.run_due()
    assert refusal_of(chorus) == (ChorusState.OPEN, "")
    hand.move(seconds=5)
    speak(chorus, *crew[:2])
    assert refusal_of(chorus) == (ChorusState.SEALED, "voices")


def test_beside_speaks_for_people_of_the_set_only():
    game = make_day()
    crew = make_volunteers(game, 5)
    issue(game)
    chorus = call_chorus(game, crew[:4])
    stranger = make_volunteer(game, "Прохожий")

    choruses.speak(
        chorus_id=chorus.pk,
        by=crew[0],
        beside=[crew[1].person_id, stranger.person_id, 10**6],
    )

    told = dict(Voice.objects.filter(spoken_at__isnull=False).values_list("person_id", "how"))
    assert told == {crew[0].person_id: VoiceWay.TAP, crew[1].person_id: VoiceWay.BESIDE}
    recorded = Voice.objects.get(person_id=crew[1].person_id)
    assert recorded.recorded_by_id == crew[0].person_id


def test_beside_can_complete_the_share():
    game = make_day()
    crew = make_volunteers(game, 3)
    issue(game)
    chorus = call_chorus(game, crew)

    choruses.speak(chorus_id=chorus.pk, by=crew[0], beside=[crew[1].person_id])

    assert refusal_of(chorus) == (ChorusState.SEALED, "voices")


# A game master's hand


def test_voice_by_ear_is_on_record():
    game = make_day()
    crew = make_volunteers(game, 3)
    issue(game)
    chorus = call_chorus(game, crew)
    master = make_master(game)

    choruses.record_voice(chorus_id=chorus.pk, person_id=crew[1].person_id, by=master)

    voice = Voice.objects.get(person_id=crew[1].person_id)
    assert (voice.how, voice.recorded_by_id) == (VoiceWay.EAR, master.person_id)
    assert refusal_of(chorus) == (ChorusState.OPEN, "")


def test_latecomer_heard_by_ear_joins_the_set():
    game = make_day()
    crew = make_volunteers(game, 2)
    issue(game)
    chorus = call_chorus(game, crew)
    late = make_volunteer(game, "Поздний")

    choruses.record_voice(chorus_id=chorus.pk, person_id=late.person_id, by=make_master(game))

    assert choruses.count(chorus) == (3, 1)
    speak(chorus, crew[0])
    assert refusal_of(chorus) == (ChorusState.SEALED, "voices")


def test_voice_of_somebody_who_is_no_volunteer_is_refused():
    game = make_day()
    crew = make_volunteers(game, 2)
    issue(game)
    chorus = call_chorus(game, crew)
    master = make_master(game)

    with pytest.raises(NotFoundHereError):
        choruses.record_voice(chorus_id=chorus.pk, person_id=master.person_id, by=master)

    assert chorus.voices.count() == 2


def test_seal_for_the_room_pays_once_and_says_so():
    game = make_day(DEAR)
    crew = make_volunteers(game, 5)
    issue(game)
    chorus = call_chorus(game, crew)
    master = make_master(game)

    choruses.seal_for_room(chorus_id=chorus.pk, by=master)
    with pytest.raises(ChorusOverError):
        choruses.seal_for_room(chorus_id=chorus.pk, by=master)
    with pytest.raises(ChorusOverError):
        choruses.speak(chorus_id=chorus.pk, by=crew[0])

    assert refusal_of(chorus) == (ChorusState.SEALED, "room")
    assert payments() == 3


def test_master_breaks_a_chorus_with_a_reason_and_nothing_is_spent():
    game = make_day(DEAR)
    crew = make_volunteers(game, 3)
    issue(game)
    chorus = call_chorus(game, crew)
    speak(chorus, crew[0])
    master = make_master(game)

    with pytest.raises(ReasonMissingError):
        choruses.break_off(chorus_id=chorus.pk, reason=" ", by=master)
    choruses.break_off(chorus_id=chorus.pk, reason=" не тот путь ", by=master)

    assert refusal_of(chorus) == (ChorusState.BROKEN, "master")
    assert chorus.verdict_params == {"reason": "не тот путь"}
    assert chorus.decision.phase == Phase.DELIBERATION
    assert chorus.decision.way is None
    assert the_card(game).state == CardState.OPEN
    assert payments() == 0
    assert ledger.promised(game.pk)[PoolKind.ENERGY] == 0


def test_broken_way_can_be_voiced_again():
    game = make_day(DEAR)
    crew = make_volunteers(game, 2)
    issue(game)
    chorus = call_chorus(game, crew)
    choruses.break_off(chorus_id=chorus.pk, reason="ещё раз", by=make_master(game))

    again = call_chorus(game, crew)
    speak(again, *crew)

    assert again.pk != chorus.pk
    assert refusal_of(again) == (ChorusState.SEALED, "voices")


# Lost seats


def test_killed_phone_leaves_the_set_and_the_rest_seals(hand: Hand):
    game = make_day(DEAR)
    crew = make_volunteers(game, 4)
    issue(game)
    chorus = call_chorus(game, crew)
    speak(chorus, crew[0], crew[1])  # 2 of 4: three are needed
    assert refusal_of(chorus) == (ChorusState.OPEN, "")

    hand.move(seconds=LOST + 1)
    answer_now(*crew[:3])  # the fourth phone is dead
    deadlines.run_due()

    assert refusal_of(chorus) == (ChorusState.SEALED, "voices")
    assert Voice.objects.get(person_id=crew[3].person_id).is_lost
    assert payments() == 3


def test_phone_that_answers_late_within_the_limit_is_not_lost(hand: Hand):
    game = make_day()
    crew = make_volunteers(game, 4)
    issue(game)
    chorus = call_chorus(game, crew)
    hand.move(seconds=LOST - 0.1)

    deadlines.run_due()

    assert choruses.count(chorus) == (4, 0)


def test_who_is_marked_here_is_never_lost(hand: Hand):
    game = make_day()
    crew = make_volunteers(game, 3)
    issue(game)
    presence.mark(person_id=crew[2].person_id, here=True, by=make_master(game))
    chorus = call_chorus(game, crew)
    hand.move(seconds=LOST + 1)
    answer_now(*crew[:2])

    deadlines.run_due()

    assert choruses.count(chorus) == (3, 0)


def test_who_has_spoken_stays_when_the_phone_dies(hand: Hand):
    game = make_day()
    crew = make_volunteers(game, 4)
    issue(game)
    chorus = call_chorus(game, crew)
    speak(chorus, crew[3])
    hand.move(seconds=LOST + 1)
    answer_now(*crew[:3])

    deadlines.run_due()

    assert choruses.count(chorus) == (4, 1)


def test_lost_seat_that_comes_back_and_speaks_counts_again(hand: Hand):
    game = make_day()
    crew = make_volunteers(game, 5)
    issue(game)
    chorus = call_chorus(game, crew)
    hand.move(seconds=LOST + 1)
    answer_now(*crew[:4])
    deadlines.run_due()
    assert choruses.count(chorus) == (4, 0)

    speak(chorus, crew[4])

    assert choruses.count(chorus) == (5, 1)


def test_all_phones_dead_seal_nothing(hand: Hand):
    game = make_day(DEAR)
    crew = make_volunteers(game, 3)
    issue(game)
    chorus = call_chorus(game, crew)
    hand.move(seconds=LOST + 1)
    deadlines.run_due()
    assert refusal_of(chorus) == (ChorusState.OPEN, "")

    hand.move(seconds=22 - LOST)
    deadlines.run_due()

    assert refusal_of(chorus) == (ChorusState.BROKEN, "silence")
    assert payments() == 0


def test_seat_taken_back_in_the_window_leaves_the_set():
    game = make_day()
    crew = make_volunteers(game, 4)
    issue(game)
    chorus = call_chorus(game, crew)
    speak(chorus, crew[0], crew[1])
    people.revoke(seat_id=crew[3].seat_id, by=make_master(game))

    deadlines.run_due()

    assert refusal_of(chorus) == (ChorusState.SEALED, "voices")


# The end of the window


@pytest.mark.parametrize(
    ("after", "counts"), [(-1, True), (0, True), (1, True), (1.001, False), (2, False)]
)
def test_r13_word_around_the_end_of_the_window_has_one_verdict(
    hand: Hand, after: float, counts: bool
):
    game = make_day(DEAR)
    crew = make_volunteers(game, 2)
    issue(game)
    chorus = call_chorus(game, crew)
    speak(chorus, crew[0])
    hand.move(seconds=20 + after)
    answer_now(*crew)

    if counts:
        speak(chorus, crew[1])
    else:
        with pytest.raises(ChorusLateError):
            speak(chorus, crew[1])

    deadlines.run_due()
    expected = (ChorusState.SEALED, "voices") if counts else (ChorusState.BROKEN, "silence")
    assert refusal_of(chorus) == expected
    assert payments() == (3 if counts else 0)


@pytest.mark.parametrize(("after", "breaks"), [(19, False), (21, False), (21.001, True)])
def test_window_ends_with_its_grace(hand: Hand, after: float, breaks: bool):
    game = make_day()
    crew = make_volunteers(game, 2)
    issue(game)
    chorus = call_chorus(game, crew)
    hand.move(seconds=after)
    answer_now(*crew)

    deadlines.run_due()

    assert (refusal_of(chorus)[0] == ChorusState.BROKEN) == breaks


def test_late_shout_does_not_seal_for_the_room(hand: Hand):
    game = make_day()
    crew = make_volunteers(game, 2)
    issue(game)
    chorus = call_chorus(game, crew)
    hand.move(seconds=22)

    with pytest.raises(ChorusLateError):
        choruses.seal_for_room(chorus_id=chorus.pk, by=make_master(game))


# The queue


def queue_of_two(game: Game, crew: list) -> tuple[Chorus, Chorus]:
    issue(game)
    issue(game, "second")
    return call_chorus(game, crew), call_chorus(game, crew, of="second")


def test_second_chorus_waits_and_cannot_be_spoken_in():
    game = make_day()
    crew = make_volunteers(game, 2)
    first, second = queue_of_two(game, crew)

    assert (first.state, second.state) == (ChorusState.OPEN, ChorusState.QUEUED)
    assert second.decision.phase == Phase.VOICED
    with pytest.raises(ChorusWaitsError):
        speak(second, crew[0])
    with pytest.raises(ChorusWaitsError):
        choruses.seal_for_room(chorus_id=second.pk, by=make_master(game))


def test_second_opens_when_the_first_is_sealed_with_the_set_of_that_moment(hand: Hand):
    game = make_day()
    crew = make_volunteers(game, 3)
    first, second = queue_of_two(game, crew)
    hand.move(seconds=FRESH + 1)
    late = make_volunteer(game, "Поздний")
    answer_now(*crew[:2])
    speak(first, *crew[:2])

    second.refresh_from_db()

    assert second.state == ChorusState.OPEN
    assert second.opened_at == (FRESH + 1) * 1000
    assert second.ends_at == second.opened_at + 20_000
    expected = {crew[0].person_id, crew[1].person_id, late.person_id}
    assert set(second.voices.values_list("person_id", flat=True)) == expected


def test_second_opens_when_the_first_falls_silent(hand: Hand):
    game = make_day()
    crew = make_volunteers(game, 2)
    first, second = queue_of_two(game, crew)
    hand.move(seconds=22)
    answer_now(*crew)

    deadlines.run_due()

    assert refusal_of(first) == (ChorusState.BROKEN, "silence")
    second.refresh_from_db()
    assert (second.state, second.opened_at) == (ChorusState.OPEN, 22_000)


def test_queued_chorus_can_be_broken_and_the_first_goes_on():
    game = make_day()
    crew = make_volunteers(game, 2)
    first, second = queue_of_two(game, crew)

    choruses.break_off(chorus_id=second.pk, reason="передумали", by=make_master(game))

    assert refusal_of(second) == (ChorusState.BROKEN, "master")
    assert refusal_of(first) == (ChorusState.OPEN, "")


def test_queue_opens_in_the_order_of_voicing():
    game = make_day()
    crew = make_volunteers(game, 2)
    first, second = queue_of_two(game, crew)
    issue(game, "third")
    third = call_chorus(game, crew, of="third")
    speak(first, *crew)

    assert [refusal_of(chorus)[0] for chorus in (first, second, third)] == [
        ChorusState.SEALED,
        ChorusState.OPEN,
        ChorusState.QUEUED,
    ]


# Paying


def test_pools_short_at_sealing_break_with_what_is_missing():
    game = make_day(card("first", way("one", cost={"energy": 50, "resources": 10})))
    crew = make_volunteers(game, 2)
    issue(game)
    chorus = call_chorus(game, crew)
    ledger.correct(kind="energy", delta=-30, note="прорыв", by=make_master(game))
    lines = LedgerLine.objects.count()

    speak(chorus, *crew)

    assert refusal_of(chorus) == (ChorusState.BROKEN, "missing")
    assert chorus.verdict_params == {"pool": "energy", "missing": 20, "balance": 30}
    assert LedgerLine.objects.count() == lines
    assert balances(game) == {"energy": 30, "resources": 40, "morale": 24}
    assert the_card(game).state == CardState.OPEN
    assert chorus.decision.phase == Phase.DELIBERATION


def test_last_pool_short_spends_none_of_the_others():
    game = make_day(card("first", way("one", cost={"energy": 1, "resources": 1, "morale": 20})))
    crew = make_volunteers(game, 2)
    issue(game)
    chorus = call_chorus(game, crew)
    ledger.correct(kind="morale", delta=-10, note="потери", by=make_master(game))

    choruses.seal_for_room(chorus_id=chorus.pk, by=make_master(game))

    assert refusal_of(chorus) == (ChorusState.BROKEN, "missing")
    assert balances(game) == {"energy": 60, "resources": 40, "morale": 14}


def test_paying_exactly_all_is_allowed():
    game = make_day(card("first", way("one", cost={"energy": 60, "resources": 40, "morale": 24})))
    crew = make_volunteers(game, 2)
    issue(game)

    speak(call_chorus(game, crew), *crew)

    assert balances(game) == {"energy": 0, "resources": 0, "morale": 0}


def test_way_that_costs_nothing_writes_no_line():
    game = make_day()
    crew = make_volunteers(game, 2)
    issue(game)

    speak(call_chorus(game, crew), *crew)

    assert payments() == 0
    assert the_card(game).state == CardState.RESOLVED


def test_sealing_is_on_record_with_everybody_in_the_set():
    game = make_day()
    crew = make_volunteers(game, 3)
    issue(game)
    chorus = call_chorus(game, crew)
    speak(chorus, *crew[:2])

    entry = JournalEntry.objects.get(kind="decision_sealed")

    assert entry.params["verdict"] == "voices"
    assert entry.params["people"] == sorted(v.person_id for v in crew)
    assert entry.person_id == crew[1].person_id
    assert Card.objects.get(pk=entry.params["card"]).slug == "first"
