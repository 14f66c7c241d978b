"""Tests that the position of a game with explicit chance contains everything about the game.

At any point it can be saved and restored, cloned, or redealt.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from chances import by_outcomes
from inside import Named

from gamespec.description.read import MOST_PLAYERS
from interpreter import Broken, Fault, Game
from interpreter.engine.state.unsettled import MOST_GROUPS, SHIFT, groups_in
from interpreter.perft import tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gamespec import Spec

CARDS = """
    players: 2
    components:
      card: {attributes: {rank: 1..4}, all: {rank: 1..4}, start: deck}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      pile: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
      row: {of: card, ordered: true}
    variables: {v: {type: 0..99}}
"""

DRAW = (
    CARDS
    + """
    setup:
      - shuffle: deck
      - for: {p: players}
        do: [{move: "top(deck, 1)", to: "hand[p]"}]
    phases:
      play:
        turns: clockwise
        until: size(deck) < 2
        do:
          - choose: {n: {from: 1..2}}
          - if: n == 1
            then:
              - random: {eyes: {from: 1..2}}
              - {move: "top(deck, eyes)", to: row}
            else: [{move: "bottom(deck, 1)", to: row}]
    score: "sum(c in hand[player]: c.rank)"
    """
)


def all_games(game: Game) -> Iterator[Game]:
    """Yield a game and every game that can result from it by chance and decisions."""
    yield game
    moves: list[Callable[[Game], None]] = []
    if game.chance is not None:
        moves = [lambda g, x=x: g.settle(x) for x in game.chance.outcomes]
    elif not game.over:
        moves = [lambda g, x=x: g.apply(x) for x in game.options]
    for move in moves:
        after = game.clone()
        move(after)
        yield from all_games(after)


def what_is_due(game: Game) -> object:
    """Return a game's position together with its pending chance node, its options and its result."""
    return game.position, game.chance, game.options, game.result


# --- saved and cloned -------------------------------------------------------------------------------


def test_a_restored_game_goes_on_alike(game_of: Callable[[str], Spec]) -> None:
    """A game restored from its position continues like the original, and so does a clone.

    This is checked at every chance node, decision and end of a game tree.
    """
    seen = {"chance": 0, "decision": 0, "end": 0}
    for game in all_games(Game(game_of(DRAW).program(), explicit=True)):
        game.check()
        again = Game.restore(game.program, game.position, explicit=True)
        assert what_is_due(again) == what_is_due(game) == what_is_due(game.clone())
        seen["end" if game.over else "decision" if game.chance is None else "chance"] += 1
    assert all(seen.values())


def test_a_restored_game_keeps_its_pile_open(game_of: Callable[[str], Spec]) -> None:
    """In a restored game, the order of the pile is still unsettled.

    The third card may be either of the two that nobody holds.
    """
    game = Game(game_of(DRAW).program(), explicit=True)
    while game.chance is not None:
        game.settle(game.chance.outcomes[-1])
    again = Game.restore(game.program, game.position, explicit=True)
    again.apply(again.options[1])
    assert again.chance is not None
    left = again.atoms.contents(again.position, 0)
    assert (sorted(again.chance.outcomes), again.chance.shares) == (sorted(left), (1, 1))


def test_explicit_chance_must_be_asked_for(game_of: Callable[[str], Spec]) -> None:
    """A position at a chance node or with an unsettled order can be restored only with `explicit=True`."""
    program = game_of(DRAW).program()
    game = Game(program, explicit=True)
    while game.chance is not None:
        with pytest.raises(Broken):
            Game.restore(program, game.position)
        game.settle(game.chance.outcomes[0])
    with pytest.raises(Broken, match="not settled"):
        Game.restore(program, game.position)
    dice = game_of("players: 1\nsetup: [{random: {x: {from: 1..6}}}]").program()
    with pytest.raises(Broken, match="no decision"):
        Game.restore(dice, Game(dice, explicit=True).position)


