"""Tests for resources of several sorts.

They also cover capacities and starting values that depend on the member of a family.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from inside import Named, elaborated, place

from gamespec import SpecError, load
from gamespec.program.instructions import TransferTo
from gamespec.program.program import Program
from gamespec.program.written import About, Malformed, read, write
from gamespec.trees.types import show
from interpreter import Broken, Fault
from interpreter.contract import hold
from interpreter.drawn.html.pen import TIMES
from interpreter.perft import histories
from interpreter.scenario import load_scenarios, run_scenario

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec import Spec

TOKENS = """
language: 1
game: tokens
title: Tokens
players: 2..4
enums:
  gem: [ruby, onyx, gold]
spaces:
  board: {grid: [2, 2]}
components:
  card:
    attributes: {cost: {per: gem, type: 0..7, default: 0}}
    rows: [{id: mine, cost: {ruby: 2, onyx: 1}}, {id: ship, cost: {onyx: 2}}, {id: inn, cost: {ruby: 1}}]
    start: "deck"
zones:
  deck: {of: card}
  hand: {of: card, per: player}
  spot: {of: card, per: board, capacity: "2 if board == a1 else 1"}
  pile: {of: card, per: card.row, capacity: "number(row)"}
resources:
  token:
    of: gem
    per: player
    type: 0..9
    supply: "20 if gem == gold else 4 + size(players)"
    start: "number(player) if gem == gold else 1"
  pool: {of: gem, type: 0..9, supply: 3}
  coin: {per: player, type: 0..9, start: number(player)}
variables:
  level: {per: [player, gem], type: 0..9, start: "number(player) + number(gem)", lasts: turn}
  way: {per: board.direction, type: 1..4, start: number(direction)}
  taken: {per: card, type: card, start: card.mine if card == ship else card}
  worn: {per: [gem, bool], type: gem, start: gem.onyx if gem == ruby else gem}
  both: {per: [player, player], type: 0..9, start: size(players)}
functions:
  can_pay: {with: {c: card}, is: "all(g in gem: token[me, g] >= c.cost[g])"}
actions:
  take:
    with: {g: {from: gem, where: "token.bank[g] > 0 and g != gold"}}
    do:
      - {transfer: 1, of: g, from: token.bank, to: "token[me]"}
      - {transfer: "min(1, pool.bank[g])", of: g, from: pool.bank, to: pool}
      - set: {"level[me, g]": 0}
  buy:
    with: {c: {from: deck, where: can_pay(c)}}
    do:
      - for: {g: gem}
        do: [{transfer: "c.cost[g]", of: g, from: "token[me]", to: token.bank}]
      - {move: c, to: "hand[me]"}
phases:
  play:
    turns: clockwise
    do: [{offer: [take, buy], otherwise: []}]
