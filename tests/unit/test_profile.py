"""Tests for profiles of playouts, which count exactly how much work each line of a game causes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import gamespec
from gamespec.program.budget import BUDGET
from interpreter.compiled.analysis.techniques import PLAIN
from interpreter.compiled.making.artifact import made_of
from interpreter.compiled.making.build_key import BuildKey
from interpreter.compiled.wasm.interface import Use
from interpreter.profile import Called, Line, Profile, profiled
from interpreter.simulate import playouts

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.compile import Compiled
    from interpreter.simulate import Summary

    Maker = Callable[[str], Spec]

RULES = """\
game: sample
title: Sample
players: 2
variables: {n: {type: 0..9}}
functions:
  twice:
    with: {k: 0..9}
    is: k + k
  above:
    with: {k: 0..9}
    is: |
      count(i in 1..7:
        i > k)
phases:
  play:
    turns: clockwise
    do:
      - choose:
          x:
            from: 1..3
            where: above(x) > 2
      - set: {n: "max(n, twice(x))"}
score: above(n)
limit: {decisions: 2, then: rank}
"""

TRIED = """\
game: tried
title: Tried
players: 2
variables: {n: {type: 0..99}}
actions:
  raise:
    with: {x: {from: 1..3}}
    do: [{set: {n: n + x}}]
    keeps: "any(i in 1..9: n < 50 + i)"
phases: {play: {turns: clockwise, do: [{offer: [raise]}]}}
limit: {decisions: 4, then: draw}
"""

LISTS = """\
game: lists
title: Lists
players: 2
variables: {n: {type: 0..999}}
functions:
  small:
    is: "filter(i in 1..8: i < 5)"
  pairs:
    is: |
      map(i in small(): i + i)
phases:
  play:
    turns: clockwise
    do:
      - choose: {x: {from: 1..2}}
      - set:
          n: |
            sum(p in pairs():
              p * p)
limit: {decisions: 3, then: draw}
"""

LOOP = """\
game: loop
title: Loop
players: 2
options: {size: {type: 1..400, default: 10}}
variables: {n: {type: 0..999}}
phases:
  play:
    turns: clockwise
    do:
      - choose: {x: {from: 1..2}}
      - set:
          n: |
            count(i in 1..size:
              i % 7 > x)
