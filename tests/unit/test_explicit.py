"""Tests for explicit chance.

The nodes of small game trees are counted by hand, and so are the probabilities of the ends.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from inside import Named

from interpreter import Fault, Game, Refused
from interpreter.perft import count, histories, tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gamespec import Spec

# Kuhn, "A simplified two-person poker" (1950): three cards, an ante of one, one bet.
POKER = """
    game: poker
    players: 2
    components:
      card:
        attributes: {rank: 1..3}
        rows: [{id: jack, rank: 1}, {id: queen, rank: 2}, {id: king, rank: 3}]
        start: deck
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
    variables:
      stake: {per: player, type: 1..2, start: 1}
      folded: {type: player?}
    actions:
      pass: {do: []}
      bet: {do: [{set: {"stake[me]": 2}}]}
      fold: {do: [{set: {folded: me}}]}
      call: {do: [{set: {"stake[me]": 2}}]}
    functions:
      winner:
        is: "left(folded) if folded != none else the(best(p in players: the(hand[p]).rank))"
    setup:
      - shuffle: deck
      - for: {p: players}
        do: [{move: "top(deck, 1)", to: "hand[p]"}]
    phases:
      betting:
        do:
          - {offer: [pass, bet], by: seat(1)}
          - if: stake[seat(1)] == 1
            then:
              - {offer: [pass, bet], by: seat(2)}
              - if: stake[seat(2)] == 2
                then: [{offer: [fold, call], by: seat(1)}]
            else:
              - {offer: [fold, call], by: seat(2)}
    score: "min(p in players: stake[p]) * (1 if player == winner() else -1)"
    limit: {decisions: 9, then: truncate}
"""

TICTACTOE = """
    game: three-in-a-row
    players: 2
    options:
      size: {type: 2..9, default: 3}
      line: {type: 2..9, default: 3}
    spaces:
      board: {grid: [size, size]}
    variables:
      mark: {per: board, type: player?}
    phases:
      play:
        turns: clockwise
        do:
          - choose: {cell: {from: board, where: "mark[cell] == none"}}
          - set: {"mark[cell]": me}
    end:
      line: {when: "any(l in lines(board, line): all(c in l: mark[c] == me))", winner: me}
      full: {when: "none(c in board: mark[c] == none)", draw: true}
    limit: {decisions: 81, then: draw}
