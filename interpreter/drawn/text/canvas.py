"""A grid of characters for texts, and for lines between them."""

from __future__ import annotations

__all__ = ["Canvas"]


class Canvas:
    """Characters by line and column, both from 0; later ones overwrite earlier ones."""

    def __init__(self) -> None:
        self._at: dict[tuple[int, int], str] = {}

    def put(self, line: int, column: int, text: str) -> None:
        """Write a text, from left to right."""
        for offset, character in enumerate(text):
            self._at[line, column + offset] = character

    def across(self, line: int, first: int, last: int, character: str) -> None:
        """Fill the free characters between two columns, inclusive."""
        for column in range(first, last + 1):
            self._at.setdefault((line, column), character)

    def down(self, column: int, first: int, last: int, character: str) -> None:
        """Fill the free characters between two lines, inclusive."""
        for line in range(first, last + 1):
            self._at.setdefault((line, column), character)

    def lines(self) -> list[str]:
        """Return all lines, from the first, without trailing blanks."""
        if not self._at:
            return []
        height = max(line for line, _ in self._at) + 1
        found: list[str] = []
        for line in range(height):
            columns = {column: text for (at, column), text in self._at.items() if at == line}
            last = max(columns, default=-1)
            found.append("".join(columns.get(column, " ") for column in range(last + 1)).rstrip())
        return found