limit: {decisions: 5, then: draw}
"""


def line(profile: Profile, text: str) -> Line:
    """Return the first line of the profile whose text contains `text`."""
    return next(line for line in profile.lines if text in line.text)


def plainly(compiled: Compiled, games: int) -> tuple[Summary, Profile]:
    """Profile games without optimizations, so that arithmetic predicts how often each line is evaluated."""
    return profiled(compiled, games, techniques=PLAIN)


def function(profile: Profile, name: str) -> Called:
    """Return the profile of the function called `name`."""
    return next(function for function in profile.functions if function.name == name)


def test_each_line_knows_how_often_it_is_evaluated(game_of: Maker) -> None:
    """The profile counts how often each line is evaluated.

    The game has two decisions with 3 candidates each.
    """
    summary, profile = plainly(game_of(RULES).compiled(), 1)
    assert summary.decisions == 2
    assert line(profile, "where: above").times == 2 * 3
    assert line(profile, "from: 1..3").times == 2
    assert line(profile, "i > k").times >= 7 * 2 * 3
    assert line(profile, "twice(x)").times == 2


def test_functions_know_who_applies_them(game_of: Maker) -> None:
    """The profile of a function lists its callers.

    Each candidate and the score call `above`, and each turn calls `twice`.
    """
    _, profile = plainly(game_of(RULES).compiled(), 1)
    above, twice = function(profile, "above"), function(profile, "twice")
    by = {span.text: calls for span, calls, _ in above.callers}
    assert by["above(x)"] == 2 * 3
    assert by["above(n)"] % 2 == 0
    assert above.calls == sum(by.values())
    assert above.whole == sum(whole for _, _, whole in above.callers)
    assert (twice.calls, [span.text for span, _, _ in twice.callers]) == (2, ["twice(x)"])
    assert 0 < above.own == above.whole
    assert above.own == sum(line(profile, text).instructions for text in ("count(i in", "i > k"))


def test_lines_know_what_they_are_run_for(game_of: Maker) -> None:
    """The profile of a line lists the parts of the game for which the line ran.

    The parts are the options of a choice, the result, and a phase.
    """
    _, profile = plainly(game_of(RULES).compiled(), 1)
    assert {part.name for part in line(profile, "i > k").callers} == {"options of choose_x", "result"}
    assert [part.name for part in line(profile, "where: above").callers] == ["options of choose_x"]
    assert [part.name for part in line(profile, "twice(x)").callers] == ["phase play"]


def test_what_is_tried_is_told_where_it_is_asked(game_of: Maker) -> None:
    """Work on trials is charged to the question whose options are tried.

    Each of the 3 options is tried before each of the 4 decisions, and each answer runs the steps once more.
    """
    _, profile = plainly(game_of(TRIED).compiled(), 1)
    assert line(profile, "keeps:").times == 4 * 3
    steps = line(profile, "do: [{set")
    assert steps.times == 4 * (3 + 1)
    assert {part.name for part in steps.callers} == {"options of offer", "action raise"}


def test_functions_that_give_lists_leave_their_takers_out(game_of: Maker) -> None:
    """A function that returns a list is not charged for its caller's loop over the members.

    In each of 3 turns there are 8 numbers, of which 4 are small.
    """
    _, profile = plainly(game_of(LISTS).compiled(), 1)
    small, pairs = function(profile, "small"), function(profile, "pairs")
    assert (small.calls, pairs.calls) == (3, 3)
    assert line(profile, "i < 5").times == 3 * 8
    assert line(profile, "p * p").times == 3 * 4
    assert small.whole == small.own
    assert pairs.whole == pairs.own + small.whole
    assert line(profile, "sum(p in").whole == line(profile, "sum(p in").instructions + pairs.whole


def test_instructions_grow_as_loops_do(game_of: Maker) -> None:
    """Instructions are counted exactly, so they grow linearly with the length of a loop.

    Each additional hundred members adds the same number of instructions to each line of the loop.
    """
    compiled = [game_of(LOOP).compiled(options={"size": size}) for size in (100, 200, 300)]
    profiles = [plainly(program, 3)[1] for program in compiled]
    for text in ("count(i in", "i % 7"):
        first, second, third = (line(profile, text).instructions for profile in profiles)
        assert second - first == third - second > 0
    assert line(profiles[0], "i % 7").times == 3 * 5 * 100


@pytest.mark.parametrize("name", ["breakthrough", "hearts", "nine-mens-morris", "trapper", "liars-dice"])
def test_counted_games_are_the_same_games(name: str) -> None:
    """Profiling changes neither the games nor their statistics.

    The instructions of all lines, and those of all parts, add up to the total.
    """
    compiled = gamespec.load(name).compiled()
    summary, profile = profiled(compiled, 4, 5)
    assert summary == playouts(compiled.program, 4, 5)
    assert profiled(compiled, 4, 5)[1] == profile
    assert sum(line.instructions for line in profile.lines) == profile.instructions
    assert sum(part.instructions for part in profile.parts) == profile.instructions
    assert all(sum(part.instructions for part in line.callers) == line.instructions for line in profile.lines)
    assert all(called.whole <= profile.instructions for called in profile.functions)


def test_units_are_those_of_the_budget(game_of: Maker) -> None:
    """The profile counts the units that each answer takes from its budget."""
    compiled = game_of(TRIED).compiled()
    _, profile = profiled(compiled, 1)
    instance = made_of(compiled.program, BuildKey(Use.STEPS)).instance()
    instance.position = list(made_of(compiled.program, BuildKey(Use.STEPS)).interface.beginning)
    taken = []
    for step in (("start",), *[("answer", 0)] * 4):
        instance.run(*step)
        taken.append(BUDGET - instance._global("fuel"))  # noqa: SLF001 - only this test needs it
    assert profile.most == max(taken[:4])
    assert sum(taken[:4]) < profile.units <= sum(taken)  # evaluating places has a budget of its own


FAULTS = TRIED.replace("n + x}}]", "n + 40}}]").replace("n < 50 + i", "n < 1000 + i")


def test_games_that_come_to_a_fault_are_counted_as_well(game_of: Maker) -> None:
    """The profile includes games that end in a fault.

    Two increments of 40 fit into the variable's range, and a third does not. The trial that fails counts as
    completed.
    """
    summary, profile = profiled(game_of(FAULTS).compiled(), 3)
    assert summary.faults == 3
    assert line(profile, "keeps:").times == 3 * (2 * 3 + 1)
