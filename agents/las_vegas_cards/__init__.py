"""Agents for Las Vegas, the card game."""

from vegas_env.agents.las_vegas_cards import heuristics

__all__ = ["heuristics"]
