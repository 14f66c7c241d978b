"""Expressions of a program: an engine evaluates each to an integer or to a list of integers.

A closed union of immutable nodes without names. Conditions are 0 and 1. Each node has a place, a number
unique in the program (`at`, which `Names` maps to the author's text), and a `domain`: the possible values,
and for a list its maximum length. Slots, stores, families of zones, spaces and planes are given by their
number in the program's tables. So are the variables of expressions: no decision interrupts an expression and
nothing is recursive, so each variable has one place of its own outside the position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from gamespec.program.domain import Domain
from gamespec.program.marks import (
    ActionNumber,
    Cost,
    Count,
    FamilyNumber,
    HistoryNumber,
    Least,
    Place,
    PlaneNumber,
    Shared,
    SlotNumber,
    SpaceNumber,
    StoreNumber,
    VariableNumber,
)

__all__ = [
    "Absolute",
    "And",
    "Apply",
    "Arithmetic",
    "Bank",
    "ByPlace",
    "Can",
    "CellAt",
    "Column",
    "Const",
    "Contents",
    "Default",
    "Direction",
    "Distance",
    "Distinct",
    "End",
    "Ends",
    "Equal",
    "Expression",
    "Extreme",
    "ExtremeOf",
    "FamilyContents",
    "Fixed",
    "Function",
    "Gap",
    "If",
    "InARow",
    "InList",
    "InZone",
    "Key",
    "Length",
    "Less",
    "Let",
    "ListAt",
    "ListOf",
    "Load",
    "Local",
    "Longest",
    "Lookup",
    "Me",
    "Narrow",
    "Neighbours",
    "Not",
    "Nth",
    "Numbers",
    "Occurred",
    "OfPlane",
    "Only",
    "Or",
    "PlaneQuestion",
    "Quantifier",
    "QuantifierKind",
    "Ray",
    "Reach",
    "Reverse",
    "Seat",
    "Step",
    "Steps",
    "There",
    "Turned",
    "Union",
    "Variable",
    "ZoneAt",
    "ZoneEnd",
    "ZoneEnds",
    "ZoneLength",
]


@dataclass(frozen=True, slots=True)
class _Expression:
    at: Place
    domain: Domain


# --- values -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const(_Expression):
    """A value known before the game begins."""

    value: int


@dataclass(frozen=True, slots=True)
class Fixed(_Expression):
    """A list known before the game begins."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Local(_Expression):
    """The content of a slot of the position; a list is stored after its length."""

    slot: SlotNumber


@dataclass(frozen=True, slots=True)
class Variable(_Expression):
    """The value of a variable of an expression."""

    variable: VariableNumber


@dataclass(frozen=True, slots=True)
class Me(_Expression):
    """The player who acts."""


