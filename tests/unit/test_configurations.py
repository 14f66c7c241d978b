"""Options are tried in combinations: each two values together; what fails says with which."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from gamespec.configurations import MOST_COVERING, PLAYERS, covering, every, total
from gamespec.loader import check

if TYPE_CHECKING:
    from pathlib import Path

VALUES = st.integers(2, 4).map(lambda n: tuple(range(n)))

GAME = """\
language: 1
game: sample
title: Sample
players: 2..4
options:
  size: {type: 3..9, default: 9}
  line: {type: 3..9, default: 3}
  open: {type: bool, default: true}
spaces:
  board: {grid: [size, size]}
enums:
  mood: [calm, wild]
variables:
  mark: {per: board, type: player?}
phases:
  play: {turns: clockwise, do: []}
end:
  full: {when: "any(c in board: mark[c] == me and CONDITION)", winner: me}
limit: {decisions: 81, then: draw}
"""


@given(st.lists(VALUES, max_size=6))
def test_every_two_values_stand_together(values: list[tuple[int, ...]]) -> None:
    """Property: any two values of two options are in one of the rows; the defaults are the first."""
    factors = {PLAYERS: (2, 4), **{f"o{i}": v for i, v in enumerate(values)}}
    rows = list(covering(factors))
    assert len(rows) <= min(MOST_COVERING, total(factors))
    assert rows[0] == {name: v[0] for name, v in factors.items()}
    assert len({tuple(row.items()) for row in rows}) == len(rows)
    for a, b in combinations(factors, 2):
        assert {(row[a], row[b]) for row in rows} == {(x, y) for x in factors[a] for y in factors[b]}


def test_many_options_are_tried_one_by_one() -> None:
    """With more pairs than can be covered each row, up to the bound, changes one value."""
    factors = {PLAYERS: (2,), **{f"o{i}": (0, 1) for i in range(800)}}
    rows = list(covering(factors))
    assert len(rows) == MOST_COVERING
    assert all(sum(v for n, v in row.items() if n != PLAYERS) <= 1 for row in rows)


def test_all_combinations() -> None:
    """A thorough check has a row for each combination."""
    assert len(list(every({PLAYERS: (2, 3), "a": (0, 1), "b": (0, 1, 2)}))) == 2 * 2 * 3


def _notes(tmp_path: Path, condition: str, *, thorough: bool = False) -> list[tuple[str, str]]:
    (tmp_path / "game.yaml").write_text(GAME.replace("CONDITION", condition), encoding="utf-8")
    found = check(tmp_path, thorough=thorough).diagnostics
    return [(d.code, d.notes[-1]) for d in found if d.severity == "error"]


def test_a_fault_of_two_options_says_which(tmp_path: Path) -> None:
    """What fails with two options together is told with these two, and no further ones."""
    assert _notes(tmp_path, "12 // (size - line + 6) > 0") == [("GS304", "with size=3, line=9")]


def test_a_cell_that_one_end_lacks_says_at_which(tmp_path: Path) -> None:
    """A cell that is not on the smallest board is told with the size at which it lacks."""
    assert _notes(tmp_path, "c == i9") == [("GS201", "with size=3")]


def test_a_fault_of_a_number_of_players_says_which(tmp_path: Path) -> None:
    """What only fails with the most players is told with them."""
    assert _notes(tmp_path, "12 // (4 - size(players)) > 0") == [("GS304", "with 4 players")]


def test_thorough_finds_what_lies_between(tmp_path: Path) -> None:
    """A fault in the middle of an option's range is found by a thorough check only."""
    condition = "12 // (size - 5) > 0"
    assert _notes(tmp_path, condition) == []
    assert _notes(tmp_path, condition, thorough=True) == [("GS304", "with size=5")]
