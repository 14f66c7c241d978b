"""Writes the page of a sweep, for `gamespec sweep GAME --set … -o sweep.html`."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from gamespec.system.writing import replace_file
from gamespec.text.plurals import counted
from interpreter.cli.common.paged import page_libraries
from interpreter.cli.common.playouts import again
from interpreter.cli.common.screen import echo

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from interpreter.cli.design.grid import Axis
    from interpreter.cli.design.sweep_table import SweepTable
    from interpreter.report.failures import Failure
    from interpreter.simulate import Run

__all__ = ["check_libraries", "command_of", "write_sweep_page"]


def check_libraries() -> None:
    """Raise `Stop` if the libraries for pages are not installed."""
    with page_libraries():
        import interpreter.report.sweep_page  # noqa: F401 - whether it can be


def command_of(  # noqa: PLR0913 - what was asked for
    game: str,
    axes: Mapping[str, Axis],
    measures: Sequence[str],
    games: int,
    seats: tuple[str, ...] | None,
    players: int | None,
    seed: int,
) -> str:
    """Return the command that makes the same page on any machine."""
    words = ["gamespec", "sweep", game]
    words += [word for axis in axes.values() for word in ("--set", axis.text)]
    words += [word for measure in measures for word in ("--measure", measure)]
    words += ["--seats", ",".join(seats)] if seats is not None else []
    words += ["--players", str(players)] if players is not None else []
    return shlex.join([*words, "--games", str(games), "--seed", str(seed), "-o", "sweep.html"])


def write_sweep_page(  # noqa: PLR0913 - what is shown, and where
    out: Path, game: str, called: str, axes: Mapping[str, Axis], swept: SweepTable, command: str
) -> None:
    """Write the page of a sweep to a file. Raises OSError if that fails."""
    from interpreter.report.sweep_facts import SweepFacts
    from interpreter.report.sweep_page import sweep_page

    facts = SweepFacts(
        called=called,
        title=swept.base.run.plan.compiled.names.title.in_("en"),
        axes={name: axis.values for name, axis in axes.items()},
        base=swept.base,
        cells=[(options, cell) for (options, _), cell in zip(swept.grid.cells, swept.cells, strict=True)],
        quantities=swept.quantities,
        differences=list(swept.differences),
        left_out=[(left.options, left.says) for left in swept.grid.left_out],
        failures=list(_failures(game, swept)),
        command=command,
    )
    replace_file(out, sweep_page(facts).encode())
    cells, measures = counted(len(swept.cells), "cell"), counted(len(swept.quantities), "measure")
    echo(f"page    {out}: {cells}, {measures}", err=True)


def _failures(game: str, swept: SweepTable) -> Iterator[Failure]:
    """Yield the faults and limits that stopped games, first in the base game and then in each cell."""
    told = {id(swept.base.run): _of_run(game, swept.base.run, {})}
    for (options, _), cell in zip(swept.grid.cells, swept.cells, strict=True):
        told.setdefault(id(cell.run), _of_run(game, cell.run, options))
    for found in told.values():
        yield from found


def _of_run(game: str, run: Run, options: Mapping[str, str]) -> list[Failure]:
    from interpreter.report.failures import failures_of

    return failures_of(run.summary, lambda seeds: again(game, run.stopped(seeds), options, seeds))
