"""Typed expressions: every name is bound, every type known.

A closed union of immutable nodes. `Slot` is the exception: the place of a local is settled only when the
layout of the position is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from gamespec.program.children import children_of
from gamespec.text.source import Span
from gamespec.trees.ast import Operation
from gamespec.trees.types import NOTHING, Type, ZoneType

__all__ = [
    "And",
    "Apply",
    "Arithmetic",
    "Asked",
    "BuiltIn",
    "Column",
    "Const",
    "Contents",
    "Core",
    "Equal",
    "Fixed",
    "Function",
    "History",
    "If",
    "InList",
    "InZone",
    "Less",
    "Let",
    "ListOf",
    "Load",
    "Local",
    "Longest",
    "Me",
    "Narrow",
    "Not",
    "Or",
    "Quantifier",
    "Reach",
    "Slot",
    "Span",
    "Store",
    "Wrong",
    "Zone",
    "ZoneStore",
    "children",
]


@dataclass(eq=False, slots=True)
class Slot:
    """A local: in the position if `frame`, otherwise in the scratch space of one evaluation.

    It takes `size` integers; a list is its length followed by its members.
    """

    name: str
    type: Type
    frame: bool
    size: int = 1


@dataclass(eq=False, slots=True)
class Store:
    """A block of integers in the position: a variable, a resource, or a family of them.

    `dims` gives the first key and the number of keys of each dimension; the last varies fastest. A resource
    has one more integer, the bank, at the end. A resource with a `sort` has the sort as its last key, and one
    bank per sort.
    """

    name: str
    type: Type
    dims: tuple[tuple[int, int], ...]
    keys: tuple[Type, ...]
    sort: Type | None = None

    @property
    def banks(self) -> int:
        """The number of banks of a resource."""
        return 1 if self.sort is None else self.dims[-1][1]

    @property
    def count(self) -> int:
        """The number of members of the family."""
        total = 1
        for _, size in self.dims:
            total *= size
        return total


@dataclass(eq=False, slots=True)
class ZoneStore:
    """A zone or a family of zones; `first` is the number of the first of them."""

    name: str
    type: ZoneType
    dims: tuple[tuple[int, int], ...]
    keys: tuple[Type, ...]
    first: int

    @property
    def count(self) -> int:
        """The number of zones."""
        total = 1
        for _, size in self.dims:
            total *= size
        return total


@dataclass(frozen=True, slots=True)
class Term:
    """One of the values that a function gathers.

    Without a `name` it is the function's own value; without `when` it always counts.
    """

    name: str | None
    when: Core | None
    value: Core


@dataclass(eq=False, slots=True)
class History:
    """Up to `length` past situations, restricted to the parts named in `of`."""

    name: str
    of: tuple[str, ...]
    length: int


@dataclass(eq=False, slots=True)
class Function:
    """A function of the game. `body` is set once it is elaborated.

    `levels` is its nesting depth, including the functions it calls. `terms` are the values that it gathers,
    for explanations; `body` contains them all. A `kept` function should have its results cached.
    """

    name: str
    parameters: tuple[Slot, ...]
    kept: bool = False
    type: Type = NOTHING
    body: Core | None = None
    uses_me: bool = False
    levels: int = 0
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Agenda:
    """Waiting events: how many, and for each entry its event and the values of the parameters.

    Events are numbered from 1. With `newest`, the last one announced is the next.
    """

    name: str
    events: tuple[str, ...]
    size: Store
    event: Store
    parameters: Mapping[tuple[str, str], Store]
    next: Literal["newest", "oldest", "chosen"]


@dataclass(frozen=True, slots=True)
class _Core:
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Const(_Core):
    """A value known before the game begins."""

    value: int


@dataclass(frozen=True, slots=True)
class Fixed(_Core):
    """A list known before the game begins."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Local(_Core):
    """A local's value."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class Me(_Core):
    """The player `me`."""


@dataclass(frozen=True, slots=True)
class Column(_Core):
    """A printed attribute or a table's column; `values` are by the number of the component or row.

    With `keys`, each has one value per combination of keys, the last varying fastest; `dims` gives first key
    and number.
    """

    of: Core
    name: str
    first: int
    values: tuple[int, ...]
    keys: tuple[Core, ...] = ()
    dims: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Load(_Core):
    """The member of a variable or resource for some keys; with `bank`, the bank, by sort if there are any."""

    store: Store
    keys: tuple[Core, ...]
    bank: bool = False


@dataclass(frozen=True, slots=True)
class Zone(_Core):
    """The number of a zone."""

    zone: ZoneStore
    keys: tuple[Core, ...]


@dataclass(frozen=True, slots=True)
class Contents(_Core):
    """The list of a zone's components."""

    zone: Core


