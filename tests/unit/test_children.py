"""Tests that the children of a node follow from the fields of its class."""

from __future__ import annotations

from dataclasses import dataclass

from gamespec.program.children import children_of


@dataclass(frozen=True)
class Leaf:
    """A node without children."""

    number: int


@dataclass(frozen=True)
class Split:
    """A node with children in fields of every form, and with fields that hold no child."""

    name: str
    first: Tree
    perhaps: Tree | None
    pairs: tuple[tuple[str, Tree], ...]
    others: tuple[Tree, ...]
    lines: tuple[int, ...]
    elsewhere: TreeTop | None = None


@dataclass(frozen=True)
class TreeTop:
    """A class that is named like the union but does not belong to it."""


Tree = Leaf | Split


def test_children_come_in_the_order_of_the_fields() -> None:
    """Children come in the order of the fields, be they single, optional, in tuples or in tuples of tuples.

    No other field is a child.
    """
    children = children_of("Tree")
    a, b, c, d, e = (Leaf(number) for number in range(5))
    whole = Split("x", a, b, (("y", c), ("z", d)), (e,), (7,), TreeTop())
    assert children(whole) == (a, b, c, d, e)
    assert children(Split("x", a, None, (), (), ())) == (a,)
    assert children(a) == ()
