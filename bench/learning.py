"""Measure players that learn: `python bench/learning.py [--seconds S] [--against BOT=GAMES,...] [GAME...]`.

For each game, with its least number of players, a policy learns for S seconds (default 120) of processor
time. The script prints the games per second of learning, of the finished policy in all seats inside the
module, and of random players, and then the share of opponents that the policy leaves behind, with its 95
percent interval: against random players in 1,000 games, and against each bot in the given number of games, in
which the policy plays for one team after another. Where all players win together, it prints mean scores.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import gamespec
from gamespec.program import Program
from interpreter.bots.match import Match, matches
from interpreter.compiled.engine import CompiledEngine
from interpreter.learning.policy_file import write_policy
from interpreter.learning.training import Training
from interpreter.play.luck import Seeds
from interpreter.play.policies import Policies
from interpreter.play.together import teams_of
from interpreter.simulate.intervals import Fixed, bounded_mean_of, mean_of
from interpreter.simulate.statistics import Mean

MEASURED = 1.0
"""Seconds of processor time in which games are counted."""

GAMES = (
    "breakthrough", "carcassonne", "connect-four", "euchre", "hanabi", "hearts", "hex", "nine-mens-morris",
    "ogallala", "othello", "rufus", "trapper", "trumpet",
)  # fmt: skip


def speed(engine: CompiledEngine, policies: Policies | None) -> float:
    """Return how many games a second are played inside the module."""
    count, begun = 4, time.process_time()
    while True:
        count *= 2
        before = time.process_time()
        for _ in engine.batch((Seeds.of(1, number) for number in range(count)), policies=policies):
            pass
        spent = time.process_time() - before
        if time.process_time() - begun > MEASURED:
            return count / spent


def rewards(training: Training, program: Program, path: Path, other: str, games: int) -> Iterator[float]:
    """Yield the reward of the policy in each game against a bot."""
    teams = teams_of(program)
    sides = sorted({*teams})
    table = [
        Match(Seeds.of(2, i // len(sides)), tuple(int(each != sides[i % len(sides)]) for each in teams))
        for i in range(games)
    ]
    for i, played in enumerate(matches(program, CompiledEngine, [f"learned:{path}", other], table)):
        yield from training.rewards(played, teams.index(sides[i % len(sides)]))


def told(rewards: Iterable[float], *, together: bool) -> str:
    """Return a mean with its 95 percent interval."""
    mean = Mean()
    for reward in rewards:
        mean.add(reward)
    ends = (mean_of if together else bounded_mean_of)(mean, Fixed())
    return "-" if mean.mean is None or ends is None else f"{mean.mean:.3f}, {ends[0]:.3f} to {ends[1]:.3f}"


def main() -> int:
    """Learn each game, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"default: {', '.join(GAMES)}")
    parser.add_argument("--seconds", type=float, default=120, metavar="S")
    parser.add_argument("--against", default="greedy=40,mcts:200=40", metavar="BOT=GAMES,...")
    asked = parser.parse_args()
    pairs = (each.partition("=") for each in asked.against.split(",") if each)
    against = [(name, int(games)) for name, _, games in pairs]
    print(
        "| game | learns, games/s | plays | random plays | against random |",
        " | ".join(name for name, _ in against) + " |",
    )
    print(f"|---|{'--:|' * (4 + len(against))}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in asked.names or GAMES:
            spec = gamespec.load(name)
            program = spec.program(min(spec.players))
            engine = CompiledEngine(program, jobs=1)
            training = Training(program, engine)
            spent = 0.0
            while spent < asked.seconds:
                before = time.process_time()
                training.learn()
                spent += time.process_time() - before
            every = range(program.players)
            policies = Policies((training.weights,), (0,) * len(every), (training.played,) * len(every))
            path = Path(folder) / "it.policy"
            write_policy(training.policy(name, {}, spent), path)
            speeds = training.games / spent, speed(engine, policies), speed(engine, None)
            cells = [f"{each:,.0f}" for each in speeds]
            cells.append(told(training.against(games=1000), together=training.together))
            for other, games in against:
                found = rewards(training, program, path, other, games)
                cells.append(told(found, together=training.together))
            print(f"| {name} | {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
