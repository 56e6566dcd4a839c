"""One position, with chance in the caller's hand."""

from __future__ import annotations

from vegas_env.kernel.batch import write_observation
from vegas_env.kernel.cache import kernel
from vegas_env.kernel.dispatch import (
    apply,
    apply_chance,
    deal,
    legal,
    must_decide,
    opened,
    outcomes,
    resample_hidden,
    sample_chance,
)


@kernel
def deal_one(records, rulebook):
    deal(records[0], opened(rulebook))


@kernel
def apply_one(records, rulebook, action):
    apply(records[0], opened(rulebook), action)


@kernel
def sample_chance_one(records, rulebook, luck):
    return sample_chance(records[0], opened(rulebook), luck[0])


@kernel
def apply_chance_one(records, rulebook, outcome):
    apply_chance(records[0], opened(rulebook), outcome)


@kernel
def outcomes_one(records, rulebook):
    return outcomes(records[0], opened(rulebook))


@kernel
def legal_one(records, rulebook, mask):
    legal(records[0], opened(rulebook), mask[0].row)


@kernel
def must_decide_one(records, rulebook, deciding):
    rules = opened(rulebook)
    for seat in range(rules.players):
        deciding[seat] = must_decide(records[0], rules, seat)


@kernel
def observe_one(records, rulebook, workspace, seat, observation):
    write_observation(records[0], opened(rulebook), seat, workspace[0], observation[0].row)


@kernel
def resample_hidden_one(records, rulebook, seat, luck):
    resample_hidden(records[0], opened(rulebook), seat, luck[0])
