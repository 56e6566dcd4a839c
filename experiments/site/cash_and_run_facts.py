"""Statistics of Cash & Run (length, ends, phases), written to docs/facts/cash_and_run.md: `make facts`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from vegas_env import RULESETS, Games, agents
from vegas_env.checks import make_config
from vegas_env.experiments.site.checkout import DOCS
from vegas_env.kernel.cache import agent_kernel, include
from vegas_env.kernel.dispatch import apply, apply_chance, choose, deal, legal, opened, resample_hidden, sample_chance
from vegas_env.kernel.luck import LUCK
from vegas_env.rulesets.cash_and_run.phases import PHASES
from vegas_env.rulesets.cash_and_run.scene import ENDS

PAGE = DOCS / "facts" / "cash_and_run.md"
PLAYERS = (3, 4, 5, 6)
FORMATS = ("english", "sealed_first", "sealed_second")
POLICIES = ("random", "greedy", "expected_value")
CHARACTERS = ("greedy", "tight", "breaker", "value_bidder", "bluffer", "racer", "expected_value")

include(Path(__file__), agent=True)


@agent_kernel
def play_and_count(
    policy: Any, records: Any, rulebook: Any, luck: Any, counts: Any, transitions: Any, mask: Any
) -> None:
    """Play whole games with one policy in all seats and count phases.

    counts[i, p]: visits of game i to phase p; transitions[p, q]: steps of all games from phase p to phase q.
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
    """Statistics of games of one policy with one config."""

    def __init__(self, policy: str, games: int, seed: int = 0, **options: Any) -> None:
        ruleset = RULESETS["cash_and_run"]
        config = make_config(ruleset.config, options)
        self.records = np.zeros(games, ruleset.record)
        counts = np.zeros((games, len(PHASES)), np.int64)
        self.transitions = np.zeros((len(PHASES), len(PHASES)), np.int64)
        luck = np.zeros(games, LUCK)
        luck["luck"] = Games("cash_and_run", games, seed, observe=False, config=config).engine.state.keys
        mask = ruleset.mask_rows(np.zeros((1, ruleset.actions), np.bool_))
        agent: Any = agents.make("cash_and_run", policy)
        play_and_count(agent.policy, self.records, ruleset.rules(config), luck, counts, self.transitions, mask)
        self.decisions = counts[:, [not phase.event for phase in PHASES]].sum(axis=1)
        self.phases = counts.mean(axis=0)

    def ends(self) -> dict[str, float]:
        """Share of games that ended in each way."""
        return {str(name): float((self.records["ended"] == number).mean()) for number, name in ENDS.items() if number}

    def bankrupt(self) -> float:
        """Mean number of bankruptcies per game."""
        return float((self.records["bankrupt"] > 0).sum(axis=1).mean())


def spread(values: np.ndarray) -> str:
    """Format a sample: mean (5 % · 50 % · 95 % quantiles)."""
    low, middle, high = np.percentile(values, [5, 50, 95])
    return f"{values.mean():.0f} ({low:.0f} · {middle:.0f} · {high:.0f})"


def lengths(games: int) -> Iterator[str]:
    """Table of lengths and ends by policy, number of players and auction format."""
    yield "| players | auction | policy | decisions | turns | lap | last survivor | turn limit | bankrupt per game |"
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
    """Table of lengths and ends for each policy, in games of four players with that policy."""
    yield "| policy | decisions | turns | lap | last survivor | turn limit | bankrupt per game |"
    yield "|---|---|---|---|---|---|---|"
    for policy in CHARACTERS:
        sample = Sample(policy, games, players=4)
        ends = " | ".join(f"{share:.1%}" for share in sample.ends().values())
        yield (
            f"| {policy} | {spread(sample.decisions)} | {spread(sample.records['turn'])} | {ends} "
            f"| {sample.bankrupt():.2f} |"
        )


def occurrences(games: int) -> Iterator[str]:
    """Table of phases: mean visits per game of four players; sealed bids from games with sealed auctions."""
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
            f"Written by `make facts` (`python -m experiments.site.cash_and_run_facts`): {games:,} games for each",
            "line, default options, the same policy in all seats. *random* chooses uniformly among legal actions; the",
            "others are heuristics in `agents/cash_and_run/`, described in docs/agents.md.",
            "",
            "## Length and end",
            "Means, with the 5 %, 50 % and 95 % quantiles in parentheses. Decisions with a single legal action",
            "are made automatically and not counted.",
            "",
            *lengths(games),
            "",
            "## Characters",
            "Games of four players with the same policy, open auctions.",
            "",
            *characters(games),
            "",
            "## Phases",
            "Mean number of times that a game of four players enters each phase; `sealed_bid` in games with sealed",
            "auctions. Phases without a choice are not counted.",
            "",
            *occurrences(games),
            "",
        ]
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="Write docs/facts/cash_and_run.md.")
    parser.add_argument(
        "--games", type=int, default=20_000, help="games for each line of the tables (default %(default)s)"
    )
    parser.add_argument("--page", type=Path, default=PAGE, help="file to write (default %(default)s)")
    options = parser.parse_args()
    options.page.parent.mkdir(parents=True, exist_ok=True)
    options.page.write_text(page(options.games), encoding="utf-8")
    print(f"written: {options.page}")


if __name__ == "__main__":
    main()
