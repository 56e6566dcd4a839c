"""What agents of several rulesets share."""
