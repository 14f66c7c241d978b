"""Tests for choices of unseen components.

They are offered by place, and drawn if the place could hold different components.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from chances import by_draws, by_outcomes

from gamespec.program.instructions import DrawHidden, DrawSecret
from gamespec.program.written import About, Malformed, read, write
from interpreter import Game, Refused, replay
from interpreter.answers import Answers
from interpreter.contract import hold
from interpreter.kernels.sights import information_state
from interpreter.play.events import Decided, Drew
from interpreter.play.options import is_place, numbered, place, place_at
from interpreter.scenario import load_scenarios, run_scenario
from interpreter.words import Words, why

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

    Make = Callable[[str], Spec]

CARDS = """
players: 2
components:
  card:
    attributes: {rank: 1..6}
    rows: [{id: one, rank: 1}, {id: two, rank: 2}, {id: three, rank: 3}, {id: four, rank: 4},
           {id: five, rank: 5}, {id: six, rank: 6}]
    start: deck
"""

# p1 has one card, p2 has four, and one is left in the deck.
HAND = (
    CARDS
    + """
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
setup:
  - shuffle: deck
  - {move: "top(deck, 4)", to: "hand[seat(2)]"}
  - {move: "top(deck, 1)", to: "hand[seat(1)]"}
phases:
  play: {do: [{offer: [take], by: seat(1)}]}
score: "size(hand[player])"
"""
)
TAKE = """
actions:
  take: {with: {c: {from: "hand[seat(2)]"%s}}, do: [{move: c, to: "hand[me]"}]}
"""
ONE = HAND + TAKE % ""
TWO = HAND + TAKE % ", count: 2"
SOME = HAND + TAKE % ", count: 0..2, where: 'size(c) != 1'"

# ROW has a row that nobody sees, except that p1 was shown the second card. CELLS has cells with one card
# each.
ROW = (
    CARDS
    + """
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  row: {of: card, ordered: true, seen_by: nobody}
  won: {of: card, per: player}
setup:
  - shuffle: deck
  - {move: "top(deck, 4)", to: row}
  - {reveal: "nth(row, 2)", to: seat(1)}
actions:
  take:
    label: "take {c} of rank {c.rank}, one of {size(row)}"
    with: {c: {from: row}}
    do: [{move: c, to: "won[me]"}]
  both: {with: {cs: {from: row, count: 2}}, do: [{move: cs, to: "won[me]"}]}
phases:
  play: {do: [{offer: [take, both], by: seat(1)}]}
score: "sum(c in won[player]: c.rank)"
"""
)
CELLS = (
    CARDS
    + """
spaces: {board: {grid: [3, 2]}}
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  down: {of: card, per: board, capacity: 1, seen_by: nobody}
  won: {of: card, per: player}
setup:
  - shuffle: deck
  - for: {b: board}
    do: [{move: "the(top(deck))", to: "down[b]"}]
functions: {there: {is: "filter(c in card: key(down, c) != none)"}}
actions:
  turn:
    label: "turn {c} on {key(down, c)}"
    with: {c: {from: there()}}
    do: [{reveal: c}, {move: c, to: "won[me]"}]
  exchange:
    with:
      a: {from: there()}
      b: {from: there(), where: "the(key(down, b)) in neighbours(the(key(down, a)))"}
    do:
      - let: {x: "the(key(down, a))", y: "the(key(down, b))"}
      - {move: a, to: deck}
      - {move: b, to: "down[x]"}
      - {move: a, to: "down[y]"}
phases:
  play:
    turns: clockwise
    until: "empty(there())"
    do: [{offer: [turn, exchange]}]
score: "sum(c in won[player]: c.rank)"
limit: {decisions: 12, then: rank}
"""
)
# Two players secretly take cards from the hand of the third player.
SECRET = (
    CARDS.replace("players: 2", "players: 3")
    + """
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
setup:
  - shuffle: deck
  - {move: "top(deck, 4)", to: "hand[seat(3)]"}
