"""What is stored of squadrons and battles: fields and constraints. Changes live in the domain."""

from fleets.models.battle import Battle, Dispute, Line, Withdrawal
from fleets.models.roster import Holding, HouseRules, Squadron
from fleets.models.scene import SceneThing

__all__ = [
    "Battle",
    "Dispute",
    "Holding",
    "HouseRules",
    "Line",
    "SceneThing",
    "Squadron",
    "Withdrawal",
]
