"""Every kind of effect, every trigger and every refusal has a test of its own."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from hq.enums import EffectKind, Trigger, When
from hq.errors import RefusedError

HERE = Path(__file__).resolve().parents[1]
# Refusals that only a page or a form gives: which test shows them.
ON_PAGES: dict[str, str] = {
    "FormUnfitError": "hq/views/test_commands.py",
    "CodeUnknownError": "hq/views/test_doors.py",
    "TooManyTriesError": "hq/views/test_doors.py",
}
# Without a test as yet. A name leaves this list with its test; none is added.
WAITING = {"PackGoneError", "UnseenReasonError", "ability", "send_aid"}


@cache
def trees() -> tuple[ast.Module, ...]:
    paths = sorted(HERE.rglob("test_*.py"))
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in paths)


def refusals(kind: type[RefusedError] = RefusedError) -> Iterator[str]:
    for each in kind.__subclasses__():
        yield each.__name__
        yield from refusals(each)


def named_in(node: ast.AST) -> set[str]:
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return names | {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}


def raised() -> set[str]:
    """Names inside `pytest.raises(…)`, and in the parameters that are handed to it."""
    told: set[str] = set()
    for tree in trees():
        for node in ast.walk(tree):
            is_call = isinstance(node, ast.Call)
            if is_call and ast.unparse(node.func).endswith(("raises", "parametrize")):
                told |= named_in(node)
    return told


def literals(key: str) -> set[str]:
    """Values that stand under this key in some test: `{"kind": "pool"}`, `worse("way", …)`."""
    told: set[str] = set()
    for tree in trees():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Dict):
                continue
            for name, value in zip(node.keys, node.values, strict=True):
                is_told = isinstance(name, ast.Constant) and name.value == key
                if is_told and isinstance(value, ast.Constant):
                    told.add(str(value.value))
    return told


def test_every_refusal_is_raised_in_a_test():
    importlib.import_module("fleets.errors")

    missing = set(refusals()) - raised() - set(ON_PAGES) - WAITING

    assert missing == set(), "refusals without a test"


def test_no_name_waits_that_has_its_test():
    known = set(refusals()) | set(EffectKind.values)

    assert known >= WAITING
    assert WAITING & (raised() | literals("kind")) == set()


def test_refusals_of_pages_have_their_file():
    assert set(ON_PAGES) <= set(refusals())
    assert all((HERE / path).is_file() for path in ON_PAGES.values())


def test_every_kind_of_effect_is_carried_out_in_a_test():
    assert set(EffectKind.values) - literals("kind") - WAITING == set()


def test_every_moment_of_a_release_is_tried_in_a_test():
    assert set(When.values) - literals("when") == set()


def test_every_trigger_makes_a_crisis_worse_in_a_test():
    tree = ast.parse((HERE / "hq" / "test_aggravations.py").read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    own = [call for call in calls if ast.unparse(call.func) == "worse"]
    # `worse(…)` without a trigger is a game master's.
    told = {call.args[0].value if call.args else "master" for call in own}

    assert set(Trigger.values) - told == set()
