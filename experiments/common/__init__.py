"""Shared by several commands."""
