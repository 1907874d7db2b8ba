"""Regions: what is touched, and one rendering for page, frame and push."""

from __future__ import annotations

import pytest
from django.template import Context, Template

from horizonwar.live import regions, render
from horizonwar.live.regions import Slot
from horizonwar.testing import Frame
from tests.horizonwar import fake_game
from tests.horizonwar.fake_game import REGIONS, FakeViewer, topics

POOLS, CARDS, CARD, ME = REGIONS


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
    monkeypatch.setattr(
        render.hooks, "position", lambda game_id: order.append("position") or ("first", 10)
    )
    monkeypatch.setattr(render, "page_regions", lambda viewer, board: order.append("regions") or {})
    page = render.page(FakeViewer(), "hq")

    assert order == ["position", "regions"]
    assert (page.epoch, page.seq) == ("first", 10)


def test_page_builds_each_region_once_and_the_tag_only_places_it(game):
    built = render.page_regions(FakeViewer(), "hq")
    template = Template('{% load live %}{% region "pools" %}|{% region "pools" %}')

    assert list(built) == ["pools", "cards", "me"]
    assert template.render(Context({"regions": built})) == f"{built['pools']}|{built['pools']}"
    assert game.builds == {"pools": 1, "cards": 1, "me": 1}


def test_tag_refuses_a_region_of_another_board(game):
    built = render.page_regions(FakeViewer(), "master")
    with pytest.raises(KeyError):
        Template('{% load live %}{% region "me" %}').render(Context({"regions": built}))


def test_whole_frame_holds_what_the_page_holds_marked_for_swapping(game):
    frame = Frame.parse(render.frame(FakeViewer(), "hq"))
    page = render.page_regions(FakeViewer(), "hq")

    assert (frame.epoch, frame.since, frame.seq) == ("first", 0, 10)
    assert frame.ids == ("pools", "cards", "me")
    assert frame.html.replace(' hx-swap-oob="true"', "") == "".join(page.values())


@pytest.mark.parametrize("language", ["ru", "en"])
def test_region_speaks_the_language_of_its_viewer(game, language):
    assert f"volunteer {language}<" in render.region(POOLS, FakeViewer(language=language))


def test_label_is_safe_whatever_the_epoch(game):
    assert "<b>" not in render.label(render.Position("<b>", 1), since=0)
