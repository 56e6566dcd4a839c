# On a fresh machine with Python 3.11 or newer, git and make:
#   make demo      set everything up, then train and evaluate a network
#   make test      set everything up, then run the tests
#   make help      list all targets
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TESTS := $(BIN)/python -m pytest -n 2 --dist worksteal
SITE := $(BIN)/python -m experiments.site
# Arguments of a tool: make leaderboard ARGS="las_vegas --players 5"
ARGS ?=

.DEFAULT_GOAL := demo
.PHONY: help demo test test-all setup lint types check benchmark playthroughs docs clean \
	reference pictures facts leaderboard readme-tables publish

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: setup ## Train a network for a few minutes and evaluate it
	$(BIN)/python -m experiments.demo

test: setup ## Run the tests, without the slow ones
	$(TESTS) -m "not slow"

test-all: setup lint types ## Run all tests, lint and type checks
	$(TESTS)

setup: $(STAMP) ## Create .venv and install everything

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.11 …" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[dev]"
	touch $(STAMP)

lint: setup ## Check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup ## Check types
	$(BIN)/mypy

check: lint types test ## Lint, types and tests

benchmark: setup ## Measure decisions per second; results go to results/benchmark
	$(BIN)/python -m experiments.benchmark $(ARGS)

playthroughs: setup ## Regenerate the golden playthroughs, after an intended change of the rules
	$(BIN)/python -m tests.support.playthroughs

docs: setup ## Build the documentation as a static site, in site/
	$(BIN)/mkdocs build --quiet

clean: ## Remove .venv, caches and built files
	rm -rf $(VENV) build dist site *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

# --- maintainers' tools: they write into docs/ and README.md ----------------------------------------------------------

reference: setup ## Generate docs/reference from the code
	$(SITE).reference $(ARGS)

pictures: setup ## Draw docs/pictures/RULESET.svg; ARGS="RULESET …" for some of them
	$(SITE).pictures $(ARGS)

facts: setup ## Measure games and write docs/facts
	$(SITE).cash_and_run_facts
	$(SITE).gambler_facts

leaderboard: setup ## Play all tournaments and write docs/leaderboard.md; hours, resumable
	$(SITE).leaderboard $(ARGS)

readme-tables: setup ## Write the tables in README.md, and docs/performance.md, from results/
	$(SITE).report

publish: setup ## Write docs/models.md; ARGS="runs/NAME" first publishes a trained network as the agent "ppo"
	$(SITE).publish $(ARGS)
