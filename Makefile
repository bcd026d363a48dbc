# Two commands do everything on a fresh machine: `make generate` and `make test`.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup generate test test-fast test-slow test-textattack test-browser browser pictures \
  lint style types format clean distclean

PYTHON ?= python3
CHROMIUM ?= /usr/bin/chromium
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# The folders templates/, adversarial/ and app/ are installed as subpackages of scpn; mypy does
# not see that mapping in an editable install, so it checks a tree of links laid out as installed.
TYPED := build/typecheck
PARTS := adversarial app templates

# One thread per process, two processes; and no test may reach for a model hub.
TEST_ENV := OMP_NUM_THREADS=1 OMP_WAIT_POLICY=PASSIVE TOKENIZERS_PARALLELISM=false HF_HUB_OFFLINE=1
PYTEST := $(TEST_ENV) $(BIN)/python -m pytest -n 2

BROWSER_TEST = $(TEST_ENV) SCPN_CHROMIUM=$(CHROMIUM) $(BIN)/python -m pytest -m browser tests/browser

# TextAttack needs transformers<5, and so an environment of its own, which holds what differs from
# $(VENV) and finds the rest there. TextAttack reads a stop-word list as it is imported and tries to
# download data when it finds no mark of having done so: both are given to it in build/.
BRIDGE_VENV := .venv-textattack
BRIDGE_PYTHON := $(BRIDGE_VENV)/bin/python
BRIDGE_STAMP := $(BRIDGE_VENV)/.installed
BRIDGE_DATA := build/textattack
BRIDGE_ENV := NLTK_DATA=$(CURDIR)/tests/bridges/nltk_data TA_CACHE_DIR=$(CURDIR)/$(BRIDGE_DATA)
# What else touches the transformers library, or is near to what does.
ON_TRANSFORMERS_4 := tests/parsing tests/backtranslation tests/paraphraser tests/adversarial

help:  ## Show the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP)  ## Create .venv and install the project into it (does nothing when up to date)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(0 if v >= (3, 11) else f"needs Python 3.11 or newer, {sys.executable} is {v.major}.{v.minor}; give another: make PYTHON=/path/to/python3 ...")'
	@echo "Installing scpn and its libraries into $(VENV): a few minutes, about 1.5 GB."
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --disable-pip-version-check --quiet -c constraints.txt -e '.[dev]'
	@touch $@

generate: $(STAMP)  ## Set up if needed, then paraphrase three sentences into two forms
	$(BIN)/scpn generate \
	  --template "(S(NP)(VP)(.))" --template "(S(PP)(,)(NP)(VP)(.))" \
	  "The committee will publish its report in March." \
	  "In the evening, the old man walks his dog along the river." \
	  "We could not hear the speaker because of the noise outside."

test: test-fast test-slow  ## Set up if needed, then run all tests

test-fast: $(STAMP)  ## Only the tests of a few seconds
	$(PYTEST) -m "not slow and not browser"

test-slow: $(STAMP)  ## Only the tests marked slow
	$(PYTEST) -m "slow and not browser"

test-textattack: $(BRIDGE_STAMP)  ## The bridges with the real TextAttack and OpenAttack, on transformers 4
	@mkdir -p $(BRIDGE_DATA) && touch $(BRIDGE_DATA)/post_install_check_3
	@$(BRIDGE_ENV) $(BRIDGE_PYTHON) -c 'import OpenAttack, textattack, transformers as t; assert t.__version__ < "5", t'
	$(BRIDGE_ENV) $(TEST_ENV) $(BRIDGE_PYTHON) -m pytest -n 2 tests/bridges
	$(BRIDGE_ENV) $(TEST_ENV) $(BRIDGE_PYTHON) -m pytest -n 2 -m "not slow" $(ON_TRANSFORMERS_4)

$(BRIDGE_STAMP): $(STAMP) constraints-textattack.txt
	@echo "Installing TextAttack and OpenAttack into $(BRIDGE_VENV): a few minutes, about 0.6 GB."
	rm -rf $(BRIDGE_VENV)
	$(PYTHON) -m venv $(BRIDGE_VENV)
	@site='import sysconfig; print(sysconfig.get_path("purelib"))'; \
	echo "import site; site.addsitedir('$$($(BIN)/python -c "$$site")')" \
	  > "$$($(BRIDGE_PYTHON) -c "$$site")/base.pth"
	@# The list is complete, and choosing versions again would take pip ten minutes.
	$(BRIDGE_PYTHON) -m pip install --disable-pip-version-check --quiet --no-deps \
	  -r constraints-textattack.txt
	@touch $@

test-browser: browser  ## Install a browser if needed, then try the web app in it (3 minutes)
	$(BROWSER_TEST)

pictures: browser  ## Take the pictures of the web app for the documents
	SCPN_PICTURES=docs/pictures $(BROWSER_TEST)/test_pictures.py

browser: $(STAMP)
	@$(BIN)/python -m pip install --disable-pip-version-check --quiet -c constraints.txt 'playwright>=1.45,<2'
	@test -x $(CHROMIUM) || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	  && apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; } \
	  || { echo "needs Chromium at $(CHROMIUM): install Debian's package chromium, or say where one is: make test-browser CHROMIUM=/path/to/chromium" >&2; exit 1; }

lint: style types  ## Check style, formatting and types

style: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	@rm -rf $(TYPED) && mkdir -p $(TYPED)/scpn
	@ln -s $(addprefix ../../../,$(wildcard scpn/*) $(PARTS)) $(TYPED)/scpn/
	cd $(TYPED) && ../../$(BIN)/mypy --config-file ../../pyproject.toml --cache-dir ../../.mypy_cache

format: $(STAMP)  ## Fix style and formatting where it can be done safely
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:  ## Remove build products and caches
	rm -rf build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find scpn $(PARTS) tests -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean  ## The same, and the environment
	rm -rf $(VENV) $(BRIDGE_VENV)
