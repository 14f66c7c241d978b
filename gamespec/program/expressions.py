"""Expressions of a program, each of which an engine evaluates to an integer or to a list of integers.

They form a closed union of immutable nodes without names. Conditions are 0 and 1. Each node has a place
(`at`), which is a number unique in the program that `Names` maps to the author's text. Each node also has a
`domain`, which gives the possible values, and for a list the maximum length. Slots, stores, families of
zones, spaces and planes are given by their numbers in the program's tables, and so are the variables of
expressions. Since no decision interrupts an expression and nothing is recursive, each variable has a single
place outside the position.
"""

from __future__ import annotations

from typing import Annotated, Literal

from gamespec.program.domain import Domain
from gamespec.program.frozen import dataclass
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
    """A value that is known before the game begins."""

    value: int


@dataclass(frozen=True, slots=True)
class Fixed(_Expression):
    """A list that is known before the game begins."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Local(_Expression):
    """The content of a slot in the position. For a list, the length comes first and the members follow it."""

    slot: SlotNumber


@dataclass(frozen=True, slots=True)
class Variable(_Expression):
    """The value of a variable that an expression binds."""

    variable: VariableNumber


@dataclass(frozen=True, slots=True)
class Me(_Expression):
    """The player who acts at the moment."""


@dataclass(frozen=True, slots=True)
class Column(_Expression):
    """The value `values[of - first]`."""

    of: Expression
    first: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ListAt(_Expression):
    """The list `lists[of - first]`."""

    of: Expression
    first: int
    lists: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Lookup(_Expression):
    """The value paired with `of` in a table with ascending keys, or `none` if `of` is not one of the keys."""

    of: Expression
    keys: tuple[int, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Load(_Expression):
    """The member of a store that the keys select."""

    store: StoreNumber
    keys: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Bank(_Expression):
    """The number of tokens in the bank of a store. If there are several banks, `sort` selects one."""

    store: StoreNumber
    sort: Expression | None


@dataclass(frozen=True, slots=True)
class Narrow(_Expression):
    """A value that may exceed the bounds of its destination, and the check of these bounds.

    A number, or each member of a list, must lie within `low..high` (GS505), except that `none` is allowed. A
    list may have at most `most` members (GS512).
    """

    of: Expression
    low: int
    high: int
    most: int


# --- numbers and conditions -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Arithmetic(_Expression):
    """The result of `left op right`. Division rounds down, and division by 0 is a fault (GS502).

    If the domain reaches the ends of 32 bits, a result outside the domain is a fault (GS509).
    """

    op: Literal["+", "-", "*", "//", "%"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Turned(_Expression):
    """The number `by` steps further on a circle of `size` numbers, or backwards if `back` is set."""

    of: Expression
    steps: Expression
    size: Annotated[int, Least(1)]
    back: bool


@dataclass(frozen=True, slots=True)
class Seat(_Expression):
    """The player in a seat, counted from 1. If there is no such seat, that is a fault (GS510)."""

    of: Expression
    players: Annotated[int, Least(1)]


@dataclass(frozen=True, slots=True)
class Absolute(_Expression):
    """The absolute value of a number."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Extreme(_Expression):
    """The greatest or the least of several numbers."""

    greatest: bool
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ExtremeOf(_Expression):
    """The greatest or the least member of a list. An empty list is a fault (GS503)."""

    greatest: bool
    of: Expression


@dataclass(frozen=True, slots=True)
class Equal(_Expression):
    """Whether both sides are the same value, or lists with the same values in the same order."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Less(_Expression):
    """Whether the comparison `left op right` holds."""

    op: Literal["<", "<=", ">", ">="]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Not(_Expression):
    """The negation of a condition. For a number, it is whether the number is 0."""

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
    """The value of `then` or `otherwise`. Only the selected one is evaluated."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Default(_Expression):
    """A value, or a replacement for it if the value is `none`."""

    of: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class There(_Expression):
    """A value that must not be `none` (GS504)."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Apply(_Expression):
    """A function applied to arguments, all of which are evaluated first."""

    function: Annotated[Function, Shared("functions")]
    args: tuple[Expression, ...]


# --- lists ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ListOf(_Expression):
    """A list of the values of several expressions."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Numbers(_Expression):
    """The list of numbers from one number to another, both included; empty if the first is greater."""

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
    """The member of a list at a place, counted from 1. A place outside the list is a fault (GS510)."""

    of: Expression
    place: Expression


@dataclass(frozen=True, slots=True)
class End(_Expression):
    """The first or the last member of a list, or `none` if the list is empty."""

    of: Expression
    bottom: bool


@dataclass(frozen=True, slots=True)
class Ends(_Expression):
    """The first `count` members of a list, or its last `count` members in reverse order."""

    of: Expression
    count: Expression
    bottom: bool


