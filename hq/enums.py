"""Stored codes of the game day. English slugs; players read the translated labels."""

from __future__ import annotations

from django.db.models import IntegerChoices, TextChoices
from django.utils.translation import gettext_lazy as _


class Role(TextChoices):
    MASTER = "master", _("game master")
    VOLUNTEER = "volunteer", _("HQ volunteer")
    CAPTAIN = "captain", _("captain")
    COURIER = "courier", _("courier")
    SCREEN = "screen", _("wall screen")
    ONLOOKER = "onlooker", _("onlooker")


class Board(TextChoices):
    """A page that is kept live."""

    HQ = "hq", _("HQ board")
    MASTER = "master", _("game master's console")
    SCREEN = "screen", _("wall screen")


class GameState(TextChoices):
    BEFORE = "before", _("before the start")
    RUNNING = "running", _("running")
    PAUSED = "paused", _("paused")
    OVER = "over", _("over")


class SnapshotKind(TextChoices):
    """Why a day was set aside."""

    HAND = "hand", _("by hand")
    BEFORE_RESTORE = "before_restore", _("before a restore")
    BEFORE_RESET = "before_reset", _("before a reset")
    MINUTE = "minute", _("each minute")


class PoolKind(TextChoices):
    """The declared order is the order in which pools are locked."""

    ENERGY = "energy", _("Energy")
    RESOURCES = "resources", _("Resources")
    MORALE = "morale", _("BChS")


class CardKind(TextChoices):
    CRISIS = "crisis", _("crisis")
    PROSPECT = "prospect", _("prospect")


class DecisionMode(TextChoices):
    COLLECTIVE = "collective", _("collective decision")
    PERSONAL = "personal", _("personal decision")


class CardState(TextChoices):
    SHELF = "shelf", _("on the shelf")
    SCHEDULED = "scheduled", _("scheduled")
    OPEN = "open", _("open")
    RESOLVED = "resolved", _("resolved")
    EXPIRED = "expired", _("not overcome in time")


class WayKind(TextChoices):
    OVERCOME = "overcome", _("overcome")
    ACCEPT = "accept", _("accept")
    DECLINE = "decline", _("decline")


class Threshold(TextChoices):
    """The share of those present that must back a way before it can be voiced (R-3)."""

    PLURALITY = "plurality", _("more than any other way")
    MAJORITY = "majority", _("more than half of those present")
    TWO_THIRDS = "two_thirds", _("two thirds of those present")
    ALL = "all", _("everyone present")


class Tally(TextChoices):
    """What others' voices look like while a card is talked over."""

    OPEN = "open", _("everyone sees the voices")
    UNTIL_VOTED = "until_voted", _("who has voted sees the voices")
    BLIND = "blind", _("nobody sees the voices until a way is voiced")


class Judgement(TextChoices):
    """A way that a game master has a say in: a deed, a riddle, a volunteer's own idea (R-8)."""

    NONE = "none", _("needs no judgement")
    AWAITING = "awaiting", _("waits for the game master")
    PASSED = "passed", _("the game master agrees")
    REFUSED = "refused", _("the game master refuses")
    FAILED = "failed", _("it did not work")


class Trigger(TextChoices):
    """What makes a crisis worse (R-7)."""

    MASTER = "master", _("a game master")
    WAY = "way", _("a way was chosen")
    TIME = "time", _("time went by")


class Phase(TextChoices):
    """Phases of a decision (DESIGN section 5)."""

    DELIBERATION = "deliberation", _("deliberation")
    VOICED = "voiced", _("voiced, waiting for the chorus")
    CHORUS = "chorus", _("chorus")
    SEALED = "sealed", _("sealed")
    CLOSED = "closed", _("closed without a decision")


class ChorusState(TextChoices):
    QUEUED = "queued", _("waiting for its turn")
    OPEN = "open", _("sounding")
    SEALED = "sealed", _("sealed")
    BROKEN = "broken", _("broken")


class VoiceWay(TextChoices):
    """How a voice in the chorus was given."""

    TAP = "tap", _("own tap")
    BESIDE = "beside", _("said beside another")
    EAR = "ear", _("heard by a game master")


class EffectKind(TextChoices):
    POOL = "pool", _("changes a pool")
    CHRONICLE = "chronicle", _("writes a line into the chronicle")
    RELEASE = "release", _("releases another card")


class When(TextChoices):
    """When a released card comes up."""

    NOW = "now", _("now")
    AFTER = "after", _("after a time")
    NEXT_TURN = "next_turn", _("on the next turn")


class Level(IntegerChoices):
    """How near a pool's band is to the end; drives colour and shape, never the only sign."""

    GOOD = 3, _("good")
    FAIR = 2, _("fair")
    POOR = 1, _("poor")
    GONE = 0, _("gone")
