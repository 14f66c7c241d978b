"""Tests for rule coverage, which tells what the rules of a game reach, and which must not affect the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from strategies.claims import Tally as Claims
from strategies.claims import built
from strategies.dice import Rolled
from strategies.games import make_game

from gamespec import load
from interpreter import Fault, Game
from interpreter.coverage import Coverage, Tally, measure
from interpreter.engine.game import machine_of
from interpreter.engine.playout import DefinitionalEngine
from interpreter.engines import best
from interpreter.play.luck import Seeds
from interpreter.play.result import ended_by
from interpreter.play.tally import Counts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec import Spec

RULES = """\
game: sample
title: Sample
players: 2
options:
  kind: {type: bool, default: false}
tables:
  price: {columns: {n: 1..3, cost: 0..9}, key: n, rows: [{n: 1, cost: 2}, {n: 2, cost: 4}, {n: 3, cost: 6}]}
  never: {columns: {size: 1..9}, rows: [{size: 3}]}
variables:
  n: {type: 1..3}
  paid: {type: 0..99}
  room: {type: 0..9, start: "sum(r in never: r.size)"}
actions:
  pay: {do: [{set: {paid: "paid + price[n].cost"}}]}
  rest: {when: paid > 99, do: [{set: {paid: 1}}]}
  leap: {keeps: paid < 0, do: [{set: {paid: 7}}]}
events:
  paid_for: {}
handlers:
  thank: {event: paid_for, when: kind, do: [{set: {room: 1}}]}
procedures:
  step:
    do:
      - if: n < 2
        then: [{set: {n: n + 1}}]
phases:
  play:
    turns: clockwise
    do:
      - {offer: [pay, rest, leap]}
      - run: step
      - {announce: paid_for}
      - while: paid > 90
        do: [{stop: loop}]
end:
  rich: {when: paid > 9, winner: me}
  poor: {when: paid < 0, draw: true}
limit: {decisions: 9, then: draw}
"""


def test_what_is_never_reached_is_named_with_its_place(game_of: Callable[[str], Spec]) -> None:
    """Every part of the rules that is never reached is listed with its place.

    p1 pays 2; then n becomes 2 and each player pays 4, until the sum of 10 exceeds 9. So the third price is
    never read. An action that is tried but not kept does not count as taken, and its steps do not count as
    reached. The table that is read before the game begins is not listed. The handler's condition is settled
    by an option.
    """
    found = measure(game_of(RULES), games=2, scenarios=False)
    never = {(point.span.line, point.what) for point in found.never}

    def line(text: str) -> int:
        return RULES[: RULES.index(text)].count("\n") + 1

    assert never == {
        (line("price:"), "row 3 of `price` is never read"),
        (line("rest:"), "action `rest` is never taken"),
        (line("rest:"), "`paid` is never set"),
        (line("leap:"), "action `leap` is never taken"),
        (line("leap:"), "`paid` is never set"),
        (line("thank:"), "`kind` never holds: options settle it"),
        (line("thank:"), "`room` is never set"),
        (line("while:"), "`paid > 90` never holds"),
        (line("[{stop: loop}]"), "this `stop` is never reached"),
        (line("poor:"), "the game never ends by `poor`"),
    }
    causes = {point.what: within for point, within in found.causes.items()}
    assert causes == {
        "row 3 of `price` is never read": 0,
        "action `rest` is never taken": 1,
        "action `leap` is never taken": 1,
        "`kind` never holds: options settle it": 1,
        "`paid > 90` never holds": 1,
        "the game never ends by `poor`": 0,
    }
    assert found.report.count("\n") == len(never) - 1
    assert "game.yaml:" in found.report


def test_options_reach_further(game_of: Callable[[str], Spec]) -> None:
    """The coverage of games with different options is added up."""
    found = measure(game_of(RULES), games=1, scenarios=False, options=({}, {"kind": True}))
    assert not any("room" in point.what or "`kind`" in point.what for point in found.never)


DRAWN = """
    players: 2
    spaces: {board: {grid: [2, 2]}}
    components: {man: {attributes: {n: 1..2}, all: {n: 1..2}, start: box}}
    zones: {box: {of: man}, on: {of: man, per: board}}
    variables: {mark: {per: board, type: bool}, n: {type: 0..2}}
    setup:
      - draw: mark
        rows: |
          x .
          . .
        with: {x: true}
      - draw: on
        rows: |
          . m
          . m
        with: {m: man}
      - draw: mark
        rows: |
          . .
          . .
        with: {x: true}
      - if: n > 0
        then:
          - draw: mark
            rows: |
              . x
              . .
            with: {x: true}
    phases: {play: {do: []}}
