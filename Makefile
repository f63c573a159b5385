# Two commands: `make demo` and `make test`. Everything lives in .venv and in HUBSCOPE_HOME.
PYTHON ?= python3
BIN := .venv/bin
# Two processes of tests, each with a Neo4j of its own; the tests of a file stay together, and in
# order: the longest files are not the last ones.
SIDE_BY_SIDE := -n 2 --dist loadfile --no-loadscope-reorder
# Bytecode is worth seconds at every start of torch; some machines switch it off.
export PYTHONDONTWRITEBYTECODE :=


.PHONY: demo test check ui docs golden setup format clean

demo: setup
	$(BIN)/hubscope demo

test: setup
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest $(SIDE_BY_SIDE)

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/cog --check -P -r README.md docs/*.md
	$(BIN)/codespell
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -q $(SIDE_BY_SIDE) -m "not neo4j and not browser and not slow and not model"

ui: setup
	$(BIN)/hubscope ui

docs: setup
	$(BIN)/cog -P -r README.md docs/*.md

golden: setup
	HUBSCOPE_GOLDEN=rewrite $(BIN)/python -m pytest -q tests -k golden

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

setup: .venv/.ready

.venv/.ready: requirements.lock requirements-uv.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-uv.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	touch $@

clean:
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
