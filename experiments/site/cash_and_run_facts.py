"""How long games of Cash & Run are, how they end, and which phases occur: writes docs/facts/cash_and_run.md.

python -m experiments.cash_and_run_facts
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from vegas_env.experiments.site.checkout import DOCS
from vegas_env import agents
from vegas_env import RULESETS
from vegas_env.kernel import batch
from vegas_env.kernel.cache import agent_kernel, include
from vegas_env.kernel.dispatch import apply, sample_chance, choose, apply_chance, legal, opened, resample_hidden, deal
from vegas_env.kernel.luck import LUCK
from vegas_env.rulesets.cash_and_run.phases import PHASES
from vegas_env.rulesets.cash_and_run.scene import ENDS
from vegas_env.checks import make_config

PAGE = DOCS / "facts" / "cash_and_run.md"
PLAYERS = (3, 4, 5, 6)
FORMATS = ("english", "sealed_first", "sealed_second")
POLICIES = ("random", "greedy", "expected_value")
CHARACTERS = ("greedy", "tight", "breaker", "value_bidder", "bluffer", "racer", "expected_value")

include(Path(__file__), agent=True)


@agent_kernel
def play_and_count(policy, records, rulebook, luck, counts, transitions, mask):
    """Whole games in which the policy has all seats.

    counts[i, p]: how often game i rested in phase p; transitions[p, q]: how often games went from p to q.
    """
    rules = opened(rulebook)
    scratch = np.empty_like(records[:1])
    for i in range(len(records)):
        game = records[i]
        deal(game, rules)
        while not game.over:
            before = game.phase
            counts[i, before] += 1
            if game.chance:
                apply_chance(game, rules, sample_chance(game, rules, luck[i]))
            else:
                legal(game, rules, mask[0].row)
                scratch[0] = records[i]
                resample_hidden(scratch[0], rules, np.int64(game.seat), luck[i])
                apply(game, rules, choose(policy[0], scratch[0], rules, mask[0].row, luck[i]))
            transitions[before, game.phase] += 1


class Sample:
    """Some games of one policy with one config."""

    def __init__(self, policy: str, games: int, seed: int = 0, **options: Any) -> None:
        ruleset = RULESETS["cash_and_run"]
        config = make_config(ruleset.config, options)
        self.records = np.zeros(games, ruleset.record)
        counts = np.zeros((games, len(PHASES)), np.int64)
        self.transitions = np.zeros((len(PHASES), len(PHASES)), np.int64)
        luck = np.zeros(games, LUCK)
        keys = np.zeros(games, np.uint64)
        batch.game_keys(np.full(games, seed, np.uint64), np.arange(games, dtype=np.uint64), keys)
        luck["luck"] = keys
        mask = ruleset.mask_rows(np.zeros((1, ruleset.actions), np.bool_))
        agent: Any = agents.make("cash_and_run", policy)
        play_and_count(agent.policy, self.records, ruleset.rules(config), luck, counts, self.transitions, mask)
        self.decisions = counts[:, [not phase.event for phase in PHASES]].sum(axis=1)
        self.phases = counts.mean(axis=0)

    def ends(self) -> dict[str, float]:
        return {str(name): float((self.records["ended"] == number).mean()) for number, name in ENDS.items() if number}

    def bankrupt(self) -> float:
        """Players who went bankrupt, a game."""
        return float((self.records["bankrupt"] > 0).sum(axis=1).mean())


def spread(values: np.ndarray) -> str:
    """Mean; and what 5 % are below, half, and 95 %."""
    low, middle, high = np.percentile(values, [5, 50, 95])
    return f"{values.mean():.0f} ({low:.0f} · {middle:.0f} · {high:.0f})"


def lengths(games: int) -> Iterator[str]:
    yield "| players | auction | play | decisions | turns | lap | last survivor | turn limit | bankrupt a game |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for policy in POLICIES:
        for players in PLAYERS:
            for form in FORMATS if players == 4 else FORMATS[:1]:
                sample = Sample(policy, games, players=players, auction=form)
                ends = " | ".join(f"{share:.1%}" for share in sample.ends().values())
                yield (
                    f"| {players} | {form} | {policy} | {spread(sample.decisions)} | {spread(sample.records['turn'])} "
                    f"| {ends} | {sample.bankrupt():.2f} |"
                )


def characters(games: int) -> Iterator[str]:
    """Four of a kind at a table: how their games end."""
    yield "| play | decisions | turns | lap | last survivor | turn limit | bankrupt a game |"
    yield "|---|---|---|---|---|---|---|"
    for policy in CHARACTERS:
        sample = Sample(policy, games, players=4)
        ends = " | ".join(f"{share:.1%}" for share in sample.ends().values())
        yield (
            f"| {policy} | {spread(sample.decisions)} | {spread(sample.records['turn'])} | {ends} "
            f"| {sample.bankrupt():.2f} |"
        )


def occurrences(games: int) -> Iterator[str]:
    """How often a game of four rests in each phase; sealed bids from sealed auctions."""
    columns = [Sample(policy, games, players=4) for policy in POLICIES]
    sealed = [Sample(policy, games, players=4, auction="sealed_first") for policy in POLICIES]
    yield "| phase | who | " + " | ".join(POLICIES) + " |"
    yield "|---|---|" + "---|" * len(POLICIES)
    for phase in PHASES[:-1]:
        chosen = sealed if phase.name == "sealed_bid" else columns
        yield f"| {phase.name} | {phase.who} | " + " | ".join(f"{c.phases[phase.number]:.2f}" for c in chosen) + " |"


def page(games: int) -> str:
    """The whole page."""
    return "\n".join(
        [
            "# Facts about Cash & Run",
            "",
            f"Written by `python -m experiments.cash_and_run_facts`: {games:,} games for each line, default options,",
            "the same policy in all seats. *random* takes any legal action; the others are the heuristics in",
            "`agents/cash_and_run/`, which docs/agents.md describes.",
            "",
            "## Length and end",
            "Mean, in brackets what 5 % · 50 % · 95 % of the games stay below. Decisions with a single legal action",
            "are not asked for and not counted.",
            "",
            *lengths(games),
            "",
            "## Characters",
            "Four of the same character at a table, open auctions.",
            "",
            *characters(games),
            "",
            "## Phases",
            "How often a game of four comes to rest in each phase; `sealed_bid` in games with sealed auctions. What",
            "passes without a choice is not counted.",
            "",
            *occurrences(games),
            "",
        ]
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="games for each line of the tables")
    parser.add_argument("--page", type=Path, default=PAGE, help="where to write")
    options = parser.parse_args()
    options.page.parent.mkdir(parents=True, exist_ok=True)
    options.page.write_text(page(options.games), encoding="utf-8")
    print(f"wrote {options.page}")


if __name__ == "__main__":
    main()
