"""One shape for our lines and the libraries', with the request they belong to."""

from __future__ import annotations

import json
import logging

import pytest
import structlog

from horizonwar import logs


@pytest.fixture(autouse=True)
def _kept_logging():
    """The logging of the test run is put back afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers, root.level = handlers, level
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


def test_json_line_keeps_cyrillic_and_the_request(capsys):
    logs.configure({"json": True, "level": "INFO"})
    structlog.contextvars.bind_contextvars(request_id="abc")

    structlog.get_logger("hq").info("card issued", card="Мост")

    output = capsys.readouterr().err
    line = json.loads(output)
    assert "Мост" in output
    assert line["event"] == "card issued"
    assert line["level"] == "info"
    assert line["request_id"] == "abc"


def test_a_librarys_line_has_the_same_shape(capsys):
    logs.configure({"json": True, "level": "INFO"})
    structlog.contextvars.bind_contextvars(request_id="abc")

    logging.getLogger("channels").warning("layer is %s", "full")

    line = json.loads(capsys.readouterr().err)
    assert line["event"] == "layer is full"
    assert line["logger"] == "channels"
    assert line["request_id"] == "abc"


def test_an_exception_is_told_in_json(capsys):
    logs.configure({"json": True, "level": "INFO"})

    try:
        _ = 1 / 0
    except ZeroDivisionError:
        logging.getLogger("hq").exception("it broke")

    assert "ZeroDivisionError" in json.loads(capsys.readouterr().err)["exception"]


def test_console_line_is_readable(capsys):
    logs.configure({"json": False, "level": "INFO"})

    structlog.get_logger("hq").info("card issued", card="Мост")

    output = capsys.readouterr().err
    assert "card issued" in output
    assert "card=Мост" in output


def test_level_is_kept(capsys):
    logs.configure({"json": True, "level": "WARNING"})

    structlog.get_logger("hq").info("nobody needs this")

    assert capsys.readouterr().err == ""
