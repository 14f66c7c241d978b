"""Leaving out an optimization technique changes neither games nor faults nor derived data."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import pytest
from long_checks import every, split

import gamespec
from gamespec.program import Program
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter import Game
from interpreter.compiled.analysis.techniques import FULL, PLAIN, Techniques
from interpreter.compiled.course.module import Module, compiled
from interpreter.compiled.making.fallback import beginning
from interpreter.compiled.making.host import Instance
from interpreter.compiled.wasm.interface import OVER
from interpreter.engine.state.position import put_seed
from interpreter.kernels.items import values_of
from interpreter.play.errors import Fault
from interpreter.play.luck import derived
from interpreter.play.options import Value

CARDS = ("euchre", "goofspiel", "hearts", "leduc-poker", "rufus", "trapper", "trumpet")
BOARDS = (
    "tic-tac-toe", "connect-four", "breakthrough", "othello", "hex", "nine-mens-morris", "carcassonne",
    "tests/games/authored/chess.yaml", "tests/games/authored/go.yaml", "tests/games/authored/draughts.yaml",
)  # fmt: skip
WITHOUT_ONE = tuple(replace(FULL, **{technique.name: False}) for technique in fields(Techniques))


def listed(instance: Instance, module: Module) -> list[tuple[int, tuple[Value, ...]]]:
    """Return the options that are listed, each as its action and its values."""
    program = module.unit.program
    decide = program.code[instance.position[Head.PC]]
    assert isinstance(decide, Decide)
    found = []
    for action, words in instance.records(module.listed, program.sites[decide.site].actions):
        several = [pick.counts is not None for pick in program.actions[action].picks]
        found.append((action, values_of(words, module.listed.fields[action][1], several)))
    return found


def played(program: Program, techniques: Techniques, games: int) -> bytes:
    """Return the decisions, outcomes, places and parts of scores of a batch, as a module writes them."""
    module = compiled(program, beginning(program), techniques)
    instance, batches = Instance(module.unit), module.batches
    seeds = (struct.pack("<QQ", derived(i, "game"), derived(i, "policy")) for i in range(games))
    instance.put(batches.seeds, b"".join(seeds))
    instance.run("batch", 0, games)
    return instance.data(batches.results, 4 * games * batches.width)


LONG = {"carcassonne", "hearts", "othello", "rufus", "trumpet", *(name for name in BOARDS if "/" in name)}
"""The games that take the longest to compile or to play."""


@pytest.mark.parametrize("name", split([*CARDS, *BOARDS], "agreement", every(20), lambda name: name in LONG))
def test_techniques_change_nothing(name: str) -> None:
    """Batches of random games have the same results with all techniques, with all but one, and with none."""
    program, games = gamespec.load(name).program(), 12
    plain = played(program, PLAIN, games)
    for techniques in (FULL, *WITHOUT_ONE):
        assert played(program, techniques, games) == plain, techniques


@pytest.mark.parametrize("size", [2, 8, 15, 19])
def test_boards_of_several_words(size: int) -> None:
    """Games have the same results with all techniques and with none, on boards of different sizes.

    The bit sets of these boards take one word or several words, which are full or not.
    """
    wide, high = max(size, 5), max(size - 1, 4)
    for game, options in (
        ("hex", {"size": size}),
        ("tic-tac-toe", {"columns": wide, "rows": high, "line": 5}),
        ("breakthrough", {"columns": min(size, 16), "rows": min(high, 16)}),
        ("connect-four", {"columns": min(wide, 12), "rows": min(high, 11)}),
    ):
        program = gamespec.load(game).program(options=options)
        assert played(program, FULL, 20) == played(program, PLAIN, 20)


@pytest.mark.parametrize("game", [*CARDS, "nine-mens-morris"])
def test_sets_follow_from_the_position(game: str) -> None:
    """At each decision, even after trials, the stored sets of zones equal sets computed from the position."""
    program = gamespec.load(game).program()
    start = beginning(program)
    module, luck = compiled(program, start), random.Random(1)  # noqa: S311 - nothing secret
    instance, sets = Instance(module.unit), module.unit.sets
    if not sets.some:
        assert game == "nine-mens-morris"  # it never queries a family of zones
        return
    put_seed(start, 5)
    instance.position = start
    state = instance.call("start")
    compared = 0
    while state != OVER and compared < 80:
        position = instance.position
        wanted = sets.begun(position, program.layout.zone_of)[-(sets.size // 4) :]
        found = instance.words(sets.address, sets.size // 4)
        last = sets.size // 4 - 2 * sets.words  # components of no family have no set
        assert [value & 0xFFFFFFFF for value in found[:last]] == wanted[:last]
        count = len(listed(instance, module))
        state = instance.call("answer", luck.randrange(count))
        compared += 1
    assert compared > 3


FAILING = """
language: 1
game: found
title: Found
about: A card that must be somewhere.
players: 2
enums:
  suit: {red: red, blue: blue}
components:
  card:
    attributes: {suit: suit, rank: 1..40}
    all: {suit: suit, rank: 1..40}
    label: "{suit}{rank}"
    start: stock
zones:
  stock: {of: card}
  box: {of: card}
  hand: {of: card, per: player}
variables:
  led: {type: suit?}
functions:
  lost: {is: "the(first(c in card: c in box))"}
  odd: {with: {c: card}, is: "c.suit != led and c != lost()"}
actions:
  lead: {label: lead, when: led == none, with: {s: {from: suit}}, do: [{set: {led: s}}]}
  hide: {label: hide, with: {c: {from: "hand[me]", where: "c.rank < 3"}}, do: [{move: c, to: box}]}
  play:
    label: play
    when: led != none
    with: {c: {from: "hand[me]", where: "not odd(c) or all(h in hand[me]: odd(h))"}}
    do: [{move: c, to: stock}]
setup:
  - for: {p: players}
    do:
      - {move: "filter(c in stock: c.rank % 7 < 2 and (c.rank < 20 or p != seat(1)))", to: "hand[p]"}
phases:
  all:
    turns: clockwise
    until: size(stock) > 75
    do:
      - offer: [lead, hide, play]
        ask: choice
        otherwise: [{set: {led: none}}]
limit: {decisions: 60, then: truncate}
"""


def fault_of(act: Callable[..., object], *given: object) -> tuple[str, int] | None:
    """Return the code and place of the fault that a call raises, or `None` if it raises no fault."""
    try:
        act(*given)
    except Fault as fault:
        return fault.code, fault.at
    return None


@pytest.mark.parametrize("techniques", [PLAIN, Techniques()], ids=["plain", "full"])
def test_a_condition_fails_when_it_would(tmp_path: Path, techniques: Techniques) -> None:
    """`the` of an empty result is a fault only if the program evaluates it.

    This holds even if a module computes a condition for many members at once.
    """
    path = tmp_path / "game.yaml"
    path.write_text(FAILING)
    program = gamespec.load(str(path)).program()
    module = compiled(program, beginning(program), techniques)
    instance, failed, fine = Instance(module.unit), 0, 0
    for seed in range(60):
        luck = random.Random(seed)  # noqa: S311 - nothing secret
        game, position = Game(program, seed), beginning(program)
        put_seed(position, seed)
        instance.position = position
        instance.call("start")
        while not game.over:
            assert instance.position == list(game.position)
            assert listed(instance, module) == [(o.action, o.values) for o in game.options]
            number = luck.randrange(len(game.options))
            expected = fault_of(game.play, game.options[number])
            assert fault_of(instance.call, "answer", number) == expected
            if expected is not None:
                failed += 1
                break
            fine += 1
    assert failed > 5
    assert fine > 5
