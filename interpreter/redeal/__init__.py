"""Redeals: determinizations, that is, histories that a player cannot distinguish from the true one.

A redeal depends only on the player's information state and a seed, so nothing that the player cannot know can
influence it. A *script* of the whole history is guessed from what the player was shown: what is hidden from
them follows a `plan`, made from all sights, or is drawn at random (`guesses`). A replay shows how far the
guess matches, and what does not is changed until it does (`mending`). Any history may be found in this way.

So it is only the first of a Markov chain (`histories`): small changes are proposed, replayed, and accepted if
the player is shown the same, with the probability that preserves the posterior given the information state:
chance by its weights, and each decision of another player uniform among the options on offer. After enough
changes the history is nearly independent of the first one.

Along a game, a *lineage* of histories can go on from one decision of a player to the next (`anchors`). Then
most chains begin without a plan or a new guess.

Whatever plays scripts is a `Replayer`. As all of them play alike, and all luck comes from the seed, each
engine finds the same redeals.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.program import Program
from interpreter.kernels.sights import SightLog
from interpreter.play.luck import Draws, derived
from interpreter.redeal.anchors import Kept, anchored
from interpreter.redeal.histories import Histories
from interpreter.redeal.mended import Chapters, from_scratch
from interpreter.redeal.replayer import Replayer

__all__ = ["Kept", "found", "redeals", "redealt"]

FRESH = 48
"""One in this many redeals is found from scratch or from an anchor; the others are derived from it."""

FIRST, LEAST = 2.0, 48
"""Changes after an anchor: as a fraction of those that make histories nearly independent, and at least."""


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
    kept: Kept | None = None,
    lineage: int | None = None,
) -> Iterator[tuple[int, Histories | None]]:
    """Yield `count` times a seed, and histories at a random one of those that show a player the same.

    Between two of them are the fraction `apart` of the changes that make them nearly independent. After
    failing to find any, the next one gets half the budget. What has no bearing on the present is the same in
    all of them, and may be `kept` along a game. With a `lineage` they begin with its anchor (`anchors`).
    """
    along, chain = kept if kept is not None else Kept(), None
    anchor = anchored(program, replay, shown, along, lineage) if lineage is not None else None
    here = Chapters(along.chapter)  # the game may go on meanwhile
    for number in range(count):
        own = derived(seed, f"redeal {number}")
        if number == 0 and anchor is not None:
            chain = anchor.histories(program, replay, shown.player, Draws(own, "histories"))
            chain.change(max(FIRST, LEAST / max(chain.changes, 1)))
        elif chain is None or number % FRESH == 0:
            chain = found(program, replay, shown, own, most, here)
            along.keep(here.chapter)
            if chain is not None:
                chain.change(1.0)
            most = most if chain is not None else most // 2
        else:
            chain.change(apart)
        yield own, chain


def found(  # noqa: PLR0913 - as above
    program: Program,
    replay: Replayer,
    shown: SightLog,
    seed: int,
    most: int,
    chapters: Chapters | None = None,
) -> Histories | None:
    """Return histories that begin with a mended guess; `None` if there is none after `most` changes.

    If `chapters` are kept, only the last one is random, and the histories change nothing before it.
    """
    luck = Draws(seed, "histories")
    mended = from_scratch(program, replay, shown, luck, most, chapters)
    return None if mended is None else mended.histories(program, replay, shown.player, luck)
