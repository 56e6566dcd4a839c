"""Every ruleset as an OpenSpiel game.  Needs the extra `open_spiel`.

>>> from vegas_env.adapters.open_spiel import load_game
>>> game = load_game("las_vegas", players=2, dice=2, casinos=2, rounds=1)
>>> state = game.new_initial_state()

Chance is explicit: a chance action is an index into `Position.outcomes()`.  A player's information state is the
sequence of its own observations and actions, so players have perfect recall.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from vegas_env.checks import make_config, plain_options
from vegas_env.position import Position
from vegas_env.rulesets import RULESETS
from vegas_env.spec import Ruleset

MAX_GAME_LENGTH = 100_000  # decisions; no game of any ruleset is longer
MAX_CHANCE_OUTCOMES = 1 << 16


def short_name(ruleset: str) -> str:
    """The name of a ruleset in OpenSpiel's registry."""
    return f"vegas_{ruleset}"


def load_game(ruleset: str, **options: Any) -> VegasGame:
    """A ruleset as an OpenSpiel game, with any options of the ruleset."""
    return VegasGame.of(RULESETS[ruleset], make_config(RULESETS[ruleset].config, options))


def register_games() -> None:
    """Register all rulesets with OpenSpiel, for `pyspiel.load_game("vegas_las_vegas(players=2)")`.

    Game parameters are the options with plain values (numbers, words, booleans).  Calling this again does no harm.
    """
    known = set(pyspiel.registered_names())
    for name in RULESETS:
        if short_name(name) not in known:
            kind = _game_class(RULESETS[name])
            pyspiel.register_game(_game_type(RULESETS[name]), kind)


def _game_type(ruleset: Ruleset) -> pyspiel.GameType:
    low, high = ruleset.player_range
    return pyspiel.GameType(
        short_name=short_name(ruleset.name),
        long_name=ruleset.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=plain_options(ruleset.config),
    )


def _game_class(ruleset: Ruleset) -> type:
    """A subclass that OpenSpiel can construct from game parameters alone."""

    class Registered(VegasGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = dict(params or {})
            super().__init__(ruleset, make_config(ruleset.config, given), given)

    return Registered


class VegasGame(pyspiel.Game):
    """A ruleset with a config."""

    def __init__(self, ruleset: Ruleset, config: Any, params: dict[str, Any]) -> None:
        self.ruleset, self.config = ruleset, config
        info = pyspiel.GameInfo(
            num_distinct_actions=ruleset.actions,
            max_chance_outcomes=MAX_CHANCE_OUTCOMES,
            num_players=config.players,
            min_utility=-1e6,
            max_utility=1e6,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(_game_type(ruleset), info, params)

    @classmethod
    def of(cls, ruleset: Ruleset, config: Any) -> VegasGame:
        """A game with any config; options without plain values do not appear in its parameters."""
        plain = plain_options(ruleset.config)
        params = {name: getattr(config, name) for name in plain if isinstance(getattr(config, name), (bool, int, str))}
        return cls(ruleset, config, params)

    def new_initial_state(self) -> VegasState:
        return VegasState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> VegasObserver:
        return VegasObserver(self, iig_obs_type)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the whole config: OpenSpiel's own serialisation only has the game parameters."""
        return _rebuild_game, (self.ruleset.name, self.config, self.get_parameters())


def _rebuild_game(ruleset: str, config: Any, params: dict[str, Any]) -> VegasGame:
    return VegasGame(RULESETS[ruleset], config, params)


class VegasState(pyspiel.State):
    """A position, and the observations and actions of each player so far."""

    def __init__(self, game: VegasGame) -> None:
        super().__init__(game)
        self.position = Position(game.ruleset.name, config=game.config)
        self.histories: list[list[str]] = [[] for _ in range(game.config.players)]
        self._outcomes: tuple[np.ndarray, np.ndarray] | None = None

    def current_player(self) -> int:
        if self.position.over:
            return pyspiel.PlayerId.TERMINAL
        seat = self.position.seat
        return pyspiel.PlayerId.CHANCE if seat is None else seat

    def is_terminal(self) -> bool:
        return self.position.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal() if player == self.position.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        _, probabilities = self._chance()
        return list(enumerate(float(p) for p in probabilities))

    def _chance(self) -> tuple[np.ndarray, np.ndarray]:
        """Outcomes of the pending chance event and their probabilities, computed once."""
        if self._outcomes is None:
            self._outcomes = self.position.outcomes()
        return self._outcomes

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            outcomes, _ = self._chance()
            self._outcomes = None
            self.position.apply_chance(int(outcomes[action]))
            return
        seat = self.position.seat
        assert seat is not None
        self.histories[seat].append(f"{self.observation_text(seat)}:{action}")
        self.position.apply(action)

    def observation_text(self, player: int) -> str:
        """A player's current observation, as text."""
        return ",".join(f"{number:g}" for number in self.position.observe(player))

    def information_text(self, player: int) -> str:
        """A player's information state, as text: its observations and actions so far, and its current observation."""
        return "|".join([str(player), *self.histories[player], self.observation_text(player)])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            outcomes, _ = self._chance()
            return f"{self.position.event}: {self.position.outcome_name(int(outcomes[action]))}"
        return self.position.ruleset.action_names[action]

    def returns(self) -> list[float]:
        return [float(paid) for paid in self.position.payoff] if self.position.over else [0.0] * len(self.histories)

    def __str__(self) -> str:
        return str(self.position.render("text", "all"))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game and the history, which is replayed."""
        return _rebuild_state, (self.get_game(), self.history())


def _rebuild_state(game: VegasGame, history: list[int]) -> VegasState:
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


class VegasObserver:
    """A player's observation, as a tensor and a string, or its information state, as a string (perfect recall)."""

    def __init__(self, game: VegasGame, kind: Any) -> None:
        self.perfect_recall = bool(kind is not None and kind.perfect_recall)
        self.tensor = np.zeros(game.ruleset.observation_size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: VegasState, player: int) -> None:
        self.tensor[:] = state.position.observe(player)

    def string_from(self, state: VegasState, player: int) -> str:
        return state.information_text(player) if self.perfect_recall else state.observation_text(player)
