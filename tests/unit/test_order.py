"""Tests that things happen in the order that the reference defines.

They cover evaluation, turns, answers and equal copies of components.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inside import Named

from interpreter import Fault, Game

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

    GameOf = Callable[[str], Spec]


def played(spec: Spec, answers: int = 0, players: int | None = None) -> Named:
    """Return a game after `answers` answers, each of which is the first option."""
    game = Named(spec, players=players)
    for _ in range(answers):
        game.apply(game.options[0])
    return game


def values(game: Named, name: str) -> list[int]:
    """Return the value of the variable `name` for each of its members."""
    return game.held(name)


@pytest.mark.parametrize(
    ("expression", "first"),
    [
        ("(1 // zero) {op} number(the(nobody))", "GS502"),
        ("number(the(nobody)) {op} (1 // zero)", "GS504"),
    ],
)
@pytest.mark.parametrize("op", ["<", "<=", ">", ">=", "==", "!=", "+", "-", "*"])
def test_the_left_operand_comes_first(game_of: GameOf, op: str, expression: str, first: str) -> None:
    """If both operands of an operator raise a fault, the fault of the left operand is reported."""
    told = expression.format(op=op)
    value = told if op in {"+", "-", "*"} else f"1 if {told} else 2"
    spec = game_of(
        f"""
        variables: {{zero: {{type: 0..9}}, nobody: {{type: player?}}, r: {{type: -99..99}}}}
        setup: [{{set: {{r: "{value}"}}}}]
        """
    )
    with pytest.raises(Fault) as fault:
        Game(spec.program())
    assert fault.value.code == first


@pytest.mark.parametrize(
    ("expression", "code"),
    [
        ("number(the(nobody)) in 1 // zero..3", "GS504"),  # the value is evaluated before the list
        ("9 in zero..1 // zero", "GS502"),  # the whole list is evaluated first
        ("-9 in zero..1 // zero", "GS502"),
        ("any(x in map(y in 0..2: 1 // y): true)", "GS502"),  # the first member would be enough
        ("any(x in {1, 1 // zero}: x == 1)", "GS502"),
    ],
)
def test_a_list_is_whole_before_it_is_asked(game_of: GameOf, expression: str, code: str) -> None:
    """A list is evaluated completely before any of its members is tested."""
    spec = game_of(
        f"""
        variables: {{zero: {{type: 0..9}}, nobody: {{type: player?}}, r: {{type: bool}}}}
        setup: [{{set: {{r: "{expression}"}}}}]
        """
    )
    with pytest.raises(Fault) as fault:
        Game(spec.program())
    assert fault.value.code == code


def test_a_quantifier_stops_as_soon_as_it_is_known(game_of: GameOf) -> None:
    """A quantifier stops as soon as its result is certain, so later members cannot raise a fault."""
    spec = game_of(
        """
        variables: {r: {type: 0..9}}
        setup:
          - if: "any(x in {1, 0}: 1 // x == 1) and not all(x in {2, 0}: 1 // x == 1)"
            then: [{set: {r: "the(first(x in {1, 0}: 1 // x == 1)) + size(while(x in {2, 0}: 1 // x > 0))"}}]
        """
    )
    # `any` and `first` stop at 1. `all` stops because 1 // 2 is not 1. `first` yields 1, and `while` yields
    # an empty list, because 1 // 2 > 0 is false.
    assert values(played(spec), "r") == [1]


def test_what_is_left_of_an_argument_is_the_callers(game_of: GameOf) -> None:
    """Arguments of `run` are evaluated for the caller, even if `as` makes another player `me`."""
    spec = game_of(
        """
        variables: {paid: {per: [player, player], type: 0..9}}
        procedures:
          pay: {with: {to: player}, do: [{set: {"paid[me, to]": "paid[me, to] + 1"}}]}
        phases:
          play:
            turns: clockwise
            until: "any(p in players: any(q in players: paid[p, q] > 0))"
            do: [{run: pay, with: {to: me}, as: left(me)}]
        """
    )
    # The rows are the players who are `me` in `pay`, and the columns are the players who are paid. It is the
    # turn of p1, whose left neighbor p2 pays.
    assert values(played(spec), "paid") == [0, 0, 0, 1, 0, 0, 0, 0, 0]


def test_the_variables_of_a_turn(game_of: GameOf) -> None:
    """`end` and `next` see a turn's variables before their reset, `until` and `who` see them afterwards."""
    spec = game_of(
        """
        variables:
          again: {type: bool, lasts: turn}
          turns: {type: 0..9}
          seen: {type: 0..9}
          log: {type: 0..9999}
        phases:
          play:
            turns: clockwise
            next: me if again else left(me)
            until: again
            who: not again
            do:
              - set: {log: log * 10 + number(me), turns: turns + 1}
              - if: again
                then: [{set: {seen: seen + 1}}]
              - set: {again: turns == 1 or turns == 3}
              - choose: {x: {from: 1..1}}
        end:
          third: {when: again and turns == 3, draw: true}
        """
    )
    # p1 has two turns in a row, because `next` sees `again`. The phase goes on, because `until` and `who` do
    # not see it.
    game = played(spec, 3)
    assert values(game, "log") == [112]
    assert values(game, "seen") == [0]
    assert game.result is not None
    assert game.reason == "third"


