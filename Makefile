# Two commands set everything up on a machine with Python 3.11+ and make: `make demo` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps  # locks are complete
JOBS ?= 2
unexport PYTHONDONTWRITEBYTECODE  # the many processes of the tests would compile everything anew
FOLDER ?= demo
KEEP ?=
DEMO ?=
PAPER ?=
CONTEST ?=
TIME ?= 60
SEED ?=
ONLY ?=
SLICE ?=

.PHONY: help demo test check unit docs pages bench campaign paper contest oracles spark lock picture clean

help:  ## say what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: .venv/client.stamp  ## a live survey: a real server, 20,000 simulated devices; KEEP=1 leaves the server up
	@$(BIN)/lowwater demo --live $(FOLDER) $(if $(filter-out 0,$(KEEP)),--keep) $(DEMO)

test: .venv/dev.stamp .venv/client.stamp  ## everything that matters: lint, types, import rules, tests with coverage, docs
	@$(MAKE) --no-print-directory --jobs=2 --output-sync check docs
	@$(MAKE) --no-print-directory unit

check: .venv/dev.stamp  ## lint, format, types and import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: .venv/dev.stamp .venv/client.stamp .venv/browser.stamp  ## the tests, with every branch of core and client covered
	$(BIN)/coverage erase
	$(BIN)/python -m pytest --numprocesses $(JOBS) --dist worksteal --cov --cov-report=
	$(BIN)/coverage report --fail-under=95
	$(BIN)/coverage report --include='src/lowwater/core/*,src/lowwater/client/*' --fail-under=100

docs: .venv/dev.stamp  ## the documentation, warnings are errors
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html

pages: .venv/dev.stamp  ## write the help texts of all verbs into docs/reference/cli.md anew
	$(BIN)/python docs/reference/help_texts.py

bench: .venv/dev.stamp  ## speed and memory, as ratios measured in one run
	$(BIN)/python -m benchmarks

campaign: .venv/dev.stamp  ## attack it, for a minute: kills, freezes, fuzz, drips, lies; TIME=3600 longer, SEED=1 ONLY=kill again
	@$(BIN)/python -m campaigns --seconds $(TIME) $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY)) $(if $(SLICE),--slice $(SLICE))

paper: .venv/run.stamp  ## every experiment of the paper, in full, into docs/results/paper (about ten minutes)
	$(BIN)/lowwater paper --out docs/results/paper $(PAPER)

oracles: .venv-oracles/stamp  ## hold the rivals against public packages, in an environment of their own
	.venv-oracles/bin/python -m pytest -q tests/rivals/test_oracles.py

spark: .venv-spark/stamp  ## the tests of Spark on a real one, in an environment of its own (needs Java 17)
	PYSPARK_PYTHON=$(CURDIR)/.venv-spark/bin/python LOWWATER_SPARK=java .venv-spark/bin/python -m pytest -q tests/spark

contest: .venv/run.stamp  ## every mechanism on the same people, into docs/results/contest (about an hour)
	$(BIN)/lowwater contest --out docs/results/contest $(CONTEST)

picture: .venv/run.stamp  ## draw the pictures of README and docs anew
	$(BIN)/lowwater demo --seed 7 --svg docs/_static/narrowing.svg
	$(BIN)/python docs/pictures/tail_fit.py docs/_static
	$(BIN)/python docs/pictures/answer.py docs/_static
	$(BIN)/python docs/pictures/estimate.py docs/_static
	$(BIN)/python docs/pictures/executors.py docs/results/executors/numbers.jsonl docs/results/executors/rates.svg
	$(BIN)/python docs/pictures/tables.py docs/results/tables/numbers.jsonl docs/results/tables/rounds.svg

lock:  ## pin every requirement by hash (needs uv)
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --group build --extra paper --extra postgres pyproject.toml -o requirements/run.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --group dev --extra paper --extra postgres --extra spark pyproject.toml -o requirements/dev.txt

clean:  ## forget the environment and everything built
	rm -rf .venv .venv-oracles .venv-spark demo docs/_build .mypy_cache .ruff_cache .pytest_cache .coverage .hypothesis .import_linter_cache

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Lowwater needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv

.venv/run.stamp: requirements/run.txt pyproject.toml | .venv/bin/python
	$(INSTALL) --require-hashes -r requirements/run.txt
	$(INSTALL) --no-build-isolation -e .
	@touch $@

.venv/dev.stamp: requirements/dev.txt .venv/run.stamp
	$(INSTALL) --require-hashes -r requirements/dev.txt
	@touch $@

.venv/client.stamp: $(wildcard clients/typescript/src/*.ts clients/typescript/page/*.ts clients/typescript/dashboard/*.ts clients/typescript/squeeze/*.js src/lowwater/server/pages/answer.* src/lowwater/server/pages/*.svg) clients/typescript/build.js .venv/run.stamp
	$(BIN)/python clients/typescript/build.py
	@touch $@

.venv/browser.stamp: tests/browser/install
	@sh tests/browser/install .venv/debian
	@touch $@

.venv-oracles/stamp: requirements/oracles.txt pyproject.toml
	$(PYTHON) -m venv .venv-oracles
	.venv-oracles/bin/python -m pip install --quiet --disable-pip-version-check -r requirements/oracles.txt
	.venv-oracles/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

.venv-spark/stamp: requirements/spark.txt pyproject.toml
	@java -version 2> /dev/null || { echo "make spark needs Java 17; on Debian: apt-get install openjdk-17-jre-headless"; exit 1; }
	$(PYTHON) -m venv .venv-spark
	.venv-spark/bin/python -m pip install --quiet --disable-pip-version-check -r requirements/spark.txt
	.venv-spark/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@