"""


def ends(game: Game, share: Fraction = Fraction(1)) -> Iterator[tuple[Game, Fraction]]:
    """Yield every end of a game with its probability if all decisions are made at random.

    The probabilities are multiplied by `share`, the probability of the game so far.
    """
    if game.over:
        yield game, share
    elif game.chance is not None:
        for outcome, part in zip(game.chance.outcomes, game.chance.shares, strict=True):
            after = game.clone()
            after.settle(outcome)
            yield from ends(after, share * Fraction(part, game.chance.total))
    else:
        for option in game.options:
            after = game.clone()
            after.apply(option)
            yield from ends(after, share / len(game.options))


# --- poker ------------------------------------------------------------------------------------------


def test_the_tree_of_three_card_poker(game_of: Callable[[str], Spec]) -> None:
    """In three-card poker, each of the 6 deals leads to 4 decisions and 5 ends.

    There is 1 chance node for the first hand and there are 3 for the second, and the third card is never
    drawn. p1 opens, p2 answers either opening, and p1 answers if p2 bets after a pass.
    """
    found = tree(game_of(POKER).program())
    assert (found.chance, found.decision, found.terminal) == (1 + 3, 6 * 4, 6 * 5)


def test_information_states_of_poker(game_of: Callable[[str], Spec]) -> None:
    """Three-card poker has 12 information states, as published.

    Each of the two players knows one of 3 cards and decides in 2 situations.
    """
    found = tree(game_of(POKER).program())
    assert [len(states) for states in found.information] == [6, 6]
    assert found.information_states == 12


def test_histories_of_poker(game_of: Callable[[str], Spec]) -> None:
    """Three-card poker has 3, 6, 12, 24 and 12 histories of one to five steps.

    There are 3 cards, 2 other cards for each, 2 openings, and 2 answers. Only a pass followed by a bet is
    answered again, which makes 12 histories of five steps.
    """
    assert histories(game_of(POKER).program(), 6) == [3, 6, 12, 24, 12, 0]


def test_probabilities_of_poker(game_of: Callable[[str], Spec]) -> None:
    """The probabilities of all ends add up to 1, and each of the six deals has a probability of 1/6.

    If every decision is made by tossing a coin, p1 wins 1/8 on average. Showdowns cancel out over the deals,
    but p2 folds to a bet with a probability of 1/4, and p1 with one of 1/8.
    """
    found = list(ends(Game(game_of(POKER).program(), explicit=True)))
    deals: Counter[tuple[int, ...]] = Counter()
    value = Fraction(0)
    for game, share in found:
        deals[tuple(game.atoms.contents(game.position, 1) + game.atoms.contents(game.position, 2))] += share  # type: ignore[assignment]
        assert game.result is not None
        assert sum(game.result.scores) == 0
        value += share * game.result.scores[0]
    assert len(found) == 30
    assert list(deals.values()) == [Fraction(1, 6)] * 6
    assert value == Fraction(1, 8)


def test_chance_nodes_of_poker(game_of: Callable[[str], Spec]) -> None:
    """The first card is equally likely to be any of three cards, and the second any of the other two."""
    game = Named(game_of(POKER), explicit=True)
    assert game.chance is not None
    assert (game.decision, game.options) == (None, ())
    assert (len(game.chance.outcomes), set(game.chance.shares)) == (3, {1})
    first = game.chance.outcomes[1]
    game.settle(first)
    assert game.chance is not None
    assert set(game.chance.outcomes) == {0, 1, 2} - {first}
    with pytest.raises(Refused):
        game.settle(first)
    game.settle(game.chance.outcomes[0])
    assert game.chance is None
    assert [game.text(option) for option in game.options] == ["pass", "bet"]


def test_seeds_play_games_of_the_tree(game_of: Callable[[str], Spec]) -> None:
    """Games that are dealt from seeds have the same six deals as the tree, and no other."""
    program = game_of(POKER).program()
    deals = {
        tuple(Game(program, seed).atoms.contents(Game(program, seed).position, zone)[0] for zone in (1, 2))
        for seed in range(60)
    }
    assert deals == {(a, b) for a in range(3) for b in range(3) if a != b}


# --- other sources of chance ------------------------------------------------------------------------


def test_dice_are_chance_nodes(game_of: Callable[[str], Spec]) -> None:
    """Two dice have 36 histories, in six of which the sum is seven."""
    program = game_of("""
        players: 1
        variables: {pips: {type: 0..12}}
        phases:
          play:
            do:
              - random: {a: {from: 1..6}}
              - random: {b: {from: 1..6}}
              - set: {pips: a + b}
        score: pips
    """).program()
    assert histories(program, 3) == [6, 36, 0]
    assert count(program, 2) == 36
    thrown: Counter[int] = Counter()
    for game, share in ends(Game(program, explicit=True)):
        assert game.result is not None
        thrown[game.result.scores[0]] += share  # type: ignore[assignment]
    assert thrown[7] == Fraction(6, 36)
    assert sum(thrown.values()) == 1


def test_weights_are_shares(game_of: Callable[[str], Spec]) -> None:
    """The probability of a value is proportional to its weight, so a value of weight 0 never occurs."""
    game = Game(
        game_of("""
            players: 1
            enums: {face: [low, middle, high]}
            setup:
              - random: {x: {from: face, weight: 2 * number(x) - 2}}
        """).program(),
        explicit=True,
    )
    assert game.chance is not None
    assert game.chance.outcomes == (1, 2)
    assert [Fraction(s, game.chance.total) for s in game.chance.shares] == [Fraction(1, 3), Fraction(2, 3)]


ALIKE = """
    players: 1
    components:
      ball:
        attributes: {red: bool}
        rows: [{id: red, red: true, copies: 2}, {id: blue, red: false}]
        start: bag
    zones:
      bag: {of: ball, ordered: true, seen_by: nobody}
      out: {of: ball, ordered: true}
