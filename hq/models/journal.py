from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from hq.models.game import Game
from hq.models.people import Person


class JournalEntry(models.Model):
    """Who did what and when. The only door to a push (DESIGN section 5).

    `kind` is the event's slug, `params` its keys and figures; words are made for each reader.
    `game_time` in ms; `topics` names what the event touched.
    """

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="journal", verbose_name=_("game day")
    )
    seq = models.PositiveBigIntegerField(_("sequence number"))
    kind = models.SlugField(_("event"), max_length=40)
    params = models.JSONField(_("particulars"), default=dict)
    topics = models.JSONField(_("topics"), default=list)
    person = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, verbose_name=_("person")
    )
    role = models.CharField(_("as"), max_length=12, blank=True)
    turn = models.PositiveSmallIntegerField(_("turn"))
    game_time = models.PositiveBigIntegerField(_("game time, ms"))
    written_at = models.DateTimeField(_("written"))

    class Meta:
        verbose_name = _("journal entry")
        verbose_name_plural = _("journal")
        ordering = ("game", "seq")
        constraints = (models.UniqueConstraint(fields=("game", "seq"), name="journal_seq_once"),)
        indexes = (models.Index(fields=("game", "kind", "seq"), name="journal_kind"),)

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class Command(models.Model):
    """A one-time key that was used up: a repeat of the same intent changes nothing (P11)."""

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="commands", verbose_name=_("game day")
    )
    # Empty at a door: whoever joins is nobody yet.
    person = models.ForeignKey(
        Person, models.CASCADE, null=True, related_name="+", verbose_name=_("person")
    )
    key = models.CharField(max_length=64)
    name = models.CharField(max_length=60)
    made = models.JSONField(default=dict)
    written_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("game", "person", "key"), name="command_key_once"),
            models.UniqueConstraint(
                fields=("game", "key"),
                condition=models.Q(person__isnull=True),
                name="command_door_key_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} {self.key}"
