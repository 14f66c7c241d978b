"""Fits a decision on a screen: what has happened, the table, the question and the options.

A screen shows as much as fits. It is drawn with one of the `FOLDS` after the other, until it has few enough
lines; what is left of the height then goes to the options. A screen high enough shows everything.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.drawn.text.fold import FOLDS, Fold
from interpreter.drawn.text.folded import Folded
from interpreter.drawn.text.options import Page
from interpreter.locale import catalogue

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from interpreter.drawn.text.options import Listing
    from interpreter.scene.things import Ref, Scene

__all__ = ["Screen", "fitted"]

NARROWEST = 20


@dataclass(frozen=True, slots=True)
class Screen:
    """What a screen shows, from top to bottom: what has happened, the table, the question, the options.

    `whole` says whether the news and the table are shown as completely as on the highest screen.
    """

    told: tuple[str, ...]
    table: tuple[str, ...]
    question: tuple[str, ...]
    options: Page
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
    for fold in FOLDS:
        needed = 0 if listing is None else min(listing.needs(width, columns=fold.columns), fold.options)
        news = _news(told, fold, width, scene.language)
        signs = legend if fold.legend else ()
        before = len(news) + len(question) + len(signs)
        table = Folded(scene, width, fold, wanted).lines(height - before - needed)
        if before + len(table) + needed <= height or fold is FOLDS[-1]:
            break
    room = max(height - before - len(table), needed)
    options = Page(()) if listing is None else listing.page(width, room, columns=fold.columns)
    return Screen(tuple(news), (*table, *signs), question, options, fold is FOLDS[0])


def _wanted(listing: Listing | None) -> Collection[Ref]:
    """Return the refs of the things in which the listed options differ."""
    if listing is None:
        return ()
    asked = listing.asked
    numbers = {m for i in listing.shown for said in asked.choices[i].said for m in said.members}
    return {ref for number in numbers for ref in asked.members[number].refs}


def _news(told: Sequence[str], fold: Fold, width: int, language: str) -> list[str]:
    """Return the last lines about what has happened, and how many there are before them."""
    lines = [line for each in told for line in textwrap.wrap(f"* {each}", width, subsequent_indent="    ")]
    if len(lines) <= fold.news:
        return lines
    texts, kept = catalogue(language), max(fold.news - 1, 0)
    more = texts.ngettext(
        "{count} line before: `{log}`",
        "{count} lines before: `{log}`",
        len(lines) - kept,
        log=texts.pgettext("command", "log"),
    )
    return [f"* ({more})", *lines[len(lines) - kept :]]
