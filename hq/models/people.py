from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hq.enums import Role
from hq.models.game import Game


class Person(models.Model):
    """Someone who takes part. People vote, not sockets and not seats (DESIGN section 5)."""

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="people", verbose_name=_("game day")
    )
    name = models.CharField(_("name"), max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        verbose_name=_("login"),
        help_text=_("Only game masters log in with a password."),
    )
    # Travels with the day, the login itself does not: on another laptop the same name finds its
    # seat again.
    login = models.CharField(max_length=150, blank=True, editable=False)
    is_bot = models.BooleanField(_("demo bot"), default=False)
    # Wall-clock moments: presence is about the room, not about game time.
    seen_at = models.DateTimeField(_("last answered"), null=True, blank=True)
    marked_here = models.BooleanField(_("marked as here"), default=False)
    # Said «I am leaving»: not present, whatever their devices answer, until they come back.
    left_at = models.DateTimeField(_("left"), null=True, blank=True)
    # What was last told to everyone; `presence.note_changes` compares it with the truth.
    shown_present = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        ordering = ("name", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("game", "user"), condition=Q(user__isnull=False), name="person_user_once"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Invitation(models.Model):
    """A door into the game: a role, or a squadron of a side at a table; many uses."""

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="invitations", verbose_name=_("game day")
    )
    code = models.CharField(_("code"), max_length=6, unique=True)
    role = models.CharField(_("role"), max_length=12, choices=Role.choices)
    label = models.CharField(_("label"), max_length=80, blank=True)
    side = models.SlugField(_("side"), blank=True)
    table = models.SlugField(_("table"), blank=True)
    squadron = models.SlugField(_("squadron"), blank=True)
    is_open = models.BooleanField(_("open"), default=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=~Q(role=Role.MASTER), name="invitation_never_makes_masters"
            ),
        )

    def __str__(self) -> str:
        return f"{self.code} ({self.get_role_display()})"


class Seat(models.Model):
    """A person's place at a board. Its token brings it back on any device."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", verbose_name=_("game day"))
    person = models.ForeignKey(
        Person, models.CASCADE, related_name="seats", verbose_name=_("person")
    )
    role = models.CharField(_("role"), max_length=12, choices=Role.choices)
    side = models.SlugField(_("side"), blank=True)
    table = models.SlugField(_("table"), blank=True)
    squadron = models.SlugField(_("squadron"), blank=True)
    token = models.CharField(_("token"), max_length=12, unique=True, editable=False)
    invitation = models.ForeignKey(
        Invitation,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("invitation"),
    )
    taken_at = models.DateTimeField(_("taken"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.person} – {self.get_role_display()}"
