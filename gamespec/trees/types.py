"""The types of the language. Every type has finitely many values, all of which are 32-bit integers.

Values of a `Named` type are numbered from `first`. The numbers of enumerations, players, cells, directions
and rows begin with 0, and components of all kinds share one numbering. The value `none` is `NONE` in every
type.
"""

from __future__ import annotations

from typing import Literal

from gamespec.program.domain import INT_MAX, INT_MIN, NONE
from gamespec.program.frozen import dataclass

__all__ = [
    "BAD",
    "BOOL",
    "EMPTY",
    "INT_MAX",
    "INT_MIN",
    "NONE",
    "NOTHING",
    "Bad",
    "Bool",
    "Int",
    "ListType",
    "Named",
    "Nothing",
    "Optional",
    "Scalar",
    "Type",
    "ZoneType",
    "a",
    "accepts",
    "domain",
    "element",
    "is_component",
    "join",
    "meet",
    "most_of",
    "show",
    "strip",
]

TypeKind = Literal["enum", "player", "component", "cell", "direction", "row", "line", "part", "spot"]


@dataclass(frozen=True, slots=True)
class Bool:
    """The type `bool`, whose values are 0 and 1."""


@dataclass(frozen=True, slots=True)
class Int:
    """The whole numbers from `low` to `high`. The type without numbers is `EMPTY`."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Named:
    """A type with a name. It has `size` values, numbered from `first`."""

    sort: TypeKind
    name: str
    first: int
    size: int


@dataclass(frozen=True, slots=True)
class Optional:
    """The type `of?`, whose values are those of `of` and `none`."""

    of: Bool | Int | Named


@dataclass(frozen=True, slots=True)
class ListType:
    """The type of lists with at most `most` members."""

    of: Scalar
    most: int


@dataclass(frozen=True, slots=True)
class ZoneType:
    """The type of zones that hold at most `most` components of a kind."""

    of: Named
    most: int
    ordered: bool | None


@dataclass(frozen=True, slots=True)
class Nothing:
    """The type of the bare word `none`, and of the members of an empty list."""


@dataclass(frozen=True, slots=True)
class Bad:
    """The type of a part whose mistake has been reported. It silences everything that follows from it."""


Scalar = Bool | Int | Named | Optional | Nothing | Bad
Type = Scalar | ListType | ZoneType

BOOL, NOTHING, BAD = Bool(), Nothing(), Bad()

EMPTY = Int(1, 0)
"""The empty interval, which is the type of the members of `1..0`. Nothing computed from it is ever evaluated.
"""


def show(type_: Type) -> str:
    """Return a type as authors write it."""
    match type_:
        case Bool():
            return "bool"
        case Int(low, high) if (low, high) in {(INT_MIN, INT_MAX), (EMPTY.low, EMPTY.high)}:
            return "number"
        case Int(low, high):
            return f"{low}..{high}" if low != high else f"{low}"
        case Named(_, name):
            return name
        case Optional(of):
            return f"{show(of)}?"
        case ListType(of):
            return f"list of {show(of)}"
        case ZoneType(of):
            return f"zone of {show(of)}"
        case Nothing():
            return "none"
        case Bad():
            return "?"


def a(type_: Type) -> str:
    """Return a phrase for a value of a type, with an article, as messages use it."""
    text = show(type_)
    match type_:
        case Nothing():
            return "`none`"
        case Int(low, high) if low == high:
            return f"the number `{text}`"
        case Int():
            return "a number" if text == "number" else f"a number in `{text}`"
        case _:
            return f"{'an' if text[0] in 'aeiou' else 'a'} `{text}`"


def strip(type_: Type) -> Type:
    """Return a type without its `?`."""
    return type_.of if isinstance(type_, Optional) else type_


def is_component(type_: Type) -> bool:
    """Return whether the values of a type are components, or components and `none`."""
    base = strip(type_)
    return isinstance(base, Named) and base.sort == "component"


def element(type_: Type) -> Scalar | None:
    """Return the type of the members of a list or a zone, or `None` for any other type."""
    match type_:
        case ListType(of) | ZoneType(of):
            return of
        case Bad():
            return BAD
        case _:
            return None


def domain(type_: Type) -> tuple[int, int] | None:
    """Return the first value and the number of values of a scalar type, not counting `none`.

    Returns `None` for other types.
    """
    match type_:
        case Bool():
            return 0, 2
        case Int(low, high):
            return low, high - low + 1
        case Named(_, _, first, size):
            return first, size
        case Optional(of):
            return domain(of)
        case _:
            return None


def accepts(target: Type, given: Type) -> bool:
    """Return whether a value of type `given` may stand where the type `target` is wanted, ignoring bounds."""
    match target, given:
        case (Bad(), _) | (_, Bad()):
            return True
        case Optional(_), Nothing():
            return True
        case Optional(of), Optional(inner):
            return accepts(of, inner)
        case Optional(of), _:
            return accepts(of, given)
        case Int(), Int():
            return True
        case ListType(of), ListType(inner) | ZoneType(inner):
            return inner == NOTHING or accepts(of, inner)
        case ZoneType(of), ZoneType(inner):
            return of == inner
        case _:
            return target == given


def meet(a: Int, b: Int) -> Int:
    """Return the intersection of two intervals."""
    low, high = max(a.low, b.low), min(a.high, b.high)
    return Int(low, high) if low <= high else EMPTY


def most_of(type_: Type) -> int:
    """Return the maximum number of members of a list or zone."""
    return type_.most if isinstance(type_, ListType | ZoneType) else 0


def join(a: Type, b: Type) -> Type | None:  # noqa: C901 - one case for each pair
    """Return the least type that contains the values of two types, or `None` if there is none."""
    match a, b:
        case (Bad(), _) | (_, Bad()):
            return BAD
        case Int(), Int() if EMPTY in {a, b}:
            return b if a == EMPTY else a
        case Int(low, high), Int(low2, high2):
            return Int(min(low, low2), max(high, high2))
        case Nothing(), (Bool() | Int() | Named()):
            return Optional(b)
        case ((Bool() | Int() | Named()), Nothing()):
            return Optional(a)
        case (Nothing(), Optional()) | (ListType(Nothing()), ListType() | ZoneType()):
            return b
        case (Optional(), Nothing()) | (ListType(), ListType(Nothing())):
            return a
        case (Optional(), _) | (_, Optional()):
            inner = join(strip(a), strip(b))
            return Optional(inner) if isinstance(inner, Bool | Int | Named) else None
        case ZoneType(of, most, ordered), ZoneType(of2, most2, ordered2) if of == of2:
            return ZoneType(of, max(most, most2), ordered if ordered == ordered2 else None)
        case (ListType() | ZoneType(), ListType() | ZoneType()) if a != b:
            inner = join(a.of, b.of)
            most = max(a.most, b.most)
            if isinstance(inner, Bool | Int | Named | Optional | Nothing | Bad):
                return ListType(inner, most)
            return None
        case _:
            return a if a == b else None
