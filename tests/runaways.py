"""Games that would run forever before they reach a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program.budget import BUDGET, RESERVE
from interpreter.kernels import budget

if TYPE_CHECKING:
    import pytest

BOARD = """
spaces: {board: {grid: [10, 10]}}
components:
  card: {attributes: {n: 1..20}, all: {n: 1..20}, start: deck}
zones: {deck: {of: card, ordered: true}}
variables: {k: {type: 0..9}, on: {per: board, type: bool}}
functions:
  twice: {with: {n: 0..99}, is: n + n}
"""


def have(units: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the definitional engine a budget of `units`, and reserve the usual fraction of it."""
    monkeypatch.setattr(budget, "RESERVE", units * RESERVE // BUDGET)
    monkeypatch.setattr(budget, "BUDGET", units)


def play(*steps: str) -> str:
    """Return the text of a game whose turns consist of the given steps and then of a choice."""
    do = "".join(f"      {line}\n" for line in (*steps, "- choose: {x: {from: 1..2}}"))
    return f"{BOARD}phases:\n  play:\n    turns: clockwise\n    do:\n{do}"


_FUNCTIONS = list(enumerate(range(1, 22)))

RUNAWAYS: list[tuple[str, str]] = [
    (play("- while: k < 5", "  do: [{set: {k: 1 - k}}]"), ""),
    (play("- for: {i: 1..9999}", "  do: [{for: {j: 1..9999}, do: [{set: {k: 0}}]}]"), ""),
    (play("- while: true", "  do: [{let: {l: 1..9999}}]"), ""),
    (play("- while: true", "  do: [{shuffle: deck}]"), "shuffle"),
    (play("- while: true", "  do: [{move: deck, to: deck}]"), "move"),
    (play("- while: true", "  do: [{random: {d: {from: 1..999}}}]"), "random"),
    (
        play('- set: {k: "count(a in board: any(b in board: any(c in board: on[a] and on[b] or on[c])))"}'),
        "any(c in board: on[a] and on[b] or on[c])",
    ),
    (play('- set: {k: "size(reach(c from board.a1: filter(d in board: none(e in board: on[e]))))"}'), "none"),
    (play("- choose: {a: {from: board}, b: {from: board}, c: {from: board, where: k > 3}}"), "c"),
    (play('- choose: {a: {from: deck, count: 10, where: "k > 3"}}'), "a"),
    (play("- choose: {a: {from: 1..999 - k}, b: {from: 1..999 - k}}"), "b"),
    (
        BOARD
        + "".join(f"  g{i}: {{with: {{n: 0..9}}, is: 'min(9, g{j}(n) + g{j}(n))'}}\n" for j, i in _FUNCTIONS)
        + "  g0: {with: {n: 0..9}, is: n}\nscore: g21(1)\nranking: [g21(1)]\n",
        "",
    ),
    (
        BOARD + "actions:\n  go:\n    with: {a: {from: board}, b: {from: board}}\n    do: [{set: {k: 4}}]\n"
        "    keeps: k == 5\n"
        "phases: {play: {turns: clockwise, do: [{offer: [go]}]}}\n",
        "",
    ),
]  # fmt: skip
"""Games, each with the beginning of the innermost expression that does not terminate."""
