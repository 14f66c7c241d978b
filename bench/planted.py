"""Measure how many faults planted in the compiler the agreement tests find: `python bench/planted.py`.

A seed selects faults from all that the operators can make (`tests/mutation/planting`). They are spread over
the modules of the compiler, which are all modules that `interpreter.compiled.course.module` and
`wasm.module_bytes` import, directly or indirectly. Each fault is planted in a separate process, which plays
CI's sample of games (`tests/agreement_sample`) until the engines differ. A case is played only if the fault
changes a byte of its modules. Among the cases that execute the faulty block, those that found recent faults
are tried first, then the fastest ones.

The verdict on a fault is one of these:

- found: the engines differ in a case, or the compiler or a module crashes;
- unlike: modules differ from those without the fault, but no case reveals it;
- same: all modules of the sample, and those of `--beyond` further generated games, are identical to the byte.
  Such a fault has no effect, and does not count;
- elsewhere: only modules of those further games differ, so the sample lacks such a game;
- unreached: no game of the sample executes the line;
- untried: the cases that `--tries` allows have unchanged modules, and there are more cases.

`tests/mutation/equivalent/compiled.txt` lists faults that change modules but no game, each with the reason.
The rate is the share of found faults among all that count. The script writes each verdict to `--out`
immediately, so the same command resumes an interrupted run.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import resource
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import ModuleType
from typing import Any, cast

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "mutation"), str(ROOT)]
os.environ["GAMESPEC_CACHE"] = ""  # compile modules with the current code

import equivalent
from agreement import EVERYTHING, Played, counts_of, engines_of
from agreement_games import generated
from agreement_sample import Case, sample
from planting import NOTE, Planted, noted, planted, sites

from gamespec.program import Program

FOLDER = ROOT / "interpreter" / "compiled"
PACKAGE = "interpreter.compiled."
LISTED = equivalent.LISTS / "compiled.txt"
NO_EMITTERS = frozenset({"analysis.techniques", "making.host", "wasm.interface"})
"""Modules that the compiler imports but that emit no code."""
BESIDE = 12
"""Every twelfth case tries a fault whose block no compilation executes, because a host may run the block."""
SECONDS = 120
"""Processor time after which a fault counts as an endless loop, in seconds."""
COLUMNS = ("found", "unlike", "elsewhere", "unreached", "untried", "listed", "same")


@dataclass
class Ready:
    """A case with its program.

    `spent` is the processor time for making its modules without a fault, in seconds.
    """

    case: Case
    program: Program
    digest: tuple[str, ...] = ()
    blocks: frozenset[tuple[str, int]] = frozenset()
    spent: float = 0.0


@dataclass
class Base:
    """The cases of the sample and of the further games, with measurements made without a fault."""

    cases: list[Ready]
    beyond: list[Ready] = field(default_factory=list)


def emitters() -> list[str]:
    """Return the names of the compiler's modules that emit code.

    They are found by following imports from `course.module` and `wasm.module_bytes`.
    """
    found: list[str] = []
    todo = ["course.module", "wasm.module_bytes"]
    while todo:
        name = todo.pop()
        if name in found or not path_of(name).is_file():
            continue
        found.append(name)
        nodes = ast.walk(ast.parse(source(name)))
        imported = (str(node.module) for node in nodes if isinstance(node, ast.ImportFrom))
        todo += [name.removeprefix(PACKAGE) for name in imported if name.startswith(PACKAGE)]
    return sorted({*found} - NO_EMITTERS)


def drawn(number: int, seed: int, only: Sequence[str]) -> list[Planted]:
    """Select `number` faults, taking the modules in turn. Each operator of a module is equally likely."""
    luck, by_module = random.Random(seed), {}  # noqa: S311 - nothing secret
    for name in emitters():
        by_operator: defaultdict[str, list[Planted]] = defaultdict(list)
        for fault in sites(name, source(name)):
            by_operator[fault.operator] += [fault]
        by_module[name] = by_operator
    found: list[Planted] = []
    names = [name for name in by_module if not only or name in only]
    while len(found) < number and any(by_module[name] for name in names):
        luck.shuffle(names)
        for name in names:
            by_operator = by_module[name]
            if not by_operator or len(found) == number:
                continue
            operator = luck.choice(sorted(by_operator))
            found.append(by_operator[operator].pop(luck.randrange(len(by_operator[operator]))))
            if not by_operator[operator]:
                del by_operator[operator]
    return found


# --- within a process of a fault -----------------------------------------------------------------------


class Planting(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """An importer that loads modules of the compiler from given syntax trees."""

    def __init__(self, trees: Mapping[str, ast.Module], names: Mapping[str, object]) -> None:
        self._trees = {f"interpreter.compiled.{name}": tree for name, tree in trees.items()}
        self._names = names
        sys.meta_path.insert(0, self)

    def find_spec(self, name: str, *_: Any) -> importlib.machinery.ModuleSpec | None:
        """Return the specification of a module that has a tree, or `None` for any other module."""
        if name not in self._trees:
            return None
        path = path_of(name.removeprefix(PACKAGE))
        return importlib.util.spec_from_file_location(name, path, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        """Execute the tree of a module in the module's namespace."""
        module.__dict__.update(self._names)
        code = compile(self._trees[module.__name__], str(module.__file__), "exec")
        exec(code, module.__dict__)  # noqa: S102 - it is our own