actions:
  take:
    with: {c: {from: "hand[seat(3)]"}}
    do: [{if: "c in hand[seat(3)]", then: [{move: c, to: "hand[me]"}]}]
phases:
  play: {do: [{offer: [take], by: "filter(p in players: p != seat(3))"}]}
score: "sum(c in hand[player]: c.rank)"
"""
)

GAMES = {"one": ONE, "two": TWO, "some": SOME, "row": ROW, "cells": CELLS, "secret": SECRET}


def shown(game: Game, words: Words) -> list[object]:
    """Return the number, the values and the text of each option that a player is offered, in order."""
    return [(o.number, o.values, words.option(game, o)) for o in game.options]


# --- options ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_options_say_nothing_of_what_lies_there(name: str, game_of: Make) -> None:
    """Options have the same numbers and texts, whatever lies in the places that the player cannot see."""
    compiled = game_of(GAMES[name]).compiled()
    words, different = Words(compiled), 0
    for seed in range(4):
        game = Game(compiled.program, seed)
        for step in range(4):
            if game.over:
                break
            for redeal in range(8):
                other = game.redealt(game.player, redeal)
                assert shown(other, words) == shown(game, words)
                different += other.position != game.position
            game.apply(game.options[(seed + step) % len(game.options)])
    assert different > 8


@pytest.mark.long("contract")
@pytest.mark.parametrize("name", GAMES)
def test_the_contract_holds(name: str, game_of: Make) -> None:
    """Games with unseen choices keep the contract.

    Positions can be restored, games can be repeated, and no player learns too much.
    """
    played = hold(game_of(GAMES[name]).compiled(), range(12), stride=1)
    assert played.decisions >= played.games


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("one", ["take card (hand[p2])"]),
        ("two", ["take card (hand[p2]) and card (hand[p2])"]),
        ("some", ["take nothing", "take card (hand[p2]) and card (hand[p2])"]),
        ("secret", ["take card (hand[p3])"]),
    ],
)
def test_of_a_zone_without_order_one_is_offered(name: str, texts: list[str], game_of: Make) -> None:
    """Components in an unseen zone without order look alike.

    There is one option for each number of components that can be chosen.
    """
    compiled = game_of(GAMES[name]).compiled()
    game = Game(compiled.program, 1)
    assert [Words(compiled).option(game, option) for option in game.options] == texts


def test_in_an_order_each_place_is_offered(game_of: Make) -> None:
    """In an ordered zone, known components are offered first and by name, all others by position.

    A label reveals no more than that. Three of the four cards are unknown, and there are 4 · 3 / 2 pairs.
    """
    compiled = game_of(ROW).compiled()
    game, words = Game(compiled.program, 5), Words(compiled)
    row = game.atoms.contents(game.position, 1)
    known, rank = words.component(row[1]), row[1] + 1
    texts = [words.option(game, option) for option in game.options]
    assert texts[0] == f"take {known} of rank {rank}, one of 4"
    assert texts[1:4] == [f"take card {n} (row) of rank hidden, one of 4" for n in (1, 3, 4)]
    assert len(texts) == 4 + 6
    game.apply(game.options[2])
    assert game.atoms.contents(game.position, game.program.families[2].first) == [row[2]]


def test_what_one_sees_keeps_its_numbers(game_of: Make) -> None:
    """A choice from a list that provably holds only visible components has no places and draws nothing."""
    for source in (
        "hand[me]",
        "filter(c in card: c in hand[me] or c in open)",
        "union(hand[me], open)",
        "filter(c in card: key(hand, c) == me)",
        "map(p in players: the(open))",
        "mine()",
        "sort(c in hand[me]: c.rank)",
        "hand[me] if empty(open) else top(open, 1)",
    ):
        program = game_of(
            CARDS
            + f"""
zones:
  deck: {{of: card, ordered: true, seen_by: nobody}}
  open: {{of: card, ordered: true}}
  hand: {{of: card, per: player, seen_by: owner}}
