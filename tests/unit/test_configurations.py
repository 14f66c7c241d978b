"""Tests for the combinations of options that the checker tries.

Every two values of different options are tried together, and a fault is reported with its options.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamespec import trials
from gamespec.configurations import MOST_COVERING, PLAYERS, Choice, Rows, total
from gamespec.feasible import Feasible
from gamespec.loader import check
from gamespec.text.effort import Effort

if TYPE_CHECKING:
    from pathlib import Path

    from gamespec.resolve import Requirements
    from gamespec.text.source import Span

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
    """Property: every pair of values of two options occurs in a row, and the first row has the defaults."""
    factors = {PLAYERS: (2, 4), **{f"o{i}": v for i, v in enumerate(values)}}
    rows = list(Rows(factors).covering())
    assert len(rows) <= min(MOST_COVERING, total(factors))
    assert rows[0] == {name: v[0] for name, v in factors.items()}
    assert len({tuple(row.items()) for row in rows}) == len(rows)
    for a, b in combinations(factors, 2):
        assert {(row[a], row[b]) for row in rows} == {(x, y) for x in factors[a] for y in factors[b]}


class _Told(NamedTuple):
    """Requirements in the form of tables, each of which lists the allowed pairs of values of two options."""

    named: tuple[frozenset[str], ...]
    allowed: tuple[frozenset[tuple[int, int]], ...]
    spent: int = 0

    def holds(self, number: int, players: int, options: dict[str, int]) -> bool:
        """Return whether the requirement with this number holds, as `Requirements.holds` does."""
        a, b = sorted(self.named[number])
        known = {**options, "players": players}
        return (known[a], known[b]) in self.allowed[number]


@st.composite
def restricted(draw: st.DrawFn) -> tuple[dict[str, tuple[int, ...]], _Told]:
    """Draw options with their values, and requirements on some pairs of options.

    The requirements always allow the defaults.
    """
    factors = {PLAYERS: (2, 4), **{f"o{i}": draw(VALUES) for i in range(draw(st.integers(2, 4)))}}
    named, allowed = [], []
    for a, b in draw(st.lists(st.sampled_from(list(combinations(factors, 2))), min_size=1, max_size=3)):
        names = {"players" if n == PLAYERS else n: factors[n] for n in (a, b)}
        first, second = sorted(names)
        every = list(product(names[first], names[second]))
        kept = draw(st.sets(st.sampled_from(every)))
        usual = {pair for pair in every if all(p in {2, 4} or p == 0 for p in pair)}
        named.append(frozenset(names))
        allowed.append(frozenset(kept | usual | {(names[first][0], names[second][0])}))
    return factors, _Told(tuple(named), tuple(allowed))


@given(restricted())
def test_what_can_stand_together_does_and_nothing_else(
    drawn: tuple[dict[str, tuple[int, ...]], _Told],
) -> None:
    """Property: the rows contain exactly the pairs of values that occur in some allowed choice.

    The allowed choices are found by brute force. Every row is allowed, the excluded pairs are counted, and
    `every` yields exactly the allowed choices.
    """
    factors, told = drawn
    feasible = Feasible(cast("Requirements", told), factors)
    every = [dict(zip(factors, row, strict=True)) for row in product(*factors.values())]
    stand = [row for row in every if _stands(told, row)]
    usual = {name: values[0] for name, values in factors.items()}
    if any({**usual, PLAYERS: number} not in stand for number in factors[PLAYERS]):
        return  # the defaults are broken, which is told before any row is tried
    rows = Rows(factors, feasible.completed)
    tried = list(rows.covering())
    pairs = {(a, x, b, y) for a, b in combinations(factors, 2) for x in factors[a] for y in factors[b]}
    can = {(a, row[a], b, row[b]) for row in stand for a, b in combinations(factors, 2)}
    assert all(row in stand for row in tried)
    assert {(a, row[a], b, row[b]) for row in tried for a, b in combinations(factors, 2)} == can
    assert rows.left_out == len(pairs - can)
    whole = list(Rows(factors, feasible.completed).every())
    assert len(whole) == len(stand)
    assert all(row in whole for row in stand)


@given(restricted(), st.integers(0, 300))
def test_every_row_is_valid_however_little_may_be_searched(
    drawn: tuple[dict[str, tuple[int, ...]], _Told], parts: int
) -> None:
    """Property: if the search ends early, pairs are left out, but no row breaks a requirement."""
    factors, told = drawn
    usual = {name: values[0] for name, values in factors.items()}
    if all(_stands(told, {**usual, PLAYERS: number}) for number in factors[PLAYERS]):
        rows = Rows(factors, Feasible(cast("Requirements", told), factors, parts).completed)
        assert all(_stands(told, row) for row in rows.covering())


def _stands(told: _Told, row: Choice) -> bool:
    options = {n: v for n, v in row.items() if n != PLAYERS}
    return all(told.holds(n, row[PLAYERS], options) for n in range(len(told.named)))


def test_many_options_are_tried_one_by_one() -> None:
    """If there are too many pairs to cover, each row changes a single value.

    The number of rows is at most `MOST_COVERING`.
    """
    factors = {PLAYERS: (2,), **{f"o{i}": (0, 1) for i in range(800)}}
    rows = list(Rows(factors).covering())
    assert len(rows) == MOST_COVERING
    assert all(sum(v for n, v in row.items() if n != PLAYERS) <= 1 for row in rows)


def test_all_combinations() -> None:
    """A thorough check has one row for each combination of values."""
    assert len(list(Rows({PLAYERS: (2, 3), "a": (0, 1), "b": (0, 1, 2)}).every())) == 2 * 2 * 3


def _notes(tmp_path: Path, condition: str, *, thorough: bool = False) -> list[tuple[str, str]]:
    (tmp_path / "game.yaml").write_text(GAME.replace("CONDITION", condition), encoding="utf-8")
    found = check(tmp_path, thorough=thorough).diagnostics
    return [(d.code, d.notes[-1]) for d in found if d.severity == "error"]


def test_a_fault_of_two_options_says_which(tmp_path: Path) -> None:
    """A fault that needs particular values of two options is reported with these two options only."""
    assert _notes(tmp_path, "12 // (size - line + 6) > 0") == [("GS304", "with size=3, line=9")]


def test_a_cell_that_one_end_lacks_says_at_which(tmp_path: Path) -> None:
    """If a rule names a cell that the smallest board lacks, the error gives the size of that board."""
    assert _notes(tmp_path, "c == i9") == [("GS201", "with size=3")]


def test_a_fault_of_a_number_of_players_says_which(tmp_path: Path) -> None:
    """A fault that occurs only with the greatest number of players is reported with that number."""
    assert _notes(tmp_path, "12 // (4 - size(players)) > 0") == [("GS304", "with 4 players")]


def test_thorough_finds_what_lies_between(tmp_path: Path) -> None:
    """A fault at a value in the middle of an option's range is found only by a thorough check."""
    condition = "12 // (size - 5) > 0"
    assert _notes(tmp_path, condition) == []
    assert _notes(tmp_path, condition, thorough=True) == [("GS304", "with size=5")]


