"""Invariants: typed, checked by both engines at their times, and absent from the program otherwise."""

from __future__ import annotations

from random import Random
from textwrap import indent
from typing import TYPE_CHECKING

import pytest

from gamespec import SpecError
from gamespec.program.forms import Malformed
from gamespec.program.instructions import Hold
from gamespec.program.written import About, program_hash, read, write
from interpreter import Fault
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.luck import Seeds
from interpreter.words import diagnose

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.compile import Compiled

    Made = Callable[[str], Spec]

HEAP = """
    players: 2
    components: {stone: {attributes: {n: 1..6}, all: {n: 1..6}, start: heap}}
    zones:
      heap: {of: stone}
      hand: {of: stone, per: player}
    resources: {coins: {per: player, type: 0..9, start: 3}}
    variables: {taken: {type: 0..9}, turns: {type: 0..9}}
    actions:
      take:
        with: {c: {from: heap}}
        do:
          - {move: c, to: "hand[me]"}
          - {set: {taken: taken + 1}}
          - {if: "c.n > 4", then: [{transfer: 1, from: "coins[me]", to: coins.bank}, {stop: turn}]}
          - {set: {turns: "min({turns + 1, 9})"}}
    phases: {play: {turns: clockwise, do: [{offer: [take]}]}}
    end: {empty: {when: "empty(heap)", draw: true}}
    invariants:
"""


def of(game_of: Made, invariant: str) -> Compiled:
    """Return the game with an invariant, compiled so that it is checked."""
    return game_of(HEAP + indent(invariant, " " * 6)).compiled(checked=True)


def course(compiled: Compiled, order: list[int]) -> list[tuple[int, str] | None]:
    """Take the stones of an order of numbers, on each engine.

    Return for each engine the number of answers until an invariant was broken, and the message; or `None`.
    """
    found: list[tuple[int, str] | None] = []
    for engine in (DefinitionalEngine(compiled.program), CompiledEngine(compiled.program, jobs=1)):
        answered = 0
        try:
            game = engine.begin(1)
            for n in order:
                answered += 1
                game.play(next(o for o in game.options if o.values == (n - 1,)))
        except Fault as fault:
            said = diagnose(fault, compiled.names)
            assert said.code == "GS517"
            found.append((answered, said.message))
        else:
            found.append(None)
    return found


PAID = """
    players: 2
    resources: {coins: {per: player, type: 0..9, start: 9}}
    actions:
      buy: {with: {n: {from: 1..3}}, do: [{run: pay, with: {price: n}}]}
    procedures:
      pay:
        with: {price: 1..3}
        do:
          - {transfer: price, from: "coins[me]", to: coins.bank}
          - {if: price == 3, then: [{stop: turn}]}
          - {transfer: 1, from: coins.bank, to: "coins[me]"}
    phases: {play: {turns: clockwise, do: [{offer: [buy]}]}}
    limit: {decisions: 4, then: draw}
    invariants:
"""


@pytest.mark.parametrize(
    ("invariant", "answers"),
    [
        # The prices are 1, 2, 3; the third stops the turn, without the coin that comes back.
        ('x: {is: "coins[me] == old(coins[me]) - price + 1", after: pay}', 3),
        ('x: {is: "coins[me] == old(coins[me]) - price + (1 if price < 3 else 0)", after: pay}', None),
        ('x: {is: "price < 2", before: pay}', 2),
        ('x: {is: "sum(p in players: coins[p]) > 16", after: pay}', 3),
    ],
)  # fmt: skip
def test_procedures_have_invariants_too(game_of: Made, invariant: str, answers: int | None) -> None:
    """Before and after the steps of a procedure, also where they stop the turn, on both engines."""
    compiled = game_of(PAID + indent(invariant, " " * 6)).compiled(checked=True)
    expected = None if answers is None else (answers, "the invariant `x` does not hold")
    assert course(compiled, [2, 3, 4]) == [expected] * 2


