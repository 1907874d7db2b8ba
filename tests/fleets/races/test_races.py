"""Two phones at once: with the lock one verdict, without it the fault shows."""

from __future__ import annotations

import json
import re
import secrets
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from fleets import actors, battles, holdings, results, retractions
from fleets.models import Battle, Holding, Line
from fleets.rules.kit import history
from hq.models import Game, JournalEntry
from tests.factories.battles import (
    duel,
    duellists,
    enlist,
    fight,
    give,
    make_war,
    seat,
    to_shooting,
)
from tests.factories.days import make_master
from tests.factories.hands import Hand
from tests.factories.visitors import sit
from tests.fleets.rules.horizon.table import fleet, seeded
from tests.hq.races.crowd import Meeting, outcomes, run_together

pytestmark = [pytest.mark.slow, pytest.mark.postgres, pytest.mark.timeout(240)]


def is_whole(battle: Battle) -> bool:
    """Numbers without a gap, and a state that is the fold of the lines."""
    row = Battle.objects.get(pk=battle.pk)
    lines = list(row.lines.order_by("number"))
    field = battles.field_of(row, row.game)
    first = field.system.decode_state(row.first)
    entries = [retractions.entry_of(field.system, line) for line in lines]
    folded = history.fold(field.system, first, entries)
    numbers = [line.number for line in lines]
    return numbers == list(range(1, row.number + 1)) and folded == field.system.decode_state(
        row.state
    )


def test_one_gun_fired_by_two_phones(locked: bool, hand: Hand, monkeypatch):
    battle, red, blue = duel()
    to_shooting(battle, red, blue)
    again = seat(battle.game, "Второй", side="of")
    Meeting(2).after(monkeypatch, battles, "check_legal")
    shot = {"ship": "b1", "gun": "g1", "target": "r1", "face": "front"}
    works = [partial(give, battle, by, "fire-gun", (8, 8), (1, 1), **shot) for by in (blue, again)]
    before = Line.objects.count()

    answers = run_together(works)

    if locked:
        assert outcomes(answers) == {"done": 1, "IllegalError": 1}
        assert Line.objects.count() == before + 1
        assert is_whole(battle)
    else:
        assert outcomes(answers)["IllegalError"] == 0


def test_one_deed_of_two_phones_is_asked_about(wipeable: None, hand: Hand):
    battle, red, blue = duel()
    to_shooting(battle, red, blue)
    shot = {"ship": "b1", "gun": "g1", "target": "r1", "face": "front"}
    fired = give(battle, blue, "fire-gun", (8, 8), (1, 1), **shot)
    works = [partial(give, battle, by, "roll-hit", (2, 4), seen=fired.number) for by in (red, blue)]

    answers = run_together(works)

    assert outcomes(answers) == {"done": 1, "SameDeedError": 1}
    row = Battle.objects.get(pk=battle.pk)
    assert len(battles.field_of(row, row.game).state.ships["r1"].damage) == 1


def test_one_squadron_taken_by_two_phones(locked: bool, hand: Hand, monkeypatch):
    battle, red, _ = duel()
    other = seat(battle.game, "Вера", side="spo")
    Meeting(2).after(monkeypatch, holdings, "_wanted")
    monkeypatch.setattr(holdings, "_take", met(holdings._take, Meeting(2)))

    answers = run_together([partial(holdings.take, squadron="red", by=by) for by in (red, other)])

    if locked:
        assert outcomes(answers) == {"done": 2}
        holding = Holding.objects.get()
        assert {holding.seat_id, holding.before_id} == {red.seat_id, other.seat_id}
    else:
        assert outcomes(answers)["done"] < 2


def met(work, meeting):
    def wait(*args):
        meeting.wait()
        return work(*args)

    return wait


def test_last_two_confirmations(locked: bool, hand: Hand, monkeypatch):
    battle, red, blue = duel()
    give(battle, make_master(battle.game), "end-battle")
    Meeting(2).after(monkeypatch, results, "_sides_of")

    run_together(
        [partial(results.confirm, battle_id=battle.pk, winner="of", by=by) for by in (red, blue)]
    )

    row = Battle.objects.get()
    assert (row.status == "closed") == locked
    assert (len(row.confirmed) == 2) == locked