def digests(program: Program) -> tuple[str, ...]:
    """Return digests of the modules that the comparison uses.

    Their bytes are kept, so that the comparison need not make them again.
    """
    from interpreter.compiled.analysis.techniques import FULL, PLAIN
    from interpreter.compiled.course.module import compiled, interface
    from interpreter.compiled.making import artifact
    from interpreter.compiled.making.build_key import BuildKey
    from interpreter.compiled.making.fallback import beginning
    from interpreter.compiled.making.host import Code
    from interpreter.compiled.wasm.interface import Use
    from interpreter.compiled.wasm.module_bytes import bytes_of
    from interpreter.kernels.arrays.choosing import check_spelled

    forms = [
        BuildKey(Use.STEPS, FULL), BuildKey(Use.GAMES, FULL),
        BuildKey(Use.STEPS | Use.GAMES, PLAIN, EVERYTHING),
        BuildKey(Use.RECORDS, FULL), BuildKey(Use.GAMES, FULL, counts_of(program)),
        BuildKey(Use.LANES, FULL), BuildKey(Use.SEARCHES, FULL),
    ]  # fmt: skip
    with suppress(ValueError):  # then lanes have no actions as numbers
        check_spelled(program)
        forms += [BuildKey(Use.LANES | Use.BY_NUMBER, FULL), BuildKey(Use.LANES | Use.BY_PICK, FULL)]
    found = []
    with artifact.undisturbed():
        for form in forms:
            start = beginning(program)
            module = compiled(program, start, form.techniques, use=form.use, counts=form.counts)
            data, face = bytes_of(module.unit), interface(module)
            found.append(hashlib.sha256(data + repr(face).encode()).hexdigest())
            made_into = program.made_of.setdefault(artifact._KEY, {})  # noqa: SLF001 - so that it is made once
            assert isinstance(made_into, dict)  # noqa: S101 - for the type
            made_into[form] = Later(data, face, form, Code)
    return tuple(found)


class Later:
    """The bytes of a module, which are compiled to machine code only when it is used."""

    def __init__(self, data: bytes, face: Any, form: Any, code: Any) -> None:
        self._of, self._made = (data, face, form, code), None

    def made(self) -> Any:
        """Return the module, compiled to machine code."""
        from interpreter.compiled.making.artifact import Artifact

        data, face, form, code = self._of
        return Artifact(code.of(data), face, form.counts)


def playing(ready: Ready) -> None:
    """Play a case with the modules that `digests` has kept.

    Raises any error of the comparison or of a module.
    """
    from interpreter.compiled.making import artifact

    kept = ready.program.made_of[artifact._KEY]  # noqa: SLF001 - as above
    assert isinstance(kept, dict)  # noqa: S101 - for the type
    for form, later in [*kept.items()]:
        if isinstance(later, Later):
            kept[form] = later.made()
    ready.case.play(engines_of(ready.program), Played())


