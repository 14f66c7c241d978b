"""Checks and tests the games of one folder together, for `gamespec watch`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gamespec.catalogue import UnknownGame, find
from gamespec.reading import read_overlays
from gamespec.spec import OptionError
from gamespec.text.diagnostics import Collector
from gamespec.variant import merge
from interpreter.cli.design.differences import Side
from interpreter.cli.test.tested import Tests
from interpreter.cli.write.checking import Check
from interpreter.scenario import scenario_folders

if TYPE_CHECKING:
    import gamespec
    from gamespec.compile import Compiled
    from gamespec.project import Part
    from gamespec.text.diagnostics import Diagnostic
    from interpreter.cli.test.tested import Record

__all__ = ["Findings", "of_home", "of_one"]


@dataclass(frozen=True, eq=False)
class Findings:
    """What was found in the games and overlays of one folder, or in one game.

    `sides` maps each game and overlay without errors to what a comparison needs. `reads` are the files that
    the results follow from. `tested` says whether the scenarios ran; errors in a game prevent that.
    """

    diagnostics: tuple[Diagnostic, ...]
    records: tuple[Record, ...] = ()
    complaints: tuple[str, ...] = ()
    sides: Mapping[str, Side] = field(default_factory=dict)
    reads: frozenset[Path] = frozenset()
    tested: bool = True

    @property
    def sound(self) -> bool:
        """Whether there are no errors, so that no error hides what else would have been read."""
        return self.tested and not any(d.severity == "error" for d in self.diagnostics)


def of_home(home: Path, parts: Sequence[Part], reach: Sequence[str]) -> Findings:
    """Check and test the parts of a project that belong to one folder. Raises `Stop` if one disappears."""
    check = _check(tuple(reach))
    games = [part for part in parts if part.sort in {"game", "overlay"}]
    others = [part for part in parts if part not in games]
    for part in games:
        check.part(part, reach)
    sound = all(str(part.path) in check.sound for part in games)
    for part in others:
        if sound or part.sort != "bands":  # what is wrong with their game has been said
            check.part(part, reach)
    tests = _silent()
    if games and sound:
        tests.run_home(home, games, reach)
    return _found(check, tests, (part.path for part in parts), tested=sound)


def of_one(name: str, named: Sequence[str]) -> Findings:
    """Check and test a game that is given by name or path. Raises `Stop` if there is no such game."""
    check = _check((name, *named))
    check.all_of(name, below=False)
    tests = _silent()
    if name in check.sound:
        tests.run(name, named)
    return _found(check, tests, (), tested=name in check.sound)


GAMES, SECONDS = 20, 1.0
"""Number of random games of each game and overlay, for each number of players, and for how long at most."""


def _check(named: tuple[str, ...]) -> Check:
    return Check(named, thorough=False, verbose=False, games=GAMES, seconds=SECONDS)


def _silent() -> Tests:
    return Tests(lambda _: None, with_coverage=False, warn=lambda _: None)


def _found(check: Check, tests: Tests, paths: Iterable[Path], *, tested: bool) -> Findings:
    reads = {*paths, *(Path(d.span.source.name) for d in check.found)}
    sides = {}
    for name, spec in check.sound.items():
        reads |= {*spec.files, *map(Path, spec.model.sources)}
        reads |= {file for folder in scenario_folders(spec) for file in folder.glob("*.yaml")}
        side = _side(spec)
        if side is not None:
            sides[name] = side
    return Findings(
        (*check.found, *(d for d in tests.mistakes if d not in check.found)),
        tuple(tests.records),
        tuple(complaint.text for complaint in tests.complaints),
        sides,
        frozenset(reads),
        tested,
    )


def _side(spec: gamespec.Spec) -> Side | None:
    """Return what a comparison needs of a game, or `None` if its files have changed in the meantime."""
    found = Collector()
    try:
        read = read_overlays(find(spec.name), found, spec.reach)
    except UnknownGame:
        return None
    made = _made(spec)
    if read is None or made is None:
        return None
    return Side(spec, made, {}, merge(*read, found))


def _made(spec: gamespec.Spec) -> Compiled | None:
    """Return the game with its default options, for the least number of players that these allow."""
    for players in spec.players:
        try:
            return spec.compiled(players)
        except OptionError:
            continue
    return None
