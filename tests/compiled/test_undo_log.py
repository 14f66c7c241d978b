"""Undo logs: after a trial, positions and all derived data equal those of the definitional engine."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from agreement import Played, batches, both, side_by_side

from gamespec.spec import Spec
from interpreter.compiled.analysis.cfg import ControlFlowGraph
from interpreter.compiled.state.undo_log import notes
from interpreter.compiled.unit.unit import Unit

HEAD = """
players: 2
spaces: {board: {grid: [7, 7]}}
variables:
  mark: {per: board, type: player?}
  weight: {per: board, type: 0..9}
  pair: {per: [player, board], type: 0..9}
procedures:
  two:
    with: {c: board, d: board}
    do: [{set: {"weight[c]": "min(weight[c] + 1, 9)", "weight[d]": "min(weight[d] + 2, 9)"}}]
"""
TAIL = """
phases: {play: {turns: clockwise, do: [{offer: [take, pass_]}]}}
end: {over: {when: "count(c in board: mark[c] == none) < 30", winner: me}}
limit: {decisions: 60, then: draw}
"""
KEEPS = 'keeps: "count(n in neighbours(c): mark[n] == me) < 3 and sum(n in board: weight[n]) < 60"'

STEPS = {
    "one after another": ("[{set: {'mark[c]': me, 'weight[c]': 3}}]", 2),
    "the same twice": ("[{set: {'mark[c]': left(me)}}, {set: {'mark[c]': me, 'weight[c]': 1}}]", 3),
    "on one way only": (
        """[{if: row(c) > 3, then: [{set: {'mark[c]': me}}], else: [{set: {'mark[c]': left(me)}}]},
        {if: column(c) > 3, then: [{set: {'weight[c]': 4}}]}]""",
        3,
    ),
    "two keys": ("[{set: {'pair[me, c]': 4, 'mark[c]': me}}]", 2),
    "a procedure": ("[{run: two, with: {c: c, d: c}}, {set: {'mark[c]': me}}]", 3),
    "in a loop": ("[{for: {n: neighbours(c)}, do: [{set: {'weight[n]': 1}}]}, {set: {'mark[c]': me}}]", 1),
}


def game(steps: str) -> str:
    """Return the text of a game in which a cell is taken by the given steps, after trying them."""
    return f"""{HEAD}
actions:
  take: {{with: {{c: {{from: board, where: "mark[c] == none"}}}}, {KEEPS}, do: {steps}}}
  pass_: {{do: []}}
{TAIL}"""


@pytest.mark.parametrize("name", STEPS)
def test_what_is_tried_is_put_back(name: str, game_of: Callable[[str], Spec]) -> None:
    """After trials, positions, options and whole games agree with the definitional engine."""
    engines, played = both(game_of(game(STEPS[name][0])).program(2)), Played()
    side_by_side(engines, 1, 90, played)
    batches(engines, range(6), played)
    assert played.counts["games over"]


@pytest.mark.parametrize("name", STEPS)
def test_what_is_noted(name: str, game_of: Callable[[str], Spec]) -> None:
    """The expected number of instructions is logged.

    An instruction is logged if it runs at most once, and if its store is changed only by such instructions.
    """
    steps, expected = STEPS[name]
    program = game_of(game(steps)).program(2)
    routine = program.actions[0].routine
    assert routine is not None
    assert len(notes(ControlFlowGraph(program), routine, Unit(program).indexes)) == expected
