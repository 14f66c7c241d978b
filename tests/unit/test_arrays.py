"""Observations and actions as arrays of numbers."""

from __future__ import annotations

import pickle
import random
import sys
from collections.abc import Callable
from copy import copy
from importlib import import_module

import numpy as np
import pytest

import gamespec
from gamespec import Spec
from gamespec.program import Program
from gamespec.program.written import About, read, write
from interpreter import Game, Option
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.actions import Actions, Choice
from interpreter.play.encoding import BY_PLACE, MOST_VALUES
from interpreter.schema import Schema

HIDDEN = ("goofspiel", "hanabi", "hearts", "kuhn-poker", "leduc-poker", "liars-dice", "rufus", "trumpet")
SMALL = ("goofspiel", "kuhn-poker", "leduc-poker", "liars-dice", "tic-tac-toe")


def of(name: str, *, by_pick: bool | None = None) -> Schema:
    """Return the schema of a shipped game."""
    return Schema(gamespec.load(name).program(), by_pick=by_pick)


def named(schema: Schema, game: Game, label: str) -> Option:
    """Return the option with a label."""
    (option,) = [option for option in game.options if schema.label(option.number) == label]
    return option


def fields(schema: Schema, game: Game, seat: int) -> dict[str, np.ndarray]:
    """Return what a seat observes, by field."""
    return dict(schema.split(schema.observe(game, seat)))


# --- expected numbers, by hand ------------------------------------------------------------------------------


def test_a_board_has_planes() -> None:
    """A mark on a cell is a 1 in the plane of its owner, in the cell's row and column; the rest is empty."""
    schema = of("tic-tac-toe")
    game = Game(schema.program, 1)
    for cell in ("b3", "c1"):
        game.play(named(schema, game, f"choose_cell(cell={cell})"))
    (mark,) = (each for each in schema.named if each.name == "mark")
    assert [axis.name for axis in mark.axes] == ["value", "row", "column"]
    assert mark.axes[0].labels == ("p1", "p2", "none")
    found = fields(schema, game, 0)["mark"]
    cells = schema.program.spaces[schema.program.stores[0].spaces[0]]
    names = [f"{'abc'[column - 1]}{row}" for column, row in zip(cells.columns, cells.rows, strict=True)]
    expected = np.zeros((3, 3, 3))
    for name, column, row in zip(names, cells.columns, cells.rows, strict=True):
        channel = {"b3": 0, "c1": 1}.get(name, 2)
        expected[channel, row - 1, column - 1] = 1
    assert np.array_equal(found, expected)


def test_who_observes_and_who_decides() -> None:
    """The first fields say who observes, whose turn it is, and who decides."""
    schema = of("tic-tac-toe")
    game = Game(schema.program, 1)
    found = fields(schema, game, 1)
    assert found["game.seat"].tolist() == [0, 1]
    assert found["game.turn"].tolist() == found["game.me"].tolist() == [1, 0, 0]
    assert found["game.over"].tolist() == [0]
    while not game.over:
        game.take(0)
    found = fields(schema, game, 1)
    assert found["game.over"].tolist() == [1]
    assert found["game.me"].tolist() == [0, 0, 1], "nobody decides"


def test_hidden_components() -> None:
    """Of three cards in Kuhn poker, a player knows the one in hand, and that another one has its back."""
    schema = of("kuhn-poker")
    game = Game(schema.program, 1)
    hand = next(each for each in schema.named if each.name == "hand")
    assert hand.axes[-1].labels[-1] == "unknown"
    assert {schema.program.zones[number].capacity for number in (1, 2)} == {3}
    for seat in (0, 1):
        found = fields(schema, game, seat)["hand"]
        (card,) = game.observation(seat).zones[1 + seat]
        assert found[seat].tolist() == [float(c == card) for c in range(3)] + [0]
        assert found[1 - seat].tolist() == [0, 0, 0, np.float32(1 / 3)], "one of at most three"