@pytest.mark.parametrize(
    ("invariant", "answers", "whom"),
    [
        # Player 1 takes the stones 1, 3 and 5, player 2 the stones 2, 4 and 6; the fifth pays a coin.
        ('x: {is: "size(heap) > 3"}', 3, ""),
        ('x: {is: "size(hand[player]) < 2", per: player}', 3, " for seat 1"),
        ('x: {is: "size(hand[player]) < 2 or player == seat(1)", per: player}', 4, " for seat 2"),
        ('x: {is: "not empty(heap)"}', 6, ""),
        ('x: {is: "size(heap) > 3", at: end}', 6, ""),
        ('x: {is: "size(heap) > 3", at: turn}', 3, ""),
        # After the move of a step and before the next one, the number of stones taken is one too small.
        ('x: {is: "taken + size(heap) == 6", at: step}', 1, ""),
        ('x: {is: "taken + size(heap) == 6"}', None, ""),
        ('x: {is: "c.n < 3", before: take}', 3, ""),
        ('x: {is: "c.n < 3 and me == seat(1) or me == seat(2)", after: take}', 3, ""),
        ('x: {is: "coins[me] == old(coins[me])", after: take}', 5, ""),
        ('x: {is: "coins[me] == old(coins[me]) - (1 if c.n > 4 else 0)", after: take}', None, ""),
        ('x: {is: "taken == old(taken + 1)", after: take}', None, ""),
        ('x: {is: "coins[player] == 3", after: take, per: player}', 5, " for seat 1"),
        ('x: {is: "old(size(heap)) - size(heap) == 1", after: take}', None, ""),
    ],
)  # fmt: skip
def test_it_is_checked_at_its_time(game_of: Made, invariant: str, answers: int | None, whom: str) -> None:
    """Both engines stop at the same answer, with the same message, when the condition first fails."""
    expected = None if answers is None else (answers, f"the invariant `x` does not hold{whom}")
    assert course(of(game_of, invariant), [1, 2, 3, 4, 5, 6]) == [expected] * 2


@pytest.mark.parametrize(("then", "answers"), [("draw", 4), ("rank", 4), ("truncate", None)])
def test_a_game_at_its_limit_is_over(game_of: Made, then: str, answers: int | None) -> None:
    """What must hold at the end is checked if the limit ends the game, unless it only cuts the game short."""
    text = HEAP.replace("end: {", f"limit: {{decisions: 4, then: {then}}}\n    end: {{")
    compiled = game_of(text + '      x: {is: "size(heap) < 2", at: end}\n').compiled(checked=True)
    expected = None if answers is None else (answers, "the invariant `x` does not hold")
    assert course(compiled, [1, 2, 3, 4]) == [expected] * 2


@pytest.mark.parametrize(
    "condition",
    [
        # For one of the two seats the guard excludes a division by zero.
        "12 // (number(player) - 1) > 0 if number(player) - 1 != 0 else true",
        # A name of the condition may be bound again inside `old`.
        "size(old(filter(s in heap: s.n > 0))) >= count(s in heap: s.n > 0)",
        "all(s in hand[me]: s.n != 0 or not empty(old(filter(s in heap: s.n > 0))))",
    ],
)
def test_what_is_valid_can_be_checked(game_of: Made, condition: str) -> None:
    """A specification without mistakes has a program that checks its invariants, for every seat."""
    compiled = of(game_of, f'x: {{is: "{condition}", after: take, per: player}}')
    assert course(compiled, [1, 2, 3, 4, 5, 6]) == [None, None]


TRIED = """
    players: 2
    components: {stone: {attributes: {n: 1..6}, all: {n: 1..6}, start: heap}}
    zones:
      heap: {of: stone}
      hand: {of: stone, per: player}
    actions:
      take: {with: {c: {from: heap}}, keeps: "c.n < 5", do: [{move: c, to: "hand[me]"}]}
    phases: {play: {turns: clockwise, until: "size(heap) < 3", do: [{offer: [take]}]}}
    invariants:
      low: {is: "c.n < 5", after: take}
      held: {is: "all(p in players: all(s in hand[p]: s.n < 5))", at: step}
"""


def test_a_trial_breaks_nothing(game_of: Made) -> None:
    """Trials of an action, which decide whether it is offered, check no invariant."""
    compiled = game_of(TRIED).compiled(checked=True)
    for engine in (DefinitionalEngine(compiled.program), CompiledEngine(compiled.program, jobs=1)):
        game = engine.begin(1)
        for left in (4, 3, 2, 1):
            assert len(game.options) == left
            game.play(game.options[-1])
        assert game.over


def test_without_a_request_the_program_is_the_same(game_of: Made) -> None:
    """The program and its identity do not depend on invariants, unless it is requested with them."""
    text = HEAP + '      x: {is: "size(heap) > 3"}\n      y: {is: "taken == old(taken + 1)", after: take}\n'
    with_them, without = game_of(text), game_of(HEAP.replace("    invariants:\n", ""))
    assert program_hash(with_them.program()) == program_hash(without.program())
    assert not any(isinstance(i, Hold) for i in with_them.program().code)
    assert any(isinstance(i, Hold) for i in with_them.compiled(checked=True).program.code)
    assert without.compiled(checked=True) is without.compiled()


