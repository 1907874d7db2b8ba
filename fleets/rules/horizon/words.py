"""English sentences of refusals, cautions and log lines, marked for translation.

The comment beside a term is the rules' own Russian word for it.
"""

from __future__ import annotations

from collections.abc import Mapping

from fleets.rules.base import Json, Sentence
from fleets.rules.kit.words import gettext_noop

TERMS = {
    # phases
    "command": gettext_noop("command phase"),  # фаза командования
    "initiative": gettext_noop("initiative phase"),  # фаза инициативы
    "movement": gettext_noop("movement phase"),  # фаза движения
    "shooting": gettext_noop("shooting phase"),  # фаза стрельбы
    "maintenance": gettext_noop("maintenance phase"),  # фаза обслуживания
    "over": gettext_noop("after the battle"),
    # types
    "small": gettext_noop("small ship"),  # малый корабль
    "medium": gettext_noop("medium ship"),  # средний корабль
    "large": gettext_noop("large ship"),  # большой корабль
    # systems and what puts a ship out
    "hull": gettext_noop("hull"),  # корпус
    "systems": gettext_noop("systems"),  # системы
    "guns": gettext_noop("guns"),  # орудия
    "engine": gettext_noop("engine"),  # двигатель
    "crew": gettext_noop("crew"),  # команда
    "out": gettext_noop("out of action at once"),  # выведен из строя
    "none": gettext_noop("no effect"),
    # faces, arcs, weapons
    "front": gettext_noop("front"),  # передняя сторона
    "side": gettext_noop("side"),  # боковая сторона
    "rear": gettext_noop("rear"),  # задняя сторона
    "turret": gettext_noop("turret"),  # турель
    "enhanced": gettext_noop("enhanced turret"),  # улучшенная турель
    "gun": gettext_noop("gun"),  # орудие
    # manoeuvres
    "barrel-roll": gettext_noop("barrel roll"),  # крен, «бочка»
    "dock": gettext_noop("docking"),  # стыковка
    "immelmann": gettext_noop("Immelmann turn"),  # иммельман, полупетля
    "escort": gettext_noop("escort"),  # сопровождение
    "escort-manoeuvre": gettext_noop("escort manoeuvre"),  # сопровождение
    "target-lock": gettext_noop("target lock"),  # захват цели
    "stealth": gettext_noop("stealth move"),  # скрытное передвижение
    # command-point actions
    "luck": gettext_noop("Better lucky than good"),  # лучше везение, чем умение
    "cobra": gettext_noop("Cobra"),  # манёвр «Кобра»
    "danger-zone": gettext_noop("Danger Zone"),  # опасная зона
    "mine": gettext_noop("mine"),  # сброс заряда
    "torpedo": gettext_noop("torpedo"),  # фокс уан
    "full-thrust": gettext_noop("Full Thrust"),  # полная тяга
    "decoy": gettext_noop("decoy"),  # запуск ложной цели
    "launch-fighters": gettext_noop("Launch Fighters"),  # запуск истребителей
    "regroup": gettext_noop("Regroup"),  # перестроение
    "repair": gettext_noop("Repair"),  # ремонт
    "wing-over": gettext_noop("Wing-over"),  # переворот через крыло
    # upgrades
    "shields": gettext_noop("Shields"),  # щиты
    "agile": gettext_noop("Agile"),
    "fast-and-nimble": gettext_noop("Fast and nimble"),  # быстрый и маневренный
    "targeting-computer": gettext_noop("Targeting computer"),
    "hard-point": gettext_noop("Hard point"),
    "fully-loaded": gettext_noop("Fully loaded"),
    "tailgunner": gettext_noop("Tailgunner"),
    "enhanced-turret": gettext_noop("Enhanced turret"),  # улучшенная турель
    "transport": gettext_noop("Transport"),  # транспорт
    "ecm": gettext_noop("ECM"),
    "torpedoes": gettext_noop("Torpedoes"),  # торпеды
    "mining-charges": gettext_noop("Mining charges"),  # минные заряды
    "carrier": gettext_noop("Carrier"),  # авианосец
    "ram": gettext_noop("Ram"),  # таран
    "ground-support": gettext_noop("Ground support"),
    "tractor-beam": gettext_noop("Tractor beam"),
    # modifiers not named above
    "evade": gettext_noop("evading"),  # уклонение
    "failed-barrel-roll": gettext_noop("failed barrel roll"),
    "failed-immelmann": gettext_noop("failed Immelmann turn"),
    "facing-front": gettext_noop("shot at the front"),
    "facing-side": gettext_noop("shot at the side"),
    "facing-rear": gettext_noop("shot at the rear"),
    "target-faster": gettext_noop("target is faster"),
    "further-manoeuvre": gettext_noop("further manoeuvre"),
    "tactician": gettext_noop("tactician"),  # тактик
    "regrouped": gettext_noop("regrouped"),  # перестроение
    "commander-out": gettext_noop("commander out of action"),
    "damage-hull": gettext_noop("damaged hull"),
    "damage-systems": gettext_noop("damaged systems"),
    "damage-guns": gettext_noop("damaged guns"),
    "damage-engine": gettext_noop("damaged engine"),
    "damage-crew": gettext_noop("wounded crew"),
    # survival
    "fubar": gettext_noop("FUBAR: nothing is left of the ship"),
    "tarfu": gettext_noop("TARFU: a wreck in parts"),
    "snafu": gettext_noop("SNAFU: fatal damage, systems gone"),
    "black-hawk-down": gettext_noop("Black hawk down: it needs a yard"),
    "hard-landing": gettext_noop("Hard landing: fatal damage"),
    "not-so-bad": gettext_noop("Not as bad as it looked: heavy damage"),
    "dead": gettext_noop("dead"),
    "maimed": gettext_noop("badly maimed"),
    "moderate": gettext_noop("moderately injured"),
    "light": gettext_noop("lightly injured"),
    "reroll": gettext_noop("reroll"),
    "plus-one": gettext_noop("+1"),
    # ends
    "rounds": gettext_noop("the last round is over"),
    "agreed": gettext_noop("agreed"),
}

