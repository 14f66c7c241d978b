"""Tests for the basic effects on a position.

They cover zones as linked lists, and who knows what after a move, a shuffle or a reveal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from inside import Named

from interpreter import Fault, Game
from interpreter.engine.state.frames import Frames
from interpreter.engine.state.position import check_position, initial
from interpreter.kernels.chance import Streams
from interpreter.play.events import Moved

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.program import Program

Make = "Callable[[str], Spec]"

CARDS = """
    components:
      card:
        attributes: {}
        rows: [{id: c1}, {id: c2}, {id: c3}, {id: c4}, {id: c5}, {id: c6}, {id: c7}, {id: c8}]
        start: deck
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      row: {of: card, ordered: true}
      table: {of: card}
      bag: {of: card, seen_by: nobody}
      sack: {of: card, seen_by: nobody}
      cup: {of: card, capacity: 2}
      hand: {of: card, per: player, seen_by: owner}
      fan: {of: card, per: player, ordered: true, seen_by: owner}
      brow: {of: card, per: player, seen_by: others}
"""


@pytest.fixture
def program(game_of: Callable[[str], Spec]) -> Program:
    """Return a program that has zones of every sort and no actions."""
    return game_of(CARDS).program()


# --- linked lists -----------------------------------------------------------------------------------

moves = st.lists(
    st.one_of(
        st.tuples(st.integers(0, 7), st.integers(0, 14), st.booleans()),
        st.tuples(st.just(-1), st.integers(0, 14), st.sampled_from([False])),
    ),
    max_size=40,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves)
def test_zones_are_lists(program: Program, steps: list[tuple[int, int, bool]]) -> None:
    """Property: after any moves and shuffles, the zones hold the same components as a model with lists.

    In an ordered zone, a component is put on the top or at the bottom. In an unordered zone, components stay
    in the order of their declaration. A full zone refuses a component and does not change.
    """
    game = Game(program)
    atoms, p = game.atoms, initial(program, game.atoms, 0)
    rules = program.zones
    model: list[list[int]] = [[] for _ in rules]
    model[0] = list(range(8))
    streams = Streams(("deck",), program.layout.places)  # any integer of the position may count
    for c, zone, bottom in steps:
        if c < 0:
            if rules[zone].ordered:
                atoms.shuffle(p, zone, streams, None)
                p[streams.at] = 0
                assert sorted(atoms.contents(p, zone)) == sorted(model[zone])
                model[zone] = atoms.contents(p, zone)
            continue
        source = next(i for i, cards in enumerate(model) if c in cards)
        if zone != source and len(model[zone]) >= rules[zone].capacity:
            with pytest.raises(Fault, match="holds at most"):
                atoms.move(p, c, zone, bottom=bottom, sink=None, at=program.code[-1].at)
            continue
        atoms.move(p, c, zone, bottom=bottom, sink=None, at=program.code[-1].at)
        model[source].remove(c)
        model[zone].insert(len(model[zone]) if bottom else 0, c)
        if not rules[zone].ordered:
            model[zone].sort()
    assert [atoms.contents(p, zone) for zone in range(len(rules))] == model
    check_position(program, atoms, Frames(program), p)


def test_a_shuffle_forgets_the_order_before_it(program: Program) -> None:
    """The order after a shuffle depends only on the components and the number of earlier draws.

    It does not depend on the order before the shuffle.
    """
    game = Game(program)
    atoms, streams = game.atoms, Streams(("deck",), program.layout.places)
    orders = set()
    for before in ([*range(8)], [*reversed(range(8))], [3, 1, 4, 0, 5, 2, 6, 7]):
        p = initial(program, atoms, 0)
        atoms.reorder(p, 0, before, 8)
        assert atoms.contents(p, 0) == before
        atoms.shuffle(p, 0, streams, None)
        orders.add(tuple(atoms.contents(p, 0)))
    assert len(orders) == 1
    assert orders != {tuple(range(8))}


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.permutations(range(5)), st.permutations(range(5)))
def test_the_way_does_not_show(program: Program, one: list[int], other: list[int]) -> None:
    """The position does not depend on the order in which components came into an unordered zone."""
    game = Game(program)
    found = []
    for order in (one, other):
        p = initial(program, game.atoms, 0)
        for c in order:
            game.atoms.move(p, c, 2, bottom=False, sink=None, at=program.code[-1].at)
        found.append(p)
    assert found[0] == found[1]


# --- knowledge of components ------------------------------------------------------------------------


def knowing(game_of: Callable[[str], Spec], steps: str, extra: str = "") -> list[set[int]]:
    """Return, for each of the cards c1, c2 and c3, the seats that know the card after these steps.

    Seats are counted from 1. `extra` is a further part of the specification.
    """
    lines = "".join(f"      - {step.strip()}\n" for step in steps.strip().splitlines())
    game = Game(game_of(f"{CARDS}{extra}    setup:\n{lines}").program())
    game.check()
    return [
        {seat + 1 for seat in range(3) if c in (x for zone in game.observation(seat).zones for x in zone)}
        for c in range(3)
    ]


ALL, NOBODY = {1, 2, 3}, set[int]()


@pytest.mark.parametrize(
    ("steps", "known"),
    [
        pytest.param("{let: {x: 1}}", [NOBODY, NOBODY, NOBODY], id="a hidden deck"),
        pytest.param("{move: c1, to: table}", [ALL, NOBODY, NOBODY], id="to where everybody sees"),
        pytest.param('{move: c1, to: "hand[seat(2)]"}', [{2}, NOBODY, NOBODY], id="to where the owner sees"),
        pytest.param('{move: c1, to: "brow[seat(2)]"}', [{1, 3}, NOBODY, NOBODY], id="to where others see"),
        pytest.param(
            """{move: c1, to: table}
               {move: c1, to: deck}""",
            [ALL, NOBODY, NOBODY],
            id="what was known and lies in order is still known",
        ),
        pytest.param(
            """{move: c1, to: table}
               {move: c1, to: deck}
               {move: c2, to: deck}
               {move: c1, to: deck, at: bottom}""",
            [ALL, NOBODY, NOBODY],
            id="and can be followed within the deck",
        ),
        pytest.param(
            """{move: c1, to: table}
               {move: c1, to: deck}
               {shuffle: deck}""",
            [NOBODY, NOBODY, NOBODY],
            id="until it is shuffled",
        ),
        pytest.param(
            """{move: "{c1, c2}", to: row}
               {shuffle: row}""",
            [ALL, ALL, NOBODY],
            id="who sees into the zone sees its new order",
        ),
        pytest.param(
            """{move: "{c1, c2}", to: row}
               {move: row, to: "fan[seat(3)]"}
               {shuffle: "fan[seat(3)]"}""",
            [{3}, {3}, NOBODY],
            id="others lose track of what is shuffled",
        ),
        pytest.param("{reveal: c1}", [ALL, NOBODY, NOBODY], id="revealed to all"),
        pytest.param("{reveal: c1, to: seat(1)}", [{1}, NOBODY, NOBODY], id="shown to one"),
        pytest.param(
            """{reveal: "top(deck, 2)", to: "filter(p in players: p != seat(2))"}""",
            [{1, 3}, {1, 3}, NOBODY],
            id="shown to some",
        ),
        pytest.param(
            """{reveal: c1, to: seat(1)}
               {reveal: c1, to: seat(2)}""",
            [{1, 2}, NOBODY, NOBODY],
            id="what is shown is added",
        ),
        pytest.param(
            """{reveal: c1, to: seat(1)}
               {move: c1, to: bag}""",
            [{1}, NOBODY, NOBODY],
            id="what was seen in order can be followed",
        ),
        pytest.param(
            """{move: "{c1, c2}", to: table}
               {move: "{c1, c2}", to: bag}
               {move: c1, to: sack}""",
            [NOBODY, NOBODY, NOBODY],
            id="one of two, unseen, could be either",
        ),
        pytest.param(
            """{move: "{c1, c2, c3}", to: table}
               {move: "{c1, c2, c3}", to: bag}
               {move: "{c1, c2}", to: sack}""",
            [NOBODY, NOBODY, NOBODY],
            id="two of three, unseen, could be any",
        ),
        pytest.param(
            """{move: "{c1, c2}", to: table}
               {move: "{c1, c2}", to: bag}
               {move: bag, to: sack}""",
            [ALL, ALL, NOBODY],
            id="a zone moved as a whole hides nothing",
        ),
        pytest.param(
            """{move: c1, to: table}
               {move: c1, to: bag}
               {move: c1, to: sack}""",
            [ALL, NOBODY, NOBODY],
            id="nor does all of a zone that holds but one",
        ),
        pytest.param(
            """{move: "{c1, c2, c3}", to: table}
               {move: "{c1, c2}", to: bag}
               {move: c3, to: sack}
               {move: "{c1, c3}", to: deck}""",
            [NOBODY, NOBODY, ALL],
            id="one of two and one from elsewhere are no whole zone",
        ),
        pytest.param(
            """{move: "{c1, c2}", to: table}
               {move: "{c1, c2}", to: "hand[seat(1)]"}
               {move: c1, to: deck}""",
            [{1}, {1}, NOBODY],
            id="a hand's owner sees what leaves it, the others lose track of all of it",
        ),
        pytest.param(
            """{move: "{c1, c2}", to: table}
               {move: "{c1, c2}", to: "hand[seat(1)]"}
               {move: c1, to: "hand[seat(2)]"}""",
            [{1, 2}, {1, 2}, NOBODY],
            id="who gets it knows it, and so what is left",
        ),
        pytest.param(
            """{move: "{c1, c2}", to: table}
               {move: "{c1, c2}", to: "hand[seat(1)]"}
               {move: c1, to: table}""",
            [ALL, ALL, NOBODY],
            id="what is laid open hides nothing",
        ),
        pytest.param(
            """{move: "{c1, c2}", to: "hand[seat(1)]"}
               {move: c1, to: bag}
               {move: c3, to: bag}
               {move: c3, to: sack}""",
            [NOBODY, {1}, NOBODY],
            id="what lies among others is lost when one of them leaves unseen",
        ),
    ],
)
def test_who_knows(game_of: Callable[[str], Spec], steps: str, known: list[set[int]]) -> None:
    """Players know a component from seeing into its zone or from a reveal (section 13 of the reference)."""
    assert knowing(game_of, steps) == known


def test_own_components(game_of: Callable[[str], Spec]) -> None:
    """In a zone without an owner, `seen_by: owner` refers to the owner of each component.

    So p2 sees only the components of p2.
    """
    spec = game_of("""
        components:
          spy: {attributes: {n: 1..2}, all: {n: 1..2}, per: player, start: field}
        zones:
          field: {of: spy, seen_by: owner}
    """)
    game = Game(spec.program())
    assert [game.observation(seat).zones[0].count(-1) for seat in range(3)] == [4, 4, 4]
    assert [game.observation(seat).zones[0][:2] for seat in range(3)] == [(0, 1), (2, 3), (4, 5)]


def test_hidden_variables(game_of: Callable[[str], Spec]) -> None:
    """A variable is observed by the players whom `seen_by` names, and a resource by everybody.

    This is true whatever keys the variable has.
    """
    spec = game_of("""
        enums: {suit: [red, blue]}
        variables:
          open: {type: 0..9, start: 4}
          secret: {type: 0..9, start: 5, seen_by: nobody}
          bid: {per: player, type: 0..9, start: 6, seen_by: owner}
          brow: {per: [suit, player], type: 0..9, start: 7, seen_by: others}
        resources:
          gold: {per: player, type: 0..9, start: 1}
    """)
    seen = Game(spec.program()).observation(1)
    shown = [None if hidden else value for value, hidden in zip(seen.values, seen.hidden, strict=True)]
    gold, bank, open_, secret = shown[:3], shown[3], shown[4], shown[5]
    assert (gold, open_, secret) == ([1, 1, 1], 4, None)
    assert bank is not None
    assert shown[6:9] == [None, 6, None]
    assert shown[9:] == [7, None, 7, 7, None, 7]


# --- events -----------------------------------------------------------------------------------------


def told(game_of: Callable[[str], Spec], steps: str, seat: int) -> list[str]:
    """Return the lines that a seat, counted from 1, reads in the log after these steps."""
    lines = "".join(f"      - {step.strip()}\n" for step in steps.strip().splitlines())
    game = Named(game_of(f"{CARDS}    setup:\n{lines}"), record=True)
    texts = [game.words.event(event, seat - 1) for event in game.events]
    return [text for text in texts if text is not None and "phase" not in text and "over" not in text]


def test_a_move_is_told_as_far_as_it_is_seen(game_of: Callable[[str], Spec]) -> None:
    """Every player is told that a card has moved, but only those who know the card are told which one."""
    steps = '{move: c1, to: "hand[seat(2)]"}'
    known = told(game_of, steps, 2)[0]
    unknown = told(game_of, steps, 1)[0]
    assert known == "c1 goes from deck to your hand"
    assert unknown == "card goes from deck to p2's hand"


def test_a_card_shown_to_others_is_not_told(game_of: Callable[[str], Spec]) -> None:
    """If a card is shown to one player, the log of another player does not mention it."""
    assert told(game_of, "{reveal: c1, to: seat(1)}", 2) == []
    assert len(told(game_of, "{reveal: c1, to: seat(1)}", 1)) == 1


def test_nothing_is_told_of_what_changes_nothing(game_of: Callable[[str], Spec]) -> None:
    """Moving a component into the unordered zone in which it already lies records no event."""
    steps = """{move: c1, to: table}
               {move: c1, to: table}"""
    game = Game(game_of(f"{CARDS}    setup: [{', '.join(steps.split(chr(10)))}]\n").program(), record=True)
    assert sum(isinstance(event, Moved) for event in game.events) == 1