@pytest.mark.parametrize("bits", [3 << SHIFT, 1 << 31, 1 << 5, 2 << SHIFT])
def test_what_no_game_brings_about_is_refused(game_of: Callable[[str], Spec], bits: int) -> None:
    """A position is refused if the numbers of its groups do not follow the order from the top.

    It is also refused if a seat that does not exist knows a card.
    """
    program = game_of(DRAW).program()
    p = Game(program, explicit=True).position
    p[program.layout.known] = bits
    with pytest.raises(Broken):
        Game.restore(program, p, explicit=True)


def test_a_fault_leaves_a_chance_node_as_it_was(game_of: Callable[[str], Spec]) -> None:
    """If an outcome leads to a fault, the game stays at its chance node and accepts another outcome."""
    program = game_of("""
        players: 1
        variables: {v: {type: 0..9}}
        setup: [{random: {x: {from: 0..2}}}, {set: {v: 2 // x}}]
        phases: {play: {do: [{choose: {n: {from: 1..2}}, by: seat(1)}]}}
    """).program()
    game = Game(program, explicit=True, record=True)
    before = what_is_due(game), list(game.events), dict(game.script)
    with pytest.raises(Fault, match="division by zero"):
        game.settle(0)
    assert (what_is_due(game), game.events, game.script) == before
    game.settle(2)
    assert game.decision is not None


# --- equal positions --------------------------------------------------------------------------------


def test_the_way_does_not_show(game_of: Callable[[str], Spec]) -> None:
    """The order in which two cards are drawn into a hand does not affect the position.

    There are 4·3/2 different positions.
    """
    program = game_of(
        CARDS
        + """
    setup:
      - shuffle: deck
      - move: "top(deck, 2)"
        to: hand[seat(1)]
    phases: {play: {do: [{choose: {x: {from: 1..2}}, by: seat(1)}]}}
    """
    ).program()
    found = tree(program)
    assert found.chance == 1 + 4
    assert len({tuple(g.position) for g in all_games(Game(program, explicit=True)) if g.options}) == 6


def test_piles_keep_apart(game_of: Callable[[str], Spec]) -> None:
    """If a shuffled pile is laid on another, it is known which cards are on top, but not in which order.

    Two of four cards lie on top of the other two, so the first card is one of these two. There are 2 · 2
    ends, each with a probability of 1/4.
    """
    program = game_of(
        CARDS
        + """
    setup:
      - {move: "filter(c in deck: c.rank > 2)", to: pile}
      - shuffle: pile
      - shuffle: deck
      - {move: pile, to: deck}
      - set: {v: "nth(deck, 1).rank * 10 + nth(deck, 3).rank"}
    """
    ).program()
    assert sorted(by_outcomes(program).values()) == [Fraction(1, 4)] * 4
    groups = groups_in(Game(program).atoms, Game(program, explicit=True).position, 0)
    assert groups == {1: [2, 3], 2: [0, 1]}


# --- observation ------------------------------------------------------------------------------------


def test_what_is_seen_is_settled(game_of: Callable[[str], Spec]) -> None:
    """An order that players see is settled before the next decision, so the player sees one of 24 orders."""
    program = game_of(
        CARDS
        + """
    setup:
      - move: deck
        to: row
      - shuffle: row
    phases: {play: {do: [{choose: {x: {from: 1..2}}, by: seat(1)}]}}
    """
    ).program()
    found = tree(program)
    assert (found.chance, found.decision, found.terminal) == (1 + 4 + 12, 24, 48)
    assert [len(states) for states in found.information] == [24, 0]


def test_a_redeal_leaves_open_what_is_open(game_of: Callable[[str], Spec]) -> None:
    """A redeal keeps the player's own card and leaves the order of the pile unsettled.

    The other player gets any of the remaining cards.
    """
    program = game_of(DRAW).program()
    for game in all_games(Game(program, explicit=True)):
        if game.decision is None:
            continue
        for seed in range(3):
            other = game.redealt(game.player, seed)
            other.check()
            assert other.observation(game.player) == game.observation(game.player)
            number = [len(g) for g in groups_in(game.atoms, game.position, 0).values()]
            assert number == [len(g) for g in groups_in(game.atoms, other.position, 0).values()]
            assert len(other.options) == len(game.options)
            list(all_games(other))


