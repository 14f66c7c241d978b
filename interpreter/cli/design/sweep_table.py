"""The output of `gamespec sweep`, which is a table with one row per cell, on screen and in a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamespec.system.writing import replacing
from gamespec.text.plurals import counted
from interpreter.cli.common.boundary import Stop
from interpreter.cli.common.learning import good_told
from interpreter.cli.common.output import paragraph, print_table
from interpreter.cli.common.paged import check_page, is_page
from interpreter.cli.common.playouts import said
from interpreter.cli.common.recording import check_form
from interpreter.cli.common.screen import echo, styled
from interpreter.simulate.columns import Column, Form, Value
from interpreter.simulate.formats.formats import format_of, write_table
from interpreter.simulate.recorded.filled import Listed
from interpreter.study.said import marks_said, outcome_said, who_plays

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.cli.design.grid import Grid
    from interpreter.study.quantities import Quantity
    from interpreter.study.sweep import Cell, Outcome
    from interpreter.study.verdicts import Difference

__all__ = ["SweepTable", "check_outs", "print_sweep", "write_sweep"]


@dataclass(frozen=True)
class SweepTable:
    """The result of a sweep, with the grid, the base game, and the cells in the order of the grid."""

    grid: Grid
    base: Cell
    cells: Sequence[Cell]

    @property
    def games(self) -> int:
        """The number of games played in each cell."""
        return self.base.run.summary.games

    @property
    def quantities(self) -> list[Quantity]:
        """The quantities that at least one cell has, in the order in which they were requested."""
        found = {
            o.quantity.key: o.quantity for cell in (self.base, *self.cells) for o in cell.outcomes.values()
        }
        return list(found.values())

    @property
    def differences(self) -> Iterator[Difference]:
        """The differences between cells and the base game, except those with the verdict `same`."""
        outcomes = (outcome for cell in self.cells for outcome in cell.outcomes.values())
        return (o.difference for o in outcomes if o.difference is not None and o.difference.verdict != "same")

    def as_dict(self) -> dict[str, Any]:
        """Return the sweep as a dict that can be written as JSON."""
        plan = self.base.run.plan
        return {
            **plan.about,
            "seats": list(plan.players),
            "games": self.games,
            "base": _cell(self.base),
            "cells": [_cell(cell) for cell in self.cells],
            "left_out": [{"options": dict(cell.options), "why": cell.why} for cell in self.grid.left_out],
        }


def _cell(cell: Cell) -> dict[str, Any]:
    summary = cell.run.summary
    return {
        "options": dict(cell.run.plan.compiled.names.options),
        "truncated": summary.truncated,
        "faults": summary.faults,
        "measures": [_outcome(outcome) for outcome in cell.outcomes.values()],
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    quantity = outcome.quantity
    low, high = outcome.interval or (None, None)
    return {
        "measure": quantity.key,
        "title": quantity.title,
        "unit": quantity.unit,
        "mean": outcome.mean,
        "low": low,
        "high": high,
        "difference": None if outcome.difference is None else _difference(outcome.difference),
    }


def _difference(found: Difference) -> dict[str, Any]:
    told = found.as_dict()
    keys = ("difference", "low", "high", "p", "verdict", "more_games", "expected")
    return {key: told[key] for key in keys}


def print_sweep(called: str, swept: SweepTable) -> None:
    """Print the table of a sweep."""
    plan = swept.base.run.plan
    made = plan.compiled
    head = f"{called}, {counted(made.program.players, 'player')}, seed {plan.seed}"
    echo(styled(f"{head}{good_told(made.program, plan.players)}", bold=True))
    echo(f"as it stands: {', '.join(f'{name}={said(v)}' for name, v in made.names.options.items())}")
    cells = counted(len(swept.cells), "cell")
    echo(
        f"{counted(swept.games, 'game')} of each of {cells}, with the same luck. {who_plays(plan.players)}\n"
    )
    quantities, axes = swept.quantities, list(swept.grid.cells[0][0])
    rows = [("as it stands", *("" for _ in axes[1:]), *_row(swept.base, quantities))]
    for (options, _), cell in zip(swept.grid.cells, swept.cells, strict=False):
        rows.append((*options.values(), *_row(cell, quantities)))
    print_table(rows, (*axes, *(quantity.title for quantity in quantities)))
    echo()
    paragraph(marks_said(swept.differences))
    for left in swept.grid.left_out:
        chosen = ", ".join(f"{name}={value}" for name, value in left.options.items())
        echo(f"left out  {chosen}: {left.why}")


def _row(cell: Cell, quantities: Sequence[Quantity]) -> Iterator[str]:
    for quantity in quantities:
        outcome = cell.outcomes.get(quantity.key)
        yield "-" if outcome is None else outcome_said(outcome)


def check_outs(outs: Sequence[Path]) -> None:
    """Raise `Stop` if one of these files is not a place to which a table or a page can be written."""
    for number, out in enumerate(outs):
        if out in outs[:number]:
            raise Stop(f"`--out` gives `{out}` twice")
        if is_page(out):
            check_page(out)
        else:
            check_form(out, (".html",))


def write_sweep(out: Path, swept: SweepTable, keys: Sequence[str]) -> None:
    """Write the sweep to a file as a table with one row per cell. Raises OSError if that fails."""
    columns, rows = (
        _columns(swept, keys),
        [_values(swept, number, keys) for number in range(len(swept.cells))],
    )
    with replacing(out) as file:
        write_table(
            file, format_of(out), columns, {}, [[Listed([*each]) for each in zip(*rows, strict=True)]]
        )
    echo(f"table   {out}: {counted(len(rows), 'row')}", err=True)


def _columns(swept: SweepTable, keys: Sequence[str]) -> list[Column]:
    def column(name: str, type_: Any, meaning: str, lacks: str = "") -> Column:
        return Column(name, Form(name, type_, meaning, lacks))

    told = [column(name, "string", "An option.") for name in swept.grid.cells[0][0]]
    told += [
        column("games", "int64", "How many."),
        column("truncated", "int64", "Cut short at the limit."),
        column("faults", "int64", "Stopped by a fault."),
    ]
    for key in keys:
        told += [
            column(key, "float64", "The mean.", "where it never occurred"),
            column(f"{key}.low", "float64", "The interval's end.", "of one game"),
            column(f"{key}.high", "float64", "The interval's end.", "of one game"),
            column(f"{key}.difference", "float64", "From the game as it stands.", "without one"),
            column(f"{key}.verdict", "string", "On the difference.", "without one"),
        ]
    return told


def _values(swept: SweepTable, number: int, keys: Sequence[str]) -> list[Value]:
    (options, _), cell = swept.grid.cells[number], swept.cells[number]
    summary = cell.run.summary
    values: list[Value] = [*options.values(), summary.games, summary.truncated, summary.faults]
    for key in keys:
        outcome = cell.outcomes.get(key)
        if outcome is None:
            values += [None] * 5
            continue
        found = outcome.difference
        values += [outcome.mean, *(outcome.interval or (None, None))]
        values += [None, None] if found is None else [found.difference, found.verdict]
    return values
