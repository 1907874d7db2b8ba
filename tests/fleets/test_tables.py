"""Data tables: bundled ones load, changes of a game lie over them, faults tell their place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fleets import tables
from fleets.rules.kit import codec
from fleets.tables import FaultyTablesError, Source


def test_every_row_has_its_source():
    def walk(value, place):
        if isinstance(value, dict):
            for key, part in value.items():
                walk(part, f"{place}.{key}")
        elif hasattr(value, "source"):
            assert value.source.strip(), place

    bundled = tables.default("horizon")
    for name in bundled.__dataclass_fields__:
        walk(getattr(bundled, name), name)


def test_tables_keep_their_stored_form():
    bundled = tables.default("horizon")
    assert codec.decode(type(bundled), codec.encode(bundled)) == bundled


def test_changes_of_a_game_lie_over_the_bundled_tables():
    changed = tables.load(
        "horizon",
        {
            "hits": {7: {"outcome": "none"}},
            "upgrades": {"laser-disco": {"cost": 2, "source": "the master"}},
            "weapons": {"torpedo": {"firepower": {"small": "2d10+1"}}},
        },
    )
    bundled = tables.default("horizon")
    assert changed.hits[7].outcome == "none"
    assert changed.hits[6] == bundled.hits[6]
    assert changed.upgrades["laser-disco"].cost == 2
    assert str(changed.weapons["torpedo"].firepower["small"]) == "2d10+1"
    assert replace(changed, hits=bundled.hits) != bundled


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"hits": {"7": {"outcome": "boom"}}}, "hits.7.outcome"),
        ({"hits": {"7": {"outcom": "none"}}}, "hits.7.outcom"),
        ({"figures": {"command_points": {"value": "two"}}}, "figures.command_points.value"),
        ({"colours": {}}, "colours"),
        ({"upgrades": {"new": {"cost": 1}}}, "upgrades.new.source"),
        ({"hits": 3}, "hits"),
        ({"points": {"sizes": ["many"]}}, "points.sizes.0"),
    ],
)
def test_a_bad_change_is_told_with_its_place(changes, place):
    with pytest.raises(FaultyTablesError) as fault:
        tables.load("horizon", changes)
    assert [(f.file, f.place) for f in fault.value.faults] == [("overrides", place)]
    assert place in str(fault.value)


def bundle(tmp_path, **files):
    """A copy of the bundled tables with some files replaced."""
    source = tables.SOURCES["horizon"]
    for path in source.folder.glob("*.yaml"):
        text = files.get(path.stem, path.read_text(encoding="utf-8"))
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    return Source(tmp_path, source.tables, source.prepare)


def test_faults_of_files_tell_file_and_line(tmp_path, monkeypatch):
    figures = "# one\nluck_step: {value: x, source: s}\naid_bonus: {value: 1}\n"
    broken = bundle(tmp_path, figures=figures)
    monkeypatch.setitem(tables.SOURCES, "horizon", broken)
    with pytest.raises(FaultyTablesError) as fault:
        tables.load("horizon")
    told = {(f.file, f.line, f.place) for f in fault.value.faults}
    assert ("figures.yaml", 2, "figures.luck_step.value") in told
    assert ("figures.yaml", 3, "figures.aid_bonus.source") in told


def test_faults_inside_lists_and_flat_rows_tell_the_nearest_line(tmp_path, monkeypatch):
    points = (tables.SOURCES["horizon"].folder / "points.yaml").read_text(encoding="utf-8")
    broken = bundle(
        tmp_path,
        points=points.replace("sizes: [75,", "sizes: [few,"),
        figures="luck_step: 1\nwhat: {value: {x: 1}, source: s}\n",
    )
    monkeypatch.setitem(tables.SOURCES, "horizon", broken)
    with pytest.raises(FaultyTablesError) as fault:
        tables.load("horizon")
    told = {f.place: f.line for f in fault.value.faults}
    wanted = 1 + points[: points.index("sizes:")].count("\n")
    assert told == {"points.sizes.0": wanted, "figures.luck_step": 1, "figures.what.value": 2}


def test_a_file_that_is_no_table_is_told(tmp_path, monkeypatch):
    monkeypatch.setitem(tables.SOURCES, "horizon", bundle(tmp_path, switches="3\n"))
    with pytest.raises(FaultyTablesError) as fault:
        tables.load("horizon")
    assert [(f.file, f.line) for f in fault.value.faults] == [("switches.yaml", None)]


def test_broken_yaml_tells_its_line(tmp_path, monkeypatch):
    broken = bundle(tmp_path, switches="a: {on: true\nb: [", dice="x: 'unclosed")
    monkeypatch.setitem(tables.SOURCES, "horizon", broken)
    with pytest.raises(FaultyTablesError) as fault:
        tables.load("horizon")
    assert {f.file for f in fault.value.faults} == {"switches.yaml", "dice.yaml"}
    assert all(f.line for f in fault.value.faults)
    assert str(fault.value.faults[0]).startswith("dice.yaml:")


def test_a_missing_file_is_told(tmp_path, monkeypatch):
    source = bundle(tmp_path)
    (tmp_path / "hits.yaml").unlink()
    monkeypatch.setitem(tables.SOURCES, "horizon", source)
    with pytest.raises(FaultyTablesError) as fault:
        tables.load("horizon")
    assert "hits" in str(fault.value)
