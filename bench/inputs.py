"""Search for inputs that break our readers, guided by coverage: `python bench/inputs.py TARGET`.

The targets are the readers of `tests/readers.py`: games, expressions, migrations, layouts, saved games,
tables, programs, and the messages of a page. The fuzzer is atheris, which is not among our dependencies:

    python -m venv fuzzing && fuzzing/bin/pip install -e ".[test]" -c constraints.txt atheris

It begins with files of the repository and the inputs of `tests/inputs`, and keeps each input that reaches new
code. Because changed bytes hardly pass the outermost parser, most changes follow the structure of the input:
JSON and YAML are changed as trees, and texts token by token (`tests/spoilt_texts.py`).

A finding is an exception that the reader does not document, or an input that takes more than `SLOW` seconds
of processor time or `MEGABYTES` of memory. The first input of each kind is written to the folder `--out`, in
the shortest form that was found, and the search goes on. The exit status is 1 if there are findings, and 2
without atheris. `python bench/inputs.py TARGET FILE...` runs the reader on files, without atheris.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import random
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

SLOW = 3.0
"""Number of seconds of processor time from which an input is reported; code under the fuzzer is slow."""

STUCK = 300
"""Number of seconds, also of waiting, after which the fuzzer gives up an input that does not end."""

MEGABYTES = 2000
"""Memory of the fuzzer at which it gives up."""

LONGEST = {"program": 12_000, "saved": 6_000, "expression": 400, "messages": 1_500}
"""Maximum length of an input in bytes, by target."""
USUAL_LENGTH = 1_500

GUIDING: dict[str, tuple[str, ...]] = {
    "game": (
        "gamespec.documents",
        "gamespec.reading",
        "gamespec.schema",
        "gamespec.habits",
        "gamespec.variant",
        "gamespec.description",
        "gamespec.resolve",
        "gamespec.accepted",
    ),
    "expression": ("gamespec.expr", "gamespec.text", "interpreter.asking"),
    "migration": ("gamespec.migrate", "gamespec.documents", "gamespec.language", "gamespec.text"),
    "layout": ("gamespec.layout", "gamespec.documents.yaml_tree"),
    "saved": ("interpreter.replay", "interpreter.snapshot", "interpreter.answers", "interpreter.named"),
    "table": ("interpreter.serve", "interpreter.replay"),
    "program": ("gamespec.program",),
    "messages": ("interpreter.serve", "interpreter.words"),
}
"""The packages whose coverage guides the search, by target."""

# --- changes --------------------------------------------------------------------------------------

OTHERS: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2**31 - 1, 2**31, -(2**31), 2**53, 2**64, 10**400, 0.5, -0.0, 1e400),
    *("", "x", "p1", "none", "1", "é", "\u2028", "\ud800", "\x00", "a" * 300, [], {}, [[]], {"": None}),
)
"""Values that take the place of others in a tree."""


def places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the place of each value in a tree: the list or dict that holds it, and its index or key there."""
    inside = list(node.items() if isinstance(node, dict) else enumerate(node))
    for key, value in inside:
        yield node, key
        if isinstance(value, dict | list):
            yield from places(value)


def change_tree(node: Any, luck: random.Random, bytes_changed: Callable[[bytes], bytes]) -> None:
    """Change a tree at one to three places: a value is replaced, copied, removed, moved or renamed."""
    for _ in range(luck.choice((1, 1, 2, 3))):
        every = list(places(node))
        if not every:
            return
        (holder, key), (other, place) = luck.choice(every), luck.choice(every)
        value = other[place]
        match luck.randrange(7):
            case 0:
                del holder[key]
            case 1:
                holder[key] = json.loads(json.dumps(value)) if luck.randrange(2) else value
            case 2 if isinstance(holder, list):
                holder.insert(key, json.loads(json.dumps(value)))
            case 2 | 3 if isinstance(holder, dict) and isinstance(place, str):
                holder[place] = holder.pop(key)
            case 4 if type(holder[key]) is int:
                holder[key] += luck.choice((-2, -1, 1, 2, 1000))
            case 5 if isinstance(holder[key], str):
                holder[key] = bytes_changed(holder[key].encode(errors="replace")).decode(errors="replace")
            case _:
                holder[key] = luck.choice(OTHERS)


def change_json(data: bytes, luck: random.Random, bytes_changed: Callable[[bytes], bytes]) -> bytes:
    """Change a JSON text as a tree, or as bytes if it is not JSON."""
    try:
        node = [json.loads(data)]
        change_tree(node, luck, bytes_changed)
        return json.dumps(node[0] if node else None, indent=luck.choice((None, 1))).encode()
    except (ValueError, RecursionError):
        return bytes_changed(data)


def change_lines(data: bytes, luck: random.Random, bytes_changed: Callable[[bytes], bytes]) -> bytes:
    """Change one of the lines, each a JSON text, or exchange, double or remove a line."""
    lines = data.split(b"\n")
    at, other = luck.randrange(len(lines)), luck.randrange(len(lines))
    match luck.randrange(8):
        case 0:
            lines[at], lines[other] = lines[other], lines[at]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            del lines[at]
        case _:
            lines[at] = change_json(lines[at], luck, bytes_changed)
    return b"\n".join(lines)


