"""Command lines: the arguments of a command (a dataclass) and, as flags of the same names, the options of a ruleset."""

from __future__ import annotations

import argparse
import ast
import dataclasses
import sys
from typing import TYPE_CHECKING, Any, TypeVar

import tyro

from vegas_env import RULESETS
from vegas_env.experiments.__main__ import COMMANDS

if TYPE_CHECKING:
    from vegas_env.arena.ray import RayExecutor

T = TypeVar("T")


def parse_args(
    args_class: type[T], words: list[str], program: str, default: T | None = None
) -> tuple[T, dict[str, Any]]:
    """Parse the command line of a command that takes a ruleset.

    Parameters
    ----------
    args_class: dataclass of the command's arguments, with a field `ruleset`
    words: the words of the command line
    program: name of the command, for messages
    default: default values of the arguments, if not those of the dataclass

    Returns
    -------
    args: an instance of `args_class`
    options: the options of the ruleset that were given
    """
    summary = COMMANDS.get(program.rpartition(" ")[2], "")
    description = "Options of the ruleset are flags too: --players 5, --no-chips, …; see docs/rules."
    if summary:
        description = f"{summary[0].upper()}{summary[1:]}.  {description}"
    given: dict[str, Any] = {} if default is None else {"default": default}
    args, rest = tyro.cli(
        args_class, args=words, return_unknown_args=True, prog=program, description=description, **given
    )
    ruleset: str = args.ruleset  # every such dataclass has it
    try:
        return args, ruleset_options(ruleset, rest, program)
    except KeyError as error:  # unknown ruleset
        sys.exit(f"{program}: {error.args[0]}")


def ruleset_options(ruleset: str, words: list[str], program: str) -> dict[str, Any]:
    """Parse options of a ruleset: `["--players", "5", "--no-chips"]` → `{"players": 5, "chips": False}`."""
    parser = argparse.ArgumentParser(f"{program} {ruleset}", argument_default=argparse.SUPPRESS, allow_abbrev=False)
    for field in dataclasses.fields(RULESETS[ruleset].config):
        names = {f"--{field.name}", f"--{field.name.replace('_', '-')}"}
        if isinstance(field.default, bool):
            parser.add_argument(*sorted(names), dest=field.name, action=argparse.BooleanOptionalAction)
        else:
            parser.add_argument(*sorted(names), dest=field.name, type=_literal)
    return vars(parser.parse_args(words))


def ray_executor(ray: bool, address: str) -> RayExecutor | None:
    """The executor that the flags --ray and --ray-address ask for; None without either."""
    from vegas_env.arena.ray import RayExecutor

    return RayExecutor(address or None) if ray or address else None


def _literal(text: str) -> Any:
    """A Python literal if the text is one, else the text itself."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
