# Two commands for a newcomer: `make demo` and `make test`. Both set up what they need in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# one more than there are processors: many tests wait for processes that they started
TEST_PROCESSES = $(shell $(BIN)/python -c 'import os; print(1 + (os.cpu_count() or 1))')

.PHONY: help demo play serve test slow lint bench docs format web pictures clean

help:
	@echo "make demo    set up, and solve an example flop"
	@echo "make play    set up, and play a turbo against eight bots in the browser"
	@echo "make serve   set up, and study in the browser"
	@echo "make test    set up, and run every check and test"
	@echo "make slow    set up, try a million mutated inputs, and compare a million random hands with pokerkit (hours)"
	@echo "make bench   set up, and measure speed, as ratios within one run"
	@echo "make docs    set up, and build the site into site/"
	@echo "make web     build the pages of the browser (needs node 20.19 or later)"
	@echo "make pictures  set up, and take the pictures of all pages (needs a Chromium)"
	@echo "make format  put the code in the project's format"
	@echo "make clean   remove .venv and caches of tools"

demo: $(VENV)/installed
	@$(BIN)/pokerlab warmup cards
	@echo '$$ pokerlab solve examples/flop.toml --target 0.3 --out flop.sol'
	@$(BIN)/pokerlab solve examples/flop.toml --target 0.3 --out flop.sol
	@echo
	@echo '$$ pokerlab show flop.sol check'
	@$(BIN)/pokerlab show flop.sol check
	@echo
	@echo "Go on: $(BIN)/pokerlab show flop.sol 'check/bet 18' --made"
	@echo "       $(BIN)/pokerlab show flop.sol check/check --runouts --by rank"
	@echo "       $(BIN)/pokerlab show flop.sol 'check/bet 18' --svg matrix.svg"
	@echo "       $(BIN)/pokerlab solve --help, or $(BIN)/pokerlab --help for everything else"
	@echo "In the browser: $(BIN)/pokerlab serve flop.sol"

play: $(VENV)/installed
	@$(BIN)/pokerlab serve --play

serve: $(VENV)/installed
	@$(BIN)/pokerlab serve

test: lint
	frontend/check
	@$(BIN)/pokerlab warmup
	$(BIN)/pytest -n $(TEST_PROCESSES) --dist worksteal

slow: $(VENV)/installed-dev
	@$(BIN)/pokerlab warmup
	$(BIN)/pytest -m slow
	$(BIN)/python tests/fuzz --cases 1000000 --seed 1 --checkpoint $(VENV)/fuzz.json
	$(BIN)/python tests/games/differential_pokerkit.py --hands 1000000 --seed 1

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/installed-bench
	@$(BIN)/pokerlab warmup
	$(BIN)/python bench/run.py

docs: $(VENV)/installed-docs
	$(BIN)/mkdocs build --strict

format: $(VENV)/installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

web:
	cd frontend && npm install --no-save --silent && npm run --silent build

pictures: $(VENV)/installed-dev
	@$(BIN)/pokerlab warmup
	$(BIN)/python frontend/pictures.py

clean:
	rm -rf $(VENV) frontend/node_modules site .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "pokerlab needs Python 3.11 or later; choose one with: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --quiet --editable .
	@touch $@

$(VENV)/installed-%: $(VENV)/installed
	$(PIP) install --quiet --editable '.[$*]'
	@touch $@