@dataclass(frozen=True, slots=True)
class Column(_Expression):
    """`values[of - first]`."""

    of: Expression
    first: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ListAt(_Expression):
    """`lists[of - first]`."""

    of: Expression
    first: int
    lists: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Lookup(_Expression):
    """The value paired with `of` among ascending keys; `none` if it is not among them."""

    of: Expression
    keys: tuple[int, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Load(_Expression):
    """The member of a store for some keys."""

    store: StoreNumber
    keys: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Bank(_Expression):
    """The tokens in the bank of a store; with several banks, those of a sort."""

    store: StoreNumber
    sort: Expression | None


@dataclass(frozen=True, slots=True)
class Narrow(_Expression):
    """A value that may exceed the bounds of its destination.

    A number, or each member of a list, must lie within `low..high` (GS505); `none` passes. A list has at most
    `most` members (GS512).
    """

    of: Expression
    low: int
    high: int
    most: int


# --- numbers and conditions -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Arithmetic(_Expression):
    """`left op right`; division rounds down, and division by 0 is a fault (GS502).

    If the domain reaches the ends of 32 bits, a result outside it is a fault (GS509).
    """

    op: Literal["+", "-", "*", "//", "%"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Turned(_Expression):
    """The number `by` steps further on a circle of `size`, backwards with `back`."""

    of: Expression
    steps: Expression
    size: Annotated[int, Least(1)]
    back: bool


@dataclass(frozen=True, slots=True)
class Seat(_Expression):
    """The player in a seat, counted from 1; a fault (GS510) if there is none."""

    of: Expression
    players: Annotated[int, Least(1)]


@dataclass(frozen=True, slots=True)
class Absolute(_Expression):
    """The absolute value of a number."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Extreme(_Expression):
    """The greatest of some numbers, or the least."""

    greatest: bool
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ExtremeOf(_Expression):
    """The greatest or the least member of a list; a fault (GS503) if it is empty."""

    greatest: bool
    of: Expression


@dataclass(frozen=True, slots=True)
class Equal(_Expression):
    """Whether both sides are the same value, or lists of the same values in one order."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Less(_Expression):
    """`left op right`."""

    op: Literal["<", "<=", ">", ">="]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Not(_Expression):
    """Negation; of a number, whether it is 0."""

    of: Expression


@dataclass(frozen=True, slots=True)
class And(_Expression):
    """Conjunction with short-circuit evaluation, left to right."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Or(_Expression):
    """Disjunction with short-circuit evaluation, left to right."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class If(_Expression):
    """`then` or `otherwise`; only the selected one is evaluated."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Default(_Expression):
    """A value, or another one if it is `none`."""

    of: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class There(_Expression):
    """A value that must not be `none` (GS504)."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Apply(_Expression):
    """A function applied to arguments, which are all evaluated first."""

    function: Annotated[Function, Shared("functions")]
    args: tuple[Expression, ...]


# --- lists ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ListOf(_Expression):
    """A list of values."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Numbers(_Expression):
    """The numbers from one to another, both included; an empty list if the first is greater."""

    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True)
class InList(_Expression):
    """Whether a value is in a list."""

    item: Expression
    of: Expression


@dataclass(frozen=True, slots=True)
class Length(_Expression):
    """The number of members of a list."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Nth(_Expression):
    """A member of a list by its place, from 1; any other place is a fault (GS510)."""

    of: Expression
    place: Expression


@dataclass(frozen=True, slots=True)
class End(_Expression):
    """The first or the last member of a list; `none` if it is empty."""

    of: Expression
    bottom: bool


@dataclass(frozen=True, slots=True)
class Ends(_Expression):
    """The first few members of a list, or the last few, starting at the end."""

    of: Expression
    count: Expression
    bottom: bool


@dataclass(frozen=True, slots=True)
class Union(_Expression):
    """The members of either list, each value once, in order of first appearance."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Distinct(_Expression):
    """Each value of a list once."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Reverse(_Expression):
    """A list in reverse order."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Only(_Expression):
    """The only member of a list; a fault (GS504) if there is not exactly one."""

    of: Expression


QuantifierKind = Literal[
    "any",
    "all",
    "none",
    "count",
    "filter",
    "while",
    "until",
    "first",
    "the",
    "sum",
    "min",
    "max",
    "best",
    "sort",
    "map",
    "flat",
    "matching",
]


@dataclass(frozen=True, slots=True)
class Quantifier(_Expression):
    """`kind(variable in over: body)`; each member costs `each`, charged before the first."""

    kind: QuantifierKind
    variable: VariableNumber
    over: Expression
    body: Expression
    each: Cost


@dataclass(frozen=True, slots=True)
class Reach(_Expression):
    """Everything reachable from `origin` by `body`, nearest first.

    Each member costs `each`, plus one for each member that it leads to.
    """

    variable: VariableNumber
    origin: Expression
    body: Expression
    each: Cost


@dataclass(frozen=True, slots=True)
class Longest(_Expression):
    """The greatest number of members of `over` on one way, each visited once; at most `most`.

    For `trail` the body gives the ends of a member, at most two: a way enters at one end, leaves at the
    other, and goes on to a member that shares it. For `path` the body gives the members to which a way may go
    on. Each member costs `each`, plus one per element of its list; each step of the depth-first search costs
    one.
    """

    kind: Literal["trail", "path"]
    variable: VariableNumber
    over: Expression
    body: Expression
    most: Annotated[int, Least(1)]
    each: Cost


@dataclass(frozen=True, slots=True)
class Let(_Expression):
    """`body`, in which `variable` is `value`, evaluated once."""

    variable: VariableNumber
    value: Expression
    body: Expression


# --- zones ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ZoneAt(_Expression):
    """The number of a family's zone for some keys."""

    family: FamilyNumber
    keys: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Contents(_Expression):
    """The components of a zone, from the top."""

    zone: Expression


@dataclass(frozen=True, slots=True)
class FamilyContents(_Expression):
    """The components in any zone of a family, in the order of declaration."""

    family: FamilyNumber


@dataclass(frozen=True, slots=True)
class ByPlace(_Expression):
    """The components of a list, with alike copies in the order of their places.

    Places are ordered by zone, and in an ordered zone from the top.
    """

    of: Expression


@dataclass(frozen=True, slots=True)
class ZoneLength(_Expression):
    """The number of components in a zone."""

    zone: Expression


@dataclass(frozen=True, slots=True)
class ZoneEnd(_Expression):
    """The component at the top, or at the bottom, of a zone; `none` if it is empty."""

    zone: Expression
    bottom: bool


@dataclass(frozen=True, slots=True)
class ZoneEnds(_Expression):
    """The top or bottom few components of a zone, starting at that end."""

    zone: Expression
    count: Expression
    bottom: bool


@dataclass(frozen=True, slots=True)
class InZone(_Expression):
    """Whether a component lies in a zone; `none` lies in no zone."""

    item: Expression
    zone: Expression


@dataclass(frozen=True, slots=True)
class Key(_Expression):
    """The key of the family's zone that holds a component; `none` if no zone of the family does."""

    component: Expression
    family: FamilyNumber


# --- what could be done -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Can(_Expression):
    """Whether a player who was offered some actions now would have an option.

    The actions receive no values and see no locals.
    """

    player: Expression
    actions: tuple[ActionNumber, ...]


@dataclass(frozen=True, slots=True)
class InARow(_Expression):
    """The number of times in a row, at most `times`, that a player could now take one of some actions.

    Between them only the steps of the actions run.
    """

    player: Expression
    actions: tuple[ActionNumber, ...]
    times: Annotated[int, Least(1)]


# --- histories --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Occurred(_Expression):
    """The number of times that the present situation is in a history; `each` is charged beforehand."""

    history: HistoryNumber
    each: Cost


# --- spaces and planes ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Neighbours(_Expression):
    """The cells one step away, by direction."""

    space: SpaceNumber
    cell: Expression


@dataclass(frozen=True, slots=True)
class Step(_Expression):
    """The cell one step away in a direction, or `none`."""

    space: SpaceNumber
    cell: Expression
    direction: Expression


@dataclass(frozen=True, slots=True)
class Steps(_Expression):
    """The cell some steps away in a direction, backwards if negative, or `none`."""

    space: SpaceNumber
    cell: Expression
    direction: Expression
    count: Expression


@dataclass(frozen=True, slots=True)
class Ray(_Expression):
    """The cells beyond one in a direction, nearest first."""

    space: SpaceNumber
    cell: Expression
    direction: Expression


@dataclass(frozen=True, slots=True)
class Direction(_Expression):
    """The first direction in which one cell is a step from the other, or `none`."""

    space: SpaceNumber
    start: Expression
    end: Expression


@dataclass(frozen=True, slots=True)
class Distance(_Expression):
    """The least number of steps from cell to cell, or `none` if there is no path."""

    space: SpaceNumber
    start: Expression
    end: Expression


@dataclass(frozen=True, slots=True)
class Gap(_Expression):
    """The number of steps ahead to a cell of a track, around a ring; `none` if it is behind."""

    space: SpaceNumber
    start: Expression
    end: Expression


@dataclass(frozen=True, slots=True)
class CellAt(_Expression):
    """The cell in a column and row; a fault (GS510) if there is none."""

    space: SpaceNumber
    column: Expression
    row: Expression


PlaneQuestion = Literal["spots", "around", "features", "feature", "joined", "tiles", "open_ends", "touching"]


@dataclass(frozen=True, slots=True)
class OfPlane(_Expression):
    """A query of a plane about a tile or a part.

    `spots` at which a tile fits; the tiles `around` one; the `features` of all laid tiles; the `feature` of a
    part, with all parts `joined` to it, the `tiles` it extends over, its `open_ends`, and the features
    `touching` it. `each` is charged beforehand.
    """

    plane: PlaneNumber
    question: PlaneQuestion
    of: Expression | None
    each: Count


Expression = (
    Const
    | Fixed
    | Local
    | Variable
    | Me
    | Column
    | ListAt
    | Lookup
    | Load
    | Bank
    | Narrow
    | Arithmetic
    | Turned
    | Seat
    | Absolute
    | Extreme
    | ExtremeOf
    | Equal
    | Less
    | Not
    | And
    | Or
    | If
    | Default
    | There
    | Apply
    | ListOf
    | Numbers
    | InList
    | Length
    | Nth
    | End
    | Ends
    | Union
    | Distinct
    | Reverse
    | Only
    | Quantifier
    | Reach
    | Longest
    | Let
    | ZoneAt
    | Contents
    | FamilyContents
    | ByPlace
    | ZoneLength
    | ZoneEnd
    | ZoneEnds
    | InZone
    | Key
    | Occurred
    | Can
    | InARow
    | Neighbours
    | Step
    | Steps
    | Ray
    | Direction
    | Distance
    | Gap
    | CellAt
    | OfPlane
)


@dataclass(frozen=True, eq=False, slots=True)
class Function:
    """A function: its parameters are variables, and an application costs `cost`.

    An engine should cache the results of one that is `kept`. This affects nothing but time.
    """

    number: int
    parameters: tuple[VariableNumber, ...]
    body: Expression
    cost: Cost
    kept: bool
