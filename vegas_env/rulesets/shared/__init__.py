"""Rules that several rulesets share."""
