"""The packages of the wheel: the top-level folders `agents` and `experiments` are installed inside `vegas_env`.

Folders of data are listed as packages too, which is how setuptools wants them.  The links `vegas_env/agents` and
`vegas_env/experiments` serve editors and type checkers only: nothing is packed through them.
"""

from setuptools import find_namespace_packages, setup

INSIDE = ("agents", "experiments")  # folder F becomes the package vegas_env.F
NOT_OURS = ("*__pycache__*", "experiments.examples.pig*")  # Pig is a distribution of its own

own = find_namespace_packages(include=["vegas_env*"], exclude=[*NOT_OURS, *(f"vegas_env.{name}*" for name in INSIDE)])
inside = find_namespace_packages(include=[f"{name}*" for name in INSIDE], exclude=NOT_OURS)
setup(
    packages=own + [f"vegas_env.{package}" for package in inside],
    package_dir={f"vegas_env.{name}": name for name in INSIDE},
)
