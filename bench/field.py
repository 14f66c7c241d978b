"""Measure random games per second on both engines, and on OpenSpiel if it is installed.

`python bench/field.py [SECONDS [ROW...]]` plays each row of the table for about SECONDS (default 2) on each
engine. The engines are the definitional one, the compiled one inside its module, in one thread and in as many
threads as the machine has cores, and OpenSpiel (`pip install open_spiel`), driven from Python through its
bindings. All engines play the same games, and choose uniformly among the options.

For each row, the script also prints the milliseconds from a program to running code, by stage (instructions,
bytes, machine code) and by use, which is playing whole games, as `simulate` does, or playing step by step.
Each number is the median of three new processes, in which the module is the first one made. The last column
is the memory of one instance.

`--cold` measures the time of a whole command with an empty cache. `--sizes` measures how the cost grows with
the size of a board, a deck or a table of players. It prints the processor time per game and per decision
inside the module, the size of the module's code, and its memory.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import count, cycle, pairwise
from multiprocessing import get_context
from typing import Any

import gamespec
from gamespec.program import Program
from interpreter.compiled.course.module import compiled, interface
from interpreter.compiled.making.artifact import Artifact, undisturbed
from interpreter.compiled.making.cache import VARIABLE
from interpreter.compiled.making.fallback import beginning
from interpreter.compiled.making.host import Code, Instance
from interpreter.compiled.wasm.interface import Use
from interpreter.compiled.wasm.module_bytes import bytes_of
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.chunk import BATCH
from interpreter.play.cores import cores
from interpreter.play.luck import Seeds

MOMENT = 0.01
"""Least duration of a call that is long enough to be measured, in seconds."""


@dataclass(frozen=True, slots=True)
class Row:
    """A game of this repository, with OpenSpiel's name for it if OpenSpiel has the game."""

    name: str
    spec: str
    players: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    theirs: str | None = None

    def program(self) -> Program:
        """Return the program that the row plays."""
        spec = gamespec.load(self.spec)
        return spec.program(self.players, self.options)


CHESS = "tests/games/authored/chess.yaml"
ROWS = (
    Row("tic-tac-toe", "tic-tac-toe", theirs="tic_tac_toe"),
    Row("connect four", "connect-four", theirs="connect_four"),
    Row("breakthrough", "breakthrough", theirs="breakthrough"),
    Row("othello", "othello", theirs="othello"),
    Row("hex 11x11", "hex", theirs="hex(board_size=11)"),
    Row("nine men's morris", "nine-mens-morris", theirs="nine_mens_morris"),
    Row("pig", "pig", theirs="pig"),
    Row("kuhn", "kuhn-poker", theirs="kuhn_poker"),
    Row("leduc", "leduc-poker", theirs="leduc_poker"),
    Row("goofspiel, 4 cards", "goofspiel", options={"cards": 4}, theirs="goofspiel(num_cards=4)"),
    Row("goofspiel, 13 cards", "goofspiel", theirs="goofspiel(num_cards=13)"),
    Row("liar's dice", "liars-dice", theirs="liars_dice"),
    Row("euchre", "euchre", theirs="euchre"),
    Row("hearts", "hearts", theirs="hearts"),
    Row("hanabi, 2 players", "hanabi", 2, theirs="hanabi"),
    Row("trumpet, 4 players", "trumpet", 4),
    Row("trapper, 2 players", "trapper", 2),
    Row("rufus, 2 players", "rufus", 2),
    Row("carcassonne, 2 players", "carcassonne", 2),
    Row("traders & builders, 2", "carcassonne+traders-and-builders", 2),
    Row("ogallala, 3 players", "ogallala", 3),
    Row("chess", CHESS, theirs="chess"),
    Row("go 9x9", "tests/games/authored/go.yaml", theirs="go(board_size=9)"),
)

