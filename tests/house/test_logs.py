"""One shape for our lines and the libraries', with the request they belong to."""

from __future__ import annotations

import io
import json
import logging

import pytest
import structlog

from horizonwar import logs


@pytest.fixture
def written(monkeypatch):
    """What goes to stderr; the logging of the test run is put back afterwards."""
    output = io.StringIO()
    monkeypatch.setattr(logs.sys, "stderr", output)
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield output
    root.handlers, root.level = handlers, level
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


def test_json_line_keeps_cyrillic_and_the_request(written):
    logs.configure({"json": True, "level": "INFO"})
    structlog.contextvars.bind_contextvars(request_id="abc")

    structlog.get_logger("hq").info("card issued", card="Мост")

    line = json.loads(written.getvalue())
    assert "Мост" in written.getvalue()
    assert line["event"] == "card issued"
    assert line["level"] == "info"
    assert line["request_id"] == "abc"


def test_a_librarys_line_has_the_same_shape(written):
    logs.configure({"json": True, "level": "INFO"})
    structlog.contextvars.bind_contextvars(request_id="abc")

    logging.getLogger("channels").warning("layer is %s", "full")

    line = json.loads(written.getvalue())
    assert line["event"] == "layer is full"
    assert line["logger"] == "channels"
    assert line["request_id"] == "abc"


def test_an_exception_is_told_in_json(written):
    logs.configure({"json": True, "level": "INFO"})

    try:
        _ = 1 / 0
    except ZeroDivisionError:
        logging.getLogger("hq").exception("it broke")

    assert "ZeroDivisionError" in json.loads(written.getvalue())["exception"]


def test_console_line_is_readable(written):
    logs.configure({"json": False, "level": "INFO"})

    structlog.get_logger("hq").info("card issued", card="Мост")

    assert "card issued" in written.getvalue()
    assert "card=Мост" in written.getvalue()


def test_level_is_kept(written):
    logs.configure({"json": True, "level": "WARNING"})

    structlog.get_logger("hq").info("nobody needs this")

    assert written.getvalue() == ""
