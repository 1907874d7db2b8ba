from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from hq.models.game import Game
from hq.models.people import Seat


class SignUp(models.Model):
    """Somebody who means to come: before the day, by its public page or from a list.

    `table` is empty for the HQ. `seat`: the seat that was made of it.
    """

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="signups", verbose_name=_("game day")
    )
    name = models.CharField(_("name"), max_length=80)
    table = models.SlugField(_("table"), blank=True)
    side = models.SlugField(_("side"), blank=True)
    squadron = models.SlugField(_("squadron"), blank=True)
    food = models.CharField(_("brings to eat"), max_length=200, blank=True)
    seat = models.OneToOneField(
        Seat,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="signup",
        verbose_name=_("seat"),
    )

    class Meta:
        verbose_name = _("sign-up")
        verbose_name_plural = _("sign-ups")
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name
