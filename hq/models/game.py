from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hq.enums import GameState
from hq.texts import in_language


def default_settings() -> dict[str, Any]:
    return {}


class Game(models.Model):
    """One game day. Its row is the first lock of every command (DESIGN section 3).

    Game time is a whole number of running milliseconds since the start: `clock_base` plus what
    has run since `clock_since` (empty while the clock stands), times `clock_speed`.
    """

    key = models.SlugField(_("key"), unique=True, help_text=_("Stands in addresses."))
    pack = models.SlugField(_("scenario pack"))
    title = models.JSONField(_("title"))
    state = models.CharField(
        _("state"), max_length=10, choices=GameState.choices, default=GameState.BEFORE
    )
    turn = models.PositiveSmallIntegerField(_("turn"), default=0)
    seq = models.PositiveBigIntegerField(_("sequence number"), default=0, editable=False)
    epoch = models.CharField(_("epoch"), max_length=16, editable=False)
    clock_base = models.PositiveBigIntegerField(_("game time, ms"), default=0, editable=False)
    clock_since = models.DateTimeField(_("running since"), null=True, blank=True, editable=False)
    clock_speed = models.FloatField(_("speed"), default=1.0, editable=False)
    # «What we talk about now»: the wall follows it.
    pinned = models.ForeignKey(
        "hq.Card",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("talked about now"),
    )
    # Where phones were last told to come; the old one until a game master has taken note.
    address = models.CharField(_("address"), max_length=200, blank=True, editable=False)
    address_before = models.CharField(max_length=200, blank=True, editable=False)
    # What went wrong with the last copies, as game masters were told; empty: nothing.
    copies_fault = models.CharField(max_length=200, blank=True, editable=False)
    settings = models.JSONField(_("settings"), default=default_settings, blank=True)
    # Only while a day is wiped may ledger lines be deleted (a trigger looks at this).
    is_wiping = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("game day")
        verbose_name_plural = _("game days")
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(condition=Q(clock_speed__gt=0), name="game_speed_positive"),
            models.CheckConstraint(
                condition=Q(state=GameState.RUNNING, clock_since__isnull=False)
                | (~Q(state=GameState.RUNNING) & Q(clock_since__isnull=True)),
                name="game_clock_runs_only_while_running",
            ),
        )

    def __str__(self) -> str:
        return in_language(self.title)


class GameMap(models.Model):
    """A map of the war with its table and its stakes."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="maps", verbose_name=_("game day"))
    slug = models.SlugField(_("key"))
    title = models.JSONField(_("title"))
    summary = models.JSONField(_("who meets"))
    order = models.PositiveSmallIntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("map")
        verbose_name_plural = _("maps")
        ordering = ("order", "pk")
        constraints = (models.UniqueConstraint(fields=("game", "slug"), name="map_slug_once"),)

    def __str__(self) -> str:
        return in_language(self.title)


class Stake(models.Model):
    """What hangs on a map: a question with prepared answers (R-6).

    `answers`: list of {"slug", "title": text, "effects": list}; the effects fire once, when a
    game master closes the question with that answer (`answer`: its slug, `answered_at`: game ms).
    """

    map = models.ForeignKey(GameMap, models.CASCADE, related_name="stakes", verbose_name=_("map"))
    slug = models.SlugField(_("key"))
    question = models.JSONField(_("question"))
    answers = models.JSONField(_("answers"))
    answer = models.SlugField(_("answer"), blank=True)
    answered_at = models.PositiveBigIntegerField(_("answered at, ms"), null=True, blank=True)
    # What the answer touched: ids of ledger lines, chronicle lines, cards that it brought up.
    touched = models.JSONField(default=dict, editable=False)
    order = models.PositiveSmallIntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("stake")
        verbose_name_plural = _("stakes")
        ordering = ("order", "pk")
        constraints = (
            models.UniqueConstraint(fields=("map", "slug"), name="stake_slug_once"),
            models.CheckConstraint(
                condition=Q(answer="", answered_at__isnull=True)
                | (~Q(answer="") & Q(answered_at__isnull=False)),
                name="stake_answer_has_a_time",
            ),
        )

    def __str__(self) -> str:
        return in_language(self.question)

    def prepared(self, slug: str) -> dict[str, Any] | None:
        """The prepared answer of this key."""
        found: list[dict[str, Any]] = [each for each in self.answers if each["slug"] == slug]
        return found[0] if found else None

    @property
    def answer_title(self) -> str:
        """The answer that closed the question, in the active language; empty while it is open."""
        chosen = self.prepared(self.answer) if self.answer else None
        return in_language(chosen["title"]) if chosen else ""
