"""International draughts as an author would write it. Its move counts equal the published counts.

A player who can capture must do so, and must capture as many men as possible. `most` and `in_a_row` express
this rule. The counts are those of draughts programs (chessprogramming.org, "Perft"): 9, 81, 658, 4,265,
27,117. Captures of several men that lead to the same position count as one move.
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
    """Return the games that can result from the current turn, one for each resulting position."""
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
    """Return the number of sequences of `depth` moves from the current position."""
    after = turns(game) if not game.over else []
    return len(after) if depth == 1 else sum(count(each, depth - 1) for each in after)


@pytest.mark.long("counts")
def test_counts() -> None:
    """There are 9 first moves, 81 sequences of two moves, and 658 sequences of three, some with captures."""
    start = Game(load(DRAUGHTS).program())
    assert [count(start, depth) for depth in (1, 2, 3)] == [9, 81, 658]


@pytest.mark.long("deep")
def test_deeper_counts() -> None:
    """There are 4,265 sequences of four moves, and 27,117 sequences of five moves."""
    start = Game(load(DRAUGHTS).program())
    assert [count(start, depth) for depth in (4, 5)] == [4_265, 27_117]


BOARDS = {
    # Each case has White's men, White's kings, Black's men, and the legal moves. In the first case, a man can
    # capture one man to the left or two men to the right, so only the latter is legal.
    "the most": ("e8", "", "d7 f7 h5", ["e8 x g6"]),
    "as many": ("e8", "", "d7 f7", ["e8 x c6", "e8 x g6"]),
    # A king captures from a distance, and may land on any free square behind the captured man.
    "from afar": ("", "j9", "g6", ["j9 x b1", "j9 x c2", "j9 x d3", "j9 x e4", "j9 x f5"]),
    # White's men move up the board, but they may also capture backwards.
    "backwards": ("e4", "", "f5", ["e4 x g6"]),
    # A man with another man behind it cannot be captured.
    "protected": ("e8", "", "d7 c6", ["e8 - f7"]),
    # A king must capture as many men as possible, so it must land where it can capture another man.
    "to go on": ("", "j9", "g6 c6", ["j9 x e4"]),
}


@pytest.mark.parametrize("case", BOARDS)
def test_what_must_be_taken(tmp_path: Path, case: str) -> None:
    """A player who can capture is offered only the captures that take the greatest number of men in total."""
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
