"""Regression tests for bugs that generated games revealed, each with a minimal game."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from chances import by_draws, by_outcomes

from gamespec import load
from interpreter import Fault, Game
from interpreter.cli.common.loading import document
from interpreter.cli.design.resolved import resolved
from interpreter.contract import hold
from interpreter.scenario import Played, load_scenarios, run_scenario, scenario_text
from interpreter.words import Words

if TYPE_CHECKING:
    from pathlib import Path

NOBODY = """
language: 1
game: nobody-is-asked
title: Nobody is asked
players: 2
actions: {pass: {}}
phases:
  play: {do: [{offer: [pass], by: "top(players, 0)", otherwise: []}]}
limit: {decisions: 1, then: draw}
"""

LONG = """
language: 1
game: long-key
title: Long key
players: 2
variables: {note: {per: 0..9, type: 0..9}}
phases:
  play:
    do:
      - set:
          "note[(1 if note[1] == 2 else 3) + (1 if note[2] == 2 else 3) - (1 if note[3] == 2 else 3) + 1]": 7
limit: {decisions: 1, then: draw}
"""

QUALIFIED = """
language: 1
game: qualified
title: Qualified
players: 2
options: {style: {type: [quick, slow], default: slow}}
variables: {goal: {per: style, type: style, start: "style.slow if style == style.quick else style.quick"}}
phases:
  play: {do: [{if: "goal[style.slow] == goal[style.quick]", then: []}]}
limit: {decisions: 1, then: draw}
"""

DEALT = """
language: 1
game: dealt
title: Dealt
players: 2
components:
  card: {attributes: {n: 0..1}, rows: [{id: a, n: 0, copies: 2}, {id: b, n: 1}], start: deck}
zones:
  deck: {of: card, ordered: true}
  row: {of: card, ordered: true}
setup: [{shuffle: deck}, {move: "top(deck, 2)", to: row}]
phases:
  play: {turns: clockwise, do: [{choose: {few: {from: row, count: 0..2}}}]}
limit: {decisions: 1, then: draw}
"""

ROWS = """
language: 1
game: rows
title: Rows
players: 1
tables:
  pay:
    columns: {at: 1..2, by: bool}
    key: [at, by]
    rows: [{at: 1, by: false}, {at: 1, by: true}, {at: 2, by: false}, {at: 2, by: true}]
phases:
  play: {turns: clockwise, do: [{choose: {x: {from: pay}}}]}
limit: {decisions: 1, then: draw}
"""

TWO = """
language: 1
game: two-of-a-pile
title: Two of a pile
players: 2
components:
  card: {attributes: {n: 1..3}, all: {n: 1..3}, start: pile}
zones:
  pile: {of: card, ordered: true}
phases:
  play:
    turns: clockwise
    do:
      - choose: {two: {from: pile, count: 2}}
      - {move: "top(pile, 1)", to: pile, at: bottom}
limit: {decisions: 6, then: draw}
"""


COPIES = """
language: 1
game: one-of-two-copies
title: One of two copies
players: 2
components:
  card: {attributes: {n: 1..2}, rows: [{id: a, n: 1, copies: 2}, {id: b, n: 2}], start: deck}
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, ordered: true}
setup: [{shuffle: deck}, {move: "top(deck, 2)", to: "hand[seat(1)]"}]
phases:
  play: {do: [{choose: {c: {from: "hand[seat(1)]"}}, by: seat(1), ask: choice, otherwise: []}]}
