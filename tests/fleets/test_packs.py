"""`squadrons.yaml`: what it holds, what is wrong with one, what it makes of a day."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from django.utils import translation

from fleets import paper, tables
from fleets.models import SceneThing, Squadron
from fleets.packs import Squadrons
from fleets.rules import registry
from fleets.rules.horizon.state import SceneObject
from fleets.rules.kit import codec
from hq import games, scenario
from hq.scenario import Pack
from tests.hq.test_scenario import WHOLE

PAPER = paper.of("horizon")
TABLES = tables.default("horizon")

SQUADRON = """\
squadrons:
  - slug: dozor
    map: luna
    side: spo
    name: Дозор
    flavour: {ru: Стоят, en: They stand}
    commander: 1
    ships:
      - {name: Игла, type: small, speed: 3, defence: 2d6, guns: [2d8], piloting: 2d8}
scene:
  - slug: rock
    map: luna
    name: Камень
    kind: asteroid
    counters: {hull: 3}
    hits_from: hull
    text: {ru: Камень, en: A rock}
    secret: {ru: Пустой, en: Hollow}
"""
SIDES = "sides:\n  - {slug: spo, title: {ru: СПО}}\n"


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def read(tmp_path: Path):
    def read_pack(text: str) -> Pack:
        (tmp_path / "pack.yaml").write_text(SIDES + WHOLE, encoding="utf-8")
        (tmp_path / "squadrons.yaml").write_text(text, encoding="utf-8")
        return scenario.read(tmp_path / "pack.yaml")

    return read_pack


def faults_of(read, text: str) -> list[str]:
    with pytest.raises(scenario.PackError) as error:
        read(text)
    return str(error.value).splitlines()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "map: luna",
            "map: mars",
            "squadrons.yaml:3: squadrons[dozor].map: The pack has",
        ),
        ("side: spo", "side: of", "squadrons.yaml:4: squadrons[dozor].side: The pack has no “of”"),
        ("commander: 1", "commander: 2", "squadrons.yaml:7: squadrons[dozor].commander: There is"),
        ("speed: 3", "speed: fast", "squadrons.yaml:9: squadrons[dozor].ships[1].speed: A whole"),
        ("[2d8]", "[2d9]", "squadrons.yaml:9: squadrons[dozor].ships[1].guns[1]: This cannot"),
        ("slug: rock", "slug: dozor", "squadrons.yaml:11: scene[dozor].slug: The key “dozor”"),
        ("hits_from: hull", "hits_from: nose", "squadrons.yaml:11: scene[rock]: This cannot"),
        ("kind: asteroid", "kind: pony", "squadrons.yaml:14: scene[rock].kind: “pony” is not"),
        ("name: Камень", "title: Камень", "squadrons.yaml:11: scene[rock]: “name” is missing"),
    ],
)
def test_fault_is_told_with_its_place(read, old: str, new: str, told: str):
    assert faults_of(read, SQUADRON.replace(old, new, 1))[0].startswith(told)


def test_all_faults_are_told_at_once(read):
    text = SQUADRON.replace("map: luna", "map: mars").replace("2d6", "armour")

    assert len(faults_of(read, text)) == 3


def test_passed_limits_and_missing_english_are_warnings(read):
    text = SQUADRON.replace("speed: 3", "speed: 9").replace(", en: They stand", "")

    told = [str(fault) for fault in scenario.warnings(read(text)) if fault.file]

    assert told == [
        "squadrons.yaml:6: squadrons[dozor].flavour: The text has no English.",
        "squadrons.yaml:9: squadrons[dozor].ships[1]: Speed 9 is not within 2 to 3.",
    ]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("wipeable")
def test_day_gets_squadrons_and_scene_and_only_what_it_lacks(read):
    game = games.create(pack=read(SQUADRON), key="day")

    row = Squadron.objects.get()
    assert (row.slug, row.side, row.table, row.from_pack) == ("dozor", "spo", "luna", True)
    assert row.flavour == {"ru": "Стоят", "en": "They stand"}
    assert PAPER.decode(row.roster).commander == "dozor-1"
    thing = SceneThing.objects.get()
    assert codec.decode(SceneObject, thing.thing).counters == {"hull": 3}
    assert thing.secret == {"ru": "Пустой", "en": "Hollow"}

    squadron, scene = SQUADRON.removeprefix("squadrons:\n").split("scene:\n")
    more = f"squadrons:\n{squadron}{squadron.replace('dozor', 'new')}scene:\n{scene}"
    assert scenario.add_cards(read(more), game_key=game.key) == ("new",)
    assert Squadron.objects.count() == 2


# The bundled pack


@pytest.fixture(scope="module")
def bundled() -> Squadrons:
    (section,) = scenario.read(scenario.find("voina-gorizonta")).sections
    assert isinstance(section.value, Squadrons)
    return section.value


def test_bundled_squadrons_pass_no_limit():
    """H-4: legal where the published ships themselves are not; no warning is left."""
    pack = scenario.read(scenario.find("voina-gorizonta"))

    assert [str(fault) for fault in scenario.warnings(pack) if fault.file] == []


def test_bundled_maps_have_two_squadrons_a_side(bundled: Squadrons):
    counted = Counter((entry.map, entry.side) for entry in bundled.squadrons)

    assert counted == {
        ("luna", "spo"): 2,
        ("luna", "of"): 2,
        ("l4", "of"): 2,
        ("l4", "spo"): 2,
        ("light-of-reason", "spo"): 2,
        ("light-of-reason", "of"): 2,
        ("gigantomachia", "spo"): 2,
        ("gigantomachia", "of"): 2,
        ("gigantomachia", "tranch"): 2,
    }
    assert all(4 <= len(entry.ships) <= 8 for entry in bundled.squadrons)
    assert all(entry.commander and entry.commander_name for entry in bundled.squadrons)


@pytest.mark.parametrize("slug", ["luna", "l4", "light-of-reason", "gigantomachia"])
def test_bundled_sides_of_a_map_meet_with_equal_points(bundled: Squadrons, slug: str):
    points: Counter[str] = Counter()
    for entry in bundled.squadrons:
        if entry.map == slug:
            made = PAPER.made(entry, slug=entry.slug, side=entry.side)
            points[entry.side] += PAPER.cost(made, TABLES)

    assert max(points.values()) <= 1.1 * min(points.values()), points


def test_bundled_names_are_told_apart(bundled: Squadrons):
    for slug in {entry.map for entry in bundled.squadrons}:
        names = [ship.name for e in bundled.squadrons if e.map == slug for ship in e.ships]
        assert len(names) == len(set(names)), slug


def test_h13_bundled_scene_has_the_four_giants(bundled: Squadrons):
    giants = {thing.slug for thing in bundled.scene if thing.kind == "dreadnought"}

    assert giants == {"light-of-reason", "wc-2", "vivo", "unbreakable-principles"}
    for thing in bundled.scene:
        assert thing.text.en, thing.slug
        assert thing.kind != "dreadnought" or (thing.secret and thing.secret.en and thing.guns)


@pytest.mark.parametrize("slug", ["luna", "l4", "light-of-reason", "gigantomachia"])
def test_bundled_map_opens_as_a_battle(bundled: Squadrons, slug: str):
    rosters = [
        PAPER.made(entry, slug=entry.slug, side=entry.side)
        for entry in bundled.squadrons
        if entry.map == slug
    ]
    given = {
        "sides": sorted({roster.side for roster in rosters}),
        "rosters": [PAPER.encode(roster) for roster in rosters],
        "scene": [codec.encode(thing.made()) for thing in bundled.scene if thing.map == slug],
    }

    state = registry.get("horizon").open(given, TABLES)

    assert len(state.ships) >= 24