FATES = {
    "carrier": gettext_noop("lost with its carrier"),
}
"""What put a ship out, where the same slug names something else elsewhere."""

REFUSALS = {
    # whose it is
    "onlooker": gettext_noop("You only look on. Ask the master for a place at the table."),
    "not-your-squadron": gettext_noop("This is not your squadron."),
    "master-only": gettext_noop("Only the game master may do this."),
    "not-complete": gettext_noop("Not everybody has acted yet. The master may cut it short."),
    "sides-still-fight": gettext_noop("Two sides are still fighting: the master ends the battle."),
    # when it is
    "not-in-phase": gettext_noop("Not now: this is the %(phase)s."),
    "attack-waits": gettext_noop(
        "First finish the attack of %(ship)s on %(target)s: is it still in the zone?"
    ),
    "hits-wait": gettext_noop("First roll the hits on %(target)s."),
    "choose-luck-first": gettext_noop("First say what luck makes of the roll: −1, 0 or +1."),
    "battle-over": gettext_noop("The battle is over."),
    "battle-not-over": gettext_noop("The battle is not over yet."),
    "initiative-rolled": gettext_noop("%(squadron)s has no initiative to roll now."),
    "initiative-first": gettext_noop("Nobody has rolled initiative yet."),
    "not-your-turn": gettext_noop("It is the turn of %(turn)s."),
    "squadron-in-the-middle": gettext_noop("%(squadron)s has to finish its movement first."),
    "finish-first": gettext_noop("%(ship)s has to finish first."),
    "fighters-first": gettext_noop("The launched %(ship)s moves first."),
    "already-moved": gettext_noop("%(ship)s has its movement token."),
    "already-acted": gettext_noop("%(ship)s has already acted in this phase."),
    "no-acts-left": gettext_noop("%(ship)s has used its speed of %(speed)s."),
    "must-act-once": gettext_noop("%(ship)s has to move or manoeuvre at least once."),
    # who it is
    "unknown-ship": gettext_noop("There is no such ship on the table."),
    "unknown-squadron": gettext_noop("There is no such squadron at this table."),
    "squadron-lost": gettext_noop("%(squadron)s has no ship left: name another squadron."),
    "unknown-gun": gettext_noop("%(ship)s has no such gun."),
    "ship-out": gettext_noop("%(ship)s is out of action."),
    "ship-aboard": gettext_noop("%(ship)s is aboard its carrier."),
    "ship-not-out": gettext_noop("%(ship)s is not out of action: it needs no survival roll."),
    "no-pilot": gettext_noop("%(unit)s has nobody to pilot it."),
    "no-such-target": gettext_noop("Choose something else that is on the table."),
    "not-an-enemy": gettext_noop("%(target)s is on your side."),
    "not-your-side": gettext_noop("%(target)s is not on your side."),
    "own-squadron": gettext_noop("%(target)s is of the same squadron."),
    "needs-upgrade": gettext_noop("%(ship)s has no upgrade «%(upgrade)s»."),
    "manoeuvre-not-for-type": gettext_noop("%(ship)s is of a type that can't fly a %(manoeuvre)s."),
    "action-not-for-type": gettext_noop("%(ship)s is of a type that can't use «%(action)s»."),
    # movement
    "thrust-used": gettext_noop("%(ship)s has used Full Thrust in this activation."),
    "launched-moves-only": gettext_noop("%(ship)s was just launched: it only moves."),
    "small-not-escorted": gettext_noop("%(target)s is a small ship: it can't be escorted."),
    "already-escorting": gettext_noop("It is escorting %(target)s already."),
    "lock-tried": gettext_noop("The lock on %(target)s was tried: choose another target."),
    "no-roll-of-target": gettext_noop("%(target)s makes no piloting roll here."),
    "choose-fighters": gettext_noop("Choose the ships to launch."),
    "not-aboard": gettext_noop("%(ship)s is not aboard of this carrier."),
    "launches-small-only": gettext_noop("%(ship)s is not small: it can't be launched."),
    "not-the-last-mover": gettext_noop("A collision alert is for the ship that moved last."),
    "no-collision-with": gettext_noop("Nothing collides with %(target)s."),
    "collision-settled": gettext_noop("The alert with %(target)s is settled."),
    "docked-no-collision": gettext_noop("It is docked to %(target)s."),
    "ram-or-danger": gettext_noop("%(ship)s rams: it rolls no piloting to improve."),
    # shooting
    "docked-no-action": gettext_noop("%(ship)s is docked: it has no action in this phase."),
    "guns-already-fired": gettext_noop("%(ship)s has fired its guns: nothing else goes with that."),
    "gun-fired": gettext_noop("This gun has fired."),
    "no-gun-fired": gettext_noop("%(ship)s has not fired: fire, scan or evade."),
    "each-gun-own-target": gettext_noop(
        "Each gun needs a target of its own: not %(target)s again."
    ),
    "target-hidden": gettext_noop("%(target)s moves in stealth: scan it first, within S."),
    "cannot-be-hit": gettext_noop("%(target)s can't be damaged."),
    "no-line-of-sight": gettext_noop("There is no line of sight to %(target)s."),
    "out-of-zone": gettext_noop("%(target)s is not in the zone."),
    "no-such-response": gettext_noop("There is no such manoeuvre."),
    "only-front-guns-at-rear": gettext_noop("«%(action)s» needs front guns fired into the rear."),
    "no-attack-waits": gettext_noop("No attack is waiting."),
    "no-hits-wait": gettext_noop("No hit is waiting to be rolled."),
    "no-luck-waits": gettext_noop("No roll was paid for with luck."),
    "luck-step": gettext_noop("Luck moves a roll by %(step)s at most."),
    "no-opponent-rolls": gettext_noop("Luck is for rolls of an opponent."),
    # command points
    "no-points": gettext_noop(
        "%(squadron)s has %(have)s command points and needs %(need)s. HQ may grant more."
    ),
    "action-used-up": gettext_noop("%(squadron)s has used «%(action)s» in this phase."),
    "action-not-in-phase": gettext_noop("«%(action)s» is not for the %(phase)s."),
    "no-actions-by-damage": gettext_noop("The damage of %(ship)s allows no command actions."),
    "no-such-bonus": gettext_noop("A bonus is 0 or more, for at least one round."),
    "points-off-bounds": gettext_noop("Command points lie between 0 and %(most)s."),
    "no-such-damage": gettext_noop("%(ship)s has no such damage token."),
    # scene
    "scene-done": gettext_noop("%(thing)s has nothing to do now."),
    "scene-order": gettext_noop("First the master runs %(thing)s."),
    "no-such-counter": gettext_noop("%(thing)s has no counter «%(counter)s»."),
    "bad-roster": gettext_noop("This can't be put on the table: %(faults)s."),
    "no-such-dice": gettext_noop("There are no dice «%(dice)s»."),
    # survival
    "survival-rolled": gettext_noop("%(ship)s has had its survival roll."),
    "survival-not-rolled": gettext_noop("First roll the survival of %(ship)s."),
    "survival-settled": gettext_noop("The survival of %(ship)s is settled."),
    "aid-used": gettext_noop("%(ship)s has had its aid."),
    "no-such-aid": gettext_noop("HQ's aid is a reroll or +1."),
    "no-aid-sent": gettext_noop("HQ has sent no such aid to %(ship)s. Ask HQ for it."),
    "aid-may-come": gettext_noop(
        "HQ may still send aid to %(ship)s. The game master says when no more comes."
    ),
}