def test_games_are_the_same_until_one_is_broken(game_of: Made) -> None:
    """A program that checks invariants offers the same options, by the same numbers, and has the same end."""
    spec = game_of(
        HEAP
        + """
      x: {is: "taken + size(heap) == 6"}
      y: {is: "coins[player] < 9", at: step, per: player}
    """
    )
    for seed in range(5):
        luck = Random(seed)  # noqa: S311 - nothing secret
        checked = spec.compiled(checked=True).program
        engines = (
            DefinitionalEngine(spec.program()),
            DefinitionalEngine(checked),
            CompiledEngine(checked, jobs=1),
        )
        games = [engine.begin(seed) for engine in engines]
        while not games[0].over:
            numbers = [option.number for option in games[0].options]
            assert all([option.number for option in game.options] == numbers for game in games)
            number = luck.choice(numbers)
            for game in games:
                game.play(next(o for o in game.options if o.number == number))
        assert all(game.result == games[0].result for game in games)


COUNTED = """
    players: 2
    components: {stone: {attributes: {n: 1..4}, all: {n: 1..4}, start: heap}}
    zones:
      heap: {of: stone}
      hand: {of: stone, per: player}
    variables: {taken: {type: 0..4}}
    actions: {take: {with: {c: {from: heap}}, do: [{move: c, to: "hand[me]"}, {set: {taken: taken + 1}}]}}
    phases: {play: {turns: clockwise, until: empty(heap), do: [{offer: [take]}]}}
    score: {points: "sum(c in hand[player]: c.n)", odd: "-count(c in hand[player]: c.n % 2 == 1)"}
    measures:
      held: {is: "size(hand[player])", per: player}
      left: {is: size(heap)}
      taken: {is: 9}
"""


@pytest.mark.parametrize(
    ("invariant", "broken_after"),
    [
        # 1 to 4 are taken in order: seat 1 has 1 and 3, with 4 points less 2; seat 2 has 2 and 4
        ("{is: 'sum(p in players: held[p]) + left == 4'}", None),
        ("{is: 'held[player] < 2', per: player}", 3),
        ("{is: 'score[player] < 6', per: player}", 4),
        ("{is: 'sum(p in players: score[p]) < 8', at: end}", 4),
        ("{is: 'score[player] < score[right(player)] + 4', per: player}", 4),
        ("{is: 'held[me] == old(held[me]) + 1 and left < old(left)', after: take}", None),
        ("{is: 'score[me] > old(score[me]) + 1', after: take}", 1),
        # the variable has the name, not the measure of 9
        ("{is: taken < 2}", 2),
    ],
)
def test_measures_and_the_score_have_names(game_of: Made, invariant: str, broken_after: int | None) -> None:
    """An invariant reads the measures and the score of any player, where nothing else has the name."""
    compiled = game_of(f"{COUNTED}    invariants:\n      it: {invariant}\n").compiled(checked=True)
    for found in course(compiled, [1, 2, 3, 4]):
        assert (found and found[0]) == broken_after


@pytest.mark.parametrize(
    ("condition", "code", "message"),
    [
        ("held > 1", "GS305", "`held` has one member for each `player`"),
        ("left[seat(1)] > 1", "GS305", "`left` has no members"),
        ("held[heap] > 1", "GS302", "expected `player`, but this is a `zone of stone`"),
        ("scores[seat(1)] > 1", "GS201", "unknown name `scores`"),
    ],
)
def test_their_mistakes_are_told(game_of: Made, condition: str, code: str, message: str) -> None:
    """A measure of a player needs a player, and another has none."""
    with pytest.raises(SpecError) as told:
        game_of(f"{COUNTED}    invariants:\n      it: {{is: '{condition}'}}\n")
    assert [(each.code, each.message) for each in told.value.diagnostics] == [(code, message)]


ALONE = """
    players: 2
    components: {card: {attributes: {n: 1..1000}, all: {n: 1..1000}, start: deck}}
    zones: {deck: {of: card, ordered: true}}
    variables: {turns: {type: 0..1000}}
    phases:
      play: {turns: clockwise, until: turns == 1000, do: [{set: {turns: turns + 1}}]}
    end: {never: {when: "size(reverse(deck)) > 1000", draw: true}}
    invariants:
      turn: {is: "size(reverse(deck)) == 1000", at: turn}
      end: {is: "turns <= 1000", at: end}
"""
"""A game that plays itself for 1,000 turns.

After each, a list of 1,000 cards is reversed for `end`. This takes 2 units of work for each card, so
2 million of the 4 million units for a game without a decision. The invariant `turn` takes as many. So does
the question whether the game is over, if another invariant needs it.
"""


