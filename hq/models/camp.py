from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hq.enums import DecisionMode, PoolKind
from hq.models.cards import Card
from hq.models.game import Game
from hq.models.people import Person
from hq.texts import in_language

HIGHEST = 5


class Camp(models.Model):
    """The camp at the station «Виктория»: its two measures, 0 to 5 each (R-4)."""

    game = models.OneToOneField(
        Game, models.CASCADE, related_name="camp", verbose_name=_("game day")
    )
    title = models.JSONField(_("title"), default=dict, blank=True)
    defence = models.PositiveSmallIntegerField(_("defence"), default=0)
    support = models.PositiveSmallIntegerField(_("support"), default=0)

    class Meta:
        verbose_name = _("camp")
        verbose_name_plural = _("camps")
        constraints = (
            models.CheckConstraint(
                condition=Q(defence__lte=HIGHEST, support__lte=HIGHEST), name="camp_levels_to_five"
            ),
        )

    def __str__(self) -> str:
        return in_language(self.title) or str(self._meta.verbose_name)


class Ability(models.Model):
    """What the HQ can do while the camp and the number of people in the HQ allow it (R-4).

    `effects`: list of effects (`hq.effects`) that fire at each use. `uses`: how often in a day.
    """

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="abilities", verbose_name=_("game day")
    )
    slug = models.SlugField(_("key"))
    title = models.JSONField(_("title"))
    text = models.JSONField(_("text"), default=dict, blank=True)
    mode = models.CharField(
        _("who decides"),
        max_length=10,
        choices=DecisionMode.choices,
        default=DecisionMode.PERSONAL,
    )
    defence = models.PositiveSmallIntegerField(_("needs defence"), default=0)
    support = models.PositiveSmallIntegerField(_("needs support"), default=0)
    people = models.PositiveSmallIntegerField(_("needs people in the HQ"), default=0)
    cost_energy = models.PositiveIntegerField(_("Energy"), default=0)
    cost_resources = models.PositiveIntegerField(_("Resources"), default=0)
    cost_morale = models.PositiveIntegerField(_("BChS"), default=0)
    effects = models.JSONField(_("effects"), default=list, blank=True)
    uses = models.PositiveSmallIntegerField(_("uses in a day"), default=1)
    used = models.PositiveSmallIntegerField(_("used"), default=0)
    # The card by which the HQ votes on it now, or did last.
    motion = models.ForeignKey(
        Card, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("motion")
    )
    last_by = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("used by")
    )
    last_at = models.PositiveBigIntegerField(_("last used at, ms"), null=True, blank=True)
    order = models.PositiveSmallIntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("ability")
        verbose_name_plural = _("abilities")
        ordering = ("order", "pk")
        constraints = (
            models.UniqueConstraint(fields=("game", "slug"), name="ability_slug_once"),
            models.CheckConstraint(
                condition=Q(used__lte=models.F("uses")), name="ability_used_no_more_than_it_has"
            ),
        )

    def __str__(self) -> str:
        return in_language(self.title)

    @property
    def cost(self) -> dict[PoolKind, int]:
        """What a use takes, by pool in locking order; pools it does not touch are left out."""
        amounts: dict[PoolKind, Any] = {
            PoolKind.ENERGY: self.cost_energy,
            PoolKind.RESOURCES: self.cost_resources,
            PoolKind.MORALE: self.cost_morale,
        }
        return {kind: amount for kind, amount in amounts.items() if amount}
