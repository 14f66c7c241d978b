"""Tests for the moves of components that front ends show, as far as a seat can tell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import pytest
from animals import ANIMALS
from long_checks import split
from shipped import loaded

from gamespec import games
from interpreter import Game
from interpreter.contract import choose_at_random
from interpreter.drawn import html
from interpreter.play.observation import Unknown
from interpreter.scene.happened.moves import Move, moves_of
from interpreter.scene.scene import scene_of
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.compile import Compiled
    from interpreter.play.observation import Observation
    from interpreter.play.options import Option

STEPS = 30
"""Greatest number of answers that are examined in a game."""

COMPONENT = re.compile(r"\bz\d+\.c\d+\b")
STOP = re.compile(r"((s\d+\.\d+(@\d+)?|t\d+) )?z\d+( p\d+)?|")
"""Matches the refs of a zone with its cell or part and its owner, or the stop at a zone that is not shown."""

SAMPLE = {"carcassonne", "hearts", "hanabi"}


class Seen(NamedTuple):
    """What a reader sees: an observation, and the components that the reader's table names."""

    observed: Observation
    named: set[str]


def seen(words: Words, game: Game, seat: int | None) -> Seen:
    """Return what a seat, or a spectator if `seat` is `None`, sees."""
    observed = game.common_observation() if seat is None else game.observation(seat)
    return Seen(observed, {*COMPONENT.findall(html.table(scene_of(words, game, seat)))})


def after(words: Words, game: Game, option: Option, seat: int | None) -> list[Move]:
    """Play an option, and return the moves that a seat, or a spectator if `seat` is `None`, sees."""
    events, before = len(game.events), seen(words, game, seat)
    game.apply(option)
    return moves_of(words, game.events[events:], seat, before.observed, seen(words, game, seat).observed)


def named(moves: list[Move]) -> set[str]:
    """Return the components that moves name."""
    return {ref for move in moves for piece in move.pieces for ref in piece if ref is not None}


@pytest.mark.parametrize("name", split(games(), "commands", lambda name: name in SAMPLE))
def test_moves_name_only_what_the_reader_has_seen(name: str) -> None:
    """In random games, moves name only components that the reader's own table names before or after."""
    made = loaded(name).compiled()
    words, game = Words(made), Game(made.program, 5, record=True)
    readers = (None, *range(made.program.players))
    moved = 0
    for step in range(STEPS):
        if game.over:
            break
        events = len(game.events)
        before = {seat: seen(words, game, seat) for seat in readers}
        game.apply(choose_at_random(game, 5, step))
        for seat in readers:
            now = seen(words, game, seat)
            moves = moves_of(words, game.events[events:], seat, before[seat].observed, now.observed)
            assert named(moves) <= before[seat].named | now.named, (step, seat)
            for move in moves:
                assert all(STOP.fullmatch(stop) for stop in move.path), move
                assert len(move.pieces) <= move.count, move
                moved += move.count
    assert moved or not any(made.program.zones), "a game with zones moves components"


@pytest.fixture
def cards(game_of: Callable[[str], Spec]) -> Compiled:
    """Return a card game with a deck (zone 0), two hands (1, 2) and two zones of played cards (3, 4)."""
    return game_of(ANIMALS).compiled(2)


@pytest.mark.parametrize(("seat", "before"), [(0, True), (1, False), (None, False)])
def test_a_card_is_played(cards: Compiled, seat: int | None, before: bool) -> None:  # noqa: FBT001 - a parameter
    """A card flies from a hand to the cards played. Only its player knows which card in the hand it was."""
    game = Game(cards.program, 3, record=True)
    (card,) = [c for c in game.observation(0).zones[1] if c != Unknown][:1]
    option = next(each for each in game.options if each.values == (card,))
    pieces = ((f"z1.c{card}" if before else None, f"z3.c{card}"),)
    assert after(Words(cards), game, option, seat) == [Move(("z1 p0", "z3 p0"), 1, pieces, (0,))]


def test_a_card_is_drawn(cards: Compiled) -> None:
    """Who draws a card is told which one it is, and others only that a card was drawn."""
    told = {}
    for seat in (0, 1, None):
        game = Game(cards.program, 3, record=True)
        (option,) = (each for each in game.options if not each.values)
        had = {*game.observation(0).zones[1]}
        told[seat] = after(Words(cards), game, option, seat)
        (card,) = {*game.observation(0).zones[1]} - had
    assert told[0] == [Move(("z0", "z1 p0"), 1, ((None, f"z1.c{card}"),), (0,))]
    assert told[1] == told[None] == [Move(("z0", "z1 p0"), 1, (), (0,))]


STOPS = """
    components: {card: {attributes: {n: 1..2}, start: a, rows: [{id: one, n: 1}, {id: two, n: 2}]}}
    zones: {a: {of: card}, b: {of: card}, c: {of: card}, d: {of: card, shown: false}}
    actions:
      far: {do: [{move: one, to: b}, {move: one, to: c}]}
      back: {do: [{move: one, to: b}, {move: one, to: a}]}
      away: {do: [{move: a, to: d}]}
      gather: {do: [{move: one, to: b}, {move: two, to: b}, {move: b, to: c}]}
    phases: {play: {turns: clockwise, do: [{offer: [far, back, away, gather]}]}}
"""


@pytest.mark.parametrize(
    ("answer", "moves"),
    [
        (0, [Move(("z0", "z1", "z2"), 1, (("z0.c0", "z2.c0"),), (0, 1))]),
        (1, []),
        (2, [Move(("z0", ""), 2, (("z0.c0", None), ("z0.c1", None)), (0,))]),
        (3, [Move(("z0", "z1", "z2"), 2, (("z0.c0", "z2.c0"), ("z0.c1", "z2.c1")), (0, 1))]),
    ],
)
def test_stops(game_of: Callable[[str], Spec], answer: int, moves: list[Move]) -> None:
    """A known component moves through all its stops. If it comes back, it has not moved.

    What leaves a place together goes in one step, after the step in which it came there.
    """
    made = game_of(STOPS).compiled()
    game = Game(made.program, 1, record=True)
    assert after(Words(made), game, game.options[answer], 0) == moves
