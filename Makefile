# Two commands do everything on a fresh machine: `make build` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
READY := $(VENV)/.ready
N ?=
SEED ?=
MINUTES ?= 30

.DEFAULT_GOAL := help
.PHONY: help build test lint types unit pythons matrix fuzz sweep kills mutants bench golden reference schema tables pictures clean

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "pnp needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

build: $(READY) ## set up, then build every game for A4 and Letter into output/
	$(BIN)/pnp build all --paper a4 --paper letter --jobs 2

test: lint types unit ## set up, then run everything that CI runs

lint: $(READY) ## check the style of the code
	$(BIN)/ruff check pnp tests docs
	$(BIN)/ruff format --check --quiet pnp tests docs

types: $(READY) ## check the types
	$(BIN)/mypy

unit: $(READY) ## run the tests; with every Python of this machine where the same bytes are wanted
	$(BIN)/python tests/same/pythons.py
	$(BIN)/python -m pytest -n 2 --dist worksteal

pythons: $(READY) ## compare everything that pnp writes on every Python of this machine
	$(BIN)/python tests/same/pythons.py
	PNP_SAME=long $(BIN)/python -m pytest tests/same -k every_python -rs

matrix: $(READY) ## build every game with every combination of options
	$(BIN)/python tests/matrix/run.py

fuzz: $(READY) ## spoil valid files in N=5000 ways; SEED=… repeats a run
	$(BIN)/python tests/fuzz/run.py --count $(or $(N),5000) $(if $(SEED),--seed $(SEED))

sweep: $(READY) ## change every number of every game by one and see what goes wrong or stale
	$(BIN)/python tests/sweep.py

kills: $(READY) ## end builds by N=1000 signals at random moments; SEED=… repeats a run
	$(BIN)/python tests/faults/kills.py --count $(or $(N),1000) $(if $(SEED),--seed $(SEED))

mutants: $(READY) ## change N=60 places of the code one by one and see what no test notices; SEED=… repeats a run
	$(BIN)/python tests/mutants.py --count $(or $(N),60) --minutes $(MINUTES) $(if $(SEED),--seed $(SEED))

bench: $(READY) ## measure builds against a bare reportlab loop
	$(BIN)/python tests/bench/run.py

golden: $(READY) ## write the golden records anew; read the diff before you commit
	$(BIN)/python -m pytest tests -k golden --update-golden

reference: $(READY) ## write the reference and the examples of the docs anew from the code
	$(BIN)/python docs/make_reference.py
	$(BIN)/python docs/make_formats.py

schema: $(READY) ## write the editors' JSON Schema files
	$(BIN)/pnp schema --out content/schema

tables: $(READY) ## draw each game's table at true scale, with its pieces on their places
	$(BIN)/python docs/make_pictures.py tables

pictures: $(READY) ## draw the pictures of the README from real output
	$(BIN)/python docs/make_pictures.py

clean: ## remove the environment and everything built
	rm -rf $(VENV) output/*/ .pytest_cache .mypy_cache .ruff_cache
