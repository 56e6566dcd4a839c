"""What generic code needs to know about the config of a ruleset."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar, Protocol, TypeVar


class Config(Protocol):
    """The options of a ruleset: a frozen dataclass with at least `players` and `reward`.

    Every field has a default and a docstring below it, and `__post_init__` checks all values (see `vegas_env.checks`).
    """

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]

    @property
    def players(self) -> int:
        """Number of players."""

    @property
    def reward(self) -> str:
        """Reward option, one of `vegas_env.kernel.rewards.REWARDS`."""


ConfigT = TypeVar("ConfigT", bound=Config)
