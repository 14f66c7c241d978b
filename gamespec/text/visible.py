"""Makes text safe for a terminal, so that every character is displayed and none controls the terminal.

Text from authors, file names, tables and saved games may contain control characters, which move the cursor or
change the colour. It may contain characters that reverse the direction of writing, so that a text reads
differently from its content, and invisible characters. Each of these is shown as a symbol. In JSON they are
escaped instead.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["cell", "cut", "in_one_line", "visible"]

WIDE = 78
"""Maximum line width, in columns. It fits an 80-column terminal."""

_PLAIN = re.compile(r"[\x20-\x7e\n]*")


def cell(char: str) -> tuple[str, int]:
    """Return what is shown for a character, and the width of that in columns."""
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
    """Return a text of one or several lines with every character made visible."""
    if _PLAIN.fullmatch(text):
        return text
    return "".join(char if char == "\n" else cell(char)[0] for char in text)


def in_one_line(text: str) -> str:
    """Return a text with its line breaks made visible, so that it cannot end the line of a message."""
    return visible(text).replace("\n", cell("\n")[0])


def cut(text: str, wide: int = WIDE) -> str:
    """Shorten a text to one line of at most `wide` columns, keeping its beginning and end."""
    line, taken = in_one_line(text), 0
    if sum(cell(char)[1] for char in line) <= wide:
        return line
    for count, char in enumerate(line):
        taken += cell(char)[1]
        if taken > wide - 2:
            return f"{line[:count]}…{line[-1]}"
    return line
