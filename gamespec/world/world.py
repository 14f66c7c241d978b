"""A game bound for one choice of options and one number of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from math import prod

from gamespec.model import model as m
from gamespec.program.frozen import dataclass
from gamespec.space import Plane, Space
from gamespec.text.effort import Effort
from gamespec.text.source import Span
from gamespec.trees import ast
from gamespec.trees.core import Agenda, Core, Function, History, Store, ZoneStore
from gamespec.trees.types import Int, Named, Type
from gamespec.world.symbols import OptionValue, Symbols
from gamespec.world.values import Values

__all__ = [
    "FirstCopy",
    "Functions",
    "Indexed",
    "Kind",
    "Printed",
    "PrintedPart",
    "Table",
    "Typed",
    "World",
    "ZoneRule",
]


@dataclass(frozen=True, eq=False, slots=True)
class Indexed:
    """A column with a value for each key.

    `values` lists row after row, with the last key varying fastest. `dims` gives the first key and the number
    of keys of each dimension.
    """

    type: Type
    keys: tuple[Type, ...]
    dims: tuple[tuple[int, int], ...]
    values: tuple[int, ...]

    def of(self, number: int) -> tuple[int, ...]:
        """Return the values of row `number`, counted from 0."""
        count = prod(size for _, size in self.dims)
        return self.values[number * count : (number + 1) * count]


@dataclass(frozen=True, eq=False, slots=True)
class Printed:
    """The values printed on each row, for columns with a single value and for columns with one per key."""

    plain: Mapping[str, tuple[Type, tuple[int, ...]]]
    indexed: Mapping[str, Indexed]


@dataclass(frozen=True, eq=False, slots=True)
class Kind:
    """A kind of component. Its columns are indexed by the number of the component, counted from `type.first`.

    `back` are the columns that are printed on the back, which include the owner if components have one. `row`
    is the type of the rows. `rows` gives the face of each component, which combines its row and its owner.
    """

    type: Named
    row: Named
    columns: Mapping[str, tuple[Type, tuple[int, ...]]]
    indexed: Mapping[str, Indexed]
    back: tuple[str, ...]
    names: tuple[str, ...]
    rows: tuple[int, ...]
    label: m.Templates | None
    has_copies: bool
    per_player: bool
    start: tuple[int, ...] = ()

    def printed(self, name: str, number: int) -> tuple[int, ...]:
        """Return the values of the column `name` on component `number`, counted from 0 within the kind."""
        if name in self.columns:
            return (self.columns[name][1][number],)
        return self.indexed[name].of(number)


@dataclass(frozen=True, slots=True)
class Asked:
    """A comparison of a printed attribute of the local `name` with a known value.

    `values` holds the value of the attribute on each component.
    """

    name: str
    type: Type
    first: int
    values: tuple[int, ...]
    printed: Span


@dataclass(frozen=True, slots=True)
class FirstCopy:
    """A bare name that means the first of several copies. `instead` is the expression for its row."""

    kind: str
    name: str
    instead: str


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """A table of records. `index` maps the value of a key, or the number of a combination of keys, to a row.

    Combinations are numbered from 0, with the last key varying fastest. `dims` gives the first key and the
    number of keys of each dimension.
    """

    type: Named
    columns: Mapping[str, tuple[Type, tuple[int, ...]]]
    indexed: Mapping[str, Indexed]
    keys: tuple[str, ...]
    dims: tuple[tuple[int, int], ...]
    index: Mapping[int, int]
    partial: bool

    def row(self, keys: tuple[int, ...]) -> int | None:
        """Return the index of the row for a value of each key, or `None` if there is no such row."""
        if len(keys) == 1:
            return self.index.get(keys[0])
        number = 0
        for key, (first, size) in zip(keys, self.dims, strict=True):
            number = number * size + key - first
        return self.index.get(number)


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """One part of one component, with its attributes and the numbers of the parts that it touches."""

    name: str
    id: str
    tile: int
    ports: tuple[tuple[int, int], ...]
    touches: tuple[int, ...]
    cells: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, eq=False, slots=True)
class ZoneRule:
    """The declaration of a zone or a family of zones. `capacities` has one entry for each zone."""

    zone: ZoneStore
    kind: Named
    ordered: bool
    capacities: tuple[int, ...]
    seen_by: str
    label: m.Text | None

    @property
    def capacity(self) -> int:
        """The greatest capacity of a zone in the family."""
        return max(self.capacities)


@dataclass(eq=False, slots=True)
class Functions:
    """The functions that have been elaborated, and those being elaborated, the outermost first."""

    made: dict[str, Function] = field(default_factory=dict)
    pending: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Numbers:
    """A comparison of two numbers, with the operator, and the place and type of each side."""

    op: str
    left: Span
    right: Span
    of_left: Int
    of_right: Int


@dataclass(frozen=True, eq=False, slots=True)
class Typed:
    """A part of an expression with its place, its typed core, and the locals that it may use."""

    node: ast.Node
    span: Span
    core: Core
    locals: Mapping[str, Core]


@dataclass(eq=False)
class World:
    """The declarations of a game, bound section by section, and the meaning of names and values.

    `teams` maps each player to the first player of the team, if there are teams. `symbols` holds the declared
    names, and `values` the names of the values of types. `lines` are the rows of cells that expressions use,
    `asked` are the actions whose availability an expression tests, and `reached` are the actions that are
    offered or tested, once that is known. `fields` are the looks of single cells, by space. `effort` is the
    remaining budget of binding and compiling. Three tables record places in expressions. `first_copies` holds
    the comparisons with the first of several copies, `compared` the comparisons of a printed attribute of a
    local with a known value, and `numbers` the comparisons of numbers. `None` marks places whose types vary.
    `typed` receives each part of an expression that is typed, unless it is `None`.
    """

    players: int
    game: m.Game
    symbols: Symbols = field(init=False)
    values: Values = field(default_factory=Values)
    functions: Functions = field(default_factory=Functions)
    effort: Effort = field(default_factory=Effort)
    options: dict[str, OptionValue] = field(default_factory=dict)
    texts: dict[str, Mapping[str, m.Text]] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    parts: dict[str, Table] = field(default_factory=dict)
    printed: dict[str, list[PrintedPart]] = field(default_factory=dict)
    spaces: dict[str, Space] = field(default_factory=dict)
    planes: dict[str, Plane] = field(default_factory=dict)
    lines: dict[str, tuple[Named, tuple[tuple[int, ...], ...]]] = field(default_factory=dict)
    zones: dict[str, ZoneRule] = field(default_factory=dict)
    stores: dict[str, Store] = field(default_factory=dict)
    resources: set[str] = field(default_factory=set)
    teams: tuple[int, ...] | None = None
    first_copies: dict[Span, FirstCopy] = field(default_factory=dict)
    compared: dict[Span, Asked] = field(default_factory=dict)
    numbers: dict[Span, Numbers | None] = field(default_factory=dict)
    histories: dict[str, History] = field(default_factory=dict)
    agendas: dict[str, Agenda] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    reached: frozenset[str] | None = None
    fields: dict[str, dict[int, m.NamedLook]] = field(default_factory=dict)
    typed: list[Typed] | None = None

    def __post_init__(self) -> None:
        """Set up the symbols, and register the players as values."""
        self.symbols = Symbols(self.game)
        self.values.add(self.player, tuple(f"p{i + 1}" for i in range(self.players)))

    def zone_name(self, number: int) -> str:
        """Return the name of a zone as expressions write it, such as `deck` or `hand[p1]`."""
        zones = (rule.zone for rule in self.zones.values())
        zone = next(zone for zone in zones if zone.first <= number < zone.first + zone.count)
        number -= zone.first
        keys: list[str] = []
        for type_, (first, size) in reversed(list(zip(zone.keys, zone.dims, strict=True))):
            keys.append(self.values.text(type_, first + number % size))
            number //= size
        return f"{zone.name}[{', '.join(reversed(keys))}]" if keys else zone.name

    def kind_of(self, rows: Named) -> Kind | None:
        """Return the kind whose rows have a given type, or `None` for any other type."""
        kind = self.kinds.get(rows.name.partition(".")[0])
        return kind if kind is not None and kind.row == rows else None

    @property
    def fungible(self) -> frozenset[str]:
        """The kinds whose copies are interchangeable, because nothing is stored for each copy."""
        keyed = {k.name for s in self.stores.values() for k in s.keys if isinstance(k, Named)}
        keyed |= {k.name for z in self.zones.values() for k in z.zone.keys if isinstance(k, Named)}
        return frozenset(n for n, k in self.kinds.items() if k.has_copies and n not in keyed)

    @property
    def player(self) -> Named:
        """The type of the game's players."""
        return Named("player", "player", 0, self.players)
