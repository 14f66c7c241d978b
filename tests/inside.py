"""Access to positions by the names in the author's file, for tests that look inside a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gamespec.expr.elaborate import elaborate
from gamespec.expr.parse import parse_slice
from gamespec.expr.scope import MeUse
from gamespec.resolve import scope_apart
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source
from interpreter import Fault, Game
from interpreter.inspection import Inspector
from interpreter.words import Words, diagnose

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gamespec import Spec
    from gamespec.compile import Compiled
    from gamespec.text.diagnostics import Diagnostic
    from gamespec.trees import core

__all__ = ["Named", "elaborated", "fault_of", "place"]


def place(compiled: Compiled, name: str) -> int:
    """Return the index in a position of the first member of a variable or resource."""
    return compiled.program.stores[compiled.names.store(name)].place


class Named(Game):
    """A game that knows the names that the author has given to its parts."""

    __slots__ = ("compiled",)

    def __init__(
        self,
        spec: Spec,
        seed: int = 0,
        players: int | None = None,
        options: Mapping[str, int | bool | str] | None = None,
        **more: Any,
    ) -> None:
        self.compiled = spec.compiled(players, options)
        super().__init__(self.compiled.program, seed, **more)

    @property
    def words(self) -> Words:
        """The game's texts for people."""
        return Words(self.compiled)

    def held(self, name: str) -> list[int]:
        """Return the values of all members of a variable or resource, without the bank."""
        at = place(self.compiled, name)
        return self.position[at : at + self.program.stores[self.compiled.names.store(name)].count]

    def text(self, option: Any) -> str:
        """Return the text of an option, as a player reads it."""
        return self.words.option(self, option)

    @property
    def reason(self) -> str:
        """The text that explains to players why the game is over."""
        assert self.result is not None
        return self.words.reason(self.result.outcome)

    def asked(self, node: core.Core) -> Any:
        """Return the value of a typed expression in the current position."""
        return Inspector.of(self.compiled, self).value(node)


def elaborated(compiled: Compiled, text: str, name: str = "test") -> tuple[core.Core | None, Collector]:
    """Elaborate an expression that uses the names of a game.

    Return the typed expression, or `None` if it cannot be parsed or elaborated, and its diagnostics.
    """
    source, found = Source(name, text), Collector()
    parsed = parse_slice(source, 0, len(text), found)
    if parsed is None:
        return None, found
    return elaborate(parsed, scope_apart(compiled.world, source, found, MeUse(available=True))), found


def fault_of(fault: Fault, compiled: Compiled) -> Diagnostic:
    """Return the diagnostic that reports a fault to the author."""
    return diagnose(fault, compiled.names)
