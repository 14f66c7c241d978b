"""Options that are counted instead of listed are in the same order, so engines take the same k-th option.

Each game in this module records its choices in a number that depends on their order. Two engines that play a
game with the same luck reach the same score only if they took the same options.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from agreement import Played, batches, both
from games_of import game_of
from long_checks import sampled

from interpreter.compiled.course.module import compiled
from interpreter.compiled.making.fallback import beginning
from interpreter.compiled.wasm.wat import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.program import Program

__all__ = ["game_of"]  # a fixture

GAME = """
language: 1
about: A record of what is chosen.
players: 2
spaces:
  board: {{grid: [{columns}, {rows}], links: all}}
variables:
  owner: {{per: board, type: player?}}
  record: {{type: 0..999}}
functions:
  digit: {{with: {{c: board}}, is: 17 * column(c) + row(c)}}
  ahead:
    with: {{c: board}}
    is: "filter(n in neighbours(c): row(n) - row(c) == (1 if me == seat(1) else -1))"
  ways: {{with: {{c: board}}, is: "neighbours(c) if owner[c] == me else {{a1, b2}}"}}
  free:
    with: {{c: board}}
    is: "filter(n in (board if the(owner[c]) == seat(1) else neighbours(c)): owner[n] == none)"
setup:
  - for: {{c: board}}
    do: [{{set: {{"owner[c]": seat(1) if row(c) <= 2 else seat(2) if row(c) > {rows} - 2 else none}}}}]
actions:
  rest: {{label: rest, do: []}}
{actions}
phases:
  all:
    turns: clockwise
    do:
{steps}
score: record
limit: {{decisions: 40, then: rank}}
"""

CHOOSE = """
      - choose:
          {names}
        ask: choice
        otherwise: [{{stop: all}}]
      - set: {{record: "(31 * record + {number}) % 1000", {put}}}
"""

ONE = '"owner[c]": "me if owner[c] == none else none"'
TWO = '"owner[a]": none, "owner[b]": me'
BOTH = "digit(a) + 7 * digit(b)"

MINE = "a: {from: board, where: 'owner[a] == me'}"

CASES = {
    "a set": (["c: {from: board, where: 'owner[c] == none'}"], "digit(c)", ONE),
    "all there are": (["c: {from: board}"], "digit(c)", ONE),
    "from the end": (["c: {from: reverse(board), where: 'owner[c] != me'}"], "digit(c)", ONE),
    "by a table": (["c: {from: board, where: 'owner[c] == none or column(c) > row(c)'}"], "digit(c)", ONE),
    "two sets": ([MINE, "b: {from: board, where: 'owner[b] != me'}"], BOTH, TWO),
    "a set and a list": (
        ["a: {from: 1..3}", "c: {from: board, where: 'owner[c] != me'}"],
        "a * digit(c)",
        ONE,
    ),
    "ahead": (
        [MINE, "b: {from: ahead(a), where: 'owner[b] == none or owner[b] != me and column(a) != column(b)'}"],
        BOTH,
        TWO,
    ),
    "beside": ([MINE, "b: {from: neighbours(a), where: 'owner[b] == none'}"], BOTH, TWO),
    "whatever lies beside": (["a: {from: board}", "b: {from: neighbours(a)}"], BOTH, TWO),
    "one of two lists": (["a: {from: board, where: 'owner[a] != none'}", "b: {from: ways(a)}"], BOTH, TWO),
    "the first from the end": (
        ["a: {from: reverse(board), where: 'owner[a] == me'}", "b: {from: neighbours(a)}"],
        BOTH,
        TWO,
    ),
    "a list that may fail": ([MINE, "b: {from: free(a)}"], BOTH, TWO),
    "a list that may fail, and a condition": (
        [MINE, "b: {from: free(a), where: 'column(b) > row(b)'}"],
        BOTH,
        TWO,
    ),
}
"""The cases, by kind of choice.

