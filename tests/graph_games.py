"""Small random games on graphs, and their values by plain minimax over the definitional engine.

A counter stands on a node, and the owner of the node moves it along an edge. The same player may move several
times in a row, and the counter may return to a node.
"""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import gamespec
from interpreter.engine.playout import DefinitionalEngine

if TYPE_CHECKING:
    from pathlib import Path

    from gamespec.program import Program
    from interpreter.protocol import Playing

__all__ = ["NODES", "by_outcome", "by_score", "program_of", "puzzle", "shortest", "value"]

NODES = 9
"""Number of nodes, the last three of which end the game."""

GAME = """\
language: 1
game: graph
title: Graph
players: {players}
variables: {{at: {{type: 0..{last}}}}}
functions:
  owner: {{is: "seat(1) if at in {{{mine}}} else seat({players})"}}
  goals: {{is: "{goals}"}}
actions:
  go: {{with: {{to: {{from: goals()}}}}, do: [{{set: {{at: to}}}}]}}
phases:
  play:
    turns: clockwise
    do: [{{offer: [go], by: owner(), ask: always}}]
{end}
"""

OUTCOME = """\
end:
  first: {{when: at == {0}, winner: seat(1)}}
  second: {{when: at == {1}, winner: seat(2)}}
  drawn: {{when: at == {2}, draw: true}}
limit: {{decisions: 30, then: draw}}
"""

SCORE = """\
end:
  stopped: {{when: at >= {0}}}
score: "points() * (1 if player == seat(1) else -1)"
limit: {{decisions: 12, then: rank}}
"""

PUZZLE = """\
end:
  solved: {{when: at == {0}, winner: players}}
  lost: {{when: at > {0}, winner: "filter(p in players: false)"}}
limit: {{decisions: 30, then: draw}}
"""


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def _graph(luck: random.Random, players: int, end: str, *, forwards: bool) -> str:
    """Return a game whose edges are random. If all of them go `forwards`, no situation repeats."""
    inner, goals = NODES - 3, "{0}"
    for node in reversed(range(inner)):
        after = range(node + 1, NODES) if forwards else [n for n in range(NODES) if n != node]
        edges = sorted(luck.sample(after, min(len(after), luck.choice([1, 2, 2, 3]))))
        goals = f"{{{_listed(edges)}}} if at == {node} else {goals}"
    mine = [0, *(node for node in range(1, NODES) if luck.random() < 0.5)]
    return GAME.format(players=players, last=NODES - 1, mine=_listed(mine), goals=goals, end=end)


def by_outcome(seed: int, *, forwards: bool = False) -> str:
    """Return a game with a winner, which may repeat situations and is drawn after 30 decisions."""
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    return _graph(luck, 2, OUTCOME.format(*range(NODES - 3, NODES)), forwards=forwards)


def by_score(seed: int) -> str:
    """Return a game whose players are ranked by their scores, also when 12 decisions have been made."""
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    points = "0"
    for node in range(NODES):
        points = f"{luck.randint(-9, 9)} if at == {node} else {points}"
    text = _graph(luck, 2, SCORE.format(NODES - 3), forwards=luck.random() < 0.5)
    return text.replace("functions:\n", f'functions:\n  points: {{is: "{points}"}}\n')


def puzzle(seed: int) -> str:
    """Return a game for one player, who wins at one node and loses at two others."""
    return _graph(random.Random(seed), 1, PUZZLE.format(NODES - 3), forwards=False)  # noqa: S311 - as above


def program_of(text: str, folder: Path) -> Program:
    """Write a game, and return its program."""
    path = folder / "game.yaml"
    path.write_text(text, encoding="utf-8")
    return gamespec.load(path).program()


def value(program: Program, *, scores: bool) -> tuple[object, list[object]]:
    """Return the value of a game by plain minimax, and the value after each first option.

    A value by outcome consists of 1, 0 or -1 for the first seat, and of the number of decisions until the end
    unless the game is drawn. The winner prefers a small number, and the loser a large one.
    """
    engine = DefinitionalEngine(program)

    def better(worth: tuple[int, int]) -> tuple[int, int]:
        return worth[0], -worth[0] * worth[1]

    @cache
    def best(position: tuple[int, ...]) -> tuple[int, int]:
        game = engine.restore(position)
        if game.result is not None:
            return _end(game, scores=scores)
        values = [best(tuple(after.position)) for after in _children(game)]
        return max(values, key=better) if game.player == 0 else min(values, key=better)

    def told(worth: tuple[int, int]) -> object:
        return worth[0] if scores else (worth[0], worth[1] or None)

    start = engine.begin(0)
    return told(best(tuple(start.position))), [told(best(tuple(c.position))) for c in _children(start)]


def _children(game: Playing) -> list[Playing]:
    found = []
    for option in game.options:
        after = game.clone()
        after.apply(option)
        found.append(after)
    return found


def _end(game: Playing, *, scores: bool) -> tuple[int, int]:
    result = game.result
    assert result is not None
    if scores:
        return result.scores[0] - result.scores[1], 0
    won = (0 in result.winners) - (1 in result.winners)
    return won, game.position[2] if won else 0


def shortest(program: Program) -> tuple[int, int] | None:
    """Return the least number of decisions with which a puzzle is solved, and how many ways there are.

    All sequences of options are tried, shorter ones first, as long as no solution was found.
    """
    level = {tuple(DefinitionalEngine(program).begin(0).position): 1}
    for decisions in range(1, program.limit.decisions + 1):
        after, solved = dict[tuple[int, ...], int](), 0
        for position, ways in level.items():
            for child in _children(DefinitionalEngine(program).restore(position)):
                if child.result is None:
                    key = tuple(child.position)
                    after[key] = after.get(key, 0) + ways
                elif child.result.winners:
                    solved += ways
        if solved:
            return decisions, solved
        level = after
    return None
