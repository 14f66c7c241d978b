"""The declarations of a game that expressions can name, with a class for each type and declaration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

__all__ = [
    "BOOL",
    "PLAYER",
    "Bool",
    "Family",
    "Function",
    "Kind",
    "List",
    "Named",
    "Num",
    "Opt",
    "Parts",
    "Plane",
    "Scalar",
    "Scope",
    "Space",
    "Table",
    "Type",
    "Words",
    "Zone",
    "ZoneOf",
    "written",
]


@dataclass(frozen=True)
class Bool:
    """The type `bool`."""


@dataclass(frozen=True)
class Num:
    """The type of numbers within a range."""

    low: int
    high: int


@dataclass(frozen=True)
class Named:
    """A type with a name."""

    sort: Literal["enum", "player", "kind", "row", "table", "part", "cell", "direction", "spot", "line"]
    name: str


@dataclass(frozen=True)
class Opt:
    """The type of an optional value, which may be `none`."""

    of: Bool | Num | Named


Scalar = Bool | Num | Named | Opt


@dataclass(frozen=True)
class List:
    """The type of a list, with the type of its elements."""

    of: Scalar


@dataclass(frozen=True)
class ZoneOf:
    """The type of a parameter that accepts a zone of a kind."""

    kind: str


Type = Scalar | List | ZoneOf

BOOL, PLAYER = Bool(), Named("player", "player")


def written(type_: Type) -> str:
    """Return a type as authors write it."""
    match type_:
        case Bool():
            return "bool"
        case Num(low, high):
            return f"{low}..{high}"
        case Named("direction" | "row" as of, name):
            return f"{name}.{of}"
        case Named(_, name):
            return name
        case Opt(of):
            return f"{written(of)}?"
        case List(of):
            return f"list of {written(of)}"
        case ZoneOf(kind):
            return f"zone of {kind}"


@dataclass(frozen=True)
class Kind:
    """A kind of components, with their names and the values printed on them.

    `unsaid` are the names that no rule uses, because several components share them. `rows` contain the values
    of the columns, as authors write them. `back` are the columns that are also printed on the back.
    """

    name: str
    names: tuple[str, ...]
    columns: Mapping[str, Scalar]
    rows: tuple[Mapping[str, object], ...]
    start: str
    form: Literal["rows", "all"] = "rows"
    per_player: bool = False
    label: str | None = None
    back: tuple[str, ...] = ()
    indexed: Mapping[str, tuple[tuple[Scalar, ...], Scalar]] = field(default_factory=dict)
    """Attributes with a value for each key, each with the types of its keys and the type of its value."""
    defaults: Mapping[str, object] = field(default_factory=dict)
    """Values for the columns that a row leaves out, by column."""
    copies: int = 1
    unsaid: tuple[str, ...] = ()

    @property
    def said(self) -> tuple[str, ...]:
        """The names of components that rules may use, which are those that belong to a single component."""
        return tuple(name for name in self.names if name not in self.unsaid)


@dataclass(frozen=True)
class Parts:
    """The parts printed on the tiles of a kind.

    Each row gives the tile, the id, the ports, and the parts that this part touches.
    """

    name: str
    tile: str
    match: str
    rows: tuple[Mapping[str, str], ...]


@dataclass(frozen=True)
class Plane:
    """A plane on which tiles are laid."""

    name: str
    zone: str
    parts: Parts
    within: int


@dataclass(frozen=True)
class Table:
    """A table of records.

    If the table has a key and is not partial, each value of the key has a row.
    """

    name: str
    columns: Mapping[str, Scalar]
    rows: tuple[Mapping[str, object], ...]
    key: tuple[str, ...] = ()
    partial: bool = False
    defaults: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Space:
    """A board, with the names of its cells (none for a track) and of its directions."""

    name: str
    form: Literal["grid", "hex", "track", "branches", "graph", "edges", "corners"]
    cells: tuple[str, ...]
    directions: tuple[str, ...]
    width: int
    height: int
    declared: Mapping[str, object]

    @property
    def whole(self) -> bool:
        """Whether a grid has a cell in every column of every row."""
        return not self.cells or len(self.cells) == self.width * self.height

    @property
    def board(self) -> object:
        """The name of the grid to which edges or corners belong, or the space's own name."""
        return self.declared.get("edges") or self.declared.get("corners") or self.name


@dataclass(frozen=True)
class Zone:
    """A zone, or a family of zones."""

    name: str
    kind: str
    keys: tuple[Scalar, ...] = ()
    ordered: bool = False
    capacity: str | None = None
    seen_by: str | None = None
    label: object = None


