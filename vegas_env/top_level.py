"""`import agents` and `python -m experiments.NAME` from a checkout.

Installed, both folders are subpackages of vegas_env.  In a checkout they stand beside it as well, where Python finds
them under their top-level names.  Loading a file under two names would give two registries, and classes that are not
equal to themselves.  So the top-level names are aliases: `agents.X` is the module `vegas_env.agents.X`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, spec_from_loader
from types import CodeType, ModuleType
from typing import Any


def alias(name: str, package: str) -> None:
    """Make `name` and its submodules other names of `package` and its submodules."""
    sys.meta_path.insert(0, _Alias(name, package))
    sys.modules[name] = import_module(package)


class _Alias(MetaPathFinder, Loader):
    """Finds and loads the submodules of an alias.  A submodule is imported when it is first asked for."""

    def __init__(self, name: str, package: str) -> None:
        self.name, self.package = name, package

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        found = find_spec(self._real(fullname)) if fullname.startswith(f"{self.name}.") else None
        if found is None:
            return None
        is_package = found.submodule_search_locations is not None
        return spec_from_loader(fullname, self, origin=found.origin, is_package=is_package)

    def exec_module(self, module: ModuleType) -> None:
        """Put the real module in the place of the empty one that Python has made."""
        sys.modules[module.__name__] = import_module(self._real(module.__name__))

    def get_code(self, fullname: str) -> CodeType | None:
        """The code that `python -m` runs."""
        loader: Any = getattr(find_spec(self._real(fullname)), "loader", None)
        code: CodeType | None = loader.get_code(self._real(fullname))
        return code

    def _real(self, fullname: str) -> str:
        return self.package + fullname.removeprefix(self.name)
