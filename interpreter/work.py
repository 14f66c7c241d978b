"""Where the work of playouts goes: units (reference 15.1) by step and expression, as the author wrote them.

What several parts of a program were made of, such as a function that is applied at several places, is one
place here: that at which it is written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gamespec.compile import Compiled
from gamespec.source import Span
from interpreter.engine.metered import MeteredMachines
from interpreter.simulate import Playout, Summary, playouts

__all__ = ["Place", "Work", "metered_playouts"]


@dataclass(frozen=True, slots=True)
class Place:
    """A step or an expression: the units that it took without what stands in it, and how often it was run."""

    span: Span
    units: int
    times: int


@dataclass(frozen=True, slots=True)
class Work:
    """The units of work that games took together, `most` from one question to the next, and where.

    The places are in descending order of their units; those that took none are left out.
    """

    units: int
    most: int
    places: tuple[Place, ...]

    def as_dict(self) -> dict[str, Any]:
        """All of it as numbers, texts, lists and dicts."""
        places = [
            {"place": str(place.span), "text": place.span.text, "units": place.units, "times": place.times}
            for place in self.places
        ]
        return {"units": self.units, "most": self.most, "places": places}


def metered_playouts(
    compiled: Compiled, games: int, seed: int = 0, progress: Callable[[Playout], None] | None = None
) -> tuple[Summary, Work]:
    """Play as `playouts` does, the same games, and say what work they took."""
    machines = MeteredMachines()
    with machines.running():
        summary = playouts(compiled.program, games, seed, progress=progress)
    meter, spans = machines.meter, compiled.names.places
    units: dict[Span, int] = {}
    times: dict[Span, int] = {}
    for at, taken in meter.units.items():
        units[spans[at]] = units.get(spans[at], 0) + taken
        times[spans[at]] = times.get(spans[at], 0) + meter.times[at]
    places = (Place(span, taken, times[span]) for span, taken in units.items() if taken)
    ordered = sorted(places, key=lambda p: (-p.units, p.span.source.name, p.span.start, p.span.end))
    return summary, Work(sum(units.values()), meter.most, tuple(ordered))
