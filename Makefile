# TaiLens: each command does all the set-up it needs. `make demo` and `make test` are the two to know.
#
#   make demo [PHOTO=mine.jpg] [ONCE=1]   read and score a photo, serve the phone page; ONCE=1 stops after printing
#   make test                             lint, types, layers, and every test
#   make lint                             ruff, mypy and import-linter only
#   make bench                            the figures of docs/models.md and README, beside named peers
#   make soak [SECONDS=60 UPLOADS=2000]   the service under locust's phones on SQLite and PostgreSQL, killed 20 times,
#                                         against the books; Ray killed in the middle of labelling; Label Studio shows
#                                         our boxes; then the scorer beside two others on many random hands
#   make train                            train the models anew (installs torch)
#   make lock                             resolve the dependencies anew

SHELL := /bin/bash
PYTHON ?= python3
VENV ?= .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check install --quiet --no-compile
PAGE := api/web/dist/index.html
PAGE_SOURCES := $(shell find api/web -type f -not -path '*/node_modules/*' -not -path '*/dist/*' 2>/dev/null)
SECONDS ?= 60
UPLOADS ?= 2000
# One more than there are cores: many tests wait for a browser or a process.
WORKERS ?= $(shell $(PYTHON) -c "import os; print(min(4, (os.cpu_count() or 1) + 1))")
SPREAD := -n $(WORKERS) --dist loadfile --no-loadscope-reorder
unexport PYTHONPATH

.PHONY: demo test lint programs bench soak train lock page clean
.DELETE_ON_ERROR:

demo: $(VENV)/.run $(PAGE)
	$(PY) -m api.demo $(if $(PHOTO),--photo "$(PHOTO)") $(if $(ONCE),--once)

# What waits for the network, the disk and the processor goes on at once.
test:
	+$(MAKE) --jobs=3 lint page programs
	$(PY) -m pytest -rs $(SPREAD)

programs:
	scripts/chromium.sh
	scripts/postgresql.sh

lint: $(VENV)/.dev
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

bench: $(VENV)/.run
	$(PY) -m tests.bench --csv docs/readings.csv

soak: $(VENV)/.dev $(PAGE) programs
	TAILENS_EXAMPLES=200 TAILENS_EVERYWHERE=1 $(PY) -m pytest tests/api tests/web/test_looks.py tests/web/test_sets.py -q $(SPREAD)
	PYTHON=$(PYTHON) scripts/readers.sh
	$(PY) -m pytest tests/labels/forms/test_their_reader.py -q
	PYTHON=$(PYTHON) scripts/studio.sh
	TAILENS_SOAK=1 $(PY) -m pytest tests/soak -q
	$(PY) -m tests.soak --seconds $(SECONDS) --uploads $(UPLOADS)
	$(PY) -m tests.scorer.naive.agree --hands 100000
	$(PY) -m tests.scorer.naive.peer --hands 200000

train: $(VENV)/.train
	$(PY) -m training

page: $(PAGE)

$(PAGE): $(PAGE_SOURCES) hatch_build.py | $(VENV)/.run
	$(PY) hatch_build.py

$(VENV)/bin/python:
	scripts/venv.sh $(PYTHON) $(VENV)

$(VENV)/.run: requirements/run.txt pyproject.toml | $(VENV)/bin/python
	$(PIP) --require-hashes --requirement requirements/run.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.run
	$(PIP) --require-hashes --requirement requirements/dev.txt
	touch $@

$(VENV)/.train: $(VENV)/.run
	$(PIP) --editable ".[train]" --no-build-isolation
	touch $@

# Hashes, no addresses, every platform; torch stays out (its wheels differ by platform and by index).
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header
lock: $(VENV)/bin/python
	$(PIP) uv
	$(VENV)/bin/$(LOCK) pyproject.toml requirements/build.in --output-file requirements/run.txt
	$(VENV)/bin/$(LOCK) pyproject.toml requirements/build.in --extra dev --constraint requirements/run.txt \
		--output-file requirements/dev.txt

clean:
	rm -rf $(VENV) api/web/dist api/web/node_modules dist build
