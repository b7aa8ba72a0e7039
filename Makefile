# Everything this project can do, on a fresh machine too: each target sets up what it needs.
# `make help` lists them; PYTHON=/path/to/python chooses another Python (3.11 or newer).

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: .layers .types .words help env run test test-plain test-all golden check bench bench-endgames bench-league bench-learn bench-page bench-playouts bench-reading bench-scale bench-solve bench-trace docs pictures lock wheels clean

BIN := .venv/bin
BENCH := .venv-bench/bin
READY := .venv/.ready
RUN_READY := .venv-run/.ready
BENCH_READY := .venv-bench/.ready
DOCS := .venv-docs/bin
DOCS_READY := .venv-docs/.ready
PAGE := $(if $(wildcard $(READY)),.venv,.venv-run)
CORES := -n auto --maxprocesses=4 --dist=worksteal

# Sets $$python to the path of the first Python that fits. A name may be a shim that leads nowhere, or a Python without venv: so each
# one is asked.
define find_python
	for name in $(PYTHON) python3.13 python3.12 python3.11 python3 python; do \
	  python=$$("$$name" -c 'import sys, venv, ensurepip; print(sys.executable); sys.exit(sys.version_info < (3, 11))' 2>/dev/null) \
	    && break; python=; \
	done; \
	if [ -z "$$python" ]; then \
	  echo "kibitz needs Python 3.11 or newer with venv: install one, or say where it is: make PYTHON=/path/to/python3" >&2; \
	  exit 1; \
	fi
endef

# $(call set_up,FOLDER,LOCK): a private environment with what LOCK names, and this project in place. One that is there
# is brought up to date, which needs no network when LOCK has not changed. A module becomes bytecode when it is first imported: few are.
# LOCK names all there is, so nothing is resolved (--no-deps): where a package is asked for with extras, pip would take the newest
# release rather than the one of LOCK, and then miss its hash. The pip of that Python (one before 23 may not be able to: then the folder
# gets its own) installs uv into the folder, and uv the rest in a tenth of pip's time; pip does where uv cannot, as for a mirror in pip.conf.
define set_up
	@$(find_python); \
	if "$$python" -c 'import sys, pip; sys.exit(int(pip.__version__.partition(".")[0]) < 23)' 2>/dev/null; \
	then bare=--without-pip; needs=; else bare=; needs='import pip'; fi; \
	if ! $(1)/bin/python -c "$$needs" >/dev/null 2>&1; then \
	  echo "Setting up $(1) with $$("$$python" --version): once, about a quarter of a minute."; \
	  rm -rf $(1) && "$$python" -m venv $$bare $(1) || exit 1; \
	fi; \
	if [ -z "$$bare" ]; then python=$(1)/bin/python; fi; \
	pip() { "$$python" -m pip --disable-pip-version-check -qq --python $(1)/bin/python install --no-compile --no-deps "$$@"; }; \
	install() { $(1)/bin/uv pip install --quiet --python $(1)/bin/python --no-deps "$$@" 2>/dev/null || pip "$$@"; }; \
	[ -x $(1)/bin/uv ] || pip --require-hashes -r requirements-uv.lock 2>/dev/null; \
	install --require-hashes -r $(2) && install --no-build-isolation --editable . && touch $(1)/.ready
endef

help: ## this list
	@grep -E '^[a-z-]+:.*## ' Makefile | while IFS= read -r line; do \
	  printf '  make %-14s %s\n' "$${line%%:*}" "$${line##*## }"; done

env: $(READY) ## set up .venv with everything needed to run and to test
	@:

$(READY): requirements.lock pyproject.toml
	$(call set_up,.venv,requirements.lock)

$(RUN_READY): requirements-run.lock pyproject.toml
	$(call set_up,.venv-run,requirements-run.lock)

$(BENCH_READY): requirements-bench.lock pyproject.toml
	$(call set_up,.venv-bench,requirements-bench.lock)

$(DOCS_READY): requirements-docs.lock pyproject.toml
	$(call set_up,.venv-docs,requirements-docs.lock)

# Hundreds of processes that the tests start would compile the package anew, each to bytecode.
unexport PYTHONDONTWRITEBYTECODE

# With what the package needs and no more, unless the developers' tools are there already.
run: $(PAGE)/.ready ## open the page: play, watch, analyse and explore (the terminal: .venv-run/bin/kibitz play)
	@$(PAGE)/bin/kibitz serve

# Machine code is kept from run to run: an edit compiles anew what depends on it. `make test-all` begins without any.
# (No test here uses schemathesis, whose plugin takes a second to load.)
test: env ## test rules, searches and values on machine code
	@KIBITZ_CACHE_DIR=$(CURDIR)/.test-cache $(BIN)/python -m pytest -p no:schemathesis $(CORES)

test-plain: env ## test everything else, as plain Python and in Chromium
	@KIBITZ_CACHE_DIR= NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest $(CORES)

