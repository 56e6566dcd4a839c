"""Pig as PettingZoo environments: env(), raw_env(), parallel_env()."""

from vegas_env.adapters.registration import environments

env, raw_env, parallel_env = environments("pig")
