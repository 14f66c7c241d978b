"""Expressions of a program: what an engine evaluates to an integer or to a list of integers.

A closed union of immutable nodes without names. Conditions are 0 and 1. Each node knows its place among all
of the program (`at`, which `Names` leads back to what the author wrote) and its `domain`: what it can be, and
for a list how long it can get. Slots, stores, families of zones, spaces and planes are meant by their number
in the program's tables. A variable of an expression is a number too: no decision comes in the middle of an
expression and nothing is recursive, so that each has one place of its own beside the position.
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
    """What lies in a slot of the position: a list after its length."""

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
    """The value that stands beside `of` among the keys, which ascend; `none` if it is none of them."""

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
    """What the bank of a store holds; of one with several banks, that of a sort."""

    store: StoreNumber
    sort: Expression | None


@dataclass(frozen=True, slots=True)
class Narrow(_Expression):
    """A value that may be out of bounds, held to those of where it goes.

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
    """`left op right`; division rounds down, and by 0 is a fault (GS502).

    Where the domain reaches the ends of 32 bits, what does not fit is a fault (GS509).
    """

    op: Literal["+", "-", "*", "//", "%"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Turned(_Expression):
    """The number so many steps on in a circle of `size`, backwards with `back`."""

    of: Expression
    steps: Expression
    size: Annotated[int, Least(1)]
    back: bool


@dataclass(frozen=True, slots=True)
class Seat(_Expression):
    """The player in a seat, counted from 1; where there is none a fault (GS510)."""

    of: Expression
    players: Annotated[int, Least(1)]


@dataclass(frozen=True, slots=True)
class Absolute(_Expression):
    """A number without its sign."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Extreme(_Expression):
    """The greatest, else the least, of some numbers."""

    greatest: bool
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ExtremeOf(_Expression):
    """The greatest, else the least, member of a list; of none a fault (GS503)."""

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
    """Conjunction, left to right, as far as needed."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Or(_Expression):
    """Disjunction, left to right, as far as needed."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class If(_Expression):
    """Either `then` or `otherwise` is evaluated."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Default(_Expression):
    """A value, or another one where it is `none`."""

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
    """A list of values, as many as there are."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Numbers(_Expression):
    """The numbers from one to another, both included; none if the first is the greater."""

    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True)
class InList(_Expression):
    """Whether a value is in a list."""

    item: Expression
    of: Expression


@dataclass(frozen=True, slots=True)
class Length(_Expression):
    """How many members a list has."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Nth(_Expression):
    """A member of a list by its place, from 1; another place is a fault (GS510)."""

    of: Expression
    place: Expression


@dataclass(frozen=True, slots=True)
class End(_Expression):
    """The first, else the last, member of a list; of none `none`."""

    of: Expression
    bottom: bool


@dataclass(frozen=True, slots=True)
class Ends(_Expression):
    """The first few members of a list, or the last few from the end on."""

    of: Expression
    count: Expression
    bottom: bool


@dataclass(frozen=True, slots=True)
class Union(_Expression):
    """What is in either list, each value once, in the order in which it comes up first."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Distinct(_Expression):
    """Each value of a list once."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Reverse(_Expression):
    """A list from its end."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Only(_Expression):
    """The member of a list that must have exactly one (GS504)."""

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
    """`kind(variable in over: body)`; each member costs `each`, all of them before the first."""

    kind: QuantifierKind
    variable: VariableNumber
    over: Expression
    body: Expression
    each: Cost


@dataclass(frozen=True, slots=True)
class Reach(_Expression):
    """All that is reachable from `origin` by `body`, nearest first.

    Each member costs `each`, and one for each that it leads to.
    """

    variable: VariableNumber
    origin: Expression
    body: Expression
    each: Cost


@dataclass(frozen=True, slots=True)
class Longest(_Expression):
    """How many members of `over` the longest way goes over, each once; `most`, if there are as many.

    For `trail` the list of a member are its ends, two at most: the way goes on to what has the same end, in
    at one and out at the other. For `path` it goes on to a member of the list. Each member costs `each`,
    and one for each of its list; each step of the search, depth first, one.
    """

    kind: Literal["trail", "path"]
    variable: VariableNumber
    over: Expression
    body: Expression
    most: Annotated[int, Least(1)]
    each: Cost


@dataclass(frozen=True, slots=True)
class Let(_Expression):
    """`body`, for which `variable` is `value`, evaluated once."""

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
    """The components that lie in any zone of a family, in the order of declaration."""

    family: FamilyNumber


@dataclass(frozen=True, slots=True)
class ByPlace(_Expression):
    """The components of a list, of which alike copies come in the order in which they lie.

    That is the order of zones, and in an ordered one from the top.
    """

    of: Expression


@dataclass(frozen=True, slots=True)
class ZoneLength(_Expression):
    """How many components lie in a zone."""

    zone: Expression


@dataclass(frozen=True, slots=True)
class ZoneEnd(_Expression):
    """The component at the top, or at the bottom, of a zone; `none` if it is empty."""

    zone: Expression
    bottom: bool


@dataclass(frozen=True, slots=True)
class ZoneEnds(_Expression):
    """The few components at the top of a zone, or at the bottom, from that end on."""

    zone: Expression
    count: Expression
    bottom: bool


@dataclass(frozen=True, slots=True)
class InZone(_Expression):
    """Whether a component lies in a zone; `none` lies nowhere."""

    item: Expression
    zone: Expression


@dataclass(frozen=True, slots=True)
class Key(_Expression):
    """The key of a family's zone in which a component lies; `none` if it lies in no zone of it."""

    component: Expression
    family: FamilyNumber


# --- what could be done -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Can(_Expression):
    """Whether a player, offered some actions now, would have an option.

    None of them is handed values, and locals are not seen by them.
    """

    player: Expression
    actions: tuple[ActionNumber, ...]


@dataclass(frozen=True, slots=True)
class InARow(_Expression):
    """How many times in a row, at most `times`, a player could take one of some actions, beginning now.

    What happens between them are the steps of the actions, and nothing else.
    """

    player: Expression
    actions: tuple[ActionNumber, ...]
    times: Annotated[int, Least(1)]


# --- histories --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Occurred(_Expression):
    """How often the present situation is in a history; `each` is to be paid beforehand."""

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
    """The cell so many steps away in a direction, backwards if below 0, or `none`."""

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
    """The first direction in which one cell is a step from another, or `none`."""

    space: SpaceNumber
    start: Expression
    end: Expression


@dataclass(frozen=True, slots=True)
class Distance(_Expression):
    """The least number of steps from cell to cell, or `none` where there is no way."""

    space: SpaceNumber
    start: Expression
    end: Expression


@dataclass(frozen=True, slots=True)
class Gap(_Expression):
    """How many steps ahead a cell of a track is, round a ring; `none` if it lies behind."""

    space: SpaceNumber
    start: Expression
    end: Expression


@dataclass(frozen=True, slots=True)
class CellAt(_Expression):
    """The cell in a column and row; where there is none a fault (GS510)."""

    space: SpaceNumber
    column: Expression
    row: Expression


PlaneQuestion = Literal["spots", "around", "features", "feature", "joined", "tiles", "open_ends", "touching"]


@dataclass(frozen=True, slots=True)
class OfPlane(_Expression):
    """What a plane answers for a tile or a part.

    `spots` at which a tile fits; the tiles `around` one; the `features` of all laid tiles; the
    `feature` of a part, all that is `joined` to it, the `tiles` it extends over, its `open_ends`, and the
    features `touching` it. `each` is to be paid beforehand.
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

    Of one that is `kept` an engine does well to keep results. That changes nothing but the time it takes.
    """

    number: int
    parameters: tuple[VariableNumber, ...]
    body: Expression
    cost: Cost
    kept: bool
