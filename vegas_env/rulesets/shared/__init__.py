"""Rules shared by several rulesets."""
