"""Answers found by insertion are those found by sorting rows, in the same order."""

from __future__ import annotations

import random

import pytest
from asserted import asserted

import gamespec
from interpreter import Game
from interpreter.kernels import chosen, ordinals, sorting, unseen
from interpreter.kernels.terms import Lists

ROW = """
language: 1
game: row
title: Row
players: 2
components:
  card: {rows: [{id: a, copies: 2}, {id: b, copies: 3}, {id: c}], start: row}
zones:
  row: {of: card, ordered: true, seen_by: nobody}
  heap: {of: card, seen_by: nobody}
  out: {of: card}
actions:
  take: {with: {c: {from: "filter(x in card: x not in out)"}}, do: [{move: c, to: out}]}
setup:
  - shuffle: row
  - {move: "top(row, 2)", to: heap}
  - {reveal: "nth(row, 2)", to: seat(1)}
  - {reveal: "nth(row, 4)", to: seat(1)}
phases:
  play: {turns: clockwise, until: "size(out) == 4", do: [{offer: [take]}]}
limit: {decisions: 9, then: draw}
"""


@pytest.mark.parametrize("seed", range(6))
def test_inserted(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Known components, places of a row and the one place of a heap come in the order of their numbers."""
    path = tmp_path_factory.mktemp("row") / "game.yaml"
    path.write_text(ROW, encoding="utf-8")
    program = gamespec.load(path).program()
    with asserted([chosen, ordinals, sorting, unseen]):
        game, luck, own = Game(program, seed), random.Random(seed), unseen.Unseen(program, 0, Lists())  # noqa: S311 - nothing secret
        assert own.inserts
        (copies,) = (each.copies for each in own.chosen)
        while not game.over:
            p = [*game.position]
            listed = [c for c in range(6) if p[program.layout.zone_of + c] != 2]
            rows = [[0] * own.row for _ in listed]
            found = own.answers(p, [[c] for c in listed], rows, len(listed))
            assert copies is not None
            copies.begin()
            for c in listed:
                copies.count(p, c)
            for row in rows[:found]:
                own.chosen[0].digits(row, own.key)
            own.sort(rows, found)
            assert own.knows_any(p, listed, len(listed)) == any(c >= 0 for (c, *_) in rows[:found])
            luck.shuffle(listed)
            assert own.insert(p, listed, len(listed)) == found
            assert listed[:found] == [row[0] for row in rows[:found]]
            assert sorted(listed[:found]) == sorted(option.values[0] for option in game.options)
            game.play(luck.choice(game.options))
