"""Keys of the journal, the ledger and verdicts, put into words for the reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from hq.enums import PoolKind

Words = Mapping[str, str | Promise]

VERDICTS: Words = {
    "voices": _("Sealed by the voices of the HQ."),
    "room": _("Sealed for the room: the game master heard it."),
    "silence": _("The chorus fell silent too early. Nothing is spent, talk it over again."),
    "master": _("Broken by the game master: %(reason)s. Nothing is spent."),
    "missing": _("%(pool)s: %(missing)s short. Nothing is sealed and nothing is spent."),
}

EVENTS: Words = {
    "game_started": _("The day has begun"),
    "game_paused": _("Pause: %(reason)s"),
    "game_resumed": _("The clock runs again"),
    "turn_opened": _("Turn %(turn)s"),
    "person_joined": _("%(name)s came in"),
    "presence_changed": _("Came: %(came)s. Left: %(left)s"),
    "person_marked": _("%(person)s is marked as here: %(here)s"),
    "seat_revoked": _("The seat of %(person)s was taken back"),
    "pool_changed": _("%(pool)s %(delta)s, now %(balance)s"),
    "card_issued": _("Card: «%(card)s»"),
    "card_scheduled": _("«%(card)s» will come up by itself"),
    "card_expired": _("Time is up: «%(card)s»"),
    "way_backed": _("«%(card)s»: backs «%(way)s»"),
    "way_voiced": _("«%(card)s»: voiced «%(way)s»"),
    "chorus_opened": _("Chorus for «%(card)s»"),
    "word_given": _("The word: %(people)s"),
    "seats_lost": _("Lost in the chorus: %(people)s"),
    "chorus_broken": _("The chorus for «%(card)s» broke"),
    "decision_sealed": _("Sealed: «%(way)s»"),
    "chronicle_written": _("A line for the chronicle"),
    "invitation_made": _("A new door is open"),
}


def verdict(key: str, params: Mapping[str, Any]) -> str:
    """Why a chorus broke, or how it was sealed; empty while it sounds."""
    if not key:
        return ""
    told = dict(params)
    if "pool" in told:
        told["pool"] = PoolKind(told["pool"]).label
    return str(VERDICTS[key]) % told
