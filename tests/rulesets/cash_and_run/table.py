"""Constructed positions of Cash & Run, and named moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from vegas_env import Position
from vegas_env.rulesets.cash_and_run import record as cr

ROULETTE, DIE, CARD, BLANK = range(4)  # kinds of bluff cards; the first three are also symbols


class Table:
    """A position at the start of the turn of seat 0.  Money is in units of 50,000; casinos and spaces are numbers.

    By default players have no casino, no bluff card and 40 in cash, and are on space 0.  `bank` and `pot` get the rest
    of the money, so that none is created or lost.
    """

    def __init__(
        self,
        players: int = 4,
        owners: Mapping[int, Sequence[int]] | None = None,
        cash: Mapping[int, int] | None = None,
        at: Mapping[int, int] | None = None,
        hands: Mapping[int, Sequence[int]] | None = None,
        bank: int | None = None,
        laps: Mapping[int, tuple[int, int, Sequence[int]]] | None = None,
        **options: Any,
    ) -> None:
        self.game = Position("cash_and_run", players=players, **options)
        while self.game.event != "start":
            if self.game.event:
                self.game.apply_chance(int(self.game.outcomes()[0][0]))
            else:
                self.game.apply(self.game.legal()[0])
        game = self.game.record
        game["owner"][:] = -1
        game["cash"][:players] = 40
        game["position"][:players] = 0
        for seat in range(players):
            game["bluff_stack"] += game["hand"][seat]
            game["hand"][seat] = 0
            for kind in (hands or {}).get(seat, ()):
                game["hand"][seat, kind] += 1
                game["bluff_stack"][kind] -= 1
            game["hand_count"][seat] = game["hand"][seat].sum()
            game["owner"][list((owners or {}).get(seat, ()))] = seat
            game["cash"][seat] = (cash or {}).get(seat, 40)
            game["position"][seat] = (at or {}).get(seat, 0)
            if seat in (laps or {}):
                start, steps, laid = laps[seat]  # type: ignore[index]  # the condition checks it
                game["lap_start"][seat], game["lap_steps"][seat] = start, steps
                game["laid"][seat] = sum(1 << casino for casino in laid)
        game["bluff_count"] = game["bluff_stack"].sum()
        total = self.game.config.bank + players * self.game.config.start_money
        rest = total - int(game["cash"].sum())
        game["bank"] = rest if bank is None else bank
        game["pot"] = 0 if bank is None else rest - bank
        self.game.record = game
        self.apply_chance("start", 0)

    # --- moves ----------------------------------------------------------------------------------------------

    def apply_chance(self, event: str, outcome: int) -> Table:
        assert self.game.event == event, (self.game.event, event, self.facts)
        assert outcome in self.game.outcomes()[0]
        self.game.apply_chance(outcome)
        self.check()
        return self

    def act(self, seat: int, action: int) -> Table:
        """Apply an action of the seat, which must be the one that decides."""
        assert self.game.seat == seat, (self.game.seat, seat, self.facts)
        self.game.apply(action)
        self.check()
        return self

    def dice(self, one: int, other: int) -> Table:
        return self.apply_chance("dice", 6 * (one - 1) + other - 1)

    def roll(self, one: int, other: int, seat: int = 0) -> Table:
        """Choose to roll, unless that is automatic, and apply the dice."""
        if self.game.event is None:
            self.act(seat, cr.ROLL)
        return self.dice(one, other)

    def gamble(self, game: int, stake: int, won: int, seat: int = 0) -> Table:
        """At another player's casino: pick a game, stake an amount of the ladder (or all in), and win or lose."""
        self.act(seat, cr.PICK + game)
        if self.phase == "stake":
            stakes = self.game.config.stakes
            self.act(seat, cr.STAKE + stakes.index(stake) if stake in stakes else cr.ALL_IN)
        return self.apply_chance("game", won)

    def pass_all(self, *seats: int) -> Table:
        for seat in seats:
            self.act(seat, cr.PASS)
        return self

    # --- the position ---------------------------------------------------------------------------------------

    @property
    def facts(self) -> dict[str, Any]:
        return self.game.facts()

    @property
    def phase(self) -> str:
        return self.facts["phase"]

    @property
    def stack(self) -> str:
        return " ".join(self.facts["stack"])

    @property
    def legal(self) -> list[int]:
        return self.game.legal()

    def cash(self, seat: int) -> int:
        return self.facts["players"][seat]["cash"]

    def lap(self, seat: int) -> dict[str, Any] | None:
        return self.facts["players"][seat]["lap"]

    def owned(self, seat: int | None) -> list[int]:
        return [casino for casino, owner in enumerate(self.facts["owner"]) if owner == seat]

    def check(self) -> None:
        self.game.ruleset.check(self.facts, self.game.config)

    def change(self, **fields: Any) -> Table:
        """Set fields of the record."""
        game = self.game.record
        for name, value in fields.items():
            game[name] = value
        self.game.record = game
        return self


def random_game(seed: int, **options: Any) -> Any:
    """All positions of a random game."""
    rng = np.random.default_rng(seed)
    game = Position("cash_and_run", **options)
    while not game.over:
        yield game
        if game.event:
            game.apply_chance(game.sample_chance(rng))
        else:
            game.apply(int(rng.choice(game.legal())))
    yield game
