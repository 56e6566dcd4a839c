"""The commands of `vegas`, one module each, and the code that only they use."""

from vegas_env import top_level

if __name__ == "experiments":  # imported from a checkout
    top_level.alias("experiments", "vegas_env.experiments")