def test_a_turn_that_leaves_its_phase_is_over(game_of: GameOf) -> None:
    """When `stop: phase` ends a turn, variables that last one turn are reset as after any other turn."""
    spec = game_of(
        """
        variables: {drawn: {type: 0..9, lasts: turn}, seen: {type: 0..9, start: 9}}
        phases:
          first: {turns: clockwise, do: [{set: {drawn: 5}}, {stop: phase}]}
          second: {do: [{set: {seen: drawn}}]}
        """
    )
    assert values(played(spec), "seen") == [0]


ASKED = """
variables: {{bid: {{per: player, type: 0..9}}, n: {{type: 0..99}}}}
actions:
  raise: {{do: [{{set: {{"bid[me]": "bid[me] + 1", n: n * 4 + number(me)}}}}]}}
phases:
  play:
    do:
      - offer: [raise]
        by: "{by}"
      - choose: {{x: {{from: 1..1}}}}
        by: seat(1)
"""


def test_who_is_named_twice_is_asked_once(game_of: GameOf) -> None:
    """A player who is listed twice in `by` answers once.

    Players answer in the order of their first occurrences in the list.
    """
    spec = game_of(ASKED.format(by="map(i in 1..5: seat(1 + i % 3))"))
    game = Named(spec)
    asked = []
    for _ in range(3):
        asked.append(game.player + 1)
        game.apply(game.options[0])
    assert asked == [2, 3, 1]  # the list is 2, 3, 1, 2, 3
    assert values(game, "bid") == [1, 1, 1]
    assert values(game, "n") == [(2 * 4 + 3) * 4 + 1]
    assert game.decision is not None
    assert game.compiled.names.sites[game.decision.site].name == "choose_x"


def test_nobody_may_be_asked(game_of: GameOf) -> None:
    """If the list of players to ask is empty, nobody is asked and the game goes on."""
    game = played(game_of(ASKED.format(by="filter(p in players: bid[p] > 5)")))
    assert game.decision is not None
    assert game.compiled.names.sites[game.decision.site].name == "choose_x"
    assert values(game, "bid") == [0, 0, 0]


FORCED = """
variables: {{n: {{type: 0..100}}}}
phases:
  play:
    turns: clockwise
    do:
      - choose: {{x: {{from: 1..1}}}}
        ask: {ask}
      - set: {{n: n + 1}}
      - if: n == 60
        then: [{{stop: phase}}]
limit: {{decisions: 5, then: draw}}
"""


@pytest.mark.parametrize(
    ("ask", "rounds", "reason"), [("choice", 60, "its last phase has ended"), ("always", 5, "limit")]
)
def test_what_answers_itself_is_no_decision(game_of: GameOf, ask: str, rounds: int, reason: str) -> None:
    """A forced answer does not count as a decision unless the step says `ask: always`."""
    game = Named(game_of(FORCED.format(ask=ask)))
    answers = 0
    while not game.over:
        game.apply(game.options[0])
        answers += 1
    assert game.result is not None
    assert (values(game, "n"), game.reason) == ([rounds], reason)
    assert answers == (5 if ask == "always" else 0)