functions: {{mine: {{is: "filter(c in hand[me]: c.rank > 1)"}}}}
actions:
  take: {{with: {{c: {{from: "{source}"}}}}, do: [{{move: c, to: open}}]}}
phases: {{play: {{turns: clockwise, do: [{{offer: [take]}}]}}}}
"""
        ).program()
        assert [(a.number, a.count) for a in program.actions] == [(0, 6)], source
        assert not any(isinstance(i, DrawHidden) for i in program.code), source


def test_a_local_is_where_it_came_from_until_something_moves(game_of: Make) -> None:
    """A local variable with visible components counts as visible until something moves.

    After the cards have been moved into a hidden pile, they count as unseen.
    """
    for between, places in (("let: {y: 1}", 0), ("move: open, to: deck", 6)):
        program = game_of(
            CARDS
            + f"""
zones: {{deck: {{of: card, ordered: true, seen_by: nobody}}, open: {{of: card}}}}
phases:
  play:
    turns: clockwise
    do:
      - let: {{these: open}}
      - {{{between}}}
      - choose: {{c: {{from: these}}}}
        otherwise: []
"""
        ).program()
        assert [pick.places for action in program.actions for pick in action.picks] == [places]


@pytest.mark.parametrize("name", GAMES)
def test_numbers_of_places(name: str, game_of: Make) -> None:
    """Each number of an option belongs to exactly one answer.

    Places are numbered downwards from -2, and each number can be converted to a zone and an index, and back.
    """
    program = game_of(GAMES[name]).program()
    total = sum(action.count for action in program.actions)
    found = [numbered(program, number) for number in range(total)]
    assert [option.number for option in found] == list(range(total))
    assert len({(option.action, option.values) for option in found}) == total
    for action in program.actions:
        for pick in action.picks:
            values = [place_at(pick, zone, i) for zone, count in pick.hidden for i in range(count)]
            assert values == list(range(-2, -2 - pick.places, -1))
            assert [place(pick, v) for v in values] == [(z, i) for z, n in pick.hidden for i in range(n)]
            with pytest.raises(ValueError, match="no place"):
                place(pick, -2 - pick.places)
            with pytest.raises(ValueError, match="no place"):
                place_at(pick, len(program.zones), 0)


def test_order_that_hidden_cards_have_shows_nothing(game_of: Make) -> None:
    """Unseen hands are offered in the order of the hands, which does not depend on the hidden cards."""
    compiled = game_of(
        CARDS.replace("players: 2", "players: 3")
        + """
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
setup:
  - shuffle: deck
  - for: {p: players}
    do: [{move: "top(deck, 2)", to: "hand[p]"}]
actions:
  take:
    with: {c: {from: "filter(x in card: x not in deck and x not in hand[me])"}}
    do: [{move: c, to: "hand[me]"}]
