"""No bot peeks, which means that it gives the same answer in games that its seat cannot tell apart.

The games differ in hidden information and in their future.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator

import pytest
from long_checks import sampled

import gamespec
from gamespec.program import Program
from gamespec.program.written import program_hash
from interpreter.bots import Luck, View, bot, is_open
from interpreter.bots.learned import Learned
from interpreter.compiled.engine import CompiledEngine
from interpreter.kernels.learning.policy import BITS
from interpreter.learning.policy_file import LearnedPolicy, form_of
from interpreter.play.errors import Fault
from interpreter.protocol import Playing

HIDDEN = (
    "kuhn-poker", "leduc-poker", "goofspiel", "goofspiel+hidden-bids", "liars-dice", "hearts", "euchre",
    "hanabi", "trapper", "trumpet", "carcassonne", "carcassonne+traders-and-builders",
    "ogallala", "rufus", "pig",
)  # fmt: skip
"""The shipped games that have hidden information or chance."""
BOTS = ("random", "greedy", "flat:12", "mcts:12")
FAR = 30
"""Maximum number of decisions before the decision that is compared."""


def pairs(
    program: Program, engine: CompiledEngine, seeds: range, far: int = FAR
) -> Iterator[tuple[Playing, Playing]]:
    """Yield pairs of games at a random decision, which the deciding player cannot tell apart.

    In the second game, hidden components, values and answers differ wherever they can, and so does the
    future.
    """
    for seed in seeds:
        luck = random.Random(seed)  # noqa: S311 - nothing secret
        game, before = engine.begin(seed, record=True), []
        try:
            while game.branching and len(before) < far:
                before.append(game.clone())
                game.play(luck.choice(game.options))
        except Fault:
            continue
        game = luck.choice(before)
        other = game.clone(seed + 1) if is_open(program) else game.redealt(game.player, seed)
        if game.branching > 1 and other.exact:
            yield game, other


def learned_of(program: Program) -> Learned:
    """Return a player whose policy weighs everything that it observes, each thing otherwise."""
    luck = random.Random(1)  # noqa: S311 - nothing secret
    weights = array("f", [luck.uniform(-1, 1) for _ in range(1 << BITS)])
    policy = LearnedPolicy(
        program_hash(program), form_of(program), "game", {}, program.players, 0.0, weights, {}
    )
    return Learned("learned:file", policy, 0.0)


def same(name: str, seeds: range, far: int = FAR) -> int:
    """Check that every bot gives the same answer in both games of each pair; return the number of pairs."""
    program = gamespec.load(name).program()
    engine, bots = CompiledEngine(program, jobs=1), [*map(bot, BOTS), learned_of(program)]
    held = 0
    for game, other in pairs(program, engine, seeds, far):
        assert game.position != other.position
        mine, theirs = game.decision, other.decision
        assert mine is not None
        assert theirs is not None
        for who in bots:
            answers = [
                who.choose(View(engine, each, decision), Luck(7, held))
                for each, decision in ((game, mine), (other, theirs))
            ]
            assert answers[0].number == answers[1].number, (name, who, seeds, held)
        held += 1
    return held


@pytest.mark.parametrize("name", sampled(HIDDEN, "bots", 15))
def test_no_bot_peeks(name: str) -> None:
    """All bots give the same answer in both games of a few pairs that they cannot tell apart.

    The deep check plays more pairs.
    """
    assert same(name, range(3))


@pytest.mark.long("bots")
def test_deals_gone_by_make_no_difference() -> None:
    """Bots give the same answer in games of Euchre that differ only in earlier deals.

    All cards have been shuffled since then.
    """
    assert same("euchre", range(8), far=90)


@pytest.mark.long("deep")
@pytest.mark.parametrize("name", HIDDEN)
def test_no_bot_peeks_in_many(name: str) -> None:
    """All bots give the same answer in both games of 1,000 pairs, which are spread over all games."""
    assert same(name, range(100, 190)) >= 20


def test_what_is_open() -> None:
    """Board games and games with public dice count as open; games with cards or secret bids do not."""
    open_ = {"tic-tac-toe", "connect-four", "breakthrough", "othello", "hex", "nine-mens-morris", "pig"}
    assert {name for name in gamespec.games() if is_open(gamespec.load(name).program())} == open_
