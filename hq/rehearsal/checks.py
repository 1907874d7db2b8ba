"""Invariants of a day that was played: each is a list of what breaks it, in words."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping

from hq import clock, figures
from hq.enums import CardState, ChorusState, GameState
from hq.management.commands.check_ledger import faults_of
from hq.models import Card, Chorus, Decision, Game, JournalEntry, LedgerLine, Way

Faults = list[str]

ONCE_A_CARD = ("card_issued", "card_expired", "decision_sealed", "decision_taken")


def ledger_is_balances(game: Game) -> Faults:
    return [fault for pool in game.pools.order_by("pk") for fault in faults_of(pool)]


def none_below_zero(game: Game) -> Faults:
    lines = LedgerLine.objects.filter(game=game, balance_after__lt=0).select_related("pool")
    pools = game.pools.filter(balance__lt=0)
    return [f"{each}: below zero" for each in (*(line.pool for line in lines), *pools)]


def sealed_paid_once(game: Game) -> Faults:
    """Each sealed way is paid whole and once; what was not sealed is paid only when it failed."""
    paid: dict[int | None, Counter[str]] = defaultdict(Counter)
    lines: dict[int | None, Counter[str]] = defaultdict(Counter)
    for card_id, kind, delta in LedgerLine.objects.filter(game=game, reason="way").values_list(
        "card_id", "pool__kind", "delta"
    ):
        paid[card_id][kind] -= delta
        lines[card_id][kind] += 1
    tried = _failed_ways(game)
    found = []
    for decision in Decision.objects.filter(card__game=game).select_related("card", "way"):
        ways = list(tried.get(decision.card_id, ()))
        if decision.card.state == CardState.RESOLVED and decision.way is not None:
            ways.append(decision.way)
        times = Counter(kind.value for way in ways for kind in way.cost)
        if lines[decision.card_id] != times:
            found.append(f"{decision.card.slug}: {dict(lines[decision.card_id])} payments")
        # A way that failed may have been made dearer since, so only its number is held to it.
        elif len(ways) == 1 and not tried.get(decision.card_id):
            cost = {kind.value: amount for kind, amount in ways[0].cost.items()}
            if dict(paid[decision.card_id]) != cost:
                found.append(f"{decision.card.slug}: costs {cost}, {dict(paid[decision.card_id])}")
    return found


def _failed_ways(game: Game) -> Mapping[int, list[Way]]:
    """Ways that were thrown for and failed, by card."""
    found: dict[int, list[Way]] = defaultdict(list)
    for entry in JournalEntry.objects.filter(game=game, kind="chance_rolled"):
        if entry.params["failed"]:
            found[entry.params["card"]].append(Way.objects.get(pk=entry.params["way"]))
    return found


def due_once(game: Game) -> Faults:
    """Nothing came up, expired or got worse twice, and nothing that was due is left."""
    entries = JournalEntry.objects.filter(game=game)
    told = Counter(
        (kind, params.get("card"))
        for kind, params in entries.filter(kind__in=ONCE_A_CARD).values_list("kind", "params")
    )
    told += Counter(
        ("card_aggravated", params["aggravation"])
        for params in entries.filter(kind="card_aggravated").values_list("params", flat=True)
    )
    told += Counter(
        ("stake_answered", params["stake"])
        for params in entries.filter(kind="stake_answered").values_list("params", flat=True)
    )
    found = [f"{kind} {pk}: {times} times" for (kind, pk), times in told.items() if times > 1]
    open_cards = Card.objects.filter(game=game).open()
    if game.state == GameState.OVER:
        found += [f"{card.slug}: still open after the end" for card in open_cards]
    else:
        # A chorus under way holds the deadline; the ticker has two seconds of the wall.
        late = clock.game_time(game) - figures.of(game).grace - round(2000 * game.clock_speed)
        overdue = open_cards.overdue(late).filter(decision__phase="deliberation")
        found += [f"{card.slug}: overdue" for card in overdue]
    return found


def sealed_at_most_once(game: Game) -> Faults:
    sealed = Counter(
        Chorus.objects.filter(game=game, state=ChorusState.SEALED).values_list(
            "decision_id", flat=True
        )
    )
    return [
        f"decision {pk}: {times} choruses sealed it" for pk, times in sealed.items() if times > 1
    ]


def seq_without_holes(game: Game) -> Faults:
    seqs = list(
        JournalEntry.objects.filter(game=game).order_by("seq").values_list("seq", flat=True)
    )
    wanted = list(range(1, game.seq + 1))
    return [] if seqs == wanted else [f"the day is at {game.seq}, the journal has {len(seqs)}"]


def day_is_over(game: Game) -> Faults:
    return [] if game.state == GameState.OVER else [f"the day is {game.state}"]


CHECKS: Mapping[str, Callable[[Game], Faults]] = {
    "ledger_is_balances": ledger_is_balances,
    "none_below_zero": none_below_zero,
    "sealed_paid_once": sealed_paid_once,
    "due_once": due_once,
    "chorus_sealed_at_most_once": sealed_at_most_once,
    "seq_without_holes": seq_without_holes,
    "day_is_over": day_is_over,
}


def run(game: Game) -> dict[str, Faults]:
    return {name: check(game) for name, check in CHECKS.items()}
