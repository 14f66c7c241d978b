"""Fits a decision on a screen: what has happened, the table, the question and the options.

A screen shows as much as fits. It is drawn with one of the `FOLDS` after the other, until it has few enough
lines; what is left of the height then goes to the options. A screen high enough shows everything.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from gamespec.program.frozen import dataclass
from interpreter.drawn.text.fold import FOLDS
from interpreter.drawn.text.folded import Folded
from interpreter.drawn.text.options import Page

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from interpreter.drawn.text.options import Listing
    from interpreter.scene.things import Ref, Scene

__all__ = ["Screen", "fitted"]

NARROWEST = 20
"""The least width for which a screen is drawn, in characters."""

NEXT = 12
"""Number of options on a page to which boards without room for all rows are moved."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What a screen shows, from top to bottom: what has happened, the table, the question, the options.

    `before` is the number of lines about earlier events that are left out, and `whole` says whether no zone
    or board is cut.
    """

    told: tuple[str, ...]
    table: tuple[str, ...]
    question: tuple[str, ...]
    options: Page
    before: int
    whole: bool


def fitted(  # noqa: PLR0913 - the parts of a screen, and its size
    scene: Scene,
    told: Sequence[str],
    prompt: str,
    listing: Listing | None,
    legend: Sequence[str],
    width: int,
    height: int,
) -> Screen:
    """Return a screen of at most `height` lines, or the shortest one if none is short enough.

    `told` are lines about what has happened, and `legend` explains the signs.
    """
    width = max(width, NARROWEST)
    wanted = _wanted(listing)
    question = tuple(textwrap.wrap(prompt, width))
    lines = [line for each in told for line in textwrap.wrap(f"* {each}", width, subsequent_indent="  … ")]
    for fold in FOLDS:
        needed = 0 if listing is None else min(listing.needs(width, columns=fold.columns), fold.options)
        news = lines[len(lines) - fold.news :] if len(lines) > fold.news else lines
        signs = legend if fold.legend else ()
        taken = len(news) + len(question) + len(signs)
        table = Folded(scene, width, fold, wanted).lines(height - taken - needed)
        if taken + len(table) + needed <= height or fold is FOLDS[-1]:
            break
    room = max(height - taken - len(table), needed)
    options = Page(()) if listing is None else listing.page(width, room, columns=fold.columns)
    before, whole = len(lines) - len(news), fold.text == FOLDS[0].text
    return Screen(tuple(news), (*table, *signs), question, options, before, whole)


def _wanted(listing: Listing | None) -> Collection[Ref]:
    """Return the refs of the things that the listed options are about."""
    if listing is None:
        return ()
    asked, start = listing.asked, listing.start
    shown = listing.shown if start is None else listing.shown[start : start + NEXT]
    numbers = {m for i in shown for said in asked.choices[i].said for m in said.members}
    return {ref for number in numbers for ref in asked.members[number].refs}
