"""Where the work of playouts goes: units (reference 15.1) by step and expression, as the author wrote them.

What several parts of a program were made of, such as a function that is applied at several places, is one
place here: that at which it is written.
"""

from __future__ import annotations

from collections import Counter
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
    """A step or an expression, and how often it was run or evaluated.

    `units` are those that it took without what stands in it and the functions that it applies, `whole` are
    those with both. Of a step the steps in it are no part.
    """

    span: Span
    units: int
    whole: int
    times: int


@dataclass(frozen=True, slots=True)
class Work:
    """The units of work that games took together, `most` from one question to the next, and where.

    The places are in descending order of their units; those that took nothing as a whole are left out.
    """

    units: int
    most: int
    places: tuple[Place, ...]

    def as_dict(self) -> dict[str, Any]:
        """All of it as numbers, texts, lists and dicts."""
        places = [
            {
                "place": str(place.span),
                "text": place.span.text,
                "units": place.units,
                "whole": place.whole,
                "times": place.times,
            }
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
    units: Counter[Span] = Counter()
    whole: Counter[Span] = Counter()
    times: Counter[Span] = Counter()
    for at, taken in meter.units.items():
        units[spans[at]] += taken
        whole[spans[at]] += meter.whole[at]
        times[spans[at]] += meter.times[at]
    places = (Place(span, units[span], whole[span], times[span]) for span in units if whole[span])
    ordered = sorted(places, key=lambda p: (-p.units, p.span.source.name, p.span.start, p.span.end))
    return summary, Work(sum(units.values()), meter.most, tuple(ordered))
