"""Describes moves of components between zones, as in `blue moves from h1 to g1`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.words.happening import SUBJECT, Happening, Sentence
from interpreter.words.keys import cell_space, keys_of
from interpreter.words.whose import family, is_reader, owner_of, path, place, spelt

if TYPE_CHECKING:
    from interpreter.play.events import Moved
    from interpreter.words.text import Words

__all__ = ["moved"]


def moved(words: Words, event: Moved, reader: int | None, *, known: bool) -> Happening | None:
    """Describe a move between zones to a reader, who knows which component it is if it is `known`.

    Zones that people never see are omitted. Returns `None` for a move between two such zones.
    """
    c, source, target = event.component, event.source, event.target
    said = _said(words, source, target, reader)
    if said is None:
        return None
    what, cell = words.component(c) if known else words.some(c, source, target), ""
    if {source, target} & words.unshown_zones:
        ends = said, said
    else:
        a, b, cell = place(words, source, reader), place(words, target, reader), _cell(words, source, target)
        ends = (
            _goes(words, a, spelt(words, family(words, target))),
            _goes(words, spelt(words, family(words, source)), b),
        )
    if cell:
        what = words.texts.gettext("{what} on {cell}", what=what, cell=cell)
    return Happening(what, said, *ends, kind="" if known or cell else words.rule(source).kind.name)


def _said(words: Words, source: int, target: int, reader: int | None) -> Sentence | None:
    """Return the sentence about a move from one zone to another."""
    unshown = [zone in words.unshown_zones for zone in (source, target)]
    match unshown:
        case [True, True]:
            return None
        case [True, False]:
            return _comes(words, place(words, target, reader))
        case [False, True]:
            return _leaves(words, place(words, source, reader))
        case _:
            pass
    if source == target:
        return _stays(words, place(words, source, reader))
    if cells := path(words, source, target):
        return _moves(words, *cells)
    if _cell(words, source, target):
        return _goes(words, *(spelt(words, family(words, zone)) for zone in (source, target)))
    owner = owner_of(words, source)
    if owner is not None and owner == owner_of(words, target):
        return _stays_with(words, owner, source, target, reader)
    return _goes(words, place(words, source, reader), place(words, target, reader))


def _cell(words: Words, source: int, target: int) -> str:
    """Return the name of the cell to which two zones of different families belong, or ""."""
    rules = [words.rule(zone) for zone in (source, target)]
    keys = rules[0].zone.keys
    if rules[0] is rules[1] or rules[1].zone.keys != keys or len(keys) != 1 or cell_space(keys[0]) is None:
        return ""
    a, b = (
        keys_of(rule.zone.dims, zone - rule.zone.first)[0]
        for rule, zone in zip(rules, (source, target), strict=True)
    )
    return words.value(keys[0], a) if a == b else ""


def _goes(words: Words, source: str, target: str) -> Sentence:
    return Sentence(
        *(
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
    )


def _stays_with(words: Words, owner: int, source: int, target: int, reader: int | None) -> Sentence:
    """Describe a move between two zones of one player, who is named only once."""
    a, b = (place(words, zone, reader, owned=False) for zone in (source, target))
    if is_reader(words, owner, reader):
        return Sentence(
            *(
                words.texts.ngettext(
                    "{what} goes from your {source} to {target}",
                    "{what} go from your {source} to {target}",
                    count,
                    what=SUBJECT,
                    source=a,
                    target=b,
                )
                for count in (1, 2)
            )
        )
    return Sentence(
        *(
            words.texts.ngettext(
                "{what} goes from {player}'s {source} to {target}",
                "{what} go from {player}'s {source} to {target}",
                count,
                what=SUBJECT,
                player=words.player(owner),
                source=a,
                target=b,
            )
            for count in (1, 2)
        )
    )


def _moves(words: Words, source: str, target: str) -> Sentence:
    return Sentence(
        *(
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
    )


def _comes(words: Words, target: str) -> Sentence:
    return Sentence(
        *(
            words.texts.ngettext(
                "{what} comes to {target}", "{what} come to {target}", count, what=SUBJECT, target=target
            )
            for count in (1, 2)
        )
    )


def _leaves(words: Words, source: str) -> Sentence:
    return Sentence(
        *(
            words.texts.ngettext(
                "{what} leaves {source}", "{what} leave {source}", count, what=SUBJECT, source=source
            )
            for count in (1, 2)
        )
    )


def _stays(words: Words, zone: str) -> Sentence:
    return Sentence(
        *(
            words.texts.ngettext(
                "{what} changes places in {zone}",
                "{what} change places in {zone}",
                count,
                what=SUBJECT,
                zone=zone,
            )
            for count in (1, 2)
        )
    )
