from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from hq.models import Game


class SceneThing(models.Model):
    """What can be set on a table and is no ship (H-13): a dreadnought, a station, a mine.

    `thing` is the rule system's own stored form, its id is this slug; a battle is opened with a
    choice of them. `text` and `secret` are the same words in both languages; the secret is for
    game masters only.
    """

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="scene_things", verbose_name=_("game day")
    )
    slug = models.SlugField(_("key"), max_length=60)
    side = models.SlugField(_("side"), blank=True)
    table = models.SlugField(_("table"), blank=True)
    name = models.CharField(_("name"), max_length=80)
    system = models.SlugField(_("rule system"), max_length=30, default="horizon")
    thing = models.JSONField(_("thing"))
    text = models.JSONField(_("text"), default=dict, blank=True)
    secret = models.JSONField(_("for the master only"), default=dict, blank=True)
    from_pack = models.BooleanField(_("from the pack"), default=False)

    class Meta:
        verbose_name = _("scene object")
        verbose_name_plural = _("scene objects")
        ordering = ("table", "pk")
        constraints = (
            models.UniqueConstraint(fields=("game", "slug"), name="scene_thing_slug_once"),
        )

    def __str__(self) -> str:
        return self.name
