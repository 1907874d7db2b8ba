from __future__ import annotations

from typing import Any, Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from hq.enums import (
    CardKind,
    CardState,
    DecisionMode,
    Judgement,
    PoolKind,
    Tally,
    Threshold,
    Trigger,
    WayKind,
)
from hq.models.game import Game, GameMap
from hq.models.people import Person
from hq.texts import in_language


class CardQuerySet(models.QuerySet["Card"]):
    def open(self) -> Self:
        return self.filter(state=CardState.OPEN)

    def overdue(self, game_time: int) -> Self:
        """Open cards whose time is up at `game_time` (ms), the earliest first."""
        return self.open().filter(due_at__lte=game_time).order_by("due_at", "pk")


class Card(models.Model):
    """A crisis or a prospect, from the shelf to its end.

    Texts are `{ru, en}`. `due_at`, `issued_at`, `release_at`, `closed_at` are game time in ms.
    An open card with no `due_at` stays «until the end of the event».
    `failure_effects`: list of effects (`hq.effects`) that fire when time is up.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="cards", verbose_name=_("game day"))
    map = models.ForeignKey(
        GameMap, models.PROTECT, null=True, blank=True, related_name="cards", verbose_name=_("map")
    )
    slug = models.SlugField(_("key"), max_length=60)
    kind = models.CharField(_("kind"), max_length=10, choices=CardKind.choices)
    mode = models.CharField(
        _("who decides"),
        max_length=10,
        choices=DecisionMode.choices,
        default=DecisionMode.COLLECTIVE,
    )
    threshold = models.CharField(
        _("threshold"), max_length=10, choices=Threshold.choices, default=Threshold.PLURALITY
    )
    title = models.JSONField(_("title"))
    situation = models.JSONField(_("what is going on"))
    how = models.JSONField(_("how to overcome it"))
    failure = models.JSONField(_("what happens if not"))
    worse = models.JSONField(_("how it gets worse"), default=dict, blank=True)
    master_note = models.JSONField(_("for the game master only"), default=dict, blank=True)
    tally = models.CharField(_("tally"), max_length=12, choices=Tally.choices, default=Tally.OPEN)
    headcount = models.PositiveSmallIntegerField(
        _("from how many people in the HQ"), default=0, help_text=_("0: the core of the deck.")
    )
    unfinished = models.TextField(
        _("left to finish"), blank=True, help_text=_("While anything stands here, no release.")
    )
    # 0: on no turn, an end of another card or an answer to a stake brings it up.
    planned_turn = models.PositiveSmallIntegerField(_("planned for turn"), default=1)
    time_limit = models.PositiveIntegerField(
        _("time to decide, s"), null=True, blank=True, help_text=_("Empty: until the end.")
    )
    state = models.CharField(
        _("state"), max_length=10, choices=CardState.choices, default=CardState.SHELF
    )
    failure_effects = models.JSONField(_("effects of a failure"), default=list, blank=True)
    release_at = models.PositiveBigIntegerField(_("comes up at, ms"), null=True, blank=True)
    release_turn = models.PositiveSmallIntegerField(_("comes up on turn"), null=True, blank=True)
    turn = models.PositiveSmallIntegerField(_("issued on turn"), null=True, blank=True)
    issued_at = models.PositiveBigIntegerField(_("issued at, ms"), null=True, blank=True)
    due_at = models.PositiveBigIntegerField(_("due at, ms"), null=True, blank=True)
    closed_at = models.PositiveBigIntegerField(_("closed at, ms"), null=True, blank=True)
    opened_at = models.PositiveBigIntegerField(_("first opened at, ms"), null=True, blank=True)
    unseen_at = models.PositiveBigIntegerField(_("told as unseen at, ms"), null=True, blank=True)

    objects = CardQuerySet.as_manager()

    class Meta:
        verbose_name = _("card")
        verbose_name_plural = _("cards")
        ordering = ("planned_turn", "pk")
        constraints = (
            models.UniqueConstraint(fields=("game", "slug"), name="card_slug_once"),
            models.CheckConstraint(
                condition=Q(state__in=(CardState.SHELF, CardState.SCHEDULED))
                | Q(issued_at__isnull=False, turn__isnull=False),
                name="card_issued_has_time_and_turn",
            ),
            models.CheckConstraint(
                condition=~Q(state=CardState.SCHEDULED)
                | Q(release_at__isnull=False)
                | Q(release_turn__isnull=False),
                name="card_scheduled_has_a_release",
            ),
        )
        indexes = (models.Index(fields=("game", "state", "due_at"), name="card_due"),)

    def __str__(self) -> str:
        return in_language(self.title)

    @property
    def state_words(self) -> str:
        """A prospect that nobody decided on did not fail: it lapsed."""
        if self.state == CardState.EXPIRED and self.kind == CardKind.PROSPECT:
            return gettext("lapsed")
        return self.get_state_display()


class Way(models.Model):
    """A way to answer a card, with what it costs and what it brings.

    `effects`: list of effects (`hq.effects`) that fire once, when the decision is sealed.
    """

    card = models.ForeignKey(Card, models.CASCADE, related_name="ways", verbose_name=_("card"))
    slug = models.SlugField(_("key"))
    kind = models.CharField(
        _("kind"), max_length=10, choices=WayKind.choices, default=WayKind.OVERCOME
    )
    title = models.JSONField(_("title"))
    text = models.JSONField(_("text"), default=dict, blank=True)
    outcome = models.JSONField(_("what came of it"), default=dict, blank=True)
    cost_energy = models.PositiveIntegerField(_("Energy"), default=0)
    cost_resources = models.PositiveIntegerField(_("Resources"), default=0)
    cost_morale = models.PositiveIntegerField(_("BChS"), default=0)
    effects = models.JSONField(_("effects"), default=list, blank=True)
    # Whose idea this is; empty for a way of the scenario.
    author = models.ForeignKey(
        Person,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="ways",
        verbose_name=_("author"),
    )
    deed = models.JSONField(_("what the game master judges"), default=dict, blank=True)
    judgement = models.CharField(
        _("judgement"), max_length=10, choices=Judgement.choices, default=Judgement.NONE
    )
    # What the game master said when refusing it.
    word = models.CharField(_("word of the game master"), max_length=200, blank=True)
    refusal_chance = models.PositiveSmallIntegerField(_("chance of refusal, %"), default=0)
    order = models.PositiveSmallIntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("way")
        verbose_name_plural = _("ways")
        ordering = ("order", "pk")
        constraints = (
            models.UniqueConstraint(fields=("card", "slug"), name="way_slug_once"),
            models.CheckConstraint(
                condition=Q(refusal_chance__lte=100), name="way_refusal_chance_in_per_cent"
            ),
        )

    def __str__(self) -> str:
        return in_language(self.title)

    @property
    def cost(self) -> dict[PoolKind, int]:
        """What it takes, by pool in locking order; pools it does not touch are left out."""
        amounts: dict[PoolKind, Any] = {
            PoolKind.ENERGY: self.cost_energy,
            PoolKind.RESOURCES: self.cost_resources,
            PoolKind.MORALE: self.cost_morale,
        }
        return {kind: amount for kind, amount in amounts.items() if amount}

    @property
    def can_be_sealed(self) -> bool:
        """Whether nothing but the HQ's word is missing."""
        return self.judgement in {Judgement.NONE, Judgement.PASSED}

    @property
    def can_be_backed(self) -> bool:
        """An own way has no cost before its judgement (R-8), so it waits; a deed may be backed."""
        return self.can_be_sealed or (
            self.judgement == Judgement.AWAITING and self.author_id is None
        )