limit: {decisions: 12, then: rank}
score: "sum(g in gem: token[player, g])"
"""


@pytest.fixture
def tokens(tmp_path: Path) -> Path:
    """Return the folder of a game that has tokens of three sorts."""
    (tmp_path / "game.yaml").write_text(TOKENS, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "type_", "value"),
    [
        ("token[me, ruby]", "0..9", 1),
        ("map(p in players: token[p, gold])", "list of 0..9", (1, 2)),
        ("token.bank[ruby]", "number", 6 - 2),
        ("token.bank[gold]", "number", 20 - 1 - 2),
        ("sum(g in gem: token.bank[g])", "number", 4 + 4 + 17),
        ("pool[onyx] + pool.bank[onyx]", "number", 3),
        ("coin.bank", "number", -3),
        ("map(p in players: coin[p])", "list of 0..9", (1, 2)),
        ("level[seat(2), gold]", "0..9", 2 + 3),
        ("map(d in board.direction: way[d])", "list of 1..4", (1, 2, 3, 4)),
        ("map(c in card: taken[c] == c)", "list of bool", (1, 0, 1)),
        ("taken[ship] == mine", "bool", 1),
        ("map(g in gem: number(worn[g, true]))", "list of 1..3", (2, 2, 3)),
        ("both[me, seat(2)]", "0..9", 2),
    ],
)
def test_values(tokens: Path, text: str, type_: str, value: object) -> None:
    """Holders and banks have tokens of each sort, and starting values depend on the holder and the sort."""
    game = Named(load(tokens))
    node, found = elaborated(game.compiled, text)
    assert not found.errors, [d.message for d in found]
    assert node is not None
    assert show(node.type) == type_
    assert game.asked(node) == value


@pytest.mark.long("contract")
def test_games_hold(tokens: Path) -> None:
    """The game keeps the contract with any number of players.

    Tokens of each sort are conserved and visible to everybody.
    """
    for players in (2, 3, 4):
        assert hold(load(tokens).compiled(players), range(6), stride=1).games == 6


def test_counts(tokens: Path) -> None:
    """The numbers of histories agree with a count by hand.

    The first player takes a ruby, takes an onyx, or buys the inn for a ruby. The second player has the same
    options, unless the inn has been bought. Nobody has two tokens of a sort except after taking one, so of
    the 3 times 3 histories only buying the inn twice is impossible.
    """
    assert histories(load(tokens).compiled(2).program, 2) == [3, 3 + 3 + 2]


def test_a_turn_begins_again_with_what_each_began_with(tokens: Path) -> None:
    """A variable that lasts a turn is reset, for each of its keys, to the starting value of that key."""
    game = Named(load(tokens))
    before = game.held("level")
    assert before == [2, 3, 4, 3, 4, 5]
    game.apply(game.options[0])
    assert game.held("level") == before


def test_what_people_read(tokens: Path) -> None:
    """Texts about events and positions name the sort of the tokens, including tokens in the bank."""
    game = Named(load(tokens), record=True)
    game.apply(game.options[0])
    said = [game.words.event(event) for event in game.events]
    assert f"p1 gets 1 {TIMES} token (ruby) from the bank" in said
    assert f"1 {TIMES} pool (ruby) goes from the bank to pool" in said
    text = game.words.describe(game, 1)
    assert "token[p1, ruby] 2" in text


def test_no_token_becomes_another(tokens: Path) -> None:
    """A position in which a token has become a token of another sort is broken.

    A program that contains such a transfer is refused.
    """
    game = Named(load(tokens))
    game.check()
    at = place(game.compiled, "token")
    game.position[at] += 1
    game.position[at + 1] -= 1
    with pytest.raises(Broken, match="there were 6 tokens of store 0, there are 7"):
        game.check()
    program = game.compiled.program
    text = write(program, About("tokens", {}, ""))
    assert write(read(text).program, About("tokens", {}, "")) == text
    with pytest.raises(Malformed, match="the tokens are of different sorts"):
        read(write(_crossed(program), About("tokens", {}, "")))


def _crossed(program: Program) -> Program:
    """Return the program after its first transfer has been redirected to the source of its last transfer."""
    of_token = [i for i, x in enumerate(program.code) if isinstance(x, TransferTo) and x.source.store == 0]
    a, b = of_token[0], of_token[-1]
    code = list(program.code)
    first, last = code[a], code[b]
    assert isinstance(first, TransferTo)
    assert isinstance(last, TransferTo)
    code[a] = replace(first, target=last.source)
    return replace(program, code=tuple(code))


def test_capacities(game_of: Callable[[str], Spec]) -> None:
    """A zone that exceeds the capacity for its own key raises a fault.

    The larger capacity for another key does not matter.
    """
    text = """
    language: 1
    spaces: {board: {grid: [2, 1]}}
    components: {card: {attributes: {n: 1..3}, all: {n: 1..3}, start: deck}}
    zones:
      deck: {of: card}
      spot: {of: card, per: board, capacity: "2 if board == a1 else 1"}
    setup:
      - {move: card_1, to: "spot[CELL]"}
      - {move: card_2, to: "spot[CELL]"}
    """
    assert Named(game_of(text.replace("CELL", "a1"))).over
    with pytest.raises(Fault) as fault:
        Named(game_of(text.replace("CELL", "b1")))
    assert fault.value.code == "GS506"


def test_overfull_at_the_start(game_of: Callable[[str], Spec]) -> None:
    """Components that start in a zone must not exceed the capacity of that zone."""
    text = """
    language: 1
    players: 2
    components: {card: {attributes: {n: 1..3}, all: {n: 1..3}, start: "deck[n == 1]"}}
    zones:
      deck: {of: card, per: bool, capacity: 1}
      pile: {of: card, per: player, capacity: number(player)}
    """
    with pytest.raises(SpecError) as failed:
        game_of(text).compiled()
    assert [d.message for d in failed.value.diagnostics] == [
        "2 `card` begin in a zone of `deck` that holds 1"
    ]
    assert game_of(
        text.replace('"deck[n == 1]"', '"pile[seat(2)]"').replace("1..3}, start", "1..2}, start")
    ).compiled()


def test_scenarios(tokens: Path) -> None:
    """Scenarios can set up tokens of a given sort, and can check them."""
    folder = tokens / "scenarios"
    folder.mkdir()
    (folder / "all.yaml").write_text(
        """
