"""The syntax of expressions, which is what the author wrote before any name has a meaning.

Every node carries the offsets of its text in the file, so that a message can point at the smallest part at
fault.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Literal, cast, get_args

from gamespec.program.children import children_of
from gamespec.program.frozen import dataclass
from gamespec.text.source import Source, Span

__all__ = [
    "Attribute",
    "Binary",
    "Bool",
    "Call",
    "Choice",
    "Comparison",
    "Expression",
    "Index",
    "Items",
    "Let",
    "Logic",
    "Longest",
    "Me",
    "Name",
    "Negative",
    "Node",
    "Not",
    "Nothing",
    "Number",
    "Operation",
    "Quantifier",
    "Range",
    "Reach",
    "Template",
    "Unread",
    "children",
    "moved",
    "placeless",
    "replaced",
]


@dataclass(frozen=True, slots=True)
class _Node:
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Number(_Node):
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Bool(_Node):
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(_Node):
    """The word `none`."""


@dataclass(frozen=True, slots=True)
class Unread(_Node):
    """A stand-in for an unreadable expression, which has been reported."""


@dataclass(frozen=True, slots=True)
class Me(_Node):
    """The word `me`."""


@dataclass(frozen=True, slots=True)
class Name(_Node):
    """A bare name."""

    name: str


@dataclass(frozen=True, slots=True)
class Attribute(_Node):
    """An attribute, `of.name`."""

    of: Node
    name: str


@dataclass(frozen=True, slots=True)
class Index(_Node):
    """An index, `of[keys]`."""

    of: Node
    keys: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Call(_Node):
    """A call, `name(args)`, or `name(by: args)` for a question about the player `by`."""

    name: str
    args: tuple[Node, ...]
    by: Node | None = None


@dataclass(frozen=True, slots=True)
class Quantifier(_Node):
    """A quantifier, `kind(name in over: body)`."""

    kind: str
    name: str
    over: Node
    body: Node


@dataclass(frozen=True, slots=True)
class Reach(_Node):
    """The expression `reach(name from origin: body)`."""

    name: str
    origin: Node
    body: Node


@dataclass(frozen=True, slots=True)
class Longest(_Node):
    """A `trail` or `path`, `kind(name in over: body, most)`."""

    kind: str
    name: str
    over: Node
    body: Node
    most: Node


@dataclass(frozen=True, slots=True)
class Let(_Node):
    """The expression `let(name = value: body)`."""

    name: str
    value: Node
    body: Node


@dataclass(frozen=True, slots=True)
class Negative(_Node):
    """A negative number, `-of`."""

    of: Node


@dataclass(frozen=True, slots=True)
class Not(_Node):
    """A negation, `not of`."""

    of: Node


Operation = Literal["+", "-", "*", "//", "%"]
"""The arithmetic operators."""


@dataclass(frozen=True, slots=True)
class Binary(_Node):
    """An arithmetic operation, `left op right`."""

    op: Operation
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Comparison(_Node):
    """A chain of comparisons, `first op second op third …`. Each of them must hold."""

    first: Node
    rest: tuple[tuple[str, Node], ...]


@dataclass(frozen=True, slots=True)
class Logic(_Node):
    """A conjunction, `a and b and c`, or a disjunction, `a or b or c`."""

    op: Literal["and", "or"]
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice(_Node):
    """A conditional expression, `then if condition else otherwise`."""

    condition: Node
    then: Node
    otherwise: Node


@dataclass(frozen=True, slots=True)
class Range(_Node):
    """A range, `low..high`."""

    low: Node
    high: Node


@dataclass(frozen=True, slots=True)
class Items(_Node):
    """A literal list, `{a, b}`."""

    items: tuple[Node, ...]


Node = (
    Number
    | Bool
    | Nothing
    | Unread
    | Me
    | Name
    | Attribute
    | Index
    | Call
    | Quantifier
    | Reach
    | Longest
    | Let
    | Negative
    | Not
    | Binary
    | Comparison
    | Logic
    | Choice
    | Range
    | Items
)


children: Callable[[Node], tuple[Node, ...]] = children_of("Node")
"""Returns the direct subexpressions of a node, in the order of its fields."""


_OWN = {kind: tuple(field.name for field in fields(kind))[2:] for kind in get_args(Node)}
"""The names of the fields of each kind of node, without the offsets of its text."""

_COMPOUND = (_Node, tuple)
"""The types of values in which there are nodes."""


def moved(node: Node, by: int) -> Node:
    """Return a copy of a node whose text begins `by` characters later in the file."""
    return cast("Node", _moved(node, by))


def _moved(part: object, by: int) -> object:
    if isinstance(part, _Node):
        kind = type(part)
        own = [getattr(part, name) for name in _OWN[kind]]
        own = [_moved(each, by) if isinstance(each, _COMPOUND) else each for each in own]
        return kind(part.start + by, part.end + by, *own)
    return tuple([_moved(each, by) for each in part]) if isinstance(part, tuple) else part


def placeless(node: Node) -> Node:
    """Return a copy of a node without places: two texts with the same syntax give equal copies."""
    return cast("Node", _placeless(node))


def _placeless(part: object) -> object:
    if isinstance(part, _Node):
        own = [_placeless(getattr(part, name)) for name in _OWN[type(part)]]
        return type(part)(0, 0, *own)
    return tuple([_placeless(each) for each in part]) if isinstance(part, tuple) else part


def replaced(node: Node, change: Callable[[Node], Node | None]) -> Node:
    """Return a node in which each part for which `change` returns a node is replaced by it.

    Parts without such a part are shared with `node`.
    """
    other = change(node)
    if other is not None:
        return other
    parts = {id(part): replaced(part, change) for part in children(node)}
    if all(id(new) == old for old, new in parts.items()):
        return node
    own = [_exchanged(getattr(node, name), parts) for name in _OWN[type(node)]]
    kind: Callable[..., Node] = type(node)
    return kind(node.start, node.end, *own)


def _exchanged(part: object, new: Mapping[int, Node]) -> object:
    """Return the value of a field with each child replaced by its new form, given by the child's `id`."""
    if isinstance(part, tuple):
        return tuple([_exchanged(each, new) for each in part])
    return new.get(id(part), part)


@dataclass(frozen=True, slots=True, eq=False)
class Expression:
    """A whole expression, and the source in which it stands."""

    root: Node
    source: Source

    @property
    def span(self) -> Span:
        """The span of the whole expression."""
        return Span(self.source, self.root.start, self.root.end)

    @property
    def text(self) -> str:
        """The expression as written, with its white space folded."""
        return " ".join(self.span.text.split())


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """A text with expressions in it. Literal parts and expressions alternate, and a literal part comes first.

    An expression with `choices` is a condition. The first of the two texts is shown if it holds, and the
    second otherwise.
    """

    literals: tuple[str, ...]
    holes: tuple[Expression, ...]
    choices: tuple[tuple[str, str] | None, ...]
    span: Span
