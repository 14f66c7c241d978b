"""Measure the games per second of the commands, as ratios to those of the bare module, all in one run.

`python bench/commands.py [ROW...]` measures the rows of `bench/field.py`, or those whose names contain one of
the given parts. Each figure is a median of `--rounds` rounds. Modules and commands take turns, so that
another job on the machine slows both. Every command has a process of its own and plays in one thread. Its
number of games is such that it plays for about `--seconds`. The columns are:

- `module`: games per second inside the module, in one thread, as in `bench/field.py`;
- `simulate`: games per second of `gamespec simulate GAME --jobs 1 --format json`;
- `says`: games per second by the elapsed time that the command itself reports, without its start;
- `of module`: `simulate` divided by `module`;
- `parquet`: games per second with `--out games.parquet`, divided by `module`; `-` without pyarrow;
- `compare`: time of `gamespec compare GAME GAME`, divided by that of `simulate` for as many games in all;
- `sweep`: time of `gamespec sweep` over three values of one option (`SWEPT`), divided by that of `simulate`
  for the same three games; `-` if the row has no such option;
- `report`: time of `gamespec report GAME`, with its charts, divided by that of `simulate` for as many games;
  `-` without matplotlib and Jinja;
- `start`: seconds that `simulate` takes with one game.

All times but that in `says` are processor time of the whole process. From that of a command the time of the
same command with `--games 1` (median of three, with a warm cache) is subtracted.

`--only` limits the commands. `--million` first writes a million games of tic-tac-toe to Parquet, with as many
threads as the command takes by itself, and prints the elapsed time and the peak memory; without a ROW, it
measures nothing else. An interrupt prints the rounds that are complete.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.field import ROWS, Row, inside, make
from bench.records import played
from interpreter.compiled.making.artifact import Artifact
from interpreter.compiled.making.cache import VARIABLE
from interpreter.compiled.wasm.interface import Use

STARTS = 3
"""Number of runs with one game, of which the median is the time to start."""
ENOUGH = 0.25
"""Processor time of playing from which a command's speed can be estimated, in seconds."""
GUESS = 500
"""First guess of how many times as many games per second the module plays as the command."""
GROWTH = 10
"""Factor by which the number of games grows until a run takes `ENOUGH` seconds."""
LEAST = 0.5
"""Least number of seconds that a command should play: below it, the start disturbs the result."""
MILLION = 1_000_000

SIMULATE, PARQUET, COMPARE, SWEEP, REPORT = COMMANDS = ("simulate", "parquet", "compare", "sweep", "report")
SWEPT = {
    "tic-tac-toe": ("columns", (3, 4, 5)),
    "connect four": ("columns", (7, 6, 8)),
    "breakthrough": ("columns", (8, 7, 9)),
    "hex 11x11": ("size", (11, 10, 12)),
    "nine men's morris": ("men", (9, 8, 10)),
    "pig": ("sides", (6, 5, 7)),
    "leduc": ("first_raise", (2, 1, 3)),
    "goofspiel, 13 cards": ("cards", (13, 11, 12)),
    "liar's dice": ("faces", (6, 4, 5)),
    "euchre": ("goal", (10, 9, 11)),
    "hearts": ("cards_passed", (3, 2, 4)),
    "hanabi, 2 players": ("ranks", (5, 3, 4)),
    "trumpet, 4 players": ("hand_size", (7, 6, 8)),
    "trapper, 2 players": ("hand_size", (6, 5, 7)),
    "rufus, 2 players": ("budget", (7, 6, 8)),
    "carcassonne, 2 players": ("followers", (7, 6, 8)),
    "traders & builders, 2": ("followers", (7, 6, 8)),
    "ogallala, 3 players": ("boats_to_end", (3, 2, 4)),
    "go 9x9": ("size", (9, 8, 10)),
}
"""For each row an option and three values of it. The first is the default, so it is played only once."""

HEADS = ("module", "simulate", "says", "of module", "parquet", "compare", "sweep", "report", "start")
NAME, WIDTH = 24, 12
"""Width of the first column, and of each of the others."""