def test_components_are_counted() -> None:
    """A discarded card of Hanabi is a share of its copies: three ones, two each up to four, and one five."""
    copies = {"1": 3, "2": 2, "3": 2, "4": 2, "5": 1}
    schema = of("hanabi")
    game = Game(schema.program, 1)
    for label in ("hint_rank(p=p2, r=1)", "discard(c=number 1 in hand[p2])"):
        found = [option for option in game.options if schema.label(option.number) == label]
        game.play(found[0] if found else game.options[0])
    discards = fields(schema, game, 0)["discards"]
    (face,) = discards.nonzero()[0]
    assert discards[face] == np.float32(1 / copies[schema.printed["card"]["rank"][face]])


def test_a_large_pile_is_counted_with_its_top() -> None:
    """After a deal of Hanabi, 40 of 50 cards are in the deck, of which nobody knows any."""
    schema = of("hanabi")
    game = Game(schema.program, 1)
    (deck,) = (each for each in schema.named if each.name == "deck")
    assert deck.axes[0].labels == ("all", "1")
    capacity = schema.program.zones[1].capacity
    assert capacity > BY_PLACE
    counted, top = fields(schema, game, 0)["deck"]
    unknown = deck.axes[1].labels.index("unknown")
    assert counted[unknown] == pytest.approx(40 / capacity)
    assert top[unknown] == 1
    assert np.count_nonzero(counted) == np.count_nonzero(top) == 1


def test_hints_exclude_values() -> None:
    """In Hanabi, a hint of red excludes red for the other cards, and the other colours for red ones."""
    schema = of("hanabi")
    game = Game(schema.program, 1)
    hand = next(each for each in schema.named if each.name == "hand")
    labels = hand.axes[-1].labels
    game.play(named(schema, game, "hint_color(p=p2, x=red)"))
    reds = [schema.printed["card"]["color"][schema.faces[c]] == "red" for c in game.observation(0).zones[3]]
    found = fields(schema, game, 1)["hand"][1]
    for place, red in enumerate(reds):
        assert found[place, labels.index("not color red")] == (0 if red else 1)
        assert found[place, labels.index("not color green")] == (1 if red else 0)
        assert found[place, labels.index("unknown")] == 1


def test_values() -> None:
    """A value of few is one channel; one of many is a share of the range; a bank is a share of its supply."""
    schema = of("kuhn-poker")
    game = Game(schema.program, 1)
    found = fields(schema, game, 0)
    assert found["chips"].tolist() == [[0, 1, 0, 0, 0]] * 2, "an ante of one of two chips each"
    assert found["chips.bank"].tolist() == [0.5], "two of four chips are in the pot"
    leduc = of("leduc-poker")
    game = Game(leduc.program, 1)
    assert leduc.program.stores[0].domain.high > MOST_VALUES
    assert fields(leduc, game, 0)["chips"].tolist() == [[np.float32(99 / 200)]] * 2, "an ante of one of 100"


def test_tiles() -> None:
    """The start tile of Carcassonne lies in the middle of the plane, at half of both sides."""
    schema = of("carcassonne")
    game = Game(schema.program, 1)
    tiles = fields(schema, game, 0)["land.tiles"]
    (laid,) = tiles[tiles[:, 0] == 1]
    assert laid[1:3].tolist() == [0.5, 0.5]
    assert sorted(laid[3:].tolist()) == [0, 0, 0, 1]
    assert not tiles[tiles[:, 0] == 0].any()


# --- what an observation tells --------------------------------------------------------------------------


@pytest.mark.parametrize("name", HIDDEN)
def test_no_secret_is_told(name: str) -> None:
    """Positions that a player cannot tell apart have equal arrays."""
    schema, luck = of(name), random.Random(1)  # noqa: S311 - nothing secret
    engine = CompiledEngine(schema.program)
    game = engine.begin(3, record=True)
    for _ in range(12):
        if game.over:
            break
        for seat in range(schema.program.players):
            told = schema.observe(game, seat)
            for seed in range(3):
                other = game.redealt(seat, seed)
                if other.observation(seat) == game.observation(seat):
                    assert np.array_equal(schema.observe(other, seat), told)
        game.play(luck.choice(game.options))


