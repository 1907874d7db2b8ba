"""Scenario packs: a day as a YAML file, checked whole before anything is written."""

from hq.scenario.loader import add_cards, build
from hq.scenario.proofreading import warnings
from hq.scenario.reader import Fault, PackError, find, read
from hq.scenario.schema import Pack
from hq.scenario.writer import write

__all__ = ["Fault", "Pack", "PackError", "add_cards", "build", "find", "read", "warnings", "write"]
