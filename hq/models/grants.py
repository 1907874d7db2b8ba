from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hq.enums import AidKind, AidState, DecisionMode, GrantState, StrokeForm, StrokeState
from hq.models.cards import Card
from hq.models.game import Game
from hq.models.people import Person
from hq.texts import in_language


class Grant(models.Model):
    """Command points for a map, for a side, or for a side on one map, for some rounds.

    `amount` is added to each squadron's limit (2 → 3 or 4); `rounds` are counted for each squadron
    from its next command phase. An empty `table` or `side`: all of them.
    """

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="grants", verbose_name=_("game day")
    )
    table = models.SlugField(_("map"), blank=True)
    side = models.SlugField(_("side"), blank=True)
    amount = models.PositiveSmallIntegerField(_("points"))
    rounds = models.PositiveSmallIntegerField(_("rounds"))
    state = models.CharField(
        _("state"), max_length=10, choices=GrantState.choices, default=GrantState.GIVEN
    )
    card = models.ForeignKey(
        Card, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("card")
    )
    given_by = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("given by")
    )
    given_at = models.PositiveBigIntegerField(_("given at, ms"))
    closed_at = models.PositiveBigIntegerField(_("over at, ms"), null=True, blank=True)

    class Meta:
        verbose_name = _("grant of command points")
        verbose_name_plural = _("grants of command points")
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(amount__gte=1, amount__lte=2), name="grant_amount_one_or_two"
            ),
            models.CheckConstraint(condition=Q(rounds__gte=1), name="grant_has_rounds"),
            models.CheckConstraint(
                condition=~Q(table="") | ~Q(side=""), name="grant_names_a_map_or_a_side"
            ),
        )

    def __str__(self) -> str:
        return f"+{self.amount} × {self.rounds}: {self.table or '*'} {self.side or '*'}"


class Share(models.Model):
    """One squadron's part in a grant: taken by its captain, counted down round by round."""

    grant = models.ForeignKey(Grant, models.CASCADE, related_name="shares", verbose_name=_("grant"))
    table = models.SlugField(_("map"))
    side = models.SlugField(_("side"), blank=True)
    squadron = models.SlugField(_("squadron"), max_length=60)
    name = models.CharField(_("name"), max_length=120, blank=True)
    state = models.CharField(
        _("state"), max_length=10, choices=GrantState.choices, default=GrantState.TAKEN
    )
    taken_by = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("taken by")
    )
    taken_at = models.PositiveBigIntegerField(_("taken at, ms"))
    rounds_left = models.PositiveSmallIntegerField(_("rounds left"))
    # What the battle itself still has, when that is less than what was given.
    rounds_possible = models.PositiveSmallIntegerField(_("rounds possible"), null=True, blank=True)
    last_round = models.PositiveSmallIntegerField(_("last round counted"), default=0)
    spent = models.PositiveSmallIntegerField(_("points spent"), default=0)

    class Meta:
        verbose_name = _("share of a grant")
        verbose_name_plural = _("shares of grants")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("grant", "table", "squadron"), name="share_once_a_squadron"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name or self.squadron}: {self.get_state_display()}"


class Aid(models.Model):
    """One rescue aid of the HQ's limited stock, for one survival roll of one ship (H-8)."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="aids", verbose_name=_("game day"))
    kind = models.CharField(_("kind"), max_length=10, choices=AidKind.choices)
    title = models.JSONField(_("title"), default=dict, blank=True)
    mode = models.CharField(
        _("who decides"),
        max_length=10,
        choices=DecisionMode.choices,
        default=DecisionMode.PERSONAL,
    )
    state = models.CharField(
        _("state"), max_length=8, choices=AidState.choices, default=AidState.STOCK
    )
    card = models.ForeignKey(
        Card, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("card")
    )
    given_at = models.PositiveBigIntegerField(_("given at, ms"))
    # The card by which the HQ votes on sending it now, or did last.
    motion = models.ForeignKey(
        Card, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("motion")
    )
    table = models.SlugField(_("map"), blank=True)
    ship = models.CharField(_("ship's id"), max_length=80, blank=True)
    ship_name = models.CharField(_("ship"), max_length=120, blank=True)
    sent_by = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("sent by")
    )
    sent_at = models.PositiveBigIntegerField(_("sent at, ms"), null=True, blank=True)
    used_at = models.PositiveBigIntegerField(_("used at, ms"), null=True, blank=True)
    result = models.CharField(_("what came of it"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("rescue aid")
        verbose_name_plural = _("rescue aids")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("game", "table", "ship"),
                condition=~Q(state=AidState.STOCK),
                name="aid_once_a_ship",
            ),
            models.CheckConstraint(
                condition=Q(state=AidState.STOCK, ship="")
                | (~Q(state=AidState.STOCK) & ~Q(ship="")),
                name="aid_sent_names_a_ship",
            ),
        )

    def __str__(self) -> str:
        return in_language(self.title) or self.get_kind_display()


class AidWindow(models.Model):
    """While it is open at a table, the survival of its ships waits for the HQ's aid."""

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="aid_windows", verbose_name=_("game day")
    )
    table = models.SlugField(_("map"))
    opened_at = models.PositiveBigIntegerField(_("opened at, ms"))
    closed_at = models.PositiveBigIntegerField(_("closed at, ms"), null=True, blank=True)

    class Meta:
        verbose_name = _("window for aid")
        verbose_name_plural = _("windows for aid")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("game", "table"),
                condition=Q(closed_at__isnull=True),
                name="aid_window_one_open_a_table",
            ),
        )

    def __str__(self) -> str:
        return self.table


class Stroke(models.Model):
    """What the winner at the Gigantomachy may do once.

    `holder`: the side that won it. `choice`: the table struck, or «blockade», «filter». `text`:
    the game master's words, shown on that table and in the chronicle.
    """

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="strokes", verbose_name=_("game day")
    )
    form = models.CharField(_("form"), max_length=8, choices=StrokeForm.choices)
    holder = models.SlugField(_("side"), blank=True)
    # Where it was won: the stroke falls on any other map.
    table = models.SlugField(_("map"), blank=True)
    state = models.CharField(
        _("state"), max_length=8, choices=StrokeState.choices, default=StrokeState.OPEN
    )
    choice = models.SlugField(_("choice"), blank=True)
    text = models.JSONField(_("text"), default=dict, blank=True)
    won_at = models.PositiveBigIntegerField(_("won at, ms"))
    named_by = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("named by")
    )
    named_at = models.PositiveBigIntegerField(_("named at, ms"), null=True, blank=True)
    done_at = models.PositiveBigIntegerField(_("done at, ms"), null=True, blank=True)

    class Meta:
        verbose_name = _("the one stroke")
        verbose_name_plural = _("strokes")
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(state=StrokeState.OPEN, choice="")
                | (~Q(state=StrokeState.OPEN) & ~Q(choice="")),
                name="stroke_named_says_what",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_form_display()} ({self.get_state_display()})"
