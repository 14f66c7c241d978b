"""Describes moves of components between zones, as in `blue moves from h1 to g1`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.words.happening import SUBJECT, Happening
from interpreter.words.keys import cell_space, keys_of
from interpreter.words.whose import family, path, place, spelt

if TYPE_CHECKING:
    from interpreter.play.events import Moved
    from interpreter.words.text import Words

__all__ = ["moved"]


def moved(words: Words, event: Moved, reader: int | None, *, known: bool) -> Happening | None:
    """Describe a move between zones to a reader, who knows which component it is if it is `known`.

    Zones that people never see are omitted. Returns `None` for a move between two such zones.
    """
    c, source, target = event.component, event.source, event.target
    ends = _ends(words, source, target, reader)
    if ends is None:
        return None
    what = words.component(c) if known else words.some(c, source, target)
    if cell := _same_cell(words, source, target):
        what = words.texts.gettext("{what} on {cell}", what=what, cell=cell)
    return Happening(what, *ends, kind="" if known or cell else words.rule(source).kind.name)


def _ends(words: Words, source: int, target: int, reader: int | None) -> tuple[str, str, str, str] | None:
    """Return the sentences of a `Happening`."""
    if target in words.unshown_zones:
        return None if source in words.unshown_zones else (*_leaves(words, place(words, source, reader)),) * 2
    wide = spelt(words, family(words, target))
    if source in words.unshown_zones:
        return *_comes(words, place(words, target, reader)), *_comes(words, wide)
    a, b = place(words, source, reader), place(words, target, reader)
    to_family = _goes(words, a, wide)
    if source == target:
        return *_stays(words, a), *to_family
    if cells := path(words, source, target):
        return *_moves(words, *cells), *to_family
    if _same_cell(words, source, target):
        return *_goes(words, spelt(words, family(words, source)), wide), *to_family
    return *_goes(words, a, b), *to_family


def _same_cell(words: Words, source: int, target: int) -> str:
    """Return the name of the cell to which two zones of different families belong, or ""."""
    rules = [words.rule(zone) for zone in (source, target)]
    keys = rules[0].zone.keys
    if rules[1].zone.keys != keys or len(keys) != 1 or cell_space(keys[0]) is None:
        return ""
    a, b = (
        keys_of(rule.zone.dims, zone - rule.zone.first)[0]
        for rule, zone in zip(rules, (source, target), strict=True)
    )
    return words.value(keys[0], a) if a == b else ""


def _goes(words: Words, source: str, target: str) -> tuple[str, str]:
    one, many = (
        words.texts.ngettext(
            "{what} goes from {source} to {target}",
            "{what} go from {source} to {target}",
            count,
            what=SUBJECT,
            source=source,
            target=target,
        )
        for count in (1, 2)
    )
    return one, many


def _moves(words: Words, source: str, target: str) -> tuple[str, str]:
    one, many = (
        words.texts.ngettext(
            "{what} moves from {source} to {target}",
            "{what} move from {source} to {target}",
            count,
            what=SUBJECT,
            source=source,
            target=target,
        )
        for count in (1, 2)
    )
    return one, many


def _comes(words: Words, target: str) -> tuple[str, str]:
    one, many = (
        words.texts.ngettext(
            "{what} comes to {target}", "{what} come to {target}", count, what=SUBJECT, target=target
        )
        for count in (1, 2)
    )
    return one, many


def _leaves(words: Words, source: str) -> tuple[str, str]:
    one, many = (
        words.texts.ngettext(
            "{what} leaves {source}", "{what} leave {source}", count, what=SUBJECT, source=source
        )
        for count in (1, 2)
    )
    return one, many


def _stays(words: Words, zone: str) -> tuple[str, str]:
    one, many = (
        words.texts.ngettext(
            "{what} changes places in {zone}",
            "{what} change places in {zone}",
            count,
            what=SUBJECT,
            zone=zone,
        )
        for count in (1, 2)
    )
    return one, many
