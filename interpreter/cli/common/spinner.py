"""A spinner on standard error, with a text and the time, for work of unknown length."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["spinner"]


@contextmanager
def spinner(doing: str) -> Iterator[Callable[[str], None]]:
    """Show a spinner and the elapsed time while the block runs, if standard error is a terminal.

    Provide a function that changes the text, which is `doing` at first.
    """
    if not sys.stderr.isatty():
        yield lambda _text: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=None)
        yield lambda text: bar.update(task, description=text)
