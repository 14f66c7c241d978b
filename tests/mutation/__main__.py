"""Find the scenarios that kill mutants of the five games' rules: `python tests/mutation [GAME…]`.

The command prints the survivors that are not listed as equivalent, each as the changed lines of the author's
file, then the listed mutants that were killed or no longer exist, and then a table. The exit status is 1 if
there was any mutant of these two kinds. All games together take about half an hour, and a single game takes
much less.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

import equivalent
from judge import Order, Verdict, judge, workplace
from mutants import Mutant, mutants

from interpreter.scenario import Scenario

GAMES = Path(__file__).parents[2] / "games"
TARGETS = {
    "trapper": "", "trumpet": "", "carcassonne": "", "carcassonne+traders-and-builders": "", "ogallala": "",
    "rufus": "",
}  # fmt: skip
PROCESS_LASTS = 50
"""Number of mutants after which the process is replaced by a new one, in order to release memory."""
COLUMNS = (
    "made",
    "rejected",
    "killed",
    "survived",
    "crashed",
    "equivalent",
    "rate",
    "rate without equivalents",
)


def main() -> int:
    """Judge the mutants of the requested games, print the results, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(TARGETS)} (default: all)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only mutants whose name contains this")
    parser.add_argument(
        "--named", type=Path, metavar="FILE", help="only mutants whose names this file contains"
    )
    parser.add_argument("--listed", action="store_true", help="only mutants listed as equivalent")
    parser.add_argument("--quick", action="store_true", help="do not check killed mutants with all options")
    arguments = parser.parse_args()
    named = arguments.named.read_text(encoding="utf-8") if arguments.named else ""
    sound, rows = True, []
    for game in arguments.games or TARGETS:
        reasons = equivalent.read(equivalent.LISTS / f"{game}.txt")
        folder, _, variant = game.partition("+")
        made = [
            x for x in mutants(GAMES / folder, variant)
            if arguments.only in x.name
            and (not arguments.listed or x.name in reasons)
            and (not named or f"{x.name}\n" in named)
        ]  # fmt: skip
        verdicts = dict(_judged(GAMES / folder, variant, made, quick=arguments.quick))
        gone = set(reasons) - {x.name for x in mutants(GAMES / folder, variant)}
        sound &= _report(GAMES / folder, verdicts, reasons, gone)
        rows.append((game, _row(verdicts, reasons)))
    width = max(len(game) for game, _ in rows)
    print(f"{'':{width}}  {'  '.join(COLUMNS)}")
    for game, row in rows:
        print(
            f"{game:{width}}  "
            + "  ".join(f"{cell:>{len(name)}}" for name, cell in zip(COLUMNS, row, strict=True))
        )
    return 0 if sound else 1


def _judged(
    folder: Path, variant: str, made: list[Mutant], *, quick: bool
) -> Iterator[tuple[Mutant, Verdict]]:
    """Yield the verdict on each mutant, and print the progress to standard error.

    Each `PROCESS_LASTS` mutants are judged in a new process.
    """
    with workplace(folder) as copy:
        order = Order.of(copy)
        tally: Counter[str] = Counter()
        _SCENARIOS.update(order.scenarios)
        with get_context("fork").Pool(1, maxtasksperchild=PROCESS_LASTS) as pool:
            for number, mutant in enumerate(made, 1):
                verdict = pool.apply(_told, (copy, mutant, variant, order.for_(mutant), quick))
                if verdict.outcome == "killed":
                    order.note(verdict.by)
                tally[verdict.outcome] += 1
                if number % 20 == 0 or number == len(made):
                    counts = ", ".join(f"{n} {outcome}" for outcome, n in sorted(tally.items()))
                    print(f"{folder.name}: {number} of {len(made)}: {counts}", file=sys.stderr, flush=True)
                if verdict.outcome in {"survived", "crashed"}:
                    print(f"{verdict.outcome} {verdict.by}: {mutant.name}", file=sys.stderr, flush=True)
                yield mutant, verdict


_SCENARIOS: dict[str, Scenario] = {}
"""The scenarios by id.

They are stored before the pool starts, which saves its processes from reading them for each mutant.
"""


def _told(folder: Path, mutant: Mutant, variant: str, order: list[str], quick: bool) -> Verdict:  # noqa: FBT001 - a pool hands on by place
    """Return the verdict on a mutant, including the verdict that it crashed the checker or the engine."""
    try:
        return judge(folder, mutant, variant, [_SCENARIOS[name] for name in order], quick=quick)
    except Exception as bug:  # noqa: BLE001 - whatever it is, it is told with the mutant that brings it to light
        return Verdict("crashed", repr(bug))


def _report(folder: Path, verdicts: dict[Mutant, Verdict], reasons: dict[str, str], gone: set[str]) -> bool:
    """Print every unexpected verdict and every stale entry of the list; return whether there was none."""
    sound = True
    for name in sorted(gone):
        sound = False
        print(f"listed as equivalent, but there is no such mutant: {name}\n")
    for mutant, verdict in verdicts.items():
        listed = mutant.name in reasons
        if listed == (verdict.outcome == "survived") and verdict.outcome != "crashed":
            continue
        if listed or verdict.outcome in {"survived", "crashed"}:
            sound = False
            what = "listed as equivalent, but " if listed else ""
            print(f"{what}{verdict.outcome} {verdict.by}: {mutant.name}".replace(" :", ":"))
            print(mutant.shown((folder / mutant.file).read_text(encoding="utf-8")), end="\n\n")
    return sound


def _row(verdicts: dict[Mutant, Verdict], reasons: dict[str, str]) -> list[str]:
    tally = Counter(verdict.outcome for verdict in verdicts.values())
    same = sum(v.outcome == "survived" and x.name in reasons for x, v in verdicts.items())
    accepted = len(verdicts) - tally["rejected"]
    numbers = [len(verdicts), tally["rejected"], tally["killed"], tally["survived"], tally["crashed"], same]
    rates = [f"{tally['killed'] / of:.1%}" if of else "-" for of in (accepted, accepted - same)]
    return [*map(str, numbers), *rates]


if __name__ == "__main__":
    raise SystemExit(main())
