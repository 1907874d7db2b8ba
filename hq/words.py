"""Keys of the journal, the ledger and verdicts, put into words for the reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from hq.enums import PoolKind
from hq.texts import in_language

Words = Mapping[str, str | Promise]

VERDICTS: Words = {
    "voices": _("Sealed by the voices of the HQ."),
    "room": _("Sealed for the room: the game master heard it."),
    "silence": _("The chorus fell silent too early. Nothing is spent, talk it over again."),
    "master": _("Broken by the game master: %(reason)s. Nothing is spent."),
    "missing": _("%(pool)s: %(missing)s short. Nothing is sealed and nothing is spent."),
    "failed": _("The word was good, the way was not: it failed. What it cost is spent."),
    "over": _("Broken off: the day is over. Nothing is spent."),
}

# Why a pool changed. A reason that is not here is told by its key.
REASONS: Words = {
    "opening": _("The day begins"),
    "gift": _("A gift from a personal pool"),
    "correction": _("Correction: %(note)s"),
    "way": _("Paid for a way"),
    "outcome": _("What came of it"),
    "exchange": _("Exchange: %(count)s × %(thing)s"),
    "exchange_back": _("Turned back: %(count)s × %(thing)s"),
    "undo": _("Undone: %(note)s"),
    "ability": _("Ability of the HQ: %(ability)s"),
}

EVENTS: dict[str, str | Promise] = {
    "game_started": _("The day has begun"),
    "game_paused": _("Pause: %(reason)s"),
    "game_ended": _("The day is over"),
    "game_reopened": _("The day is open again: %(reason)s"),
    "copies_failed": _("The day is not being copied: %(fault)s"),
    "copies_work": _("The day is copied again"),
    "day_taken_up": _("The day goes on from a copy; it was last heard of at %(moment)s"),
    "game_resumed": _("The clock runs again"),
    "turn_opened": _("Turn %(turn)s"),
    "signed_up": _("%(name)s has signed up"),
    "sign_up_struck": _("%(name)s is struck off the sign-ups"),
    "list_brought": _("A list of sign-ups came in: %(count)s"),
    "person_joined": _("%(name)s came in"),
    "seat_found": _("%(person)s took the same seat again, by name"),
    "presence_changed": _("Came: %(came)s. Left: %(left)s"),
    "person_left": _("%(person)s has left; the seat waits"),
    "person_returned": _("%(person)s is back"),
    "person_marked": _("%(person)s is marked as here: %(here)s"),
    "seat_revoked": _("The seat of %(person)s was taken back"),
    "pool_changed": _("%(pool)s %(delta)s, now %(balance)s"),
    "card_issued": _("Card: «%(card)s»"),
    "card_scheduled": _("«%(card)s» will come up by itself"),
    "card_written": _("«%(card)s» is written on the spot"),
    "card_held_back": _("«%(card)s» should have come up, but is not finished"),
    "deadline_moved": _("«%(card)s»: its time is moved, %(rest)s left"),
    "card_aggravated": _("«%(card)s» got worse: %(aggravation)s"),
    "card_pinned": _("«%(card)s» is talked about now"),
    "card_unpinned": _("«%(card)s» is no longer the one talked about"),
    "card_opened": _("«%(card)s» is before the eyes of the HQ"),
    "card_unseen": _("«%(card)s»: nobody has opened it"),
    "card_expired": _("Time is up: «%(card)s»"),
    "way_backed": _("«%(card)s»: backs «%(way)s»"),
    "way_voiced": _("«%(card)s»: voiced «%(way)s»"),
    "chorus_opened": _("Chorus for «%(card)s»"),
    "word_given": _("The word: %(people)s"),
    "seats_lost": _("Lost in the chorus: %(people)s"),
    "chorus_broken": _("The chorus for «%(card)s» broke"),
    "decision_sealed": _("Sealed: «%(way)s»"),
    "decision_taken": _("«%(card)s»: %(person)s takes «%(way)s» alone"),
    "chance_rolled": _("«%(way)s»: the die says %(rolled)s, risk %(chance)s, failed: %(failed)s"),
    "way_written": _("«%(card)s»: an own way, «%(way)s»"),
    "way_judged": _("«%(way)s» is judged, passed: %(passed)s %(word)s"),
    "judgement_taken_back": _("«%(way)s»: its judgement is taken back, it waits again"),
    "chronicle_written": _("A line for the chronicle"),
    "remark_written": _("«%(card)s»: a comment for the report"),
    "stake_answered": _("A question is closed: %(stake)s"),
    "stake_reopened": _("A question is open again: %(stake)s. %(reason)s"),
    "day_arranged": _("The set-up of the day was changed"),
    "map_arranged": _("The map «%(map)s» was changed"),
    "card_arranged": _("«%(card)s» was written in the panel"),
    "pool_arranged": _("%(pool)s: the dial was changed"),
    "person_renamed": _("The entry of %(person)s was changed"),
    "invitation_made": _("A new door is open"),
    "address_changed": _("The laptop's address changed: %(before)s → %(now)s"),
    "address_noted": _("The new address is noted: %(now)s"),
    "camp_changed": _("The camp: %(measure)s %(delta)s, now %(level)s %(note)s"),
    "ability_used": _("The HQ uses «%(ability)s»"),
    "ability_asked": _("«%(ability)s» is put to the vote: «%(card)s»"),
    "grant_given": _("Command points from the HQ: +%(points)s for %(rounds)s rounds"),
    "grant_taken": _("%(name)s has taken the command points"),
    "grant_counted": _("%(name)s counts the command points of the HQ, rounds left: %(rounds)s"),
    "grant_spent": _("%(name)s has spent %(spent)s command points of the HQ"),
    "grant_over": _("Command points from the HQ are over"),
    "aid_brought": _("Rescue aid for the stock: %(aid)s, %(count)s"),
    "aid_asked": _("Aid for «%(ship)s» is put to the vote: «%(card)s»"),
    "aid_sent": _("Aid is sent to «%(ship)s»"),
    "aid_taken_back": _("The aid for «%(ship)s» is taken back"),
    "aid_used": _("«%(ship)s» has used its aid %(result)s"),
    "aid_window_opened": _("The wounded ships of %(table)s wait for aid"),
    "aid_window_closed": _("No more aid for %(table)s"),
    "stroke_won": _("The winner has the right to one stroke"),
    "stroke_withdrawn": _("The right to a stroke is withdrawn"),
    "stroke_named": _("The winner has named where the stroke falls"),
    "stroke_done": _("The one stroke has fallen"),
    "dispatch_sent": _("A dispatch is on its way: %(dispatch)s"),
    "dispatch_arrived": _("A dispatch has arrived: %(dispatch)s"),
    "dispatch_hastened": _("A dispatch comes sooner: %(dispatch)s"),
    "dispatch_recalled": _("A dispatch is called back: %(dispatch)s"),
    "dispatch_read": _("A dispatch is read: %(dispatch)s"),
    "dispatch_answered": _("A dispatch is answered: %(dispatch)s: %(reply)s"),
    "dispatch_unread": _("Nobody reads a dispatch: %(dispatch)s"),
    "help_called": _("%(person)s calls for a game master"),
    "help_coming": _("A game master goes to %(person)s"),
    "help_closed": _("%(person)s no longer waits for a game master"),
}


def enter(words: Words) -> None:
    """Words of another app's events."""
    EVENTS.update(words)


def verdict(key: str, params: Mapping[str, Any]) -> str:
    """Why a chorus broke, or how it was sealed; empty while it sounds."""
    if not key:
        return ""
    told = dict(params)
    if "pool" in told:
        told["pool"] = PoolKind(told["pool"]).label
    return str(VERDICTS[key]) % told


def reason(key: str, params: Mapping[str, Any]) -> str:
    """Why a ledger line was written; texts of the scenario in the reader's language."""
    told = {
        name: in_language(value) if isinstance(value, dict) else value
        for name, value in params.items()
    }
    return str(REASONS[key]) % told if key in REASONS else key
