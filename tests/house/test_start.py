"""start.py: the sentences, and which steps are skipped."""

from __future__ import annotations

import ast
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import start

SOURCE = Path(start.__file__)


@pytest.fixture
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "speaks_russian", lambda: False)


@pytest.mark.parametrize(
    ("environment", "russian"),
    [
        ({}, True),
        ({"LANG": "ru_RU.UTF-8"}, True),
        ({"LANG": "C.UTF-8"}, True),
        ({"LANG": "en_GB.UTF-8"}, False),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "ru_RU.UTF-8"}, True),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="Windows is asked for its own language")
def test_language_is_russian_unless_the_system_is_english(monkeypatch, environment, russian):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert start.speaks_russian() is russian


@pytest.mark.parametrize("version", [(2, 7), (3, 6), (3, 10, 14)])
def test_old_python_gets_a_sentence_with_the_way_out(english, version):
    sentence = start.python_is_too_old(version)

    assert f"this is {version[0]}.{version[1]}" in sentence
    assert "python.org" in sentence


@pytest.mark.parametrize("version", [(3, 11), (3, 12, 1), (4, 0)])
def test_new_python_is_let_in(version):
    assert start.python_is_too_old(version) == ""


def test_source_parses_on_old_pythons():
    ast.parse(SOURCE.read_text(encoding="utf-8"), feature_version=(3, 6))


def test_start_needs_nothing_but_the_standard_library():
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }

    assert imported <= sys.stdlib_module_names


def test_taken_port_gets_a_sentence_with_the_way_out(english):
    everywhere = start.parse([]).host
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        sentence = start.port_is_taken(everywhere, port)

    assert f"Port {port} is taken" in sentence
    assert f"--port {port + 1}" in sentence


def test_free_port_is_no_reason_to_stop():
    assert start.port_is_taken("127.0.0.1", start.free_port()) == ""


def test_last_port_suggests_one_that_exists(english):
    with socket.socket() as other:
        try:
            other.bind(("127.0.0.1", 65535))
        except OSError:
            pytest.skip("port 65535 is in use on this machine")
        other.listen()

        sentence = start.port_is_taken("127.0.0.1", 65535)

    assert "--port 8000" in sentence


def test_port_comes_before_everything_slow(monkeypatch, capsys):
    def too_early(*_args: object) -> None:
        pytest.fail("something was installed although the port is taken")

    monkeypatch.setattr(start, "install", too_early)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()

        code = start.main(["--host", "127.0.0.1", "--port", str(other.getsockname()[1])])

    assert code == 1
    assert "--port" in capsys.readouterr().err


@pytest.mark.parametrize(
    "output",
    [
        "WARNING: Retrying … NewConnectionError(…: Failed to establish a new connection: …)",
        "error: Failed to fetch\n  Caused by: dns error: failed to lookup address information",
        "Temporary failure in name resolution",
        "[Errno 11001] getaddrinfo failed",
    ],
)
def test_no_network_is_named(english, output):
    assert start.why_not_installed(output).startswith("There is no network")


def test_another_failure_shows_what_the_installer_said(english):
    said = "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES"

    answer = start.why_not_installed(said)

    assert "no network" not in answer
    assert said in answer


def test_install_is_skipped_when_the_lock_is_unchanged(monkeypatch, tmp_path):
    lock = "requirements.txt"
    monkeypatch.setattr(start, "VENV", tmp_path)
    monkeypatch.setattr(start, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(start, "make_venv", lambda: pytest.fail("installed again"))
    (tmp_path / f".stamp-{lock}").write_text(start.digest(start.ROOT / lock), encoding="utf-8")

    start.install(lock)


def test_digest_changes_with_content(monkeypatch, tmp_path):
    monkeypatch.setattr(start, "ROOT", tmp_path)
    path = tmp_path / "a.txt"
    path.write_text("one", encoding="utf-8")
    before = start.digest(path)
    path.write_text("two", encoding="utf-8")

    assert start.digest(path) != before


def finish_checks(*, skipped: bool, failed: bool) -> int:
    checks = start.Checks()
    checks.run("a check", sys.executable, "-c", f"raise SystemExit({int(failed)})")
    checks.run("pytest, SQLite", sys.executable, "-c", "print('=== 7 passed in 1s ===')")
    if skipped:
        checks.skip("browser tests", "no browser")
    return checks.finish()


@pytest.mark.parametrize("skipped", [True, False])
@pytest.mark.parametrize("failed", [True, False])
def test_summary_tells_what_failed_and_what_was_skipped(capsys, english, skipped, failed):
    finish_checks(skipped=skipped, failed=failed)

    output = capsys.readouterr().out
    assert ("SKIPPED browser tests: no browser" in output) is skipped
    assert ("FAILED a check" in output) is failed
    assert output.rstrip().endswith("=== 7 passed in 1s ===")


@pytest.mark.parametrize(
    ("ci", "skipped", "failed", "code"),
    [
        ("", False, False, 0),
        ("", True, False, 0),
        ("", False, True, 1),
        ("true", False, False, 0),
        ("true", True, False, 1),
    ],
)
def test_a_skipped_check_fails_only_in_ci(monkeypatch, ci, skipped, failed, code):
    monkeypatch.setenv("CI", ci)

    assert finish_checks(skipped=skipped, failed=failed) == code


def test_a_chosen_browser_wins(monkeypatch):
    monkeypatch.setenv("E2E_BROWSER", "/somewhere/chrome")

    assert start.find_browser() == "/somewhere/chrome"


def test_output_is_utf8_even_where_the_console_is_not():
    done = subprocess.run(
        [sys.executable, str(SOURCE), "--help"],
        env=dict(os.environ, PYTHONIOENCODING="cp866", PYTHONUTF8="0"),
        capture_output=True,
        check=False,
    )

    assert "ЦУП" in done.stdout.decode("utf-8")


@pytest.mark.skipif(os.name == "nt", reason="the console tells the children itself")
@pytest.mark.parametrize(
    ("manners", "code"), [("SIG_DFL", -signal.SIGINT), ("SIG_IGN", -signal.SIGKILL)]
)
def test_children_are_told_to_stop_and_made_to(monkeypatch, manners, code):
    monkeypatch.setattr(start, "PATIENCE", 0.5)
    program = (
        "import signal, time; "
        f"signal.signal(signal.SIGINT, signal.{manners}); print(flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()

        start.stop([process])

    assert process.returncode == code
