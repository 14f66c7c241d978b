"""Each technique of speed can be left out, and changes nothing: games, faults, what is kept beside positions."""

from __future__ import annotations

import random
import struct
from dataclasses import fields
from pathlib import Path

import pytest

import gamespec
from gamespec.program import Program
from interpreter import Game
from interpreter.compiled.host import Instance
from interpreter.compiled.module import Module, compiled
from interpreter.compiled.techniques import PLAIN, Techniques
from interpreter.engine.position import initial, put_seed
from interpreter.play.errors import Fault
from interpreter.play.luck import derived

CARDS = ("euchre", "goofspiel", "hearts", "leduc-poker", "rufus", "trapper", "trumpet")
ONLY = [
    Techniques(**{f.name: f.name in {field.name, "sets"} for f in fields(Techniques)})
    for field in fields(Techniques)
]


def beginning(program: Program) -> list[int]:
    """The position before set-up."""
    return initial(program, Game(program).machine.atoms, 0)


def results(module: Module, games: int) -> bytes:
    """What comes of games that are played inside, whose seeds are 0, 1, ..."""
    instance, batches = Instance(module.unit), module.batches
    seeds = b"".join(struct.pack("<QQ", derived(i, "game"), derived(i, "policy")) for i in range(games))
    instance._memory.write(instance._store, seeds, batches.seeds)
    instance.call("batch", 0, games)
    return struct.pack(f"<{games * batches.width}i", *instance.words(batches.results, games * batches.width))


@pytest.mark.parametrize("game", CARDS)
def test_games_are_the_same_with_each_and_without(game: str) -> None:
    """What comes of 40 games does not depend on techniques."""
    program = gamespec.load(game).program()
    start = beginning(program)
    plain = results(compiled(program, start, PLAIN), 40)
    assert results(compiled(program, start), 40) == plain
    for techniques in ONLY:
        assert results(compiled(program, start, techniques), 40) == plain, techniques


@pytest.mark.parametrize("game", [*CARDS, "nine-mens-morris"])
def test_sets_follow_from_the_position(game: str) -> None:
    """At each decision the words behind the position are those that are made of it, also after trials."""
    program = gamespec.load(game).program()
    start = beginning(program)
    module, luck = compiled(program, start), random.Random(1)
    instance, sets = Instance(module.unit), module.unit.sets
    if not sets.some:
        assert game == "nine-mens-morris"  # nobody asks what lies in a family of zones
        return
    put_seed(start, 5)
    instance.position = start
    state = instance.call("start")
    compared = 0
    while state == 1 and compared < 80:
        position = instance.position
        wanted = sets.begun(position, program.layout.zone_of)[-(sets.size // 4) :]
        found = instance.words(sets.address, sets.size // 4)
        last = sets.size // 4 - 2 * sets.words  # what belongs to no family is not kept
        assert [value & 0xFFFFFFFF for value in found[:last]] == wanted[:last]
        count = len(instance.options(module))
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
  card: {attributes: {suit: suit, rank: 1..40}, all: {suit: suit, rank: 1..40}, label: "{suit}{rank}", start: stock}
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


@pytest.mark.parametrize("techniques", [PLAIN, Techniques()], ids=["plain", "full"])
def test_a_condition_fails_when_it_would(tmp_path: Path, techniques: Techniques) -> None:
    """`the` of nothing is a fault where somebody asks for it, and none where nobody does."""
    path = tmp_path / "game.yaml"
    path.write_text(FAILING)
    program = gamespec.load(str(path)).program()
    module = compiled(program, beginning(program), techniques)
    instance, failed, fine = Instance(module.unit), 0, 0
    for seed in range(60):
        game, luck, position = Game(program, seed), random.Random(seed), beginning(program)
        put_seed(position, seed)
        instance.position = position
        instance.call("start")
        while not game.over:
            assert instance.position == list(game.position)
            assert instance.options(module) == [(o.action, o.values) for o in game.options]
            number = luck.randrange(len(game.options))
            try:
                game.play(game.options[number])
            except Fault as fault:
                with pytest.raises(Fault) as raised:
                    instance.call("answer", number)
                assert (raised.value.code, raised.value.at) == (fault.code, fault.at)
                failed += 1
                break
            instance.call("answer", number)
            fine += 1
    assert failed > 5
    assert fine > 5
