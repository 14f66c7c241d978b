"""Redeals: determinizations, that is, histories that a player cannot distinguish from the true one.

A redeal depends only on the player's information state and a seed, so nothing that the player cannot know can
influence it. A *script* of the whole history is guessed from what the player was shown: what is hidden from
them follows a `plan`, made from all sights, or is drawn at random (`guesses`). A replay shows how far the
guess matches, and what does not is changed until it does (`mending`). Any history may be found in this way.

So it is only the first of a Markov chain (`histories`): small changes are proposed, replayed, and accepted if
the player is shown the same, with the probability that preserves the posterior given the information state:
chance by its weights, and each decision of another player uniform among the options on offer. After enough
changes the history is nearly independent of the first one.

Whatever plays scripts is a `Replayer`. As all of them play alike, and all luck comes from the seed, each
engine finds the same redeals.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.program import Program
from interpreter.kernels.sights import SightLog
from interpreter.play.luck import Draws, derived
from interpreter.redeal.guesses import guessed
from interpreter.redeal.histories import Histories
from interpreter.redeal.mending import Mending
from interpreter.redeal.replayer import Replayer

__all__ = ["found", "redeals", "redealt"]

MOST_MENDS = 150
"""Maximum number of changes to a guess; then another guess is more promising."""

FAILED_PLAN = 20
"""Number of changes that a failed plan counts for, because it takes that much longer."""

FRESH = 48
"""One in this many redeals is found from scratch; the others are derived from it."""


def redealt(program: Program, replay: Replayer, shown: SightLog, seed: int, most: int) -> Histories | None:
    """Return histories at a random one of those in which a player was shown the same.

    If there is none after `most` changes of guesses, return `None`.
    """
    chain = found(program, replay, shown, seed, most)
    if chain is not None:
        chain.change(1.0)
    return chain


def redeals(  # noqa: PLR0913 - as above, and how many
    program: Program,
    replay: Replayer,
    shown: SightLog,
    seed: int,
    count: int,
    *,
    most: int,
    apart: float,
) -> Iterator[tuple[int, Histories | None]]:
    """Yield `count` times a seed, and histories at a random one of those that show a player the same.

    Between two of them are the fraction `apart` of the changes that make them nearly independent. After
    failing to find any, the next one gets half the budget.
    """
    chain: Histories | None = None
    for number in range(count):
        own = derived(seed, f"redeal {number}")
        if chain is None or number % FRESH == 0:
            chain = redealt(program, replay, shown, own, most)
            most = most if chain is not None else most // 2
        else:
            chain.change(apart)
        yield own, chain


def found(program: Program, replay: Replayer, shown: SightLog, seed: int, most: int) -> Histories | None:
    """Return histories that begin with a mended guess; `None` if there is none after `most` changes."""
    luck = Draws(seed, "histories")
    for guess in guessed(program, shown, luck):
        if most <= 0:
            return None
        if guess is None:
            most -= FAILED_PLAN
            continue
        if Mending(program, replay, guess, luck).mended(min(MOST_MENDS, most)):
            return Histories(program, replay, guess.script, shown.player, luck, guess.since)
        most -= MOST_MENDS
    return None
