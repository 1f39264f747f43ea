# Two commands set everything up on a machine with Python 3.11+ and make: `make demo` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
DEMO ?=
PAPER ?=

.PHONY: help demo test check unit docs bench paper lock picture clean

help:  ## say what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: .venv/run.stamp  ## run a survey of 20,000 simulated people and watch the search narrow
	@$(BIN)/lowwater demo $(DEMO)

test: check unit docs  ## everything that matters: lint, types, import rules, tests with coverage, docs

check: .venv/dev.stamp  ## lint, format, types and import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: .venv/dev.stamp  ## the tests, with every branch of core and client covered
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest
	$(BIN)/coverage report --fail-under=95
	$(BIN)/coverage report --include='src/lowwater/core/*,src/lowwater/client/*' --fail-under=100

docs: .venv/dev.stamp  ## the documentation, warnings are errors
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html

bench: .venv/dev.stamp  ## speed and memory, as ratios measured in one run
	$(BIN)/python -m benchmarks

paper: .venv/run.stamp  ## every experiment of the paper, in full, into docs/results/paper (about ten minutes)
	$(BIN)/lowwater paper --out docs/results/paper $(PAPER)

picture: .venv/run.stamp  ## draw the README's picture anew
	$(BIN)/lowwater demo --seed 2019 --svg docs/_static/narrowing.svg

lock:  ## pin every requirement by hash (needs uv)
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --group build --extra paper pyproject.toml -o requirements/run.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --group dev --extra paper pyproject.toml -o requirements/dev.txt

clean:  ## forget the environment and everything built
	rm -rf .venv docs/_build .mypy_cache .ruff_cache .pytest_cache .coverage .hypothesis .import_linter_cache

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Lowwater needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv

.venv/run.stamp: requirements/run.txt pyproject.toml | .venv/bin/python
	$(INSTALL) --require-hashes -r requirements/run.txt
	$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

.venv/dev.stamp: requirements/dev.txt .venv/run.stamp
	$(INSTALL) --require-hashes -r requirements/dev.txt
	@touch $@