def test_a_redeal_at_a_chance_node_waits_there(game_of: Callable[[str], Spec]) -> None:
    """A redeal at a chance node waits at the same chance node.

    After seat 1 has drawn, the redeal for seat 2 waits for the second card, and the card of seat 1 may be any
    of four.
    """
    game = Game(game_of(DRAW).program(), explicit=True)
    assert game.chance is not None
    game.settle(game.chance.outcomes[0])
    drawn = set()
    for seed in range(40):
        other = game.redealt(1, seed)
        assert other.chance is not None
        mine = other.atoms.contents(other.position, 2)
        assert sorted([*other.chance.outcomes, *mine]) == [0, 1, 2, 3]
        drawn.add(mine[0])
    assert drawn == {0, 1, 2, 3}


# --- steps that cannot be settled -------------------------------------------------------------------

FAULTS = {
    "a card moved by name": "{move: card_2, to: row}",
    "one of a list": '{move: "{card_2, card_3}", to: row}',
    "shown by name": "{reveal: card_2}",
}


@pytest.mark.parametrize("step", FAULTS.values(), ids=list(FAULTS))
def test_what_is_named_must_be_settled(game_of: Callable[[str], Spec], step: str) -> None:
    """With explicit chance, a step that needs the unsettled place of a named card is a fault."""
    cards = CARDS.replace("all: {rank: 1..4}", "rows: [" + ", ".join(
        f"{{id: card_{n}, rank: {n}}}" for n in range(1, 5)
    ) + "]")  # fmt: skip
    program = game_of(f"{cards}    setup:\n      - shuffle: deck\n      - {step}\n").program()
    with pytest.raises(Fault) as fault:
        Game(program, explicit=True)
    assert fault.value.code == "GS513"
    Game(program).check()


def test_all_of_a_pile_may_be_named(game_of: Callable[[str], Spec]) -> None:
    """If all cards of a deck are moved by name, they are put in the named order, so nothing is unsettled."""
    program = game_of(
        f"{CARDS}    setup:\n      - shuffle: deck\n      - move: card\n        to: pile\n"
        "      - {set: {v: the(top(pile)).rank}}\n"
    ).program()
    assert list(by_outcomes(program).values()) == [1]


def test_a_text_settles_nothing(game_of: Callable[[str], Spec]) -> None:
    """Reading a prompt that shows an unsettled card is a fault, but the game can continue."""
    spec = game_of(
        CARDS
        + """
    setup: [{shuffle: deck}]
    phases:
      play:
        do:
          - choose: {x: {from: 1..2}}
            prompt: "the top is {the(top(deck)).rank}"
            by: seat(1)
    """
    )
    game = Named(spec, explicit=True)
    with pytest.raises(Fault, match="not settled"):
        game.words.prompt(game)
    game.apply(game.options[0])
    assert game.over


def test_groups_stand_above_the_players() -> None:
    """Even with the most players, one signed 32-bit integer holds a component's group and who knows it."""
    assert MOST_PLAYERS <= SHIFT
    assert MOST_GROUPS << SHIFT | (1 << SHIFT) - 1 == 2**31 - 1


def test_many_players(game_of: Callable[[str], Spec]) -> None:
    """With 24 players, the bit for the last player's knowledge is not mistaken for a group.

    The rest of the deck is unsettled, and the hands are known.
    """
    program = game_of(f"""
        players: {MOST_PLAYERS}
        components: {{card: {{attributes: {{rank: 1..26}}, all: {{rank: 1..26}}, start: deck}}}}
        zones:
          deck: {{of: card, ordered: true, seen_by: nobody}}
          hand: {{of: card, per: player, seen_by: owner}}
        setup:
          - shuffle: deck
          - for: {{p: players}}
            do: [{{move: "top(deck, 1)", to: "hand[p]"}}]
        phases: {{play: {{do: [{{choose: {{x: {{from: 1..2}}}}, by: seat(1)}}]}}}}
    """).program(players=MOST_PLAYERS)
    game = Game(program, explicit=True)
    while game.chance is not None:
        game.settle(game.chance.outcomes[-1])
    game.check()
    assert game.observation(MOST_PLAYERS - 1).zones[-1] == tuple(
        game.atoms.contents(game.position, MOST_PLAYERS)
    )
    assert len(groups_in(game.atoms, game.position, 0)[1]) == 2
