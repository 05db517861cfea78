# Every target does its own set-up: Python 3.11 or newer, make and git are all that a machine needs.
# `make help` lists the targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile --require-hashes
# Not --silent: that hides the reason of a failure as well.
NPM_INSTALL := npm ci --loglevel=error --no-progress
export ARCHIVE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help site serve test test-long test-archive test-all lint report bench goldens lock setup clean

help: ## list the targets
	@echo "Targets:"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'
	@echo "ARCHIVE=DIR make site (or test, report, bench) uses the editions in DIR."
	@echo "PYTHON=python3.12 make site takes another Python for the first set-up."

# The three stamps: the environment as locked, this project in it, the browser libraries.
$(VENV)/.locked: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "comprules needs Python 3.11 or newer; '$(PYTHON)' is $$(command -v $(PYTHON) >/dev/null && $(PYTHON) --version 2>&1 || echo not there)." >&2; \
	  echo "Install a newer one, or name it: make PYTHON=python3.12 site" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "'$(PYTHON)' cannot make virtual environments: its venv or ensurepip module is missing." >&2; \
	  echo "On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@echo "Setting up $(VENV) from requirements.lock (once, and again when the lock changes)"
	@$(BIN)/python -c 'import pip' 2>/dev/null || $(PYTHON) -m venv --clear $(VENV)
	@# The lock names all that is needed; what is imported is compiled then. uv, which is in the lock too, unpacks it in
	@# a seventh of pip's time; where it cannot be had, or pip knows of another index, pip does it.
	@awk '/^uv==/ { on = 1 } on { print } on && !/\\$$/ { exit }' requirements.lock >$(VENV)/uv.txt
	@{ ! $(BIN)/python -m pip config list | grep -q '[.]index-url=' && \
	  $(PIP_INSTALL) --only-binary :all: -r $(VENV)/uv.txt && $(BIN)/uv pip install --quiet --system-certs \
	  --python $(BIN)/python --no-deps --require-hashes -r requirements.lock; } 2>$(VENV)/uv.log || \
	  $(PIP_INSTALL) -r requirements.lock
	@touch $@

$(VENV)/.project: pyproject.toml $(VENV)/.locked
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@# Also where PYTHONDONTWRITEBYTECODE is set: without it each start of a command compiles what it imports.
	@$(BIN)/python -m compileall -q -j 0 comprules graph rules scraper site_src \
	  $(foreach part,click msgspec rapidfuzz typing_extensions.py,$(VENV)/lib/python*/site-packages/$(part))
	@touch $@

# The system's npm where node is new enough, else the one that requirements.lock brought into the environment.
node_modules/.installed: package.json package-lock.json .npmrc | $(VENV)/.locked
	@echo "Installing the site's browser libraries and fonts into node_modules"
	@if command -v npm >/dev/null 2>&1 && [ "$$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0)" -ge 20 ]; \
	  then $(NPM_INSTALL) --omit=dev >/dev/null; else PATH="$(CURDIR)/$(BIN):$$PATH" $(NPM_INSTALL) --omit=dev >/dev/null; fi
	@touch $@

# With what checks the scripts, which no site needs.
node_modules/.checked: package.json package-lock.json .npmrc | $(VENV)/.locked
	@echo "Installing what checks the scripts into node_modules"
	@PATH="$$PATH:$(CURDIR)/$(BIN)" $(NPM_INSTALL) >/dev/null
	@touch node_modules/.installed $@

setup: $(VENV)/.project node_modules/.installed ## make the environment only

site: setup ## build the knowledge base and the site into build/site
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/comprules build $(if $(ARCHIVE),--archive "$(ARCHIVE)") || \
	  { status=$$?; test $$status -eq 1 || exit $$status; echo "The site is written without the damaged editions named above." >&2; }
	@echo "Or: make serve"

serve: ## serve build/site on this machine (PORT=8000)
	@test -f build/site/index.html || { echo "There is no site yet; run 'make site' first." >&2; exit 1; }
	@$(PYTHON) -c 'import socket; socket.create_server(("127.0.0.1", $(PORT)))' 2>/dev/null || \
	  { echo "Port $(PORT) cannot be used; another one: make serve PORT=8001" >&2; exit 1; }
	@echo "http://127.0.0.1:$(PORT)/  (stop with Ctrl+C)"
	@$(PYTHON) -m site_src.serve build/site $(PORT)

test: setup ## run the tests, side by side (PYTEST_ARGS='-k name' for some)
	@$(BIN)/python -m pytest $(PYTEST_ARGS)

test-long: setup ## run the long tests only, without those over the real editions
	@$(BIN)/python -m pytest -m 'long and not archive' $(PYTEST_ARGS)

test-archive: setup ## run the tests over the real editions only, without the long ones (ARCHIVE=DIR)
	@$(BIN)/python -m pytest -m 'archive and not long' $(PYTEST_ARGS)

test-all: setup ## run the long tests too (ARCHIVE=DIR: and those over the real editions)
	@$(BIN)/python -m pytest -m '' --hypothesis-profile=long $(PYTEST_ARGS)

lint: setup node_modules/.checked ## ruff, mypy, codespell, zizmor, and Biome for the scripts
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/codespell
	@$(BIN)/zizmor --offline --quiet --no-progress .
	@PATH="$$PATH:$(CURDIR)/$(BIN)" npm run --silent lint

report: setup ## accuracy and loss over an archive (ARCHIVE=DIR, BASE=REV), or of citations over source trees (TREES=DIR)
	@$(if $(TREES),$(BIN)/python -m bench.citation_report "$(TREES)",$(BIN)/python -m bench.report \
	  $(if $(ARCHIVE),--archive "$(ARCHIVE)") $(if $(BASE),--base "$(BASE)"))

bench: setup ## the benchmarks and the slowest 20 tests, as tables (ARCHIVE=DIR)
	@$(BIN)/python -m bench $(if $(ARCHIVE),--archive "$(ARCHIVE)")
	@ARCHIVE= $(BIN)/python -m pytest -n 1 --durations=20 --durations-min=0 -r '' --no-header 2>&1 | sed -n '/slowest 20/,$$p'

goldens: setup ## write the tests' expected outputs anew; read the diff before you commit it
	@UPDATE_GOLDENS=1 $(BIN)/python -m pytest tests/scraper/test_goldens.py \
	  tests/integrations/test_example_trees.py tests/site_src/search/test_golden_queries.py \
	  tests/site_src/test_script_types.py $(PYTEST_ARGS)

lock: $(VENV)/.locked ## bring requirements.lock in line with pyproject.toml (UPGRADE=1: to the newest versions)
	@$(BIN)/uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-header --quiet $(if $(UPGRADE),--upgrade) --output-file requirements.lock

clean: ## remove what was built; the environment stays
	@rm -rf build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis
