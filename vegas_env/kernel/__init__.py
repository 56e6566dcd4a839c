"""Compiled machinery that knows no ruleset: random streams, multisets, dispatch on record types, batch loops."""
