"""The command `gamespec fmt [PATH...]`, which gives specifications one layout."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path

import click

from gamespec.documents.files import MAX_BYTES, read_source, source_of
from gamespec.layout.layout import formatted_source
from gamespec.system.plain import is_folder, real
from gamespec.text.diagnostics import Collector
from gamespec.text.plurals import counted
from interpreter.cli.common.arguments import example, path_arguments
from interpreter.cli.common.boundary import Status, Stop, explained
from interpreter.cli.common.loading import tell
from interpreter.cli.common.output import coloured
from interpreter.cli.common.projects import HERE, found_below
from interpreter.cli.common.rewriting import rewrite
from interpreter.cli.common.screen import echo, sent, styled

__all__ = ["command"]

STREAM = "-"
"""The path that stands for standard input and standard output."""

_COLOURS = {"-": "red", "+": "green", "@": "cyan"}


@click.command(
    "fmt",
    epilog=example("gamespec fmt", "gamespec fmt my-game --diff", "gamespec fmt --check", "gamespec fmt -"),
)
@path_arguments
@click.option("--check", is_flag=True, help="Write nothing: list the files that would change.")
@click.option("--diff", is_flag=True, help="Write nothing: show as a diff what would change.")
def command(paths: Sequence[str], *, check: bool, diff: bool) -> int:
    """Give specifications one layout.

    PATH is a YAML file (a game, an overlay, scenarios or bands), or a directory (by default the current
    one), which stands for all games, overlays and files of scenarios and of bands below it. `gamespec
    docs projects` says how the command recognises them. `-` reads standard input and writes standard
    output.

    The layout has no options; `gamespec docs format` describes it. Comments, line breaks, quotes and the
    order of keys stay. Before a file is replaced, the command proves that its meaning has not changed. A
    file that is not YAML is reported and left alone.

    The exit status is 0 if all is well, 1 if a file could not be read as YAML, or if with --check one
    would change, and 2 if a path does not exist or could not be written.
    """
    run = _Run(check=check, diff=diff)
    status = Status.OK
    for path in paths or (HERE,):
        try:
            run.all_of(path)
        except Stop as stop:
            stop.show()
            status = Status.COULD_NOT_RUN
    if len(run.found):
        tell(run.found)
    if run.read:
        done, rest = ("would change", "would not") if check or diff else ("formatted", "unchanged")
        echo(f"{counted(run.changed, 'file')} {done}, {run.read - run.changed:,} {rest}", err=True)
    found = len(run.found) or (check and (run.changed or run.stream_changed))
    return max(status, Status.FOUND if found else Status.OK)


@dataclass(eq=False)
class _Run:
    """The files that one command has formatted, with the mistakes in others."""

    check: bool
    diff: bool
    found: Collector = field(default_factory=Collector)
    read: int = 0
    changed: int = 0
    stream_changed: bool = False
    _done: set[Path] = field(default_factory=set)

    def all_of(self, name: str) -> None:
        """Format what an argument stands for. Raises `Stop` if there is no such thing, or a file resists."""
        if name == STREAM:
            self._stream()
            return
        refused: list[str] = []
        for path in self._files(name):
            if real(path) not in self._done:
                self._done.add(real(path))
                try:
                    self._file(path)
                except OSError as error:
                    refused.append(explained(error))
        if refused:
            raise Stop("; ".join(refused))

    def _files(self, name: str) -> Iterator[Path]:
        path = Path(name)
        if is_folder(path):
            project = found_below(name)
            parts = {str(part.path) for part in project.parts}
            self.found.take(d for d in project.wrong if d.span.source.name not in parts)
            yield from (part.path for part in project.parts)
        elif os.path.lexists(path):
            yield path
        else:
            message = f"there is no file or directory `{name}`"
            raise Stop(message, "`gamespec fmt` without a path formats the games below this directory")

    def _file(self, path: Path) -> None:
        source = read_source(path, self.found)
        new = None if source is None else formatted_source(source, self.found)
        if source is None or new is None:
            return
        changed = new != source.text
        if changed and self.diff:
            _show_diff(str(path), source.text, new)
        elif changed:
            if not self.check:
                rewrite(path, new)
            echo(str(path))
        self.read, self.changed = self.read + 1, self.changed + changed

    def _stream(self) -> None:
        """Format standard input to standard output. If it cannot be read, nothing is written there."""
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
        source = source_of("standard input", data, self.found)
        new = None if source is None else formatted_source(source, self.found)
        if source is None or new is None:
            return
        self.stream_changed = new != source.text
        if self.diff:
            _show_diff(source.name, source.text, new)
        elif not self.check:
            sent((codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b"") + new.encode())
        elif self.stream_changed:
            echo(source.name)


def _show_diff(name: str, old: str, new: str) -> None:
    """Print what differs between two texts. Their lines may differ in their ends only."""
    colours = coloured(sys.stdout)
    lines = old.splitlines(keepends=True), new.splitlines(keepends=True)
    for line in unified_diff(*lines, name, name, lineterm="\n"):
        text = line.removesuffix("\n")
        bold = text.startswith(("---", "+++"))
        echo(styled(text, _COLOURS.get(text[:1]) if colours and not bold else None, bold=bold and colours))
        if not line.endswith("\n"):
            echo("\\ No newline at end of file")
