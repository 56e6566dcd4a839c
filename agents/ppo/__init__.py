"""Networks trained with PPO: the agent "ppo" and everything that trains it."""

from vegas_env.agents.ppo import agents

__all__ = ["agents"]
