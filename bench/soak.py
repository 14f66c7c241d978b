"""Play a thousand million decisions under all invariants: `python bench/soak.py [--decisions 1e9]`.

The script plays the shipped games, each with its variants, and the games of the tests, in all cases that
`gamespec fuzz` plays (`interpreter.fuzz.cases`). The modules check the invariants of the games while they
run. All games get the same number of decisions, and so do all cases of a game; each case plays at least one
game in a round. One in `--every` games of a case is also played by the definitional engine, which must come
to the same number of decisions and the same result or fault.

The decisions are played in rounds of `--round`, so an interrupted run has played something of every game.
Ctrl-C prints what has been found, and the number that `--skip` needs to go on. The games depend only on the
arguments, not on the machine or the number of processes. `--from ROUND` plays other games.

A finding is a disagreement, an invariant that does not hold, a crash, and in shipped games any fault. Faults
of games of the tests are counted only, because some of these games contain them on purpose. Each finding is
printed at once, once for each game and place, with the command that reproduces it. The exit status is 1 if
there are any. The columns of the table are

- `cases`, `games`, `decisions`: the choices of players and options, and what was played;
- `invariants`: the number of invariants that the game declares;
- `decisions/s`: decisions of the compiled engine per second of processor time on one core, without the time
  for machine code;
- `compared`: the games played by both engines;
- `faults`, `findings`: the games that a fault stopped, and the findings; then the codes of the faults.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import count
from multiprocessing.synchronize import Event
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "mutation"), str(ROOT)]
os.environ["GAMESPEC_CACHE"] = ""  # compile each module with the current code

from agreement import RUNAWAY, Differs, Played, both, hold, same_faults
from agreement_games import AUTHORED, every_game

from gamespec import load
from interpreter.fuzz import Case, Cases
from interpreter.play.luck import Seeds, derived
from interpreter.play.playout import Playout
from interpreter.protocol import Engine
from interpreter.words import diagnose

STOP: list[Event] = []
"""The event that ends the tasks of a process of the pool, once it has begun."""

INVARIANT = "GS517"
"""The code of the fault of an invariant that does not hold."""


@dataclass
class Soaked:
    """What has been played of one game. `spent` is in seconds of processor time."""

    name: str
    cases: int = 0
    invariants: int = 0
    games: int = 0
    decisions: int = 0
    spent: float = 0.0
    compared: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    findings: dict[str, str] = field(default_factory=dict)
    """The text of each finding, by what identifies it."""

    def add(self, other: Soaked) -> None:
        """Add what another round has played of the same game."""
        self.cases, self.invariants = other.cases, other.invariants
        self.games += other.games
        self.decisions += other.decisions
        self.spent += other.spent
        self.compared += other.compared
        self.faults += other.faults
        self.findings |= other.findings

    def row(self) -> str:
        """Return a line of the table."""
        pace = self.decisions / self.spent if self.spent else 0.0
        codes = "".join(f"  {code} {number:,}" for code, number in self.faults.most_common())
        return (
            f"{self.name:40} {self.cases:5} {self.invariants:10} {self.games:13,} {self.decisions:15,}"
            f" {pace:11,.0f} {self.compared:9,} {self.faults.total():11,} {len(self.findings):8}{codes}"
        )


HEAD = (
    f"{'game':40} {'cases':>5} {'invariants':>10} {'games':>13} {'decisions':>15} {'decisions/s':>11}"
    f" {'compared':>9} {'faults':>11} {'findings':>8}"
)


@dataclass(frozen=True)
class Task:
    """A round of one game. `quota` is the number of decisions to play."""

    name: str
    round: int
    quota: int
    seed: int
    every: int


def run(task: Task) -> Soaked:
    """Play the games of a task, and return what was played and found."""
    spec, done = load(task.name), Soaked(task.name)
    every = list(Cases(spec, None, {}))
    done.cases, done.invariants = len(every), len(spec.model.invariants)
    for index, case in enumerate(every):
        if stopped():
            break
        seed = derived(task.seed, f"{task.name} round {task.round} of {index}")
        try:
            _play(task, case, seed, -(-task.quota // len(every)), done)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told with its case
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"
            again = f"the games of the run {seed} of {_shown(case)}, after {done.games:,} games of the task"
            done.findings.setdefault(where, f"{where}: {error}\n  again: {again}")
    return done


def _play(task: Task, case: Case, seed: int, quota: int, done: Soaked) -> None:
    """Play games of a case until they have had `quota` decisions, and compare some of them."""
    definitional, compiled = both(case.compiled.program)
    list(compiled.batch([]))  # the machine code is made before time is taken
    left, sample, begun = quota, list[Playout](), time.process_time()
    for index, playout in enumerate(compiled.batch(Seeds.of(seed, i) for i in count())):
        done.games += 1
        done.decisions += playout.decisions
        if playout.fault is not None:
            _fault(task, case, playout, done)
        if (index + seed) % task.every == 0:
            sample.append(playout)
        left -= max(playout.decisions, 1)
        if left <= 0 or stopped():
            break
    done.spent += time.process_time() - begun
    for playout in sample:
        if stopped():
            return
        done.compared += 1
        try:
            compare(definitional, playout)
        except Differs as differs:
            again = _again(task, case, playout.seeds)
            done.findings.setdefault("disagreement", f"disagreement: {differs}\n  again: {again}")


def _fault(task: Task, case: Case, playout: Playout, done: Soaked) -> None:
    """Count a fault, and note it unless a game of the tests may have it."""
    fault = playout.fault
    assert fault is not None  # noqa: S101 - it was stopped
    done.faults[fault.code] += 1
    if task.name in AUTHORED and fault.code != INVARIANT:
        return
    said = diagnose(fault, case.compiled.names)
    where = f"{said.code} at {said.span}"
    if where not in done.findings:
        done.findings[where] = f"{where}: {said.message}\n  again: {_again(task, case, playout.seeds)}"


def compare(definitional: Engine, playout: Playout) -> None:
    """Play a game again with the definitional engine. Raises `Differs` unless it comes to the same end."""
    (again,) = definitional.batch([playout.seeds])
    where, both_ = str(playout.seeds), [again, playout]
    if same_faults([each.fault for each in both_], Played(), where):
        hold(both_, where)
    elif RUNAWAY not in {each.fault.code for each in both_ if each.fault is not None}:
        hold([each.decisions for each in both_], f"{where}: decisions before the fault")


def _shown(case: Case) -> str:
    """Return the arguments that choose a case."""
    options = "".join(f" --option {name}={_text(value)}" for name, value in case.options.items())
    return f"{case.spec.name} --players {case.players}{options}"


def _text(value: int | bool | str) -> str:  # noqa: FBT001 - the value of an option
    return str(value).lower() if isinstance(value, bool) else str(value)


def _again(task: Task, case: Case, seeds: Seeds) -> str:
    """Return the command that plays one game again."""
    name = _shown(case).replace(case.spec.name, task.name, 1)
    return f"python bench/soak.py {name} --seeds {seeds.game} {seeds.luck}"


def one(asked: argparse.Namespace) -> int:
    """Play one game on both engines, print how it ends, and return the exit status."""
    (name,) = asked.names
    options = dict(text.partition("=")[::2] for text in asked.option)
    case = next(iter(Cases(load(name), asked.players, options)))
    seeds, wrong = Seeds(*asked.seeds), False
    for engine in both(case.compiled.program):
        (playout,) = engine.batch([seeds])
        end = playout.result if playout.fault is None else diagnose(playout.fault, case.compiled.names)
        print(f"{engine}: {playout.decisions} decisions, {end}")
        wrong |= playout.fault is not None
    try:
        compare(both(case.compiled.program)[0], playout)
    except Differs as differs:
        print(f"disagreement: {differs}")
        wrong = True
    return int(wrong)


def tasks(asked: argparse.Namespace) -> Iterator[Task]:
    """Yield the tasks, round by round. In each round, all games get the same number of decisions."""
    names, left = asked.names, asked.decisions
    for number in count(asked.first):
        if left <= 0:
            return
        quota = -(-min(left, asked.round) // len(names))
        yield from (Task(name, number, quota, asked.seed, asked.every) for name in names)
        left -= asked.round


def soak(asked: argparse.Namespace) -> dict[str, Soaked]:
    """Run all tasks, and return what was played of each game. Print findings and progress on the way."""
    every, found = [*tasks(asked)], {name: Soaked(name) for name in asked.names}
    done, begun = asked.skip, time.monotonic()
    stop = multiprocessing.Event()
    with ProcessPoolExecutor(asked.processes, initializer=listening, initargs=(stop,)) as pool:
        try:
            for done, part in enumerate(pool.map(run, every[asked.skip :]), asked.skip + 1):
                for where, text in part.findings.items():
                    if where not in found[part.name].findings:
                        print(f"FINDING in {part.name}: {text}\n", flush=True)
                found[part.name].add(part)
                all_ = total(found)
                told = f"{done} of {len(every)} tasks, {all_.decisions:,} decisions"
                passed = f"{time.monotonic() - begun:.0f} s"
                print(f"{told}, {passed}, {len(all_.findings)} findings", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            print(f"interrupted; `--skip {done}` goes on", file=sys.stderr)
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
    return found


def listening(stop: Event) -> None:
    """Let a process of the pool end its task when `stop` is set, and leave Ctrl-C to the main process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    STOP.append(stop)


