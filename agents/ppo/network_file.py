"""Networks on disk: half-precision weights, the observation layout they belong to, and a card.

The card is a JSON object that says how the network was made; see `vegas_env.agents.ppo.run.Training.card`.
"""

from __future__ import annotations

import dataclasses
import io
import json
from pathlib import Path
from typing import Any

import numpy as np

from vegas_env.files import write_atomically
from vegas_env.spec import Ruleset

TEXTS = ("ruleset", "adviser", "card", "observation_layout", "observation_hash")  # entries that are not weights


@dataclasses.dataclass
class NetworkFile:
    """The content of a network file (.npz)."""

    ruleset: str
    adviser: str
    weights: dict[str, np.ndarray]
    card: dict[str, Any]
    observation_layout: dict[str, Any]  # `Ruleset.observation_layout` of the observations it was trained on
    observation_hash: str

    @staticmethod
    def read(path: Path) -> NetworkFile:
        if not path.exists():
            raise FileNotFoundError(f"there is no model {path}")
        with np.load(path) as file:
            if not set(TEXTS) <= set(file.files):
                raise ValueError(f"{path} does not say which observations it was trained on: train the network again")
            texts = {name: str(file[name]) for name in TEXTS}
            weights = {name: file[name] for name in file.files if name not in TEXTS}
        return NetworkFile(
            texts["ruleset"], texts["adviser"], weights, json.loads(texts["card"]),
            json.loads(texts["observation_layout"]), texts["observation_hash"],
        )  # fmt: skip

    def write(self, path: Path) -> None:
        """Write the file.  Like `numpy.savez`, it adds the ending .npz if the path lacks it."""
        entries: dict[str, Any] = {
            "ruleset": self.ruleset,
            "adviser": self.adviser,
            "card": json.dumps(self.card),
            "observation_layout": json.dumps(self.observation_layout),
            "observation_hash": self.observation_hash,
            **{name: array.astype(np.float16) for name, array in self.weights.items()},
        }
        content = io.BytesIO()
        np.savez_compressed(content, **entries)
        path = path if path.suffix == ".npz" else path.with_name(f"{path.name}.npz")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, content.getbuffer())

    def check_observations(self, path: Path, ruleset: Ruleset) -> None:
        """Refuse a network that was trained on another layout of the observations."""
        if self.observation_hash != ruleset.observation_hash:
            raise ValueError(
                f"{path} was trained on other observations of {self.ruleset} ({self.observation_hash}, now "
                f"{ruleset.observation_hash}): run `vegas migrate {path}`, or train it again"
            )
