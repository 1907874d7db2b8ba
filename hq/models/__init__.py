"""What is stored: fields, constraints, `__str__`, row filters. Changes live in the domain."""

from hq.models.cards import Aggravation, Card, Way
from hq.models.chronicle import ChronicleLine
from hq.models.decisions import Backing, Chorus, Decision, Voice
from hq.models.game import Game, GameMap, Stake
from hq.models.journal import Command, JournalEntry
from hq.models.people import Invitation, Person, Seat
from hq.models.pools import LedgerLine, Pool, Price

__all__ = [
    "Aggravation",
    "Backing",
    "Card",
    "Chorus",
    "ChronicleLine",
    "Command",
    "Decision",
    "Game",
    "GameMap",
    "Invitation",
    "JournalEntry",
    "LedgerLine",
    "Person",
    "Pool",
    "Price",
    "Seat",
    "Stake",
    "Voice",
    "Way",
]
