"""What the examples learned, measured in the arena."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from rich.console import Console
from torch import nn

from experiments.arena import Result, evaluate
from experiments.evaluate import report
from vegas_env import View
from vegas_env.agency import as_agents


class LogitsAgent:
    """A network that gives the logits of all actions, as an agent: it plays the most likely of the legal ones."""

    def __init__(self, logits: nn.Module, name: str) -> None:
        self.logits = logits
        self.name = name

    def act(self, view: View) -> np.ndarray:
        with torch.no_grad():
            logits = self.logits(torch.from_numpy(view.observation)).numpy()
        # A parallel environment has one more action, to wait: in the arena, who is asked never waits.
        return np.where(view.mask, logits[:, : view.ruleset.actions], -np.inf).argmax(axis=1)

    def __repr__(self) -> str:
        return self.name


def measure(
    agent: LogitsAgent, ruleset: str, against: str, games: int, seed: int, seconds: float, **options: Any
) -> Result:
    """One seat against an agent, printed."""
    result = evaluate(ruleset, agent, as_agents(ruleset, against), games, seed, **options)
    settings = ", ".join(f"{name} {value}" for name, value in options.items())
    title = f"{ruleset}, {settings}: {agent!r} after {seconds:.0f} s of learning"
    Console().print(report({f"one seat against {against}": result}, title))
    return result
