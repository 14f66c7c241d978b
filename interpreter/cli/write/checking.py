"""Checks files one after another and collects what is found, for `gamespec validate` and `gamespec watch`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import gamespec
from gamespec.project import FileKind, sort_of
from gamespec.system.plain import is_file, real
from gamespec.text.diagnostics import Collector, Diagnostic
from gamespec.text.plurals import counted
from interpreter.cli.common.loading import unknown_game
from interpreter.cli.common.projects import found_below, surveyed
from interpreter.cli.common.screen import echo
from interpreter.cli.write.trying import faults_in_play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gamespec import Checked, Spec
    from gamespec.project import Part

__all__ = ["Check"]


@dataclass(eq=False)
class Check:
    """The checks of one command and their results. A mistake is listed once, however many files lead to it.

    `named` are the games and paths on the command line, which each of the specifications may read. Of each
    game and overlay without errors, `games` random games are played, for at most `seconds` if that is given.
    """

    named: tuple[str, ...]
    thorough: bool
    verbose: bool
    games: int = 0
    seconds: float | None = None
    sound: dict[str, Spec] = field(default_factory=dict)
    """Maps the paths of the games and overlays without errors to what was read."""
    _loaded: dict[str, Spec | None] = field(default_factory=dict)
    _found: dict[tuple[object, ...], Diagnostic] = field(default_factory=dict)

    @property
    def found(self) -> list[Diagnostic]:
        """The diagnostics, in the order in which the files were checked."""
        return list(self._found.values())

    def all_of(self, path: str, *, below: bool, quietly: bool = False) -> None:
        """Check a file, a game with its scenarios and bands, or everything below a folder.

        The numbers of files below a folder are printed, unless `quietly` is true. Raises `Stop` if the path
        does not exist.
        """
        if below:
            project = surveyed(path) if quietly else found_below(path)
            self._take(project.wrong)
            reach = (*map(str, project.named), *self.named)
            for part in project.parts:
                self.part(part, reach)
            return
        sort: FileKind = sort_of(Path(path)) if is_file(Path(path)) else "game"
        _CHECKS[sort](self, path, self.named)
        if is_file(Path(path) / "game.yaml"):
            for part in surveyed(path).of("scenarios", "bands"):
                if part.home == Path(path):
                    self.part(part, self.named)

    def part(self, part: Part, reach: Iterable[str]) -> None:
        """Check a file of a project, which may also read the paths in `reach`."""
        _CHECKS[part.sort](self, str(part.path), reach)

    def specification(self, path: str, reach: Iterable[str]) -> None:
        """Check a game, or an overlay together with its base. Raises `Stop` if the path does not exist."""
        try:
            with _progress(shown=self.thorough) as step:
                checked = gamespec.check(path, reach, thorough=self.thorough, progress=step)
        except gamespec.UnknownGame as error:
            raise unknown_game(path, error) from None
        self._take(checked.diagnostics)
        if checked.spec is not None:
            self.sound[path] = checked.spec
            if self.games:
                self._take(faults_in_play(checked.spec, self.games, self.seconds))
        if self.verbose:
            echo(f"`{path}`: {_tried(checked)}", err=True)

    def scenarios(self, path: str, reach: Iterable[str]) -> None:
        """Check a file of scenarios against the game beside it, if that has no errors."""
        from interpreter.scenario import check_file

        wrong, paths = Collector(), (*reach, *self.named)
        check_file(Path(path), wrong, lambda game: self._sound(game, paths))
        self._take(wrong)
        if self.verbose:
            echo(
                f"`{path}`: {'' if len(wrong) else 'nothing to report; '}scenarios, read but not run",
                err=True,
            )

    def bands(self, path: str, reach: Iterable[str]) -> None:
        """Check a file of bands against the game beside it."""
        from interpreter.study.bands import check_bands

        wrong = Collector()
        check_bands(Path(path), wrong, reach)
        self._take(wrong)
        if self.verbose:
            echo(
                f"`{path}`: {'' if len(wrong) else 'nothing to report; '}bands, read but not played", err=True
            )

    def _sound(self, game: str, reach: Iterable[str]) -> Spec | None:
        """Return a game or overlays by their paths, or `None` if they have errors or do not exist."""
        if game not in self._loaded:
            try:
                self._loaded[game] = self.sound.get(game) or gamespec.load(game, reach)
            except (gamespec.SpecError, gamespec.UnknownGame):
                self._loaded[game] = None
        return self._loaded[game]

    def _take(self, more: Iterable[Diagnostic]) -> None:
        for d in more:
            place = (real(Path(d.span.source.name)), d.span.start, d.span.end)
            self._found.setdefault((d.code, d.message, *place), d)


_CHECKS: Mapping[FileKind, Callable[[Check, str, Iterable[str]], None]] = {
    "game": Check.specification,
    "overlay": Check.specification,
    "scenarios": Check.scenarios,
    "bands": Check.bands,
}
"""Maps each kind of file to the method that checks it."""


def _tried(checked: Checked) -> str:
    """Say how many choices of options were tried, and how many pairs of values were left untried."""
    tried = f"{counted(checked.tried, 'combination')} of options and player counts tried"
    if checked.left_out:
        pairs = counted(checked.left_out, "pair")
        tried += f", {pairs} of values left out, since no choice was found that has both"
    return tried if checked.diagnostics else f"nothing to report; {tried}"


@contextmanager
def _progress(*, shown: bool) -> Iterator[Callable[[int, int], None] | None]:
    """Show a progress bar if `shown` and if standard error is a terminal.

    Provide the function that updates the bar, or `None` if there is no bar.
    """
    if not shown or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("combinations")
        yield lambda tried, most: bar.update(task, completed=tried, total=most)
