from __future__ import annotations

import pytest
from django.apps import apps
from django.db import Error, transaction

from hq import games
from hq.enums import CardState, GameState, PoolKind, Role
from hq.models import Card, Game, GameMap, Invitation, JournalEntry, LedgerLine, Pool
from tests.factories.days import (
    call_chorus,
    card,
    issue,
    make_day,
    make_pack,
    make_volunteers,
    speak,
    text,
    way,
)

pytestmark = pytest.mark.django_db


def test_new_day_stands_before_its_start_with_everything_in_place():
    game = games.create(pack=make_pack(), key="day")

    assert (game.state, game.turn, game.clock_base) == (GameState.BEFORE, 0, 0)
    assert game.clock_since is None
    assert Card.objects.filter(state=CardState.SHELF).count() == 3
    assert GameMap.objects.get().slug == "luna"
    assert [pool.balance for pool in Pool.objects.order_by("pk")] == [60, 40, 24]
    assert {row.role for row in Invitation.objects.all()} == {
        Role.VOLUNTEER,
        Role.SCREEN,
        Role.COURIER,
    }


def test_pool_that_starts_empty_has_no_opening_line():
    empty = {"resources": {"start": 0, "ceiling": 60}}
    games.create(pack=make_pack(pools=empty), key="day")

    assert not LedgerLine.objects.filter(pool__kind=PoolKind.RESOURCES).exists()
    assert Pool.objects.get(kind=PoolKind.RESOURCES).balance == 0


def test_figures_of_the_pack_are_kept_with_the_day():
    game = make_day(settings={"chorus_window": 33, "gift_limit": 2})

    assert (game.settings["chorus_window"], game.settings["gift_limit"]) == (33, 2)


def test_free_key_counts_up():
    assert games.free_key("probe") == "probe"
    make_day(key="probe")
    assert games.free_key("probe") == "probe-2"
    make_day(key="probe-2")
    assert games.free_key("probe") == "probe-3"


def test_newest_day_is_found_without_a_key():
    assert games.find() is None
    make_day(key="one")
    newest = make_day(key="two")

    assert games.find() == newest
    assert games.find("one").key == "one"
    assert games.find("three") is None


def test_door_of_a_role_is_the_open_one():
    game = make_day()
    Invitation.objects.filter(role=Role.VOLUNTEER).update(is_open=False)

    assert games.door(game, Role.VOLUNTEER) is None
    assert games.door(game, Role.SCREEN) is not None
    assert games.door(game, Role.CAPTAIN) is None


def test_wiping_a_played_day_leaves_nothing_of_it_and_all_of_the_others():
    deck = (
        card(
            "first",
            way("one", cost={"energy": 3}, effects=[{"kind": "chronicle", "text": text("след")}]),
        ),
    )
    game, other = make_day(*deck), make_day(*deck, key="other")
    for day in (game, other):
        crew = make_volunteers(day, 2)
        issue(day)
        speak(call_chorus(day, crew), *crew)
    models = [model for model in apps.get_app_config("hq").get_models() if model is not Game]
    counts = {model: model.objects.count() for model in models}

    games.wipe(game)

    assert list(Game.objects.all()) == [other]
    assert {model: model.objects.count() * 2 for model in models} == counts


def test_books_of_another_day_stay_shut_while_one_is_wiped():
    game, other = make_day(), make_day(key="other")
    Game.objects.filter(pk=game.pk).update(is_wiping=True)

    with pytest.raises(Error), transaction.atomic():
        LedgerLine.objects.filter(game=other).delete()


def test_new_epochs_change_and_nothing_else_does():
    make_day(key="one")
    make_day(key="two")
    before = dict(Game.objects.values_list("key", "epoch"))
    seqs = dict(Game.objects.values_list("key", "seq"))

    games.renew_epochs()

    after = dict(Game.objects.values_list("key", "epoch"))
    assert all(before[key] != after[key] for key in before)
    assert dict(Game.objects.values_list("key", "seq")) == seqs
    assert JournalEntry.objects.exists()
