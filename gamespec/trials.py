"""Binds and compiles a game for one choice of options and number of players after another.

The first choice is the default one. The others form a covering array (`configurations`), as far as the budget
of parts (`effort`) allows. A diagnostic about a fault that only some choices reveal names such a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from gamespec.blame import Errors
from gamespec.compile import Linker, draft_game
from gamespec.configurations import MOST_THOROUGH, PLAYERS, Choice, Rows, total
from gamespec.documents.document import Scalar
from gamespec.feasible import MOST_SEARCHED, Feasible
from gamespec.model import model as m
from gamespec.program.frozen import replace
from gamespec.reading import Known, without_edit
from gamespec.resolve import Requirements, bind, bind_defaults
from gamespec.text.diagnostics import Collector, Diagnostic, Remark
from gamespec.text.source import Span
from gamespec.trees import types as t
from gamespec.world.world import FirstCopy, Numbers, Typed, World

__all__ = ["Trials"]

MOST_PARTS_CHECKED = 45_000
"""Number of parts after which a check tries no further choice of options and players, unless it is thorough.
"""

MOST_REDUCED = 8
"""Maximum number of faults for which the smallest set of responsible options is sought."""

MOST_VALUES = 16
"""Maximum number of values of a numeric option that a thorough check tries one by one."""

MOST_BETWEEN = 1_000
"""Maximum number of values of a numeric option that are tried while seeking a valid choice."""

_Key = tuple[str, object, int, int]


@dataclass(eq=False)
class Trials:
    """Checks a game for one choice of options after another, and keeps each fault once."""

    game: m.Game
    diagnostics: dict[_Key, Diagnostic] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    reduced: int = 0
    left: int = MOST_PARTS_CHECKED
    tried: int = 0
    left_out: int = 0
    last: Choice = field(default_factory=dict)
    drafted: Linker | None = None
    world: World | None = None
    first_copies: dict[Span, FirstCopy] = field(default_factory=dict)
    numbers: dict[Span, Numbers | None] = field(default_factory=dict)
    typed: list[Typed] | None = None
    """Receives the parts of expressions that are typed for the default choice, unless it is `None`."""

    @property
    def wrong(self) -> bool:
        """Return whether an error has been found."""
        return any(d.severity == "error" for d in self.diagnostics.values())

    def default(self) -> None:
        """Check the game with the minimum number of players and default options.

        The requirements are checked for every number of players.
        """
        self.tried += 1
        self._add(self._found({PLAYERS: self.game.players[0]}, self.typed))
        for players in self.game.players[1:] if self.game.requires else ():
            found = Collector()
            bind_defaults(self.game, players, found)
            self._add({_key(d): d for d in found if d.code == "GS320"})

    def others(self, *, thorough: bool, progress: Callable[[int, int], None] | None) -> None:
        """Check the other combinations of options and numbers of players."""
        factors, feasible = self._factors(thorough=thorough)
        choices = Rows(factors, feasible.completed if feasible is not None else None)
        rows = choices.every() if thorough else choices.covering()
        most = min(total(factors), MOST_THOROUGH)
        defaults = next(rows)
        for number, row in enumerate(rows, 2):
            self.left_out = choices.left_out
            if self.left <= 0 and not thorough:
                return
            self.tried += 1
            found = self._found(row)
            fresh = {key for key, d in found.items() if d.severity == "error" and key not in self.diagnostics}
            shown = row
            if fresh and self.reduced < MOST_REDUCED:
                self.reduced += 1
                shown, found = self._reduced(row, found, fresh, defaults, feasible)
            if found:
                note = self._with(shown, defaults)
                self._add({k: replace(d, notes=(*d.notes, note)) for k, d in found.items()})
            if progress is not None:
                progress(number, most)
        self.left_out = choices.left_out

    def choices(self, given: Mapping[str, int]) -> Iterator[Choice]:
        """Yield choices with the values that are `given`, the default one first, for all numbers of players.

        Like those that a check tries, they cover each two values of different options, as far as the game's
        requirements allow.
        """
        factors, feasible = self._factors(thorough=False)
        factors[PLAYERS] = tuple(self.game.players)
        factors |= {name: (value,) for name, value in given.items()}
        rows = Rows(factors, feasible.completed if feasible is not None else None).covering()
        yield from (row for row in rows if given.items() <= row.items())

    def _found(self, row: Mapping[str, int], typed: list[Typed] | None = None) -> dict[_Key, Diagnostic]:
        one = Collector()
        self.last = self.last if self.wrong else dict(row)  # the choice of the first error
        options = {name: value for name, value in row.items() if name != PLAYERS}
        world = bind(self.game, row[PLAYERS], options, one, typed)
        drafted = draft_game(world, one)
        self.drafted, self.world = self.drafted or drafted, self.world or world
        self.used |= world.symbols.used
        if drafted is not None:
            alike = {span: copy for span, copy in world.first_copies.items() if copy.kind in world.fungible}
            self.first_copies = {**alike, **self.first_copies}
        for span, note in world.numbers.items():
            self.numbers[span] = note if self.numbers.get(span, note) == note else None
        self.left -= world.effort.used_up
        found: dict[_Key, Diagnostic] = {}
        for d in one:
            found.setdefault(_key(d), d)
        return found

    def _add(self, found: Mapping[_Key, Diagnostic]) -> None:
        for key, d in found.items():
            self.diagnostics.setdefault(key, d)

    def _reduced(
        self,
        row: Choice,
        found: dict[_Key, Diagnostic],
        fresh: AbstractSet[_Key],
        defaults: Choice,
        feasible: Feasible | None,
    ) -> tuple[Choice, dict[_Key, Diagnostic]]:
        """Reset as many options as possible to their defaults while at least one fault in `fresh` remains.

        Returns the reduced choice, and the faults that it shows.
        """
        names = list(defaults) * (1 if feasible is None else 2)  # one option may have to wait for another
        for name in names:
            value = defaults[name]
            if row[name] != value and self.left > 0:
                fewer = {**row, name: value}
                if feasible is not None and not feasible.stands(fewer):
                    continue
                again = self._found(fewer)
                if fresh & again.keys():
                    row, found = fewer, again
        return row, found

    def _with(self, row: Choice, defaults: Choice) -> str:
        """Describe the options and the number of players in `row` that differ from the defaults."""
        world = bind_defaults(self.game, row[PLAYERS], Collector())
        parts = [f"{row[PLAYERS]} players"] if row[PLAYERS] != defaults[PLAYERS] else []
        parts += [
            f"{name}={world.values.text(option.type, row[name])}"
            for name, option in world.options.items()
            if row[name] != defaults[name]
        ]
        return f"with {', '.join(parts)}"

    def _factors(self, *, thorough: bool) -> tuple[dict[str, tuple[int, ...]], Feasible | None]:
        """Return the values to try for each option, its default first, and the search for valid choices.

        The search is `None` if the game has no requirements.
        """
        least, most = self.game.players[0], self.game.players[-1]
        players = tuple(self.game.players) if thorough else tuple(dict.fromkeys((least, most)))
        world = bind_defaults(self.game, least, Collector())
        ranges: dict[str, range] = {}
        for name, option in world.options.items():
            first, size = t.domain(option.type) or (0, 1)
            ranges[name] = range(first, first + size)
        feasible = self._feasible(world, ranges, MOST_SEARCHED * (MOST_THOROUGH if thorough else 1))
        if feasible is not None:
            self._add({_key(d): d for d in self._never(world, ranges, feasible)})
        factors = {PLAYERS: players}
        for name, option in world.options.items():
            values = ranges[name]
            all_of_it = isinstance(option.type, t.Named) or (thorough and len(values) <= MOST_VALUES)
            ends = (_end(name, part, feasible) for part in (values, values[::-1]))
            tried = values if all_of_it else tuple(ends)
            factors[name] = tuple(dict.fromkeys((option.value, *tried)))
        return factors, feasible

    def _feasible(self, world: World, ranges: Mapping[str, range], parts: int) -> Feasible | None:
        """Return the search for valid choices, which may use `parts` parts, or `None` without requirements.

        The search tries the default of each option first, then the ends of its range, then the values
        between.
        """
        if not self.game.requires:
            return None
        values: dict[str, tuple[int, ...]] = {PLAYERS: tuple(self.game.players)}
        for name, option in world.options.items():
            every = ranges[name]
            likely = (option.value, every[0], every[-1], *every[:MOST_BETWEEN])
            values[name] = tuple(dict.fromkeys(likely))
        return Feasible(Requirements(self.game), values, parts)

    def _never(self, world: World, ranges: Mapping[str, range], feasible: Feasible) -> Iterator[Diagnostic]:
        """Yield a warning for each option with values that no valid choice includes."""
        for declared in self.game.options:
            name = declared.ident.name
            if feasible.cut:
                return  # what the search did not find may exist
            if name not in feasible.order or name not in world.options:
                continue
            type_, values = world.options[name].type, ranges[name]
            if isinstance(type_, t.Named):
                lost = [value for value in values if feasible.completed({name: value}) is None]
            else:
                ends = [_end(name, part, feasible) for part in (values, values[::-1])]
                lost = [value for value in (values[0], values[-1]) if not ends[0] <= value <= ends[1]]
            if lost and not feasible.cut:
                told = ", ".join(f"`{world.values.text(type_, value)}`" for value in lost)
                yield Diagnostic(
                    "GS402", f"`{name}` can never be {told}", Remark(declared.ident.span),
                    help="leave such values out, or require less",
                    notes=("no choice with this value meets all requirements",), severity="warning",
                )  # fmt: skip

    def errors_without(self, known: Known, edit: Scalar) -> Errors | None:
        """Return the errors that the last choice of options shows if an edit of the overlays is left out.

        Returns `None` if the budget is used up.
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


def _key(d: Diagnostic) -> _Key:
    """Return the key that identifies a fault: its code and its place."""
    return d.code, d.span.source, d.span.start, d.span.end


def _end(name: str, values: range, feasible: Feasible | None) -> int:
    """Return the first of `values` that occurs in a valid choice, or the very first if none is found."""
    if feasible is None:
        return values[0]
    for value in values[:MOST_BETWEEN]:
        if feasible.left <= 0:
            break
        if feasible.completed({name: value}) is not None:
            return value
    return values[0]
