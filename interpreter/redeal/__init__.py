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
from interpreter.redeal.guesses import Chapter, Guess, guessed, sightings_after
from interpreter.redeal.histories import Histories
from interpreter.redeal.mending import Mending
from interpreter.redeal.replayer import Replayer
from interpreter.redeal.scripts import Script

__all__ = ["Kept", "found", "redeals", "redealt"]

MOST_MENDS = 150
"""Maximum number of changes to a guess; then another guess is more promising."""

FAILED_PLAN = 20
"""Number of changes that a failed plan counts for, because it takes that much longer."""

FRESH = 48
"""One in this many redeals is found from scratch; the others are derived from it."""


class Kept:
    """What is kept along a game for the redeals of one player: the last chapter that has been found.

    Which one it is follows from the player's information state alone.
    """

    def __init__(self, chapter: Chapter | None = None) -> None:
        self.chapter = chapter

    def keep(self, chapter: Chapter | None) -> None:
        """Keep a chapter, unless one is kept that goes further."""
        if chapter is not None and (self.chapter is None or self.chapter.start < chapter.start):
            self.chapter = chapter


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
) -> Iterator[tuple[int, Histories | None]]:
    """Yield `count` times a seed, and histories at a random one of those that show a player the same.

    Between two of them are the fraction `apart` of the changes that make them nearly independent. After
    failing to find any, the next one gets half the budget. What has no bearing on the present is the same in
    all of them, and may be `kept` along a game.
    """
    here, chain = Kept(kept.chapter if kept is not None else None), None  # the game may go on meanwhile
    for number in range(count):
        own = derived(seed, f"redeal {number}")
        if chain is None or number % FRESH == 0:
            chain = found(program, replay, shown, own, most, here)
            if kept is not None:
                kept.keep(here.chapter)
            if chain is not None:
                chain.change(1.0)
            most = most if chain is not None else most // 2
        else:
            chain.change(apart)
        yield own, chain


def found(  # noqa: PLR0913 - as above
    program: Program, replay: Replayer, shown: SightLog, seed: int, most: int, kept: Kept | None = None
) -> Histories | None:
    """Return histories that begin with a mended guess; `None` if there is none after `most` changes.

    If something is `kept`, only the last chapter is random, and the histories change nothing before it.
    """
    luck = Draws(seed, "histories")
    chapter = (kept and kept.chapter) or Chapter.none(program)
    sightings = sightings_after(program, shown, chapter)
    earlier = list[Script]()
    *before, last = sightings.parts
    for part in before:
        hashes = shown.hashes[chapter.sights :]
        own = luck if kept is None else Draws(hashes[0], f"chapter {chapter.sights}")
        guess = _mended(replay, chapter, guessed(sightings, part, chapter, hashes, own), own, most)
        if guess is None:
            return None
        chapter = chapter.followed_by(guess, part)
        if kept is None:
            earlier.append(guess.script)
        else:
            kept.keep(chapter)
    hashes = shown.hashes[chapter.sights :]
    guess = _mended(replay, chapter, guessed(sightings, last, chapter, hashes, luck), luck, most)
    if guess is None:
        return None
    for each in earlier:
        guess.script.include(each)
    waits = chapter.waits if kept is not None else 0
    return Histories(program, replay, guess.script, shown.player, luck, len(chapter.words), waits)


def _mended(
    replay: Replayer, chapter: Chapter, guesses: Iterator[Guess | None], luck: Draws, most: int
) -> Guess | None:
    """Return the first guess that can be mended; `None` if none can after `most` changes."""
    replay.begin_with(chapter.words[: chapter.waits])
    for guess in guesses:
        if most <= 0:
            break
        if guess is None:
            most -= FAILED_PLAN
        elif Mending(replay, guess, luck).mended(min(MOST_MENDS, most)):
            return guess
        else:
            most -= MOST_MENDS
    return None