def test_checks_take_nothing_from_the_game(game_of: Made) -> None:
    """A game with checks is stopped only for its own work."""
    spec = game_of(ALONE)
    for program in (spec.program(), spec.compiled(checked=True).program):
        for engine in (DefinitionalEngine(program), CompiledEngine(program, jobs=1)):
            (played,) = engine.batch([Seeds(1, 1)])
            assert played.fault is None


def test_a_check_has_a_budget_of_its_own(game_of: Made) -> None:
    """A check that counts to 9 million is stopped at its place."""
    compiled = of(game_of, "turn: {is: 'all(a in 1..3000: all(b in 1..3000: a + b > 0))', at: turn}")
    for engine in (DefinitionalEngine(compiled.program), CompiledEngine(compiled.program, jobs=1)):
        (played,) = engine.batch([Seeds(1, 1)])
        assert played.fault is not None
        said = diagnose(played.fault, compiled.names)
        assert said.code == "GS508"
        assert said.label.span.text.startswith("all(")


def test_a_check_charges_nothing_for_distances(game_of: Made) -> None:
    """Distances on a large board are charged once between two decisions, also if checks come in between.

    Sixty times 400 cells and their links would be more than the budget.
    """
    spec = game_of("""
        players: 1
        spaces: {grid: {grid: [20, 20]}}
        variables: {n: {type: 0..2000}}
        phases:
          play:
            turns: clockwise
            until: n == 60
            do:
              - {set: {n: n + 1}}
              - {if: "any(c in grid: distance(c, grid.a1) == none)", then: [{stop: turn}]}
        invariants: {turn: {is: "n < 1000", at: turn}}
    """)
    for program in (spec.program(), spec.compiled(checked=True).program):
        for engine in (DefinitionalEngine(program), CompiledEngine(program, jobs=1)):
            (played,) = engine.batch([Seeds(1, 1)])
            assert played.fault is None


def test_positions_are_the_same_on_both_engines(game_of: Made) -> None:
    """Whether the game is over is asked for a check, and leaves nothing in the position."""
    invariants = "a: {is: 'size(heap) < 9'}\nb: {is: empty(heap), at: end}"
    program = of(game_of, invariants).program
    games = [engine.begin(1) for engine in (DefinitionalEngine(program), CompiledEngine(program, jobs=1))]
    while not games[0].over:
        assert list(games[0].position) == list(games[1].position)
        for game in games:
            game.play(game.options[0])
    assert games[1].over
    assert list(games[0].position) == list(games[1].position)


def test_trials_do_not_take_old_values(game_of: Made) -> None:
    """In a trial of an action nothing is checked, so the value before its steps need not exist."""
    spec = game_of("""
        players: 1
        components: {stone: {attributes: {n: 1..3}, all: {n: 1..3}, start: heap}}
        zones: {heap: {of: stone}, hand: {of: stone}}
        actions:
          take: {with: {c: {from: heap}}, keeps: size(heap) < 3, do: [{move: c, to: hand}]}
        phases: {play: {turns: clockwise, until: empty(heap), do: [{offer: [take]}]}}
        invariants: {more: {after: take, is: "old(max(s in hand: s.n)) < 9"}}
    """)
    program = spec.compiled(checked=True).program
    for engine in (DefinitionalEngine(program), CompiledEngine(program, jobs=1)):
        game = engine.begin(1)
        assert len(game.options) == 3
        with pytest.raises(Fault) as fault:
            game.play(game.options[0])
        assert fault.value.code == "GS503"


def test_values_come_before_measures(game_of: Made) -> None:
    """A value of an enumeration keeps its name, even if a measure has the same one."""
    text = COUNTED.replace("measures:", "enums: {color: [red, green]}\n    measures:\n      red: {is: 4}")
    compiled = game_of(
        text.replace("taken: {type: 0..4}", "taken: {type: 0..4}, col: {type: color, start: red}")
        + "    invariants:\n      it: {is: 'red == col and any(x in {red, green}: x == col)'}\n"
    ).compiled(checked=True)
    assert course(compiled, [1, 2, 3, 4]) == [None, None]


def test_a_program_with_checks_stays_in_memory(game_of: Made) -> None:
    """A check has no cost, which no reader accepts: a file could otherwise make a game that never ends."""
    program = of(game_of, "a: {is: 'size(heap) < 9'}").program
    with pytest.raises(Malformed, match="cost"):
        read(write(program, About("heap", {}, "")))
