"""What a form of the horizon rules sends, as the values that a file would hold."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from fleets.rules.base import Json
from fleets.rules.horizon.ships import Profile
from fleets.rules.horizon.terms import ARC_LETTERS, Arc

GUNS = 4  # rows of guns in the form; a ship with more keeps its others

_LETTERS = {arc.value: letter for arc, letter in ARC_LETTERS.items()}


def unit(sent: QueryDict) -> dict[str, Json]:
    """The values of a ship's form. What is no number stays what it is: the shape refuses it."""
    values: dict[str, Json] = {
        "name": sent.get("name", ""),
        "type": sent.get("type", ""),
        "speed": _number(sent.get("speed", "")),
        "defence": sent.get("defence", ""),
        "guns": _guns(sent),
        "piloting": sent.get("piloting", ""),
        "upgrades": sent.getlist("upgrades"),
        "crew": [line for line in sent.get("crew", "").splitlines() if line.strip()],
        "text": sent.get("text", ""),
    }
    if crew_count := sent.get("crew_count", "").strip():
        values["crew_count"] = _number(crew_count)
    printed = [sent.get(name, "").strip() for name in ("printed_base", "printed_full")]
    if any(printed):
        values["printed_cost"] = [_number(part) for part in printed]
    return values


def _guns(sent: QueryDict) -> list[str]:
    rows = zip(sent.getlist("gun"), sent.getlist("arc"), strict=False)
    return [dice + _LETTERS.get(arc, "") for dice, arc in rows if dice]


def _number(text: str) -> Json:
    return int(text) if text.isdecimal() and len(text) < 6 else text


def head(sent: QueryDict) -> dict[str, Any]:
    """The values of a heading's form."""
    carrier, fighters = sent.get("carrier", ""), sent.getlist("aboard")
    return {
        "name": sent.get("name", ""),
        "commander": sent.get("commander", ""),
        "commander_name": sent.get("commander_name", ""),
        "traits": sent.getlist("traits"),
        "aboard": [[fighter, carrier] for fighter in fighters] if carrier else [],
    }


BLANK: dict[str, Json] = {
    "name": "",
    "type": "",
    "speed": "",
    "defence": "",
    "piloting": "",
    "upgrades": (),
    "crew_count": "",
    "text": "",
}


def back(values: dict[str, Json]) -> dict[str, Any]:
    """The values of a card as the form shows them: guns as rows of dice and arc."""
    guns = [_split(str(gun)) for gun in values.get("guns", ())]
    printed = values.get("printed_cost") or ["", ""]
    return {
        **BLANK,
        **values,
        "gun_rows": guns + [("", Arc.FRONT.value)] * (GUNS - len(guns)),
        "printed_base": printed[0],
        "printed_full": printed[1],
        "crew": "\n".join(str(name) for name in values.get("crew", ())),
    }


def _split(gun: str) -> tuple[str, str]:
    for arc, letter in ARC_LETTERS.items():
        if letter and gun.endswith(letter):
            return gun.removesuffix(letter), arc.value
    return gun, Arc.FRONT.value


def grade(ship: Profile) -> str:
    """What a pilot of these dice is called (seed, «Профиль модели»); empty for other dice."""
    return {6: "rookie", 8: "veteran", 10: "ace"}.get(ship.piloting.sides, "")