SHEET_FAULTS = {
    "no-heading": gettext_noop("A squadron begins with its name: “= horizon | …”."),
    "heading-twice": gettext_noop("A line that begins with “%(sign)s” is already there."),
    "heading-malformed": gettext_noop("Not readable. It is written like this: %(shape)s"),
    "line-malformed": gettext_noop(
        "Not a ship: %(wanted)s parts between bars are wanted, here are %(found)s."
    ),
}

CAUTIONS = {
    "speed-off-limits": gettext_noop("Speed %(speed)s is not within %(low)s to %(high)s."),
    "defence-off-type": gettext_noop("Defence %(dice)s is not the %(fixed)s of this type."),
    "pilot-off-type": gettext_noop("A pilot of %(dice)s is not for this type."),
    "unknown-upgrade": gettext_noop("«%(upgrade)s» is not in the tables: it costs nothing here."),
    "too-many-upgrades": gettext_noop("%(count)s upgrades where %(most)s are allowed."),
    "over-cap": gettext_noop("%(cost)s points without the pilot, %(most)s at most."),
    "cost-differs": gettext_noop("The card says %(printed)s points, the tables %(computed)s."),
    "guns-off-limits": gettext_noop("%(count)s guns where %(low)s to %(high)s are allowed."),
    "too-many-guns-of": gettext_noop("More guns of %(dice)s than the %(most)s allowed."),
    "too-many-guns-facing": gettext_noop("More guns facing %(arc)s than the %(most)s allowed."),
    "arc-needs-upgrade": gettext_noop("A gun facing %(arc)s needs «%(upgrade)s»."),
    "first-gun-not-front": gettext_noop("The first gun has to face the front."),
    "too-many-ships": gettext_noop("%(count)s ships where %(most)s are allowed."),
    "no-commander": gettext_noop("The squadron has no commander."),
    "over-size": gettext_noop("%(cost)s points in a squadron of %(size)s."),
    "too-few-small": gettext_noop("Small ships have to be %(least)s %% of the points at least."),
    "too-many-carry": gettext_noop("«%(upgrade)s» on %(count)s ships, %(most)s at most."),
}

