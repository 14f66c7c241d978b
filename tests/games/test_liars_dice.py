"""Liar's dice: the size of its tree follows by arithmetic, and redeals of hidden dice are uniform.

Bids rise, so the bids made so far are a set of possible bids, which could only have been made in one order.
The deciding player knows that set and the player's own dice. OpenSpiel has the same counts for two players
(`test_openspiel_trees`).
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from inside import place
from long_checks import split

from gamespec import load
from gamespec.compile import Compiled
from interpreter import Game
from interpreter.perft import tree

SIZES = [(2, 1, 2), (2, 1, 3), (2, 1, 4), (2, 2, 2), (3, 1, 2)]
LARGE = [(2, 1, 6), (2, 2, 3), (3, 1, 3)]
REDEALT = [(2, 1, 6), (2, 2, 3), (3, 1, 4)]
REDEALS = 200

# Critical values of chi-squared at a probability of 0.001, by degrees of freedom (Pearson and Hartley, table
# 8).
CHI_SQUARED = {5: 20.515, 8: 26.124, 15: 37.697}


def compiled(players: int, dice: int, faces: int) -> Compiled:
    """Return the compiled game with the given number of players, of dice per player, and of faces."""
    return load("liars-dice").compiled(players, {"dice": dice, "faces": faces})


def hold_counts(players: int, dice: int, faces: int) -> None:
    """Check the counts of nodes and information states in a whole tree.

    Each throw occurs with each set of bids. The dice are thrown one at a time.
    """
    on_table = players * dice
    bids = on_table * faces
    found = tree(compiled(players, dice, faces).program)
    assert found.chance == sum(faces**thrown for thrown in range(on_table))
    assert found.decision == faces**on_table * 2**bids
    assert found.terminal == faces**on_table * (2**bids - 1)  # a call ends each set but the empty one
    assert found.information_states == faces**dice * 2**bids


@pytest.mark.parametrize("size", SIZES)
def test_counts(size: tuple[int, int, int]) -> None:
    """The counts of whole trees follow from the numbers of throws and of sets of bids.

    D dice with F faces have F^D throws, and the D·F bids have 2^(D·F) sets. So with two dice, there are
    F²·2^(2F) decisions.
    """
    hold_counts(*size)


@pytest.mark.long("deep")
@pytest.mark.parametrize("size", LARGE)
def test_large_counts(size: tuple[int, int, int]) -> None:
    """The counts of larger trees follow from the numbers of throws and of sets of bids, too.

    With two dice of six faces, there are 147,456 decisions, 147,420 ends and 24,576 information states.
    """
    hold_counts(*size)


def played(of: Compiled, luck: Random, decisions: int) -> Game:
    """Return a game after `decisions` decisions, each of which takes one of the two lowest options."""
    game = Game(of.program, luck.randrange(1 << 32), record=True)
    for _ in range(decisions):
        game.play(game.options[luck.randrange(2 if len(game.options) > 2 else 1)])
    return game


def hidden(of: Compiled, game: Game, player: int) -> tuple[int, ...]:
    """Return the numbers on the dice that `player` cannot see, in the order of the seats."""
    at, thrown = place(of, "die"), of.program.stores[of.names.store("die")].count // of.program.players
    held = game.position[at : at + thrown * of.program.players]
    return tuple(held[: player * thrown] + held[(player + 1) * thrown :])


@pytest.mark.parametrize(
    "size", split(((size,) for size in REDEALT), "redeals", lambda size: size == REDEALT[0], lambda _: True)
)
def test_redeals_show_the_same(size: tuple[int, int, int]) -> None:
    """A redeal keeps the information state and the observation of the player for whom it is made.

    Each of 200 redeals starts from a different game, at a random point and for a random player.
    """
    of, luck = compiled(*size), Random(1)  # noqa: S311 - not for secrets
    for seed in range(REDEALS):
        game, player = played(of, luck, luck.randrange(4)), luck.randrange(size[0])
        other = game.redealt(player, seed)
        assert other.exact
        other.check()
        assert other.information_state(player) == game.information_state(player)
        assert other.observation(player) == game.observation(player)


@pytest.mark.parametrize(
    ("decisions", "size"),
    split(
        [(decisions, size) for decisions in (3, 0) for size in REDEALT],
        "redeals",
        lambda *_: False,
        lambda decisions, size: (decisions, size) not in {(0, REDEALT[0]), (3, REDEALT[1])},
    ),
)
def test_hidden_dice_are_uniform(size: tuple[int, int, int], decisions: int) -> None:
    """All throws of the hidden dice are equally likely in 200 redeals.

    A redeal considers all bids of the other players equally likely, so a player learns nothing from them.
    """
    players, dice, faces = size
    of, luck = compiled(*size), Random(2)  # noqa: S311 - not for secrets
    game = played(of, luck, decisions)
    player = game.player
    found = Counter(hidden(of, game.redealt(player, seed), player) for seed in range(REDEALS))
    throws = faces ** (dice * (players - 1))
    assert len(found) <= throws
    expected = REDEALS / throws
    squares = sum((n - expected) ** 2 / expected for n in found.values()) + expected * (throws - len(found))
    assert squares < CHI_SQUARED[throws - 1]


def test_lifted_cups_are_known() -> None:
    """After a call all players have seen all dice, so redeals keep the dice."""
    of, luck = compiled(2, 2, 3), Random(3)  # noqa: S311 - not for secrets
    for seed in range(20):
        game = played(of, luck, 1)
        game.play(game.options[-1])
        assert game.over
        other = game.redealt(1, seed)
        assert other.exact
        assert hidden(of, other, 1) == hidden(of, game, 1)
