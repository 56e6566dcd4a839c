"""The registry of rulesets.  Built-in rulesets and extensions are imported on first use."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from vegas_env.checks import suggest
from vegas_env.kernel import cache, dispatch
from vegas_env.spec import Ruleset

BUILT_IN = ("las_vegas", "las_vegas_cards", "cash_and_run", "gambler", "auction")
ENTRY_POINTS = "vegas_env.rulesets"


class Rulesets(Mapping[str, Ruleset]):
    """All rulesets by name: built-in ones, those of installed extensions, and those passed to `register`."""

    def __init__(self) -> None:
        self._loaded: dict[str, Ruleset] = {}

    @cached_property
    def _extensions(self) -> dict[str, EntryPoint]:
        """Entry points of installed extensions, by the name of the ruleset."""
        return {point.name: point for point in entry_points(group=ENTRY_POINTS)}

    def __getitem__(self, name: str) -> Ruleset:
        if name not in self._loaded:
            if name in BUILT_IN:
                self.register(import_module(f"vegas_env.rulesets.{name}").RULESET)
            elif name in self._extensions:
                self.register(self._extensions[name].load())
            else:
                raise KeyError(f"unknown ruleset {name!r}: {suggest(name, self)}")
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*BUILT_IN, *self._extensions, *self._loaded)))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __contains__(self, name: object) -> bool:
        return name in list(iter(self))

    def register(self, ruleset: Ruleset) -> None:
        """Add a ruleset.  Its record type must differ from those of all other rulesets, which its tag field ensures."""
        if ruleset.name in self._loaded:
            raise ValueError(f"a ruleset {ruleset.name!r} is registered already")
        missing = set(dispatch.RULE_FUNCTIONS) - set(ruleset.functions)
        if missing:
            raise ValueError(f"the ruleset {ruleset.name!r} needs the functions {', '.join(sorted(missing))}")
        dispatch.register(ruleset.record, dict(ruleset.functions))
        for function in ruleset.functions.values():
            cache.include(Path(sys.modules[function.__module__].__file__ or ""))
        self._loaded[ruleset.name] = ruleset


RULESETS = Rulesets()
