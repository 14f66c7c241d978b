"""Checks whether a command can write an HTML page, which needs certain libraries and a writable file."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from interpreter.cli.common.boundary import Stop

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["check_page", "is_page", "page_libraries"]

LIBRARIES = ("matplotlib", "jinja2", "markupsafe")


def is_page(file: Path) -> bool:
    """Return whether the extension of `file` is that of an HTML page."""
    return file.suffix.lower() in (".html", ".htm")


@contextmanager
def page_libraries() -> Iterator[None]:
    """Raise `Stop` if the `with` block fails to import a library that pages need."""
    try:
        yield
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] not in LIBRARIES:
            raise
        cure = "`pip install 'gamespec[report]'` installs them"
        raise Stop("reports need matplotlib and jinja2, which are not installed", cure) from None


def check_page(file: Path) -> None:
    """Check that the name of a file is that of a page. Raises `Stop` if not."""
    if not is_page(file):
        raise Stop(f"`{file}` does not end in `.html`", "a report is an HTML page: `-o report.html`")
