"""An observation in words and, where there is a grid, as a picture. Shows nothing the player can't know."""

from __future__ import annotations

import textwrap
from collections import Counter
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING

from gamespec.expr.types import NONE, Bool, Int, Named
from interpreter.words.held import endless, key, store_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gamespec.expr.core import Store
    from gamespec.space import Space
    from interpreter import Observation
    from interpreter.words import Words

__all__ = ["picture"]

NARROWEST = 6
HIDDEN, HIDDEN_THERE = "?", "hidden"
"""What stands for an unknown component on a board, and in a list."""
HEX = ("east", "southeast", "southwest", "west", "northwest", "northeast")
"""The directions of a grid of hexes, whose rows are shifted half a cell each."""


def picture(seen: Observation, words: Words, width: int) -> list[str]:
    """The lines that show what a player sees: boards (at most `width` wide), then zones and values."""
    return [*_boards(seen, words, width), *_zones(seen, words), *_values(seen, words)]


# --- boards ---------------------------------------------------------------------------------------


def _boards(seen: Observation, words: Words, width: int) -> Iterator[str]:
    for name, space in words.names.world.spaces.items():
        cells: list[list[str]] = [[] for _ in range(space.size)]
        _put_components(cells, seen, words, name)
        _put_values(cells, seen, words, name)
        if any(cells):
            yield f"{words.space(name)}:"
            yield from _draw(space, [" ".join(cell) for cell in cells], width)


def _lies_on(keys: Sequence[object], space: str | None = None) -> bool:
    """Whether a family has one member for each cell of a space (of any space, if None is given)."""
    match keys:
        case (Named("cell", name),):
            return space in {None, name}
        case _:
            return False


def _put_components(cells: list[list[str]], seen: Observation, words: Words, space: str) -> None:
    for rule in words.names.families:
        if _lies_on(rule.zone.keys, space) and rule.zone.first not in words.unshown_zones:
            for cell in range(rule.zone.count):
                contents = words.contents(seen, rule.zone.first + cell)
                cells[cell].extend(
                    name if known else name.replace(HIDDEN_THERE, HIDDEN) for known, name in contents
                )


def _put_values(cells: list[list[str]], seen: Observation, words: Words, space: str) -> None:
    for number, store, values, hidden in _stores(seen, words):
        if _lies_on(store.keys, space):
            for cell in range(store.count):
                if hidden[cell]:
                    cells[cell].append(HIDDEN)
                elif values[cell] not in {0, NONE} or (values[cell] == 0 and _shows_zero(store)):
                    cells[cell].append(_mark(number, store, values[cell], words))


def _shows_zero(store: Store) -> bool:
    """Whether 0 is a value like others, not the absence of one: the first of an enumeration or a player."""
    return not isinstance(store.type, Bool | Int)


def _mark(number: int, store: Store, value: int, words: Words) -> str:
    if isinstance(store.type, Bool):
        return store_name(words, number)
    text = words.value(store.type, value)
    return f"{store_name(words, number)} {text}" if isinstance(store.type, Int) else text


def _draw(space: Space, cells: Sequence[str], most: int) -> Iterator[str]:
    """The cells as a picture of the grid; as a list where there is no grid (but a track, say) or no room."""
    columns = max(space.columns, default=0)
    margin = len(str(max(space.rows, default=0))) + 2
    widest = max(map(len, cells))
    width = min(widest, (most - margin) // max(columns, 1) - 1)
    if columns == 0 or space.names[0].isdecimal() or width < min(widest, NARROWEST):
        yield from (f"  {name}: {cell}" for name, cell in zip(space.names, cells, strict=True) if cell)
        return
    names = zip(space.names, space.columns, strict=True)
    letters = {column: name.rstrip("0123456789") for name, column in names}
    width = max(width, *map(len, letters.values()))
    yield " " * margin + " ".join(letters.get(at, "").ljust(width) for at in range(1, columns + 1)).rstrip()
    shift = (width + 1) // 2 if space.directions == HEX else 0
    wrapped = [textwrap.wrap(cell, width) or ["."] for cell in cells]
    spread = max(map(len, wrapped)) > 1
    rows = range(1, max(space.rows) + 1)
    for line_number, row in enumerate(rows if space.rows[0] <= space.rows[-1] else reversed(rows)):
        shown = [
            wrapped[space.board.at[at, row]] if (at, row) in space.board.at else []
            for at in range(1, columns + 1)
        ]
        for number, parts in enumerate(zip_longest(*shown, fillvalue="")):
            head = str(row).rjust(margin - 1) if number == 0 else " " * (margin - 1)
            line = " ".join(part.ljust(width) for part in parts)
            yield f"{head} {' ' * (shift * line_number)}{line}".rstrip()
        if spread:
            yield ""


# --- zones, variables, resources ----------------------------------------------------------------------


def _zones(seen: Observation, words: Words) -> Iterator[str]:
    empty: list[str] = []
    for rule in words.names.families:
        if _lies_on(rule.zone.keys) or rule.zone.first in words.unshown_zones:
            continue
        for number in range(rule.zone.first, rule.zone.first + rule.zone.count):
            if seen.zones[number]:
                contents = words.contents(seen, number)
                yield f"{words.zone(number)}: {_contents(contents, ordered=rule.ordered)}"
            elif all(isinstance(key, Named) and key.sort == "player" for key in rule.zone.keys):
                empty.append(words.zone(number))
    if empty:
        yield f"empty: {', '.join(empty)}"


def _contents(contents: Sequence[tuple[bool, str]], *, ordered: bool) -> str:
    if ordered:
        counts = [(each, len(list(run))) for each, run in groupby(contents)]
    else:
        counts = list(Counter(contents).items())
    shown = ", ".join(_several(*each, count) for each, count in counts)
    alike = len(contents) == 1 or set(contents) == {(False, HIDDEN_THERE)}
    return f"{shown} (top first)" if ordered and not alike else shown


def _several(known: bool, name: str, count: int) -> str:  # noqa: FBT001 - half of what `Words.contents` gives
    if not known:
        return f"{count} {name}"
    return name if count == 1 else f"{count} x {name}"


def _values(seen: Observation, words: Words) -> Iterator[str]:
    for number, store, values, hidden in _stores(seen, words):
        if _lies_on(store.keys):
            continue
        shown = [
            HIDDEN if gone else words.value(store.type, v) for v, gone in zip(values, hidden, strict=True)
        ]
        name = store_name(words, number)
        if not store.keys:
            yield f"{name}: {shown[0]}" + (f", bank {shown[1]}" if len(shown) > 1 else "")
            continue
        members = [f"{key(words, number, index)} {text}" for index, text in enumerate(shown)]
        yield f"{name}: {', '.join(members)}"


def _stores(
    seen: Observation, words: Words
) -> Iterator[tuple[int, Store, tuple[int, ...], tuple[bool, ...]]]:
    """Each variable and resource that is shown: number, values, which are hidden; banks come last.

    A bank that never runs dry is left out.
    """
    at = 0
    for number, store in enumerate(words.names.stores):
        end = at + len(words.program.stores[number].start)
        if number not in words.unshown:
            last = at + store.count if endless(words, number) else end
            yield number, store, seen.values[at:last], seen.hidden[at:last]
        at = end
