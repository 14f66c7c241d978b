"""Guesses: scripts of histories that may have shown a player the same, made from that player's sights.

What the player was not shown is filled in: the components of hidden moves according to a `plan` from
`interpreter.redeal`, and unseen throws at random. Everything public is as it was. Answers that the player was
not shown completely are left `OPEN`: a replay stops there, and reports the options. So a guess has exactly as
many items as the true script, in the same order, but it need not be a history. `mending` turns it into one.

If all components that the player cannot tell apart are shuffled together, earlier events leave no trace that
the player was not shown: the game is the same afterwards, whatever happened before. So each part between two
such shuffles (`Sightings.parts`) is guessed and mended by itself, after the chapter that goes before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from gamespec.program import Program
from interpreter.kernels.sights import SightLog
from interpreter.play.luck import Draws
from interpreter.redeal.chapters import Chapter, Guess
from interpreter.redeal.guesser import Guesser
from interpreter.redeal.index import SightIndex
from interpreter.redeal.losses import losses
from interpreter.redeal.plan import make_plan
from interpreter.redeal.rewriter import Failed
from interpreter.redeal.sightings import Part, Sightings, hides_values

__all__ = ["guessed", "sightings_after"]

TAKEN_LITERALLY = 4
"""One in this many guesses does not assume that an answer named the component that moves next."""


def sightings_after(program: Program, shown: SightLog, chapter: Chapter) -> Sightings:
    """Return what the sights after a chapter say."""
    first = chapter.start + (chapter.hidden is not None)
    sizes = Counter({zone: len(there) for zone, there in enumerate(chapter.contents)})
    player, cut = shown.player, not hides_values(program, shown.player)
    before = chapter.hidden
    return Sightings(program, shown.state, player, cut=cut, first=first, before=before, sizes=sizes)


def guessed(
    sightings: Sightings, part: Part, chapter: Chapter, hashes: Sequence[int], luck: Draws
) -> Iterator[Guess | None]:
    """Yield guesses of a part of a history, without end, each from another plan.

    `chapter` is what goes before it, and `hashes` are those of what the player was shown at its sights. If a
    plan fails, `None` is yielded.
    """
    lost, number = losses(sightings, part), 0
    index = SightIndex(sightings.program, sightings.shown, sightings.player, sightings.first)
    while True:
        went = make_plan(sightings, part, lost, luck)
        if went is None:
            yield None
            continue
        number += 1
        guesser = Guesser(index, chapter, went, luck, follows=number % TAKEN_LITERALLY > 0)
        try:
            yield guesser.guess(hashes, part.stop)
        except Failed:
            yield None
