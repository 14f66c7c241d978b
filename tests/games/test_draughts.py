"""International draughts, written as an author would: its move counts are the published ones.

Who can take must, and as many as can be: that is `most` and `in_a_row`. The counts are those of the draughts
programs that play it (chessprogramming.org, "Perft"): 9, 81, 658, 4,265, 27,117. A move that takes several
counts once, however it goes, if it ends alike.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from inside import Named

from gamespec import load
from gamespec.program.tables import Head
from interpreter import Game

DRAUGHTS = Path(__file__).parent / "authored" / "draughts.yaml"


def turns(game: Game) -> list[Game]:
    """The games after the turn that is due, one for each position that it may lead to."""
    mover, found, left = game.player, dict[tuple[int, ...], Game](), [game]
    while left:
        now = left.pop()
        for option in now.options:
            after = now.clone()
            after.apply(option)
            if after.over or after.position[Head.TURN] != mover:
                position = [*after.position]
                position[Head.DECISIONS] = 0  # several ways to take the same are one move
                found[tuple(position)] = after
            else:
                left.append(after)
    return list(found.values())


def count(game: Game, depth: int) -> int:
    """How many sequences of so many moves there are."""
    after = turns(game) if not game.over else []
    return len(after) if depth == 1 else sum(count(each, depth - 1) for each in after)


def test_counts() -> None:
    """9 moves, 81 of both, 658 of three, in which the first men are taken."""
    start = Game(load(DRAUGHTS).program())
    assert [count(start, depth) for depth in (1, 2, 3)] == [9, 81, 658]


@pytest.mark.long("deep")
def test_deeper_counts() -> None:
    """4,265 sequences of four moves, 27,117 of five."""
    start = Game(load(DRAUGHTS).program())
    assert [count(start, depth) for depth in (4, 5)] == [4_265, 27_117]


BOARDS = {
    # White's men and kings, Black's men: what is offered, as the rules have it
    # a man can take one to the left, or two to the right: two is more
    "the most": ("e8", "", "d7 f7 h5", ["e8 x g6"]),
    "as many": ("e8", "", "d7 f7", ["e8 x c6", "e8 x g6"]),
    # a king takes from afar, and may land on any square behind
    "from afar": ("", "j9", "g6", ["j9 x b1", "j9 x c2", "j9 x d3", "j9 x e4", "j9 x f5"]),
    # White's men go up the board
    "backwards": ("e4", "", "f5", ["e4 x g6"]),
    # two in a row protect each other
    "protected": ("e8", "", "d7 c6", ["e8 - f7"]),
    # a king takes as many: it must land where another one can be taken
    "to go on": ("", "j9", "g6 c6", ["j9 x e4"]),
}


@pytest.mark.parametrize("case", BOARDS)
def test_what_must_be_taken(tmp_path: Path, case: str) -> None:
    """Of all ways to take only those are offered that take the most men in all."""
    men, kings, foes, offered = BOARDS[case]
    put = [f'{{set: {{"man[{c}]": seat(1)}}}}' for c in men.split()]
    put += [f'{{set: {{"man[{c}]": seat(1), "king[{c}]": true}}}}' for c in kings.split()]
    put += [f'{{set: {{"man[{c}]": seat(2)}}}}' for c in foes.split()]
    text = DRAUGHTS.read_text()
    setup = text[text.index("setup:") : text.index("phases:")]
    path = tmp_path / "game.yaml"
    path.write_text(text.replace(setup, f"setup: [{', '.join(put)}]\n"))
    game = Named(load(path))
    assert sorted(game.text(option) for option in game.options) == offered