@dataclass(frozen=True)
class Family:
    """A variable or resource, or a family of variables or resources."""

    name: str
    type: Scalar
    keys: tuple[Scalar, ...] = ()
    start: str | None = None
    seen_by: str | None = None
    lasts: str | None = None
    supply: str | None = None
    counter: bool = False
    """Whether the course of the game depends on this variable, so that other steps must not set it."""
    sort: Scalar | None = None
    """For a resource with several sorts of tokens, the type of a sort, which is its last key."""
    label: object = None
    shown: bool = True

    @property
    def by_sort(self) -> tuple[Scalar, ...]:
        """The key of the banks, which is empty if there is only one bank."""
        return () if self.sort is None else (self.sort,)


@dataclass(frozen=True)
class Function:
    """A function that the game declares."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    type: Type
    body: str
    uses_me: bool
    gathers: str | None = None
    terms: tuple[Mapping[str, str], ...] = ()
    kept: bool = False


@dataclass(frozen=True)
class Words:
    """All declarations of a game that expressions can name."""

    players: tuple[int, int] = (2, 2)
    options: Mapping[str, tuple[Scalar, str]] = field(default_factory=dict)
    enums: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    parts: Mapping[str, Parts] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)
    spaces: Mapping[str, Space] = field(default_factory=dict)
    planes: Mapping[str, Plane] = field(default_factory=dict)
    zones: Mapping[str, Zone] = field(default_factory=dict)
    variables: Mapping[str, Family] = field(default_factory=dict)
    resources: Mapping[str, Family] = field(default_factory=dict)
    histories: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    agendas: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    teams: str | None = None
    functions: Mapping[str, Function] = field(default_factory=dict)
    asked: Mapping[str, bool] = field(default_factory=dict)
    """Actions that expressions can test, each with whether its steps can be tried on a copy."""

    def named(self) -> Iterator[Named]:
        """Yield the named types that have values and that variables can store."""
        yield PLAYER
        yield from (Named("enum", name) for name in self.enums)
        yield from (
            Named("enum", name) for name, (type_, _) in self.options.items() if type_ == Named("enum", name)
        )
        yield from (Named("kind", name) for name in self.kinds)
        yield from (Named("row", name) for name in self.kinds)
        yield from (Named("table", name) for name in self.tables)
        yield from (Named("part", name) for name in self.parts)
        for name, space in self.spaces.items():
            yield Named("cell", name)
            if space.directions:
                yield Named("direction", name)
        yield from (Named("spot", name) for name in self.planes)

    def columns(self, type_: Type) -> Mapping[str, Scalar]:
        """Return each column of a type, with the column's type. `cost[]` is a column with a key."""
        match type_:
            case Named("kind", name):
                kind = self.kinds[name]
                own = {"owner": PLAYER} if kind.per_player else {}
                by_key = {f"{name}[]": of for name, (_, of) in kind.indexed.items()}
                return {**kind.columns, "row": Named("row", name), **by_key, **own}
            case Named("table", name):
                return self.tables[name].columns
            case Named("part", name):
                parts = self.parts[name]
                return {parts.match: Named("enum", parts.match), parts.tile: Named("kind", parts.tile)}
            case _:
                return {}

    def rows_at_least(self, table: str) -> int:
        """Return the number of rows that a table has with the fewest players, or 1 if it has none.

        Rows that mention empty seats do not exist in such a game.
        """
        seats = {f"p{i}" for i in range(self.players[0] + 1, self.players[1] + 1)}
        return max(1, sum(seats.isdisjoint(map(str, row.values())) for row in self.tables[table].rows))

    def plane_of(self, tile: str) -> Plane | None:
        """Return the plane for tiles of the kind `tile`, or `None` if there is none."""
        return next((p for p in self.planes.values() if p.parts.tile == tile), None)


@dataclass(frozen=True)
class Scope:
    """The scope of an expression: the locals that it can read, and whether `me` exists.

    If `constant`, expressions in this scope read nothing that changes. If `safe`, they seldom fault.
    """

    words: Words
    locals: tuple[tuple[str, Type], ...] = ()
    me: bool = False
    constant: bool = False
    safe: bool = False
    prefix: str = "x"
    """The first letters in the names of new locals."""

    def bind(self, name: str, type_: Type) -> Scope:
        """Return the scope with one more local."""
        return replace(self, locals=(*self.locals, (name, type_)))

    def without_me(self) -> Scope:
        """Return the scope in which `me` does not exist."""
        return replace(self, me=False)
