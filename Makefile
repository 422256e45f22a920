# `make demo` grades a sample; `make test` passes the tests.  Both set up .venv first, by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: install demo test coverage audit lint types layers check messages docs notebooks clean

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

demo: install
	$(BIN)/grade assignments/transformer/samples/mistakes_en.ipynb

test: install
	$(BIN)/python -m pytest -n auto

# The same tests, and which lines and branches of the grader they run: on the screen, and as pages in build/coverage.
# Slower than `make test`, which is why it is no part of it.  `make coverage TESTS=tests/checks` takes some of them.
TESTS := tests
coverage: install
	$(BIN)/python -m pytest -n auto -q --cov --cov-report=term:skip-covered --cov-report=html $(TESTS)

# The course grades itself: references, known mistakes, trivial answers, mutants.
audit: install
	$(BIN)/grade audit

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: install
	$(BIN)/mypy

layers: install
	$(BIN)/lint-imports

check: lint types layers

# After a message (`Text("...")`) was added or changed: find it, then translate what is new in the .po file,
# then run this once more to compile.
MESSAGES := build/grader.pot
messages: install
	mkdir -p build
	$(BIN)/pybabel -q extract --no-default-keywords -k Text --sort-by-file --add-location=file \
		--project=grader --version=1 --msgid-bugs-address=none -o $(MESSAGES) grader
	$(BIN)/pybabel -q update -D grader -d grader/locale -i $(MESSAGES) -N --ignore-obsolete --ignore-pot-creation-date
	$(BIN)/pybabel -q compile -D grader -d grader/locale --statistics

# The documentation as web pages, in build/docs.
docs: install
	$(BIN)/python -m sphinx -q -W --keep-going -b html docs build/docs
	@echo "build/docs/index.html"

# The students' notebooks, after a change of assignments/NAME/source.
notebooks: install
	$(BIN)/python -m grader.release.notebooks $(patsubst %/source,%,$(wildcard assignments/*/source))

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
