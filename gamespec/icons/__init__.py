"""The icons that a look may name: silhouettes, each a single path in a square of 256 by 256 units.

They are the filled icons of Phosphor Icons 2.1.1 (https://phosphoricons.com), without the logos of
companies, under the MIT licence in `LICENSE`. Each line of `phosphor.tsv` has the name of an icon, the words
under which people look for it, and its path.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import NamedTuple

__all__ = ["SIDE", "Icon", "found", "icons"]

SIDE = 256
"""The length of the sides of the square in which icons are drawn, in the units of their paths."""


class Icon(NamedTuple):
    """An icon, with the words under which people look for it and the `d` of its SVG path."""

    name: str
    tags: str
    path: str


@cache
def icons() -> dict[str, Icon]:
    """Return all icons by name, in alphabetical order."""
    lines = resources.files(__name__).joinpath("phosphor.tsv").read_text(encoding="utf-8").splitlines()
    return {icon.name: icon for icon in (Icon(*line.split("\t")) for line in lines)}


def found(words: str) -> list[Icon]:
    """Return the icons whose name or tags contain each of the words, those with a fitting name first."""
    wanted = words.lower().split()
    fitting = [
        icon for icon in icons().values() if all(word in f"{icon.name}, {icon.tags}" for word in wanted)
    ]
    return sorted(fitting, key=lambda icon: not all(word in icon.name for word in wanted))
