"""Names of buttons, of rolls and of tokens: slugs that stand alone, not inside a sentence."""

from __future__ import annotations

from fleets.rules.horizon import words
from fleets.rules.kit.words import gettext_noop

COMMANDS = {
    "open-round": gettext_noop("Open the round"),
    "grant-bonus": gettext_noop("Grant command points"),
    "roll-initiative": gettext_noop("Roll initiative"),
    "move": gettext_noop("Move"),
    "barrel-roll": gettext_noop("Barrel roll"),
    "dock": gettext_noop("Dock"),
    "immelmann": gettext_noop("Immelmann"),
    "escort": gettext_noop("Escort"),
    "target-lock": gettext_noop("Lock a target"),
    "stealth": gettext_noop("Move in stealth"),
    "launch-fighters": gettext_noop("Launch fighters"),
    "collision-alert": gettext_noop("Collision alert"),
    "finish-activation": gettext_noop("Done moving"),
    "fire-gun": gettext_noop("Fire a gun"),
    "go-on": gettext_noop("Measure again"),
    "fire-torpedo": gettext_noop("Fire a torpedo"),
    "drop-mine": gettext_noop("Drop a mine"),
    "scan": gettext_noop("Scan"),
    "evade": gettext_noop("Evade"),
    "finish-fire": gettext_noop("Done firing"),
    "roll-hit": gettext_noop("Roll the hit"),
    "choose-luck": gettext_noop("Say what luck makes of it"),
    "repair": gettext_noop("Repair"),
    "regroup": gettext_noop("Regroup"),
    "scene-fire": gettext_noop("Fire from the scene"),
    "scene-count": gettext_noop("Change a counter"),
    "scene-done": gettext_noop("It has acted"),
    "end-round": gettext_noop("End the round"),
    "advance-phase": gettext_noop("On to the next phase"),
    "end-battle": gettext_noop("End the battle"),
    "reopen": gettext_noop("Fight on"),
    "correct-ship": gettext_noop("Correct a ship"),
    "correct-points": gettext_noop("Correct command points"),
    "reinforce": gettext_noop("Bring a squadron"),
    "place-object": gettext_noop("Set an object"),
    "free-roll": gettext_noop("Any roll"),
    "roll-survival": gettext_noop("Roll survival"),
    "use-aid": gettext_noop("Use HQ's aid"),
    "settle-survival": gettext_noop("Settle survival"),
}

ROLLS = {
    "against": gettext_noop("against it"),
    "universe": gettext_noop("the Indifferent Universe"),
    "attack": gettext_noop("attack"),
    "collision": gettext_noop("collision alert"),
    "collision-damage": gettext_noop("damage of a collision"),
    "hit-table": gettext_noop("hit table"),
    "survival": gettext_noop("survival"),
    "free-roll": gettext_noop("a free roll"),
    "systems-gone": gettext_noop("which systems are gone"),
    "crew": gettext_noop("who of the crew"),
    "crew-50-50": gettext_noop("the crew, fifty-fifty"),
    "scan": gettext_noop("scan"),
}

MARKS = {
    "active": gettext_noop("in action"),
    "aboard": gettext_noop("aboard its carrier"),
    "out": gettext_noop("out of action"),
    "moved": gettext_noop("has moved"),
    "acted": gettext_noop("has acted"),
    "acting": gettext_noop("is acting"),
    "evading": gettext_noop("evades"),
    "hidden": gettext_noop("in stealth"),
    "docked": gettext_noop("docked"),
    "commander": gettext_noop("commander"),
    "creature": gettext_noop("creature"),
    "dreadnought": gettext_noop("dreadnought"),
    "station": gettext_noop("station"),
    "vehicle": gettext_noop("ground vehicle"),
    "asteroid": gettext_noop("asteroid"),
    "other": gettext_noop("object of the scene"),
    "refuses": gettext_noop("refuses to dock"),
    "danger-zone": gettext_noop("Danger Zone"),
    "points": gettext_noop("command points"),
}


def term(slug: str) -> str:
    """The msgid of a slug that stands alone; the slug itself where the rules have no word."""
    for known in (MARKS, words.TERMS, ROLLS):
        if slug in known:
            return known[slug]
    return slug


def title(kind: str) -> str:
    """The msgid of a command's button."""
    return COMMANDS.get(kind, kind)
