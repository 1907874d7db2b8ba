"""What is stored: fields, constraints, `__str__`, row filters. Changes live in the domain."""

from hq.models.camp import Ability, Camp
from hq.models.cards import Aggravation, Card, Way
from hq.models.chronicle import ChronicleLine, Remark
from hq.models.decisions import Backing, Chorus, Decision, Voice
from hq.models.dispatches import Address, Dispatch, HelpCall, Reading
from hq.models.game import Game, GameMap, Stake
from hq.models.grants import Aid, AidWindow, Grant, Share, Stroke
from hq.models.journal import Command, JournalEntry
from hq.models.people import Invitation, Person, Seat
from hq.models.pools import LedgerLine, Pool, Price
from hq.models.signups import SignUp

__all__ = [
    "Ability",
    "Address",
    "Aggravation",
    "Aid",
    "AidWindow",
    "Backing",
    "Camp",
    "Card",
    "Chorus",
    "ChronicleLine",
    "Command",
    "Decision",
    "Dispatch",
    "Game",
    "GameMap",
    "Grant",
    "HelpCall",
    "Invitation",
    "JournalEntry",
    "LedgerLine",
    "Person",
    "Pool",
    "Price",
    "Reading",
    "Remark",
    "Seat",
    "Share",
    "SignUp",
    "Stake",
    "Stroke",
    "Voice",
    "Way",
]
