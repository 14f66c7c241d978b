"""Additions to a command's help, which list the available games or the options of a game that is named.

The manual's page omits them, because they depend on the current folder and on the rest of the command line.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from copy import copy
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click

    from gamespec import Spec

__all__ = ["telling"]

WIDTH = 96
_GAMES = frozenset({"game", "games", "first", "paths"})
"""Names of the parameters that take games."""


def telling(command: click.Command, arguments: Sequence[str]) -> click.Command:
    """Return a copy of a command whose help lists what is available.

    If the arguments do not include `--help`, return the command itself.
    """
    if not {"-h", "--help"} & set(arguments):
        return command
    takes = {parameter.name for parameter in command.params if parameter.param_type_name == "argument"}
    lines: list[str] = []
    if takes & _GAMES:
        lines = _of_games([each for each in arguments if not each.startswith("-")])
    elif "code" in takes:
        lines = ["Codes:", *_codes()]
    told = copy(command)
    told.epilog = "\n\n".join(filter(None, (command.epilog, "\b\n" + "\n".join(lines) if lines else None)))
    return told


def _of_games(names: Sequence[str]) -> list[str]:
    """Describe the first of `names` that is a game, or list the available games if none of them is."""
    from gamespec.catalogue import games

    if names:
        from interpreter.cli.common.completing import described

        found = next((spec for spec in map(described, names) if spec is not None), None)
        if found is not None:
            return list(_of_one(found))
    return ["Games:", *_wrapped(games())]


def _of_one(spec: Spec) -> Iterator[str]:
    """Yield lines on a game's numbers of players, its options with their defaults, and its variants."""
    from gamespec.text.visible import in_one_line
    from interpreter.cli.common.completing import variants_of
    from interpreter.cli.common.describe import players, text_or, type_text

    yield f"{spec.name}: {players(spec.players)}"
    rows = [
        (
            f"--set {option.ident.name}={option.default.text}",
            type_text(option.type),
            text_or(option.label, "en"),
        )
        for option in spec.model.options
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in (0, 1)]
    for assignment, type_, label in rows:
        row = f"  {assignment:<{widths[0]}}  {type_:<{widths[1]}}  {label}"
        yield in_one_line(row.rstrip())
    variants = variants_of(spec.name.partition("+")[0])
    if variants:
        yield "  variants:"
        yield from _wrapped([f"{spec.name}+{name}" for name in variants], "    ")


def _codes() -> Iterator[str]:
    """Yield lines with the codes of diagnostics and their names, in two columns."""
    from gamespec.text.codes import CODES

    rows = [f"{row.code} {row.slug}" for row in CODES.values()]
    half = (len(rows) + 1) // 2
    width = max(map(len, rows)) + 2
    for left, right in zip(rows[:half], [*rows[half:], ""], strict=False):
        yield f"  {left:<{width}}{right}".rstrip()


def _wrapped(names: Sequence[str], indent: str = "  ") -> list[str]:
    """Return the names as lines of limited width, each of which begins with `indent`."""
    return textwrap.wrap(
        ", ".join(names), WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
