# make play    open the house in the browser make check   ruff, mypy, import contract
# make test    run the tests                 make bench   race OpenSpiel (installs it)
# make setup   only install                  make startup how long one waits
# make lock    pin the newest versions       make load    how much a server bears
# make shots   screenshots of all boards     make ladder  let bots meet, write docs/ladder.md
# make golden  golden files, GAME=x for one  make studies write docs/studies
# make rows    how fast games reach a file   make api     write docs/api.md from docstrings
# make sbom    list what a house is made of  make attack  how an ordinary table fares under attack
# make sounds  write what tables sound like  make texts   collect what is to be translated
# make modules write docs/modules.md
# make screens every screen, every language  make cluster races, kills and restarts at one PostgreSQL
# make evening eight hours of play           make kills   kill a server under load, again and again
# make clean   remove what was installed here

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOCKS := requirements
TEXTS := $(patsubst %.po,%.mo,$(wildcard src/chancebox/languages/*.po))
# Whoever turns byte code off has every process read all sources again: tests start some hundred.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play setup texts test check bench startup visit load archive cluster kills evening attack motion sbom shots environments observations ladder studies rows simulations pictures sounds golden keep store scenes screens api modules lock clean

play: $(VENV)/.play $(TEXTS)
	@$(BIN)/chancebox serve $(ARGS)

setup: $(VENV)/.test $(TEXTS)

test: setup
	$(BIN)/python -m pytest -n auto $(ARGS)

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/sizes.py

bench: $(VENV)/.bench $(TEXTS)
	$(BIN)/chancebox bench $(ARGS)

environments: setup
	$(BIN)/python benchmarks/envs.py $(ARGS)

modules: setup
	$(BIN)/python tools/modules.py

api: setup
	$(BIN)/python tools/api.py

observations: setup
	$(BIN)/python tools/observations.py

ladder: setup
	$(BIN)/python tools/ladder.py $(ARGS)

studies: setup
	$(BIN)/python tools/studies.py $(ARGS)

rows: setup
	$(BIN)/python benchmarks/lab.py $(ARGS)

simulations: setup
	$(BIN)/python tools/simulations.py

pictures: setup
	$(BIN)/python tools/pictures.py

sounds: setup  # the files that browsers play, at most 40 kB together
	$(BIN)/python tools/sounds.py

load: setup
	$(BIN)/python benchmarks/server.py $(ARGS)

archive: setup  # an old house beside a new one
	$(BIN)/python benchmarks/archive.py $(ARGS)

cluster: setup  # several processes at one PostgreSQL: races, kills, restarts
	$(BIN)/python benchmarks/cluster.py $(ARGS)

kills: setup  # a server killed under load loses no acknowledged move
	$(BIN)/python benchmarks/kills.py $(ARGS)

evening: setup  # eight hours of play, shortened: nothing grows, nothing is left behind
	$(BIN)/python benchmarks/evening.py $(ARGS)

attack: setup
	$(BIN)/python benchmarks/attack.py $(ARGS)

motion: setup
	$(BIN)/python benchmarks/motion.py

sbom: | $(BIN)/python  # CycloneDX, from the lock file of what `make play` installs
	@$(BIN)/python tools/sbom.py

shots: setup  # docs/screens holds those that the README shows
	$(BIN)/python tools/screenshots.py $(ARGS)

visit: setup  # a first visit over a slow line
	$(BIN)/python benchmarks/first_visit.py $(ARGS)

startup: setup
	$(BIN)/python benchmarks/startup.py

texts: setup  # then fill in what is empty in src/chancebox/languages
	$(BIN)/python tools/texts.py

# Translations as programs read them.
%.mo: %.po | $(BIN)/python
	@$(BIN)/python hatch_build.py $<

# Each stamp stands for one lock file being installed; playing needs the fewest packages.
$(VENV)/.%: $(LOCKS)/%.lock pyproject.toml | $(BIN)/python
	@echo "Installing what '$*' needs into $(VENV) (pinned in $<) ..."
	@$(BIN)/python -m pip install --disable-pip-version-check --require-hashes -r $<
	@$(BIN)/python -m pip install --disable-pip-version-check --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(0 if v >= (3, 11) else f"Chancebox needs Python 3.11 or newer; {sys.executable} is {v[0]}.{v[1]}. Try: make PYTHON=python3.12")'
	@echo "Creating $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

scenes: setup  # what is seen at each kind of happening: golden files, or pictures of all
	$(BIN)/python tests/scenes.py $(ARGS)

screens: setup  # every kind of screen in every language
	$(BIN)/python tests/screens.py $(ARGS)

golden: setup
	$(BIN)/python tests/playthroughs.py $(GAME)

keep: setup
	$(BIN)/python tools/keep.py $(GAME)

store: setup
	cd tests && ../$(BIN)/python stores.py

lock: | $(BIN)/python
	@test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet uv
	@$(call compile,play,)
	@$(call compile,test,--extra test --extra envs --extra openspiel --extra lab --extra cluster --extra postgres)
	@$(call compile,bench,--extra test --extra envs --extra openspiel --extra lab --extra cluster --extra postgres --extra bench)

compile = $(BIN)/uv pip compile pyproject.toml $(LOCKS)/build.in $(2) --output-file $(LOCKS)/$(1).lock \
  --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
  --no-annotate $(if $(UPGRADE),--upgrade)

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
