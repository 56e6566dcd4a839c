"""Checks of hidden information: what a seat cannot know is neither observed nor drawn nor told."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from vegas_env.position import Position
from vegas_env.render.renderer import SPECTATOR, Frame
from vegas_env.testing.kernels import rounds_and_deciders
from vegas_env.testing.play import Options, positions, ruleset_check, thinned

LONGEST = 500  # positions of the game whose pictures are compared


@ruleset_check
def check_hidden_information(ruleset: str, options: Options, games: int = 2) -> None:
    """`resample_hidden` changes nothing that its seat observes, and leaves a position of the same game.

    For the deciding seat the mask stays the same too, and it still decides.
    """
    for position, rng in thinned(positions(ruleset, options, games, seed=13)):
        if position.seat is None:
            continue
        for seat in range(position.players):
            twin = position.copy()
            twin.resample_hidden(seat, rng)
            twin.ruleset.check(twin.facts(), twin.config)
            message = f"seat {seat} observes something that resample_hidden({seat}) changes"
            np.testing.assert_array_equal(twin.observe(seat), position.observe(seat), message)
            if seat == position.seat:
                np.testing.assert_array_equal(twin.mask(), position.mask(), "the mask depends on hidden information")
                assert twin.seat == position.seat, "resample_hidden for the deciding seat must leave it the decision"


@ruleset_check
def check_rendering(ruleset: str, options: Options, number: int = 6) -> None:
    """Texts and pictures show a viewer nothing that it cannot know, and every action has words.

    That includes what other seats choose at the same time.  `hide` leaves its input alone.
    """
    game = [position.copy() for position, _ in _first(positions(ruleset, options, 1, seed=1))]
    chosen = [game[place] for place in np.unique(np.linspace(0, len(game) - 1, number).astype(int))]
    rng = np.random.default_rng(0)
    for position in chosen:
        _check_hide(position)
        _check_words(position)
        _check_resampled_views(position, rng)
    _check_simultaneous_choices(game)


def _first(items: Any) -> Any:
    return (item for item, _ in zip(items, range(LONGEST), strict=False))


def views(position: Position, viewer: int | str) -> tuple[Any, ...]:
    """Everything that a viewer is shown of a position: the lines of its text, the shapes of its picture."""
    frame = Frame(position.ruleset, position.config, position.facts(), position.seat, viewer)
    return frame.text(), frame.picture().shapes


def _check_hide(position: Position) -> None:
    facts = position.facts()
    kept = copy.deepcopy(facts)
    for viewer in (None, *range(position.players)):
        position.ruleset.hide(facts, position.config, viewer)
        assert facts == kept, f"hide changes the facts it is given (viewer {viewer})"


def _check_words(position: Position) -> None:
    for action in position.legal():
        facts = position.facts()
        assert position.ruleset.describe(facts, position.config, action), f"action {action} has no description"
        assert position.ruleset.announcement(facts, position.config, action), f"action {action} has no announcement"


def _check_resampled_views(position: Position, rng: np.random.Generator) -> None:
    before = {viewer: views(position, viewer) for viewer in (SPECTATOR, *range(position.players))}
    for seat in range(position.players):
        other = position.copy()
        other.resample_hidden(seat, rng)
        _, deciding = rounds_and_deciders([position, other])
        if (deciding[0] != deciding[1]).any() or other.seat != position.seat:
            continue  # hidden choices were taken back; `_check_simultaneous_choices` looks at those
        for viewer in (seat, SPECTATOR):
            assert views(other, viewer) == before[viewer], f"viewer {viewer} is shown what seat {seat} cannot know"


def _check_simultaneous_choices(game: list[Position]) -> None:
    _, deciding = rounds_and_deciders(game)
    together = [
        position for position, seats in zip(game, deciding, strict=True) if not position.event and sum(seats) > 1
    ]
    for position in together[:: 1 + len(together) // 5]:
        facts, config, legal = position.facts(), position.config, position.legal()
        told = {position.ruleset.announcement(facts, config, action) for action in legal}
        assert len(told) == 1, f"announcements reveal a simultaneous choice: {sorted(told)}"
        after = []
        for action in (legal[0], legal[-1]):
            twin = position.copy()
            twin.apply(action)
            after.append(twin)
        for viewer in [*range(position.players), SPECTATOR]:
            if viewer != position.seat:
                assert views(after[0], viewer) == views(after[1], viewer), f"viewer {viewer} is shown a hidden choice"
