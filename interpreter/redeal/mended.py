"""Mended guesses: histories that show a player the same, found chapter by chapter, or from a shorter one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gamespec.program import Program
from gamespec.program.frozen import dataclass
from interpreter.kernels.sights import SightLog
from interpreter.play.luck import Draws
from interpreter.redeal.chapters import Chapter, Guess
from interpreter.redeal.guesses import guessed, sightings_after
from interpreter.redeal.histories import Histories
from interpreter.redeal.mending import Mending
from interpreter.redeal.replayer import Replayer
from interpreter.redeal.rewriter import Failed
from interpreter.redeal.scripts import Script, contents_at
from interpreter.redeal.turns import tells_order

__all__ = ["Chapters", "Mended", "from_scratch"]

MOST_MENDS = 150
"""Maximum number of changes to a guess; then another guess is more promising."""

FEW_MENDS = 5
"""The same for a history that goes on, which shows most of what is seen already."""

FAILED_PLAN = 20
"""Number of changes that a failed plan counts for, because it takes that much longer."""


class Chapters:
    """The last chapter that was found, which follows from the player's information state alone."""

    def __init__(self, chapter: Chapter | None = None) -> None:
        self.chapter = chapter

    def keep(self, chapter: Chapter | None) -> None:
        """Keep a chapter, unless one is kept that goes further."""
        if chapter is not None and (self.chapter is None or self.chapter.start < chapter.start):
            self.chapter = chapter


@dataclass(frozen=True, slots=True)
class Mended:
    """A mended guess after a `chapter`, whose zones have the `contents` at the end.

    If histories may change the `earlier` chapters too, these are their scripts, otherwise `None`.
    """

    guess: Guess
    chapter: Chapter
    contents: Sequence[Sequence[int]]
    earlier: Sequence[Script] | None

    def histories(self, program: Program, replay: Replayer, player: int, luck: Draws) -> Histories:
        """Return histories that begin with this one."""
        mended, chapter = self.guess.script, self.chapter
        script, guess = replace(mended, words=mended.words[:]), self.guess
        for each in self.earlier or ():
            script.include(each)
        waits = chapter.waits if self.earlier is None else 0
        in_turn = tells_order(program, guess.index.shown[guess.first : guess.stop])
        return Histories(program, replay, script, player, luck, len(chapter.words), waits, in_turn=in_turn)

    def onward(self, program: Program, replay: Replayer, shown: SightLog, luck: Draws) -> Mended | None:
        """Return this history with what the player was shown next, without shuffles; `None` if that fails.

        Afterwards this one has no meaning.
        """
        try:
            guess = self.guess.go_on(shown, self.contents, luck)
        except Failed:
            return None
        replay.begin_with(self.chapter.words[: self.chapter.waits])
        if not Mending(replay, guess, luck).mended(FEW_MENDS):
            return None
        return replace(self, guess=guess, contents=contents_at(program, replay.position))


def from_scratch(  # noqa: PLR0913 - what is replayed and by what, and how long
    program: Program,
    replay: Replayer,
    shown: SightLog,
    luck: Draws,
    most: int,
    chapters: Chapters | None = None,
) -> Mended | None:
    """Return a mended guess; `None` if there is none after `most` changes.

    If `chapters` are kept, only the last one is random.
    """
    chapter = (chapters and chapters.chapter) or Chapter.none(program)
    sightings = sightings_after(program, shown, chapter)
    earlier = list[Script]()
    *before, last = sightings.parts
    for part in before:
        hashes = shown.hashes[chapter.sights :]
        own = luck if chapters is None else Draws(hashes[0], f"chapter {chapter.sights}")
        guess = _mended(replay, chapter, guessed(sightings, part, chapter, hashes, own), own, most)
        if guess is None:
            return None
        chapter = chapter.followed_by(guess, part)
        if chapters is None:
            earlier.append(guess.script)
        else:
            chapters.keep(chapter)
    hashes = shown.hashes[chapter.sights :]
    guess = _mended(replay, chapter, guessed(sightings, last, chapter, hashes, luck), luck, most)
    if guess is None:
        return None
    return Mended(
        guess, chapter, contents_at(program, replay.position), earlier if chapters is None else None
    )


def _mended(
    replay: Replayer, chapter: Chapter, guesses: Iterable[Guess | None], luck: Draws, most: int
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