@dataclass(frozen=True, slots=True)
class Narrow(_Core):
    """A value that may exceed the bounds of its destination.

    A number, or each member of a list, must lie within `low..high` (GS505); `none` passes. A list has at most
    `most` members (GS512). `goes` completes the sentence "21 is not in `0..9`, ...". Elaboration makes this
    node only where the types do not prove it superfluous; its `type` is the value's type, restricted to the
    bounds.
    """

    of: Core
    low: int
    high: int
    most: int
    goes: str


@dataclass(frozen=True, slots=True)
class Arithmetic(_Core):
    """`left op right`; `-x` is `0 - x`."""

    op: Operation
    left: Core
    right: Core


@dataclass(frozen=True, slots=True)
class Equal(_Core):
    """Whether both sides are the same value."""

    left: Core
    right: Core


@dataclass(frozen=True, slots=True)
class Less(_Core):
    """`left op right`."""

    left: Core
    right: Core
    op: Literal["<", "<=", ">", ">="]


@dataclass(frozen=True, slots=True)
class Not(_Core):
    """Negation."""

    of: Core


@dataclass(frozen=True, slots=True)
class And(_Core):
    """Conjunction with short-circuit evaluation, left to right."""

    parts: tuple[Core, ...]


@dataclass(frozen=True, slots=True)
class Or(_Core):
    """Disjunction with short-circuit evaluation, left to right."""

    parts: tuple[Core, ...]


@dataclass(frozen=True, slots=True)
class If(_Core):
    """Either `then` or `otherwise` is evaluated."""

    condition: Core
    then: Core
    otherwise: Core


@dataclass(frozen=True, slots=True)
class InList(_Core):
    """Whether a value is in a list."""

    item: Core
    of: Core


@dataclass(frozen=True, slots=True)
class InZone(_Core):
    """Whether a component lies in a zone."""

    item: Core
    zone: Core


@dataclass(frozen=True, slots=True)
class ListOf(_Core):
    """A list of values; with `numbers`, those from the first value to the second.

    The values are numbers, or values of one enumeration.
    """

    items: tuple[Core, ...]
    numbers: bool = False


@dataclass(frozen=True, slots=True)
class Quantifier(_Core):
    """`kind(slot in over: body)`."""

    kind: str
    slot: Slot
    over: Core
    body: Core


@dataclass(frozen=True, slots=True)
class Reach(_Core):
    """Everything reachable from `origin` by `body`."""

    slot: Slot
    origin: Core
    body: Core


@dataclass(frozen=True, slots=True)
class Longest(_Core):
    """The number of members of `over` on the longest trail or path given by `body`; at most `most`."""

    kind: str
    slot: Slot
    over: Core
    body: Core
    most: int


@dataclass(frozen=True, slots=True)
class Let(_Core):
    """`body`, in which `slot` is `value`, evaluated once."""

    slot: Slot
    value: Core
    body: Core


@dataclass(frozen=True, slots=True)
class Apply(_Core):
    """A function of the game applied to arguments."""

    function: Function
    args: tuple[Core, ...]


@dataclass(frozen=True, slots=True)
class BuiltIn(_Core):
    """A built-in applied to arguments; `data` is information from the checker that the engine needs."""

    name: str
    args: tuple[Core, ...]
    data: object = field(default=None)


@dataclass(frozen=True, slots=True)
class Asked:
    """The question of `can` and `in_a_row`: the names of the actions, and how often in a row; 0 for `can`."""

    actions: tuple[str, ...]
    times: int


@dataclass(frozen=True, slots=True)
class Wrong(_Core):
    """A part that could not be elaborated; its mistake has been reported."""


Core = (
    Const
    | Fixed
    | Local
    | Me
    | Column
    | Load
    | Zone
    | Contents
    | Narrow
    | Arithmetic
    | Equal
    | Less
    | Not
    | And
    | Or
    | If
    | InList
    | InZone
    | ListOf
    | Quantifier
    | Reach
    | Longest
    | Let
    | Apply
    | BuiltIn
    | Wrong
)


children: Callable[[Core], tuple[Core, ...]] = children_of("Core")
"""Give the parts of a node; an applied function is not one of them."""