SIZES = (
    *(Row(f"hex {n}x{n}", "hex", options={"size": n}) for n in (5, 8, 11, 15, 19)),
    *(
        Row(f"{n} in a row of 5", "tic-tac-toe", options={"columns": n, "rows": n, "line": 5})
        for n in (5, 9, 15, 19)
    ),
    *(Row(f"goofspiel, {n} cards", "goofspiel", options={"cards": n}) for n in (2, 4, 8, 13)),
    *(Row(f"goofspiel, {n} players", "goofspiel", n) for n in (2, 4, 6)),
    *(Row(f"trumpet, {n} players", "trumpet", n) for n in (2, 4, 6)),
    *(Row(f"ogallala, {n} players", "ogallala", n) for n in (2, 3, 4, 5)),
)


SEEDS = struct.Struct("<QQ")
BLOCKS = 16
"""Number of blocks of seeds, each for one call of a module. Further calls repeat the same blocks."""


def inside(
    made: Artifact, seconds: float, jobs: int, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Return the games per second inside a module, played in `jobs` threads with an instance each.

    Seconds are those of `clock`.
    """
    at = made.interface.batches.seeds
    games = [0] * jobs
    end = threading.Barrier(jobs + 1)

    def work(job: int) -> None:
        instance, luck = made.instance(), random.Random(job)  # noqa: S311 - nothing secret
        blocks = [
            b"".join(SEEDS.pack(luck.getrandbits(64), luck.getrandbits(64)) for _ in range(BATCH))
            for _ in range(BLOCKS)
        ]
        instance.put(at, blocks[0])
        some = _in_a_moment(instance)
        end.wait()
        stop = clock() + seconds
        for block in cycle(blocks):
            instance.put(at, block)
            instance.run("batch", 0, some)
            games[job] += some
            if clock() > stop:
                break
        end.wait()

    threads = [threading.Thread(target=work, args=(job,), daemon=True) for job in range(jobs)]
    for thread in threads:
        thread.start()
    end.wait()
    start = clock()
    end.wait()
    spent = clock() - start
    for thread in threads:
        thread.join()
    return sum(games) / spent


def _in_a_moment(instance: Instance) -> int:
    """Return a number of games, at most `BATCH`, that takes at least `MOMENT` seconds; warm up on the way."""
    some, spent = 1, 0.0
    while some < BATCH and spent < MOMENT:
        some *= 2
        start = time.perf_counter()
        instance.run("batch", 0, some)
        spent = time.perf_counter() - start
    return some


def definitional(program: Program, seconds: float) -> float:
    """Return the games per second on the definitional engine."""
    engine, games, start = DefinitionalEngine(program), 0, time.perf_counter()
    for _ in engine.batch(Seeds.of(0, index) for index in count()):
        games += 1
        if time.perf_counter() - start > seconds:
            break
    return games / (time.perf_counter() - start)


def theirs(name: str, seconds: float) -> float:
    """Return the games per second of OpenSpiel, driven from Python."""
    import pyspiel  # it need not be there

    game, luck, games, start = pyspiel.load_game(name), random.Random(0), 0, time.perf_counter()  # noqa: S311 - nothing secret
    while time.perf_counter() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(outcomes, shares)[0])
            elif state.is_simultaneous_node():
                state.apply_actions([luck.choice(state.legal_actions(p)) for p in range(game.num_players())])
            else:
                state.apply_action(luck.choice(state.legal_actions()))
        games += 1
    return games / (time.perf_counter() - start)


def make(program: Program, use: Use) -> tuple[Artifact, list[float]]:
    """Return the module of a program, and the time for each stage of making it, in milliseconds.

    The stages are its instructions, its bytes and its machine code.
    """
    with undisturbed():
        start, times = beginning(program), [time.perf_counter()]
        module = compiled(program, start, use=use)
        times.append(time.perf_counter())
        data = bytes_of(module.unit)
        times.append(time.perf_counter())
        code = Code.of(data)
        times.append(time.perf_counter())
    spent = [1000 * (after - before) for before, after in pairwise(times)]
    return Artifact(code, interface(module)), spent


def making(row: Row, use: Use) -> list[float]:
    """Return the time that each stage of `make` takes in this process, in milliseconds."""
    return make(row.program(), use)[1]


def anew(row: Row, use: Use) -> str:
    """Return the time that each stage of `make` takes in a new process, in milliseconds.

    It is the median of three processes.
    """
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
        spent = sorted(pool.map(making, [row] * 3, [use] * 3), key=sum)
    return " + ".join(f"{part:.0f}" for part in spent[1])


def cold(command: list[str]) -> float:
    """Return the time that a command takes with an empty cache of code, in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        subprocess.run(command, env={**os.environ, VARIABLE: folder}, check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - start


def table(rows: Sequence[Row], seconds: float) -> None:
    """Print the speeds, the compilation times and the memory of each row."""
    spiel = importlib.util.find_spec("pyspiel") is not None
    first = "for games, ms | for steps, ms"
    print(f"| game | definitional | compiled | in all threads | OpenSpiel | {first} | instance, MB |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for row in rows:
        program = row.program()
        made, _ = make(program, Use.GAMES)
        slow = f"{definitional(program, seconds):,.0f}"
        one, all_ = inside(made, seconds, 1), inside(made, seconds, cores())
        other = f"{theirs(row.theirs, seconds):,.0f}" if spiel and row.theirs is not None else ""
        parts = " | ".join(anew(row, use) for use in (Use.GAMES, Use.STEPS))
        memory = f"{made.code.memory / 1e6:.1f}"
        print(
            f"| {row.name} | {slow} | {one:,.0f} | {all_:,.0f} | {other} | {parts} | {memory} |", flush=True
        )


def sizes(rows: Sequence[Row], seconds: float) -> None:
    """Print, for each row, the time per game and per decision, the size of the code, and the memory."""
    heads = "game", "integers", "decisions a game", "µs a game", "ns a decision", "code, KiB", "instance, KiB"
    print(f"| {' | '.join(heads)} |\n|---{'|--:' * (len(heads) - 1)}|")
    for row in rows:
        program = row.program()
        made, _ = make(program, Use.GAMES)
        decisions, each = apiece(made, seconds)
        figures = (
            f"{program.layout.length:,}",
            f"{decisions:,.1f}",
            f"{1e6 * each:,.1f}",
            f"{1e9 * each / decisions:,.0f}",
            f"{len(made.code.written()) / 1024:,.0f}",
            f"{made.code.memory // 1024:,}",
        )
        print(f"| {row.name} | {' | '.join(figures)} |", flush=True)


def apiece(made: Artifact, seconds: float) -> tuple[float, float]:
    """Return the mean number of decisions per game, and the processor time per game in seconds.

    The time is the least of several calls.
    """
    instance, luck, batches = made.instance(), random.Random(0), made.interface.batches  # noqa: S311 - nothing secret
    seeds = (SEEDS.pack(luck.getrandbits(64), luck.getrandbits(64)) for _ in range(BATCH))
    instance.put(batches.seeds, b"".join(seeds))
    games, least, left = _in_a_moment(instance), float("inf"), seconds
    while left > 0:
        begun = time.thread_time()
        instance.run("batch", 0, games)
        spent = time.thread_time() - begun
        least, left = min(least, spent), left - spent
    words = instance.words(batches.results, games * batches.width)
    return sum(words[:: batches.width]) / games, least / games


def main() -> None:
    """Parse the arguments, and run the requested measurement."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seconds", type=float, nargs="?", default=2.0)
    parser.add_argument("rows", nargs="*", help="parts of the names of the rows to show")
    parser.add_argument("--cold", action="store_true", help="measure the command from a cold start")
    parser.add_argument("--sizes", action="store_true", help="measure the cost against size")
    given = parser.parse_args()
    if given.cold:
        command = [sys.executable, "-m", "gamespec", "simulate", "trapper", "--games", "10000"]
        print(f"simulate trapper, 10,000 games, nothing kept: {cold(command):.2f} s")
        return
    rows = [row for row in (SIZES if given.sizes else ROWS) if _wanted(row.name, given.rows)]
    if given.sizes:
        sizes(rows, given.seconds)
    else:
        table(rows, given.seconds)


def _wanted(name: str, parts: Sequence[str]) -> bool:
    return not parts or any(part in name for part in parts)


if __name__ == "__main__":
    main()