"""


def test_a_drawing_is_reached_by_what_it_draws(game_of: Callable[[str], Spec]) -> None:
    """A `draw` step counts as reached if it draws something.

    Two of the four drawings are reached. The third draws nothing, so it need not be reached, and the fourth
    is under a condition that never holds.
    """
    found = measure(game_of(DRAWN), games=1)
    never = [point.what for point in found.never]
    assert never == ["`n > 0` never holds", "this `draw` is never reached"]


@pytest.mark.long("generated")
def test_whatever_the_set_up_goes_through_is_reached(tmp_path: Path) -> None:
    """In randomly generated games, every step of the set-up outside a condition counts as reached.

    The generated games must contain most sorts of steps.
    """
    met = set[str]()
    (tmp_path / "gamespec.toml").touch()
    for seed in range(60):
        sketch, tally = make_game(Rolled(seed)), Tally()
        if built(sketch, tmp_path, Claims()) is None:
            continue
        spec = load(tmp_path / "game.yaml")
        compiled = spec.compiled()
        try:
            with tally.watching(compiled):
                game = Game(compiled.program)
                while not game.over:
                    game.play(game.options[0])
        except Fault:
            continue
        reached = Coverage.of(spec, tally).reached
        times = {point.span: n for point, n in reached.items() if point.what.startswith("this ")}
        for step in spec.model.setup:
            met.add(type(step).__name__)
            assert times.get(step.span, 1), f"of the game of seed {seed}: {step.span.text}"
    assert {"Draw", "Move", "Shuffle", "For", "Let", "Choose", "Reveal"} <= met


@pytest.mark.parametrize("name", ["trapper", "hearts", "hanabi", "nine-mens-morris", "tic-tac-toe"])
def test_what_a_tally_records_is_what_an_observer_sees(name: str) -> None:
    """What the compiled engine records in its games is what an observer of the same games sees.

    The rows of tables are left out, because no tally records them.
    """
    spec = load(name)
    compiled = spec.compiled()
    seeds, added, watched = [Seeds.of(1, index) for index in range(4)], Tally(), Tally()
    for playout in best(compiled.program, 1, steps=False)[0](compiled.program).batch(
        seeds, tally=Counts(reached=True)
    ):
        assert playout.result is not None
        assert playout.tally is not None
        assert playout.tally.reached is not None
        rule = ended_by(compiled.program, playout.result.outcome)
        added.add(compiled, playout.tally.reached, [] if rule is None else [rule])
    with watched.watching(compiled):
        assert len(list(DefinitionalEngine(compiled.program).batch(seeds))) == len(seeds)
    assert set(added.hits) == {key for key in watched.hits if key[0] != "row"}
    assert (added.settled, added.asked) == (watched.settled, watched.asked)


def test_a_condition_that_is_never_tested_is_one_cause(game_of: Callable[[str], Spec]) -> None:
    """A condition behind a step that always stops is neither true nor false, which is said once."""
    text = RULES.replace("    do:\n      - if: n < 2\n", "    do:\n      - {stop: turn}\n      - if: n < 2\n")
    found = measure(game_of(text), games=1, scenarios=False)
    causes = {point.what: within for point, within in found.causes.items()}
    assert causes["`n < 2` is never tested"] == 2


def test_it_counts(game_of: Callable[[str], Spec]) -> None:
    """Coverage counts how often each part of the rules is reached.

    In each of four games, 2 + 4 + 4 is paid in three decisions, and then the game ends.
    """
    found = measure(game_of(RULES), games=4, scenarios=False)
    times = {point.key: n for point, n in found.reached.items()}
    assert times["action", "pay"] == 3 * 4
    assert times["end", "rich"] == 4
    assert (times["row", "price", 0], times["row", "price", 1]) == (4, 8)


def test_games_not_watched_pay_nothing(game_of: Callable[[str], Spec]) -> None:
    """A watched game runs on a machine of its own and goes like a game that is not watched.

    The usual machine of the program is left as it was.
    """
    compiled = game_of(RULES).compiled()
    program = compiled.program
    usual, tally = machine_of(program), Tally()
    with tally.watching(compiled):
        watched = Game(program)
        assert watched.machine is not usual
        watched.apply(watched.options[0])
    assert machine_of(program) is usual
    hits = tally.hits.total()
    game = Game(program)
    game.apply(game.options[0])
    assert tally.hits.total() == hits > 0
    assert game.position == watched.position
