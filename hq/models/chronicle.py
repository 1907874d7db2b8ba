from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from hq.models.cards import Card
from hq.models.game import Game
from hq.texts import in_language


class ChronicleLine(models.Model):
    """A line of what the war did to the world. `text` is `{ru, en}`; `game_time` in ms."""

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="chronicle", verbose_name=_("game day")
    )
    card = models.ForeignKey(
        Card,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="chronicle",
        verbose_name=_("card"),
    )
    turn = models.PositiveSmallIntegerField(_("turn"))
    game_time = models.PositiveBigIntegerField(_("game time, ms"))
    theme = models.SlugField(_("theme"), blank=True)
    text = models.JSONField(_("text"))

    class Meta:
        verbose_name = _("chronicle line")
        verbose_name_plural = _("chronicle")
        ordering = ("pk",)

    def __str__(self) -> str:
        return in_language(self.text)
