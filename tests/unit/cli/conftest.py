"""Shared fixtures for tests of the command line.

They run the command in this process and provide a small game in three forms: sound, with mistakes, and with a
fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from interpreter.cli.app import cli

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HEAP = """\
language: 1
game: heap
title: {en: Heap, de: Haufen}
about: Whoever takes the last counter wins.
players: 2..3
options:
  size: {type: 3..20, default: 7, label: {en: Counters in the heap, de: Steine im Haufen}}
  forced: {type: bool, default: false}
variables:
  heap: {type: 0..20, start: size}
  taker: {type: player?}
actions:
  take:
    label: {en: "take {n} of {heap}", de: "nimm {n} von {heap}"}
    with: {n: {from: 1..3, where: n <= heap and not (forced and n > 1)}}
    do:
      - set: {heap: heap - n, taker: me}
phases:
  play:
    turns: clockwise
    do: [{offer: [take]}]
end:
  empty: {when: heap == 0, winner: the(taker)}
limit: {decisions: 20, then: truncate}
rulings:
  start: {heading: Who begins, says: The first seat takes first.}
"""

SCENARIOS = """\
language: 1
scenarios:
  - id: HEAP-1
    title: The last counter wins
    heading: End
    players: 2
    options: {size: 3}
    when:
      - take: {n: 3}
    then:
      - heap == 0
      - ended: true
  - id: HEAP-2
    title: Nobody takes four
    heading: Taking
    players: 2
    then:
      - heap == 7
"""

MISERE = """\
language: 1
game: heap-misere
title: Misère
extends: ../
variables:
  takes: {type: 0..20}
edit:
  - set:
      options.size.default: 9
      end.empty.winner: left(the(taker))
  - after: actions.take.do.1
    put: [{set: {takes: takes + 1}}]
"""

MISERE_SCENARIOS = """\
language: 1
scenarios:
  - id: MISERE-1
    title: Who takes the last counter loses
    heading: End
    variant: misere
    players: 2
    options: {size: 3}
    when:
      - take: {n: 3}
    then:
      - takes == 1
      - places: {seat(1): 2, seat(2): 1}
"""


@pytest.fixture
def run() -> Callable[..., Result]:
    """Return a function that runs the command in this process, with `typed` as its standard input."""

    def invoke(*arguments: str | Path, typed: str = "") -> Result:
        return CliRunner().invoke(cli, [str(argument) for argument in arguments], input=typed)

    return invoke


def _folder(place: Path, name: str, text: str) -> Path:
    folder = place / name
    folder.mkdir()
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def heap(tmp_path: Path) -> Path:
    """Return the folder of a sound game with two scenarios that hold."""
    folder = _folder(tmp_path, "heap", HEAP)
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "heap.yaml").write_text(SCENARIOS, encoding="utf-8")
    return folder


@pytest.fixture
def misere(heap: Path) -> str:
    """Return the name of a variant of `heap` with another default, another winner and a count of takes."""
    (heap / "variants").mkdir()
    (heap / "variants" / "misere.yaml").write_text(MISERE, encoding="utf-8")
    (heap / "scenarios" / "misere.yaml").write_text(MISERE_SCENARIOS, encoding="utf-8")
    return f"{heap}+misere"


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """Return the folder of the heap game with two mistakes, each a misspelled name."""
    return _folder(
        tmp_path, "broken", HEAP.replace("the(taker)", "the(takr)").replace("n <= heap", "n <= haep")
    )


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """Return the folder of the heap game, altered to divide by zero when one counter is left."""
    return _folder(tmp_path, "faulty", HEAP.replace("heap == 0,", '"heap == 0 or 1 // (heap - 1) == 9",'))