@pytest.mark.parametrize("name", SMALL)
def test_nothing_is_lost(name: str) -> None:
    """Without large piles, positions that a player can tell apart have different arrays."""
    schema, luck = of(name), random.Random(1)  # noqa: S311 - nothing secret
    engine, found = CompiledEngine(schema.program), dict[bytes, object]()
    for seed in range(20):
        game = engine.begin(seed)
        while not game.over:
            for seat in range(schema.program.players):
                key = schema.observe(game, seat).tobytes()
                assert found.setdefault(key, game.observation(seat)) == game.observation(seat)
            game.play(luck.choice(game.options))
    assert len(found) > len(SMALL)


@pytest.mark.parametrize("name", gamespec.games())
def test_names(name: str) -> None:
    """Each axis has as many labels as indexes, names are distinct, and numbers are from 0 to 1."""
    for by_pick in (False, True):
        schema = of(name, by_pick=by_pick)
        assert len({each.name for each in schema.named}) == len(schema.fields)
        for each in schema.named:
            assert tuple(len(axis.labels) for axis in each.axes) == each.shape
            some = range(0, schema.actions.size, max(1, schema.actions.size // 50))
        assert len({schema.label(action) for action in some}) == len(some)
        position = CompiledEngine(schema.program).begin(1)
        observed = schema.observe(position, 0)
        assert observed.shape == (schema.size,)
        assert observed.min() == 0
        assert observed.max() == 1


# --- actions --------------------------------------------------------------------------------------------


def test_by_pick() -> None:
    """Three cards are passed one by one, in their order; the last action takes the option."""
    schema = of("hearts")
    assert schema.actions.by_pick, "22,100 hands can be passed"
    game = Game(schema.program, 1)
    choice = schema.choice(game)
    assert [schema.label(action) for action in choice.made] == ["pass"], "there is nothing else to do"
    cards, names = sorted(game.observation(0).zones[2]), schema.printed["card"]["row"]
    expected = [f"pass: cards={names[schema.faces[c]]}" for c in cards[:-2]]
    assert [schema.label(action) for action in choice.legal] == expected, "two more follow in their order"
    assert choice.take(choice.legal[0]) is None
    assert choice.take(choice.legal[0]) is None
    k = choice.take(choice.legal[0])
    assert k is not None
    assert game.options[k].values == (tuple(cards[:3]),)


@pytest.mark.parametrize("by_pick", [False, True])
@pytest.mark.parametrize("name", ["hanabi", "liars-dice", "ogallala", "rufus", "tic-tac-toe", "trapper"])
def test_every_option_has_actions(name: str, by_pick: bool) -> None:  # noqa: FBT001 - a parameter
    """The actions of an option lead to it alone, and no action is asked for that narrows nothing."""
    program, luck = gamespec.load(name).program(), random.Random(2)  # noqa: S311 - nothing secret
    actions, game = Actions(program, by_pick=by_pick), Game(program, 5)
    for _ in range(10):
        options = game.options
        for k, option in enumerate(options[:40]):
            choice, chosen, left = Choice(actions, options), None, actions.spelled(option)
            while chosen is None:
                assert len(choice.legal) > 1 or len(options) == 1
                chosen = choice.take(left[len(choice.made)])
            assert chosen == k
        game.play(luck.choice(options))
        if game.over:
            break


def test_an_illegal_action() -> None:
    """An action that is not legal is refused with the legal ones."""
    schema = of("kuhn-poker")
    choice = schema.choice(Game(schema.program, 1))
    wrong = next(action for action in range(4) if action not in choice.legal)
    with pytest.raises(ValueError, match=f"{wrong} is not one of the legal actions"):
        choice.take(wrong)
    with pytest.raises(ValueError, match="no option has the number 99"):
        schema.label(99)
    with pytest.raises(ValueError, match="there is no action 999"):
        of("hearts", by_pick=True).label(999)


# --- facts about games ----------------------------------------------------------------------------------


def test_facts() -> None:
    """What rulebooks say of these games."""
    pawns, kuhn, goofspiel, pig = of("breakthrough"), of("kuhn-poker"), of("goofspiel"), of("pig")
    assert pawns.perfect_information
    assert pawns.deterministic
    assert pawns.zero_sum
    assert not kuhn.perfect_information
    assert not kuhn.deterministic
    assert kuhn.rewards == (-2, 2)
    assert kuhn.chance_outcomes == (0, 2), "three cards"
    assert not kuhn.together
    assert goofspiel.together, "bids are secret until both are made"
    assert pig.perfect_information
    assert pig.chance_outcomes == (1, 6), "a die"


def test_a_program_without_names() -> None:
    """A program from a file has the same arrays, whose fields are numbered, and so another identity."""
    schema = of("hanabi")
    program: Program = read(write(schema.program, About("hanabi", {}, ""))).program
    bare = Schema(program)
    assert bare.identity != schema.identity
    assert [each.at for each in bare.fields] == [each.at for each in schema.fields]
    assert [each.shape for each in bare.fields] == [each.shape for each in schema.fields]
    assert [each.name for each in bare.named][5:7] == ["zones.0", "zones.1"]
    game = CompiledEngine(schema.program).begin(1)
    other = CompiledEngine(program).begin(1)
    assert np.array_equal(bare.observe(other, 1), schema.observe(game, 1))
    assert np.array_equal(bare.observe(game, 1), schema.observe(game, 1)), "the programs are equal"
    assert bare.label(0) != schema.label(0)


HUES = """
language: 1
game: hues
title: Hues
players: 2
enums: {hue: [red, green]}
variables: {points: {per: player, type: 0..9}}
phases:
  play:
    turns: clockwise
    do:
      - choose: {c: {from: hue}}
      - set: {"points[me]": "points[me] + 1"}
limit: {decisions: 6, then: draw}
"""


def test_identities(game_of: Callable[[str], Spec]) -> None:
    """They differ with what numbers and actions mean, and not with other rules; differences are named."""
    schema = Schema(game_of(HUES).program())
    longer = Schema(game_of(HUES.replace("decisions: 6", "decisions: 8")).program())
    turned = Schema(game_of(HUES.replace("[red, green]", "[green, red]")).program())
    higher = Schema(game_of(HUES.replace("0..9", "0..8")).program())
    assert longer.identity == schema.identity
    assert schema.differences(longer) == []
    assert turned.identity != schema.identity
    assert schema.differences(turned) == ["there are 2 and 2 actions, or other ones"]
    assert higher.identity != schema.identity
    assert schema.differences(higher) == ["points has the shapes (2, 10) and (2, 9), or other labels"]
    assert Schema(schema.program, by_pick=True).identity != schema.identity
    assert Schema(schema.program, by_pick=False).identity == schema.identity


COPIES = """
language: 1
game: copies
title: Copies
players: 2
components:
  card:
    attributes: {k: 1..3}
    rows: [{k: 1, copies: 3}, {k: 2, copies: 2}, {k: 3}]
    start: pool
zones: {pool: {of: card}, out: {of: card}}
phases:
  play:
    turns: clockwise
    until: size(pool) == 0
    do:
      - choose: {cs: {from: pool, count: 1..4}}
      - move: cs
        to: out
limit: {decisions: 30, then: draw}
"""


def test_copies_are_counted_in_a_choice(game_of: Callable[[str], Spec]) -> None:
    """Each of three copies that has been picked adds a third, in a single game and in lanes."""
    schema = Schema(game_of(COPIES).program(), by_pick=True)
    engine = CompiledEngine(schema.program)
    lanes = engine.lanes(2, encoding=schema)
    choice, game = schema.choice(engine.begin(1)), lanes.game(0)
    for copies in range(4):
        picked = schema.split(schema.observe(game, 0, choice))["game.picked"]
        assert picked[0] == pytest.approx(copies / 3)
        assert not schema.split(schema.observe(game, 1, choice))["game.picked"].any(), "it is not the decider"
        assert np.array_equal(schema.split(lanes.observations)["game.picked"][0], picked)
        assert lanes.choice(0).made == choice.made
        assert lanes.choice(0).legal == choice.legal
        if copies < 3:
            assert choice.take(0) is None
            lanes.step([0, -2])
    lanes.copy(0, 1)
    assert np.array_equal(lanes.observations[0], lanes.observations[1]), "a copy has the picks"
    assert np.array_equal(lanes.masks[0], lanes.masks[1])
    lanes.put(1, lanes.game(0))
    assert not schema.split(lanes.observations)["game.picked"][1].any(), "the choice begins anew"


def test_what_is_refused(game_of: Callable[[str], Spec]) -> None:
    """Games and arrays of another program, and what is no program, give an error that says so."""
    spec = game_of(COPIES)
    schema, other = Schema(spec.program()), CompiledEngine(gamespec.load("hearts").program()).begin(1)
    with pytest.raises(ValueError, match="this is a game of another program"):
        schema.observe(other, 0)
    with pytest.raises(ValueError, match="this is a game of another program"):
        schema.choice(other)
    own = CompiledEngine(game_of(COPIES).program()).begin(1)
    assert schema.observe(own, 0).shape == (schema.size,), "an equal program will do"
    with pytest.raises(ValueError, match=f"an observation has {schema.size} numbers, not {schema.size + 5}"):
        schema.split(np.zeros((2, schema.size + 5), np.float32))
    with pytest.raises(TypeError, match="a schema describes a `Program`, not a `Spec`"):
        Schema(spec)  # type: ignore[arg-type] # a mistake
    with pytest.raises(TypeError, match="an engine plays a `Program`, not a `Spec`"):
        CompiledEngine(spec)  # type: ignore[arg-type] # a mistake
    engine = CompiledEngine(schema.program)
    with pytest.raises(TypeError, match="an encoding is a `Schema`"):
        engine.lanes(1, encoding="x")  # type: ignore[arg-type] # a mistake
    with pytest.raises(ValueError, match="the encoding is of another program"):
        engine.lanes(1, encoding=of("hearts"))
    assert len(engine.lanes(1, encoding=pickle.loads(pickle.dumps(schema)))) == 1  # noqa: S301 - it is ours
    with pytest.raises(ValueError, match="no encoding"):
        engine.lanes(1).choice(0)


def test_numpy_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numpy, the error says how to install it."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "interpreter.schema")
    with pytest.raises(ImportError, match=r"pip install 'gamespec\[arrays\]'"):
        import_module("interpreter.schema")


# --- small games ----------------------------------------------------------------------------------------


ONE_ACTION = """
    players: 2
    actions:
      go: {}
    phases:
      play: {turns: clockwise, until: turns == 4, do: [{offer: [go]}, {set: {turns: turns + 1}}]}
    variables: {turns: {type: 0..4, start: 0}}
"""
"""A game whose only action asks for nothing."""


def reached(choice: Choice) -> list[int]:
    """Return the indexes of the options that some actions choose."""
    found = list[int]()
    for action in choice.legal:
        after = copy(choice)
        chosen = after.take(action)
        found += reached(after) if chosen is None else [chosen]
    return sorted(found)


@pytest.mark.parametrize("by_pick", [False, True])
def test_an_action_that_asks_for_nothing_has_a_number(
    game_of: Callable[[str], Spec],
    by_pick: bool,  # noqa: FBT001 - a parameter
) -> None:
    """A game with a single option has a single action, by number and by pick."""
    program = game_of(ONE_ACTION).program()
    schema, game = Schema(program, by_pick=by_pick), CompiledEngine(program).begin()
    assert schema.actions.size == 1
    assert schema.choice(game).legal == (0,)
    assert reached(schema.choice(game)) == [0]
    assert schema.label(0) == "go"


@pytest.mark.parametrize("count", [3, 10, 20, 31])
def test_shares_are_at_most_one(game_of: Callable[[str], Spec], count: int) -> None:
    """A channel of all copies of a component is 1 up to rounding, and never more.

    Without care, the sum of ten tenths in single precision is 1.0000001.
    """
    spec = game_of(f"""
        players: 2
        components:
          pawn: {{all: {{n: 1..{count}}}, attributes: {{n: 1..{count}}}, start: box}}
        zones:
          box: {{of: pawn, seen_by: nobody}}
        actions: {{go: {{}}}}
        phases: {{play: {{do: [{{offer: [go], by: seat(1)}}]}}}}
    """)
    schema = Schema(spec.program())
    observed = schema.observe(CompiledEngine(spec.program()).begin(), 0)
    share = schema.split(observed)["box"]
    assert 1 - 1e-5 < share.max() <= 1
