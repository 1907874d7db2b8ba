from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from hq.enums import PoolKind
from hq.models.game import Game
from hq.texts import in_language


class Pool(models.Model):
    """A shared stock. `balance` is the sum of its ledger lines; only `hq.ledger` writes it."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="pools", verbose_name=_("game day"))
    kind = models.CharField(_("kind"), max_length=10, choices=PoolKind.choices)
    balance = models.IntegerField(_("balance"), default=0, editable=False)
    ceiling = models.PositiveIntegerField(
        _("ceiling"), help_text=_("The full scale of the dial; for BChS also its upper bound.")
    )

    class Meta:
        verbose_name = _("pool")
        verbose_name_plural = _("pools")
        ordering = ("game", "pk")
        constraints = (
            models.UniqueConstraint(fields=("game", "kind"), name="pool_kind_once"),
            models.CheckConstraint(condition=Q(balance__gte=0), name="pool_never_below_zero"),
            models.CheckConstraint(condition=Q(ceiling__gt=0), name="pool_ceiling_positive"),
            models.CheckConstraint(
                condition=~Q(kind=PoolKind.MORALE) | Q(balance__lte=F("ceiling")),
                name="pool_morale_within_ceiling",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.balance}"


class LedgerLine(models.Model):
    """One change of one pool. Never edited, never deleted: triggers refuse both (P13).

    `reason`: a key of `hq.words.REASONS` with `params`, put into words for each reader.
    """

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="ledger", verbose_name=_("game day")
    )
    pool = models.ForeignKey(Pool, models.CASCADE, related_name="lines", verbose_name=_("pool"))
    delta = models.IntegerField(_("change"))
    balance_after = models.IntegerField(_("balance after"))
    reason = models.SlugField(_("reason"), max_length=40)
    params = models.JSONField(_("particulars"), default=dict)
    card = models.ForeignKey(
        "hq.Card", models.SET_NULL, null=True, blank=True, verbose_name=_("card")
    )
    person = models.ForeignKey(
        "hq.Person", models.SET_NULL, null=True, blank=True, verbose_name=_("person")
    )
    reverses = models.OneToOneField(
        "self",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="reversed_by",
        verbose_name=_("reverses"),
    )
    seq = models.PositiveBigIntegerField(_("sequence number"))
    game_time = models.PositiveBigIntegerField(_("game time, ms"))
    written_at = models.DateTimeField(_("written"))

    class Meta:
        verbose_name = _("ledger line")
        verbose_name_plural = _("ledger lines")
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=~Q(delta=0), name="ledger_delta_not_zero"),
            models.CheckConstraint(condition=Q(balance_after__gte=0), name="ledger_never_negative"),
        )

    def __str__(self) -> str:
        return f"{self.delta:+d}"


class Price(models.Model):
    """What Resources buy at this event (R-1): a line of the price list, whole Resources."""

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="prices", verbose_name=_("game day")
    )
    slug = models.SlugField(_("key"))
    title = models.JSONField(_("title"))
    resources = models.PositiveIntegerField(_("Resources"))
    order = models.PositiveSmallIntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("price")
        verbose_name_plural = _("price list")
        ordering = ("order", "pk")
        constraints = (
            models.UniqueConstraint(fields=("game", "slug"), name="price_slug_once"),
            models.CheckConstraint(condition=Q(resources__gt=0), name="price_costs_something"),
        )

    def __str__(self) -> str:
        return in_language(self.title)
