"""Tests for part-knowledge, which players get from `reveal … only`.

They cover what is shown to whom, how long players know it, and what follows from it.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from inside import Named

from interpreter import Broken, Fault, Game, Observation
from interpreter.contract import Breach, hold
from interpreter.engine.knowledge.knowledge import may_lie
from interpreter.engine.state.effects import Atoms
from interpreter.perft import tree
from interpreter.play.events import Shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

CARDS = """
    enums: {color: [red, blue, green]}
    components:
      card:
        attributes: {color: color, rank: 1..3, wild: bool}
        rows:
          - {id: r1, color: red, rank: 1, wild: false}
          - {id: r2, color: red, rank: 2, wild: false}
          - {id: b1, color: blue, rank: 1, wild: false}
          - {id: g3, color: green, rank: 3, wild: true}
        start: deck
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      pile: {of: card, ordered: true, seen_by: nobody}
      table: {of: card}
      bag: {of: card, seen_by: nobody}
      sack: {of: card, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
"""
R1, R2, B1, G3 = range(4)


def after(game_of: Callable[[str], Spec], steps: str, **more: object) -> Named:
    """Return a game whose set-up consists of `steps`, one step per line."""
    lines = "".join(f"      - {step.strip()}\n" for step in steps.strip().splitlines())
    game = Named(game_of(f"{CARDS}    setup:\n{lines}"), **more)  # type: ignore[arg-type]  # passed on
    game.check()
    return game


MIXED = """
    actions:
      whether: {with: {c: {from: color}, to_whom: {from: players}},
                do: [{reveal: bag, only: {color: c}, to: to_whom}]}
      tell: {with: {c: {from: "top(deck, 2)"}}, do: [{reveal: c, only: rank, to: left(me)}]}
      draw: {when: not empty(deck), do: [{move: "top(deck, 1)", to: "hand[me]"}]}
      drop: {with: {c: {from: "hand[me]"}}, do: [{move: c, to: bag}]}
      hide: {with: {c: {from: "hand[me]"}}, do: [{move: c, to: "hand[left(me)]"}]}
      sink: {with: {c: {from: bag}}, do: [{move: c, to: sack}]}
      mix: {do: [{move: bag, to: deck}, {move: sack, to: deck}, {shuffle: deck}]}
    phases: {play: {turns: clockwise, do: [{offer: [whether, tell, draw, drop, hide, mix]}]}}
    limit: {decisions: 40, then: draw}
    """

SHOWN = [
    pytest.param(
        "{reveal: r1, only: color}", "deck: 1 hidden (red), 3 hidden", id="an attribute shows its value"
    ),
    pytest.param(
        "{reveal: deck, only: {color: red}}",
        "deck: 2 hidden (red), 2 hidden (not red)",
        id="of each whether it has a value",
    ),
    pytest.param("{reveal: deck, only: color, to: seat(2)}", "deck: 4 hidden", id="to others only"),
    pytest.param(
        """{reveal: b1, only: {color: red}}
           {reveal: b1, only: {color: green}}""",
        "deck: 3 hidden, 1 hidden (blue)",
        id="two answers leave one value",
    ),
    pytest.param(
        """{reveal: r2, only: {rank: 1}}
           {reveal: g3, only: wild}""",
        "deck: 2 hidden, 1 hidden (not rank 1), 1 hidden (wild true)",
        id="numbers and conditions are called by their attribute",
    ),
    pytest.param(
        """{reveal: r1, only: color}
           {reveal: r1}
           {reveal: b1}
           {reveal: b1, only: rank}""",
        "deck: r1, b1, 2 hidden",
        id="who knows a component needs no part of it",
    ),
    pytest.param(
        """{reveal: r2, only: color}
           {move: "{r1, r2}", to: pile}
           {move: r1, to: pile}""",
        "deck: 2 hidden\npile: 1 hidden, 1 hidden (red)",
        id="it follows a component that can be followed",
    ),
    pytest.param(
        """{reveal: deck, only: color}
           {shuffle: deck}""",
        "deck: 4 hidden",
        id="a shuffle loses it",
    ),
    pytest.param(
        """{reveal: deck, only: color}
           {move: "{r1, b1}", to: bag}
           {move: bag, to: sack}""",
        "deck: 1 hidden (red), 1 hidden (green)\nsack: 1 hidden (blue), 1 hidden (red)",
        id="a zone that is moved as a whole hides nothing",
    ),
    pytest.param(
        """{reveal: r1, only: color}
           {move: "{r1, r2, b1}", to: bag}
           {move: r1, to: sack}""",
        "deck: 1 hidden\nbag: 2 hidden\nsack: 1 hidden",
        id="one of several, unseen, could be any",
    ),
    pytest.param(
        """{reveal: "{r1, r2}", only: color}
           {move: "{r1, r2}", to: bag}
           {move: r2, to: sack}""",
        "deck: 2 hidden\nbag: 1 hidden (red)\nsack: 1 hidden (red)",
        id="what all there have in common stays known",
    ),
    pytest.param(
        """{move: "{r1, b1}", to: table}
           {move: "{r1, b1}", to: bag}
           {move: b1, to: sack}
           {reveal: g3, only: color}""",
        "deck: 1 hidden, 1 hidden (green)\nbag: 1 hidden (not green)\nsack: 1 hidden (not green)",
        id="of two that were known as well",
    ),
    pytest.param(
        """{reveal: "{r1, b1}", only: color}
           {move: "{r1, b1}", to: bag}
           {move: b1, to: table}""",
        "deck: 2 hidden\ntable: b1\nbag: 1 hidden (red)",
        id="what leaves openly hides nothing",
    ),
]


@pytest.mark.parametrize(("steps", "seen"), SHOWN)
def test_what_a_player_can_tell(game_of: Callable[[str], Spec], steps: str, seen: str) -> None:
    """Players know what they were shown about a component as long as they can follow it.

    Section 13 of the reference defines this rule.
    """
    game = after(game_of, steps)
    assert game.words.describe(game, 0) == seen


def test_the_position_holds_what_is_excluded(game_of: Callable[[str], Spec]) -> None:
    """A position has a bit for each value that a player excludes for a component.

    A game that never reveals parts of components has no such bits.
    """
    game = after(game_of, "{reveal: r2, only: {color: red}, to: seat(3)}\n{reveal: b1, only: color}")
    (color,) = game.program.attributes
    red, blue, green = color.values
    held = [game.position[color.place + 3 * c : color.place + 3 * c + 3] for c in range(4)]
    all_but = {value: color.all & ~color.bit(value) for value in (red, blue, green)}
    assert held == [[0, 0, 0], [0, 0, all_but[red]], [all_but[blue]] * 3, [0, 0, 0]]
    plain = after(game_of, "{reveal: r2}")
    assert plain.program.attributes == ()
    assert len(game.position) - len(plain.position) == 4 * 3


@pytest.mark.parametrize(
    ("place", "value"),
    [pytest.param(0, 1, id="what is printed there"), pytest.param(0, 8, id="what is printed nowhere")],
)
def test_a_position_that_deceives_is_broken(game_of: Callable[[str], Spec], place: int, value: int) -> None:
    """A position is broken if a player excludes a true value, or a value that no component has."""
    game = after(game_of, "{reveal: b1, only: color}")
    game.position[game.program.attributes[0].place + place] = value
    with pytest.raises(Broken, match="excludes of component 0"):
        game.check()


def test_what_nobody_was_shown_breaks_the_contract(
    game_of: Callable[[str], Spec], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine that shows part of a component to more players than the rules say breaks the contract."""
    spec = game_of(CARDS + MIXED)
    show = Atoms.show

    def to_all(atoms: Atoms, p: list[int], which: list[int], seen: int, *what: int) -> list[Shown]:
        show(atoms, p, which, atoms.everyone, *what)
        return show(atoms, p, which, seen, *what)  # report only what the rules show

    monkeypatch.setattr(Atoms, "show", to_all)
    with pytest.raises(Breach, match="what was not shown"):
        hold(spec.compiled(), range(3), stride=1)


def test_the_same_sequence_the_same_observation(game_of: Callable[[str], Spec]) -> None:
    """Equal information states have equal observations, even in games with part-knowledge."""
    program = game_of(CARDS + MIXED).program()
    seen: dict[object, set[Observation]] = {}
    several: Counter[object] = Counter()
    for script in range(20):
        for seed in range(10):
            chosen = random.Random(script)  # noqa: S311 - no secret
            game = Game(program, seed, record=True)
            for _ in range(7):
                action = chosen.choice(sorted({option.action for option in game.options}))
                game.apply(next(option for option in game.options if option.action == action))
                for seat in range(3):
                    state = (seat, game.information_state(seat))
                    seen.setdefault(state, set()).add(game.observation(seat))
                    several[state] += 1
    assert sum(n > 1 for n in several.values()) > 100  # many states occur more than once
    assert {len(found) for found in seen.values()} == {1}


@pytest.mark.parametrize("second", ["{reveal: CARD, only: wild}", "{move: CARD, to: deck}"])
def test_what_was_shown_tells_components_apart(game_of: Callable[[str], Spec], second: str) -> None:
    """In a zone without order, earlier part-knowledge can show players which component a later step concerns.

    Two red cards with the same back lie in a bag, and players have been shown the color of one. If part of a
    card is then revealed, players can tell which card it was. If a card is moved without being seen, they
    cannot.
    """
    start = """{move: "{r1, r2}", to: bag}
               {reveal: r1, only: color}"""
    one, other = (
        after(game_of, f"{start}\n{second.replace('CARD', card)}", record=True) for card in ("r1", "r2")
    )
    same = one.information_state(0) == other.information_state(0)
    assert same == ("move" in second)
    assert (one.observation(0) == other.observation(0)) == same


# --- hints ------------------------------------------------------------------------------------------

HINTS = """
    players: 2
    enums: {color: [red, blue]}
    components:
      card: {attributes: {color: color, rank: 1..3}, all: {color: color, rank: 1..3}, start: deck}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, ordered: true, seen_by: others}
    setup:
      - shuffle: deck
      - {for: {i: 1..5}, do: [{move: "top(deck, 1)", to: "hand[seat(1)]", at: bottom}]}
    actions:
      hint:
        with: {c: {from: color}}
        do: [{reveal: "hand[left(me)]", only: {color: c}, to: left(me)}]
      pass: {do: []}
    phases: {play: {turns: clockwise, first: seat(2), do: [{offer: [hint, pass]}]}}
    limit: {decisions: 2, then: draw}
"""


def dealt(spec: Spec, deal: tuple[int, ...], answer: int) -> Named:
    """Return a game of `HINTS` in which seat 1 holds `deal` and seat 2 has chosen option `answer`."""
    game = Named(spec, explicit=True, record=True)
    for card in deal:
        game.settle(card)
    game.apply(game.options[answer])
    return game


def test_hints_split_the_deals(game_of: Callable[[str], Spec]) -> None:
    """Two deals look the same to the holder if and only if the hinted color is in the same places.

    There are six cards, three red and three blue. The hand has five of them, and one remains in the deck.
    There are C(5, 3) = 10 arrangements with 3 red cards and C(5, 2) = 10 with 2. This makes 20 information
    states after a hint and one without a hint.
    """
    spec = game_of(HINTS)
    patterns: dict[object, set[tuple[bool, ...]]] = {}
    observations: dict[object, set[object]] = {}
    for deal in [d for d in permutations(range(6), 5) if sum(d) % 3 == 0]:  # a third of them, to save time
        red = tuple(card < 3 for card in deal)
        hinted, passed = dealt(spec, deal, 0), dealt(spec, deal, 2)
        patterns.setdefault(hinted.information_state(0), set()).add(red)
        observations.setdefault(hinted.information_state(0), set()).add(hinted.observation(0))
        patterns.setdefault(passed.information_state(0), set()).add(())
    assert all(len(fits) == 1 for fits in patterns.values())
    assert len(patterns) == 20 + 1
    assert {len(seen) for seen in observations.values()} == {1}  # equal states have equal observations


def test_a_hint_in_words(game_of: Callable[[str], Spec]) -> None:
    """The holder reads which cards have the hinted color; the player who gave the hint reads nothing new."""
    game = dealt(game_of(HINTS), (0, 3, 1, 4, 5), 0)
    texts = [[game.words.event(event, seat) for event in game.events[-7:]] for seat in (0, 1)]
    told = [text for text in texts[0] if text and "hand" in text]
    assert told == [f"card {n} of your hand is {'' if n in {1, 3} else 'not '}red" for n in range(1, 6)]
    assert not [text for text in texts[1] if text and "hand" in text]
    shown = game.words.describe(game, 0).splitlines()[1]
    assert shown == "hand[p1]: 2 hidden (red), 3 hidden (blue)"


def test_without_order_a_hint_shows_no_place(game_of: Callable[[str], Spec]) -> None:
    """In a hand without order, a hint shows how many cards are red, but not which ones."""
    spec = game_of(HINTS.replace("player, ordered: true", "player").replace(", at: bottom", ""))
    one, other, third = ((0, 3, 1, 4, 5), (1, 4, 2, 3, 5), (0, 1, 2, 3, 4))
    seen = [dealt(spec, tuple(sorted(deal)), 0) for deal in (one, other, third)]
    counts = [game.words.describe(game, 0).splitlines()[1] for game in seen]
    assert counts == ["hand[p1]: 3 hidden (blue), 2 hidden (red)"] * 2 + [
        "hand[p1]: 2 hidden (blue), 3 hidden (red)"
    ]
    assert seen[0].observation(0) == seen[1].observation(0) != seen[2].observation(0)


TINY = """
    players: 2
    enums: {color: [red, blue]}
    components:
      card:
        attributes: {color: color}
        rows: [{id: r1, color: red}, {id: r2, color: red}, {id: b1, color: blue}]
        start: deck
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, ordered: true, seen_by: others}
    setup:
      - shuffle: deck
      - move: top(deck, 2)
        to: hand[seat(1)]
    actions:
      hint: {with: {c: {from: color}}, do: [HINT]}
      play: {with: {which: {from: 1..2}}, do: []}
    phases:
      hinting: {do: [{offer: [hint], by: seat(2)}]}
      playing: {do: [{offer: [play], by: seat(1)}]}
    limit: {decisions: 2, then: draw}
"""


@pytest.mark.parametrize(
    ("hint", "states"),
    [
        # Seat 2 knows which of the 3 · 2 deals it is. Seat 1 decides after one of two hints, each of which
        # distinguishes three cases: both cards are red, only the first is, or only the second is.
        pytest.param('{reveal: "hand[seat(1)]", only: {color: c}}', 6 + 2 * 3, id="whether each has a color"),
        pytest.param('{reveal: "hand[seat(1)]", only: color}', 6 + 2 * 3, id="which color each has"),
        # The hint only tells whether the top card is red.
        pytest.param('{reveal: "top(hand[seat(1)], 1)", only: {color: c}}', 6 + 2 * 2, id="of the top card"),
        # Seat 1 knows which of the 6 deals it is, after either of the two hints.
        pytest.param('{reveal: "hand[seat(1)]"}', 6 + 2 * 6, id="which cards they are"),
        # Seat 1 only knows which hint was given.
        pytest.param('{reveal: "hand[seat(1)]", only: {color: c}, to: seat(2)}', 6 + 2, id="not to seat 1"),
    ],
)
def test_a_tree_of_hints(game_of: Callable[[str], Spec], hint: str, states: int) -> None:
    """The sizes of the whole game tree agree with a count by hand.

    There are 3 · 2 deals, two hints and two answers. Chance decides at the beginning and after each of the 3
    first cards. Seat 2 has 6 decision nodes, seat 1 has 12, and there are 24 terminal nodes.
    """
    found = tree(game_of(TINY.replace("HINT", hint)).program())
    assert (found.chance, found.decision, found.terminal) == (1 + 3, 6 + 12, 24)
    assert found.information_states == states


# --- chance and redeals -----------------------------------------------------------------------------


def test_what_is_open_cannot_be_shown_in_part(game_of: Callable[[str], Spec]) -> None:
    """With explicit chance, revealing part of a component whose place is open raises the fault GS513."""
    steps = "{reveal: deck, only: color}\n{shuffle: deck}\n{reveal: r1, only: color}"
    assert after(game_of, steps).words  # with a seed, every place is settled
    with pytest.raises(Fault) as caught:
        after(game_of, steps, explicit=True)
    assert caught.value.code == "GS513"


def test_redeals_fit_the_hint(game_of: Callable[[str], Spec]) -> None:
    """A redeal puts no card where its color is excluded, and all possible hands are equally likely.

    Two of the cards r1, r2, b1 and g3 lie in the pile. Players know that the first is red and the second is
    not, so the first is r1 or r2 and the second is b1 or g3. The other two cards lie in the deck, in either
    order.
    """
    steps = """{move: "{b1, r2}", to: pile}
               {reveal: pile, only: {color: red}}"""
    game = after(game_of, steps)
    drawn: Counter[tuple[int, ...]] = Counter()
    for seed in range(800):
        other = game.redealt(0, seed)
        other.check()
        assert other.observation(0) == game.observation(0)
        drawn[*other.atoms.contents(other.position, 1), *other.atoms.contents(other.position, 0)] += 1
    hands = [(first, second) for first in (R1, R2) for second in (B1, G3)]
    left = {hand: [c for c in (R1, R2, B1, G3) if c not in hand] for hand in hands}
    assert set(drawn) == {(*hand, *order) for hand in hands for order in permutations(left[hand])}
    assert min(drawn.values()) > 60  # 100 of each are expected, with a standard deviation of 9.4


def test_where_a_component_may_lie(game_of: Callable[[str], Spec]) -> None:
    """A component may lie in a place if no value of the component is excluded there."""
    game = after(game_of, "{reveal: b1, only: color}\n{reveal: b1, only: {rank: 1}}")
    excluded = game.atoms.excluded.of(game.position, B1, 0)
    assert [may_lie(game.atoms, c, excluded) for c in (R1, R2, B1, G3)] == [False, False, True, False]
    assert all(may_lie(game.atoms, c, (0, 0)) for c in (R1, R2, B1, G3))


@pytest.mark.long("contract")
def test_the_contract_holds_with_hints(game_of: Callable[[str], Spec]) -> None:
    """The contract holds for games with hints of all kinds about cards that are moved and shuffled."""
    spec = game_of(CARDS + MIXED)
    played = hold(spec.compiled(), range(20), stride=2)
    assert {"whether", "tell", "draw", "drop", "hide", "mix"} <= played.actions
