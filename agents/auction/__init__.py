"""Agents for stand-alone auctions."""

from vegas_env.agents.auction import heuristics

__all__ = ["heuristics"]