def judged(base: Base, fault: Planted, order: list[int], tries: int, told: Connection) -> None:
    """Plant a fault, try at most `tries` cases in the given order, and send the verdict through `told`."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    Planting({fault.module: planted(source(fault.module), fault)}, {})
    unlike: list[str] = []
    for number in order[:tries] or range(0, len(base.cases), BESIDE):
        ready = base.cases[number]
        if (why := _wrong(ready, unlike, played=not order)) is not None:
            told.send(("found", ready.case.name, why))
            return
    if unlike:
        told.send(("unlike", unlike[0], f"{len(unlike)} cases"))
        return
    if len(order) > tries:
        told.send(("untried", "", ""))
        return
    for ready in base.beyond:
        try:
            differs = digests(ready.program) != ready.digest
        except Exception:  # noqa: BLE001 - whatever it is, the sample lacks it
            differs = True
        if differs:
            told.send(("elsewhere", ready.case.name, ""))
            return
    told.send(("same" if order else "unreached", "", ""))


def _wrong(ready: Ready, unlike: list[str], *, played: bool) -> str | None:
    """Return how a case reveals a fault, or `None` if it does not.

    If the fault changes the modules of the case, the name of the case is added to `unlike`.
    """
    phase = "compiling"
    try:
        same = digests(ready.program) == ready.digest
        if same and not played:
            return None
        if not same:
            unlike.append(ready.case.name)
        phase = "playing"
        playing(ready)
    except BaseException as error:  # noqa: BLE001 - whatever it is, it shows the fault
        last = traceback.extract_tb(error.__traceback__)[-1]
        return f"{phase}: {type(error).__name__} at {Path(last.filename).name}: {str(error)[:100]}"
    finally:
        ready.program.made_of.clear()
    return None


# --- what is there without a fault ---------------------------------------------------------------------


def based(folder: Path, beyond: int, kept: Path) -> Base:
    """Return all cases with the digests of their modules, which a separate process computes.

    The digests are cached in the file `kept` until a source file changes.
    """
    cases = [Ready(case, program) for case in sample() if (program := case.program(folder)) is not None]
    others = [
        Ready(Case(f"generated {seed}", lambda _: None, 0, 0), program)
        for seed in range(10_000, 10_000 + beyond)
        if (program := generated(seed, folder)) is not None
    ]
    if loaded := [name for name in emitters() if PACKAGE + name in sys.modules]:
        raise SystemExit(f"no fault can be planted in what is loaded already: {', '.join(loaded)}")
    base, now = Base(cases, others), sources()
    if not kept.is_file() or json.loads(kept.read_text(encoding="utf-8"))["sources"] != now:
        process = get_context("fork").Process(target=_measured, args=(base, kept, now))
        process.start()
        process.join()
        if process.exitcode:
            message = "a game of the sample cannot be made into modules"
            raise SystemExit(message)
    measured = json.loads(kept.read_text(encoding="utf-8"))["games"]
    for ready, (digest, blocks, spent) in zip([*cases, *others], measured, strict=True):
        ready.digest, ready.spent = tuple(digest), spent
        ready.blocks = frozenset((module, line) for module, line in blocks)
    return base


def sources() -> str:
    """Return a digest of all source files that determine the sample's games and their modules."""
    folders = ("gamespec", "interpreter", "tests/strategies", "tests/mutation")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    paths += [ROOT / "tests" / f"agreement_{name}.py" for name in ("games", "sample")]
    paths += [path for folder in ("games", "tests/games") for path in (ROOT / folder).rglob("*.yaml")]
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(paths))).hexdigest()


def source(module: str) -> str:
    """Return the source text of a module of the compiler."""
    return path_of(module).read_text(encoding="utf-8")


def path_of(module: str) -> Path:
    """Return the path of a module of the compiler, given its dotted name."""
    return FOLDER / f"{module.replace('.', '/')}.py"


def _measured(base: Base, kept: Path, now: str) -> None:
    """Write measurements of each case into `kept`.

    They are the digests of its modules, the blocks of the compiler that run, and the processor time.
    """
    blocks: set[tuple[str, int]] = set()
    trees = {name: noted(source(name), name) for name in emitters()}
    Planting(trees, {NOTE: lambda module, line: blocks.add((module, line))})
    found, begun = [], time.monotonic()
    for number, ready in enumerate([*base.cases, *base.beyond]):
        blocks.clear()
        before = time.process_time()
        digest = digests(ready.program)
        ready.program.made_of.clear()
        found.append((digest, sorted(blocks), time.process_time() - before))
        if number % 10 == 0:
            passed = time.monotonic() - begun
            print(f"without a fault: {number} games, {passed:.0f} s", file=sys.stderr, flush=True)
    kept.write_text(json.dumps({"sources": now, "games": found}), encoding="utf-8")
    total = sum(spent for _, _, spent in found[: len(base.cases)])
    print(
        f"CI's sample takes {total:.0f} s of processor time, not counting the time to read its games",
        file=sys.stderr,
    )


# --- all of them ---------------------------------------------------------------------------------------


