"""What the names of a game mean, for one choice of options and one number of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from gamespec import model as m
from gamespec.effort import Effort
from gamespec.expr.core import Function, Store, ZoneStore
from gamespec.expr.types import NONE, Bool, Int, Named, Optional, Type, domain
from gamespec.space import Plane, Space

__all__ = ["Kind", "OptionValue", "PrintedPart", "Symbol", "Table", "World", "ZoneRule"]


@dataclass(frozen=True, slots=True)
class OptionValue:
    """An option and the value it has in this program."""

    type: Bool | Int | Named
    value: int


@dataclass(frozen=True, eq=False, slots=True)
class Kind:
    """A kind of component: its columns by the number of the component, counted from `type.first`."""

    type: Named
    columns: Mapping[str, tuple[Type, tuple[int, ...]]]
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


Symbol = OptionValue | Named | Store | ZoneStore | m.FunctionDecl


@dataclass(eq=False)
class World:
    """Every name that an expression may use, and the declarations steps refer to."""

    players: int
    game: m.Game
    symbols: dict[str, Symbol] = field(default_factory=dict)
    places: dict[str, m.Ident] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    values: dict[str, list[tuple[Named, int]]] = field(default_factory=dict)
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    texts: dict[str, Mapping[str, m.Text]] = field(default_factory=dict)
    options: dict[str, OptionValue] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    spaces: dict[str, Space] = field(default_factory=dict)
    planes: dict[str, Plane] = field(default_factory=dict)
    parts: dict[str, Table] = field(default_factory=dict)
    printed: dict[str, list[PrintedPart]] = field(default_factory=dict)
    lines: dict[str, tuple[Named, tuple[tuple[int, ...], ...]]] = field(default_factory=dict)
    zones: dict[str, ZoneRule] = field(default_factory=dict)
    stores: dict[str, Store] = field(default_factory=dict)
    resources: set[str] = field(default_factory=set)
    functions: dict[str, Function] = field(default_factory=dict)
    pending: list[str] = field(default_factory=list)
    effort: Effort = field(default_factory=Effort)
    _numbers: dict[str, dict[str, int]] = field(default_factory=dict, repr=False)
    used: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Every world knows its players, and which names it cannot know."""
        self.broken |= self.game.lost
        names = tuple(f"p{i + 1}" for i in range(self.players))
        self.add_values(self.player, names)

    @cached_property
    def later(self) -> Mapping[str, m.Ident]:
        """What is bound after options, enumerations and spaces, and can be no part of their sizes."""
        game = self.game
        sections = (game.components, game.tables, game.zones, game.variables, game.resources)
        return {declared.ident.name: declared.ident for section in sections for declared in section}

    @property
    def hides_values(self) -> bool:
        """Whether a declaration that failed may have had values, whose names nobody knows then."""
        game = self.game
        sections = (game.options, game.enums, game.components, game.parts, game.spaces)
        return bool(game.lost) or any(d.ident.name in self.broken for section in sections for d in section)

    @property
    def player(self) -> Named:
        """The type of players."""
        return Named("player", "player", 0, self.players)

    def add_values(self, type_: Named, names: tuple[str, ...]) -> None:
        """Make a type's values known by their names."""
        self.labels[type_.name] = names
        self._numbers.pop(type_.name, None)
        if type_.sort in {"player", "row", "line", "spot"}:
            return
        for i, name in enumerate(names):
            self.values.setdefault(name, []).append((type_, type_.first + i))

    def find_value(self, type_: Named, name: str) -> int | None:
        """The value of a type with a name; of copies the first."""
        numbers = self._numbers.get(type_.name)
        if numbers is None:
            names = self.labels.get(type_.name, ())
            numbers = {n: len(names) - 1 - i for i, n in enumerate(reversed(names))}
            self._numbers[type_.name] = numbers
        candidates = [name, f"{name}#1"]
        if name[:1].isdigit():
            candidates += [f"{type_.name}_{name}", f"{type_.name}_{name}#1"]
        number = next((numbers[n] for n in candidates if n in numbers), None)
        return None if number is None else type_.first + number

    def value_text(self, type_: Type, value: int) -> str:
        """A value in words, as it is written in a specification."""
        match type_:
            case _ if value == NONE:
                return "none"
            case Optional(of):
                return self.value_text(of, value)
            case Bool():
                return "true" if value else "false"
            case Named(_, name, first, _):
                return self.labels[name][value - first]
            case _:
                return str(value)

    def members(self, type_: Type) -> tuple[int, ...]:
        """All values of a type, in order, `none` last."""
        first, size = domain(type_) or (0, 0)
        values = tuple(range(first, first + size))
        return (*values, NONE) if isinstance(type_, Optional) else values
