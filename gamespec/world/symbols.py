"""The meaning of each name of a game, where the name is declared, and which names are used or unknowable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from gamespec.model import model as m
from gamespec.program.frozen import dataclass
from gamespec.trees.core import Agenda, History, Store, ZoneStore
from gamespec.trees.types import Bool, Int, Named

__all__ = ["OptionValue", "Symbol", "Symbols"]


@dataclass(frozen=True, slots=True)
class OptionValue:
    """An option's type, and the value that it has in this program."""

    type: Bool | Int | Named
    value: int


Symbol = OptionValue | Named | Store | ZoneStore | History | Agenda | m.FunctionDecl


class Symbols(Mapping[str, Symbol]):
    """The meaning of each declared name that could be bound.

    `places` says where names are declared. `broken` holds the names whose declaration failed, so that nobody
    knows what they mean. `used` holds the names that expressions and steps have used.
    """

    def __init__(self, game: m.Game) -> None:
        self._game = game
        self._meanings: dict[str, Symbol] = {}
        self.places: dict[str, m.Ident] = {}
        self.broken: set[str] = set(game.lost)
        self.used: set[str] = set()

    def __getitem__(self, name: str) -> Symbol:
        return self._meanings[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._meanings)

    def __len__(self) -> int:
        return len(self._meanings)

    def __contains__(self, name: object) -> bool:
        return name in self._meanings

    def declared(self, name: str) -> bool:
        """Return whether a name has a declaration, even one that failed."""
        return name in self._meanings or (name in self.broken and name in self.places)

    def bind(self, ident: m.Ident, symbol: Symbol | None) -> None:
        """Give a declared name its meaning. `None` means that its declaration failed."""
        self.places[ident.name] = ident
        if symbol is None:
            self.broken.add(ident.name)
        else:
            self.broken -= {ident.name}
            self._meanings[ident.name] = symbol

    @cached_property
    def later(self) -> Mapping[str, m.Ident]:
        """The names bound after options, enumerations and spaces, whose sizes cannot use these names."""
        game = self._game
        sections = (
            game.components, game.tables, game.zones, game.variables, game.resources, game.histories,
        )  # fmt: skip
        return {declared.ident.name: declared.ident for section in sections for declared in section}

    @property
    def hides_values(self) -> bool:
        """Return whether a failed declaration may have had values, whose names are unknown as a result."""
        game = self._game
        sections = (game.options, game.enums, game.components, game.parts, game.spaces)
        return bool(game.lost) or any(d.ident.name in self.broken for section in sections for d in section)
