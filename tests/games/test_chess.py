"""Chess as an author would write it. Its move counts equal the published counts, and it detects repetition.

The counts are those of https://www.chessprogramming.org/Perft_Results, for the initial position and for the
middle-game position known as "Kiwipete", in which all special moves occur.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from inside import Named, place

from gamespec import load
from interpreter.perft import histories

if TYPE_CHECKING:
    from gamespec import Spec
    from interpreter import Game

CHESS = Path(__file__).parent / "authored" / "chess.yaml"
NAMES = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R"
ENDING = "8/8/3k4/8/8/3K4/7R/8"


def position(board: str, folder: Path) -> Spec:
    """Return a game of chess that begins with White to move in the position `board`, given in FEN.

    It is an overlay with a different set-up.
    """
    drawn = [re.sub(r"\d", lambda digits: "." * int(digits[0]), line) for line in board.split("/")]
    rows = "".join(f"\n            {line}" for line in drawn)
    men = {letter: man for small, man in NAMES.items() for letter in (small, small.upper())}
    sides = {letter: f"seat({1 if letter.isupper() else 2})" for letter in men}
    legends = {"man": men, "side": sides}
    steps = [
        f"draw: {name}\n          rows: |{rows}\n          with: {{{', '.join(map(': '.join, of.items()))}}}"
        for name, of in legends.items()
    ]
    for seat, king in enumerate("Kk", 1):
        (cell,) = (f"{'abcdefgh'[line.index(king)]}{8 - i}" for i, line in enumerate(drawn) if king in line)
        steps.append(f'set: {{"king_at[seat({seat})]": {cell}}}')
    if "R3K2R" not in board:
        steps += [f'set: {{"castling[seat({p}), {w}]": false}}' for p in (1, 2) for w in SIDES]
    (folder / "chess.yaml").write_text(CHESS.read_text())
    listed = "".join(f"\n        - {step}" for step in [*steps, "remember: positions"])
    (folder / "from.yaml").write_text(
        f"language: 1\ngame: chess-from\ntitle: Chess from a position\nextends: chess.yaml\n"
        f"edit:\n  - set:\n      setup:{listed}\n"
    )
    return load(folder / "from.yaml")


SIDES = ("queenside", "kingside")


@pytest.mark.long("counts")
def test_counts_from_the_beginning() -> None:
    """From the initial position, there are 20 moves, 400 sequences of two moves, and 8,902 of three moves."""
    assert histories(load(CHESS).program(), 3) == [20, 400, 8_902]


def test_counts_from_the_middle_game(tmp_path: Path) -> None:
    """From "Kiwipete", where all special moves occur, there are 48 moves and 2,039 sequences of two moves."""
    assert histories(position(KIWIPETE, tmp_path).program(), 2) == [48, 2_039]


@pytest.mark.long("deep")
def test_deeper_counts(tmp_path: Path) -> None:
    """There are 197,281 sequences of four initial moves, and 97,862 of three moves from "Kiwipete"."""
    assert histories(load(CHESS).program(), 4)[-1] == 197_281
    assert histories(position(KIWIPETE, tmp_path).program(), 3)[-1] == 97_862


def play(game: Named, *moves: str) -> None:
    """Make the given moves, each identified by the text of its option."""
    for move in moves:
        game.apply(next(option for option in game.options if game.text(option) == move))


def end_of(game: Named) -> str:
    """Return the reason why the game is over."""
    assert game.result is not None
    return game.compiled.names.reason(game.result.outcome)


OUT, HOME = ("g1f3knight", "g8f6knight"), ("f3g1knight", "f6g8knight")


def test_threefold_repetition() -> None:
    """The game ends when the initial position occurs for the third time.

    Knights move out and back twice, which takes eight moves.
    """
    game = Named(load(CHESS))
    play(game, *OUT, *HOME, *OUT, HOME[0])
    assert not game.over
    play(game, HOME[1])
    assert end_of(game) == "threefold"


def test_a_right_to_castle_is_part_of_a_position() -> None:
    """A position counts as new if the pieces stand as before but a right to castle has been lost."""
    game = Named(load(CHESS))
    rooks = ("h1g1rook", "h8g8rook", "g1h1rook", "g8h8rook")
    play(game, *OUT, *rooks, *rooks)
    # The pieces stand like this for the third time, but the first time with more rights to castle.
    assert not game.over
    play(game, *rooks[:2])
    # The position with both rooks out and without the right to castle has now occurred three times.
    assert end_of(game) == "threefold"


@pytest.mark.long("contract")
def test_repetition_and_fifty_moves_at_random(tmp_path: Path) -> None:
    """In random endings of king and rook against king, repetition and the fifty-move rule end the game.

    The test computes independently when they must.
    """
    spec, ends = position(ENDING, tmp_path), Counter[str]()
    for seed in range(24):
        game, draws = Named(spec), random.Random(seed)  # noqa: S311 - not for secrets
        seen = Counter([key(game)])
        quiet, men = 0, 3
        while not game.over:
            options = draws.sample(game.options, len(game.options))
            for option in options:
                after = game.clone()
                after.apply(option)
                if seed % 2 or key(after, game) not in seen:  # every second game avoids repetition
                    break
            game.apply(option)
            left = sum(man >= 0 for man in game.held("man"))
            quiet, men = (quiet + 1, left) if left == men else (0, left)
            stuck = bool(game.held("stuck")[0])
            seen[key(game)] += not stuck
            due = "threefold" if seen[key(game)] == 3 else "fifty_moves" if quiet == 100 else None
            assert due == (end_of(game) if game.over and not stuck else None)
        ends[end_of(game)] += 1
    assert {"threefold", "fifty_moves"} <= ends.keys()


def key(game: Game, named: Named | None = None) -> tuple[int, ...]:
    """Return what identifies a position: the pieces, their sides, and the player to move."""
    compiled = (named or game).compiled  # type: ignore[union-attr] # one of them knows its names
    found: list[int] = []
    for name, count in (("side", 64), ("man", 64), ("mover", 1)):
        at = place(compiled, name)
        found += game.position[at : at + count]
    return tuple(found)