@dataclass(frozen=True, slots=True)
class Union(_Expression):
    """The values that occur in either of two lists, each once, in the order of their first appearance."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Distinct(_Expression):
    """The values that occur in a list, each once."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Reverse(_Expression):
    """A list in reverse order."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Only(_Expression):
    """The only member of a list. If the list does not have exactly one member, that is a fault (GS504)."""

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
    """A quantifier, `kind(variable in over: body)`.

    Each member costs `each` units, all of which are charged before the first member.
    """

    kind: QuantifierKind
    variable: VariableNumber
    over: Expression
    body: Expression
    each: Cost


@dataclass(frozen=True, slots=True)
class Reach(_Expression):
    """Everything that can be reached from `origin` by repeating `body`, nearest first.

    Each value reached costs `each` units, plus one for each value to which it leads.
    """

    variable: VariableNumber
    origin: Expression
    body: Expression
    each: Cost


@dataclass(frozen=True, slots=True)
class Longest(_Expression):
    """The greatest number of members of `over` on one way that visits each at most once; at most `most`.

    For `trail`, the body gives the ends of a member, of which there are at most two. A way enters a member at
    one end, leaves it at the other, and continues with a member that shares that end. For `path`, the body
    gives the members with which a way may continue. Each member costs `each` units, plus one for each element
    of its list, and each step of the depth-first search costs one unit.
    """

    kind: Literal["trail", "path"]
    variable: VariableNumber
    over: Expression
    body: Expression
    most: Annotated[int, Least(1)]
    each: Cost


@dataclass(frozen=True, slots=True)
class Let(_Expression):
    """The value of `body`, in which `variable` stands for `value`; `value` is evaluated once."""

    variable: VariableNumber
    value: Expression
    body: Expression


# --- zones ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ZoneAt(_Expression):
    """The number of the zone in a family that the keys select."""

    family: FamilyNumber
    keys: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Contents(_Expression):
    """The list of the components in a zone, from the top."""

    zone: Expression


@dataclass(frozen=True, slots=True)
class FamilyContents(_Expression):
    """The list of the components in any zone of a family, in the order of declaration."""

    family: FamilyNumber


@dataclass(frozen=True, slots=True)
class ByPlace(_Expression):
    """The components of a list, with components that have equal faces in the order of their places.

    Places are ordered by zone, and within an ordered zone from the top.
    """

    of: Expression


@dataclass(frozen=True, slots=True)
class ZoneLength(_Expression):
    """The number of components in a zone."""

    zone: Expression


@dataclass(frozen=True, slots=True)
class ZoneEnd(_Expression):
    """The component at the top or at the bottom of a zone, or `none` if the zone is empty."""

    zone: Expression
    bottom: bool


@dataclass(frozen=True, slots=True)
class ZoneEnds(_Expression):
    """The first `count` components of a zone from the top, or from the bottom if `bottom` is set."""

    zone: Expression
    count: Expression
    bottom: bool


@dataclass(frozen=True, slots=True)
class InZone(_Expression):
    """Whether a component lies in a zone. The value `none` lies in no zone."""

    item: Expression
    zone: Expression


@dataclass(frozen=True, slots=True)
class Key(_Expression):
    """The key of the zone in a family that holds a component, or `none` if no zone of the family holds it."""

    component: Expression
    family: FamilyNumber


# --- what could be done -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Can(_Expression):
    """Whether a player would have at least one option if offered certain actions now.

    The actions receive no values and see no locals.
    """

    player: Expression
    actions: tuple[ActionNumber, ...]


@dataclass(frozen=True, slots=True)
class InARow(_Expression):
    """The number of times in a row that a player could now take one of certain actions, at most `times`.

    Between these actions nothing runs but their own steps.
    """

    player: Expression
    actions: tuple[ActionNumber, ...]
    times: Annotated[int, Least(1)]


# --- histories --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Occurred(_Expression):
    """The number of times that a history contains the present situation. The cost `each` is charged first."""

    history: HistoryNumber
    each: Cost


# --- spaces and planes ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Neighbours(_Expression):
    """The list of the cells that are one step away from a cell, ordered by direction."""

    space: SpaceNumber
    cell: Expression


@dataclass(frozen=True, slots=True)
class Step(_Expression):
    """The cell that is one step away in a direction, or `none`."""

    space: SpaceNumber
    cell: Expression
    direction: Expression


@dataclass(frozen=True, slots=True)
class Steps(_Expression):
    """The cell a number of steps away in a direction, or `none`. A negative number goes backwards."""

    space: SpaceNumber
    cell: Expression
    direction: Expression
    count: Expression


@dataclass(frozen=True, slots=True)
class Ray(_Expression):
    """The list of the cells beyond a cell in a direction, nearest first."""

    space: SpaceNumber
    cell: Expression
    direction: Expression


@dataclass(frozen=True, slots=True)
class Direction(_Expression):
    """The first direction in which one step leads from one cell to another, or `none`."""

    space: SpaceNumber
    start: Expression
    end: Expression


@dataclass(frozen=True, slots=True)
class Distance(_Expression):
    """The least number of steps from one cell to another, or `none` if there is no path."""

    space: SpaceNumber
    start: Expression
    end: Expression


@dataclass(frozen=True, slots=True)
class Gap(_Expression):
    """The number of steps forward from one cell of a track to another, or `none` if the other lies behind.

    On a ring, the steps go around.
    """

    space: SpaceNumber
    start: Expression
    end: Expression


@dataclass(frozen=True, slots=True)
class CellAt(_Expression):
    """The cell in a column and row. If there is no such cell, that is a fault (GS510)."""

    space: SpaceNumber
    column: Expression
    row: Expression


PlaneQuestion = Literal["spots", "around", "features", "feature", "joined", "tiles", "open_ends", "touching"]


@dataclass(frozen=True, slots=True)
class OfPlane(_Expression):
    """The result of a query of a plane about a tile or a part.

    The queries are the `spots` at which a tile fits; the tiles `around` a tile; the `features` of all laid
    tiles; the `feature` of a part, with all parts `joined` to the part, the `tiles` over which the feature
    extends, its `open_ends`, and the features `touching` it. The cost
    `each` is charged first.
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
    """A function of the game. Its parameters are variables, and each application costs `cost` units.

    An engine should cache the results of a function that is `kept`. Caching affects nothing but time.
    """

    number: int
    parameters: tuple[VariableNumber, ...]
    body: Expression
    cost: Cost
    kept: bool
