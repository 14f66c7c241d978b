"""Texts that a client has given and not yet saved, which stand in place of the files at their paths.

A draft that was given once need not be given again: every byte that an assistant writes takes time.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from gamespec.system.plain import is_file, is_folder
from interpreter.cli.assist.workspace import inside, of_a_game
from interpreter.cli.common.boundary import Stop

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Drafts"]

MOST, LARGEST = 200, 4_000_000
"""Maximum number of drafts, and of characters in all of them."""


class Drafts:
    """The drafts of a client, which stand below a root."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._texts: dict[str, str] = {}

    def take(self, files: Mapping[str, str | None]) -> dict[str, str]:
        """Add drafts, or drop those whose text is `None`, and return all.

        Raises `Stop`, and adds none, if one cannot be a file of a game below the root, or if there are too
        many.
        """
        given = {inside(name): text for name, text in files.items()}
        merged = {name: text for name, text in {**self._texts, **given}.items() if text is not None}
        if len(merged) > MOST or sum(map(len, merged.values())) > LARGEST:
            raise Stop("there are too many drafts", "save them with `write_files`, or drop some with null")
        for name in merged:
            of_a_game(name)
            above = [str(each) for each in PurePosixPath(name).parents][:-1]
            under_a_file = any(each in merged or is_file(self._root / each) for each in above)
            if under_a_file or is_folder(self._root / name):
                raise Stop(f"`{name}` cannot be a file: a file or folder is in its place")
        self._texts = merged
        return dict(merged)

    def drop(self, names: Iterable[str]) -> None:
        """Drop the drafts that have been saved."""
        for name in names:
            self._texts.pop(name, None)
