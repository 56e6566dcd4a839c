# On a fresh machine with Python 3.11+, git and make:
#   make demo      sets everything up and runs the main job
#   make test      sets everything up and runs the tests
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TESTS := $(BIN)/python -m pytest -n 2 --dist worksteal

.PHONY: demo test test-all setup lint types check benchmark playthroughs docs clean

demo: setup
	$(BIN)/python -m experiments.demo

test: setup
	$(TESTS) -m "not slow"

test-all: setup lint types
	$(TESTS)

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.11 …" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[dev]"
	touch $(STAMP)

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

check: lint types test

benchmark: setup
	$(BIN)/python -m experiments.benchmark

# Rewrites the golden playthroughs after a change of the rules that is meant.
playthroughs: setup
	$(BIN)/python -m tests.playthroughs

# The documentation as a static site, in site/.
docs: setup
	$(BIN)/mkdocs build --quiet

clean:
	rm -rf $(VENV) build dist site *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