def test_the_limit_ends_the_game_at_the_next_question(game_of: GameOf) -> None:
    """After the last decision that the limit allows, steps run up to the next question, even a forced one."""
    spec = game_of(
        """
        variables: {n: {type: 0..9}}
        phases:
          play:
            turns: clockwise
            do:
              - choose: {x: {from: 1..2}}
              - set: {n: n + 1}
              - choose: {y: {from: 1..1}}
                ask: choice
              - set: {n: n + 3}
        limit: {decisions: 2, then: draw}
        """
    )
    game = played(spec, 2)
    assert game.over
    assert values(game, "n") == [1 + 3 + 1]


COPIES = """
components:
  c: {attributes: {k: 1..2}, rows: [{k: 1, copies: 2}, {k: 2, copies: 2}], start: bag}
zones: {bag: {of: c}}
phases:
  play: {turns: clockwise, do: [{choose: {x: PICK}}]}
"""


@pytest.mark.parametrize(
    ("pick", "offered"),
    [
        # Copies 0 and 1 have k = 1, and copies 2 and 3 have k = 2.
        ("{from: bag}", [0, 2]),
        ("{from: bag, where: number(x) != 1}", [1, 2]),
        ("{from: bag, where: number(x) % 2 == 0}", [1, 3]),
        ("{from: bag, count: 2}", [(0, 1), (0, 2), (2, 3)]),
        ('{from: bag, count: 2, where: "all(y in x: number(y) != 1)"}', [(1, 2), (2, 3)]),
        ('{from: bag, count: 2, where: "all(y in x: number(y) % 2 == 0)"}', [(1, 3)]),
    ],
)
def test_of_alike_copies_the_first_that_will_do(game_of: GameOf, pick: str, offered: list[object]) -> None:
    """Of several equivalent choices, only the first that satisfies `where` is offered."""
    game = Game(game_of(COPIES.replace("PICK", pick)).program())
    assert [o.values[0] for o in game.options] == offered


@pytest.mark.parametrize(
    ("expression", "holds"),
    [
        ("blue > red", True),  # in the order of declaration
        ("b1 > a1 and a2 > c1", True),  # cells are ordered row by row
        ("cell(way, 2) < cell(way, 10)", True),  # cells are ordered by number
        ("inn < mill", False),  # cells are ordered as listed
    ],
)
def test_values_and_cells_have_an_order(game_of: GameOf, expression: str, *, holds: bool) -> None:
    """`<` compares values and cells by the order in which they are declared."""
    spec = game_of(
        f"""
        enums: {{color: [red, blue]}}
        spaces:
          board: {{grid: [3, 3]}}
          way: {{track: 12}}
          town: {{cells: [mill, inn], links: [[mill, inn]]}}
        variables: {{r: {{type: bool}}}}
        setup: [{{set: {{r: "{expression}"}}}}]
        """
    )
    assert values(played(spec), "r") == [int(holds)]


def test_whose_me_end_means(game_of: GameOf) -> None:
    """In `end`, `me` is the player whose turn it was.

    When a step `check: end` tests the same condition, `me` is the player who is `me` in that step.
    """
    text = """
        variables: {n: {type: 0..9}}
        procedures: {look: {do: [{set: {n: 1}}, {check: end}]}}
        phases:
          play:
            turns: clockwise
            first: seat(2)
            do: DO
        end: {done: {when: n > 0, winner: me}}
        """
    after = played(game_of(text.replace("DO", "[{set: {n: 1}}]")))
    inside = played(game_of(text.replace("DO", "[{run: look, as: seat(3)}]")))
    assert [game.result and game.result.winners for game in (after, inside)] == [(1,), (2,)]


def test_what_is_given_is_the_offerers(game_of: GameOf) -> None:
    """`offer` evaluates the arguments of actions once, for the offering player, before anybody answers."""
    spec = game_of(
        """
        components: {c: {attributes: {k: 1..4}, all: {k: 1..4}, start: deck}}
        zones: {deck: {of: c, ordered: true}, hand: {of: c, per: player}}
        variables: {r: {type: 0..9}, n: {type: 0..99}}
        actions:
          take:
            given: {x: c?}
            do:
              - if: x != none
                then: [{set: {n: n * 4 + number(x)}}, {move: x, to: "hand[me]"}]
          tell: {given: {p: player}, do: [{set: {r: number(p)}}]}
        phases:
          play:
            turns: clockwise
            first: seat(2)
            do:
              - offer: [{tell: {p: me}}]
                by: seat(3)
              - offer: [{take: {x: top(deck)}}]
                by: players
              - stop: phase
        """
    )
    game = played(spec, 4)
    assert values(game, "r") == [2]
    # All three players are offered the card that was on top before anybody took it. The first player who
    # takes it moves it, and the other two still get the same card.
    assert values(game, "n") == [(1 * 4 + 1) * 4 + 1]
    assert game.over


