"""The benchmarks in small: what they print, how they judge and end. No time is judged here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentTypeError

import pytest
from django.core.management import CommandError, call_command

from hq.benches import report as reports
from hq.benches.house import BenchError, House
from hq.benches.phones import Phone
from hq.benches.report import Goal, Report, percentile, sizes, tidy


def run(root, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=root,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "horizonwar.settings"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def figures(said: str) -> dict[str, dict[str, object]]:
    lines = [json.loads(line) for line in said.splitlines()]
    return {line["figure"]: line for line in lines}


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_live_bench_measures_the_whole_way_of_5_sockets(root):
    words = ("--sockets", "5", "--runs", "1", "--triggers", "2", "--only", "push", "burst")
    done = run(root, "bench_live", *words)
    told = figures(done.stdout)

    assert done.returncode == 0, done.stderr
    assert [line for line in told.values() if "error" in line] == []
    assert told["machine"]["database"] in {"sqlite", "postgresql"}
    for name in ("last_p50", "last_p95"):
        assert told[name]["product"] > 0
        assert told[name]["floor"] > 0
        assert told[name]["ratios"] == [told[name]["ratio"]]
        assert told[name]["met"] == (told[name]["ratio"] <= 1.3)
    assert told["burst_frames"]["votes"] == 3  # the wall and the master do not vote


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_writes_bench_loses_no_vote(root):
    done = run(root, "bench_writes", "--clients", "5", "--runs", "1", "--seconds", "1")
    told = figures(done.stdout)

    assert done.returncode == 0, done.stderr
    assert [line for line in told.values() if "error" in line] == []
    assert told["votes_to_bare"]["floor"] > 0
    assert told["failed"]["of"] > 0
    assert (told["failed"]["value"], told["lost"]["value"]) == (0, 0)


@pytest.mark.parametrize("command", ["bench_live", "bench_writes"])
@pytest.mark.parametrize(("words", "code"), [([], None), (["--check"], 1)])
def test_only_a_check_fails_for_a_missed_goal(monkeypatch, capsys, command, words, code):
    module = __import__(f"hq.management.commands.{command}", fromlist=["live"])

    async def miss(*arguments: object) -> None:
        report = arguments[-1]
        assert isinstance(report, Report)
        report.value("last", 2.0, goal=Goal(limit=1.3), sockets=50)

    monkeypatch.setattr(getattr(module, command.removeprefix("bench_")), "measure", miss)
    monkeypatch.delenv("DATABASE_URL", raising=False)

    if code is None:
        call_command(command, *words)
    else:
        with pytest.raises(CommandError, match="last sockets=50") as missed:
            call_command(command, *words)
        assert missed.value.returncode == code
    assert figures(capsys.readouterr().out)["last"]["met"] is False


@pytest.mark.parametrize("command", ["bench_live", "bench_writes"])
def test_a_server_that_does_not_come_up_is_said_in_words(monkeypatch, command):
    module = __import__(f"hq.management.commands.{command}", fromlist=["live"])

    async def fail(*_arguments: object) -> None:
        raise BenchError("The server serving ended")

    monkeypatch.setattr(getattr(module, command.removeprefix("bench_")), "measure", fail)
    monkeypatch.delenv("DATABASE_URL", raising=False)

    with pytest.raises(CommandError, match="serving ended") as refused:
        call_command(command)
    assert refused.value.returncode == 2


def test_a_house_is_its_own_and_goes_away(monkeypatch):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("DATABASE_FILE", "the-real-day.sqlite3")
    monkeypatch.setenv("SECRET_KEY", "of the real day")

    with House() as house, House() as other:
        folder = house.folder
        environment = house.environment

        assert folder.is_dir()
        assert folder != other.folder
        assert environment["VAR_DIR"].startswith(str(folder))
        assert environment["STATIC_ROOT"].startswith(str(folder))
        assert not {"DATABASE_FILE", "SECRET_KEY", "DATABASE_URL"} & environment.keys()
    assert not folder.exists()


def test_sizes_are_numbers_with_commas():
    assert sizes("50,200,500") == (50, 200, 500)
    for wrong in ("", "50;200", "many", "0", "5,-1"):
        with pytest.raises(ArgumentTypeError):
            sizes(wrong)


def test_percentiles_are_values_that_were_seen():
    values = [float(number) for number in range(1, 21)]

    assert percentile(values, 0.95) == 19
    assert percentile(values, 0.5) == 10
    assert percentile([7.0], 0.99) == 7
    with pytest.raises(ValueError, match="no values"):
        percentile([], 0.5)


def test_ratio_is_the_median_of_the_runs():
    lines: list[str] = []
    report = Report(bench="live", write=lines.append)

    report.beside(
        "last",
        product=[10.0, 30.0, 26.0],
        floor=[10.0, 10.0, 20.0],
        goal=Goal(limit=1.3, of="ratio"),
    )

    told = json.loads(lines[0])
    assert (told["product"], told["floor"], told["ratio"]) == (26, 10, 1.3)
    assert told["met"] is True
    assert report.missed == []


def test_figure_that_could_not_be_had_counts_as_missed():
    report = Report(bench="live", write=lambda _line: None)

    report.failed("join", "3 failed", sockets=500)

    assert report.missed == ["join sockets=500"]


def test_goals_know_their_direction():
    assert Goal(limit=2).is_met(2)
    assert not Goal(limit=2).is_met(2.1)
    assert Goal(limit=0.5, is_least=True).is_met(0.6)
    assert not Goal(limit=0.5, is_least=True).is_met(0.4)
    assert str(Goal(limit=0.5, of="ratio", is_least=True)) == "ratio >= 0.5"


@pytest.mark.parametrize(
    ("value", "shown"), [(0.0, 0.0), (0.012345, 0.0123), (12.345, 12.3), (1234.5, 1234.0)]
)
def test_figures_bear_three_digits(value, shown):
    assert tidy(value) == shown
    assert reports.tidy(float("inf")) == float("inf")


def test_phones_read_positions_of_pages_and_frames():
    phone = Phone(address="127.0.0.1:1")

    phone.learn('<i id="live-seq" hidden data-epoch="a1" data-since="3" data-seq="7" data-now="9">')
    assert (phone.epoch, phone.seq) == ("a1", 7)
    phone.learn('<body data-board="hq" data-epoch="b2" data-seq="9">')
    assert (phone.epoch, phone.seq) == ("b2", 9)
    with pytest.raises(ValueError, match="No position"):
        phone.learn("<p>locked</p>")
