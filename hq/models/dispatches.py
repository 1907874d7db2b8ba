from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hq.enums import Addressee, DispatchState, DispatchWay, HelpState, Reply, Role
from hq.models.cards import Card
from hq.models.game import Game
from hq.models.people import Person


class Dispatch(models.Model):
    """A message with a sender, addressees and a way (R-5). Times are game time in ms.

    `sender`: who signs it, as `{ru, en}`. `code`: what frees it at its addressee's, on paper or
    said aloud; only a dispatch by courier has one.
    """

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="dispatches", verbose_name=_("game day")
    )
    # Only dispatches of a scenario have a key.
    slug = models.SlugField(_("key"), max_length=60, blank=True)
    state = models.CharField(
        _("state"), max_length=10, choices=DispatchState.choices, default=DispatchState.SHELF
    )
    way = models.CharField(
        _("way"), max_length=10, choices=DispatchWay.choices, default=DispatchWay.AT_ONCE
    )
    sender = models.JSONField(_("from"))
    author = models.ForeignKey(
        Person,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="dispatches",
        verbose_name=_("author"),
    )
    text = models.JSONField(_("text"))
    card = models.ForeignKey(
        Card,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="dispatches",
        verbose_name=_("card that rides on it"),
    )
    minutes = models.PositiveSmallIntegerField(_("minutes on its way"), default=0)
    code = models.CharField(_("code"), max_length=6, blank=True)
    courier = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("courier")
    )
    sent_at = models.PositiveBigIntegerField(_("sent at, ms"), null=True, blank=True)
    due_at = models.PositiveBigIntegerField(_("due at, ms"), null=True, blank=True)
    arrived_at = models.PositiveBigIntegerField(_("arrived at, ms"), null=True, blank=True)
    # When game masters were told that nobody has read it.
    unread_at = models.PositiveBigIntegerField(_("told as unread at, ms"), null=True, blank=True)
    order = models.PositiveSmallIntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("dispatch")
        verbose_name_plural = _("dispatches")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("game", "slug"), condition=~Q(slug=""), name="dispatch_slug_once"
            ),
            models.UniqueConstraint(
                fields=("game", "code"), condition=~Q(code=""), name="dispatch_code_once"
            ),
            models.CheckConstraint(
                condition=~Q(state=DispatchState.DELAYED) | Q(due_at__isnull=False),
                name="dispatch_delayed_is_due",
            ),
            models.CheckConstraint(
                condition=~Q(state=DispatchState.COURIER) | ~Q(code=""),
                name="dispatch_by_courier_has_a_code",
            ),
            models.CheckConstraint(
                condition=Q(state=DispatchState.ARRIVED, arrived_at__isnull=False)
                | (~Q(state=DispatchState.ARRIVED) & Q(arrived_at__isnull=True)),
                name="dispatch_arrived_has_a_time",
            ),
        )
        indexes = (models.Index(fields=("game", "state", "due_at"), name="dispatch_due"),)

    def __str__(self) -> str:
        return self.slug or f"№ {self.pk}"


class Address(models.Model):
    """One of those a dispatch goes to. `key`: the side or the table; `person` for one person."""

    dispatch = models.ForeignKey(
        Dispatch, models.CASCADE, related_name="addresses", verbose_name=_("dispatch")
    )
    kind = models.CharField(_("to"), max_length=8, choices=Addressee.choices)
    key = models.SlugField(_("key"), blank=True)
    person = models.ForeignKey(
        Person, models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("person")
    )
    # The first reading at this address.
    read_at = models.PositiveBigIntegerField(_("read at, ms"), null=True, blank=True)

    class Meta:
        verbose_name = _("addressee")
        verbose_name_plural = _("addressees")
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=(
                    Q(kind__in=(Addressee.HQ, Addressee.MASTERS), key="", person__isnull=True)
                    | (
                        Q(kind__in=(Addressee.SIDE, Addressee.TABLE), person__isnull=True)
                        & ~Q(key="")
                    )
                    | Q(kind=Addressee.PERSON, key="", person__isnull=False)
                ),
                name="address_is_whole",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.key}"


class Reading(models.Model):
    """A person has read a dispatch, and may have answered it with one tap."""

    dispatch = models.ForeignKey(
        Dispatch, models.CASCADE, related_name="readings", verbose_name=_("dispatch")
    )
    person = models.ForeignKey(
        Person, models.CASCADE, related_name="readings", verbose_name=_("person")
    )
    read_at = models.PositiveBigIntegerField(_("read at, ms"))
    reply = models.CharField(_("answer"), max_length=8, choices=Reply.choices, blank=True)
    replied_at = models.PositiveBigIntegerField(_("answered at, ms"), null=True, blank=True)

    class Meta:
        verbose_name = _("reading")
        verbose_name_plural = _("readings")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("dispatch", "person"), name="reading_once_a_person"),
        )

    def __str__(self) -> str:
        return f"{self.person}: {self.dispatch}"


class HelpCall(models.Model):
    """Somebody asks for a game master; one call a person at a time, served in order."""

    game = models.ForeignKey(
        Game, models.CASCADE, related_name="help_calls", verbose_name=_("game day")
    )
    person = models.ForeignKey(
        Person, models.CASCADE, related_name="help_calls", verbose_name=_("person")
    )
    role = models.CharField(_("as"), max_length=12, choices=Role.choices)
    table = models.SlugField(_("map"), blank=True)
    text = models.CharField(_("about"), max_length=200, blank=True)
    state = models.CharField(
        _("state"), max_length=8, choices=HelpState.choices, default=HelpState.WAITING
    )
    called_at = models.DateTimeField(_("called"))
    taken_by = models.ForeignKey(
        Person,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("who comes"),
    )
    taken_at = models.DateTimeField(_("taken"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("call for help")
        verbose_name_plural = _("calls for help")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("person",),
                condition=Q(state__in=(HelpState.WAITING, HelpState.COMING)),
                name="help_one_live_a_person",
            ),
        )

    def __str__(self) -> str:
        return f"{self.person} ({self.get_state_display()})"
