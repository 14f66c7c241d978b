"""Options that are counted as bits are those of the definitional engine, and the same one is taken."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from agreement import Played, batches, both

from gamespec.spec import Spec
from interpreter.compiled.among import Among, may_be_among
from interpreter.compiled.definitional import beginning
from interpreter.compiled.module import compiled
from interpreter.compiled.techniques import FULL, PLAIN

CELLS = """
players: 2
spaces: {{board: {{grid: [9, 9]}}}}
variables: {{mark: {{per: board, type: player?}}, seen: {{type: 0..6561}}}}
actions:
  take:
    with: {{c: {{from: {source}, where: "mark[c] == none"}}}}
    do: [{{set: {{"mark[c]": me, seen: "seen * 7 % 911 + column(c) * row(c)"}}}}]
phases: {{play: {{turns: clockwise, do: [{{offer: [take]}}]}}}}
end: {{over: {{when: "count(c in board: mark[c] == none) < 60",
  winner: "me if seen % 2 == 0 else left(me)"}}}}
"""

CARDS = """
players: 2
components: {card: {attributes: {sort: 1..14}, all: {sort: 1..14}, copies: 3, start: deck}}
zones: {deck: {of: card}, row: {of: card}}
variables: {sum: {type: 0..911}}
actions:
  take:
    with: {c: {from: deck, where: "c.sort != 5 or count(d in row: d.sort == 5) < 2"}}
    do: [{move: c, to: row}, {set: {sum: "(sum * 7 + c.sort) % 911"}}]
phases: {play: {turns: clockwise, do: [{offer: [take]}]}}
end: {over: {when: size(deck) < 9, winner: me if sum % 2 == 0 else left(me)}}
"""

NUMBERS = """
players: 2
variables: {low: {type: 0..60}, sum: {type: 0..911}}
actions:
  say: {with: {n: {from: low..low + 4}}, do: [{set: {sum: "(sum * 7 + n) % 911", low: (low + n) // 2}}]}
  no: {with: {n: {from: low..low - 1}}, do: []}
  add: {do: [{set: {low: low + 1}}]}
phases: {play: {turns: clockwise, do: [{offer: [no, say, add]}]}}
end: {over: {when: low > 40, winner: me if sum % 2 == 0 else left(me)}}
"""

GAMES = {
    "cells that ascend": CELLS.format(source="board"),
    "cells that descend": CELLS.format(source="reverse(board)"),
    "alike cards": CARDS,
    "numbers": NUMBERS,
}


@pytest.mark.parametrize("name", GAMES)
def test_the_same_options_are_taken(name: str, game_of: Callable[[str], Spec]) -> None:
    """Random games end alike, decision for decision; their ends depend on every option that was taken."""
    played = Played()
    batches(both(game_of(GAMES[name]).program(2)), range(40), played)
    assert played.counts["playouts"] == 40


@pytest.mark.parametrize("name", GAMES)
def test_they_are_counted(name: str, game_of: Callable[[str], Spec], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of these games has such an action; with no technique nothing is counted as bits."""
    program, found = game_of(GAMES[name]).program(2), list[bool]()
    total = Among.total

    def noted(among: Among, *given: object) -> object:
        body = total(among, *given)  # type: ignore[arg-type] # handed on as they are
        found.append(body is not None)
        return body

    monkeypatch.setattr(Among, "total", noted)
    compiled(program, beginning(program), PLAIN)
    assert not found
    compiled(program, beginning(program), FULL)
    assert any(found)


def test_one_pick_of_one_value(game_of: Callable[[str], Spec]) -> None:
    """An action without a pick, with two, or with a `keeps` is none of these."""
    program = game_of("""
        players: 2
        variables: {sum: {type: 0..99}}
        actions:
          none_: {do: []}
          one: {with: {a: {from: 1..40}}, do: []}
          two: {with: {a: {from: 1..40}, b: {from: 1..2}}, do: []}
          kept: {with: {a: {from: 1..40}}, keeps: sum < 9, do: [{set: {sum: a}}]}
        phases: {play: {turns: clockwise, do: [{offer: [none_, one, two, kept]}]}}
        """).program(2)
    assert [may_be_among(action) for action in program.actions] == [False, True, False, False]
