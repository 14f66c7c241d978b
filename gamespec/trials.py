"""A game bound and compiled for one choice of options and number of players after another.

The first is the one that is played if nobody chooses. The others cover what authors combine, as far as the
parts go that checking may take (`effort`); a fault that only some of them bring to light says which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from gamespec import model as m
from gamespec.blame import Errors
from gamespec.compile import Linker, draft_game
from gamespec.configurations import MOST_THOROUGH, PLAYERS, Choice, covering, every, total
from gamespec.diagnostics import Collector, Diagnostic
from gamespec.document import Scalar
from gamespec.expr import types as t
from gamespec.reading import Known, without_edit
from gamespec.resolve import bind
from gamespec.source import Span
from gamespec.world import FirstCopy

__all__ = ["Trials"]

MOST_PARTS_CHECKED = 45_000
"""After how many parts no further choice of players and options is tried, but by a thorough check."""

MOST_REDUCED = 8
"""Of how many faults the fewest options are sought that bring them to light."""

MOST_VALUES = 16
"""Up to how many values of a number a thorough check tries all."""

_Key = tuple[str, object, int, int]


@dataclass(eq=False)
class Trials:
    """A game checked for one choice of options after another; what was found, each fault once."""

    game: m.Game
    diagnostics: dict[_Key, Diagnostic] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    reduced: int = 0
    left: int = MOST_PARTS_CHECKED
    last: Choice = field(default_factory=dict)
    drafted: Linker | None = None
    first_copies: dict[Span, FirstCopy] = field(default_factory=dict)

    @property
    def wrong(self) -> bool:
        """Whether there is an error."""
        return any(d.severity == "error" for d in self.diagnostics.values())

    def default(self) -> None:
        """Check the game as it is played by the fewest players if nobody sets an option."""
        self._add(self._found({PLAYERS: self.game.players[0]}))

    def others(self, *, thorough: bool, progress: Callable[[int, int], None] | None) -> None:
        """Check the combinations of options and numbers of players that there are to check."""
        factors = self._factors(thorough=thorough)
        rows = every(factors) if thorough else covering(factors)
        most = min(total(factors), MOST_THOROUGH)
        defaults = next(rows)
        for number, row in enumerate(rows, 2):
            if self.left <= 0 and not thorough:
                return
            found = self._found(row)
            fresh = {key for key, d in found.items() if d.severity == "error" and key not in self.diagnostics}
            shown = row
            if fresh and self.reduced < MOST_REDUCED:
                self.reduced += 1
                shown, found = self._reduced(row, found, fresh, defaults)
            if found:
                note = self._with(shown, defaults)
                self._add({k: replace(d, notes=(*d.notes, note)) for k, d in found.items()})
            if progress is not None:
                progress(number, most)

    def _found(self, row: Mapping[str, int]) -> dict[_Key, Diagnostic]:
        one = Collector()
        self.last = self.last if self.wrong else dict(row)  # the choice of the first error
        options = {name: value for name, value in row.items() if name != PLAYERS}
        world = bind(self.game, row[PLAYERS], options, one)
        drafted = draft_game(world, one)
        self.drafted = self.drafted or drafted
        self.used |= world.symbols.used
        if drafted is not None:
            alike = {span: copy for span, copy in world.first_copies.items() if copy.kind in world.fungible}
            self.first_copies = {**alike, **self.first_copies}
        self.left -= world.effort.used_up
        found: dict[_Key, Diagnostic] = {}
        for d in one:
            found.setdefault((d.code, d.span.source, d.span.start, d.span.end), d)
        return found

    def _add(self, found: Mapping[_Key, Diagnostic]) -> None:
        for key, d in found.items():
            self.diagnostics.setdefault(key, d)

    def _reduced(
        self, row: Choice, found: dict[_Key, Diagnostic], fresh: AbstractSet[_Key], defaults: Choice
    ) -> tuple[Choice, dict[_Key, Diagnostic]]:
        """A choice with as many defaults as possible that still has some of these faults."""
        for name, value in defaults.items():
            if row[name] != value and self.left > 0:
                fewer = {**row, name: value}
                again = self._found(fewer)
                if fresh & again.keys():
                    row, found = fewer, again
        return row, found

    def _with(self, row: Choice, defaults: Choice) -> str:
        """For which options and number of players a fault shows."""
        world = bind(self.game, row[PLAYERS], {}, Collector())
        parts = [f"{row[PLAYERS]} players"] if row[PLAYERS] != defaults[PLAYERS] else []
        parts += [
            f"{name}={world.values.text(option.type, row[name])}"
            for name, option in world.options.items()
            if row[name] != defaults[name]
        ]
        return f"with {', '.join(parts)}"

    def _factors(self, *, thorough: bool) -> dict[str, tuple[int, ...]]:
        """What is tried of each option, its default first."""
        least, most = self.game.players[0], self.game.players[-1]
        players = tuple(self.game.players) if thorough else tuple(dict.fromkeys((least, most)))
        factors = {PLAYERS: players}
        world = bind(self.game, least, {}, Collector())
        for name, option in world.options.items():
            first, size = t.domain(option.type) or (0, 1)
            all_of_it = isinstance(option.type, t.Named) or (thorough and size <= MOST_VALUES)
            values = range(first, first + size) if all_of_it else (first, first + size - 1)
            factors[name] = tuple(dict.fromkeys((option.value, *values)))
        return factors

    def errors_without(self, known: Known, edit: Scalar) -> Errors | None:
        """What errors a game has, for the last choice of options, if an edit of its overlays is left out.

        `None` if too much has been tried already.
        """
        if self.left <= 0:
            return None
        found, row = Collector(), self.last
        game = without_edit(known, edit, found)
        options = {name: value for name, value in row.items() if name != PLAYERS}
        players = row[PLAYERS] if row[PLAYERS] in game.players else game.players[0]
        world = bind(game, players, options, found)
        draft_game(world, found)
        self.left -= world.effort.used_up
        errors = (d for d in found if d.severity == "error")
        return frozenset((d.code, d.span.source.name, d.span.start, d.span.end) for d in errors)