@dataclass(frozen=True, slots=True)
class Command:
    """A gamespec command, without its number of games."""

    words: tuple[str, ...]
    place: Path
    """A folder for what the command prints and writes."""

    def busy(self, games: int) -> float:
        """Return the processor time of the command with this number of games, in seconds."""
        arguments = [*self.words, "--games", str(games), "--jobs", "1"]
        return played(arguments, self.place / "printed.json")[1]

    def start(self) -> float:
        """Return the processor time with one game, in seconds: the median of `STARTS` runs."""
        return median(self.busy(1) for _ in range(STARTS))

    def seconds(self) -> float:
        """Return the elapsed time of playing that the latest run printed, in seconds."""
        return float(json.loads((self.place / "printed.json").read_text(encoding="utf-8"))["seconds"])

    def games(self, seconds: float, start: float, guess: int) -> int:
        """Return a number of games that take about so many seconds; `guess` is the first to try."""
        while (spent := self.busy(guess) - start) < ENOUGH:
            guess *= GROWTH
        return max(1, round(guess * seconds / spent))


@dataclass(slots=True)
class Figures:
    """The figures of one row, each with its value in every round."""

    start: float = 0.0
    rounds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def line(self, name: str) -> str:
        """Return the row of the table, with `-` for what was not measured."""
        speeds = (f"{median(self.rounds[head]):,.0f}" if self.rounds[head] else "-" for head in HEADS[:3])
        ratios = (f"{median(self.rounds[head]):.3g}" if self.rounds[head] else "-" for head in HEADS[3:-1])
        return _line(name, (*speeds, *ratios, f"{self.start:.2f}"))


def _line(name: str, cells: tuple[str, ...]) -> str:
    return f"{name:<{NAME}}" + "".join(f"{cell:>{WIDTH}}" for cell in cells)


