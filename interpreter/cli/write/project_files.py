"""The files of a new project beside its game: a variant, bands, and what checks them on commits and in CI.

A word in capital letters is replaced (see `gamespec init`). If the package says where gamespec is published,
the hooks and the action come from there. Otherwise the same commands stand in the files themselves.
"""

from __future__ import annotations

__all__ = ["project_files"]

README = """\
# TITLE

A game as data, written with [gamespec](MANUAL). The rules lie in `games/NAME/game.yaml`.

| file | what it is |
| --- | --- |
| `games/NAME/game.yaml` | the rules |
| `games/NAME/variants/quick.yaml` | a variant: the same game with fewer cards |
| `games/NAME/scenarios/` | examples of the rules, which run as tests |
| `games/NAME/bands.yaml` | what must hold over many games |
| `schemas/` | schemas with which editors check and complete the YAML files |
| `gamespec.toml` | marks the root of the project: files may read each other below it |

## While you write

```sh
python -m pip install "gamespec[report,watch]"
gamespec watch                      # checks, scenarios and changes, on each save
gamespec play games/NAME
```

`games/NAME+quick` is the variant. Another game of the project: `gamespec init games/another`.

## Check it

```sh
gamespec validate                   # every mistake in every file
gamespec test                       # the scenarios
gamespec test --bands               # many games: how long they are, and whether a seat is better
gamespec diff games/NAME games/NAME+quick
gamespec compare games/NAME games/NAME+quick --games 200
gamespec report games/NAME --games 500 -o report.html
```

## On each commit, and in CI

`.pre-commit-config.yaml` has hooks for [pre-commit](https://pre-commit.com), which check each commit:

```sh
git init
python -m pip install pre-commit
pre-commit install
```

`.github/workflows/games.yml` does the same on GitHub. Mistakes and failing scenarios stand beside their
lines in pull requests; the results (`gamespec.sarif`, `scenarios.xml`) and the report are artifacts.
"""

IGNORED = """\
# results of commands
/gamespec.sarif
/scenarios.xml
/report.html

# Python
.venv/
__pycache__/
"""

ROOT = """\
# The root of the project. Files below it may read each other. Its content is not read.
"""

VARIANT = """\
# yaml-language-server: $schema=../SCHEMAS/variant.schema.json
#
# A variant: the game with other defaults. Its name in commands is games/NAME+quick.
language: 1
game: NAME-quick
title: Quick TITLED
extends: ../game.yaml
edit:
  - set: {options.hand_size.default: 3}
"""

VARIANT_SCENARIOS = """\
# yaml-language-server: $schema=../SCHEMAS/scenarios.schema.json
language: 1
scenarios:
  - id: CODE-Q1
    title: In the quick game everybody begins with three cards
    heading: House rules
    variant: quick
    players: 2
    then:
      - hand_size == 3
      - "all(p in players: size(hand[p]) == 3)"
"""

BANDS = """\
# yaml-language-server: $schema=SCHEMAS/bands.schema.json
#
# What must hold over many games; run by `gamespec test --bands`.
language: 1
bands:
  - id: pace
    title: Two players have a game of 25 to 45 decisions, and no seat is much better.
    players: 2
    games: 2000
    holds:
      - {mean: decisions, within: 25..45}
      - {wins: 1, within: 40%..60%}
      - {chosen: every}
  - id: quick
    title: The quick game is no longer.
    variant: quick
    players: 2
    games: 2000
    holds:
      - {mean: decisions, within: ..45}
"""

HOOKS = """\
# See https://pre-commit.com. `pre-commit install` runs these hooks before each commit.
repos:
  - repo: SOURCE
    rev: TAG
    hooks:
      - id: gamespec-fmt
      - id: gamespec-validate
      - id: gamespec-test
"""

LOCAL_HOOKS = """\
# See https://pre-commit.com. `pre-commit install` runs these hooks before each commit.
# They take the `gamespec` that is installed.
repos:
  - repo: local
    hooks:
      - id: gamespec-fmt
        name: gamespec fmt
        entry: gamespec fmt
        language: system
        types: [yaml]
        pass_filenames: false
      - id: gamespec-validate
        name: gamespec validate
        entry: gamespec validate --format concise
        language: system
        types_or: [yaml, csv]
        pass_filenames: false
      - id: gamespec-test
        name: gamespec test
        entry: gamespec test
        language: system
        types_or: [yaml, csv]
        pass_filenames: false
"""

WORKFLOW = """\
# Checks and tests the games on each push and in each pull request.
name: games

on:
  push:
  pull_request:

permissions:
  contents: read
  security-events: write # for code scanning

jobs:
  games:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
"""

ACTION_STEPS = """\
      - uses: REPOSITORY@TAG
        with:
          bands: true
          extras: report
"""

OWN_STEPS = """\
      - uses: actions/setup-python@v6
        with:
          python-version: "3.13"
      - run: python -m pip install "gamespec[report]"
      - run: gamespec validate --format github --sarif gamespec.sarif
      - if: ${{ !cancelled() }}
        run: gamespec test --format github --junit scenarios.xml
      - if: ${{ !cancelled() }}
        run: gamespec test --bands
      - if: ${{ !cancelled() }}
        continue-on-error: true # code scanning may be off
        uses: github/codeql-action/upload-sarif@v4
        with:
          sarif_file: gamespec.sarif
"""

REPORT_STEPS = """\
      - if: ${{ !cancelled() }}
        run: gamespec report games/NAME --games 2000 -o report.html
      - if: ${{ !cancelled() }}
        uses: actions/upload-artifact@v5
        with:
          name: games
          path: |
            report.html
            scenarios.xml
            gamespec.sarif
"""

GITHUB = "https://github.com/"


def project_files(
    source: str | None, manual: str | None, version: str
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the templates of a project's files by path, and the replacements that depend on the package.

    `source` is the address of gamespec's repository, and `manual` that of its manual, if they are known.
    """
    on_github = source is not None and source.startswith(GITHUB)
    steps = ACTION_STEPS if on_github else OWN_STEPS
    files = {
        "README.md": README if manual else README.replace("[gamespec](MANUAL)", "gamespec"),
        ".gitignore": IGNORED,
        "gamespec.toml": ROOT,
        ".pre-commit-config.yaml": HOOKS if source else LOCAL_HOOKS,
        ".github/workflows/games.yml": WORKFLOW + steps + REPORT_STEPS,
        "games/NAME/variants/quick.yaml": VARIANT,
        "games/NAME/scenarios/quick.yaml": VARIANT_SCENARIOS,
        "games/NAME/bands.yaml": BANDS,
    }
    address = (source or "").rstrip("/").removesuffix(".git")
    words = {
        "SOURCE": address,
        "REPOSITORY": address.removeprefix(GITHUB),
        "MANUAL": manual or "",
        "TAG": f"v{version}",
    }
    return files, words