phases: {play: {do: [{offer: [take], by: seat(1)}]}}
"""
    ).compiled()
    words = Words(compiled)
    for seed in range(10):
        game = Game(compiled.program, seed)
        assert [words.option(game, o) for o in game.options] == [
            "take card (hand[p2])",
            "take card (hand[p3])",
        ]


# --- draws ------------------------------------------------------------------------------------------


def chi_squared(found: Counter[object], of: int) -> float:
    """Return the chi-squared statistic of `found` against a uniform distribution over `of` values.

    `found` counts how often each value occurred.
    """
    expected = found.total() / of
    return sum((found[value] - expected) ** 2 / expected for value in found) + (of - len(found)) * expected


@pytest.mark.parametrize(("text", "taken", "bound"), [(ONE, 1, 16.27), (TWO, 2, 31.26)])
def test_what_is_drawn_is_uniform(text: str, taken: int, bound: float, game_of: Make) -> None:
    """Unseen cards are drawn uniformly, whether one of four cards or one of 4 · 3 ordered pairs.

    All orders occur, so the order reveals no rank. With 4 - 1 = 3 or 12 - 1 = 11 degrees of freedom,
    chi-squared exceeds the bound in 1 of 1000 cases.
    """
    program = game_of(text).program()
    game = Game(program, 0)
    position = list(game.position)
    found: Counter[object] = Counter()
    for seed in range(3000):
        position[6] = seed
        other = Game.restore(program, position, record=True)
        other.apply(other.options[-1])
        found[tuple(event.value for event in other.events if isinstance(event, Drew))] += 1
    assert all(len(drawn) == taken for drawn in found)  # type: ignore[arg-type]  # they are tuples
    assert len(found) == (4 if taken == 1 else 12)
    assert chi_squared(found, len(found)) < bound


def test_explicit_chance_brings_it(game_of: Make) -> None:
    """With explicit chance, unseen components are settled one by one.

    A position between two of them can be restored. The first component has four outcomes, each in three
    pairs, and the second has three, each in one pair, so there are 12 different ways.
    """
    program = game_of(TWO).program()
    game = Game(program, explicit=True, record=True)
    while game.chance is not None:
        game.settle(game.chance.outcomes[0])
    held = game.atoms.contents(game.position, 2)
    game.apply(game.options[0])
    ends: set[tuple[int, ...]] = set()
    first = game.chance
    assert first is not None
    assert sorted(first.outcomes) == sorted(held)
    assert set(first.shares) == {3}
    assert program.streams[first.stream or 0] == "hand[p2]"
    for one in first.outcomes:
        after = game.clone()
        after.settle(one)
        second = after.chance
        assert second is not None
        assert sorted(second.outcomes) == sorted(set(held) - {one})
        assert set(second.shares) == {1}
        for other in second.outcomes:
            saved = Game.restore(program, list(after.position), explicit=True)
            saved.check()
            assert saved.chance == second
            last = after.clone()
            for end in (saved, last):
                end.settle(other)
            assert saved.position == last.position
            assert [e.value for e in last.events if isinstance(e, Drew)] == [one, other]
            ends.add((one, other))
    assert ends == set(permutations(held, 2))
    with pytest.raises(Refused):
        game.settle(game.atoms.contents(game.position, 1)[0])


def explicit_draw(spec: Spec) -> dict[int, int]:
    """Answer with the only option, and return the possible components of the draw that follows.

    The result maps each component to its share.
    """
    game = Game(spec.program(), explicit=True)
    game.apply(game.options[0])
    assert game.chance is not None
    return dict(zip(game.chance.outcomes, game.chance.shares, strict=True))


OPEN_HAND = (
    CARDS.replace("start: deck", "start: hand[seat(2)]")
    + """
zones: {hand: {of: card, per: player, seen_by: owner}, row: {of: card, ordered: true}}
phases: {play: {do: [{offer: [take], by: seat(1)}]}}
"""
)


def test_conditions_are_asked_of_the_real_components(game_of: Make) -> None:
    """`where` and `keeps` restrict which unseen components are possible.

    Of the ranks 1 to 6, only 5 and 6 are above 4. The pairs with a difference of at least 4 are 1-5, 1-6 and
    2-6, so 1 and 6 are in two of the three, and 2 and 5 are in one.
    """
    take = "actions: {take: {with: {c: {from: 'hand[seat(2)]'%s}}%s, do: [{move: c, to: row}]}}"
    several = ", count: 2, where: 'any(a in c: any(b in c: b.rank >= a.rank + 4))'"
    assert explicit_draw(game_of(OPEN_HAND + take % (", where: c.rank > 4", ""))) == {4: 1, 5: 1}
    assert explicit_draw(game_of(OPEN_HAND + take % (several, ""))) == {0: 2, 1: 1, 4: 1, 5: 2}
    kept = ", keeps: 'all(x in row: x.rank > 4)'"
    assert explicit_draw(game_of(OPEN_HAND + take % ("", kept))) == {4: 1, 5: 1}


def test_two_values_are_drawn_as_they_go_together(game_of: Make) -> None:
    """Two unseen values are drawn jointly.

    Among the pairs of cards from 1 to 6, the lower card is 1 in five pairs, 2 in four, and so on, and it is 5
    in one pair.
    """
    pair = """
