"""Where the data that ship with gamespec lie.

In an installed wheel they are inside the package, in `gamespec/_data`; in a checkout, and so in an editable
install, they lie at the root of the repository, where people edit them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

__all__ = ["Kind", "directory"]

Kind = Literal["games", "schemas", "docs", "codes"]

_PACKAGE = Path(__file__).resolve().parents[1]
_PLACES: dict[Kind, str] = {"games": "games", "schemas": "schemas", "docs": "docs", "codes": "docs/codes"}


def directory(kind: Kind) -> Path:
    """The directory of one kind of data.

    Raises FileNotFoundError if neither place has it: then the installation is broken.
    """
    for place in (_PACKAGE / "_data" / _PLACES[kind], _PACKAGE.parent / _PLACES[kind]):
        if place.is_dir():
            return place
    message = f"gamespec was installed without its {kind}"
    raise FileNotFoundError(message)
