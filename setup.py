"""The packages of the wheel: the top-level folders agents and experiments are installed inside vegas_env."""

from setuptools import find_packages, setup

INSIDE = ("agents", "experiments")
own = find_packages(include=["vegas_env*"], exclude=[f"vegas_env.{folder}*" for folder in INSIDE])
inside = [f"vegas_env.{package}" for package in find_packages(include=[f"{folder}*" for folder in INSIDE])]
setup(packages=own + inside, package_dir={f"vegas_env.{folder}": folder for folder in INSIDE})
