# Two commands do everything on a fresh machine: `make run` and `make test`.

VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test lint bench evaluate clean

run: $(VENV)/ready
	$(BIN)/companion demo

$(VENV)/ready: pyproject.toml constraints.txt .ci/prepare
	.ci/prepare $(VENV)

test: $(VENV)/ready lint
	$(BIN)/pytest

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/ready
	$(BIN)/python -m tests.bench.rules
	$(BIN)/python -m tests.bench.vision

bench: $(VENV)/ready
	$(BIN)/python -m tests.bench.vision
	$(BIN)/python -m tests.bench.rules

clean:
	rm -rf $(VENV) build demo