class Measured:
    """The commands of a row, ready to be measured: their numbers of games and their times to start."""

    def __init__(self, row: Row, seconds: float, only: frozenset[str], place: Path) -> None:
        players = ("--players", str(row.players)) if row.players else ()
        options = tuple(f"{name}={value}" for name, value in row.options.items())
        both = tuple(word for option in options for word in ("--both", option))
        fixed = (*players, *(word for option in options for word in ("--set", option)))
        out = ("--out", str(place / "games.parquet"))
        option, values = SWEPT[row.name] if row.name in SWEPT and SWEEP in only else ("", ())
        over = ("--set", f"{option}={','.join(map(str, values))}")

        page = ("-o", str(place / "report.html"))

        def command(*words: str) -> Command:
            return Command(words if words[0] == REPORT else (*words, "--format", "json"), place)

        self.seconds = seconds
        self.made: Artifact = make(row.program(), Use.GAMES)[0]
        self.simulate = command(SIMULATE, row.spec, *fixed)
        self.parquet = command(SIMULATE, row.spec, *fixed, *out) if PARQUET in only else None
        self.compare = command(COMPARE, row.spec, row.spec, *players, *both) if COMPARE in only else None
        self.sweep = command(SWEEP, row.spec, *fixed, *over) if values else None
        self.report = command(REPORT, row.spec, *fixed, *page) if REPORT in only else None
        self.others = [
            command(SIMULATE, row.spec, *fixed, "--set", f"{option}={value}") for value in values[1:]
        ]

        commands = (self.simulate, self.parquet, self.compare, self.sweep, self.report)
        self.starts = {command.words: command.start() for command in commands if command}
        guess = max(1, round(self.module() * seconds / GUESS))
        self.games = self.simulate.games(seconds, self.start(self.simulate), guess)
        self.written = 0
        if self.parquet:
            self.written = self.parquet.games(seconds, self.start(self.parquet), guess)

    def module(self) -> float:
        """Return the games per second of the module."""
        return inside(self.made, self.seconds, 1, time.process_time)

    def start(self, command: Command) -> float:
        """Return the processor time of a command with one game, in seconds."""
        return self.starts.get(command.words, self.starts[self.simulate.words])

    def playing(self, command: Command, games: int) -> float:
        """Return the processor time of a command without its start, in seconds.

        A cell of a sweep starts like the game as it stands. The sweep has compiled it before.
        """
        return command.busy(games) - self.start(command)

    def measure(self, figures: Figures) -> None:
        """Measure one round, and add its values to the figures."""
        values = {"module": self.module()}
        each = self.playing(self.simulate, self.games) / self.games
        values |= {"simulate": 1 / each, "says": self.games / self.simulate.seconds()}
        values["of module"] = values["simulate"] / values["module"]
        if self.compare:
            games = max(1, self.games // 2)
            values[COMPARE] = self.playing(self.compare, games) / (2 * games * each)
        if self.parquet:
            module, spent = self.module(), self.playing(self.parquet, self.written)
            values[PARQUET] = self.written / spent / module
        if self.sweep:
            games = max(1, self.games // (1 + len(self.others)))
            spent = self.playing(self.sweep, games)
            apiece = each + sum(self.playing(other, self.games) / self.games for other in self.others)
            values[SWEEP] = spent / (games * apiece)
        if self.report:
            values[REPORT] = self.playing(self.report, self.games) / (self.games * each)
        for name, value in values.items():
            figures.rounds[name].append(value)


def table(rows: list[Row], seconds: float, rounds: int, only: frozenset[str], place: Path) -> None:
    """Print a line for each row. After an interrupt, print the complete rounds of its row and return."""
    print(_line("row", HEADS), flush=True)
    for row in rows:
        figures = Figures()
        try:
            measured = Measured(row, seconds, only, place)
            figures.start = measured.start(measured.simulate)
            for _ in range(rounds):
                measured.measure(figures)
        except KeyboardInterrupt:
            if figures.rounds:
                print(figures.line(row.name))
            print("interrupted")
            return
        print(figures.line(row.name), flush=True)


def million(place: Path) -> None:
    """Print the time and the memory that a million games of tic-tac-toe take with a table.

    The system counts the memory of this process, when it starts the command, as memory of the command. It is
    less than the command takes to write Parquet.
    """
    out = place / "million.parquet"
    words = ["simulate", "tic-tac-toe", "--games", str(MILLION), "--out", str(out)]
    seconds, busy, memory = played(words)
    print(
        f"a million games of tic-tac-toe into Parquet: {seconds:.1f} s elapsed, {busy:.1f} s of processor "
        f"time, {memory:.0f} MB at most",
        flush=True,
    )


def chosen(parser: argparse.ArgumentParser, parts: list[str]) -> list[Row]:
    """Return the rows whose names or games contain one of the parts; by default all."""
    for part in parts:
        if not any(part in row.name or part in row.spec for row in ROWS):
            names = ", ".join(f"`{row.name}`" for row in ROWS)
            parser.error(f"no row has `{part}` in its name; the rows are {names}")
    return [row for row in ROWS if not parts or any(part in row.name or part in row.spec for part in parts)]


def _commands(text: str) -> frozenset[str]:
    names = frozenset(text.split(","))
    if unknown := sorted(names.difference(COMMANDS)):
        raise argparse.ArgumentTypeError(f"`{unknown[0]}` is none of {', '.join(COMMANDS)}")
    return names


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not LEAST <= seconds < MILLION:
        raise argparse.ArgumentTypeError(f"`{text}` is not a number of seconds, at least {LEAST}")
    return seconds


def _rounds(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"`{text}` is not a positive integer")
    return int(text)


def main() -> None:
    """Parse the arguments, and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rows", nargs="*", metavar="ROW", help="parts of the names of the rows to measure")
    parser.add_argument(
        "--seconds", type=_seconds, default=6.0, metavar="S", help="time that each run plays [default: 6]"
    )
    parser.add_argument("--rounds", type=_rounds, default=3, metavar="N", help="[default: 3]")
    parser.add_argument(
        "--only",
        type=_commands,
        default=frozenset(COMMANDS),
        metavar="COMMAND,...",
        help=f"some of {', '.join(COMMANDS)}; simulate is always measured",
    )
    parser.add_argument("--million", action="store_true", help="also write a million games to Parquet")
    given = parser.parse_args()
    rows, only = chosen(parser, given.rows), given.only
    if importlib.util.find_spec("pyarrow") is None:
        if given.million:
            parser.error("--million needs pyarrow: pip install 'gamespec[table]'")
        print("pyarrow is not installed: no tables are written")
        only -= {PARQUET}
    if any(importlib.util.find_spec(name) is None for name in ("matplotlib", "jinja2")):
        print("matplotlib or Jinja is not installed: no reports are written")
        only -= {REPORT}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        place = Path(folder)
        # as a user has it: modules and bytecode of Python lie in a cache
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ |= {VARIABLE: str(place / "cache"), "PYTHONPYCACHEPREFIX": str(place / "bytecode")}
        try:
            if given.million:
                million(place)
        except KeyboardInterrupt:
            print("interrupted")
            return
        if given.rows or not given.million:
            table(rows, given.seconds, given.rounds, only, place)


if __name__ == "__main__":
    main()
