"""Texts as a terminal may show them: with nothing in them that acts instead of being seen.

What authors, file names, tables and saved games bring in may hold control characters, which move the
cursor or change the colour, characters that turn the direction of writing, so that a text reads otherwise
than it is, and characters that show nothing. Each is shown as a symbol. JSON has escapes for them instead.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["cell", "cut", "in_one_line", "visible"]

WIDE = 78
"""So many columns a line takes that fits a terminal of 80."""

_PLAIN = re.compile(r"[\x20-\x7e\n]*")


def cell(char: str) -> tuple[str, int]:
    """A character as it is shown, and how many columns that takes."""
    if char == "\t":
        return "    ", 4
    match unicodedata.category(char):
        case "Cc" if char < " ":
            return chr(0x2400 + ord(char)), 1
        case "Cc" | "Cf" | "Cs" | "Zl" | "Zp":
            return "\ufffd", 1
        case "Mn" | "Me":
            return char, 0
        case _:
            return char, 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def visible(text: str) -> str:
    """A text in lines as it is shown."""
    if _PLAIN.fullmatch(text):
        return text
    return "".join(char if char == "\n" else cell(char)[0] for char in text)


def in_one_line(text: str) -> str:
    """A text as it is shown in one line: an author's line break may not look like the end of ours."""
    return visible(text).replace("\n", cell("\n")[0])


def cut(text: str, wide: int = WIDE) -> str:
    """A text in one line that takes at most so many columns: of a longer one the end stands, too."""
    line, taken = in_one_line(text), 0
    if sum(cell(char)[1] for char in line) <= wide:
        return line
    for count, char in enumerate(line):
        taken += cell(char)[1]
        if taken > wide - 2:
            return f"{line[:count]}…{line[-1]}"
    return line
