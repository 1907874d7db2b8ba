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
    COURIER = "courier", _("courier's bag")
    LEDGER = "ledger", _("ledger")


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
    CAMP = "camp", _("changes the camp")
    COMMAND = "command", _("gives command points")
    AID = "aid", _("brings rescue aid")
    DISPATCH = "dispatch", _("sends a dispatch")
    HASTEN = "hasten", _("makes couriers faster")
    LOOK = "look", _("looks ahead at a scheduled card")
    STROKE = "stroke", _("gives the one stroke")
    # Only of motions that the HQ itself puts to its vote, never of a pack.
    ABILITY = "ability", _("uses an ability")
    SEND_AID = "send_aid", _("sends aid to a ship")


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


class Measure(TextChoices):
    """The two measures of the camp (R-4)."""

    DEFENCE = "defence", _("camp defence")
    SUPPORT = "support", _("camp support")


class GrantState(TextChoices):
    """Command points from the HQ, on their way through a table."""

    GIVEN = "given", _("given, not taken yet")
    TAKEN = "taken", _("taken by a captain")
    COUNTING = "counting", _("counted down")
    OVER = "over", _("over")


class AidKind(TextChoices):
    """What an aid does to one survival roll (H-8)."""

    REROLL = "reroll", _("one reroll")
    PLUS_ONE = "plus_one", _("+1 to the roll")


class AidState(TextChoices):
    STOCK = "stock", _("in stock")
    SENT = "sent", _("sent to a ship")
    USED = "used", _("used")


class StrokeForm(TextChoices):
    """What the winner at the Gigantomachy has the right to."""

    STRIKE = "strike", _("one devastating stroke")
    WAYS = "ways", _("the ways into the deep Umbra")


class WaysChoice(TextChoices):
    BLOCKADE = "blockade", _("blockade")
    FILTER = "filter", _("filter")


class StrokeState(TextChoices):
    OPEN = "open", _("waits for the winner's word")
    NAMED = "named", _("named, waits for the game master")
    DONE = "done", _("done")


class DispatchWay(TextChoices):
    AT_ONCE = "at_once", _("at once")
    DELAYED = "delayed", _("after a time")
    COURIER = "courier", _("by courier, in person")


class DispatchState(TextChoices):
    SHELF = "shelf", _("not sent yet")
    DELAYED = "delayed", _("on its way")
    COURIER = "courier", _("with the courier")
    ARRIVED = "arrived", _("arrived")
    RECALLED = "recalled", _("called back")


class Addressee(TextChoices):
    HQ = "hq", _("HQ")
    MASTERS = "masters", _("game masters")
    SIDE = "side", _("a side")
    TABLE = "table", _("a table")
    PERSON = "person", _("one person")


class Reply(TextChoices):
    """Short answers of one tap."""

    TAKEN = "taken", _("Understood")
    DOING = "doing", _("On it")
    CANNOT = "cannot", _("We cannot")
    LATER = "later", _("Later")


class HelpState(TextChoices):
    """A call for a game master."""

    WAITING = "waiting", _("waits for a game master")
    COMING = "coming", _("a game master is on the way")
    DONE = "done", _("done")