def test_one_table_opened_by_two_masters(locked: bool, hand: Hand, monkeypatch):
    game = make_war()
    duellists(game)
    works = [
        partial(
            battles.open_battle,
            table="luna",
            squadrons=["red", "blue"],
            by=make_master(game, login),
        )
        for login in ("gleb", "anna")
    ]
    Meeting(2).after(monkeypatch, battles, "check_table_free")

    answers = run_together(works)

    assert Battle.objects.count() == 1
    failed = "TableTakenError" if locked else "IntegrityError"
    assert outcomes(answers) == {"done": 1, failed: 1}


# --- two phones, two hundred commands each -------------------------------------------------

COMMANDS = 200


class Phone:
    """A captain whose phone fires whatever it may, right or wrong, sometimes twice."""

    def __init__(self, client: Client, battle: Battle, seed: int) -> None:
        self.client, self.battle, self.chance = client, battle, seeded(seed)
        self.codes: list[int] = []
        self.made: dict[str, dict[str, object]] = {}

    def play(self) -> None:
        for _ in range(COMMANDS):
            self.fire(self.pick())

    def pick(self) -> dict[str, object]:
        units = [*["a0", "a1", "a2", "a3", "b0", "b1", "b2", "b3"], "", ""]
        told = self.client.get(
            reverse("battle_options", args=[self.battle.pk]), {"unit": self.chance.choice(units)}
        ).json()
        legal = [o for o in told["options"] if o["legal"] and o["kind"] != "end-battle"]
        if not legal:
            return {"number": told["number"]} if self.chance.random() < 0.3 else {"kind": "move"}
        option = self.chance.choice(legal)
        command = {"kind": option["kind"], **option["fields"]}
        for choice in option["choices"]:
            value = self.chance.choice(choice["values"])["value"]
            command[choice["field"]] = [value] if choice["many"] else value
        return {"command": command, "seen": told["number"]}

    def fire(self, wanted: dict[str, object]) -> None:
        key = secrets.token_hex(8)
        for _ in range(2 if self.chance.random() < 0.2 else 1):
            response = self.send(wanted, key)
            self.codes.append(response.status_code)
            if response.status_code == 200:
                done = response.json()["done"]
                assert self.made.setdefault(key, done) == done

    def send(self, wanted: dict[str, object], key: str):
        headers = {"X-Command-Key": key}
        if "command" not in wanted and "number" in wanted:
            name, data = "battle_retract", {"number": max(1, int(wanted["number"]))}
        else:
            command = wanted.get("command", {"kind": "move", "ship": "b0"})
            name = "battle_act"
            data = {"command": json.dumps(command), "seen": wanted.get("seen", 0)}
        return self.client.post(reverse(name, args=[self.battle.pk]), data, headers=headers)


def screen(client: Client) -> dict[str, str]:
    """What is the same for both sides on a page that is loaded now."""
    html = client.get("/live/table/", {"table": "luna"}).content.decode()
    found = re.findall(r'<section id="(battle|battle_log)".*?</section>', html, re.DOTALL)
    assert found == ["battle", "battle_log"]
    parts = re.finditer(r'<section id="(battle|battle_log)".*?</section>', html, re.DOTALL)
    return {part[1]: part[0] for part in parts}


def test_two_clients_fire_two_hundred_mixed_commands_each(wipeable: None):
    game = make_war()
    enlist(game, fleet("a", "spo", 7))
    enlist(game, fleet("b", "of", 7))
    battle = fight(game, "a", "b")
    red, blue = sit(seat(game, "Рита", side="spo")), sit(seat(game, "Бруно", side="of"))
    phones = [Phone(red, battle, 1), Phone(blue, battle, 2)]

    answers = run_together([phone.play for phone in phones])

    assert answers == [None, None], answers
    for phone in phones:
        assert len(phone.codes) >= COMMANDS
        assert set(phone.codes) <= {200, 409, 422}
        assert phone.codes.count(200) > COMMANDS / 10
    lines = [done["line"] for phone in phones for done in phone.made.values() if "line" in done]
    assert len(lines) == len(set(lines)) == Battle.objects.get().number
    assert is_whole(battle)
    assert screen(red) == screen(blue)
    seqs = list(JournalEntry.objects.order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, Game.objects.get(pk=game.pk).seq + 1))
    assert actors.seated_at(game.pk, "luna")
