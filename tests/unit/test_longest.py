"""Tests for `trail` and `path`, which find the longest way through a graph.

The results are compared with brute force on random graphs, and with roads counted by hand.
"""

from __future__ import annotations

import random
from itertools import pairwise, permutations
from typing import TYPE_CHECKING

import pytest
from inside import Named, elaborated

from gamespec import load
from gamespec.program.budget import BUDGET
from interpreter import Fault

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from gamespec import Spec

    Maker = Callable[[str], Spec]

HEAD = """\
language: 1
game: sample
title: Sample
players: 2
{body}
phases: {{play: {{turns: clockwise, do: [{{choose: {{x: {{from: 1..2}}}}}}]}}}}
limit: {{decisions: 9, then: draw}}
"""


def value(folder: Path, body: str, text: str) -> int:
    """Return the value of the expression `text` in a game whose declarations are `body`."""
    (folder / "game.yaml").write_text(HEAD.format(body=body), encoding="utf-8")
    game = Named(load(folder / "game.yaml"))
    node, found = elaborated(game.compiled, text)
    assert node is not None
    assert not found.errors, [d.message for d in found]
    answer = game.asked(node)
    assert isinstance(answer, int)
    return answer


# --- brute force ------------------------------------------------------------------------------------


def chains(ends: Sequence[tuple[int, ...]], order: tuple[int, ...]) -> bool:
    """Return whether edges, taken in this order, form a continuous way.

    A continuous way enters each edge at one end and leaves it at the other.
    """
    states: set[int | None] = {None}
    for number, edge in enumerate(order):
        here, after = ends[edge], set()
        for at in states:
            for way in (here, here[::-1]):
                if number and (not way or way[0] != at):
                    continue
                if number:
                    after.add(way[1] if len(way) > 1 else None)
                else:
                    after |= set(way) | {None}
        if number < len(order) - 1:
            after.discard(None)
        if not after:
            return False
        states = after
    return True


def longest_trail(ends: Sequence[tuple[int, ...]]) -> int:
    """Return the greatest number of edges in a continuous way, found by trying all orders of all edges."""
    for length in range(len(ends), 0, -1):
        if any(chains(ends, order) for order in permutations(range(len(ends)), length)):
            return length
    return 0


def longest_path(following: Sequence[Sequence[int]]) -> int:
    """Return the length of the longest row in which each member is in the list of the previous member.

    `following` has the list of each member. All orders of members are tried.
    """
    for length in range(len(following), 0, -1):
        for order in permutations(range(len(following)), length):
            if all(b in following[a] for a, b in pairwise(order)):
                return length
    return 0


def rows(lists: Sequence[Sequence[int]]) -> str:
    """Return a table of edges as YAML, with a column for each end, in which 9 stands for a missing end."""
    of = ", ".join(
        f"{{n: {i}, a: {ends[0] if ends else 9}, b: {ends[1] if len(ends) > 1 else 9}}}"
        for i, ends in enumerate(lists)
    )
    return f"tables: {{edge: {{columns: {{n: 0..9, a: 0..9, b: 0..9}}, rows: [{of}]}}}}"


@pytest.mark.parametrize("seed", range(60))
def test_trails_are_the_longest_of_all(seed: int, tmp_path: Path) -> None:
    """`trail` finds the longest of all trails.

    The random graphs have parallel edges, loops, and edges with one end or none.
    """
    draws = random.Random(seed)  # noqa: S311 - not for secrets
    ends = [
        tuple(draws.randrange(4) for _ in range(draws.choice([0, 1, 2, 2, 2, 2, 2])))
        for _ in range(draws.randrange(1, 7))
    ]
    text = "trail(e in edge: top(filter(x in {e.a, e.b}: x < 9), 2), 9)"
    assert value(tmp_path, rows(ends), text) == longest_trail(ends)


@pytest.mark.parametrize("seed", range(60))
def test_paths_are_the_longest_of_all(seed: int, tmp_path: Path) -> None:
    """`path` finds the longest of all paths.

    The random graphs have links in one direction, in two directions, and from a member to itself.
    """
    draws = random.Random(1000 + seed)  # noqa: S311 - not for secrets
    count = draws.randrange(1, 7)
    following = [[draws.randrange(count) for _ in range(draws.choice([0, 1, 2, 2]))] for _ in range(count)]
    text = f"path(i in 0..{count - 1}: map(e in filter(e in edge: e.n == i): e.a), 9)"
    flat = [(i, x) for i, onward in enumerate(following) for x in onward] or [(8, 8)]
    of = ", ".join(f"{{n: {i}, a: {x}}}" for i, x in flat)
    table = f"tables: {{edge: {{columns: {{n: 0..9, a: 0..9}}, rows: [{of}]}}}}"
    assert value(tmp_path, table, text) == longest_path(following)