class Aggravation(models.Model):
    """What makes a card worse, once (R-7).

    `way_slug` for the trigger «way», `after` (seconds since the issue) for «time». It multiplies
    what the ways cost (`cost_percent`, 100: as before, rounded up), takes `time_less` seconds off
    the deadline, and may release another card (`releases`: its key). What may come stands on the
    card for everyone, unless it is `secret`.
    """

    card = models.ForeignKey(
        Card, models.CASCADE, related_name="aggravations", verbose_name=_("card")
    )
    trigger = models.CharField(_("trigger"), max_length=8, choices=Trigger.choices)
    way_slug = models.SlugField(_("way"), blank=True)
    after = models.PositiveIntegerField(_("after, s"), null=True, blank=True)
    text = models.JSONField(_("text"), default=dict, blank=True)
    cost_percent = models.PositiveSmallIntegerField(_("cost, %"), default=100)
    time_less = models.PositiveIntegerField(_("time less, s"), default=0)
    releases = models.SlugField(_("releases"), max_length=60, blank=True)
    secret = models.BooleanField(
        _("secret"), default=False, help_text=_("The room reads it only once it has come true.")
    )
    applied_at = models.PositiveBigIntegerField(_("came true at, ms"), null=True, blank=True)
    order = models.PositiveSmallIntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("aggravation")
        verbose_name_plural = _("aggravations")
        ordering = ("order", "pk")
        constraints = (
            models.CheckConstraint(
                condition=(
                    Q(trigger=Trigger.MASTER)
                    | (Q(trigger=Trigger.WAY) & ~Q(way_slug=""))
                    | Q(trigger=Trigger.TIME, after__isnull=False)
                ),
                name="aggravation_trigger_is_whole",
            ),
        )

    def __str__(self) -> str:
        return in_language(self.text)