def change_yaml(data: bytes, luck: random.Random, bytes_changed: Callable[[bytes], bytes]) -> bytes:
    """Change a YAML text as a tree, or token by token."""
    import yaml
    from spoilt_texts import mutated

    if luck.randrange(2):
        with suppress(yaml.YAMLError, ValueError, RecursionError, TypeError, AttributeError):
            node = [yaml.safe_load(data.decode(errors="replace"))]
            if isinstance(node[0], dict | list):
                change_tree(node, luck, bytes_changed)
                flow = luck.choice((None, None, False, True))
                text = yaml.safe_dump(node[0] if node else None, default_flow_style=flow, sort_keys=False)
                return str(text).encode(errors="replace")
    return mutated(data.decode(errors="replace"), luck).encode(errors="replace")


def change_text(data: bytes, luck: random.Random, bytes_changed: Callable[[bytes], bytes]) -> bytes:  # noqa: ARG001 - as the others
    """Change a text token by token."""
    from spoilt_texts import mutated

    return mutated(data.decode(errors="replace"), luck).encode(errors="replace")


CHANGES = {
    "game": change_yaml,
    "expression": change_text,
    "migration": change_yaml,
    "layout": change_yaml,
    "saved": change_json,
    "table": change_json,
    "program": change_lines,
    "messages": change_lines,
}
"""The change that keeps the structure of a target's inputs."""

RAW = 6
"""One in this many changes ignores the structure."""


def changed(target: str, data: bytes, seed: int, bytes_changed: Callable[[bytes], bytes]) -> bytes:
    """Return an input with a change that follows from the seed; `bytes_changed` changes bytes at random."""
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    if luck.randrange(RAW) == 0:
        return bytes_changed(data)
    return CHANGES[target](data, luck, bytes_changed)


# --- where the search begins ----------------------------------------------------------------------


def beginnings(target: str) -> Iterator[bytes]:
    """Yield the inputs with which the search begins."""
    for file in sorted((ROOT / "tests" / "inputs" / target).glob("*")):
        yield file.read_bytes()
    yield from BEGINNINGS[target]()


def _specifications() -> Iterator[bytes]:
    shipped = ("games/*/game.yaml", "games/*/variants/*.yaml", "games/*/bands.yaml")
    for pattern in (*shipped, "tests/diagnostics/*/game.yaml", "tests/games/*/*.yaml"):
        yield from (file.read_bytes() for file in sorted(ROOT.glob(pattern)))


def _expressions() -> Iterator[bytes]:
    for file in sorted((ROOT / "tests" / "expr").glob("*.txt")):
        lines = file.read_text(encoding="utf-8").splitlines()
        told = (line.partition(" -> ") for line in lines)
        yield from (text.encode() for text, _, came in told if came and "GS508" not in came)  # slow


def _saved() -> Iterator[bytes]:
    from readers import saved_files

    yield from saved_files()


def _tables() -> Iterator[bytes]:
    link = "0123456789abcdefghijkl"
    seats = [{"by": by, "token": link, "taken": True} for by in ("human", "mcts:200")]
    notes = [{"decision": 0, "by": "p1", "text": "a note"}]
    record = {"format": "gamespec-table-1", "language": "de", "luck": 7, "seats": seats}
    yield json.dumps(record | {"watch": link, "host": link, "notes": notes}).encode()


def _programs() -> Iterator[bytes]:
    from readers import SAVED

    from gamespec import load
    from gamespec.program.written import About, write

    for game in SAVED.values():
        made = load(game).compiled()
        yield write(made.program, About(made.names.game, made.names.options, made.names.spec_hash))


def _messages() -> Iterator[bytes]:
    from dataclasses import MISSING, fields

    from interpreter.serve.protocol import _CLASSES

    values = {
        "revision": 0, "number": "0", "at": 0, "name": "a", "way": "answers", "proposal": 1, "decision": 0,
        "text": "pass", "seat": 1, "by": "random", "language": "de", "usual": "de",
        "line": "hello", "called": "Ann", "advice": True,
        "slip": True, "pause": 1500, "ref": "z0.c0", "color": "red",
    }  # fmt: skip
    every: list[str] = []
    for kind, class_ in _CLASSES.items():
        said = {"kind": kind} | {f.name: values[f.name] for f in fields(class_) if f.default is MISSING}
        full = {"kind": kind} | {f.name: values[f.name] for f in fields(class_)}
        every += [json.dumps(said), json.dumps(full)]
        yield "\n".join([json.dumps(said)] * 4).encode()
    yield "\n".join(every).encode()
    for at in range(0, len(every), 5):
        yield "\n".join(every[at : at + 5]).encode()


