"""Agents for stand-alone auctions; each module registers its own.

bids.py             bids up to an amount, in every auction format
simple.py           bids by the bidder's own value alone
equilibrium.py      equilibrium bids for one lot, with and without a budget
best_response.py    the best response to equilibrium bids
"""

from vegas_env.agents.auction import best_response, equilibrium, simple

__all__ = ["best_response", "equilibrium", "simple"]
