"""What `gamespec fuzz` prints: invariants, mistakes, loops, proofs, and what was never reached."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from gamespec.text.plurals import counted, form
from gamespec.text.render import render
from interpreter.cli.common import describe
from interpreter.cli.common.output import coloured, paragraph, print_json, print_table
from interpreter.cli.common.screen import Drawn, echo
from interpreter.cli.test.found import answers, chosen, numbered, setting
from interpreter.cli.test.looping import as_dict, print_loop
from interpreter.cli.test.unreached import print_unreached, share_reached, why_not
from interpreter.words import diagnose

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from gamespec import Spec
    from gamespec.text.diagnostics import Diagnostic
    from interpreter.cli.test.found import Found
    from interpreter.coverage import Coverage
    from interpreter.fuzz import Broken, Exhausted, Loop, Search, Unseeded
    from interpreter.fuzz.search import Spent

__all__ = ["Fuzzed", "print_fuzzed", "print_invariants"]

LEAST = 0.01
"""The share of the time from which on it is said what it went into."""

GIVEN = (
    ("conservation", "no component or token is lost or created"),
    ("capacities", "no zone holds more than its capacity, and no resource runs out (GS506, GS507)"),
    ("bounds", "every number fits where it is stored (GS505, GS509, GS512)"),
    ("options", "somebody can act at every decision (GS501)"),
    ("progress", "the game goes on: no steps without an end (GS508)"),
    ("knowledge", "no decision depends on what its player cannot know"),
    ("saves", "play from a saved position goes on the same"),
    ("result", "the places form a ranking, and every winner is in first place"),
)
"""What every game must satisfy, whether or not its author states it."""


SPENT: Mapping[Spent, str] = {
    "making": "making machine code",
    "random": "games of random players",
    "habits": "games of players with habits, played decision by decision",
    "onward": "games that go on from positions that showed something new",
    "saved": "saved games",
    "contract": "checking games step by step, in the slower engine",
    "situations": "exploring all situations",
    "loops": "looking for loops",
}
"""What the time of a search goes into."""


def print_invariants(spec: Spec, style: str) -> None:
    """Print the invariants of a game, declared and given."""
    invariants = spec.model.invariants
    declared = [(e.ident.name, describe.checked(e), str(e.says or e.body.text)) for e in invariants]
    if style == "json":
        keys = ("name", "when", "says")
        given = [dict(zip(("name", "says"), each, strict=True)) for each in GIVEN]
        print_json({"invariants": [dict(zip(keys, each, strict=True)) for each in declared], "given": given})
        return
    echo("invariants of the game:" if declared else "the game declares no `invariants`")
    print_table(declared, indent="  ")
    echo("given, without being written:")
    print_table(GIVEN, indent="  ")


@dataclass(eq=False)
class Fuzzed:
    """What a search has come to."""

    spec: Spec
    search: Search
    found: list[Found]
    proven: list[Exhausted]
    loops: list[Loop]

    @property
    def mistaken(self) -> bool:
        """Whether anything was found."""
        return bool(self.found or self.search.breach or self.search.unseeded)

    @cached_property
    def coverage(self) -> Coverage | None:
        """Which parts of the rules were reached; `None` after a mistake, whose games do not count."""
        return None if self.mistaken else self.search.coverage

    def as_dict(self) -> dict[str, Any]:
        """Return everything as data."""
        search, coverage = self.search, self.coverage
        return {
            "game": self.spec.called, "cases": len(search.cases), "games": search.games,
            "decisions": search.decisions, "limited": search.limited, "checked": search.checked,
            "loops": [as_dict(loop) for loop in self.loops],
            "proven": [_proven(each) for each in self.proven],
            "rules": None if coverage is None else len(coverage.reached),
            "never": None if coverage is None else [each.as_dict() for each in coverage.never],
            "seconds": search.seconds, "spent": dict(search.spent),
            "breach": None if search.breach is None else _broken(search.breach),
            "unseeded": None if search.unseeded is None else _unseeded(search.unseeded).message,
            "found": [self._found(each) for each in self.found],
        }  # fmt: skip

    def _found(self, each: Found) -> dict[str, Any]:
        finding = each.finding
        games, seconds = self.search.first[finding.key]
        return {
            "name": each.name, "code": finding.fault.code, "message": finding.diagnostic().message,
            "players": finding.case.players, "options": dict(finding.case.options),
            "seed": finding.seed, "steps": each.steps(), "after_games": games, "after_seconds": seconds,
        }  # fmt: skip


def _proven(each: Exhausted) -> dict[str, Any]:
    return {
        "players": each.case.players, "options": dict(each.case.options), "situations": each.situations,
        "limited": each.limited,
    }  # fmt: skip


def _broken(each: Broken) -> dict[str, Any]:
    return {
        "message": each.breach.reason, "players": each.case.players, "options": dict(each.case.options),
        "seed": each.seed, "steps": answers(each.case, each.played),
    }  # fmt: skip


def print_fuzzed(fuzzed: Fuzzed, style: str) -> None:
    """Print what was found, what was played, what is proven, and what was never reached."""
    if style == "json":
        print_json(fuzzed.as_dict())
        return
    spec, search = fuzzed.spec, fuzzed.search
    for each in fuzzed.found:
        echo(Drawn(each.text(coloured(sys.stdout))))
        games, seconds = search.first[each.finding.key]
        echo(f"  = note: first found after {counted(games, 'game')} and {seconds:.1f} s\n")
    if search.unseeded is not None:
        echo(Drawn(render([_unseeded(search.unseeded)], "full", coloured(sys.stdout)) + "\n"))
    if search.breach is not None:
        case, played = search.breach.case, search.breach.played
        echo(f"error: {search.breach.breach.reason}")
        echo("  = note: every game must satisfy what `--list` lists as given; no scenario can show this")
        length = counted(len(played), "decision")
        echo(f"  = note: after {length} of a game: {setting(case, search.breach.seed)}")
        for line in numbered(case, played):
            echo(line)
        echo()
    for loop in fuzzed.loops:
        print_loop(loop)
        echo()
    limit = f", {search.limited:,} of them stopped by the limit" if search.limited else ""
    echo(
        f"{spec.called}: {counted(len(search.cases), 'case')} of players and options, "
        f"{counted(search.games, 'game')}{limit}, {counted(search.decisions, 'decision')} "
        f"in {search.seconds:.1f} s; {counted(search.checked, 'game')} checked step by step"
    )
    if search.spent:
        paragraph(_spent(search))
    if not fuzzed.mistaken:
        echo(_held(len(spec.model.invariants), checked=search.checked > 0))
    coverage = fuzzed.coverage
    if coverage is not None and coverage.reached:
        echo(share_reached(coverage) + ("; never reached:" if coverage.never else ""))
        print_unreached(coverage, why_not(search))
    _print_proven(fuzzed, dead=coverage is not None and bool(coverage.never))


def _spent(search: Search) -> str:
    """Say what the time went into, as measured, the longest first."""
    whole = sum(search.spent.values())
    parts = sorted(search.spent.items(), key=lambda each: -each[1])
    listed = [f"{SPENT[kind]} {seconds:.1f} s" for kind, seconds in parts if seconds >= LEAST * whole]
    return f"time: {'; '.join(listed)}"


def _held(declared: int, *, checked: bool) -> str:
    """Say that nothing was found, and in which games the game's own invariants and the given ones held."""
    given = "; the built-in checks held in all games checked step by step" if checked else ""
    own = f"{counted(declared, 'invariant')} of the game held in all games"
    return f"Nothing found. {own if declared else 'The game declares no invariants'}{given}."


def _print_proven(fuzzed: Fuzzed, *, dead: bool) -> None:
    """Print the cases of which all situations were explored, and how many others there are."""
    for proof in fuzzed.proven:
        many = f"any of {proof.situations:,} situations"
        where = {0: "the only game", 1: "the only situation"}.get(proof.situations, many)
        limit = " (but for the end by the limit)" if proof.limited else ""
        listed = "; here, what is listed above is dead" if dead else ""
        echo(f"proven for {chosen(proof.case)}: no mistake in {where}{limit}{listed}")
    left = len(fuzzed.search.cases) - len(fuzzed.proven)
    if fuzzed.proven and left:
        have = form(left, "it has", "they have")
        why = f"{have} too many positions, or identical pieces together with chance"
        echo(f"Not proven for {counted(left, 'other case')}: {why}.")


def _unseeded(found: Unseeded) -> Diagnostic:
    """Return the diagnostic of a mistake for which no game is known."""
    said, where = diagnose(found.fault, found.case.compiled.names), chosen(found.case)
    note = f"it was met while exploring all situations for {where}; none of the seeds tried brings the luck"
    return replace(said, notes=(*said.notes, note))
