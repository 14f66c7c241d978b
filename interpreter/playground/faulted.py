"""The faults that have stopped games of the edited rules: at the table, or among many games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gamespec.program.frozen import dataclass
from gamespec.program.written import program_hash
from gamespec.text.diagnostics import Diagnostic, Remark
from interpreter.playground.told import told
from interpreter.words import diagnose

if TYPE_CHECKING:
    from gamespec.compile import Compiled
    from interpreter.play.errors import Fault

__all__ = ["Faulted", "Measured"]


@dataclass(frozen=True, slots=True)
class Measured:
    """How many of many games a fault has stopped, and what the module's loader says of the first fault.

    `at` is the number of its place among those of the program.
    """

    count: int
    games: int
    code: str
    at: int
    text: str
    help: str | None

    def diagnostic(self, made: Compiled) -> Diagnostic:
        """Return the fault as a diagnostic."""
        return Diagnostic(self.code, self.text, Remark(made.names.places[self.at]), help=self.help)


@dataclass(slots=True)
class Faulted:
    """The latest faults at the table and in many games, each with the hash of the program that had it."""

    _table: tuple[str, Fault] | None = None
    _measured: tuple[str, Measured] | None = None

    def at_table(self, made: Compiled, fault: Fault | None) -> None:
        """Note the fault that has stopped the game at the table, or that none has."""
        self._table = None if fault is None else (program_hash(made.program), fault)

    def in_games(self, made: Compiled, measured: Measured | None) -> None:
        """Note what has stopped some of many games, or that nothing has."""
        self._measured = None if measured is None else (program_hash(made.program), measured)

    def told(self, made: Compiled | None, names: Mapping[str, str]) -> list[dict[str, Any]]:
        """Return the faults of a program as diagnostics that can be written as JSON.

        That of many games also has `count`, how many it stopped, and the number of `games`.
        """
        if made is None:
            return []
        found, program = list[dict[str, Any]](), program_hash(made.program)
        if self._table is not None and self._table[0] == program:
            found += told([diagnose(self._table[1], made.names)], names)
        if self._measured is not None and self._measured[0] == program:
            measured = self._measured[1]
            (said,) = told([measured.diagnostic(made)], names)
            found.append(said | {"count": measured.count, "games": measured.games})
        return found
