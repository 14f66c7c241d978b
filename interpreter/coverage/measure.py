"""Measures the coverage of a game, by running its scenarios and random games while a tally watches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from gamespec.loader import Spec
from gamespec.program import Program
from gamespec.program.frozen import dataclass
from gamespec.text.source import Span
from interpreter.contract import choose_at_random
from interpreter.coverage.points import Point, points
from interpreter.coverage.tally import Tally
from interpreter.engine import Game
from interpreter.scenario import load_scenarios, run_scenario

__all__ = ["Coverage", "measure"]


@dataclass(frozen=True, slots=True)
class Coverage:
    """The number of times that each point of a specification was reached, in the order of the source."""

    reached: Mapping[Point, int]

    @classmethod
    def of(cls, spec: Spec, tally: Tally) -> Coverage:
        """Return the coverage that a tally has recorded for the games of a specification."""
        return cls({point: tally.hits[point.key] for point in points(spec, tally)})

    @property
    def never(self) -> tuple[Point, ...]:
        """The points that neither a scenario nor a random game reached."""
        return tuple(point for point, times in self.reached.items() if not times)

    @property
    def causes(self) -> dict[Point, int]:
        """The points that were never reached and do not lie within another that was never reached.

        For each, the number of points that lie within it. Of a condition that was never tested, there is only
        one point.
        """
        never, found = {point.key: point for point in self.never}, dict[Point, int]()
        tested = dict[Span, Point]()
        for point in never.values():
            top = point
            while top.under in never:
                top = never[top.under]
            top = tested.setdefault(top.span, top)
            found[top] = found.get(top, -1) + 1
        held, failed = ({key[1:] for key in never if key[0] == what} for what in ("holds", "fails"))
        untested = held & failed
        return {_untested(point) if point.key[1:] in untested else point: n for point, n in found.items()}

    @property
    def report(self) -> str:
        """The points that were never reached, one on each line, or "" if there are none."""
        return "\n".join(str(point) for point in self.never)


def _untested(point: Point) -> Point:
    """Return the point of a condition that was never tested."""
    return replace(point, what=f"`{point.span.text}` is never tested")


def measure(
    spec: Spec,
    *,
    games: int = 20,
    scenarios: bool = True,
    options: Iterable[Mapping[str, int | bool | str]] = ({},),
    seed: int = 0,
) -> Coverage:
    """Run the scenarios of a game, and `games` random games for each number of players and choice of options.

    Failures of scenarios are not reported. Raises `OptionError` for options that the game does not have.
    """
    tally = Tally()
    if scenarios:
        for scenario in load_scenarios(spec)[0]:
            run_scenario(spec, scenario, tally.watching)
    for chosen in options:
        for players in spec.players:
            compiled = spec.compiled(players, chosen)
            with tally.watching(compiled):
                for number in range(games):
                    _play(compiled.program, seed + number)
    return Coverage.of(spec, tally)


def _play(program: Program, seed: int) -> None:
    game, step = Game(program, seed), 0
    while not game.over:
        game.play(choose_at_random(game, seed, step))
        step += 1