limit: {decisions: 1, then: draw}
"""

STOPPED = """
language: 1
game: who-stops
title: Who stops
players: 2
variables: {asked: {type: 0..9}}
actions: {wait: {}, stop: {do: [{check: end}]}}
phases: {play: {do: [{set: {asked: 1}}, {offer: [wait, stop], by: players}]}}
end: {stopped: {when: asked > 0}}
limit: {decisions: 9, then: draw}
"""

RATED = """
language: 1
game: no-score
title: No score
players: 2
variables: {debt: {type: -3..3}}
phases: {play: {do: []}}
score: 2 // debt
ranking: [0]
limit: {decisions: 1, then: draw}
"""


def placed(text: str, folder: Path) -> Path:
    """Write the text of a game into a folder, and return the path of the new file."""
    path = folder / "game.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_nobody_can_be_asked(folder: Path) -> None:
    """If the list of players who decide is always empty, the game continues without any decision."""
    assert Game(load(placed(NOBODY, folder)).program()).over


def test_a_long_key_is_printed(folder: Path) -> None:
    """A game with a key that is too long for one line can be printed and read again."""
    spec = load(placed(LONG, folder))
    load(placed("".join(f"{line}\n" for line in resolved(document(spec, {}))), folder))


def test_several_values_have_no_order(folder: Path) -> None:
    """The number of an option with several values depends on the set of values, not on their order."""
    assert hold(load(placed(TWO, folder)).compiled(), range(3)).games == 3


def test_the_log_tells_copies_by_nothing(folder: Path) -> None:
    """The log does not reveal which of two copies is offered: equal information states have equal logs."""
    compiled = load(placed(COPIES, folder)).compiled()
    words, logs, numbers = Words(compiled), dict[object, list[str]](), set[tuple[int, ...]]()
    for seed in range(20):
        game = Game(compiled.program, seed, record=True)
        log = words.information_state(game, 0)
        assert logs.setdefault(game.information_state(0), log) == log
        numbers.add(tuple(sorted(option.number for option in game.options)))
    assert numbers == {(0, 1), (0, 2)}  # a copy of `a` is 0, whichever, two are 0 and 1; `b` is 2


def test_whose_answer_ended_the_game_is_not_told(folder: Path) -> None:
    """No player can observe whose secret answer has ended the game."""
    program, seen = load(placed(STOPPED, folder)).program(), []
    for first in (0, 1):  # the first player waits or stops, the second stops
        game = Game(program, record=True)
        game.play(game.options[first])
        game.play(game.options[1])
        assert game.over
        seen.append((game.information_state(1), game.observation(1)))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("explicit", [False, True])
def test_a_score_that_cannot_be_computed(folder: Path, *, explicit: bool) -> None:
    """A fault in `score` occurs when the game ends, not when the result is read."""
    program = load(placed(RATED, folder)).program()
    with pytest.raises(Fault, match="division by zero"):
        Game(program, explicit=explicit)


def test_a_key_that_is_an_option_qualifies_its_values(tmp_path: Path) -> None:
    """In a `start`, an option that is a key can still qualify the values of its type.

    The member for quick, which is the first value, starts as slow, or 1. The member for slow starts as quick,
    or 0.
    """
    (tmp_path / "game.yaml").write_text(QUALIFIED, encoding="utf-8")
    program = load(tmp_path / "game.yaml").program()
    assert [store.start for store in program.stores] == [(1, 0)]


def test_a_row_of_a_table_is_told_by_its_keys(tmp_path: Path) -> None:
    """A scenario identifies a chosen row of a table by the row's keys, because a row has no name."""
    (tmp_path / "game.yaml").write_text(ROWS, encoding="utf-8")
    spec = load(tmp_path / "game.yaml")
    game = Game(spec.program())
    answer = (game.player, game.options[1])
    game.apply(answer[1])
    told = scenario_text(Played(spec.compiled(), 0, {}, "", (answer,), game), "told", "Told")
    assert 'x: "pay[1, true]"' in told
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "told.yaml").write_text(told, encoding="utf-8")
    ((scenario,), _) = load_scenarios(spec)
    assert run_scenario(spec, scenario).passed


def test_copies_in_order_are_one_to_both_sorts_of_chance(tmp_path: Path) -> None:
    """With copies in an ordered zone, explicit and seeded chance give the same distribution.

    From two copies of a and one b, two cards can be dealt in three distinguishable ways, aa, ab and ba, each
    with probability 1/3. From each of these, none, the first, the second or both are taken. So there are
    twelve ends, all equally likely.
    """
    (tmp_path / "game.yaml").write_text(DEALT, encoding="utf-8")
    program = load(tmp_path / "game.yaml").program()
    found = by_outcomes(program)
    assert list(found.values()) == [Fraction(1, 12)] * 12
    assert found == by_draws(program)
