"""vegas_env: bidding and majority games for reinforcement learning."""

from vegas_env.adapters.registration import register_environments
from vegas_env.agent import Agent, View
from vegas_env.games import Games, Snapshot
from vegas_env.position import Position
from vegas_env.rulesets import BUILT_IN, RULESETS

__all__ = ["RULESETS", "Agent", "Games", "Position", "Snapshot", "View"]
__version__ = "0.1.0"

for _name in BUILT_IN:
    register_environments(_name)
