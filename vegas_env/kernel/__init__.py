"""Compiled machinery that knows no ruleset: random streams, bags, dispatch on record types, batch loops, the cache."""
