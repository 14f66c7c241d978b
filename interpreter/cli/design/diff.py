"""The command `gamespec diff A [B]`, which shows what differs between the specifications of two games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from gamespec import catalogue
from gamespec.catalogue import parted
from gamespec.differ import compare
from gamespec.documents.document import plain
from gamespec.system.plain import real
from interpreter.cli.common.arguments import example, format_option, players_option, reach_option, set_option
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.completing import games
from interpreter.cli.common.loading import compiled, document, load
from interpreter.cli.common.output import print_json
from interpreter.cli.common.screen import echo, styled
from interpreter.cli.design.differences import Side, lines, place_in, resized, rows

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import gamespec
    from gamespec.differ import Change
    from gamespec.documents.document import Node

__all__ = ["command"]


@click.command(
    "diff",
    epilog=example(
        "gamespec diff my-game my-game+fast",
        "gamespec diff my-game --set hand_size=8",
        "gamespec diff variants/mine.yaml",
    ),
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
    alone is compared with the game that it extends. A variant could edit each path shown. The exit status is
    0 whether or not there is a difference.
    """
    one, two = _pair(first, second, options)
    count = _players(one, two, players)
    before = Side(one, compiled(one, count, {}), {}, document(one, {}))
    after = Side(two, compiled(two, count, options), options, document(two, options))
    if style == "json":
        print_json(_report(before, after))
    else:
        _print(before, after)
    return Status.OK


def _pair(first: str, second: str | None, options: Mapping[str, str]) -> tuple[gamespec.Spec, gamespec.Spec]:
    """Load the two games. Raises `Stop` if only one is named, without options, and it extends none."""
    if second is not None:
        return load(first, second), load(second, first)
    spec = load(first)
    below = None if options else _extended(spec)
    if not options and below is None:
        cure = "name a second game, or a variant, or give options with `--set`"
        raise Stop("there is nothing to compare with", cure)
    return (spec if below is None else load(below, first)), spec


def _extended(spec: gamespec.Spec) -> str | None:
    """Return the name of what a variant is laid on, or `None` if the game extends none."""
    base, overlays = parted(spec.name)
    if overlays:
        return base
    return "+".join(_named(file) for file in spec.files[:-1]) or None


def _named(file: Path) -> str:
    """Return the id of a game that comes with gamespec, or the path of any other file."""
    own = file.parent.name
    return own if own in catalogue.games() and real(file) == real(catalogue.find_shipped(own)) else str(file)


def _players(one: gamespec.Spec, two: gamespec.Spec, wanted: int | None) -> int | None:
    """Return the number of players for which components are counted.

    By default it is the least number that both games allow, or `None` if there is none.
    """
    shared = [n for n in one.players if n in two.players]
    if wanted is None and not shared:
        return None
    return shared[0] if wanted is None else wanted


def _print(before: Side, after: Side) -> None:
    echo(styled(f"{before} → {after}", bold=True))
    told = list(lines(before, after))
    for line in told:
        echo(*line)
    if not told:
        echo("no difference")


def _report(before: Side, after: Side) -> dict[str, Any]:
    return {
        "before": before.as_dict(),
        "after": after.as_dict(),
        "changes": [_record(before, after, change) for change in compare(before.root, after.root)],
        "counts": [
            {"name": name, "of": what, "before": number, "after": now}
            for name, what, number, now in resized(before, after)
        ],
        "rows": [{"file": name, "change": kind, "row": row} for name, kind, row in rows(before, after)],
    }


def _record(before: Side, after: Side, change: Change) -> dict[str, Any]:
    return {
        "change": change.kind,
        "section": change.path[0],
        "path": place_in(before, after, change),
        "before": None if change.before is None else plain(change.before),
        "after": None if change.after is None else plain(change.after),
        "before_at": _place(change.before),
        "after_at": _place(change.after),
    }


def _place(node: Node | None) -> str | None:
    return None if node is None else f"{node.span.source.name}:{node.span.line}"
