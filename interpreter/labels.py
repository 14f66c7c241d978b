"""The author's names that go into a module for other hosts."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.compiled.export.module_file import Labels

if TYPE_CHECKING:
    from gamespec.compile import Compiled

__all__ = ["labels_of"]


def labels_of(compiled: Compiled, folder: Path) -> Labels:
    """Return the names for the parts of a program. Files are named relative to `folder`."""
    program, names = compiled.program, compiled.names
    files: dict[str, int] = {}
    places = [
        (files.setdefault(_relative(span.source.name, folder), len(files)), span.line, span.column)
        for span in names.places
    ]
    return Labels(
        actions=[(action.name, [pick.slot.name for pick in action.picks]) for action in names.actions],
        sites=[site.name for site in names.sites],
        end=names.end,
        score=[None if part.ident is None else part.ident.name for part in names.score],
        zones=[names.zone(number).zone.name for number in range(len(program.zones))],
        stores=[store.name for store in names.stores],
        histories=[history.name for history in names.histories],
        files=list(files),
        places=places,
        goes=names.goes,
    )


def _relative(name: str, folder: Path) -> str:
    """Return the name of a source, relative to a folder if it is a file on the same disk."""
    if not Path(name).exists():  # an option's value from the command line
        return name
    with suppress(ValueError):  # on another disk
        return Path(os.path.relpath(name, folder)).as_posix()
    return Path(name).name