# The board in a notebook is pressed in JupyterLab, which nothing else needs. The longest of these tests take minutes, and more on a
# busy machine, before they count as hanging.
test-all: ALL = -m pytest $(CORES) -o faulthandler_timeout=1800
test-all: env ## run all tests, also those of tests/thorough.txt; measure how much of the code the plain ones reach
	@$(BIN)/python -m pip --disable-pip-version-check -qq install 'jupyterlab>=4.6,<5'
	@KIBITZ_TESTS=all KIBITZ_CACHE_DIR= $(BIN)/python $(ALL) -p no:schemathesis
	@KIBITZ_TESTS=all KIBITZ_CACHE_DIR= NUMBA_DISABLE_JIT=1 $(BIN)/python $(ALL) --cov --cov-report=term --cov-fail-under=85

# Each of them can be written alone, too: its file says how.
golden: export NUMBA_DISABLE_JIT = 1
golden: export KIBITZ_CHOICES = none
golden: export KIBITZ_LEARNED = none
golden: export KIBITZ_LEVELS = none
golden: export KIBITZ_CACHE_DIR =
golden: export PYTHONPATH = tests:tests/support
golden: env ## write anew what tests compare letter by letter; look at the difference before you keep it
	@KIBITZ_GOLDEN=write $(BIN)/python -m pytest -q $$(grep -l "assert_golden(" tests/test_*.py)
	@$(BIN)/python tests/support/document.py tests/transcripts/*.txt
	@for file in test_golden test_tree_golden test_web_words support/web_transcript; do $(BIN)/python tests/$$file.py || exit 1; done
	@$(BIN)/python tests/support/transcript.py $$(grep -l "^from transcript import" tests/test_*.py | sed 's|.*/test_||; s|\.py||')

check: env ## ruff, the format, the spelling, the types, the layers
	@$(MAKE) --no-print-directory .words .layers .types

.words:
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/codespell src tests docs benchmarks examples *.md

.types:
	@$(BIN)/mypy --num-workers auto

.layers:
	@$(BIN)/lint-imports

bench: $(BENCH_READY) ## measure beside other programs; writes docs/benchmarks.md
	@$(BENCH)/python -m benchmarks --readme docs/benchmarks.md

bench-endgames: $(BENCH_READY) ## solve games that can go in circles, some minutes; writes docs/larger_games.md
	@$(BENCH)/python -m benchmarks endgames --readme docs/larger_games.md

bench-league: $(BENCH_READY) ## play against programs of others, for hours, and go on after a stop; writes docs/league.md
	@$(BENCH)/python -m benchmarks league --readme docs/league.md

bench-page: $(BENCH_READY) ## measure the page, in Chromium; writes docs/serve.md
	@$(BENCH)/python -m benchmarks page --readme docs/serve.md

bench-reading: $(BENCH_READY) ## measure how quickly files of games are read, some minutes; writes docs/formats.md
	@$(BENCH)/python -m benchmarks reading --readme docs/formats.md

bench-trace: $(BENCH_READY) ## measure what a traced search costs; writes docs/tree.md
	@$(BENCH)/python -m benchmarks tracing --readme docs/tree.md

bench-solve: $(BENCH_READY) ## measure exact solving, beside bitbully; writes docs/solving.md
	@$(BENCH)/python -m benchmarks solving --readme docs/solving.md

bench-learn: $(BENCH_READY) ## learn and play matches, for some hours; writes docs/learning.md
	@$(BENCH)/python -m benchmarks learning --readme docs/learning.md

bench-scale: $(BENCH_READY) ## measure learning and books by workers; writes docs/scale.md
	@$(BENCH)/python -m benchmarks scale --readme docs/scale.md

bench-playouts: $(BENCH_READY) ## measure random games and the search by them; writes docs/playouts.md
	@$(BENCH)/python -m benchmarks playouts --readme docs/playouts.md

# A warning (a dead link, a page that nothing leads to) is an error. `make docs` writes what is new; `make clean` forgets all of it.
docs: $(DOCS_READY) ## build the documentation: build/docs/index.html, files that need no server
	@$(DOCS)/python -m sphinx --quiet --fail-on-warning --keep-going --conf-dir docs . build/docs
	@cp docs/site/front.html build/docs/index.html
	@$(DOCS)/python docs/live.py build/docs/docs/live
	@echo "build/docs/index.html is the documentation."

# The wheel without machine code fits every platform and Python; one with it, a platform and the Python that builds it.
wheels: env ## build the wheels: one for every platform, four with machine code (dist/)
	@for platform in "" linux-x86-64 linux-arm64 macos-arm64 windows-x86-64; do \
	  KIBITZ_WHEEL=$$platform $(BIN)/python -m hatchling build -t wheel -d dist || exit 1; \
	done

pictures: env ## photograph the pages for docs/ (needs Chromium)
	@$(BIN)/python docs/screenshots.py

lock: ## resolve the dependencies anew (needs uv)
	@command -v uv >/dev/null || { echo "make lock needs uv: pip install uv" >&2; exit 1; }
	@for extra in dev run bench docs; do \
	  lock=requirements$$([ $$extra = dev ] || echo -$$extra).lock; \
	  uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --custom-compile-command "make lock" --extra $$extra \
	    $$(case $$extra in run|docs) echo --constraint requirements.lock;; esac) \
	    --output-file $$lock pyproject.toml || exit 1; done
	@echo uv | uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --custom-compile-command "make lock" \
	  --output-file requirements-uv.lock -

clean: ## remove the environments and everything that was built
	@rm -rf .venv .venv-run .venv-bench .venv-docs .test-cache build dist .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
