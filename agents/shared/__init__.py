"""Compiled helpers for agents of more than one ruleset."""
