"""Regions: what is touched, and one rendering for page, frame and push."""

from __future__ import annotations

import time

import pytest
from django.template import Context, Template

from horizonwar.live import regions, render, shared
from horizonwar.live.hooks import Position
from horizonwar.live.regions import Slot
from horizonwar.testing import Frame
from tests.horizonwar import fake_game
from tests.horizonwar.fake_game import REGIONS, FakeViewer, topics

POOLS, CARDS, CARD, ME = REGIONS
FIRST = Position("first", 10)


@pytest.mark.parametrize(
    ("board", "announced", "slots"),
    [
        ("hq", topics("pools"), [Slot(POOLS)]),
        ("hq", topics("cards", "pools"), [Slot(POOLS), Slot(CARDS)]),
        ("hq", topics("card:12", "card:7"), [Slot(CARD, 12), Slot(CARD, 7)]),
        ("hq", topics("card:north"), [Slot(CARD, "north")]),
        ("hq", topics("card"), []),
        ("hq", topics("person:1"), [Slot(ME)]),
        ("hq", topics("person:2"), []),
        ("hq", topics("*"), [Slot(POOLS), Slot(CARDS), Slot(ME)]),
        ("hq", topics("weather"), []),
        ("master", topics("pools", "cards", "person:1"), [Slot(POOLS)]),
        ("nowhere", topics("*"), []),
    ],
)
def test_topics_touch_regions_of_the_board(game, board, announced, slots):
    assert regions.touched(board, announced, FakeViewer()) == slots


def test_region_without_a_person_is_never_touched_in_person(game):
    assert regions.touched("hq", topics("person:None"), FakeViewer(person_id=2)) == []


def test_two_regions_of_one_name_are_refused(game):
    regions.register(POOLS)
    with pytest.raises(ValueError, match="pools"):
        regions.register(fake_game.Region(**{**vars(POOLS), "template": "other.html"}))


def test_page_is_read_after_its_position(game, monkeypatch):
    order = []
    monkeypatch.setattr(render.hooks, "position", lambda game_id: order.append("position") or FIRST)
    monkeypatch.setattr(
        render, "region", lambda of, viewer, **_: order.append(of.name) or render.NOTHING
    )
    page = render.page(FakeViewer(), "hq")

    assert order == ["position", "pools", "cards", "me"]
    assert (page.epoch, page.seq) == ("first", 10)


def test_page_builds_each_region_once_and_the_tag_only_places_it(game):
    built = render.page(FakeViewer(), "hq").regions
    template = Template('{% load live %}{% region "pools" %}|{% region "pools" %}')

    assert list(built) == ["pools", "cards", "me"]
    assert template.render(Context({"regions": built})) == f"{built['pools']}|{built['pools']}"
    assert game.builds == {"pools": 1, "cards": 1, "me": 1}


def test_tag_refuses_a_region_of_another_board(game):
    built = render.page(FakeViewer(), "master").regions
    with pytest.raises(KeyError):
        Template('{% load live %}{% region "me" %}').render(Context({"regions": built}))


def test_whole_frame_holds_what_the_page_holds_marked_for_swapping(game):
    frame = Frame.parse(render.frame(FakeViewer(), "hq"))
    page = render.page(FakeViewer(), "hq").regions

    assert (frame.epoch, frame.since, frame.seq) == ("first", 0, 10)
    assert frame.ids == ("pools", "cards", "me")
    assert frame.html.replace(' hx-swap-oob="true"', "") == "".join(page.values())


@pytest.mark.parametrize("language", ["ru", "en"])
def test_region_speaks_the_language_of_its_viewer(game, language):
    assert f"volunteer {language}<" in render.region(POOLS, FakeViewer(language=language))


def test_label_is_safe_whatever_the_epoch(game):
    assert "<b>" not in render.label(render.Position("<b>", 1), since=0)


def test_a_crowd_that_loads_together_costs_one_rendering_of_what_it_shares(game):
    for person_id in range(20):
        render.page(FakeViewer(person_id=person_id), "hq")
    render.page(FakeViewer(language="en"), "hq")

    assert game.builds == {"pools": 2, "cards": 2, "me": 21}


def test_what_is_shared_is_made_anew_when_the_game_moves_on(game):
    render.page(FakeViewer(), "hq")
    game.seq, game.energy = 11, 4

    assert " 4 " in render.page(FakeViewer(), "hq").regions["pools"].replace(">", "> ")
    assert game.builds["pools"] == 2


def test_what_is_shared_is_made_anew_after_a_second(game, monkeypatch):
    render.page(FakeViewer(), "hq")
    later = time.monotonic() + shared.FRESH
    monkeypatch.setattr(shared.time, "monotonic", lambda: later)
    render.page(FakeViewer(), "hq")

    assert game.builds["pools"] == 2
