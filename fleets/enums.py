"""Stored codes of the tables. English slugs; players read the translated labels."""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

TABLE = "table"  # the board of one battle


class BattleStatus(TextChoices):
    OPEN = "open", _("being fought")
    CONFIRMING = "confirming", _("over, the result is to be confirmed")
    CLOSED = "closed", _("closed")


class DisputeState(TextChoices):
    OPEN = "open", _("disputed")
    MASTER = "master", _("before the game master")
    UPHELD = "upheld", _("the entry stands")
    CORRECTED = "corrected", _("taken back")
    DROPPED = "dropped", _("dropped")


class WithdrawalState(TextChoices):
    WAITING = "waiting", _("waits for the other side")
    AGREED = "agreed", _("agreed")
    REFUSED = "refused", _("refused")
    VOID = "void", _("overtaken by events")
