"""Finds the data that come with gamespec.

An installed wheel has them inside the package, in `gamespec/_data`. In a checkout, and therefore in an
editable install, they are at the root of the repository, where people edit them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

__all__ = ["PACKAGE", "Kind", "directory"]

Kind = Literal["games", "schemas", "docs", "codes", "snippets"]

PACKAGE: Final = Path(__file__).resolve().parents[1]
"""The folder of the package, in which nothing is ever written."""

_PLACES: dict[Kind, str] = {
    "games": "games",
    "schemas": "schemas",
    "docs": "docs",
    "codes": "docs/codes",
    "snippets": "editors/vscode/snippets",
}


def directory(kind: Kind) -> Path:
    """Return the directory that holds one kind of data.

    Raises `FileNotFoundError` if neither place has it, which means that the installation is broken.
    """
    for place in (PACKAGE / "_data" / _PLACES[kind], PACKAGE.parent / _PLACES[kind]):
        if place.is_dir():
            return place
    message = f"gamespec was installed without its {kind}"
    raise FileNotFoundError(message)
