"""The grid of a sweep, with the values given by `--set hand_size=4..8` and the cells that the game allows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import gamespec
from interpreter.cli.common.boundary import Stop

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import click

    from gamespec.compile import Compiled

__all__ = ["Axis", "Grid", "LeftOut", "axes_of"]

MOST_VALUES, MOST_CELLS = 1000, 1000
"""Maximum number of values of an option, and maximum number of cells in a grid."""

_RANGE = re.compile(r"(-?\d{1,10})\.\.(-?\d{1,10})(?:\.\.(\d{1,10}))?")


class Axis(NamedTuple):
    """The values of an option, with the text in `--set` that specifies them."""

    text: str
    values: tuple[str, ...]


def axes_of(_ctx: click.Context, _param: click.Parameter, texts: Sequence[str]) -> dict[str, Axis]:
    """Parse the values of each option, where `a=1..9..2` stands for 1, 3, 5, 7 and 9.

    Raises `Stop` if a value of `--set` is malformed, repeats an option, or has too many values.
    """
    axes: dict[str, Axis] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        if not (name and equals and values):
            cure = "write `--set option=4..8`, `--set option=4..8..2` or `--set option=a,b`"
            raise Stop(f"`--set {text}` is not of the form `option=values`", cure)
        if name in axes:
            raise Stop(
                f"`--set` gives `{name}` twice",
                f"write all values after `--set {name}=`, separated by commas",
            )
        axes[name] = Axis(text, _values(text, values))
    if not axes:
        raise Stop(
            "there are no values to sweep over", "give the values of an option: `--set hand_size=4..8`"
        )
    return axes


def _values(text: str, values: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for part in values.split(","):
        range_ = _RANGE.fullmatch(part)
        if range_ is None:
            found[part] = None
            continue
        low, high, step = int(range_[1]), int(range_[2]), int(range_[3] or 1)
        if high < low or not step:
            raise Stop(f"`--set {text}`: there is no value in `{part}`")
        if (high - low) // step >= MOST_VALUES:
            raise Stop(f"`--set {text}`: `{part}` has more than {MOST_VALUES:,} values")
        found |= dict.fromkeys(str(value) for value in range(low, high + 1, step))
    return tuple(found)


@dataclass(frozen=True)
class LeftOut:
    """A cell that the game does not allow. `says` is the reason, and `why` adds its place in the file."""

    options: Mapping[str, str]
    says: str
    why: str


class Grid:
    """The compiled cells of a grid. Raises `Stop` if a value is impossible, or if no cell is allowed."""

    def __init__(self, spec: gamespec.Spec, players: int | None, axes: Mapping[str, Axis]) -> None:
        size = 1
        for name, axis in axes.items():
            size *= len(axis.values)
            for value in axis.values:
                try:
                    spec.chosen({name: value})
                except gamespec.OptionError as error:
                    raise Stop(f"`--set {axis.text}`: {error}") from None
        if size > MOST_CELLS:
            raise Stop(f"the grid has {size:,} cells, but at most {MOST_CELLS:,} are allowed")
        self.cells: list[tuple[dict[str, str], Compiled]] = []
        """Each allowed cell, as its options and the game compiled with them."""
        self.left_out: list[LeftOut] = []
        for chosen in product(*(axis.values for axis in axes.values())):
            options = dict(zip(axes, chosen, strict=True))
            try:
                self.cells.append((options, spec.compiled(players, options)))
            except gamespec.OptionError as error:
                says = str(error).removesuffix(f" ({error.place})")
                self.left_out.append(LeftOut(options, says, str(error)))
            except gamespec.SpecError as error:
                says = error.diagnostics[0].message
                self.left_out.append(LeftOut(options, says, says))
        if not self.cells:
            raise Stop(f"no cell of the grid can be played: {self.left_out[0].why}")
