"""Profiles playouts in the author's terms, by line, function and part of the game.

A module with counters plays the games (`interpreter.compiled.run.counting`). For each place in the
specification, the profile reports how many instructions of the compiled game ran, counted one by one. The
same games always have the same numbers. A place that occurs in several parts of a program counts once.
Control flow between steps has no place, and is reported as the line `None`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from gamespec.compile import Compiled
from gamespec.program import expressions as x
from gamespec.program.failing import parts as parts_of
from gamespec.program.frozen import dataclass
from gamespec.text.source import Span
from interpreter.compiled.analysis.facts import expressions_of
from interpreter.compiled.analysis.techniques import FULL, Techniques
from interpreter.compiled.run.counting import Counting
from interpreter.simulate import Seeds, Summary

__all__ = ["Called", "Line", "Part", "Profile", "profiled"]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the game, with its name, its place (or `None`), and the number of instructions that ran."""

    name: str
    span: Span | None
    instructions: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file, with the number of instructions that ran for it.

    `times` says how often the line's most frequently evaluated expression was evaluated. For lists that are
    only iterated over, such as the values of a choice, it is the number of members. `whole` is the number of
    instructions including those of the functions that the line applies. `callers` has the parts of the game
    for which the line's instructions ran, in descending order of instructions.
    """

    span: Span | None
    instructions: int
    whole: int
    times: int
    callers: tuple[Part, ...]

    @property
    def place(self) -> str | None:
        """The file and the number of the line, or `None` if the line is unknown."""
        return None if self.span is None else f"{self.span.source.name}:{self.span.line}"

    @property
    def text(self) -> str:
        """The text of the line, without indentation."""
        return "" if self.span is None else self.span.source.line(self.span.line).strip()


@dataclass(frozen=True, slots=True)
class Called:
    """A function of the game, with its number of applications and the instructions that ran for it.

    `own` counts the instructions of the function's body, and `whole` includes those of the functions that it
    applies. `callers` lists the places where the function was applied, each with the number of applications
    and their instructions in total, in descending order of instructions. A condition that is evaluated for
    all members of a list at once does not apply its function separately; the work then counts as the
    function's own.
    """

    name: str
    span: Span
    calls: int
    own: int
    whole: int
    callers: tuple[tuple[Span, int, int], ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """The totals of all profiled games. Each list is in descending order of instructions.

    `units` is the work that was charged to the budgets of the games (reference 15.1), and `most` is the
    greatest work between two decisions.
    """

    instructions: int
    units: int
    most: int
    lines: tuple[Line, ...]
    functions: tuple[Called, ...]
    parts: tuple[Part, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the profile as numbers, texts, lists and dictionaries."""
        return {
            "instructions": self.instructions,
            "units": self.units,
            "most_units": self.most,
            "lines": [
                {
                    "place": line.place,
                    "text": line.text,
                    "instructions": line.instructions,
                    "whole": line.whole,
                    "times": line.times,
                    "for": {part.name: part.instructions for part in line.callers},
                }
                for line in self.lines
            ],
            "functions": [
                {
                    "function": function.name,
                    "place": str(function.span),
                    "calls": function.calls,
                    "instructions": function.own,
                    "whole": function.whole,
                    "callers": [
                        {"place": str(span), "calls": calls, "whole": whole}
                        for span, calls, whole in function.callers
                    ],
                }
                for function in self.functions
            ],
            "parts": [
                {
                    "part": part.name,
                    "place": None if part.span is None else str(part.span),
                    "instructions": part.instructions,
                }
                for part in self.parts
            ],
        }


def profiled(
    compiled: Compiled,
    games: int,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    techniques: Techniques = FULL,
) -> tuple[Summary, Profile]:
    """Play the same games as `simulate.playouts` would play, compiled with `techniques`, and profile them."""
    counting = Counting(compiled.program, techniques)
    summary = Summary.of(compiled.program)
    for played in counting.play(Seeds.of(seed, index) for index in range(games)):
        summary.add(played)
        if progress is not None:
            progress(1)
    return summary, _Reading(compiled, counting).profile()