@pytest.mark.parametrize("most", range(1, 6))
def test_the_search_ends_with_the_most(most: int, tmp_path: Path) -> None:
    """On a ring of five edges, the longest trail has five edges or the given maximum, if that is less."""
    ring = [(i, (i + 1) % 5) for i in range(5)]
    assert value(tmp_path, rows(ring), f"trail(e in edge: {{e.a, e.b}}, {most})") == most


# --- roads ------------------------------------------------------------------------------------------

ISLAND = """
spaces:
  island: {hexagon: 3}
  road: {edges: island}
  town: {corners: island}
"""
ROUND = "around(c3, road)"
OPEN = "around(e, town)"
CLOSED = f"filter(t in {OPEN}: t != nth(around(c3, town), 1))"
CUT = "nth(around(c3, town), 2)"


def stub(number: int) -> str:
    """Return an expression for the road that leads outward from a corner of the central hex.

    The corners are numbered clockwise, beginning in the north.
    """
    corner = f"nth(around(c3, town), {number})"
    return f"the(first(e in around({corner}, road): e not in {ROUND}))"


@pytest.mark.parametrize(
    ("roads", "ends", "length"),
    [
        (ROUND, OPEN, 6),  # round a hex
        (f"union({ROUND}, {{{stub(1)}}})", OPEN, 7),  # and out
        (f"union({ROUND}, {{{stub(1)}, {stub(2)}}})", OPEN, 7),  # in, the long way round 5, and out
        (f"union({ROUND}, {{{stub(1)}, {stub(4)}}})", OPEN, 7),  # in, round; not out again
        (f"{{{stub(1)}, {stub(2)}, {stub(4)}}}", OPEN, 1),  # stubs alone do not meet
        ("around(nth(around(c3, town), 1), road)", OPEN, 2),  # a star of three
        # No road passes through another player's town, but a road may begin or end there.
        (ROUND, CLOSED, 6),
        (f"union({ROUND}, {{{stub(1)}}})", CLOSED, 6),
        # The longest road circles the hex from that town. A road to the other stub has only five parts.
        (f"union({ROUND}, {{{stub(1)}, {stub(3)}}})", CLOSED, 6),
        (f"filter(e in union({ROUND}, {{{stub(3)}}}): {CUT} not in around(e, town))", CLOSED, 5),
        # Between two such towns on opposite corners, the longest road has three parts.
        (ROUND, f"filter(t in {OPEN}: t not in {{nth(around(c3, town), 1), nth(around(c3, town), 4)}})", 3),
    ],
)  # fmt: skip
def test_longest_roads(roads: str, ends: str, length: int, tmp_path: Path) -> None:
    """The longest road on the edges of hexes is as long as it is when counted on the board by hand."""
    assert value(tmp_path, ISLAND, f"trail(e in {roads}: {ends}, 15)") == length


@pytest.mark.long("generated")
def test_a_hard_search_is_stopped(tmp_path: Path) -> None:
    """A search that is too hard is stopped by the budget of work.

    A path alternates between light and dark cells. With 16 of one color and 18 of the other, it visits at
    most 33 cells, but it takes long to find out that there is no path of 34.
    """
    (tmp_path / "game.yaml").write_text(
        HEAD.format(body="spaces: {board: {grid: [6, 6], without: [a1, b2]}}"), encoding="utf-8"
    )
    game = Named(load(tmp_path / "game.yaml"))
    node, _ = elaborated(game.compiled, "path(c in board: neighbours(c), 34)")
    assert node is not None
    with pytest.raises(Fault) as fault:
        game.asked(node)
    assert fault.value.code == "GS508"


def test_what_a_search_costs(tmp_path: Path) -> None:
    """A search is charged one unit for each member, link and step.

    A row of three cells has 3 members and 1 + 2 + 1 links. The search takes 3 steps, because a path from the
    first member visits all three.
    """
    (tmp_path / "game.yaml").write_text(HEAD.format(body="spaces: {lane: {track: 3}}"), encoding="utf-8")
    game = Named(load(tmp_path / "game.yaml"))
    node, _ = elaborated(game.compiled, "path(c in lane: neighbours(c), 3)")
    assert node is not None
    game.asked(node)
    assert BUDGET - game.machine.evaluator.scratch[0] == 3 + (1 + 2 + 1) + 3