actions:
  take:
    with: {a: {from: "hand[seat(2)]"}, b: {from: "hand[seat(2)]", where: b.rank > a.rank}}
    do: [{move: a, to: row}]
"""
    assert explicit_draw(game_of(OPEN_HAND + pair)) == {0: 5, 1: 4, 2: 3, 3: 2, 4: 1}


DRAWN = {
    "one": "with: {c: {from: 'hand[seat(2)]'}}, do: [{move: c, to: row}]",
    "two": "with: {c: {from: 'hand[seat(2)]', count: 2}}, do: [{move: c, to: row}]",
    "kept": "with: {c: {from: 'hand[seat(2)]', where: c.rank > 1}}, keeps: three not in row, "
    "do: [{move: c, to: row}]",
    "pair": "with: {a: {from: 'hand[seat(2)]'}, b: {from: 'hand[seat(2)]', where: b.rank > a.rank}}, "
    "do: [{move: a, to: row}, {move: b, to: row}]",
}


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("by", ["seat(1)", "'filter(p in players: p != seat(2))'"])
def test_chance_is_one(name: str, by: str, game_of: Make) -> None:
    """Explicit chance and exhaustive draws have the same results with the same probabilities."""
    text = OPEN_HAND.replace("by: seat(1)", f"by: {by}").replace("players: 2", "players: 3")
    setup = 'setup: [{move: "{five, six}", to: row}]\n'
    program = game_of(text + setup + f"actions: {{take: {{{DRAWN[name]}}}}}").program()
    found = by_outcomes(program)
    assert sum(found.values()) == 1
    assert len(found) > 1
    assert found == by_draws(program)


def test_copies_are_one_outcome(game_of: Make) -> None:
    """Equal copies are a single outcome of a draw.

    Three coins and a gem in an unseen bag are one option, with the shares 3 and 1.
    """
    spec = game_of(
        """
        players: 2
        components:
          piece:
            attributes: {worth: 1..9}
            rows: [{id: coin, worth: 1, copies: 3}, {id: gem, worth: 9}]
            start: bag
        zones: {bag: {of: piece, seen_by: nobody}, out: {of: piece}}
        actions: {take: {with: {c: {from: bag}}, do: [{move: c, to: out}]}}
        phases: {play: {do: [{offer: [take], by: seat(1)}]}}
        """
    )
    assert explicit_draw(spec) == {0: 3, 3: 1}
    scenario = "language: 1\nscenarios:\n  - id: ONE\n    players: 2\n"
    said = outcome(spec, "when: [{chance: bag, is: coin}]\nthen: ['empty(out)']", scenario)
    assert "name in the answer what is drawn" in said


# --- visibility -------------------------------------------------------------------------------------


def test_everybody_sees_the_place_and_its_owner_the_card(game_of: Make) -> None:
    """An answer names the place to everybody, but only the owner of the hand is shown the card."""
    compiled = game_of(ONE.replace('to: "hand[me]"', "to: deck")).compiled()
    game, words = Game(compiled.program, 2, record=True), Words(compiled)
    game.apply(game.options[0])
    decided = next(e for e in game.events if isinstance(e, Decided))
    drew = next(e for e in game.events if isinstance(e, Drew))
    assert decided.seen == (0b11,)
    assert drew.seen == 0b10
    said = [words.event(decided, seat) for seat in (0, 1)]
    assert said == ["you: take card (hand[p2])", "p1: take card (hand[p2])"]
    assert words.event(drew, 0) == "hand[p2]: hidden by chance"
    assert words.event(drew, 1) == f"hand[p2]: {words.component(drew.value)} by chance"
    one, other = (information_state(compiled.program, [drew], seat) for seat in (0, 1))
    assert other == ((*one[0], drew.value),)


def test_a_secret_answer_is_drawn_at_once_and_told_to_nobody(game_of: Make) -> None:
    """A secret answer by place draws its card without an event.

    Two such answers may draw the same card.
    """
    program = game_of(SECRET).program()
    assert sum(isinstance(i, DrawSecret) for i in program.code) == 1
    same = 0
    for seed in range(60):
        game = Game(program, seed, record=True)
        game.apply(game.options[0])
        assert not any(isinstance(event, Drew) for event in game.events)
        game.check()
        game.apply(game.options[0])
        assert not any(isinstance(event, Drew) for event in game.events)
        same += len(game.atoms.contents(game.position, program.families[1].first + 1)) == 0
    assert 0 < same < 60


# --- replays, explanations, scenarios ---------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_answers_by_name_lead_back(name: str, game_of: Make) -> None:
    """Each option can be converted to an answer that consists of names, and back.

    Replaying these answers leads to the same position.
    """
    compiled = game_of(GAMES[name]).compiled()
    answers = Answers(compiled)
    for seed in range(6):
        game, given = Game(compiled.program, seed), []
        while not game.over:
            decision = game.decision
            assert decision is not None
            for option in game.options:
                assert answers.option(game, answers.of(decision, option)) == option
            option = game.options[seed % len(game.options)]
            given.append(answers.of(decision, option))
            game.apply(option)
        assert replay.play_back(compiled, seed, given).game.position == game.position


def test_places_by_name(game_of: Make) -> None:
    """A place is named by its position in a row, by the hand, or by the cell."""
    for text, values in (
        (ONE, {"c": "hand[p2]"}),
        (TWO, {"c": ("hand[p2]", "hand[p2]")}),
        (ROW, {"c": "nth(row, 1)"}),
        (CELLS, {"c": "down[a1]"}),
    ):
        compiled = game_of(text).compiled()
        game = Game(compiled.program)
        assert game.decision is not None
        option = next(o for o in game.options if any(is_place(v) for v in _flat(o.values)))
        assert Answers(compiled).of(game.decision, option).values == values


def _flat(values: tuple[object, ...]) -> list[int]:
    return [v for value in values for v in (value if isinstance(value, tuple) else (value,))]  # type: ignore[misc]


def test_why(game_of: Make) -> None:
    """The explanation why an action is not on offer reveals nothing about unseen components."""
    compiled = game_of(ONE).compiled()
    game, words = Game(compiled.program), Words(compiled)
    assert why(game, "take", {}, words, game.player) == "say which `c`: there is card (hand[p2])"
    for said in ("hand[seat(2)]", "hand[p2]"):
        assert why(game, "take", {"c": said}, words, game.player) == "it is on offer"
    with pytest.raises(ValueError, match="expected `card`"):
        why(game, "take", {"c": "hand[seat(1)]"}, words, game.player)


SCENARIO = """
language: 1
scenarios:
  - id: ONE
    players: 2
    given:
      - {move: "union(hand[seat(1)], hand[seat(2)])", to: deck}
      - {move: "{two, four, six}", to: "hand[seat(2)]"}
