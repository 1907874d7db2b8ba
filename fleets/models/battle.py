from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from fleets.enums import BattleStatus, DisputeState, WithdrawalState
from hq.models import Game, Person, Seat
from hq.texts import in_language


class Battle(models.Model):
    """A battle: its first state with the tables in force, and the lines since.

    `state` is their fold, kept so that nobody folds anew; `mark` is another after every change of
    it, so that a process may know it again; `number` is the last line's. `result` is
    what the captains are asked to confirm: {"winner", "note", "left", "out"}; `confirmed` says for
    each side who did: {side: {"person", "at"}}. `fates`: which line of the chronicle tells what
    became of a ship: {unit: {"chronicle_line"}}. Times in game ms.
    """

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="battles", verbose_name=_("game day")
    )
    table = models.SlugField(_("table"))
    title = models.JSONField(_("title"), default=dict, blank=True)
    system = models.SlugField(_("rule system"), max_length=30)
    version = models.PositiveSmallIntegerField(_("version of the rules"))
    first = models.JSONField(_("first state"))
    state = models.JSONField(_("state"))
    mark = models.CharField(max_length=16, default="", editable=False)
    number = models.PositiveIntegerField(_("lines"), default=0)
    status = models.CharField(
        _("status"), max_length=10, choices=BattleStatus.choices, default=BattleStatus.OPEN
    )
    result = models.JSONField(_("result"), default=dict, blank=True)
    confirmed = models.JSONField(_("confirmed by"), default=dict, blank=True)
    fates = models.JSONField(_("fates of ships"), default=dict, blank=True, editable=False)
    opened_at = models.PositiveBigIntegerField(_("opened at, ms"))
    closed_at = models.PositiveBigIntegerField(_("closed at, ms"), null=True, blank=True)

    class Meta:
        verbose_name = _("battle")
        verbose_name_plural = _("battles")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("game", "table"),
                condition=~Q(status=BattleStatus.CLOSED),
                name="battle_one_a_table",
            ),
            models.CheckConstraint(
                condition=Q(status=BattleStatus.CLOSED, closed_at__isnull=False)
                | (~Q(status=BattleStatus.CLOSED) & Q(closed_at__isnull=True)),
                name="battle_closed_has_a_time",
            ),
        )

    def __str__(self) -> str:
        return in_language(self.title) or self.table


class Line(models.Model):
    """One entry of a battle: a command carried out, or a retraction. Never changed, never deleted.

    `command`, `records`, `actor` and `dice` are the rule system's stored forms; `retracts` lists
    numbers of lines that no longer count. `squadron`: whose deed it was, where it was one's.
    """

    battle = models.ForeignKey(
        Battle, models.CASCADE, related_name="lines", verbose_name=_("battle")
    )
    number = models.PositiveIntegerField(_("number"))
    actor = models.JSONField(_("acting as"), default=dict)
    person = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("person")
    )
    role = models.CharField(_("as"), max_length=12, blank=True)
    side = models.SlugField(_("side"), blank=True)
    squadron = models.SlugField(_("squadron"), max_length=50, blank=True)
    command = models.JSONField(_("command"), null=True, blank=True)
    records = models.JSONField(_("what came of it"), default=list)
    dice = models.JSONField(_("dice"), default=list)
    retracts = models.JSONField(_("takes back"), default=list)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    at = models.PositiveBigIntegerField(_("at, ms"))
    written_at = models.DateTimeField(_("written"))

    class Meta:
        verbose_name = _("line of a battle")
        verbose_name_plural = _("lines of battles")
        ordering = ("battle", "number")
        constraints = (
            models.UniqueConstraint(fields=("battle", "number"), name="line_number_once"),
        )

    def __str__(self) -> str:
        return f"{self.battle} {self.number}"


class Dispute(models.Model):
    """A line that a captain of another side says was otherwise.

    `claim` is their word; `version` the same deed as they saw it: {"command", "dice"}, or empty.
    """

    line = models.ForeignKey(Line, models.CASCADE, related_name="disputes", verbose_name=_("line"))
    person = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("person")
    )
    side = models.SlugField(_("side"), blank=True)
    claim = models.CharField(_("claim"), max_length=200, blank=True)
    version = models.JSONField(_("their version"), default=dict, blank=True)
    state = models.CharField(
        _("state"), max_length=10, choices=DisputeState.choices, default=DisputeState.OPEN
    )
    at = models.PositiveBigIntegerField(_("at, ms"))
    settled_at = models.PositiveBigIntegerField(_("settled at, ms"), null=True, blank=True)
    settled_by = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    word = models.CharField(_("word"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("line",),
                condition=Q(state__in=(DisputeState.OPEN, DisputeState.MASTER)),
                name="dispute_one_a_line",
            ),
        )

    def __str__(self) -> str:
        return f"{self.line}: {self.get_state_display()}"


class Withdrawal(models.Model):
    """A line that somebody wants taken back and that is not theirs to take back alone."""

    battle = models.ForeignKey(
        Battle, models.CASCADE, related_name="withdrawals", verbose_name=_("battle")
    )
    number = models.PositiveIntegerField(_("line"))
    seat = models.ForeignKey(
        Seat, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("seat")
    )
    person = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("person")
    )
    side = models.SlugField(_("side"), blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    state = models.CharField(
        _("state"), max_length=10, choices=WithdrawalState.choices, default=WithdrawalState.WAITING
    )
    at = models.PositiveBigIntegerField(_("at, ms"))

    class Meta:
        verbose_name = _("line asked back")
        verbose_name_plural = _("lines asked back")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("battle", "number"),
                condition=Q(state=WithdrawalState.WAITING),
                name="withdrawal_one_a_line",
            ),
        )

    def __str__(self) -> str:
        return f"{self.battle} {self.number}"
