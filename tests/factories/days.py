"""Plain functions that bring a day to a state by the domain's own doors."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from hq import cards, choruses, clock, decisions, games, people, stakes, turns
from hq.enums import Role
from hq.models import Card, Chorus, Game, Person, Stake, Way
from hq.scenario import Pack
from hq.viewers import Viewer


def text(ru: str) -> dict[str, str]:
    return {"ru": ru, "en": f"{ru} (en)"}


def way(slug: str, **fields: Any) -> dict[str, Any]:
    return {"slug": slug, "title": text(f"Путь {slug}"), **fields}


def card(slug: str, *ways: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A crisis of 10 minutes on the Moon, with two ways unless others are given."""
    return {
        "slug": slug,
        "kind": "crisis",
        "map": "luna",
        "title": text(f"Карта {slug}"),
        "situation": text("Что происходит"),
        "how": text("Как преодолеть"),
        "failure": text("Что будет, если нет"),
        "minutes": 10,
        "ways": list(ways) or [way("one"), way("two", cost={"energy": 7})],
        **fields,
    }


def make_pack(*deck: dict[str, Any], **fields: Any) -> Pack:
    pools = {
        "energy": {"start": 60, "ceiling": 80},
        "resources": {"start": 40, "ceiling": 60},
        "morale": {"start": 24, "ceiling": 30},
        **fields.pop("pools", {}),
    }
    return Pack.model_validate(
        {
            "slug": "probe",
            "version": "1",
            "title": text("Проба"),
            "maps": [{"slug": "luna", "title": text("Луна"), "summary": text("Высадка")}],
            "pools": pools,
            "cards": list(deck) or [card("first"), card("second"), card("third")],
            **fields,
        }
    )


def make_day(*deck: dict[str, Any], key: str = "day", started: bool = True, **fields: Any) -> Game:
    """A day made from a pack, its clock running unless `started` is False."""
    game = games.create(pack=make_pack(*deck, **fields), key=key)
    if started:
        turns.start(by=make_master(game))
        game.refresh_from_db()
    return game


def asking_moon(*effects: dict[str, Any]) -> dict[str, Any]:
    """The Moon with one question: «yes» has these effects, «no» has none."""
    answers = [
        {"slug": "yes", "title": text("Да"), "effects": list(effects)},
        {"slug": "no", "title": text("Нет")},
    ]
    stake = {"slug": "fate", "question": text("Чья Луна?"), "answers": answers}
    return {"slug": "luna", "title": text("Луна"), "summary": text("Высадка"), "stakes": [stake]}


def make_asked_day(*effects: dict[str, Any], **fields: Any) -> Game:
    return make_day(maps=[asking_moon(*effects)], **fields)


def the_stake(game: Game) -> Stake:
    return Stake.objects.get(map__game=game)


def answered(game: Game, slug: str) -> Stake:
    return stakes.answer(stake_id=the_stake(game).pk, answer=slug, by=make_master(game))


def make_master(game: Game, login: str = "gleb") -> Viewer:
    user, _ = User.objects.get_or_create(username=login, defaults={"is_staff": True})
    seat = people.seat_master(game=game, user=user, name="Глеб")
    return Viewer.of_seat(seat, language="ru")


def make_volunteer(game: Game, name: str = "Вера") -> Viewer:
    """Someone who has just come in through the volunteers' door, so present and fresh."""
    door = games.door(game, Role.VOLUNTEER)
    assert door is not None
    return Viewer.of_seat(people.join(invitation=door, name=name), language="ru")


def make_volunteers(game: Game, count: int) -> list[Viewer]:
    names = ("Вера", "Глафира", "Тимур", "Стужа", "Лора", "Допплер", "Ян", "Мира")
    return [make_volunteer(game, name) for name in names[:count]]


def answer_now(*viewers: Viewer) -> None:
    """Their phones answer at this moment."""
    pks = [viewer.person_id for viewer in viewers]
    Person.objects.filter(pk__in=pks).update(seen_at=clock.wall())


def the_card(game: Game, slug: str = "first") -> Card:
    return Card.objects.get(game=game, slug=slug)


def the_way(game: Game, slug: str = "one", of: str = "first") -> Way:
    return Way.objects.get(card__game=game, card__slug=of, slug=slug)


def issue(game: Game, slug: str = "first") -> Card:
    return cards.issue(card_id=the_card(game, slug).pk, by=make_master(game))


def back_all(game: Game, viewers: list[Viewer], slug: str = "one", of: str = "first") -> None:
    chosen = the_way(game, slug, of)
    for viewer in viewers:
        decisions.back(card_id=chosen.card_id, way_id=chosen.pk, by=viewer)


def call_chorus(game: Game, viewers: list[Viewer], slug: str = "one", of: str = "first") -> Chorus:
    """All back a way of an open card and the first of them voices it."""
    answer_now(*viewers)
    back_all(game, viewers, slug, of)
    chosen = the_way(game, slug, of)
    return decisions.voice(card_id=chosen.card_id, way_id=chosen.pk, by=viewers[0])


def speak(chorus: Chorus, *viewers: Viewer) -> None:
    for viewer in viewers:
        choruses.speak(chorus_id=chorus.pk, by=viewer)