def stopped() -> bool:
    """Return whether this process is to end its task."""
    return any(stop.is_set() for stop in STOP)


def total(found: Mapping[str, Soaked]) -> Soaked:
    """Return the sum over all games."""
    every = Soaked("all games")
    for name, each in found.items():
        cases_, invariants = every.cases + each.cases, every.invariants + each.invariants
        every.add(replace(each, findings={f"{name}: {where}": text for where, text in each.findings.items()}))
        every.cases, every.invariants = cases_, invariants
    return every


def main() -> int:
    """Parse the arguments, play, print the table, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "names", nargs="*", metavar="GAME", help="default: all shipped games, their variants, and test games"
    )
    parser.add_argument(
        "--decisions", type=_number, default=10**9, metavar="N", help="over all games; `1e9` is a number, too"
    )
    parser.add_argument("--round", type=_number, default=25 * 10**7, metavar="N", help="decisions in a round")
    parser.add_argument("--seed", type=int, default=0, help="all luck follows from it")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="ROUND", help="the first round")
    parser.add_argument("--skip", type=int, default=0, metavar="N", help="skip the first N tasks of the run")
    parser.add_argument(
        "--every", type=int, default=2000, metavar="K", help="compare one in K games with the other engine"
    )
    parser.add_argument("--processes", type=int, default=2, metavar="N")
    parser.add_argument(
        "--seeds", type=int, nargs=2, metavar=("GAME", "LUCK"), help="play only this game, on both engines"
    )
    parser.add_argument("--players", type=int, metavar="N", help="with `--seeds`: the number of players")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="with `--seeds`: an option"
    )
    asked = parser.parse_args()
    if asked.seeds is not None:
        return one(asked)
    asked.names = asked.names or [*every_game(), *AUTHORED]
    found = soak(asked)
    print(HEAD)
    for each in (*found.values(), total(found)):
        print(each.row())
    return int(any(each.findings for each in found.values()))


def _number(text: str) -> int:
    return int(float(text))


if __name__ == "__main__":
    sys.exit(main())
