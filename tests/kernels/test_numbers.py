"""What policies by positions weigh besides boards: numbers between knots, scores, and features of tiles."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import gamespec
from gamespec.program.tables import Head
from interpreter.compiled.engine import CompiledEngine
from interpreter.kernels.learning.numbers import MIDDLE, Numbers
from interpreter.kernels.learning.regions import ENDS, OWNERS, SIZE, SIZES, TOUCHED, Regions, sorts
from interpreter.kernels.terms import Lists
from interpreter.kernels.tiling import Tiling
from interpreter.play.luck import Draws

if TYPE_CHECKING:
    from gamespec.program import Program


def start(program: Program) -> list[int]:
    """Return the position before the game begins."""
    return [*program.start, *[0] * (program.layout.length - len(program.start))]


class Standing:
    """A game in which the scores are as given."""

    def __init__(self, position: list[int], points: list[int]) -> None:
        self.position, self.points = position, points

    def stand(self) -> None:
        """Do nothing, because the scores are known."""


@pytest.mark.parametrize(
    ("score", "knot", "share"),
    [
        (0, MIDDLE, 0.0),
        (1, MIDDLE + 1, 0.0),
        (2, MIDDLE + 1, 1 / 2),  # between 1 and 3
        (5, MIDDLE + 2, 2 / 4),  # between 3 and 7
        (-5, MIDDLE - 3, 2 / 4),  # between -7 and -3
        (-1, MIDDLE - 2, 1.0),  # between -3 and -1
        (95, MIDDLE + 6, 32 / 64),  # between 63 and 127
        (500, MIDDLE + 6, 1.0),  # beyond the last knot
    ],
)
def test_scores_lie_between_knots(score: int, knot: int, share: float) -> None:
    """The knots on either side of 0 are at 1, 3, 7, 15, 31, 63 and 127."""
    program = gamespec.load("ogallala").program(players=2)
    numbers = Numbers(program, Standing(start(program), [score, 0]), Lists())
    assert numbers.stands
    numbers.find(0)
    own = len(numbers.values)
    assert (numbers.knot[own], numbers.share[own]) == (knot, share)
    assert (numbers.knot[own + 1], numbers.share[own + 1]) == (knot, share)  # the lead over 0


def test_values_lie_between_knots() -> None:
    """In Pig, points are from 0 to 106. 53 of them are half-way, or 7.5 of 15 steps between knots."""
    program = gamespec.load("pig").program(players=2)
    position = start(program)
    numbers = Numbers(program, Standing(position, [0, 0]), Lists())
    assert len(numbers.values) == numbers.size == 3  # both players' points, and those of the turn
    for (place, _, _), value in zip(numbers.values, (53, 106, 0), strict=True):
        position[place] = value
    numbers.find(1)
    assert numbers.knot[:3] == [7, 15, 0]
    assert numbers.share[:3] == [0.5, 0.0, 0.0]
    # each number and each pair counts once in all, divided between its knots
    assert sum(numbers.out[: numbers.count[0]]) == pytest.approx(3 + 3)


def test_seats_share_what_is_said_of_scores() -> None:
    """The same scores, seen from two seats, have the same entries; each seat has its own for points."""
    program = gamespec.load("carcassonne").program(players=2)
    found = list[set[int]]()
    for seat, points in enumerate(([3, 0, 0, 0, 9, 0, 0, 0], [9, 0, 0, 0, 3, 0, 0, 0])):
        numbers = Numbers(program, Standing(start(program), points), Lists())
        numbers.find(seat)
        found.append({*numbers.told[: numbers.count[0]]})
    assert len(found[0] & found[1]) == 3  # of 3 and -6, which has two knots
    assert len(found[0] - found[1]) == len(found[1] - found[0]) == 8  # points of two players in four ways


def test_parts_of_a_sort_have_the_same_terrain() -> None:
    """In Carcassonne, only parts of the same terrain are joined, and all of a terrain may be."""
    table = Path(gamespec.__file__).parents[1] / "games" / "carcassonne"
    lines = [line for line in (table / "segments.csv").read_text().splitlines() if not line.startswith("#")]
    with (table / "tiles.csv").open() as tiles:
        copies = {row["id"]: int(row["copies"]) for row in csv.DictReader(x for x in tiles if x[0] != "#")}
    terrains = Counter[str]()
    for row in csv.DictReader(lines):
        terrains[row["terrain"]] += copies.get(row["tile"], 0)
    (plane,) = gamespec.load("carcassonne").program().planes
    assert sorted(Counter(sorts(plane)).values()) == sorted(terrains.values())
    assert terrains["monastery"] == 6


def test_features() -> None:
    """What is seen of features is what queries of the plane say."""
    program = gamespec.load("carcassonne").program(players=3)
    (plane,) = program.planes
    standing = next(each.first for each in program.families if each.count == len(plane.tile_of))
    tiling, room = Tiling(0, plane, Lists()), [0] * len(plane.tile_of)
    position = start(program)
    regions, of, owned = Regions(program, plane, position, Lists()), sorts(plane), set[int]()
    most_touched = 0
    game, draws = CompiledEngine(program, jobs=1).begin(3), Draws(3, "options")
    while not game.over:
        game.play(game.options[draws.below(len(game.options))])
        position[:] = game.position
        if position[Head.DECISIONS] % 20:
            continue
        for seat in range(program.players):
            wanted = Counter[int]()
            for feature in tuple(room[: tiling.features(position, room)]):
                joined = room[: tiling.joined(position, feature, room)]
                pieces = [
                    program.owners[c]
                    for c, zone in enumerate(position[program.layout.zone_of :][: len(program.owners)])
                    if zone - standing in joined
                ]
                most = max((pieces.count(other) for other in range(3) if other != seat), default=0)
                mine = pieces.count(seat)
                owner = 0 if not pieces else 1 if mine > most else 2 if mine == most else 3
                size, ends = SIZE[min(len(joined), len(SIZE) - 1)], tiling.open_ends(position, feature)
                if not plane.ends[feature]:
                    ends = tiling.around(position, plane.tile_of[feature], room)
                if pieces or ends:
                    kind = (of[feature] * OWNERS + owner) * ENDS + min(ends, ENDS - 1)
                    wanted[kind * SIZES + size] += 1
                    owned.add(owner)
                if owner:
                    beside = room[: tiling.touching(position, feature, room)]
                    complete = [c for c in beside if plane.ends[c] and not tiling.open_ends(position, c)]
                    touched = min(len(complete), TOUCHED - 1)
                    wanted[regions.grown + (of[feature] * OWNERS + owner) * TOUCHED + touched] += 1
                    most_touched = max(most_touched, touched)
            regions.find(seat)
            assert Counter(regions.seen[: regions.count[0]]) == wanted
    assert {0, 1, 3} <= owned
    assert most_touched > 1
