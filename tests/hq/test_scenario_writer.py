"""A day written as a pack: it reads back, and a day made of it is the same day."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from hq import camp, deadlines, dispatches, games, scenario
from hq.enums import Judgement, PoolKind
from hq.models import Address, Aggravation, Camp, Card, Dispatch, Game, Way
from hq.scenario import reader
from hq.scenario.reader import read_text
from tests.factories.days import card, make_day, make_master, make_volunteer, text, way
from tests.factories.hands import Hand

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("wipeable"),
]

LEFT_OUT = {"id", "game_id", "map_id", "card_id", "dispatch_id"}


def rows_of(game: Game) -> dict[str, list[dict[str, Any]]]:
    """All that a pack says of a day, without the keys of the database."""
    lists = {
        "cards": game.cards.order_by("pk"),
        "maps": game.maps.order_by("pk"),
        "stakes": Card.objects.none(),
        "ways": Way.objects.filter(card__game=game).order_by("pk"),
        "aggravations": Aggravation.objects.filter(card__game=game).order_by("pk"),
        "prices": game.prices.order_by("pk"),
        "pools": game.pools.order_by("pk"),
        "camp": Camp.objects.filter(game=game),
        "abilities": game.abilities.order_by("pk"),
        "dispatches": game.dispatches.order_by("pk"),
        "addresses": Address.objects.filter(dispatch__game=game).order_by("pk"),
    }
    told = {
        name: [
            {key: value for key, value in row.items() if key not in LEFT_OUT}
            for row in rows.values()
        ]
        for name, rows in lists.items()
    }
    told["stakes"] = [
        {"slug": stake.slug, "question": stake.question, "answers": stake.answers}
        for entry in game.maps.order_by("pk")
        for stake in entry.stakes.order_by("pk")
    ]
    return told


def again(game: Game) -> Game:
    text, _left = scenario.write(game)
    return games.create(pack=read_text(text), key="again")


def exported(*words: str) -> str:
    out = StringIO()
    call_command("export_pack", *words, stdout=out, stderr=out)
    return out.getvalue()


@pytest.mark.parametrize("slug", reader.bundled())
def test_bundled_day_comes_back_equal_and_is_accepted(tmp_path, slug: str):
    game = games.create(pack=scenario.read(scenario.find(slug)), key="day")
    path = tmp_path / "pack.yaml"

    exported("day", "--file", str(path))
    second = games.create(pack=scenario.read(path), key="again")

    assert rows_of(second) == rows_of(game)
    assert second.settings == game.settings
    assert (second.pack, second.title) == (game.pack, game.title)
    assert "ошибок нет" in checked(path)


def checked(path) -> str:
    out = StringIO()
    call_command("check_pack", str(path), stdout=out)
    return out.getvalue()


def test_export_is_the_same_twice():
    game = make_day(card("first", worse={"ru": "Хуже"}, turn=0))

    assert scenario.write(game) == scenario.write(game)
    assert exported("day") == exported("probe")


def test_what_a_panel_wrote_without_russian_gets_it():
    game = make_day()
    Card.objects.filter(slug="second").update(title={"en": "A leak"}, situation={"ru": " "})

    (_first, second, _third) = read_text(scenario.write(game)[0]).cards

    assert (second.title.ru, second.title.en) == ("A leak", "A leak")
    assert second.situation is None


def test_volunteers_ways_and_cards_without_a_way_stay_out(hand: Hand):
    game = make_day()
    vera = make_volunteer(game)
    own = Way.objects.create(
        card=Card.objects.get(slug="first"),
        slug="own-9",
        title={"ru": "По-своему"},
        author_id=vera.person_id,
        judgement=Judgement.AWAITING,
    )
    Way.objects.filter(card__slug="third").delete()

    text, left = scenario.write(game)

    assert own.slug not in text
    assert [entry.slug for entry in read_text(text).cards] == ["first", "second"]
    assert left == ("Карта third",)


def test_day_that_was_played_starts_again_with_its_first_pools():
    game = make_day(card("first", way("one", deed={"ru": "Спойте"}, cost={"energy": 7})))
    Way.objects.update(judgement=Judgement.PASSED)
    game.pools.filter(kind=PoolKind.ENERGY).update(balance=3)

    second = again(game)

    assert second.pools.get(kind=PoolKind.ENERGY).balance == 60
    assert Way.objects.get(card__game=second).judgement == Judgement.AWAITING


def test_day_that_no_pack_can_say_is_refused_with_every_fault():
    make_day()
    Card.objects.filter(slug="first").update(slug="not_a_key")

    with pytest.raises(CommandError, match="not_a_key"):
        exported("day")


def test_unknown_day_is_refused():
    with pytest.raises(CommandError, match="nowhere"):
        exported("nowhere")


def test_motions_and_peoples_dispatches_stay_out_of_the_pack(
    hand: Hand,
):
    letter = {"slug": "timed", "from": text("А"), "to": [{"kind": "hq"}], "text": text("!")}
    ability = {
        "slug": "vote",
        "title": text("Голос"),
        "mode": "collective",
        "effects": [{"kind": "look"}],
    }
    release = {"kind": "release", "card": "second", "when": "next_turn"}
    game = make_day(
        card("first", way("one", effects=[release])),
        card("second"),
        abilities=[{**ability, "effects": [{"kind": "aid", "aid": "reroll"}]}],
        dispatches=[{**letter, "at_minutes": 3, "card": "second"}],
    )
    vera = make_volunteer(game)
    camp.use(ability_id=game.abilities.get().pk, by=vera)
    dispatches.write(text="!", places=[dispatches.Place(kind="hq")], by=make_master(game))
    hand.move(minutes=4)
    deadlines.run_due()

    pack = read_text(scenario.write(game)[0])

    assert [entry.slug for entry in pack.cards] == ["first", "second"]
    assert [(entry.slug, entry.at_minutes, entry.card) for entry in pack.dispatches] == [
        ("timed", 3, "second")
    ]
    assert [entry.slug for entry in pack.abilities] == ["vote"]
    assert Dispatch.objects.filter(game=game).count() == 2
