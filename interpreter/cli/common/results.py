"""Options that name a file for a command's results, which is written whatever the results are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gamespec.system.plain import located
from gamespec.system.writing import check_replaceable

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["results_option"]

F = TypeVar("F", bound="Callable[..., Any]")


def _writable(_ctx: click.Context, _param: click.Parameter, path: Path | None) -> Path | None:
    """Make the folder of a file. Raises `OSError` now, not after a long run, if the file can't be written."""
    if path is not None:
        with located(path, *path.parents):
            path.parent.mkdir(parents=True, exist_ok=True)
        check_replaceable(path)
    return path


def results_option(name: str, text: str) -> Callable[[F], F]:
    """Return a decorator that adds the option `name`, which takes the path of a file to write."""
    return click.option(name, type=click.Path(path_type=Path), metavar="FILE", callback=_writable, help=text)
