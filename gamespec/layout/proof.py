"""Proves that a new layout of a text means the same: equal values, equal expressions, the same comments.

Whatever a specification means follows from the tree of its YAML, apart from the places of things in messages.
"""

from __future__ import annotations

from gamespec.documents.nodes import core_value
from gamespec.documents.yaml_tree import Part, Tree, comments, read_tree
from gamespec.layout.expressions import same_tree
from gamespec.layout.roles import Role
from gamespec.layout.scalars import HOLE
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source

__all__ = ["ChangedMeaning", "prove_equal"]


class ChangedMeaning(AssertionError):
    """Raised if a new layout would change what a text means. That is a bug of this package."""


def prove_equal(old: Tree, text: str, roles: dict[int, Role]) -> None:
    """Compare a text with its new layout. `roles` are those of the old one. Raises `ChangedMeaning`."""
    new = read_tree(text)
    if new is None:
        message = "the new layout cannot be read"
        raise ChangedMeaning(message)
    _compare(old, old.root, new.root, roles)
    if list(comments(old)) != list(comments(new)):
        message = "the new layout has other comments"
        raise ChangedMeaning(message)


def _compare(tree: Tree, old: Part, new: Part, roles: dict[int, Role]) -> None:
    shapes = [(part.style is None, part.mapping, part.lead, len(part.children)) for part in (old, new)]
    if shapes[0] != shapes[1] or not _same(old, new, roles.get(old.start)):
        line = tree.text.count("\n", 0, old.start) + 1
        message = f"the new layout changes line {line}: `{old.text}`"
        raise ChangedMeaning(message)
    for one, other in zip(old.children, new.children, strict=True):
        _compare(tree, one, other, roles)


def _same(old: Part, new: Part, role: Role | None) -> bool:
    """Return whether two scalars have the same value, or are equal expressions."""
    if "alias" in (old.style, new.style):
        return (old.style, old.text) == (new.style, new.text)
    plain = old.style == new.style == "plain"
    if old.text == new.text:
        return plain or (_is_text(old) and _is_text(new))
    if not (_is_text(old) and _is_text(new)):
        return False
    if role is Role.EXPRESSION:
        return same_tree(old.text, new.text)
    return role is Role.TEMPLATE and _same_template(old.text, new.text)


def _is_text(part: Part) -> bool:
    """Return whether a scalar is a text rather than a number, a truth value or nothing."""
    if part.style != "plain":
        return True
    found = Collector()
    value = core_value(part.text, Source("", part.text).span(0, len(part.text)), found)
    return isinstance(value, str) and not found.errors


def _same_template(one: str, other: str) -> bool:
    """Return whether two templates have equal texts around equal expressions."""
    parts, others = HOLE.split(one), HOLE.split(other)
    holes = zip(parts[1::2], others[1::2], strict=False)
    return parts[::2] == others[::2] and all(a == b or same_tree(a, b) for a, b in holes)
