from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from hq.models import Game, Seat


class Squadron(models.Model):
    """A roster as built: what a captain brings to a table.

    `roster` is the rule system's own stored form; its id is this slug. `waived`: limits that a
    game master let pass, each {"code", "unit", "params", "person", "at"}. `flavour`: a text.
    """

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="squadrons", verbose_name=_("game day")
    )
    slug = models.SlugField(_("key"), max_length=50)
    side = models.SlugField(_("side"))
    table = models.SlugField(_("table"), blank=True)
    name = models.CharField(_("name"), max_length=80)
    system = models.SlugField(_("rule system"), max_length=30, default="horizon")
    roster = models.JSONField(_("roster"))
    flavour = models.JSONField(_("in a sentence"), default=dict, blank=True)
    waived = models.JSONField(_("limits let pass"), default=list, blank=True)
    from_pack = models.BooleanField(_("from the pack"), default=False)
    retired = models.BooleanField(_("retired"), default=False)

    class Meta:
        verbose_name = _("squadron")
        verbose_name_plural = _("squadrons")
        ordering = ("table", "side", "pk")
        constraints = (models.UniqueConstraint(fields=("game", "slug"), name="squadron_slug_once"),)

    def __str__(self) -> str:
        return self.name


class Holding(models.Model):
    """Whose phone commands a squadron right now. One row a squadron: it passes on, in the middle
    too. `before`: from whose phone it was taken over. `taken_at`: game ms.
    """

    squadron = models.OneToOneField(
        Squadron, models.CASCADE, related_name="holding", verbose_name=_("squadron")
    )
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="holdings", verbose_name=_("seat"))
    before = models.ForeignKey(
        Seat, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("before")
    )
    taken_at = models.PositiveBigIntegerField(_("taken at, ms"))

    class Meta:
        verbose_name = _("squadron in hand")
        verbose_name_plural = _("squadrons in hand")

    def __str__(self) -> str:
        return f"{self.squadron} – {self.seat}"


class HouseRules(models.Model):
    """What game masters changed in a system's tables for one day, and which rulings they
    confirmed. In force for battles opened from then on: a battle keeps the tables it began with.
    """

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="house_rules", verbose_name=_("game day")
    )
    system = models.SlugField(_("rule system"), max_length=30)
    overrides = models.JSONField(_("changes to the tables"), default=dict, blank=True)
    # {ruling: choice} as a game master left it; a ruling that is not here waits to be confirmed.
    confirmed = models.JSONField(_("rulings confirmed"), default=dict, blank=True)

    class Meta:
        verbose_name = _("house rules")
        verbose_name_plural = _("house rules")
        constraints = (models.UniqueConstraint(fields=("game", "system"), name="house_rules_once"),)

    def __str__(self) -> str:
        return self.system