LINES = {
    "round-opened": gettext_noop("Round %(round)s begins."),
    "points-granted": gettext_noop("%(squadron)s: %(points)s command points."),
    "bonus-for-round": gettext_noop("HQ gives %(squadron)s +%(bonus)s command points this round."),
    "bonus-granted": gettext_noop("HQ grants %(squadron)s %(bonus)s more command points a round."),
    "phase-opened": gettext_noop("Now: %(phase)s."),
    "initiative-rolled": gettext_noop("%(squadron)s rolls %(total)s for initiative."),
    "initiative-tied": gettext_noop("A tie: %(groups)s roll again."),
    "order-set": gettext_noop("Initiative: %(order)s."),
    "point-spent": gettext_noop("%(squadron)s pays a command point: %(action)s."),
    "round-ended": gettext_noop("Round %(round)s is over."),
    "battle-ended": gettext_noop("The battle is over: %(reason)s."),
    "battle-reopened": gettext_noop("The battle goes on."),
    "moved": gettext_noop("%(ship)s moves."),
    "moved-full-thrust": gettext_noop("%(ship)s moves at full thrust."),
    "manoeuvred": gettext_noop("%(ship)s flies a %(manoeuvre)s: %(own)s against %(other)s."),
    "manoeuvre-failed": gettext_noop("%(ship)s fails a %(manoeuvre)s: %(own)s against %(other)s."),
    "manoeuvred-at": gettext_noop(
        "%(ship)s, %(manoeuvre)s on %(target)s: %(own)s against %(other)s, done."
    ),
    "manoeuvre-at-failed": gettext_noop(
        "%(ship)s, %(manoeuvre)s on %(target)s: %(own)s against %(other)s, failed."
    ),
    "fighters-launched": gettext_noop("%(ship)s launches %(fighters)s."),
    "collision-avoided": gettext_noop("%(ship)s and %(target)s avoid each other."),
    "collision": gettext_noop("%(ship)s and %(target)s collide!"),
    "collision-struck": gettext_noop("%(target)s takes the blow: %(own)s against %(other)s."),
    "collision-held": gettext_noop("%(target)s holds: %(own)s against %(other)s."),
    "got-away": gettext_noop(
        "%(target)s, %(response)s before %(ship)s: %(own)s against %(other)s, away."
    ),
    "not-got-away": gettext_noop(
        "%(target)s, %(response)s before %(ship)s: %(own)s against %(other)s, in vain."
    ),
    "attack-lost": gettext_noop("%(ship)s loses %(target)s out of its sights."),
    "missed": gettext_noop(
        "%(ship)s fires at %(target)s (%(weapon)s): %(own)s to %(other)s, a miss."
    ),
    "fired": gettext_noop(
        "%(ship)s fires at %(target)s (%(weapon)s): %(own)s to %(other)s, %(hits)s on the table."
    ),
    "mine-dropped": gettext_noop("%(ship)s drops a mine: %(total)s."),
    "mine-missed": gettext_noop("The blast passes %(target)s: %(own)s to %(other)s."),
    "mine-struck": gettext_noop("The blast hits %(target)s: %(own)s to %(other)s."),
    "scanned": gettext_noop("%(ship)s identifies %(target)s: %(own)s against %(other)s."),
    "not-scanned": gettext_noop("%(ship)s can't make out %(target)s: %(own)s against %(other)s."),
    "evaded": gettext_noop("%(ship)s evades."),
    "hit-settled": gettext_noop("Hit on %(target)s, %(result)s: %(outcome)s."),
    "ship-out": gettext_noop("%(ship)s is out of action: %(fatal)s."),
    "repaired": gettext_noop("%(ship)s repairs its %(system)s."),
    "regrouped": gettext_noop("%(squadron)s regroups."),
    "scene-counted": gettext_noop("%(thing)s: %(counter)s is now %(value)s."),
    "scene-out": gettext_noop("%(thing)s is no more."),
    "scene-acted": gettext_noop("%(thing)s: %(text)s"),
    "ship-corrected": gettext_noop("The master corrects %(ship)s. %(reason)s"),
    "points-corrected": gettext_noop(
        "The master sets %(squadron)s to %(points)s command points. %(reason)s"
    ),
    "reinforced": gettext_noop("%(name)s comes to the table."),
    "object-placed": gettext_noop("%(name)s is set on the table."),
    "freely-rolled": gettext_noop("%(text)s: %(total)s on %(dice)s."),
    "survival-rolled": gettext_noop("Survival of %(ship)s: %(total)s."),
    "survival-aided": gettext_noop("HQ helps %(ship)s (%(aid)s): %(result)s."),
    "survival-settled": gettext_noop("%(ship)s. %(name)s"),
    "survival-settled-hurt": gettext_noop("%(ship)s. %(name)s. %(crew)s: %(hurt)s of %(of)s."),
}

NAMES = frozenset(
    {"ship", "target", "unit", "by", "thing", "squadron", "turn", "order", "groups", "fighters"}
)
"""Places that hold ids."""

TERM_PLACES = frozenset(
    {"phase", "action", "manoeuvre", "upgrade", "system", "arc", "response", "weapon", "outcome"}
    | {"fatal", "aid", "name", "crew", "reason"}
)
"""Places that hold slugs of TERMS, where they are slugs at all."""


def sentence(text: str, params: Mapping[str, Json]) -> Sentence:
    """A sentence with its places told apart: names, terms, and the rest."""
    names, terms, plain = {}, {}, {}
    for place, value in params.items():
        if place in NAMES:
            names[place] = (value,) if isinstance(value, str) else tuple(value or ())
        elif place == "fatal" and value in FATES:
            terms[place] = FATES[value]
        elif place in TERM_PLACES and value in TERMS:
            terms[place] = TERMS[value]
        else:
            plain[place] = value
    return Sentence(text, plain, terms, names)
