"""Command lines: options of an experiment (a dataclass) and, as flags of the same names, those of a ruleset."""

from __future__ import annotations

import argparse
import ast
import dataclasses
import sys
from typing import Any, TypeVar

import tyro

from vegas_env import RULESETS

T = TypeVar("T")


def with_ruleset_options(
    kind: type[T], words: list[str], program: str, default: T | None = None
) -> tuple[T, dict[str, Any]]:
    """Arguments of an experiment with a field `ruleset`, and the ruleset's options given beside them."""
    description = "Options of the ruleset are flags too: --players 5, --no-chips, …; see docs/rules."
    given: dict[str, Any] = {} if default is None else {"default": default}
    args, rest = tyro.cli(kind, args=words, return_unknown_args=True, prog=program, description=description, **given)
    ruleset: str = args.ruleset  # every such dataclass has it
    try:
        return args, ruleset_options(ruleset, rest, program)
    except KeyError as error:  # there is no such ruleset
        sys.exit(f"{program}: {error.args[0]}")


def ruleset_options(ruleset: str, words: list[str], program: str) -> dict[str, Any]:
    """Options of a ruleset from words of a command line."""
    parser = argparse.ArgumentParser(f"{program} {ruleset}", argument_default=argparse.SUPPRESS, allow_abbrev=False)
    for field in dataclasses.fields(RULESETS[ruleset].config):
        names = {f"--{field.name}", f"--{field.name.replace('_', '-')}"}
        if isinstance(field.default, bool):
            parser.add_argument(*sorted(names), dest=field.name, action=argparse.BooleanOptionalAction)
        else:
            parser.add_argument(*sorted(names), dest=field.name, type=_value)
    return vars(parser.parse_args(words))


def _value(text: str) -> Any:
    """A Python literal, or else the text itself."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
