from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from hq.models.cards import Card
from hq.models.game import Game
from hq.models.people import Person
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


class Remark(models.Model):
    """What a game master says of a card, for the report. `is_secret`: for game masters only."""

    card = models.OneToOneField(Card, models.CASCADE, related_name="remark", verbose_name=_("card"))
    text = models.CharField(_("comment"), max_length=2000)
    is_secret = models.BooleanField(_("for game masters only"), default=False)
    person = models.ForeignKey(
        Person, models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.card}: {self.text}"
