"""What a search for mistakes has found, in words, for `gamespec fuzz` and `gamespec test --fuzz`."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from gamespec.text.plurals import counted
from gamespec.text.render import render
from interpreter.cli.common.playouts import said
from interpreter.fuzz import shrunk
from interpreter.scenario import Played, scenario_text, variant_of
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import gamespec
    from interpreter.engine.game import Game
    from interpreter.fuzz import Case, Finding, Search
    from interpreter.play.options import Option
    from interpreter.protocol import MakeEngine

__all__ = ["Found", "answers", "chosen", "numbered", "searched", "setting"]

SHRINKING = 10.0
"""Maximum time for shrinking the game of one mistake, in seconds."""


MOST_EQUAL = 3
"""Maximum number of equal answers that have a line each."""


def searched(search: Search, seconds: float, step: Callable[[Search], None] = lambda _: None) -> None:
    """Search for some seconds, or until somewhat after a discovery, which may show shorter games."""
    search.until = seconds
    try:
        for _ in search.rounds():
            step(search)
            if search.breach is not None:
                break
            if search.first:
                search.until = min(seconds, 1.0 + 1.5 * max(at for _, at in search.first.values()))
            if search.seconds > search.until:
                break
    finally:
        search.stop()


def chosen(case: Case) -> str:
    """Return the number of players, and the options without their defaults."""
    options = [f"{name}={said(value)}" for name, value in case.options.items()]
    return ", ".join([counted(case.players, "player"), *options])


def setting(case: Case, seed: int) -> str:
    """Return the number of players, the options without their defaults, and the seed of a game."""
    return f"{chosen(case)}, seed {seed}"


def numbered(case: Case, course: Iterable[tuple[Game, int, Option]]) -> list[str]:
    """Return answers in words as numbered lines. Many equal answers that follow one another share a line."""
    lines, at = list[str](), 1
    for text, same in groupby(answers(case, course)):
        times = len([*same])
        if times > MOST_EQUAL:
            lines.append(f"    {at:3}. {text} ({times} times)")
        else:
            lines += [f"    {at + number:3}. {text}" for number in range(times)]
        at += times
    return lines


def answers(case: Case, course: Iterable[tuple[Game, int, Option]]) -> list[str]:
    """Return answers in words; each is given as the game before it, the seat that gave it, and the option."""
    words = Words(case.compiled)
    return [f"{words.player(seat)}: {words.option(game, option)}" for game, seat, option in course]


@dataclass(eq=False)
class Found:
    """A mistake that a search has found, in words."""

    finding: Finding
    spec: gamespec.Spec

    def shrink(self, make: MakeEngine, step: Callable[[Found], None] = lambda _: None) -> None:
        """Look for the shortest game that shows the mistake. An interrupt leaves the shortest one so far."""

        def better(finding: Finding) -> None:
            self.finding = finding
            step(self)

        shrunk(self.finding, make, SHRINKING, better)

    @property
    def name(self) -> str:
        """A name for files: that of the invariant, or else the code of the fault and its line."""
        number, (code, place) = self.finding.fault.numbers.get("invariant"), self.finding.key
        if number is None:
            return f"{code}-{place.line}"
        return self.finding.case.compiled.names.invariants[number].ident.name

    @property
    def where(self) -> str:
        """The number of players, the options without their defaults, and the seed."""
        return setting(self.finding.case, self.finding.seed)

    def steps(self) -> list[str]:
        """Return the answers of the game in words."""
        return answers(self.finding.case, self.finding.played)

    def text(self, coloured: bool = False) -> str:  # noqa: FBT001, FBT002 - as `render` has it
        """Return the diagnostic, and the shortest game that shows the mistake."""
        said = render([self.finding.diagnostic()], "full", coloured)
        length = counted(len(self.finding.answers), "decision")
        steps = numbered(self.finding.case, self.finding.played)
        return "\n".join([said, f"  = note: in a game of {length}: {self.where}", *steps])

    def scenario(self, ident: str) -> str:
        """Return a scenario with the game, which fails until the mistake is mended."""
        finding, case = self.finding, self.finding.case
        answers = tuple((seat, option) for _, seat, option in finding.played)
        played = Played(
            case.compiled, finding.seed, case.options, variant_of(self.spec), answers, None, finding.over
        )
        return scenario_text(played, ident, finding.diagnostic().message)
