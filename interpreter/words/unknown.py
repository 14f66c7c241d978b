"""Describes unknown components in words, by their backs and by what players have been shown of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from gamespec.trees import types as t
from gamespec.world.world import Indexed, Kind
from interpreter.play.events import Shown
from interpreter.words.happening import SUBJECT, Happening, Sentence, always
from interpreter.words.whose import place

if TYPE_CHECKING:
    from interpreter.words.text import Words

__all__ = ["back_of", "by_key", "hidden", "is_shown", "told_of"]


def hidden(words: Words, told: Sequence[int], zone: int) -> str:
    """Describe an unknown component of a zone as it is observed, such as `hidden (not red, back II)`.

    `told` is an entry of `Observation.unknown`. If it is empty, the description is `hidden`.
    """
    if not told:
        return words.texts.gettext("hidden")
    back, *excluded = told
    parts = [*told_of(words, back, excluded), *back_of(words, back, zone)]
    said = words.texts.gettext("hidden")
    return f"{said} ({', '.join(parts)})" if parts else said


def back_of(words: Words, c: int, *zones: int) -> Iterator[str]:
    """Yield texts for the attributes on the back of a component.

    The owner is omitted if one of `zones` already shows it.
    """
    kind = _kind(words, c)
    said: list[str] = []
    for name in kind.back:
        if not words.is_shown(kind.type.name, name):
            continue
        called = words.attribute(kind.type.name, name)
        if name in kind.indexed:
            said.append(f"{called} {by_key(words, kind.indexed[name], c - kind.type.first)}")
            continue
        type_, printed = kind.columns[name]
        text = words.value(type_, printed[c - kind.type.first])
        if name != "owner" or not kind.per_player:
            said.append(text if _speaks(type_, text) else f"{called} {text}")
        elif not any(words.names.player in words.rule(zone).zone.keys for zone in zones):
            yield words.texts.gettext("of {player}", player=text)
    if said:
        yield words.texts.gettext("back {values}", values=" ".join(said))


def by_key(words: Words, column: Indexed, number: int) -> str:
    """Format the values of an attribute that has keys, such as `ruby 2, onyx 1`."""
    keys = product(*(range(first, first + size) for first, size in column.dims))
    said: list[str] = []
    for key, value in zip(keys, column.of(number), strict=True):
        named = " ".join(words.value(type_, k) for type_, k in zip(column.keys, key, strict=True))
        said.append(f"{named} {words.value(column.type, value)}")
    return ", ".join(said)


def told_of(words: Words, c: int, excluded: Sequence[int]) -> Iterator[str]:
    """Yield what players know about the attributes of an unknown component from the excluded values."""
    number = next(i for i, kind in enumerate(words.program.kinds) if 0 <= c - kind.first < kind.size)
    for attribute, mask in zip(words.program.shown[number], excluded, strict=True):
        which = words.program.attributes.index(attribute)
        named = words.names.attributes[which]
        if not words.is_shown(named.kind, named.name):
            continue
        gone, left = (
            [v for i, v in enumerate(attribute.values) if (mask >> i & 1) == side] for side in (1, 0)
        )
        if len(left) == 1 or 0 < len(left) < len(gone):
            yield words.any_of(_said(words, which, v) for v in left)
        else:
            yield from (words.texts.gettext("not {value}", value=_said(words, which, v)) for v in gone)


def is_shown(words: Words, event: Shown, reader: int | None, *, known: bool) -> Happening | None:
    """Describe the event in which players were shown whether a component has a certain value.

    The component is named if it is `known`. Returns `None` for an attribute that people never see.
    """
    attribute = words.names.attributes[event.attribute]
    if not words.is_shown(attribute.kind, attribute.name):
        return None
    c, said = event.component, _said(words, event.attribute, event.value)
    where = place(words, event.zone, reader)
    if known:
        what = words.component(c)
    elif event.place >= 0:
        what = words.at_place(event.zone, event.place, where)
    else:
        what = words.texts.gettext("{what} of {where}", what=words.some(c, event.zone), where=where)
    if event.whether:
        ends = (
            words.texts.ngettext("{what} is {value}", "{what} are {value}", count, what=SUBJECT, value=said)
            for count in (1, 2)
        )
    else:
        ends = (
            words.texts.ngettext(
                "{what} is not {value}", "{what} are not {value}", count, what=SUBJECT, value=said
            )
            for count in (1, 2)
        )
    return always(what, Sentence(*ends))


def _said(words: Words, number: int, value: int) -> str:
    """Format the value of an attribute, preceded by the attribute's name if the value alone is unclear."""
    attribute = words.names.attributes[number]
    type_, _ = words.names.world.kinds[attribute.kind].columns[attribute.name]
    text = words.value(type_, value)
    speaks = _speaks(type_, text) and value != t.NONE
    return text if speaks else f"{words.attribute(attribute.kind, attribute.name)} {text}"


def _speaks(type_: t.Type, text: str) -> bool:
    return not isinstance(t.strip(type_), t.Bool | t.Int) and not text.isdecimal()


def _kind(words: Words, c: int) -> Kind:
    return next(k for k in words.names.world.kinds.values() if 0 <= c - k.type.first < k.type.size)