def test_an_event_has_its_values_once(game_of: GameOf) -> None:
    """All handlers of an event receive the same values, even if an earlier handler has changed the game."""
    spec = game_of(
        """
        components: {c: {attributes: {k: 1..4}, all: {k: 1..4}, start: deck}}
        zones: {deck: {of: c, ordered: true}, out: {of: c}}
        variables: {n: {type: 0..99}}
        events: {drawn: {with: {x: c}}}
        handlers:
          away: {event: drawn, do: [{set: {n: n * 4 + number(x)}}, {move: x, to: out}]}
          told: {event: drawn, do: [{set: {n: n * 4 + number(x)}}]}
        setup: [{announce: drawn, with: {x: the(top(deck))}}]
        """
    )
    assert values(played(spec), "n") == [1 * 4 + 1]


@pytest.mark.parametrize("call", ["step(CELL, the(way)) == a1", "a1 in ray(CELL, the(way))"])
def test_the_first_argument_comes_first(game_of: GameOf, call: str) -> None:
    """If both arguments of a function raise a fault, the fault of the first argument is reported."""
    spec = game_of(
        f"""
        spaces: {{board: {{grid: [3, 3]}}}}
        variables: {{far: {{type: 0..9, start: 9}}, way: {{type: board.direction?}}, r: {{type: bool}}}}
        setup: [{{set: {{r: "{call.replace("CELL", "cell(board, far, 1)")}"}}}}]
        """
    )
    with pytest.raises(Fault) as fault:
        Game(spec.program())
    assert fault.value.code == "GS510"


def test_several_of_nothing_are_none_at_all(game_of: GameOf) -> None:
    """If `otherwise` replaces a choice of several components, the name of the choice is an empty list."""
    spec = game_of(
        """
        components: {c: {attributes: {k: 1..4}, all: {k: 1..4}, start: bag}}
        zones: {bag: {of: c}, out: {of: c}}
        variables: {n: {type: 0..9}}
        phases:
          play:
            turns: clockwise
            do:
              - choose: {x: {from: out, count: 2}}
                otherwise: []
              - set: {n: size(x) + 1}
              - move: x
                to: bag
              - stop: phase
        """
    )
    assert values(played(spec), "n") == [1]


@pytest.mark.parametrize(
    ("space", "expression", "cells"),
    [
        ("{grid: [3, 3]}", "neighbours(b2)", "b1 c2 b3 a2"),
        ("{grid: [3, 3], links: all}", "neighbours(b2)", "b1 c1 c2 c3 b3 a3 a2 a1"),
        ("{grid: [3, 3], links: diagonal}", "neighbours(b2)", "c1 c3 a3 a1"),
        ("{grid: [3, 3], shape: hex}", "neighbours(b2)", "c2 b3 a3 a2 b1 c1"),
        ("{cells: [a, b, c, d], links: [[d, c], [c, b], [a, c]]}", "neighbours(c)", "a b d"),
        ("{track: 5, loop: true}", "neighbours(cell(board, 1))", "2 5"),
        ("{track: 5, loop: true}", "ray(cell(board, 3), forward)", "4 5 1 2"),
        ("{grid: [3, 3]}", "ray(b1, south)", "b2 b3"),
    ],
)
def test_lists_of_cells_have_an_order(game_of: GameOf, space: str, expression: str, cells: str) -> None:
    """Neighbors come in the order of directions or links; a ray on a loop stops before its starting cell."""
    spec = game_of(
        f"""
        spaces: {{board: {space}}}
        phases: {{play: {{turns: clockwise, do: [{{choose: {{x: {{from: "{expression}"}}}}}}]}}}}
        """
    )
    game = Named(spec)
    names = game.compiled.world.spaces["board"].names
    offered = [option.values[0] for option in game.options]
    assert offered == [names.index(name) for name in cells.split()]
