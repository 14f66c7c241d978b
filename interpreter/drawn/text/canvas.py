"""A grid of characters, on which texts and the lines between them are drawn."""

from __future__ import annotations

__all__ = ["Canvas"]


class Canvas:
    """Characters at positions given by line and column, from 0. Later texts overwrite earlier ones."""

    def __init__(self) -> None:
        self._at: dict[tuple[int, int], str] = {}

    def put(self, line: int, column: int, text: str) -> None:
        """Write `text` from left to right, beginning at the given line and column."""
        for offset, character in enumerate(text):
            self._at[line, column + offset] = character

    def across(self, line: int, first: int, last: int, character: str) -> None:
        """Fill the free places of a line with `character`, from column `first` to `last`, inclusive."""
        for column in range(first, last + 1):
            self._at.setdefault((line, column), character)

    def down(self, column: int, first: int, last: int, character: str) -> None:
        """Fill the free places of a column with `character`, from line `first` to `last`, inclusive."""
        for line in range(first, last + 1):
            self._at.setdefault((line, column), character)

    def lines(self) -> list[str]:
        """Return all lines, beginning with line 0, without trailing spaces."""
        if not self._at:
            return []
        height = max(line for line, _ in self._at) + 1
        found: list[str] = []
        for line in range(height):
            columns = {column: text for (at, column), text in self._at.items() if at == line}
            last = max(columns, default=-1)
            found.append("".join(columns.get(column, " ") for column in range(last + 1)).rstrip())
        return found
