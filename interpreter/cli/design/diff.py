"""The command `gamespec diff A [B]`, which shows what differs between the specifications of two games."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gamespec.differ import address, compare, compare_rows, one_line, readers
from gamespec.documents.document import plain
from gamespec.text.plurals import counted
from interpreter.cli.common.arguments import example, format_option, players_option, reach_option, set_option
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.completing import games
from interpreter.cli.common.loading import compiled, document, load
from interpreter.cli.common.output import heading, print_json, terminal_width
from interpreter.cli.common.screen import echo, styled
from interpreter.cli.design.resolved import part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import gamespec
    from gamespec.compile import Compiled
    from gamespec.differ import Change
    from gamespec.documents.document import Mapping as Nodes
    from gamespec.documents.document import Node

__all__ = ["command"]

MARKS = {"added": ("+", "green"), "removed": ("-", "red"), "changed": ("~", "yellow"), "moved": (">", "cyan")}
ABOUT = ("game", "title", "about", "players", "score", "limit")
"""Top-level keys that describe the whole game, unlike sections with named entries."""


@dataclass(frozen=True)
class _Side:
    """One of the two games, compiled, with its options and its merged document."""

    spec: gamespec.Spec
    made: Compiled
    options: Mapping[str, str]
    root: Nodes

    def __str__(self) -> str:
        chosen = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return self.spec.name + (f" ({chosen})" if chosen else "")

    def as_dict(self) -> dict[str, Any]:
        return {"game": self.spec.name, "spec_hash": self.spec.hash, "options": dict(self.made.names.options)}

    def counts(self) -> dict[str, tuple[int, str]]:
        """Map the name of each kind and space to its size.

        A size consists of a number and the word `components` or `cells`.
        """
        world = self.made.names.world
        kinds = {name: (len(kind.names), "components") for name, kind in world.kinds.items()}
        return kinds | {name: (space.size, "cells") for name, space in world.spaces.items()}


@click.command(
    "diff",
    epilog=example("gamespec diff my-game my-game+fast", "gamespec diff my-game --set hand_size=8"),
)
@click.argument("first", metavar="A", shell_complete=games)
@click.argument("second", metavar="[B]", required=False, shell_complete=games)
@players_option
@set_option
@reach_option
@format_option("text", "json")
def command(
    first: str, second: str | None, players: int | None, options: Mapping[str, str], style: str
) -> int:
    """Show what differs between two games.

    Usually B is a variant of A. Without B it is A with other options: --set applies only to B. A variant
    could edit each path shown. The exit status is 0 whether or not there is a difference.
    """
    if second is None and not options:
        message = "there is nothing to compare with"
        raise Stop(message, "name a second game, or give options with `--set`")
    other = first if second is None else second
    one, two = load(first, other), load(other, first)
    count = _players(one, two, players)
    before = _Side(one, compiled(one, count, {}), {}, document(one, {}))
    after = _Side(two, compiled(two, count, options), options, document(two, options))
    changes = compare(before.root, after.root)
    if style == "json":
        print_json(_report(before, after, changes))
    else:
        _print(before, after, changes)
    return Status.OK


def _players(one: gamespec.Spec, two: gamespec.Spec, wanted: int | None) -> int | None:
    """Return the number of players for which components are counted.

    By default it is the least number that both games allow, or `None` if there is none.
    """
    shared = [n for n in one.players if n in two.players]
    if wanted is None and not shared:
        return None
    return shared[0] if wanted is None else wanted


def _resized(before: _Side, after: _Side) -> Iterator[tuple[str, str, int, int]]:
    """Yield each kind or space that has another size in the second game.

    Each item consists of the name, a word for what is counted, and the number in each game.
    """
    counts = after.counts()
    for name, (number, what) in before.counts().items():
        now = counts.get(name)
        if now is not None and now[0] != number:
            yield name, what, number, now[0]


def _rows(before: _Side, after: _Side) -> Iterator[tuple[str, str, str]]:
    """Yield the rows in which the two versions of a CSV table differ, for tables that both games have.

    Each item consists of the file name, the kind of change, and the row.
    """
    others = _tables(after)
    for name, text in _tables(before).items():
        if name in others:
            yield from ((name, kind, row) for kind, row in compare_rows(text, others[name]))


def _tables(side: _Side) -> dict[str, str]:
    """Map the bare file name of each CSV table to its text, since the games may be in different folders."""
    return {Path(path).name: text for path, text in side.spec.model.sources.items()}


# --- JSON -----------------------------------------------------------------------------------------


def _report(before: _Side, after: _Side, changes: tuple[Change, ...]) -> dict[str, Any]:
    return {
        "before": before.as_dict(),
        "after": after.as_dict(),
        "changes": [_record(before, after, change) for change in changes],
        "counts": [
            {"name": name, "of": what, "before": number, "after": now}
            for name, what, number, now in _resized(before, after)
        ],
        "rows": [{"file": name, "change": kind, "row": row} for name, kind, row in _rows(before, after)],
    }


def _record(before: _Side, after: _Side, change: Change) -> dict[str, Any]:
    return {
        "change": change.kind,
        "section": change.path[0],
        "path": _address(before, after, change),
        "before": None if change.before is None else plain(change.before),
        "after": None if change.after is None else plain(change.after),
        "before_at": _place(change.before),
        "after_at": _place(change.after),
    }


def _place(node: Node | None) -> str | None:
    return None if node is None else f"{node.span.source.name}:{node.span.line}"


def _address(before: _Side, after: _Side, change: Change) -> str:
    return address((before if change.kind == "removed" else after).root, change.path)


# --- text -----------------------------------------------------------------------------------------


def _print(before: _Side, after: _Side, changes: tuple[Change, ...]) -> None:
    echo(styled(f"{before} → {after}", bold=True))
    for section, group in groupby(sorted(changes, key=_section_order(before, after)), key=_section):
        heading(section)
        for change in group:
            _print_change(before, after, change)
    resized = list(_resized(before, after))
    if resized:
        heading(f"how many, for {counted(after.made.program.players, 'player')}")
        for name, what, number, now in resized:
            _print_line("changed", f"{name}: {number:,} → {now:,} {what}")
    rows = list(_rows(before, after))
    for name, group_of_rows in groupby(rows, key=lambda row: row[0]):
        heading(name)
        for _, kind, row in group_of_rows:
            _print_line(kind, row)
    if not (changes or resized or rows):
        echo("no difference")


def _section(change: Change) -> str:
    return "game" if change.path[0] in ABOUT else change.path[0]


def _section_order(before: _Side, after: _Side) -> Any:
    names = list(dict.fromkeys([*after.root.names(), *before.root.names()]))
    return lambda change: (change.path[0] not in ABOUT, names.index(change.path[0]))


def _print_change(before: _Side, after: _Side, change: Change) -> None:
    path = _address(before, after, change).removeprefix(f"{_section(change)}.")
    old, new = (None if node is None else one_line(node) for node in (change.before, change.after))
    match change.kind:
        case "added" | "removed":
            node = change.after if change.before is None else change.before
            for line in part(path, node) if node is not None else ():
                _print_line(change.kind, line)
        case "moved" if old == new:
            _print_line(change.kind, f"{path}: {new}, which was elsewhere in the list")
        case "moved":
            _print_line(change.kind, f"{path}, the order: {old} → {new}")
        case "changed" if len(f"  ~ {path}: {old} → {new}") <= terminal_width():
            _print_line(change.kind, f"{path}: {old} → {new}")
        case "changed":
            _print_line(change.kind, f"{path}:")
            _print_line("removed", f"{old}", "    ")
            _print_line("added", f"{new}", "    ")
    match change.path:
        case ("options", name, "default") if read := readers(after.root, name):
            echo(f"      read by {', '.join(read)}")
        case _:
            pass


def _print_line(kind: str, text: str, indent: str = "") -> None:
    mark, colour = MARKS[kind]
    echo(f"  {indent}", styled(mark, colour), f" {text}")
