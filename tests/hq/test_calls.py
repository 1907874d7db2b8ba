"""Calls for a game master: one a person, in order, «on my way»."""

from __future__ import annotations

import pytest

from hq import calls
from hq.boards.calls import help_queue, helpline
from hq.enums import HelpState, Role
from hq.errors import HelpGoneError, NotAllowedError
from hq.models import HelpCall, JournalEntry
from tests.factories.days import make_day, make_master, make_volunteers
from tests.factories.hands import Hand
from tests.factories.tables import captain, seated_as

pytestmark = pytest.mark.django_db


def test_call_twice_is_one_call_and_a_word_is_added(hand: Hand):
    (vera,) = make_volunteers(make_day(), 1)
    calls.call(by=vera)
    calls.call(by=vera)
    calls.call(text="спор", by=vera)

    assert HelpCall.objects.get().text == "спор"
    assert JournalEntry.objects.filter(kind="help_called").count() == 2


def test_queue_is_in_order_and_tells_each_their_place(hand: Hand):
    game = make_day(started=False)
    vera, timur = make_volunteers(game, 2)
    master = make_master(game)
    for viewer in (vera, captain(game), timur):
        calls.call(by=viewer)
        hand.move(seconds=1)

    assert [item.name for item in help_queue(master).waiting] == ["Вера", "Рита", "Глафира"]
    assert helpline(timur).place == 3
    calls.come(call_id=HelpCall.objects.get(person_id=vera.person_id).pk, by=master)
    assert (helpline(vera).is_coming, helpline(vera).who) == (True, master.name)
    assert helpline(timur).place == 2
    told = JournalEntry.objects.get(kind="help_coming").topics
    assert {f"person:{vera.person_id}", f"person:{timur.person_id}"} <= set(told)


def test_two_masters_on_one_call(hand: Hand):
    game = make_day()
    (vera,) = make_volunteers(game, 1)
    call = calls.call(by=vera)
    calls.come(call_id=call.pk, by=make_master(game))

    with pytest.raises(HelpGoneError):
        calls.come(call_id=call.pk, by=make_master(game, "other"))
    with pytest.raises(HelpGoneError):
        calls.come(call_id=call.pk + 1, by=make_master(game))


def test_close_by_caller_or_master_and_call_again(hand: Hand):
    game = make_day()
    vera, timur = make_volunteers(game, 2)
    first = calls.call(by=vera)
    with pytest.raises(NotAllowedError):
        calls.close(call_id=first.pk, by=timur)
    calls.close(call_id=first.pk, by=vera)
    calls.close(call_id=first.pk, by=make_master(game))

    assert calls.call(by=vera).pk != first.pk
    assert HelpCall.objects.get(pk=first.pk).state == HelpState.DONE
    assert JournalEntry.objects.filter(kind="help_closed").count() == 1


def test_wall_and_master_call_nobody(hand: Hand):
    game = make_day()
    for viewer in (make_master(game), seated_as(game, Role.SCREEN, "стена")):
        with pytest.raises(NotAllowedError):
            calls.call(by=viewer)
