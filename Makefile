# memdesk: every target sets up what it needs first; a second call finds it done.
SHELL := bash
VENV := .venv
BIN := $(VENV)/bin
SYSTEM := build/.system
READY := $(VENV)/.ready
MODEL := build/local-model
# One more than there are processors: tests of the window wait for much.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PYTEST := $(BIN)/python -m pytest
# Whatever the environment says: what is compiled once need not be compiled again by every process.
unexport PYTHONDONTWRITEBYTECODE
SHARED := -n $(WORKERS) --maxprocesses 4 --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help setup run test full lint shape conformance coverage bench faults laws lock i18n packages packages-test clean

help: ## Say what the targets do
	@grep -E '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 15

setup: $(READY) ## System libraries, .venv, pinned packages, the project

$(SYSTEM): packaging/system-packages.txt packaging/setup-system
	@packaging/setup-system
	@mkdir -p $(@D) && touch $@

$(READY): $(SYSTEM) packaging/requirements.lock pyproject.toml
	@packaging/setup-python $(VENV)
	@touch $@

run: $(READY) ## Open the demo workspace (without a screen: build/memdesk.png)
	@packaging/run-demo $(BIN)/memdesk build/memdesk.png

test: $(READY) small-model ## The whole test suite
	@mkdir -p build
	$(PYTEST) $(SHARED)

$(MODEL)/.ready: $(READY) packaging/local-model.lock
	@packaging/setup-local-model $(VENV) $(MODEL)
	@touch $@

# Without network, or where nobody built it for this machine, all else is tested, and the summary names what is not.
.PHONY: small-model
small-model: $(READY)
	@$(MAKE) --no-print-directory $(MODEL)/.ready || \
		echo "make: the small model cannot be installed: its tests are left out" >&2

full: $(READY) $(MODEL)/.ready ## The test suite with its long campaigns at full size (an hour or more)
	FULL_SIZE=1 $(PYTEST) $(SHARED)

lint: $(READY) ## Style, types, import rules, translations, metadata
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python packaging/translations.py check
	$(BIN)/python packaging/metadata.py

shape: $(READY) ## What is large, which names stand twice, the rooms and the arrows between them
	PYTHONPATH=tests $(BIN)/python -m helpers.shape

conformance: $(READY) ## Every promise of the five designs by document: met, different on purpose, open
	@PYTHONPATH=tests $(BIN)/python -m conformance

coverage: $(READY) ## Tests with branch coverage of core/; fails under 95 %
	$(PYTEST) $(SHARED) --cov --cov-branch --cov-report=term --cov-report=html:build/coverage

bench: $(READY) ## Benchmarks against baselines of the same run; writes build/bench.json (STRICT=1: fails at a miss)
	@mkdir -p build
	PYTHONPATH=tests $(BIN)/python -m bench --output build/bench.json $(if $(STRICT),--strict)

faults: $(READY) ## The fault suite at full size (hours; root and strace for some of it)
	PYTHONPATH=tests $(BIN)/python -m faults --strict

laws: $(READY) ## The laws of taking changes back, 100,000 histories each (hours; goes on where it was stopped)
	@mkdir -p build
	PYTHONPATH=tests nice -n 19 $(BIN)/python -m faults.taking build/laws.jsonl

lock: ## Write packaging/requirements.lock and packaging/build-requirements.lock anew
	packaging/lock

i18n: $(READY) ## Collect the strings of the window for translators and compile the translations
	$(BIN)/python packaging/translations.py update

packages: $(READY) ## What people install, in build/packages: wheel, folder, .deb, AppDir, Flatpak manifest (RUNTIME=FILE: AppImage)
	packaging/build-packages $(BIN) build/packages $(RUNTIME)

packages-test: $(READY) ## Install and start each of build/packages in a bare Debian (root, network, some minutes)
	PYTHONPATH=tests $(BIN)/python -m installing build/packages

clean: ## Remove what was built (not .venv)
	rm -rf build dist .coverage* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
