"""Test of a whole tile game, played by a reader that sees only the screen.

The reader takes the map, and the tile in each rotation, from the printed screen. From the printed sides
alone, it finds the places where the tile fits, and compares these with the listed options. The map must
therefore show everything that the placement rule needs, which is the places, rotations and sides of tiles.
"""

from __future__ import annotations

import random
import re

import pytest

import gamespec
from interpreter.drawn.text import table_text
from interpreter.play.luck import Seeds
from interpreter.replay import Origin
from interpreter.scene.asked import asked_of
from interpreter.sitting import Sitting

LINES, WIDE = 3, 6
"""Height and width of a tile on the screen, in lines and characters."""

Block = tuple[str, ...]
Place = tuple[int, int]

NEAR = ((0, -1), (1, 0), (0, 1), (-1, 0))


def sides(block: Block) -> tuple[str, ...]:
    """Return what is printed along the north, east, south and west sides of a block.

    The corners belong to the north and south sides, so only the middle of the other two sides can be read.
    """
    rows = [[line[i] for i in range(0, WIDE, 2)] for line in block]
    return "".join(rows[0]), rows[1][-1], "".join(rows[-1]), rows[1][0]


def laid(screen: list[str]) -> tuple[dict[Place, Block], set[Place]]:
    """Return the blocks on the map of a screen, keyed by place, and the places that are marked as free.

    A place is a column and a row.
    """
    tiles: dict[Place, Block] = {}
    free: set[Place] = set()
    end = next(i for i, line in enumerate(screen) if " city" in line and " field" in line)
    columns: dict[int, int] = {}
    for number, line in enumerate(screen[:end]):
        if re.fullmatch(r"[ \d-]+", line) and re.match(r" {4,}", line):
            columns = {m.end(): int(m.group()) for m in re.finditer(r"-?\d+", line)}
            continue
        head = re.match(r" {0,2}(-?\d+)( |$)", line)
        if head is None:
            continue
        row, margin = int(head.group(1)), min(columns) - 4
        for at, column in columns.items():
            start = margin + 7 * round((at - margin - 3) / 7)
            middle = line[start : start + WIDE]
            if middle.strip() == "[]":
                free.add((column, row))
            elif middle.strip():
                block = tuple(screen[number + d][start : start + WIDE] for d in (-1, 0, 1))
                tiles[column, row] = block
    return tiles, free


def turns(screen: list[str]) -> dict[int, Block]:
    """Return the printed block of the tile to be laid, keyed by its rotation in degrees."""
    at = next(i for i, line in enumerate(screen) if line.lstrip().startswith("as it is")) - 1
    heads = [(m.start(), m.group()) for m in re.finditer(r"\S+( \S+)*", screen[at + 1])]
    return {
        int(head.split()[-1]) if head.startswith("turned") else 0: tuple(
            screen[at + 2 + d][start : start + WIDE] for d in range(LINES)
        )
        for start, head in heads
    }


def fits(tiles: dict[Place, Block], place: Place, block: Block, feet: set[str]) -> bool | None:
    """Return whether a block matches its neighbors, or None if a piece hides a side that matters."""
    x, y = place
    pairs: list[tuple[str, str]] = []
    for way, (dx, dy) in enumerate(NEAR):
        other = tiles.get((x + dx, y + dy))
        if other is not None:
            pairs += zip(sides(block)[way], sides(other)[(way + 2) % 4], strict=True)
    if any(a != b and not {a, b} & feet for a, b in pairs):
        return False
    return None if any({a, b} & feet for a, b in pairs) else True


@pytest.mark.long("golden")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_of_tiles_by_the_screen(seed: int) -> None:
    """At each decision about a tile, the listed options are those that the printed sides allow."""
    spec = gamespec.load("carcassonne")
    compiled = spec.compiled(2)
    sitting = Sitting(compiled, Origin.of(spec), Seeds(seed, 0), ("human", "human"), "en")
    luck, asked_for_tiles, sure = random.Random(seed), 0, 0  # noqa: S311 - a game of a test
    while (decision := sitting.game.decision) is not None:
        asked = asked_of(sitting.words, sitting.game)
        assert asked is not None
        if asked.prompt == "Where do you lay the tile?":
            screen = table_text(sitting.scene(decision.player), 2000)
            tiles, free = laid(screen)
            listed = {
                ((int(x), int(y)), int(turn or 0))
                for choice in asked.choices
                for x, y, turn in re.findall(r"\((-?\d+), (-?\d+)\)(?: turned (\d+))?", choice.label)
            }
            feet = {player.look.symbol for player in sitting.scene(0).players}
            said = {
                (place, turn): fits(tiles, place, block, feet)
                for turn, block in turns(screen).items()
                for place in free
            }
            assert {spot for spot, fit in said.items() if fit} <= listed
            assert listed <= {spot for spot, fit in said.items() if fit is not False}
            sure += sum(fit is not None for fit in said.values())
            asked_for_tiles += 1
        sitting.answer(luck.choice(decision.options))
    assert asked_for_tiles > 60
    assert sure > 50 * asked_for_tiles