"""


def test_alike_components_are_one_outcome(game_of: Callable[[str], Spec]) -> None:
    """Identical components count as a single outcome of a chance node.

    The first of two red balls and a blue one is red with a probability of 2/3. Three orders can be told
    apart: rrb, rbr and brr. There is a chance node for the first draw and, unless only red balls are left,
    one for the second. The last ball is certain.
    """
    program = game_of(
        ALIKE
        + """
    setup:
      - shuffle: bag
      - move: top(bag, 1)
        to: out
      - move: top(bag, 1)
        to: out
      - move: top(bag, 1)
        to: out
    """
    ).program()
    game = Game(program, explicit=True)
    assert game.chance is not None
    assert [Fraction(s, game.chance.total) for s in game.chance.shares] == [Fraction(2, 3), Fraction(1, 3)]
    found: Counter[tuple[int, ...]] = Counter()
    for end, share in ends(game):
        reds = tuple(int(c < 2) for c in end.atoms.contents(end.position, 1))
        found[reds] += share  # type: ignore[assignment]
    assert found == {order: Fraction(1, 3) for order in [(0, 1, 1), (1, 0, 1), (1, 1, 0)]}


def test_what_is_not_settled_cannot_be_taken(game_of: Callable[[str], Spec]) -> None:
    """Moving a component out of a shuffled deck by its name is a fault until its place is settled."""
    program = game_of(
        ALIKE
        + """
    setup:
      - shuffle: bag
      - {move: blue, to: out}
    """
    ).program()
    with pytest.raises(Fault) as fault:
        Game(program, explicit=True)
    assert fault.value.code == "GS513"
    Game(program).check()


# --- tic-tac-toe ------------------------------------------------------------------------------------


def test_the_first_moves_of_tic_tac_toe(game_of: Callable[[str], Spec]) -> None:
    """The first five moves of tic-tac-toe have 9, 9·8, 9·8·7, … histories.

    Nobody can have won before the fifth move.
    """
    assert histories(game_of(TICTACTOE).program(), 5) == [9, 72, 504, 3024, 15120]


def test_a_board_of_two(game_of: Callable[[str], Spec]) -> None:
    """On a 2 x 2 board with lines of two, any two marks win, so every game ends with the third move.

    There are 4·3·2 games. There is 1 empty position, and there are 4 positions with one mark, 4·3 with two
    marks, and 6·2 with two marks of p1 and one of p2.
    """
    program = game_of(TICTACTOE).program(options={"size": 2, "line": 2})
    found = tree(program)
    assert (found.decision, found.chance, found.terminal) == (1 + 4 + 12, 0, 24)
    assert len(found.positions) == 1 + 4 + 12 + 12


@pytest.mark.long("deep")
def test_all_games_of_tic_tac_toe(game_of: Callable[[str], Spec]) -> None:
    """Tic-tac-toe has 255,168 games, 5,478 positions and 549,946 histories.

    The number of games of each length agrees with the published one.
    """
    program = game_of(TICTACTOE).program()
    found = tree(program)
    assert found.terminal == 255_168
    assert found.decision + found.terminal == 549_946
    assert len(found.positions) == 5_478
    going = [1, *histories(program, 9), 0]
    # A history of n moves either is a whole game or continues in 9 - n ways.
    ended = [now - after // max(1, 9 - n) for n, (now, after) in enumerate(pairwise(going))]
    assert ended[5:] == [1_440, 5_328, 47_952, 72_576, 127_872]
