"""`import agents` and `python -m experiments.NAME` from a checkout.

Installed, both folders are subpackages of vegas_env.  In a checkout they also stand beside it, where `import agents`
finds them.  The same file must not be loaded under two names: there would be two registries, and classes that are not
equal to themselves.  So the top-level names are aliases of the subpackages.
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
    """Make `name` and all its submodules other names of `package` and its submodules."""
    sys.meta_path.insert(0, _AliasFinder(name, package))
    sys.modules[name] = import_module(package)


class _AliasFinder(MetaPathFinder):
    """Finds the submodules of an alias."""

    def __init__(self, name: str, package: str) -> None:
        self.prefix, self.package_prefix = f"{name}.", f"{package}."

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(self.prefix):
            return None
        found = find_spec(self.package_prefix + fullname.removeprefix(self.prefix))
        if found is None:
            return None
        is_package = found.submodule_search_locations is not None
        return spec_from_loader(fullname, _AliasLoader(found), origin=found.origin, is_package=is_package)


class _AliasLoader(Loader):
    """Loads the module that an alias stands for."""

    def __init__(self, spec: ModuleSpec) -> None:
        self.spec = spec

    def exec_module(self, module: ModuleType) -> None:
        sys.modules[module.__name__] = import_module(self.spec.name)

    def get_code(self, fullname: str) -> CodeType | None:
        """What `python -m` runs."""
        loader: Any = self.spec.loader
        code: CodeType | None = loader.get_code(self.spec.name)
        return code
