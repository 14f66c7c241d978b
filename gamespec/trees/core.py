"""Typed expressions, in which every name is bound and every type is known.

They form a closed union of immutable nodes. The exception is `Slot`, which is compared by identity, because
the place of a local is settled only when the layout of the position is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Literal

from gamespec.program.children import children_of
from gamespec.program.frozen import dataclass
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
    """A local. With `frame` it lives in the position, and otherwise in the scratch space of one evaluation.

    It takes `size` integers. A list is stored as its length followed by its members.
    """

    name: str
    type: Type
    frame: bool
    size: int = 1


@dataclass(eq=False, slots=True)
class Store:
    """A block of integers in the position, for a variable, a resource, or a family of them.

    `dims` gives the first key and the number of keys of each dimension; the last dimension varies fastest. A
    resource has one more integer at the end, the bank. A resource with a `sort` has the sort as its last key,
    and a bank for each sort.
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
    """A zone or a family of zones. `first` is the number of the first zone."""

    name: str
    type: ZoneType
    dims: tuple[tuple[int, int], ...]
    keys: tuple[Type, ...]
    first: int

    @property
    def count(self) -> int:
        """The number of zones in the family."""
        total = 1
        for _, size in self.dims:
            total *= size
        return total


@dataclass(frozen=True, slots=True)
class Term:
    """One of the values that a function gathers.

    Without a `name`, it is the function's own value. Without `when`, it always counts.
    """

    name: str | None
    when: Core | None
    value: Core


@dataclass(eq=False, slots=True)
class History:
    """A record of up to `length` past situations, restricted to the parts named in `of`."""

    name: str
    of: tuple[str, ...]
    length: int


@dataclass(eq=False, slots=True)
class Function:
    """A function of the game. `body` is set once the function is elaborated.

    `levels` is the nesting depth of the body, counting the functions that it calls. `terms` are the values
    that the function gathers, for explanations; `body` contains them all. The results of a `kept` function
    should be cached. `constants` are the results known before the game, by the values of the parameters.
    """

    name: str
    parameters: tuple[Slot, ...]
    kept: bool = False
    type: Type = NOTHING
    body: Core | None = None
    uses_me: bool = False
    levels: int = 0
    terms: tuple[Term, ...] = ()
    constants: dict[tuple[int, ...], int | tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, slots=True)
class Agenda:
    """Waiting events. The agenda holds their number, and for each its event and the values of the parameters.

    Events are numbered from 1. With `newest`, the event announced last is handled next.
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
    """A value that is known before the game begins."""

    value: int


@dataclass(frozen=True, slots=True)
class Fixed(_Core):
    """A list that is known before the game begins."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Local(_Core):
    """The value of a local."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class Me(_Core):
    """The player who is `me`."""


@dataclass(frozen=True, slots=True)
class Column(_Core):
    """A printed attribute or a column of a table. `values` is indexed by the number of the component or row.

    With `keys`, there is a value for each combination of keys, and the last key varies fastest. `dims` gives
    the first key and the number of keys of each dimension.
    """

    of: Core
    name: str
    first: int
    values: tuple[int, ...]
    keys: tuple[Core, ...] = ()
    dims: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Load(_Core):
    """The member of a variable or resource that the keys select.

    With `bank`, it is the bank of the resource, or the bank of the sort that the key gives.
    """

    store: Store
    keys: tuple[Core, ...]
    bank: bool = False


@dataclass(frozen=True, slots=True)
class Zone(_Core):
    """The number of the zone that the keys select."""

    zone: ZoneStore
    keys: tuple[Core, ...]


@dataclass(frozen=True, slots=True)
class Contents(_Core):
    """The list of the components in a zone."""

    zone: Core


@dataclass(frozen=True, slots=True)
class Narrow(_Core):
    """A value that may exceed the bounds of its destination, and the check of these bounds.

    A number, or each member of a list, must lie within `low..high` (GS505), except that `none` is allowed. A
    list may have at most `most` members (GS512). `goes` completes the sentence "21 is not in `0..9`, ...".
    Elaboration makes this node only where the types do not prove it superfluous. Its `type` is the type of
    the value, restricted to the bounds.
    """

    of: Core
    low: int
    high: int
    most: int
    goes: str


@dataclass(frozen=True, slots=True)
class Arithmetic(_Core):
    """An arithmetic operation, `left op right`. The expression `-x` becomes `0 - x`."""

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
    """A comparison of two numbers, `left op right`."""

    left: Core
    right: Core
    op: Literal["<", "<=", ">", ">="]


@dataclass(frozen=True, slots=True)
class Not(_Core):
    """The negation of a condition."""

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
    """The value of `then` or `otherwise`. Only the selected one is evaluated."""

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
    """A list of the values of several expressions.

    With `numbers`, there are two items, and the list has all values from the first item's value to the second
    item's value. Both are numbers, or both are values of one enumeration.
    """

    items: tuple[Core, ...]
    numbers: bool = False


@dataclass(frozen=True, slots=True)
class Quantifier(_Core):
    """A quantifier, `kind(slot in over: body)`."""

    kind: str
    slot: Slot
    over: Core
    body: Core


@dataclass(frozen=True, slots=True)
class Reach(_Core):
    """Everything that can be reached from `origin` by repeating `body`."""

    slot: Slot
    origin: Core
    body: Core


@dataclass(frozen=True, slots=True)
class Longest(_Core):
    """The number of members of `over` on the longest trail or path that `body` allows; at most `most`."""

    kind: str
    slot: Slot
    over: Core
    body: Core
    most: int


@dataclass(frozen=True, slots=True)
class Let(_Core):
    """The value of `body`, in which `slot` stands for `value`; `value` is evaluated once."""

    slot: Slot
    value: Core
    body: Core


@dataclass(frozen=True, slots=True)
class Apply(_Core):
    """A function of the game that is applied to arguments."""

    function: Function
    args: tuple[Core, ...]


@dataclass(frozen=True, slots=True)
class BuiltIn(_Core):
    """A built-in that is applied to arguments.

    `data` is information from the checker that the engine needs.
    """

    name: str
    args: tuple[Core, ...]
    data: object = field(default=None)


@dataclass(frozen=True, slots=True)
class Asked:
    """The question of `can` and `in_a_row`: the names of the actions, and how often they are taken in a row.

    For `can`, that number is 0.
    """

    actions: tuple[str, ...]
    times: int


@dataclass(frozen=True, slots=True)
class Wrong(_Core):
    """A stand-in for a part that could not be elaborated, and whose mistake has been reported."""


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
"""Returns the direct subexpressions of a node. The body of a function that it applies is not among them."""
