"""/healthz: what is well, and what makes it 503."""

from __future__ import annotations

import json
from http import HTTPStatus

import pytest
from django.db import OperationalError

from horizonwar import health
from horizonwar.live.hooks import Position


@pytest.fixture
def ask(monkeypatch, rf):
    """Ask for the health of a server whose parts answer like this."""

    def answer(*, tick_age: float | None = 0.4, database: bool = True) -> tuple[int, dict]:
        def positions() -> dict[int, Position]:
            if not database:
                raise OperationalError
            return {7: Position("abc", 12)}

        monkeypatch.setattr(health.hooks, "positions", positions)
        monkeypatch.setattr(health.hub, "status", lambda: {"sockets": 3, "tick_age": tick_age})
        response = health.healthz(rf.get("/healthz"))
        return response.status_code, json.loads(response.content)

    return answer


def test_all_is_well(ask):
    code, body = ask()

    assert code == HTTPStatus.OK
    assert body["ok"] is True
    assert body["database"]["ok"] is True
    assert body["layer"].endswith("Layer")
    assert body["ticker"] == {"ok": True, "age": 0.4}
    assert body["seq"] == {"7": 12}
    assert body["live"] == {"sockets": 3}


def test_a_worker_without_a_ticker_is_well(ask):
    code, body = ask(tick_age=None)

    assert (code, body["ticker"]) == (HTTPStatus.OK, {"ok": True, "age": None})


@pytest.mark.parametrize(("age", "code"), [(10.0, 200), (10.1, 503)])
def test_a_ticker_that_stands_still_is_not(ask, age, code):
    assert ask(tick_age=age)[0] == code


def test_a_database_that_does_not_answer_is_not(ask):
    code, body = ask(database=False)

    assert code == HTTPStatus.SERVICE_UNAVAILABLE
    assert body["ok"] is False
    assert body["database"]["ok"] is False
    assert body["seq"] == {}


def test_writing_to_it_is_refused(rf):
    assert health.healthz(rf.post("/healthz")).status_code == HTTPStatus.METHOD_NOT_ALLOWED
