# Everything a contributor runs. `make` alone lists the targets.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.DEFAULT_GOAL := help
.PHONY: help setup report test test-slow test-long test-plain test-bounds test-browser lint format type rules bench golden clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' Makefile

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "$(PYTHON) is older than 3.11; try: make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

setup: $(READY)  ## make .venv with the pinned dependencies

report: $(READY)  ## run the Heavy Reinforcements study and write its report
	$(BIN)/balance run heavy-reinforcements --report

test: $(READY)  ## the test suite (browser tests need Chromium, else they are skipped)
	$(BIN)/python -m pytest -m "not slow and not long"

test-slow: $(READY)  ## statistics and fuzzing that take minutes
	$(BIN)/python -m pytest -m slow

test-long: $(READY)  ## comparisons that take an hour; before a release
	$(BIN)/python -m pytest -m long

test-plain: $(READY)  ## kernel tests in plain Python, without the compiler
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -m "bounds and not slow and not long"

test-bounds: $(READY)  ## kernel tests with every array index checked
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -m "bounds and not slow and not long"

test-browser: $(READY)  ## open a report in headless Chromium
	CI=true $(BIN)/python -m pytest -m browser

lint: $(READY)  ## style and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(READY)  ## put the sources into the house format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

type: $(READY)  ## types
	$(BIN)/mypy

rules: $(READY)  ## each rule with the code and the tests that name it
	$(BIN)/python -m tests.rules_table

bench: $(READY)  ## speed of each game and policy
	$(BIN)/balance bench

golden: $(READY)  ## record the golden games again (say why in CHANGELOG.md)
	$(BIN)/python -m tests.golden.record

clean:  ## remove everything that can be made again, runs/ excepted
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
