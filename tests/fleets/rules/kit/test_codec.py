"""Stored forms: stable, equal after a round trip, strict about what they read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar

import pytest

from fleets.rules.kit import codec
from fleets.rules.kit.codec import MalformedError


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True)
class Leaf:
    number: int
    half: float = 0
    note: str | None = None


@dataclass(frozen=True)
class Cat:
    kind: ClassVar[str] = "cat"
    lives: int = 9


@dataclass(frozen=True)
class Dog:
    kind: ClassVar[str] = "dog"
    name: str = ""


@dataclass(frozen=True)
class Tree:
    leaf: Leaf
    leaves: tuple[Leaf, ...] = ()
    pair: tuple[int, str] = (0, "")
    by_name: Mapping[str, Leaf] = field(default_factory=dict)
    by_number: Mapping[int, str] = field(default_factory=dict)
    colours: frozenset[Colour] = frozenset()
    pet: Cat | Dog | None = None
    either: int | str = 0
    anything: Any = None
    v: int = 1


TREE = Tree(
    leaf=Leaf(1, 2.5, "x"),
    leaves=(Leaf(2), Leaf(3)),
    pair=(4, "y"),
    by_name={"b": Leaf(5), "a": Leaf(6)},
    by_number={2: "two", 1: "one"},
    colours=frozenset({Colour.RED}),
    pet=Dog("Rex"),
    either="z",
    anything={"free": [1]},
)


def test_round_trip():
    data = codec.encode(TREE)
    assert codec.decode(Tree, data) == TREE
    assert codec.encode(codec.decode(Tree, data)) == data


def test_defaults_are_left_out_but_the_version():
    assert codec.encode(Tree(leaf=Leaf(1))) == {"leaf": {"number": 1}, "v": 1}
    assert codec.decode(Tree, {"leaf": {"number": 1}}) == Tree(leaf=Leaf(1))


def test_mappings_are_sorted():
    assert list(codec.encode(TREE)["by_name"]) == ["a", "b"]


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"leaf": {"number": "1"}},
        {"leaf": {"number": True}},
        {"leaf": {"number": 1}, "extra": 1},
        {"leaf": {"number": 1}, "leaves": 3},
        {"leaf": {"number": 1}, "pair": [1]},
        {"leaf": {"number": 1}, "by_name": []},
        {"leaf": {"number": 1}, "by_number": {"x": "y"}},
        {"leaf": {"number": 1}, "colours": ["blue"]},
        {"leaf": {"number": 1}, "pet": {"kind": "fish"}},
        {"leaf": {"number": 1}, "pet": 3},
        {"leaf": {"number": 1}, "either": None},
    ],
)
def test_malformed(data):
    with pytest.raises(MalformedError):
        codec.decode(Tree, data)


def test_a_type_without_a_stored_form():
    with pytest.raises(TypeError):
        codec.decode(list[int], [1])


def test_mappings_come_back_in_the_order_of_their_keys():
    read = codec.decode(Mapping[str, int], {"red": 1, "blue": 2})

    assert list(read) == ["blue", "red"]