"""


@pytest.mark.parametrize(
    "rest",
    [
        'when: [{take: {c: "hand[seat(2)]"}}]\nthen: ["size(hand[seat(1)]) == 1"]',
        "when: [{take: {c: four}}]\nthen: ['four in hand[seat(1)]']",
        "when: [{take: {c: six}}]\nthen: ['six in hand[seat(1)]']",
        "then: [{refused: {take: {c: five}}}]",
        "then: [{offered: {take: {c: 'hand[seat(2)]'}}}]",
        "when: ['take card (hand[p2])']\nthen: ['size(hand[seat(2)]) == 2']",
    ],
)
def test_scenarios_of_a_hand(rest: str, game_of: Make) -> None:
    """A scenario can answer with a place, or name the card, because its author knows what lies there."""
    spec = game_of(ONE)
    assert outcome(spec, rest) == ""


@pytest.mark.parametrize(
    "rest",
    [
        "when: [{take: {c: '{hand[seat(2)], hand[seat(2)]}'}}]\nthen: ['size(hand[seat(1)]) == 2']",
        "when: [{take: {c: '{six, two}'}}]\nthen: ['six in hand[seat(1)] and two in hand[seat(1)]']",
        "when: [{take: {c: '{hand[seat(2)], four}'}}]\nthen: ['four in hand[seat(1)]']",
        "then: [{refused: {take: {c: '{four, five}'}}}]",
    ],
)
def test_scenarios_of_several(rest: str, game_of: Make) -> None:
    """If several cards are chosen, a scenario can name each of them by its place or by its own name."""
    assert outcome(game_of(TWO), rest) == ""


def test_scenarios_of_a_row(game_of: Make) -> None:
    """In an ordered zone, a scenario names a place with `nth`, or names the card that lies there."""
    given = """
