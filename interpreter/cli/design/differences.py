"""What differs between two games, as lines of text, for `gamespec diff` and `gamespec watch`."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from gamespec.differ import address, compare, compare_rows, one_line, readers
from gamespec.text.plurals import counted
from interpreter.cli.common.output import terminal_width
from interpreter.cli.common.screen import Styled, styled
from interpreter.cli.design.resolved import part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import gamespec
    from gamespec.compile import Compiled
    from gamespec.differ import Change
    from gamespec.documents.document import Mapping as Nodes

__all__ = ["Line", "Side", "lines", "place_in", "resized", "rows"]

Line: TypeAlias = "tuple[str | Styled, ...]"
"""The parts of a line, for `echo`."""

MARKS = {"added": ("+", "green"), "removed": ("-", "red"), "changed": ("~", "yellow"), "moved": (">", "cyan")}
ABOUT = ("game", "title", "about", "players", "score", "limit")
"""Top-level keys that describe the whole game, unlike sections with named entries."""


@dataclass(frozen=True)
class Side:
    """One of the two games, compiled, with its options and its merged document."""

    spec: gamespec.Spec
    made: Compiled
    options: Mapping[str, str]
    root: Nodes

    def __str__(self) -> str:
        chosen = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return self.spec.name + (f" ({chosen})" if chosen else "")

    def as_dict(self) -> dict[str, Any]:
        """Return the game's name, hash and options as a dict that can be written as JSON."""
        return {"game": self.spec.name, "spec_hash": self.spec.hash, "options": dict(self.made.names.options)}

    def counts(self) -> dict[str, tuple[int, str]]:
        """Map the name of each kind and space to its size.

        A size consists of a number and the word `components` or `cells`.
        """
        world = self.made.names.world
        kinds = {name: (len(kind.names), "components") for name, kind in world.kinds.items()}
        return kinds | {name: (space.size, "cells") for name, space in world.spaces.items()}


def resized(before: Side, after: Side) -> Iterator[tuple[str, str, int, int]]:
    """Yield each kind or space that has another size in the second game.

    Each item consists of the name, a word for what is counted, and the number in each game.
    """
    counts = after.counts()
    for name, (number, what) in before.counts().items():
        now = counts.get(name)
        if now is not None and now[0] != number:
            yield name, what, number, now[0]


def rows(before: Side, after: Side) -> Iterator[tuple[str, str, str]]:
    """Yield the rows in which the two versions of a CSV table differ, for tables that both games have.

    Each item consists of the file name, the kind of change, and the row.
    """
    others = _tables(after)
    for name, text in _tables(before).items():
        if name in others:
            yield from ((name, kind, row) for kind, row in compare_rows(text, others[name]))


def _tables(side: Side) -> dict[str, str]:
    """Map the bare file name of each CSV table to its text, since the games may be in different folders."""
    return {Path(path).name: text for path, text in side.spec.model.sources.items()}


def place_in(before: Side, after: Side, change: Change) -> str:
    """Return the path of the changed part, in the game that has it."""
    return address((before if change.kind == "removed" else after).root, change.path)


def lines(before: Side, after: Side) -> Iterator[Line]:
    """Yield the lines that tell how the second game differs from the first; none if it does not differ."""
    changes = compare(before.root, after.root)
    for section, group in groupby(sorted(changes, key=_section_order(before, after)), key=_section):
        yield from _heading(section)
        for change in group:
            yield from _change(before, after, change)
    sizes = list(resized(before, after))
    if sizes:
        yield from _heading(f"how many, for {counted(after.made.program.players, 'player')}")
        for name, what, number, now in sizes:
            yield _line("changed", f"{name}: {number:,} → {now:,} {what}")
    for name, group_of_rows in groupby(rows(before, after), key=lambda row: row[0]):
        yield from _heading(name)
        for _, kind, row in group_of_rows:
            yield _line(kind, row)


def _section(change: Change) -> str:
    return "game" if change.path[0] in ABOUT else change.path[0]


def _section_order(before: Side, after: Side) -> Any:
    names = list(dict.fromkeys([*after.root.names(), *before.root.names()]))
    return lambda change: (change.path[0] not in ABOUT, names.index(change.path[0]))


def _change(before: Side, after: Side, change: Change) -> Iterator[Line]:
    path = place_in(before, after, change).removeprefix(f"{_section(change)}.")
    old, new = (None if node is None else one_line(node) for node in (change.before, change.after))
    match change.kind:
        case "added" | "removed":
            node = change.after if change.before is None else change.before
            for line in part(path, node) if node is not None else ():
                yield _line(change.kind, line)
        case "moved" if old == new:
            yield _line(change.kind, f"{path}: {new}, which was elsewhere in the list")
        case "moved":
            yield _line(change.kind, f"{path}, the order: {old} → {new}")
        case "changed" if len(f"  ~ {path}: {old} → {new}") <= terminal_width():
            yield _line(change.kind, f"{path}: {old} → {new}")
        case "changed":
            yield _line(change.kind, f"{path}:")
            yield _line("removed", f"{old}", "    ")
            yield _line("added", f"{new}", "    ")
    match change.path:
        case ("options", name, "default") if read := readers(after.root, name):
            yield (f"      read by {', '.join(read)}",)
        case _:
            pass


def _heading(text: str) -> Iterator[Line]:
    yield ()
    yield (styled(text, bold=True),)


def _line(kind: str, text: str, indent: str = "") -> Line:
    mark, colour = MARKS[kind]
    return (f"  {indent}", styled(mark, colour), f" {text}")
