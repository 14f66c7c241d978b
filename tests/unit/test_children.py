"""Tests that the children of a node are found from the annotated fields of its class."""

from __future__ import annotations

from dataclasses import dataclass

from gamespec.program.children import children_of


@dataclass(frozen=True)
class Leaf:
    """A node without children."""

    number: int


@dataclass(frozen=True)
class Split:
    """A node with child fields of every supported form, and with other fields."""

    name: str
    first: Tree
    perhaps: Tree | None
    pairs: tuple[tuple[str, Tree], ...]
    others: tuple[Tree, ...]
    lines: tuple[int, ...]
    elsewhere: TreeTop | None = None


@dataclass(frozen=True)
class TreeTop:
    """A class whose name begins like that of the union but that is not a member of it."""


Tree = Leaf | Split


def test_children_come_in_the_order_of_the_fields() -> None:
    """Children are returned in the order of the fields that hold them.

    A field may hold a single child, an optional child, a tuple of children, or a tuple of tuples with a
    child.
    """
    children = children_of("Tree")
    a, b, c, d, e = (Leaf(number) for number in range(5))
    whole = Split("x", a, b, (("y", c), ("z", d)), (e,), (7,), TreeTop())
    assert children(whole) == (a, b, c, d, e)
    assert children(Split("x", a, None, (), (), ())) == (a,)
    assert children(a) == ()
