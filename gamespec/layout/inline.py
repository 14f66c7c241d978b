"""Writes parts in brackets on one line, and as blocks if they are too long for one."""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.documents.yaml_tree import Part
from gamespec.layout.page import Line
from gamespec.layout.roles import Role
from gamespec.layout.scalars import STEP, on_one_line
from gamespec.program.frozen import dataclass

__all__ = ["WIDTH", "Inline", "is_foldable", "unfolded"]

WIDTH = 120
"""Number of columns up to which a list or mapping in brackets stays on its line."""


@dataclass(frozen=True, slots=True)
class Inline:
    """Writes parts of the text `old` on one line. `roles` are those of its scalars, by their offsets."""

    old: str
    roles: dict[int, Role]

    def role(self, part: Part) -> Role | None:
        """Return the role of a scalar, if it has one."""
        return self.roles.get(part.start)

    def fits(self, part: Part) -> bool:
        """Return whether a part belongs on one line.

        In brackets, that is the case if no member begins a line, and if there are no comments and no texts
        of several lines.
        """
        if "\n" not in self.old[part.begin : part.end]:
            return True
        if part.style is not None or not part.flow:
            return False
        at, step = part.start + 1, 2 if part.mapping else 1
        gaps = [self.old[part.begin : part.start]]
        for index, child in enumerate(part.children):
            gap = self.old[at : child.begin]
            if not self.fits(child) or (index % step == 0 and "\n" in gap):
                return False
            gaps.append(gap)
            at = child.end
        return not any("#" in gap for gap in (*gaps, self.old[at : part.end]))

    def whole(self, part: Part) -> str:
        """Return a part that fits on one line, with its anchor and its tag."""
        bare = self.bare(part)
        return f"{part.lead} {bare}" if part.lead and bare else part.lead or bare

    def bare(self, part: Part) -> str:
        """Return a part that fits on one line, without its anchor and its tag."""
        if part.style is not None:
            return on_one_line(part, self.old, self.role(part))
        if part.mapping:
            pairs = ", ".join(self.pair(key, value) for key, value in part.pairs)
            return pairs if part.bare else f"{{{pairs}}}"
        return f"[{', '.join(map(self.whole, part.children))}]"

    def pair(self, key: Part, value: Part) -> str:
        """Return a pair as it stands in braces. Without a value, it keeps its colon or the lack of it."""
        written = self.whole(key) or "? "
        if not value.empty or value.lead:
            return f"{written}: {self.whole(value)}"
        return f"{written}: " if self.old[key.end :].lstrip()[:1] == ":" else written


def is_foldable(part: Part) -> bool:
    """Return whether a part may become a block: a list or mapping in brackets with members and with keys."""
    keys = part.children[::2] if part.mapping else []
    return part.flow and bool(part.children) and not part.bare and not any(key.empty for key in keys)


def unfolded(part: Part, indent: int, inline: Inline) -> list[Line]:
    """Return the lines of a part in brackets as a block. Members that are too long become blocks, too."""
    rows = _pairs(part, indent, inline) if part.mapping else _items(part, indent, inline)
    return list(rows)


def _pairs(part: Part, indent: int, inline: Inline) -> Iterator[Line]:
    for key, value in part.pairs:
        name = f"{inline.whole(key)}:"
        text = f"{name} {inline.whole(value)}".rstrip()
        if is_foldable(value) and indent + len(text) > WIDTH:
            yield Line(indent, f"{name} {value.lead}".rstrip())
            yield from unfolded(value, indent + STEP, inline)
        else:
            yield Line(indent, text)


def _items(part: Part, indent: int, inline: Inline) -> Iterator[Line]:
    for item in part.children:
        text = f"- {inline.whole(item)}".rstrip()
        if is_foldable(item) and not item.lead and indent + len(text) > WIDTH:
            first, *others = unfolded(item, indent + STEP, inline)
            yield Line(indent, f"- {first.text}")
            yield from others
        else:
            yield Line(indent, text)
