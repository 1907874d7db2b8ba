"""Where things stand in a scenario file: YAML read with the line of every entry kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruamel.yaml.reader import ReaderError

Step = str | int


@dataclass(frozen=True)
class Fault:
    """One thing wrong with a pack. `line` counts from 1; 0 means the file as a whole.

    `file` is the name of the file where it is not `pack.yaml` itself.
    """

    line: int
    where: str
    message: str
    file: str = ""

    def __str__(self) -> str:
        steps = (self.file, str(self.line or ""))
        at = ":".join(step for step in steps if step)
        return ": ".join(part for part in (at, self.where, self.message) if part)


class PackError(Exception):
    """A pack that cannot be used, with every fault found in it, in the order of the file."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: (fault.file, fault.line)))
        super().__init__("\n".join(str(fault) for fault in self.faults))


@dataclass(frozen=True)
class Place:
    """An entry of the file: its line, its name for the author, and the entries inside it."""

    line: int = 0
    name: str = ""
    kind: str = ""  # what the entry says under «kind»: pydantic puts it into paths of effects
    inside: dict[Step, Place] = field(default_factory=dict)

    def at(self, *path: Step) -> Place:
        """The entry at `path`, or the nearest one around it that the file really has."""
        place = self
        was_kind = False
        for step in path:
            if step in place.inside and not (step == place.kind and not was_kind):
                place, was_kind = place.inside[step], False
            elif step == place.kind and not was_kind:
                was_kind = True
            else:
                break
        return place

    def fault(self, message: str, *path: Step) -> Fault:
        """A fault of the entry at `path`."""
        place = self.at(*path)
        return Fault(place.line, place.name, message)


def parse(text: str) -> tuple[object, Place, list[Fault]]:
    """Plain values of a YAML text, their places, and keys that were given twice.

    An entry with nothing after its colon counts as not written. Raises `PackError` when the text
    is not YAML at all.
    """
    yaml = YAML(typ="safe", pure=True)
    try:
        node = yaml.compose(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 0
        message = _("From here on the file is not YAML: %(problem)s.") % {"problem": error.problem}
        raise PackError([Fault(line, "", message)]) from error
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        message = _("There is a character here that YAML does not allow.")
        raise PackError([Fault(line, "", message)]) from error
    if node is None:
        raise PackError([Fault(0, "", _("The file is empty."))])
    unfolding = _Unfolding()
    value, place = unfolding.unfold(node, line=1, name="")
    return value, place, unfolding.faults


class _Unfolding:
    """Turns the composed tree into plain values, keeping places and collecting faults."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.seen: set[int] = set()

    def unfold(self, node: Node, *, line: int, name: str) -> tuple[object, Place]:
        # A second visit is an alias: texts that reach one file in two places hide what they say,
        # and an alias to its own parent has no end.
        if id(node) in self.seen:
            message = _("References with * are not understood here: write the text out.")
            self.faults.append(Fault(line, name, message))
            return None, Place(line, name)
        self.seen.add(id(node))
        if isinstance(node, MappingNode):
            return self.unfold_mapping(node, line=line, name=name)
        if isinstance(node, SequenceNode):
            return self.unfold_sequence(node, line=line, name=name)
        return scalar(node), Place(line, name)

    def unfold_mapping(
        self, node: MappingNode, *, line: int, name: str
    ) -> tuple[dict[str, object], Place]:
        values: dict[str, object] = {}
        inside: dict[Step, Place] = {}
        for key_node, value_node in node.value:
            key = str(key_node.value)
            key_line = key_node.start_mark.line + 1
            key_name = f"{name}.{key}" if name else key
            if key in inside:
                message = _("“%(key)s” is already given on line %(line)s.")
                params = {"key": key, "line": inside[key].line}
                self.faults.append(Fault(key_line, key_name, message % params))
                continue
            value, inside[key] = self.unfold(value_node, line=key_line, name=key_name)
            if value is not None:
                values[key] = value
        kind = values.get("kind")
        return values, Place(line, name, kind if isinstance(kind, str) else "", inside)

    def unfold_sequence(
        self, node: SequenceNode, *, line: int, name: str
    ) -> tuple[list[object], Place]:
        values: list[object] = []
        inside: dict[Step, Place] = {}
        for index, item in enumerate(node.value):
            label = slug_of(item) or str(index + 1)
            item_line = item.start_mark.line + 1
            value, inside[index] = self.unfold(item, line=item_line, name=f"{name}[{label}]")
            values.append(value)
        return values, Place(line, name, "", inside)


def slug_of(node: Node) -> str:
    """The slug an item of a list calls itself, or empty."""
    if isinstance(node, MappingNode):
        for key, value in node.value:
            if key.value == "slug" and isinstance(value, ScalarNode):
                return str(value.value)
    return ""


def scalar(node: Node) -> object:
    """A plain value: text, number, true or false, nothing.

    Dates, and numbers no computer can hold, stay the text that was written.
    """
    text = str(node.value)
    try:
        match str(node.tag).rpartition(":")[2]:
            case "null":
                return None
            case "bool":
                return text.lower() == "true"
            case "int":
                digits = text.replace("_", "")
                return int(digits, 0 if digits.lstrip("+-")[1:2].isalpha() else 10)
            case "float":
                return float(text.replace("_", ""))
    except ValueError:
        pass
    return text
