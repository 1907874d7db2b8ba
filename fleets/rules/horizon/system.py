"""The horizon rules as a rule system: check, options, apply, absorb, view, stored forms."""

from __future__ import annotations

from collections.abc import Mapping

from fleets.rules.base import (
    MASTER,
    Actor,
    Ask,
    Caution,
    Forecast,
    IllegalCommandError,
    Json,
    Option,
    Outcome,
    Refusal,
    Rolls,
    RuleSystem,
    Sentence,
    Summary,
)
from fleets.rules.horizon import (
    chances,
    collisions,
    fold,
    forecast,
    hits,
    labels,
    log,
    maintenance,
    moves,
    options,
    phases,
    setup,
    shooting,
    survival,
    upgrade,
    view,
    words,
)
from fleets.rules.horizon.authority import not_yours, squadrons_of
from fleets.rules.horizon.draft import Draft, Rule
from fleets.rules.horizon.intents import INTENTS, Intent, subject
from fleets.rules.horizon.records import FACTS, Fact
from fleets.rules.horizon.setup import Setup
from fleets.rules.horizon.state import State
from fleets.rules.horizon.tables import Tables
from fleets.rules.kit import codec

RULES: Mapping[type[Intent], Rule] = {
    **phases.RULES,
    **moves.RULES,
    **collisions.RULES,
    **shooting.RULES,
    **hits.RULES,
    **maintenance.RULES,
    **survival.RULES,
}


class Horizon:
    """Война Горизонта. All functions are pure."""

    key = "horizon"
    version = upgrade.VERSION

    def open(self, given: Json, tables: Tables) -> State:
        """The first state of a battle, from a Setup or its stored form.

        Raises BadSetupError or MalformedError.
        """
        wanted = given if isinstance(given, Setup) else codec.decode(Setup, given)
        return setup.open_battle(wanted, tables)

    def check(self, state: State, command: Intent, actor: Actor) -> Refusal | None:
        """Why `actor` may not give this command now, or None."""
        return not_yours(state, command, actor) or RULES[type(command)].check(state, command)

    def options(self, state: State, actor: Actor, unit: str | None = None) -> tuple[Option, ...]:
        """The buttons of an actor (of one ship): legal ones, and reasons for the others."""
        return options.options(state, actor, lambda c: self.check(state, c, actor), unit)

    def asks(self, state: State, command: Intent) -> tuple[Ask, ...]:
        """What others may add before this command is rolled, legal and affordable only."""
        return options.asks(state, command, lambda c: self.check(state, c, MASTER))

    def apply(self, state: State, command: Intent, rolls: Rolls) -> Outcome[State, Fact]:
        """Decide and absorb. Raises IllegalCommandError, or DiceWantedError for more dice."""
        rule = RULES[type(command)]
        if refusal := rule.check(state, command):
            raise IllegalCommandError(refusal)
        draft = Draft(state, rolls)
        rule.decide(draft, command)
        phases.settle(draft)
        return Outcome(draft.state, tuple(draft.records))

    def absorb(self, state: State, record: Fact) -> State:
        """The state after a record."""
        return fold.absorb(state, record)

    def view(self, state: State, side: str | None) -> State:
        """The state without what `side` may not see."""
        return view.view(state, side)

    def summary(self, state: State) -> Summary:
        """The battle at a glance."""
        return view.summary(state)

    def odds(self, state: State, command: Intent) -> object:
        """Exact chances of a command as it stands (see `chances`), or None."""
        return chances.of(state, command)

    def forecast(self, state: State, command: Intent) -> tuple[Forecast, ...]:
        """Hands, modifiers and chances of a command before it is rolled, one a target."""
        return forecast.forecast(state, command)

    def term(self, slug: str) -> str:
        """The msgid of a slug that stands alone."""
        return labels.term(slug)

    def title(self, kind: str) -> str:
        """The msgid of a command's button."""
        return labels.title(kind)

    def tell(self, record: Fact) -> Sentence | None:
        """The line of the log for a record, or None for mere bookkeeping."""
        return log.tell(record)

    def explain(self, reason: Refusal | Caution) -> Sentence:
        """The sentence of a refusal or a caution."""
        known = words.REFUSALS if isinstance(reason, Refusal) else words.CAUTIONS
        return words.sentence(known[reason.code], reason.params)

    def same_deed(self, one: Intent, other: Intent) -> bool:
        """Same kind, same ship, gun and target, whatever was answered to what was asked."""
        return type(one) is type(other) and subject(one) == subject(other)

    def concerns(self, state: State, command: Intent) -> tuple[str, ...]:
        """Squadrons any of whose captains may give the command."""
        return squadrons_of(state, command)

    def encode_state(self, state: State) -> Json:
        """Stored form of a state."""
        return {"version": self.version, **codec.encode(state)}

    def decode_state(self, data: Json) -> State:
        """A state from its stored form."""
        fields = {name: part for name, part in upgrade.state(data).items() if name != "version"}
        return codec.decode(State, fields)

    def encode_command(self, command: Intent) -> Json:
        """Stored form of a command."""
        return codec.encode(command)

    def decode_command(self, data: Json) -> Intent:
        """A command from its stored form. Raises MalformedError, a ValueError."""
        return codec.decode_tagged(INTENTS, data)

    def encode_record(self, record: Fact) -> Json:
        """Stored form of a record."""
        return codec.encode(record)

    def decode_record(self, data: Json) -> Fact:
        """A record from its stored form of any released version."""
        return codec.decode_tagged(FACTS, upgrade.record(data))


SYSTEM: RuleSystem[State, Intent, Fact] = Horizon()