BEGINNINGS: dict[str, Callable[[], Iterator[bytes]]] = {
    "game": _specifications,
    "expression": _expressions,
    "migration": _specifications,
    "layout": _specifications,
    "saved": _saved,
    "table": _tables,
    "program": _programs,
    "messages": _messages,
}

# --- findings -------------------------------------------------------------------------------------


@dataclass
class Findings:
    """The findings of a search, in a folder: for each, an input and a file that says what came of it."""

    folder: Path
    known: dict[str, int] = field(default_factory=dict)
    """The length of the shortest input, by the name of the finding."""

    def add(self, name: str, data: bytes, said: str) -> None:
        """Note a finding, unless a shorter input is known for it."""
        if len(data) >= self.known.get(name, len(data) + 1):
            return
        if name not in self.known:
            print(f"FINDING {name}: {said.strip().splitlines()[-1]:.200}", file=sys.stderr, flush=True)
        self.known[name] = len(data)
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_bytes(data)
        (self.folder / f"{name}.txt").write_text(said, encoding="utf-8", errors="backslashreplace")


def attempted(target: str, data: bytes, findings: Findings) -> None:
    """Run a reader on an input, and note a finding if the reader breaks or is slow."""
    from readers import READERS

    begun = time.process_time()
    try:
        READERS[target](data)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told with its input
        every = traceback.extract_tb(error.__traceback__)
        ours = [frame for frame in every if Path(frame.filename).is_relative_to(ROOT)] or list(every)
        name = f"{type(error).__name__}-{Path(ours[-1].filename).stem}-{ours[-1].lineno}"
        findings.add(name, data, traceback.format_exc())
    took = time.process_time() - begun
    if took > SLOW:
        findings.add("slow", data, f"{took:.1f} s")


def inside(target: str, folder: Path, arguments: list[str]) -> None:
    """Fuzz in this process, which the fuzzer ends."""
    atheris = importlib.import_module("atheris")  # not installed where types are checked
    with atheris.instrument_imports(include=["gamespec", "interpreter"], exclude=list(_others(target))):
        import readers  # noqa: F401 - with all that it reads by
    findings = Findings(folder)

    def mutator(data: bytes, most: int, seed: int) -> bytes:
        made = changed(target, data, seed, lambda some: atheris.Mutate(some, max(len(some) + 64, 1)))
        return made[:most]

    atheris.Setup(
        [sys.argv[0], *arguments], lambda data: attempted(target, data, findings), custom_mutator=mutator
    )
    atheris.Fuzz()


def _others(target: str) -> Iterator[str]:
    """Yield the names of the modules whose coverage does not guide the search."""
    for package in ("gamespec", "interpreter"):
        for file in (ROOT / package).rglob("*.py"):
            name = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            if not any(f"{name}.".startswith(f"{guiding}.") for guiding in GUIDING[target]):
                yield name


def searched(asked: argparse.Namespace) -> int:
    """Fuzz in a process of its own, print the findings, and return the exit status."""
    if importlib.util.find_spec("atheris") is None:
        print(
            "the search needs atheris: `pip install atheris`, in an environment of its own", file=sys.stderr
        )
        return 2
    target, most = asked.target, LONGEST.get(asked.target, USUAL_LENGTH)
    out, begun = asked.out / target, time.time()
    with tempfile.TemporaryDirectory() as place:
        corpus = Path(place)
        for number, data in enumerate(beginnings(target)):
            if len(data) <= most:
                (corpus / f"{number:04}").write_bytes(data)
        out.mkdir(parents=True, exist_ok=True)
        options = {
            "max_total_time": asked.seconds, "max_len": most, "seed": asked.seed, "timeout": STUCK,
            "rss_limit_mb": MEGABYTES, "artifact_prefix": f"{out}/", "print_final_stats": 1,
            "report_slow_units": STUCK,
        }  # fmt: skip
        arguments = [*(f"-{name}={value}" for name, value in options.items()), str(corpus)]
        command = [sys.executable, __file__, target, "--out", str(asked.out), "--inside", *arguments]
        status = subprocess.run(command, check=False).returncode
    found = [
        file for file in sorted(out.iterdir()) if file.suffix != ".txt" and file.stat().st_mtime >= begun
    ]
    for file in found:
        print(f"finding: {file}")
    print(f"{target}: {len(found)} findings in {out}, the fuzzer ended with status {status}")
    return int(bool(found) or status != 0)


def main() -> int:
    """Fuzz a target, or run its reader on files, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("target", choices=CHANGES)
    parser.add_argument("files", nargs="*", metavar="FILE", type=Path, help="only run the reader on these")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1, help="of the fuzzer's luck")
    parser.add_argument("--out", type=Path, default=Path("findings"), help="folder of the findings")
    parser.add_argument("--inside", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.inside is not None:
        inside(asked.target, asked.out / asked.target, asked.inside)
    if asked.files:
        from readers import READERS

        for file in asked.files:
            READERS[asked.target](file.read_bytes())
        return 0
    return searched(asked)


if __name__ == "__main__":
    sys.exit(main())
