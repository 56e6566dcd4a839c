"""The strongest heuristic for Cash & Run: the policy of styles.py, with every estimate in use."""

from __future__ import annotations

from vegas_env.agents.cash_and_run.styles import register_style

register_style(
    "expected_value",
    "Weighs purchases, bids, takeovers, stakes that break an owner, and bluff cards by their expected value; assumes "
    "that the others rarely bluff.",
    reserve=2,
    dares=0.75,
    cards=3,
    lies=1,
    suspects=0.1,
)