@dataclass
class Course:
    """The state of a run: the verdict on each fault by name, and the cases that have found recent faults."""

    base: Base
    out: Path
    tries: int
    verdicts: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    killers: list[int] = field(default_factory=list)

    def order(self, fault: Planted) -> list[int]:
        """Return the indices of the cases that execute the block of a fault, most promising first."""
        able = [
            number for number, ready in enumerate(self.base.cases)
            if (fault.module, fault.block) in ready.blocks
        ]  # fmt: skip
        last = {number: place for place, number in enumerate(reversed(self.killers[-40:]))}
        return sorted(able, key=lambda number: (last.get(number, 99) // 4, self.base.cases[number].spent))

    def note(self, fault: Planted, verdict: tuple[str, str, str]) -> None:
        """Record the verdict on a fault, and append it to the output file."""
        self.verdicts[fault.name] = verdict
        with self.out.open("a", encoding="utf-8") as file:
            print(json.dumps([fault.name, *verdict]), file=file)
        number = next((i for i, r in enumerate(self.base.cases) if r.case.name == verdict[1]), None)
        if verdict[0] == "found" and number is not None:
            self.killers.append(number)


def run(course: Course, faults: Sequence[Planted], processes: int) -> None:
    """Judge all faults, in at most `processes` processes at the same time."""
    todo = iter(faults)
    running: dict[Any, tuple[Planted, BaseProcess]] = {}  # by what each tells its verdict on
    begun, done = time.monotonic(), 0
    context = get_context("fork")
    while True:
        while len(running) < processes and (fault := next(todo, None)) is not None:
            ours, theirs = context.Pipe(duplex=False)
            args = course.base, fault, course.order(fault), course.tries, theirs
            process = context.Process(target=judged, args=args, daemon=True)
            process.start()
            theirs.close()
            running[ours] = fault, process
        if not running:
            return
        for told in wait([*running]):
            judged_, its = running.pop(told)
            try:
                verdict = cast("Connection", told).recv()
            except EOFError:
                verdict = ("found", "", "the process crashes, or does not terminate")
            its.join()
            course.note(judged_, verdict)
            done += 1
            passed = time.monotonic() - begun
            far = f"{done} of {len(faults)}, {passed:.0f} s"
            print(f"{far}: {verdict[0]:9} {judged_.name}", file=sys.stderr, flush=True)


def report(faults: Sequence[Planted], verdicts: dict[str, tuple[str, str, str]]) -> bool:
    """Print a table, and the faults that were not found. Return whether at least 95 % were found."""
    reasons = equivalent.read(LISTED) if LISTED.is_file() else {}
    table: defaultdict[str, Counter[str]] = defaultdict(Counter)
    how: Counter[str] = Counter()
    for fault in faults:
        if fault.name not in verdicts:
            continue
        outcome, case, why = verdicts[fault.name]
        if outcome != "found" and fault.name in reasons:
            outcome = "listed"
        table[fault.module][outcome] += 1
        if outcome == "found":
            how[why.partition(":")[0]] += 1
        elif outcome not in {"same", "listed"}:
            print(f"{outcome}: {fault.name}  {case} {why}")
    print(f"\n{'':16}{''.join(f'{name:>10}' for name in COLUMNS)}")
    total: Counter[str] = Counter()
    for module, counts in sorted(table.items()):
        total.update(counts)
        print(f"{module:16}{''.join(f'{counts[name]:>10}' for name in COLUMNS)}")
    print(f"{'all':16}{''.join(f'{total[name]:>10}' for name in COLUMNS)}")
    counted = total.total() - total["same"] - total["listed"]
    rate = total["found"] / max(counted, 1)
    print(f"{total['found']} of {counted} found, {rate:.1%}; {dict(how)}")
    return rate >= 0.95  # noqa: PLR2004 - what is asked for


def main() -> int:
    """Parse the arguments, judge the faults that have no verdict yet, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="default: all modules of the compiler")
    parser.add_argument("--faults", type=int, default=150, metavar="N", help="number of faults")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the choice of faults")
    parser.add_argument(
        "--beyond", type=int, default=60, metavar="N", help="number of additional generated games"
    )
    parser.add_argument(
        "--tries", type=int, default=1000, metavar="N", help="maximum number of cases tried for a fault"
    )
    parser.add_argument("--processes", type=int, default=2, metavar="N")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="file of the verdicts")
    parser.add_argument("--again", action="store_true", help="judge faults again that were not found")
    parser.add_argument("--told", action="store_true", help="only report the verdicts so far")
    asked = parser.parse_args()
    faults = drawn(asked.faults, asked.seed, asked.modules)
    course = Course(Base([]), asked.out, asked.tries, dict(_kept(asked.out)))
    left = [
        fault for fault in faults
        if fault.name not in course.verdicts or (asked.again and course.verdicts[fault.name][0] != "found")
    ]  # fmt: skip
    try:
        if left and not asked.told:
            with tempfile.TemporaryDirectory() as place:
                (Path(place) / "gamespec.toml").touch()
                course.base = based(Path(place), asked.beyond, asked.out.with_suffix(".base"))
                run(course, left, asked.processes)
    except KeyboardInterrupt:
        print("interrupted; the same command continues", file=sys.stderr)
    return 0 if report(faults, course.verdicts) else 1


def _kept(out: Path) -> Iterator[tuple[str, tuple[str, str, str]]]:
    if out.is_file():
        for line in out.read_text(encoding="utf-8").splitlines():
            name, outcome, case, why = json.loads(line)
            yield name, (outcome, case, why)


if __name__ == "__main__":
    sys.exit(main())