class _Reading:
    """Interprets the counters of one compiled module."""

    def __init__(self, compiled: Compiled, counting: Counting) -> None:
        self._program, self._names, self._counting = compiled.program, compiled.names, counting
        self._by_place: dict[int, Counter[str]] = {}
        self._times: Counter[int] = Counter()
        self._parts: dict[str, Part] = {}
        stretches = counting.counters.stretches
        ran = [0] * len(stretches)
        for part, row in counting.rows():
            self._add(self._part(*part), row)
            ran = [a + b for a, b in zip(ran, row, strict=False)]
        for at in self._wrappers():
            del self._times[at]
        begun = {at for stretch in stretches for at in stretch.begins}
        for stretch, times in zip(stretches, ran, strict=True):
            for at in stretch.instructions.keys() - begun:
                self._times[at] = max(self._times[at], times)

    def _wrappers(self) -> Iterator[int]:
        """Yield the places of expressions that share a place with one of their own parts.

        An evaluation at such a place must count only once.
        """
        places = self._names.places
        for node in expressions_of(self._program):
            if any(places[part.at] == places[node.at] for part in parts_of(node)):
                yield node.at

    def profile(self) -> Profile:
        """Return the profile of all games."""
        units, most = self._counting.units
        parts = [
            Part(name, part.span, sum(of[name] for of in self._by_place.values()))
            for name, part in self._parts.items()
        ]
        total = sum(part.instructions for part in parts)
        found = tuple(sorted((p for p in parts if p.instructions), key=lambda p: (-p.instructions, p.name)))
        return Profile(total, units, most, self._lines(), self._functions(), found)

    def _add(self, part: str, row: list[int]) -> None:
        """Add one row of counters to the numbers for a part of the game."""
        stretches = self._counting.counters.stretches
        for stretch, ran in zip(stretches, row, strict=False):
            if ran:
                for at, instructions in stretch.instructions.items():
                    self._took(at, part, instructions * ran)
                for at, begins in stretch.begins.items():
                    self._times[at] += begins * ran
        for i, instructions in enumerate(row[len(stretches) :]):
            self._took(i - 1, part, instructions)

    def _took(self, at: int, part: str, instructions: int) -> None:
        if instructions:
            self._by_place.setdefault(at, Counter())[part] += instructions

    def _part(self, kind: str, number: int) -> str:
        """Return the name of a part of the game, which also identifies it."""
        names, span = self._names, None
        match kind:
            case "options":
                site = names.sites[number]
                name, span = f"options of {site.name}", site.span
                same = [other for other in names.sites if other.name == site.name]
                name = f"{name} ({same.index(site) + 1})" if len(same) > 1 else name
            case "routine":
                name, span = names.routines[number], None
            case "phase":
                name = f"phase {names.phases[number]}"
            case "end":
                name = "end"
            case "score":
                name = "result"
            case _:
                name = "setup"
        self._parts.setdefault(name, Part(name, span, 0))
        return name

    # --- lines ----------------------------------------------------------------------------------------

    def _span(self, at: int) -> Span | None:
        return self._names.places[at] if at >= 0 else None

    def _lines(self) -> tuple[Line, ...]:
        taken: dict[tuple[str, int], Counter[str]] = {}
        times: Counter[tuple[str, int, int, int]] = Counter()
        spans: dict[tuple[str, int], Span | None] = {}
        for at in {*self._by_place, *self._times}:
            span = self._span(at)
            line = ("", 0) if span is None else (span.source.name, span.line)
            spans.setdefault(line, span)
            taken.setdefault(line, Counter()).update(self._by_place.get(at, {}))
            if span is not None:
                times[(*line, span.start, span.end)] += self._times[at]
        most: dict[tuple[str, int], int] = {}
        for (name, number, *_), count in times.items():
            most[name, number] = max(most.get((name, number), 0), count)
        applied = self._applied()
        found = [
            Line(
                spans[line],
                of.total(),
                of.total() + applied[line],
                most.get(line, 0),
                tuple(self._callers(of)),
            )
            for line, of in taken.items()
            if of.total()
        ]
        return tuple(sorted(found, key=lambda line: (-line.instructions, line.place or "")))

    def _applied(self) -> Counter[tuple[str, int]]:
        """Return, for each line, the instructions of functions applied in it but defined elsewhere."""
        found: Counter[tuple[str, int]] = Counter()
        for call, (_, whole) in self._counting.calls():
            span = self._names.places[call.at]
            body = self._names.places[self._program.functions[call.function].body.at]
            if (body.source, body.line) != (span.source, span.line):
                found[span.source.name, span.line] += whole
        return found

    def _callers(self, of: Mapping[str, int]) -> Iterator[Part]:
        for name, instructions in sorted(of.items(), key=lambda item: (-item[1], item[0])):
            if instructions:
                yield Part(name, self._parts[name].span, instructions)

    # --- functions ------------------------------------------------------------------------------------

    def _functions(self) -> tuple[Called, ...]:
        names = self._names
        callers: dict[int, dict[Span, tuple[int, int]]] = {}
        for call, (calls, whole) in self._counting.calls():
            by_span = callers.setdefault(call.function, {})
            before = by_span.get(names.places[call.at], (0, 0))
            by_span[names.places[call.at]] = before[0] + calls, before[1] + whole
        found: list[Called] = []
        for function in self._program.functions:
            name = names.functions[function.number], names.places[function.body.at]
            places = {node.at for node in _within(function.body)}
            own = sum(self._by_place[at].total() for at in places if at in self._by_place)
            known = callers.get(function.number, {})
            calls, whole = (sum(numbers) for numbers in zip((0, 0), *known.values(), strict=True))
            by = sorted(
                ((span, *numbers) for span, numbers in known.items()),
                key=lambda caller: (-caller[2], caller[0].source.name, caller[0].start),
            )
            if calls or own:
                found.append(Called(*name, calls, own, max(own, whole), tuple(by)))
        return tuple(sorted(found, key=lambda f: (-f.whole, f.name)))


def _within(node: x.Expression) -> Iterable[x.Expression]:
    """Yield an expression and all its subexpressions."""
    yield node
    for part in parts_of(node):
        yield from _within(part)
