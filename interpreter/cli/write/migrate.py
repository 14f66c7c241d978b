"""The command `gamespec migrate PATH...`, which brings specifications up to the current language."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

import gamespec
from gamespec.catalogue import find
from gamespec.documents.document import Mapping, read_document, read_source
from gamespec.migrate import Migrated, migrate
from gamespec.project import BANDS
from gamespec.reading import read_overlays
from gamespec.text.diagnostics import Collector
from gamespec.text.plurals import counted
from interpreter.cli.common.arguments import example
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.completing import games
from interpreter.cli.common.loading import tell, unknown_game
from interpreter.cli.common.output import coloured
from interpreter.cli.common.rewriting import rewrite
from interpreter.cli.common.screen import echo, styled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["command"]

CONTEXT = 3
"""Number of unchanged lines that a diff shows before and after a change."""


@click.command("migrate", epilog=example("gamespec migrate my-game", "gamespec migrate my-game --check"))
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=games)
@click.option(
    "--check", "--dry-run", "check", is_flag=True, help="Write nothing: show as a diff what would change."
)
def command(paths: Sequence[str], *, check: bool) -> int:
    """Bring specifications up to the current language.

    PATH is a YAML file (a game, an overlay, scenarios or bands), a directory with a game.yaml, with its
    overlays, scenarios and bands, or a directory of such directories. The command rewrites in place what
    is safe to rewrite, and leaves everything else in a file as it is. It reports what only you can
    decide.

    The exit status is 0 if nothing is left to do, 1 if the command reported something, or if with --check
    something would change.
    """
    found = Collector()
    changed = files = 0
    for path in dict.fromkeys(file for name in paths for file in _files(name)):
        files += 1
        source = read_source(path, found)
        migrated = None if source is None else migrate(source, _beside(path), found)
        if source is None or migrated is None or migrated.text == source.text:
            continue
        changed += 1
        if check:
            _show_diff(path, source.text, migrated.text)
        else:
            rewrite(path, migrated.text)
            _show_done(path, migrated)
    if len(found):
        tell(found)
    would = "would change" if check else "changed"
    echo(f"{counted(files, 'file')} read, {changed:,} {would}", err=True)
    return Status.FOUND if len(found) or (check and changed) else Status.OK


def _files(name: str) -> Iterator[Path]:
    """Yield the files that a command-line argument stands for. Raises `Stop` if there are none."""
    path = Path(name)
    if path.is_file():
        yield path
        return
    folders = [path]
    if path.is_dir() and not (path / "game.yaml").is_file():
        folders = sorted(game.parent for game in path.glob("*/game.yaml"))
        if not folders:
            message = f"there is no game in `{name}`"
            raise Stop(message, "a game is a `game.yaml`, in this directory or in one below")
    elif not path.is_dir():
        try:
            folders = [find(name)[0].parent]
        except gamespec.UnknownGame as error:
            raise unknown_game(name, error) from None
    for folder in folders:
        yield folder / "game.yaml"
        yield from folder.glob(BANDS)
        for part in ("variants", "scenarios"):
            yield from sorted((folder / part).glob("*.yaml"))


def _beside(path: Path) -> tuple[Mapping, ...]:
    """Return the other documents of the game to which a file belongs, as far as they are readable."""
    unread = Collector()
    if path.parent.name == "scenarios":
        folder = path.parent.parent
        read = [
            _document(file) for file in (folder / "game.yaml", *sorted((folder / "variants").glob("*.yaml")))
        ]
        return tuple(node for node in read if node is not None)
    own = _document(path)
    if own is None or own.entry("extends") is None:
        return ()
    documents = read_overlays((path,), unread)
    if documents is None:
        return ()
    base, overlays = documents
    return (base, *(overlay.node for overlay in overlays))


def _document(path: Path) -> Mapping | None:
    unread = Collector()
    source = read_source(path, unread)
    node = None if source is None else read_document(source, unread)
    return node if isinstance(node, Mapping) else None


def _show_done(path: Path, migrated: Migrated) -> None:
    for said in dict.fromkeys(migrated.done):
        times = migrated.done.count(said)
        echo(f"{path}: {said}" + (f", {times:,} times" if times > 1 else ""))


def _show_diff(path: Path, old: str, new: str) -> None:
    """Print a diff with a single hunk, from the first to the last line that differs.

    Such a diff is computed quickly, whatever the two texts are.
    """
    before, after = old.splitlines(), new.splitlines()
    shorter = min(len(before), len(after))
    head = next((i for i in range(shorter) if before[i] != after[i]), shorter)
    rest = shorter - head
    tail = next((i for i in range(rest) if before[-1 - i] != after[-1 - i]), rest)
    start, ends = max(head - CONTEXT, 0), (len(before) - tail, len(after) - tail)
    below = before[ends[0] : ends[0] + CONTEXT]
    sizes = (end - start + len(below) for end in ends)
    _show_line(f"--- {path}", None)
    _show_line(f"+++ {path}", None)
    _show_line("@@ -{0},{1} +{0},{2} @@".format(start + 1, *sizes), "cyan")
    for mark, lines, colour in (
        (" ", before[start:head], None),
        ("-", before[head : ends[0]], "red"),
        ("+", after[head : ends[1]], "green"),
        (" ", below, None),
    ):
        for line in lines:
            _show_line(mark + line, colour)


def _show_line(line: str, colour: str | None) -> None:
    echo(styled(line, colour if coloured(sys.stdout) else None))