Each has the picks, a number computed from the choice, and the assignments that follow it.
"""

LISTED = {
    "a condition that may fail": (
        ["c: {from: board, where: 'owner[c] == none and the(first(n in neighbours(c): n != c)) != c'}"],
        "digit(c)",
        ONE,
    ),
    "a second condition that may fail": (
        [MINE, "b: {from: neighbours(a), where: 'the(first(n in neighbours(b): n != a)) != b'}"],
        BOTH,
        TWO,
    ),
}


def counts(program: Program, site: int) -> bool:
    """Return whether the function that lists the options of a site can also count options without listing."""
    text = shown(compiled(program, beginning(program)).unit.functions[f"$options{site}"].tree())
    return "(local.get $plays)" in text


def agree(program: Program, games: int) -> None:
    """Assert that batches of both engines have the same results and that no game ends in a fault."""
    played = Played()
    batches(both(program), range(games), played)
    assert played.counts["playouts"] == games
    assert not played.faults


@pytest.mark.parametrize("size", [(3, 5), (8, 8), (13, 11)], ids=str)
@pytest.mark.parametrize("case", sampled([*CASES, *LISTED], "agreement", 3))
def test_the_same_option_is_taken(game_of: Callable[[str], Spec], case: str, size: tuple[int, int]) -> None:
    """Both engines take the same options, whatever a pick depends on.

    The sizes of the board give sets of one word and sets of several words.
    """
    names, number, put = {**CASES, **LISTED}[case]
    steps = CHOOSE.format(names="\n          ".join(names), number=number, put=put)
    program = game_of(GAME.format(columns=size[0], rows=size[1], steps=steps, actions="")).program()
    assert counts(program, 0) == (case in CASES)
    agree(program, 12)


OFFERED = """
  put: {label: put, when: record % 3 > 0, with: {c: {from: board, where: "owner[c] == none"}},
    do: [{set: {record: "(31 * record + digit(c)) % 1000", "owner[c]": me}}]}
  go:
    label: go
    with: {a: {from: board, where: "owner[a] == me"}, b: {from: neighbours(a), where: "owner[b] != me"}}
    do: [{set: {record: "(31 * record + digit(a) + 7 * digit(b)) % 1000", "owner[b]": me}}]
  free: {label: free, with: {p: {from: players}, c: {from: board, where: "owner[c] == p"}},
    do: [{set: {record: "(31 * record + digit(c)) % 1000", "owner[c]": none}}]}
"""


@pytest.mark.parametrize("by", ["", ", by: players"], ids=["one", "in secret"])
@pytest.mark.parametrize("offer", ["put, go", "put, rest, go", "go, put, free"])
def test_several_actions(game_of: Callable[[str], Spec], offer: str, by: str) -> None:
    """If several actions are offered, the number of an option identifies the right one.

    This also holds for answers that are given in secret.
    """
    steps = f"      - {{offer: [{offer}], ask: choice, otherwise: [{{stop: all}}]{by}}}"
    program = game_of(GAME.format(columns=6, rows=6, steps=steps, actions=OFFERED)).program()
    assert counts(program, 0)
    agree(program, 20)


CARDS = """
language: 1
players: 2
enums:
  colour: {{red: red, blue: blue, green: green}}
components:
  card:
    attributes: {{colour: colour, rank: 1..{ranks}}}
    all: {{colour: colour, rank: 1..{ranks}}}
    label: "{{colour}}{{rank}}"
    start: stock
zones:
  stock: {{of: card}}
  hand: {{of: card, per: player}}
  pile: {{of: card}}
variables:
  record: {{type: 0..999}}
  led: {{type: colour?}}
setup:
  - for: {{p: players}}
    do: [{{move: "filter(c in stock: c.rank % 2 == (0 if p == seat(1) else 1))", to: "hand[p]"}}]
phases:
  all:
    turns: clockwise
    do:
      - choose:
          c: {{from: "hand[me]", where: "c.colour == led or none(d in hand[me]: d.colour == led)"}}
        ask: choice
        otherwise: [{{stop: all}}]
      - set: {{record: "(31 * record + c.rank + 50 * (1 if c.colour == colour.red else 0)) % 1000"}}
      - set: {{led: none if record % 4 == 0 else c.colour}}
      - {{move: c, to: pile}}
score: record
limit: {{decisions: 40, then: rank}}
"""


@pytest.mark.parametrize("ranks", [4, 25, 50])
def test_cards(game_of: Callable[[str], Spec], ranks: int) -> None:
    """The cards in a zone that satisfy a condition are counted as a set, of one word or of several words."""
    program = game_of(CARDS.format(ranks=ranks)).program()
    assert counts(program, 0)
    agree(program, 30)
