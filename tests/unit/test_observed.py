"""Tests for observed games.

Observers are notified of what happens, and observation does not change the games.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Thread
from typing import TYPE_CHECKING

from gamespec.program.expressions import Column
from gamespec.program.instructions import Put
from interpreter import Game
from interpreter.engine.game import machine_of
from interpreter.engine.machine.observed import ObservedMachines
from interpreter.engine.state.position import initial
from interpreter.inspection import Inspector

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.compile import Compiled

RULES = """\
game: sample
title: Sample
players: 2
tables:
  price: {columns: {n: 1..3, cost: 0..9}, key: n, rows: [{n: 1, cost: 2}, {n: 2, cost: 4}, {n: 3, cost: 6}]}
variables:
  n: {type: 1..3}
  paid: {type: 0..99}
actions:
  pay: {do: [{set: {paid: "paid + price[n].cost"}}]}
  try: {keeps: paid < 0, do: [{set: {paid: "price[4 - n].cost"}}]}
phases:
  play:
    turns: clockwise
    do:
      - {offer: [pay, try]}
      - if: n < 3
        then: [{set: {n: n + 1}}]
end:
  rich: {when: paid > 5}
score: price[n].cost
limit: {decisions: 9, then: draw}
"""


@dataclass
class Diary:
    """Observer that records each notification with the source text at its place."""

    compiled: Compiled
    told: list[tuple[object, ...]] = field(default_factory=list)

    def _text(self, at: int) -> str:
        return self.compiled.names.places[at].text

    def came_to(self, number: int) -> None:
        """Record that an instruction is run."""
        self.told.append(("step", self._text(self.compiled.program.code[number].at)))

    def branched(self, number: int, *, held: bool) -> None:
        """Record whether the condition of an instruction held."""
        self.told.append(("branch", self._text(self.compiled.program.code[number].at), held))

    def took(self, action: int) -> None:
        """Record the name of the action that a player chose."""
        self.told.append(("action", self.compiled.names.actions[action].name))

    def ended(self, entry: int) -> None:
        """Record the name of the entry of `end` that ended the game."""
        self.told.append(("end", self.compiled.names.end[entry]))

    def follows(self, at: int) -> bool:
        """Return whether to report reads at the place `at`; this observer follows all columns of tables."""
        return at in self.compiled.names.rows

    def read(self, at: int, row: int) -> None:
        """Record the index of the row in which a column was read."""
        self.told.append(("row", self._text(at), row))

    def of(self, *what: str) -> list[tuple[object, ...]]:
        """Return the notifications whose kind is in `what`, in the order in which they arrived."""
        return [entry for entry in self.told if entry[0] in what]


def test_an_observer_is_told_what_runs_in_its_order(game_of: Callable[[str], Spec]) -> None:
    """An observer is notified of steps, answers, conditions and rows in the order in which they occur.

    In the first turn, 2 is paid and n becomes 2. In the second turn, 4 is paid and n becomes 3. Then 6 > 5
    ends the game. The score reads the table too, but outside any step, so that read is not reported.
    """
    compiled = game_of(RULES).compiled()
    diary = Diary(compiled)
    with ObservedMachines(lambda _: diary).running():
        game = Game(compiled.program)
        while not game.over:
            game.apply(game.options[0])
    cost = "price[n].cost"
    assert diary.of("action", "row", "branch", "end") == [
        ("action", "pay"),
        ("row", cost, 0),
        ("branch", "n < 3", True),
        ("action", "pay"),
        ("row", cost, 1),
        ("branch", "n < 3", True),
        ("end", "rich"),
    ]
    assert diary.of("step").count(("step", "n")) == 2


def test_what_is_only_tried_or_asked_is_not_told(game_of: Callable[[str], Spec]) -> None:
    """Observers are not notified of trials, nor of expressions that are evaluated between steps.

    The first decision tries the action `try`, which reads the last row of the table.
    """
    compiled = game_of(RULES).compiled()
    diary = Diary(compiled)
    with ObservedMachines(lambda _: diary).running():
        game = Game(compiled.program)
    assert diary.of("row") == []
    before = list(diary.told)
    inspector = Inspector.of(compiled, game)
    price = next(i.value for i in compiled.program.code if isinstance(i, Put) and _reads(i.value))
    assert inspector.machine.evaluator.asked(price, inspector.position) == 2
    assert inspector.scores() == ((2,), (2,))
    assert diary.told == before


def _reads(node: object) -> bool:
    """Return whether the expression `node` reads a column of a table."""
    return isinstance(node, Column) or any(
        _reads(getattr(node, name)) for name in ("left", "right", "of") if hasattr(node, name)
    )


def test_a_condition_that_leads_nowhere_is_told_as_it_was(game_of: Callable[[str], Spec]) -> None:
    """An observer is told that the condition of an `if` failed even if the `if` compiles to no jump.

    No handler listens to the announced event, so the `if` contains no instruction to jump over.
    """
    unheard = RULES.replace("[{set: {n: n + 1}}]", "[{announce: bell}]").replace("n < 3", "n > 1")
    compiled = game_of(unheard.replace("phases:", "events:\n  bell: {}\nphases:")).compiled()
    diary = Diary(compiled)
    with ObservedMachines(lambda _: diary).running():
        game = Game(compiled.program)
        game.apply(game.options[0])
    assert diary.of("branch") == [("branch", "n > 1", False)]


def test_a_machine_that_pauses_tells_the_same(game_of: Callable[[str], Spec]) -> None:
    """A copy of a machine that stops before an instruction notifies the same observer until then."""
    compiled = game_of(RULES).compiled()
    diary = Diary(compiled)
    with ObservedMachines(lambda _: diary).running():
        game = Game(compiled.program)
        told = list(diary.told)
        paused = game.machine.pausing(len(compiled.program.code) - 1)
        position = initial(compiled.program, paused.atoms, 0)
        Game.halted(paused, position, {}, []).go_on()
    assert diary.told == [*told, *told]
    assert told


def test_other_threads_are_not_disturbed(game_of: Callable[[str], Spec]) -> None:
    """While this thread observes its games, a game that begins in another thread is not observed."""
    compiled = game_of(RULES).compiled()
    usual, diary = machine_of(compiled.program), Diary(compiled)
    seen: list[object] = []
    with ObservedMachines(lambda _: diary).running():
        thread = Thread(target=lambda: seen.append(Game(compiled.program).machine))
        thread.start()
        thread.join()
        assert machine_of(compiled.program) is not usual
    assert seen == [usual]
    assert diary.told == []


def test_observed_games_cost_what_others_do(game_of: Callable[[str], Spec]) -> None:
    """Observed games use exactly as much of the budget as unobserved games and reach the same position."""
    compiled = game_of(RULES).compiled()
    left: list[tuple[int, list[int]]] = []
    with ObservedMachines(lambda _: Diary(compiled)).running():
        observed = Game(compiled.program)
    for game in (Game(compiled.program), observed):
        while not game.over:
            game.apply(game.options[0])
        left.append((game.machine.evaluator.scratch[0], game.position))
    assert left[0] == left[1]
