"""A game bound for one choice of options and one number of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gamespec import model as m
from gamespec.effort import Effort
from gamespec.expr.core import Function, History, Store, ZoneStore
from gamespec.expr.types import Named, Type
from gamespec.space import Plane, Space
from gamespec.symbols import OptionValue, Symbols
from gamespec.values import Values

__all__ = ["Functions", "Kind", "PrintedPart", "Table", "World", "ZoneRule"]


@dataclass(frozen=True, eq=False, slots=True)
class Kind:
    """A kind of component: its columns by the number of the component, counted from `type.first`.

    `back` are the columns that are printed on the back, its owner among them if it has one.
    """

    type: Named
    columns: Mapping[str, tuple[Type, tuple[int, ...]]]
    back: tuple[str, ...]
    names: tuple[str, ...]
    rows: tuple[int, ...]
    label: m.Templates | None
    has_copies: bool
    per_player: bool
    start: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """A table of records; `index` leads from a key to a row."""

    type: Named
    columns: Mapping[str, tuple[Type, tuple[int, ...]]]
    key: str | None
    index: Mapping[int, int]
    partial: bool


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """One part of one component: where it is printed, and what it touches, by number."""

    name: str
    id: str
    tile: int
    ports: tuple[tuple[int, int], ...]
    touches: tuple[int, ...]
    cells: Mapping[str, int]


@dataclass(frozen=True, eq=False, slots=True)
class ZoneRule:
    """What a zone's declaration says beyond its place."""

    zone: ZoneStore
    kind: Named
    ordered: bool
    capacity: int
    seen_by: str
    label: m.Text | None


@dataclass(eq=False, slots=True)
class Functions:
    """The functions that have been elaborated, and those that are being elaborated, the outermost first."""

    made: dict[str, Function] = field(default_factory=dict)
    pending: list[str] = field(default_factory=list)


@dataclass(eq=False)
class World:
    """The declarations of a game, bound section by section, and what names and values mean in it.

    `symbols` are the names that were declared, `values` those of the values of types; `lines` are the rows of
    cells that some expression asks for, `asked` the actions of which one asks whether they can be taken,
    `reached` those that are offered or asked for, once that is known, and `effort` is what binding and
    compiling may still take.
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
    histories: dict[str, History] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    reached: frozenset[str] | None = None

    def __post_init__(self) -> None:
        """Every world knows its players, and which names it cannot know."""
        self.symbols = Symbols(self.game)
        self.values.add(self.player, tuple(f"p{i + 1}" for i in range(self.players)))

    def zone_name(self, number: int) -> str:
        """What the language calls a zone: `deck`, `hand[p1]`."""
        zones = (rule.zone for rule in self.zones.values())
        zone = next(zone for zone in zones if zone.first <= number < zone.first + zone.count)
        number -= zone.first
        keys: list[str] = []
        for type_, (first, size) in reversed(list(zip(zone.keys, zone.dims, strict=True))):
            keys.append(self.values.text(type_, first + number % size))
            number //= size
        return f"{zone.name}[{', '.join(reversed(keys))}]" if keys else zone.name

    @property
    def player(self) -> Named:
        """The type of players."""
        return Named("player", "player", 0, self.players)
