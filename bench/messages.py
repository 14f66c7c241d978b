"""Measure what a page is sent of a table: `python bench/messages.py [--answers N] [GAME...]`.

For each game (default: all), the script lets all seats of a table answer at random, up to N answers
(default 120), and makes the messages that the page of the first seat is sent after each. No browser and no
network take part, so that all sizes repeat exactly, on any machine. The columns are:

- `answers`: the number of answers;
- `first`: the size of the first message, with the whole table, in thousands of bytes;
- `kB`, `p90`, `most`: the size of a message with a change: median, nine of ten are no larger, maximum;
- `html`, `asked`, `log`, `rest`: the parts of all these messages, as means;
- `sent`, `p90`: its size when compressed for the network: median, nine of ten are no larger;
- `scene`, `drawn`, `patch`, `all ms`: processor time that the server takes to make a scene, to draw it, to
  compare drawings, and for all of a message, means. Times depend on the machine.
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import fmean, median
from time import process_time
from typing import TYPE_CHECKING, Any

import gamespec
from interpreter.drawn import html as drawn
from interpreter.play.luck import Draws
from interpreter.serve import patches, sent
from interpreter.serve.course import Course
from interpreter.serve.edition import Edition
from interpreter.serve.offered import Offered
from interpreter.serve.seats import HUMAN, Chair, Chairs, Viewer
from interpreter.serve.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SEED = 7
PARTS = ("html", "asked", "log")


@dataclass
class Found:
    """The sizes of the messages of a game, in bytes, and the processor times of making them, in seconds."""

    first: int = 0
    whole: list[int] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)
    parts: dict[str, list[int]] = field(default_factory=dict)
    times: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Add the processor time that a block takes to that of a name."""
        began = process_time()
        try:
            yield
        finally:
            self.times[name] = self.times.get(name, 0.0) + process_time() - began

    def note(self, message: dict[str, Any], whole: int, packed: int, seconds: float) -> None:
        """Note a message with a change: its size, also when compressed, and the time of making it."""
        self.times["all"] = self.times.get("all", 0.0) + seconds
        self.whole.append(whole)
        self.sent.append(packed)
        parts = {part: size(message.get(part)) for part in PARTS}
        parts["rest"] = whole - sum(parts.values())
        for part, length in parts.items():
            self.parts.setdefault(part, []).append(length)

    @contextmanager
    def within(self, module: Any, name: str, called: str) -> Iterator[None]:
        """Time all calls of a function of a module, while a block runs."""
        function = getattr(module, name)

        def timed(*given: Any) -> Any:
            with self.timed(called):
                return function(*given)

        setattr(module, name, timed)
        try:
            yield
        finally:
            setattr(module, name, function)


def size(value: object) -> int:
    """Return the size of a part of a message, or 0 if it has none."""
    return 0 if value is None else len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def measured(name: str, answers: int) -> Found:
    """Let all seats answer at random, and return the sizes of what the page of the first seat is sent."""
    spec = gamespec.load(name)
    edition = Edition(spec, spec.compiled())
    count = edition.players
    table = Table(edition, Course(edition, SEED), Chairs([Chair(HUMAN) for _ in range(count)]))
    found, draws = Found(), Draws(SEED, "moves")
    log, offered = sent.Log(Viewer("seat", 0), "en"), Offered()
    deflated = zlib.compressobj(wbits=-12, memLevel=5)  # as uvicorn does it
    before: dict[str, Any] = {}
    with (
        found.within(sent, "scene_of", "scene"),
        found.within(drawn, "table", "drawn"),
        found.within(patches, "patch", "patch"),
    ):
        while True:
            began = process_time()
            now = sent.table_for(table, log, None, {0})
            message = patches.changed(before, now)
            message["asked"] = offered.told(message["asked"])
            data = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
            whole = process_time() - began
            packed = len(deflated.compress(data) + deflated.flush(zlib.Z_SYNC_FLUSH)) - 4
            if before:
                found.note(message, len(data), packed, whole)
            else:
                found.first = len(data)
                found.times.clear()
            before = now
            decision = table.decision
            if decision is None or len(table.answers) >= answers:
                return found
            table.take(decision.options[draws.below(len(decision.options))])


def p90(sizes: Sequence[int]) -> int:
    """Return the size that nine of ten do not exceed."""
    return sorted(sizes)[-(-9 * len(sizes) // 10) - 1]


def row(name: str, found: Found) -> str:
    """Return the row of the table for a game."""
    sizes = [found.first, median(found.whole), p90(found.whole), max(found.whole)]
    sizes += [fmean(found.parts[part]) for part in (*PARTS, "rest")]
    sizes += [median(found.sent), p90(found.sent)]
    times = [
        1000 * found.times.get(each, 0.0) / len(found.whole) for each in ("scene", "drawn", "patch", "all")
    ]
    cells = [*(f"{each / 1000:.1f}" for each in sizes), *(f"{each:.1f}" for each in times)]
    return f"| {name} | {len(found.whole)} | {' | '.join(cells)} |"


def main() -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all shipped games")
    parser.add_argument("--answers", type=int, default=120, metavar="N", help="answers of all seats, at most")
    wanted = parser.parse_args()
    sizes = "first | kB | p90 | most | html | asked | log | rest | sent | p90"
    print(f"| game | answers | {sizes} | scene | drawn | patch | all ms |")
    print(f"|---|{'--:|' * 15}")
    for name in wanted.games or gamespec.games():
        print(row(name, measured(name, wanted.answers)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