language: 1
scenarios:
  - id: A
    title: Who has a ruby and an onyx more can buy the mine
    heading: none
    given:
      - {transfer: 1, of: ruby, from: token.bank, to: "token[seat(1)]"}
      - {transfer: 2, of: gold, from: "token[seat(2)]", to: token.bank}
    when: [{buy: {c: mine}}]
    then:
      - token[seat(1), ruby] == 0 and token[seat(1), onyx] == 0
      - token.bank[ruby] == 5 and token.bank[gold] == 19
      - offered: {take: {g: ruby}}
      - refused: {take: {g: gold}}
""",
        encoding="utf-8",
    )
    spec = load(tokens)
    scenarios, found = load_scenarios(spec)
    assert not found
    assert [d.message for d in run_scenario(spec, scenarios[0]).diagnostics] == []


TAKE = '{transfer: 1, of: g, from: token.bank, to: "token[me]"}'
MISTAKES = [
    (TAKE, TAKE.replace(" of: g,", ""), "GS209: `token` has tokens of several sorts", "`of:` which `gem`"),
    (TAKE, TAKE.replace("of: g", "of: me"), "GS302: expected `gem`, but this is a `player`", None),
    (
        TAKE,
        TAKE.replace("token[me]", "token[me, g]"),
        "GS305: `of` gives the sort of the tokens",
        "`token[me]`",
    ),
    (
        TAKE,
        TAKE.replace("token.bank", '"token.bank[g]"'),
        "GS305: `of` gives the sort of the tokens",
        "`token.bank`",
    ),
    (TAKE, TAKE.replace("token[me]", "token"), "GS205: tokens go from one holder", "`token[me]`"),
    (TAKE, TAKE.replace("token[me]", "token[g]"), "GS302: expected `player`, but this is a `gem`", None),
    (TAKE, TAKE.replace("token[me]", "coin[me]"), "GS301: `token` cannot become `coin`", None),
    (TAKE, TAKE.replace("token[me]", "pool"), "GS301: `token` cannot become `pool`", None),
    (TAKE, TAKE.replace("token[me]", "hand[me]"), "GS205: tokens go from one holder", None),
    (
        TAKE,
        '{transfer: 1, of: g, from: coin.bank, to: "coin[me]"}',
        "GS209: the tokens of `coin` are all alike",
        "leave out `of`",
    ),
    ("token.bank[g] > 0", "token.bank > 0", "GS305: `token` has a bank for each `gem`", "`token.bank[g]`"),
    (
        "token.bank[g] > 0",
        "coin.bank[g] > 0",
        "GS305: `coin.bank` has no such members",
        "its form is `coin.bank`",
    ),
    ("token.bank[g] > 0", "token.bank[me] > 0", "GS302: expected `gem`, but this is a `player`", None),
    ("token[me, g] >=", "token[me] >=", "GS305: `token` takes 2 values in brackets", "`token[me, gem]`"),
    ("pool: {of: gem, type", "pool: {of: gim, type", "GS201: there is no type `gim`", None),
    ("pool: {of: gem, type", "pool: {of: gem?, type", "GS308: `per: gem?` is not possible", None),
    ("supply: 3", "supply: 3, start: 4", "GS304: 4 tokens of `ruby` are dealt out of 3", None),
    ('"20 if gem', '"2 if gem', "GS304: 3 tokens of `gold` are dealt out of 2", None),
    ('"20 if gem', '"20 if player', "GS201: unknown name `player`", None),
    ('"20 if gem', '"20 - 30 if gem', "GS304: `-10` never fits into `0..2147483647`", None),
    ("board == a1 else 1", "card == mine else 1", "GS306", None),
    ("start: size(players)}", "start: number(player)}", "GS201: unknown name `player`", None),
    ('"level[me, g]": 0', '"token[me, g]": 0', "GS205: only variables can be set", "`transfer`"),
]


@pytest.mark.parametrize(("old", "new", "said", "cure"), MISTAKES)
def test_mistakes(tokens: Path, old: str, new: str, said: str, cure: str | None) -> None:
    """Each mistake is reported with the expected message and, if the case names one, the expected help."""
    assert TOKENS.count(old) == 1
    (tokens / "game.yaml").write_text(TOKENS.replace(old, new), encoding="utf-8")
    with pytest.raises(SpecError) as failed:
        load(tokens).compiled(2)
    told = [(f"{d.code}: {d.message}", d.help) for d in failed.value.diagnostics]
    assert any(text.startswith(said) and (cure is None or cure in (help_ or "")) for text, help_ in told), (
        told
    )
