"""Editions of a game. An edition is the specification as it was loaded at some time.

It can be checked again, and tells when the files of the specification have changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gamespec.loader import check
from gamespec.spec import OptionError, SpecError
from gamespec.text.render import render
from interpreter.replay import Origin

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gamespec.compile import Compiled
    from gamespec.spec import Spec

__all__ = ["Checked", "Edition"]

MOST_FILES = 2000
ENDINGS = frozenset({".yaml", ".yml", ".csv", ".txt"})
"""File name extensions of files that may be part of a specification."""


class Checked(NamedTuple):
    """The checker's messages about a specification, and its edition, or `None` if it cannot be played."""

    text: str
    edition: Edition | None


@dataclass(frozen=True)
class Edition:
    """A game compiled for a number of players and a choice of options. `reach` is as in `gamespec.load`."""

    spec: Spec
    compiled: Compiled
    options: Mapping[str, int | bool | str] = field(default_factory=dict)
    reach: tuple[str, ...] = ()

    @property
    def origin(self) -> Origin:
        """Where the game came from, so that it can be loaded again."""
        return Origin.of(self.spec)

    @property
    def players(self) -> int:
        """The number of players."""
        return self.compiled.program.players

    def checked_again(self) -> Checked:
        """Check the current content of the specification's files."""
        found = check(self.spec.name, self.reach)
        text = render(found.diagnostics)
        if found.spec is None:
            return Checked(text, None)
        try:
            made = found.spec.compiled(self.players, dict(self.options))
        except OptionError as error:
            return Checked("\n\n".join(filter(None, (text, str(error)))), None)
        except SpecError as error:
            return Checked(render(error.diagnostics), None)
        return Checked(text, Edition(found.spec, made, self.options, self.reach))

    def stamps(self) -> dict[Path, tuple[int, int]]:
        """Return the modification time and the size of each file that may be part of the specification."""
        folders = {file.resolve().parent for file in self.spec.files}
        below = (path for folder in sorted(folders) for path in folder.rglob("*"))
        found: dict[Path, tuple[int, int]] = {}
        for path in islice(chain(self.spec.files, below), MOST_FILES):
            if path.suffix not in ENDINGS:
                continue
            try:
                status = path.stat()
            except OSError:  # deleted in the meantime
                continue
            found[path] = status.st_mtime_ns, status.st_size
        return found
