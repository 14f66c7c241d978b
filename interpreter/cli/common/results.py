"""Options that name a file for results: that it can be written is checked before any work begins."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from gamespec.system.writing import check_replaceable

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["WRITTEN", "results_option"]

F = TypeVar("F", bound="Callable[..., Any]")


class _Written(click.Path):
    """The path of a file that a command writes. The folder of the file must exist, and `-` is no file."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Path:
        """Return the path. Raises `OSError` if the file can't be written."""
        path = cast("Path", super().convert(value, param, ctx))
        if str(path) != "-":
            check_replaceable(path)
        return path


WRITTEN = _Written(path_type=Path)
"""The type of the options and arguments that name a file to write."""


def results_option(name: str, text: str) -> Callable[[F], F]:
    """Return a decorator that adds the option `name`, which takes a file that is written in any case."""
    return click.option(name, type=WRITTEN, metavar="FILE", help=text)
