"""Interfaces of other libraries, each written once for all rulesets."""