language: 1
scenarios:
  - id: ONE
    players: 2
    given:
      - {move: row, to: deck}
      - {move: "{two, four, six}", to: row}
"""
    spec = game_of(ROW)
    for what in ("nth(row, 1)", "six"):
        rest = f"when: [{{take: {{c: '{what}'}}}}]\nthen: ['six in won[seat(1)]']"
        assert outcome(spec, rest, given) == ""
    assert "not on offer" in outcome(spec, "when: [{take: {c: 'nth(row, 4)'}}]\nthen: ['empty(deck)']", given)


def test_a_scenario_tells_other_values_apart(game_of: Make) -> None:
    """If an answer contains a component and another value, only the component is equated with its copies.

    The other value keeps its meaning, even if its number is also the number of a component.
    """
    spec = game_of(
        """
        players: 2
        enums: {picture: [apple, boat]}
        components:
          card:
            attributes: {shows: picture}
            rows: [{id: fruit, shows: apple, copies: 2}, {id: ship, shows: boat}]
            start: bag
        zones: {bag: {of: card, seen_by: nobody}, out: {of: card}}
        actions:
          guess:
            with: {c: {from: bag}, what: {from: picture}}
            do: [{if: c.shows == what, then: [{move: c, to: out}]}]
        phases: {play: {do: [{offer: [guess], by: seat(1)}]}}
        """
    )
    given = "language: 1\nscenarios:\n  - id: ONE\n    players: 2\n"
    rest = "when: [{guess: {c: %s, what: %s}}]\nthen: ['size(out) == %d']"
    for card, picture, out in (
        ("fruit", "apple", 1),
        ("fruit", "boat", 0),
        ("ship", "boat", 1),
    ):
        assert outcome(spec, rest % (card, picture, out), given) == ""


def outcome(spec: Spec, rest: str, given: str = SCENARIO) -> str:
    """Run a scenario that ends with `rest`, and return its report, which is empty if the scenario passes."""
    folder = spec.path.parent / "scenarios"
    folder.mkdir(exist_ok=True)
    indented = "".join(f"    {line}\n" for line in rest.splitlines())
    (folder / "one.yaml").write_text(given.lstrip() + indented, encoding="utf-8")
    scenarios, found = load_scenarios(spec)
    assert not found, found
    return run_scenario(spec, scenarios[0]).report


def test_a_written_program_knows_its_places(game_of: Make) -> None:
    """A program that is read from a file has the same options as before.

    A program whose places do not fit its zones is refused.
    """
    program = game_of(TWO).program()
    text = write(program, About("sample", {}, ""))
    again = read(text).program
    assert [o.number for o in Game(again, 3).options] == [o.number for o in Game(program, 3).options]
    pick = program.actions[0].picks[0]
    for hidden in (((9, 1),), ((1, 3), (2, 2)), ((2, 2), (1, 2)), ((1, 2),) * 2, ((0, 5),)):
        object.__setattr__(pick, "hidden", hidden)
        with pytest.raises(Malformed):
            read(write(program, About("sample", {}, "")))