OPTIONS = """\
language: 1
game: sample
title: Sample
players: 2
options:
{options}
requires:
  - {{is: "{condition}", says: No}}
phases:
  play: {{turns: clockwise, do: []}}
limit: {{decisions: 4, then: draw}}
"""


def _spent(tmp_path: Path, options: int, condition: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the effort spent on checking a game with `options` options of 21 values and one requirement.

    The effort is counted in parts, as `Effort.spend` does.
    """
    declared = "\n".join(f"  o{i}: {{type: 0..20, default: 0}}" for i in range(options))
    (tmp_path / "game.yaml").write_text(
        OPTIONS.format(options=declared, condition=condition), encoding="utf-8"
    )
    spent, spend = [0], Effort.spend

    def counted(effort: Effort, parts: int, span: Span) -> None:
        spent[0] += parts
        spend(effort, parts, span)

    with monkeypatch.context() as patch:
        patch.setattr(Effort, "spend", counted)
        check(tmp_path)
    return spent[0]


# Requirements on all options, none of which can be decided before every option has a value. Each holds for
# the defaults, which are 0; all but the last hold for hardly any other choice.
RARE = (
    "({product}) % 977 == 1",
    "({product}) == 1 or ({product}) % 9973 == 5",
    "({sum}) == 0 or ({sum}) == 1000",
    "({sum}) % 101 == 0 and ({product}) % 97 == 1",
    "({sum}) >= 0",
)


@pytest.mark.parametrize("rule", RARE)
@pytest.mark.parametrize("options", [2, 6, 12])
def test_no_requirement_takes_long_to_check(
    rule: str, options: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Property: however rarely a requirement holds, a search takes hardly more effort than allowed.

    It may exceed the limit by one question, of at most 300 parts here, and by the effort of trying 64
    choices.
    """
    allowed = 6_000
    monkeypatch.setattr(trials, "MOST_SEARCHED", allowed)
    product_ = " * ".join(f"(o{i} % 7 + 1)" for i in range(options))
    sum_ = " + ".join(f"o{i}" for i in range(options))
    names = {"product": product_, "sum": sum_}
    free = _spent(tmp_path, options, "o0 >= 0", monkeypatch)
    assert _spent(tmp_path, options, rule.format(**names), monkeypatch) <= allowed + 2 * free + 65 * 300


def test_a_rare_choice_costs_no_more_than_all_searches_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All searches together take at most 60,000 parts.

    A file of half a kilobyte once took 2.6 million parts.
    """
    condition = " * ".join(f"(o{i} + 1)" for i in range(6)) + " % 977 == 1"
    assert _spent(tmp_path, 6, condition, monkeypatch) < 100_000


def test_a_thousand_options_go_together(tmp_path: Path) -> None:
    """Requirements on each pair of neighbors among 1,000 options nest no deeper than a single requirement."""
    declared = "\n".join(f"  o{i}: {{type: 0..1, default: 0}}" for i in range(1000))
    rules = "\n".join(f'  - {{is: "o{i} == o{i + 1}", says: No}}' for i in range(999))
    text = OPTIONS.format(options=declared, condition="o0 == o1").replace("phases:", f"{rules}\nphases:")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    assert {d.code for d in check(tmp_path).diagnostics} <= {"GS116", "GS401", "GS402"}
