"""The children of a node follow from the fields of its class."""

from __future__ import annotations

from dataclasses import dataclass

from gamespec.program.children import children_of


@dataclass(frozen=True)
class Leaf:
    """A node without children."""

    number: int


@dataclass(frozen=True)
class Split:
    """A node with children in fields of each form, and with what is no child."""

    name: str
    first: Tree
    perhaps: Tree | None
    pairs: tuple[tuple[str, Tree], ...]
    others: tuple[Tree, ...]
    lines: tuple[int, ...]
    elsewhere: TreeTop | None = None


@dataclass(frozen=True)
class TreeTop:
    """It is named like the union, and does not belong to it."""


Tree = Leaf | Split


def test_children_come_in_the_order_of_the_fields() -> None:
    """By themselves, as optionals, in tuples and in tuples of tuples; nothing else is one."""
    children = children_of("Tree")
    a, b, c, d, e = (Leaf(number) for number in range(5))
    whole = Split("x", a, b, (("y", c), ("z", d)), (e,), (7,), TreeTop())
    assert children(whole) == (a, b, c, d, e)
    assert children(Split("x", a, None, (), (), ())) == (a,)
    assert children(a) == ()
