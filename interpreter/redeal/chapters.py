"""Chapters and guesses: what is found of a history, part by part."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence

from gamespec.program import Program
from gamespec.program.frozen import dataclass
from interpreter.kernels.sights import SightLog
from interpreter.play.luck import Draws
from interpreter.redeal.index import SightIndex
from interpreter.redeal.scripts import SHUFFLE, Script, contents
from interpreter.redeal.sightings import Hidden, Part

__all__ = ["SIGHT", "Chapter", "Guess"]

SIGHT = 2
"""Number of words of a hash."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A script that may be that of a history consistent with what a player was shown.

    `went` has the component of each hidden move according to the plan, by the index of the move among the
    sights; a move within a zone may be left open. `news` are the components seen since the previous SIGHT,
    for each SIGHT. `waits` are the indexes among the sights at which the game waited. `answers` are those of
    which not everything was told: it maps the word at which each begins to the index of its sight, and `told`
    maps the same word to what was told, or follows from the next moves. `shuffled` maps the first word of
    each order to its zone. The guess is about the sights from `first` to before `stop`, after which the zones
    have the `contents`. `go_on` makes a longer guess of it, after which this one has no meaning
    (`interpreter.redeal.guesser`).
    """

    script: Script
    index: SightIndex
    went: dict[int, int]
    news: tuple[tuple[int, ...], ...]
    waits: tuple[int, ...]
    answers: Mapping[int, int]
    told: Mapping[int, Sequence[int]]
    shuffled: Mapping[int, int]
    first: int
    stop: int
    contents: tuple[Sequence[int], ...]
    go_on: Callable[[SightLog, Sequence[Sequence[int]], Draws], Guess]

    def next_answer(self, player: int, at: int) -> int:
        """Return the index of a player's next answer, from the sight `at` on, but at most `stop`."""
        return min(self.index.next_answer(player, at), self.stop)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A history up to a shuffle of all components that the player cannot tell apart.

    It goes to before the sight `start`, which is that of the shuffle. It has the `words`, with that many
    `sights`; the game last waits after so many words (`waits`). Then the zones have the `contents`, and
    `hidden` is what is hidden after the shuffle.
    """

    start: int
    words: array[int]
    sights: int
    waits: int
    contents: Sequence[Sequence[int]]
    hidden: Hidden | None

    @classmethod
    def none(cls, program: Program) -> Chapter:
        """Return the beginning of a game."""
        return cls(0, array("i"), 0, 0, contents(program), None)

    def followed_by(self, guess: Guess, part: Part) -> Chapter:
        """Return this chapter with the next one, which is a mended guess of a part."""
        words = guess.script.words[: guess.script.end - SHUFFLE]
        there = guess.script.sights
        waits = there[-1] + SIGHT if there else self.waits
        return Chapter(guess.stop, words, self.sights + len(there), waits, guess.contents, part.after)
