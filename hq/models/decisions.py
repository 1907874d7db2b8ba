from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hq.enums import ChorusState, Phase, VoiceWay
from hq.models.cards import Card, Way
from hq.models.game import Game
from hq.models.people import Person


class Decision(models.Model):
    """What the HQ makes of a card; made when the card is issued."""

    card = models.OneToOneField(
        Card, models.CASCADE, related_name="decision", verbose_name=_("card")
    )
    phase = models.CharField(
        _("phase"), max_length=12, choices=Phase.choices, default=Phase.DELIBERATION
    )
    way = models.ForeignKey(
        Way, models.PROTECT, null=True, blank=True, related_name="decisions", verbose_name=_("way")
    )
    # A personal decision stands in the name of whoever took it.
    taken_by = models.ForeignKey(
        Person,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("taken by"),
    )
    sealed_at = models.PositiveBigIntegerField(_("sealed at, ms"), null=True, blank=True)

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        constraints = (
            models.CheckConstraint(
                condition=Q(phase__in=(Phase.DELIBERATION, Phase.CLOSED)) | Q(way__isnull=False),
                name="decision_voiced_has_a_way",
            ),
            models.CheckConstraint(
                condition=Q(phase=Phase.SEALED, sealed_at__isnull=False)
                | (~Q(phase=Phase.SEALED) & Q(sealed_at__isnull=True)),
                name="decision_sealed_has_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"{self.card}: {self.get_phase_display()}"


class Backing(models.Model):
    """One person's choice in a deliberation. One row a person; changing it rewrites the row."""

    decision = models.ForeignKey(
        Decision, models.CASCADE, related_name="backings", verbose_name=_("decision")
    )
    person = models.ForeignKey(
        Person, models.CASCADE, related_name="backings", verbose_name=_("person")
    )
    way = models.ForeignKey(Way, models.CASCADE, related_name="backings", verbose_name=_("way"))

    class Meta:
        verbose_name = _("backing")
        verbose_name_plural = _("backings")
        constraints = (
            models.UniqueConstraint(fields=("decision", "person"), name="backing_once_a_person"),
        )

    def __str__(self) -> str:
        return f"{self.person}: {self.way}"


class Chorus(models.Model):
    """One try to say «И это наше слово!». `opened_at` and `ends_at` are game time in ms.

    `needed` voices of its voices seal it; the set is frozen when its window opens (R-3).
    """

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="choruses", verbose_name=_("game day")
    )
    decision = models.ForeignKey(
        Decision, models.CASCADE, related_name="choruses", verbose_name=_("decision")
    )
    way = models.ForeignKey(Way, models.PROTECT, related_name="+", verbose_name=_("way"))
    voiced_by = models.ForeignKey(
        Person, models.SET_NULL, null=True, related_name="+", verbose_name=_("voiced by")
    )
    voiced_at = models.PositiveBigIntegerField(_("voiced at, ms"))
    state = models.CharField(_("state"), max_length=8, choices=ChorusState.choices)
    opened_at = models.PositiveBigIntegerField(_("opened at, ms"), null=True, blank=True)
    ends_at = models.PositiveBigIntegerField(_("ends at, ms"), null=True, blank=True)
    closed_at = models.PositiveBigIntegerField(_("closed at, ms"), null=True, blank=True)
    # Why it broke or how it was sealed: a key of hq.words with its parameters.
    verdict = models.SlugField(_("verdict"), blank=True)
    verdict_params = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("chorus")
        verbose_name_plural = _("choruses")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("game",), condition=Q(state=ChorusState.OPEN), name="chorus_one_at_a_time"
            ),
            models.UniqueConstraint(
                fields=("decision",),
                condition=Q(state__in=(ChorusState.QUEUED, ChorusState.OPEN)),
                name="chorus_one_live_a_decision",
            ),
            models.UniqueConstraint(
                fields=("decision",),
                condition=Q(state=ChorusState.SEALED),
                name="chorus_sealed_once_a_decision",
            ),
            models.CheckConstraint(
                condition=~Q(state=ChorusState.OPEN)
                | Q(opened_at__isnull=False, ends_at__isnull=False),
                name="chorus_open_has_a_window",
            ),
        )

    def __str__(self) -> str:
        return f"{self.way} ({self.get_state_display()})"


class Voice(models.Model):
    """A person of the frozen set, and the word once it was given (`spoken_at`, game ms)."""

    chorus = models.ForeignKey(
        Chorus, models.CASCADE, related_name="voices", verbose_name=_("chorus")
    )
    person = models.ForeignKey(
        Person, models.CASCADE, related_name="voices", verbose_name=_("person")
    )
    spoken_at = models.PositiveBigIntegerField(_("said at, ms"), null=True, blank=True)
    how = models.CharField(_("how"), max_length=8, choices=VoiceWay.choices, blank=True)
    recorded_by = models.ForeignKey(
        Person, models.SET_NULL, null=True, related_name="+", verbose_name=_("recorded by")
    )
    is_lost = models.BooleanField(_("seat lost in the window"), default=False)

    class Meta:
        verbose_name = _("voice")
        verbose_name_plural = _("voices")
        constraints = (
            models.UniqueConstraint(fields=("chorus", "person"), name="voice_once_a_person"),
            models.CheckConstraint(
                condition=Q(spoken_at__isnull=True, how="")
                | (Q(spoken_at__isnull=False) & ~Q(how="")),
                name="voice_spoken_says_how",
            ),
        )

    def __str__(self) -> str:
        return str(self.person)
