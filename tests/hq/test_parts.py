"""What another app adds to a pack: its file is read, checked, told of and loaded with the rest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from hq import parts, scenario
from hq.models import Game, GameMap
from hq.parts import Entry, Finding, Part, Section, Slug
from tests.hq.test_scenario import WHOLE


class Buoy(Entry):
    slug: Slug
    map: Slug


class Buoys(Entry):
    buoys: tuple[Buoy, ...]


def buoys_on_known_maps(values: Any, pack: Any) -> Iterator[Finding]:
    known = {entry["slug"] for entry in pack.get("maps", [])}
    for index, buoy in enumerate(values.get("buoys", [])):
        if buoy.get("map") not in known:
            yield ("buoys", index, "map"), f"no map {buoy.get('map')}"


def buoys_called_x(section: Buoys) -> Iterator[Finding]:
    for index, buoy in enumerate(section.buoys):
        if buoy.slug == "x":
            yield ("buoys", index), "an odd name"


def load_buoys(section: Buoys, game: Game) -> tuple[str, ...]:
    """A buoy stands in this toy as a map of its own."""
    known = set(game.maps.values_list("slug", flat=True))
    new = tuple(buoy.slug for buoy in section.buoys if buoy.slug not in known)
    for slug in new:
        GameMap.objects.create(game=game, slug=slug, title={"ru": slug}, summary={})
    return new


@pytest.fixture(autouse=True)
def with_buoys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    section = Section(
        file="buoys.yaml",
        shape=Buoys,
        check=buoys_on_known_maps,
        advise=buoys_called_x,
        load=load_buoys,
    )
    monkeypatch.setattr(parts, "_ENTERED", {"sea": Part(name="sea", section=section)})
    with translation.override("en"):
        yield


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pack.yaml").write_text(WHOLE, encoding="utf-8")
    return tmp_path


def write(folder: Path, text: str) -> None:
    (folder / "buoys.yaml").write_text(text, encoding="utf-8")


def faults_of(folder: Path) -> list[str]:
    with pytest.raises(scenario.PackError) as error:
        scenario.read(folder / "pack.yaml")
    return str(error.value).splitlines()


def test_pack_without_the_file_is_whole(folder: Path):
    assert scenario.read(folder / "pack.yaml").sections == ()


def test_every_fault_of_both_files_is_told_with_its_place(folder: Path):
    (folder / "pack.yaml").write_text(WHOLE.replace("minutes: 10", "minutes: 0"), encoding="utf-8")
    write(folder, "buoys:\n  - slug: a\n    map: mars\n  - slug: B!\n    map: luna\n    deep: 3\n")

    told = faults_of(folder)

    assert [line.rpartition(": ")[0] or line for line in told] == [
        "17: cards[first].minutes",
        "buoys.yaml:3: buoys[a].map",
        "buoys.yaml:4: buoys[B!].slug",
        "buoys.yaml:6: buoys[B!].deep: “deep” is not known here",
    ]


@pytest.mark.parametrize("text", ["- a\n", "buoys: [", "\n"])
def test_file_that_is_no_block_is_a_fault_of_that_file(folder: Path, text: str):
    write(folder, text)

    (fault,) = faults_of(folder)

    assert fault.startswith("buoys.yaml:")


def test_advice_of_the_file_stands_among_the_warnings(folder: Path):
    write(folder, "buoys:\n  - {slug: x, map: luna}\n")

    told = [str(fault) for fault in scenario.warnings(scenario.read(folder / "pack.yaml"))]

    assert told == ["buoys.yaml:2: buoys[x]: an odd name"]


@pytest.mark.django_db
def test_what_was_read_is_loaded_with_the_day_once(folder: Path):
    write(folder, "buoys:\n  - {slug: a, map: luna}\n")
    pack = scenario.read(folder / "pack.yaml")
    game = Game.objects.create(key="day", pack="probe", title={"ru": "Проба"}, epoch="e")

    scenario.build(pack, game)

    assert set(game.maps.values_list("slug", flat=True)) == {"luna", "a"}
    assert [section.load(game) for section in pack.sections] == [()]


def test_part_entered_again_takes_the_place_of_the_first():
    parts.enter(Part(name="sea"))
    parts.enter(Part(name="air"))

    assert [(part.name, part.section) for part in parts.entered()] == [("air", None), ("sea", None)]
