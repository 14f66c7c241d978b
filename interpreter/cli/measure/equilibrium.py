"""The equilibrium of a game with hidden information or secret decisions, in text and in JSON.

`found` computes it, with progress. `print_equilibrium` and `data_of` tell it. `Mixed` is an information set
where a player does not always choose the same.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gamespec.text.plurals import counted
from interpreter.cli.common.boundary import Stop
from interpreter.cli.common.interrupts import interrupted
from interpreter.cli.common.output import heading, print_table
from interpreter.cli.common.screen import echo, styled
from interpreter.cli.common.spinner import spinner
from interpreter.engines import best
from interpreter.play.events import EventKind
from interpreter.play.search import Reward
from interpreter.solving.equilibrium import (
    ITERATIONS,
    MOST_NODES,
    WITHIN,
    Equilibrium,
    Unsolvable,
    equilibrium,
)
from interpreter.solving.growing import history
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gamespec.compile import Compiled
    from interpreter.solving.sequences import InformationSet

__all__ = [
    "Mixed",
    "data_of",
    "found",
    "mixed",
    "print_equilibrium",
    "solvable",
    "status_of",
    "walking",
]

SHOWN = 20
"""Default of the number of information sets that are shown."""

MIXED, REACHED = 0.01, 0.001
"""The least probability of an option that counts, and that of an information set."""

TELLING = frozenset(
    {
        EventKind.MOVED, EventKind.REVEALED, EventKind.SHOWN, EventKind.DREW, EventKind.DECIDED,
        EventKind.BACK_SEEN, EventKind.REMEMBERED,
    }
)  # fmt: skip
"""The kinds of events by which information sets are described. Effects on values follow from decisions."""

REWARDS = {Reward.SCORES: "score", Reward.PLACES: "places"}


@dataclass(frozen=True)
class Mixed:
    """An information set in which a player mixes: what the player knows, and the probabilities of options.

    `reached` is the probability that a game comes there.
    """

    player: int
    known: tuple[str, ...]
    reached: float
    options: dict[str, float]

    def data(self) -> dict[str, Any]:
        """Return the information set for JSON."""
        options = [{"option": text, "probability": share} for text, share in self.options.items()]
        return {
            "player": self.player + 1,
            "knows": list(self.known),
            "reached": self.reached,
            "options": options,
        }


def found(  # noqa: PLR0913 - keywords, which are left out
    made: Compiled,
    *,
    reward: Reward | None = None,
    within: float = WITHIN,
    iterations: int = ITERATIONS,
    most: int = MOST_NODES,
    seconds: float | None = None,
) -> Equilibrium:
    """Compute the equilibrium of a game, with progress on a terminal, in about so many seconds at most.

    Raises `Stop` if the game does not allow it, and `Fault`.
    """
    with spinner("walking the tree") as say, solvable():
        return equilibrium(
            made.program,
            reward=reward,
            within=within,
            iterations=iterations,
            most=most,
            seconds=seconds,
            step=walking(say),
            told=lambda done, exploitability: say(
                f"{counted(done, 'iteration')}, exploitability {exploitability:.3g}"
            ),
        )


@contextmanager
def solvable() -> Iterator[None]:
    """Raise `Stop` if the `with` block refuses a game."""
    try:
        yield
    except Unsolvable as unsolvable:
        raise Stop(unsolvable.why, unsolvable.cure) from None


def walking(say: Callable[[str], None]) -> Callable[[int], None]:
    """Return a function that takes numbers of nodes, and says how many there are so far."""
    nodes = 0

    def step(count: int) -> None:
        nonlocal nodes
        nodes += count
        say(f"{counted(nodes, 'node')} of the tree")

    return step


def mixed(made: Compiled, of: Equilibrium, most: int = SHOWN) -> tuple[int, list[Mixed]]:
    """Return in how many information sets a player mixes, and the `most` often reached ones of them.

    Only sets that are reached with a probability of at least `REACHED` count, and options from `MIXED` on.
    """
    where = [
        (reached, at)
        for sets, chances in zip(of.sequences.sets, of.reached, strict=True)
        for at, reached in zip(sets, chances, strict=True)
        if reached >= REACHED and sum(share >= MIXED for share in of.strategy(at)) > 1
    ]
    where.sort(key=lambda each: (-each[0], each[1].player, each[1].number))
    return len(where), _described(made, of, where[:most])


def _described(made: Compiled, of: Equilibrium, where: list[tuple[float, InformationSet]]) -> list[Mixed]:
    """Describe information sets by what tells those of a player apart."""
    engine, words = best(made.program, 1, steps=True).make(made.program), Words(made, address=False)
    known: list[list[str]] = []
    options: list[dict[str, float]] = []
    for _, at in where:
        game = history(engine, at.steps)
        events = [event for event in game.events if event.sort in TELLING]
        lines = [words.event(event, at.player) for event in events]
        known.append([line for line in lines if line is not None])
        texts = {option.number: words.option(game, option) for option in game.options}
        shares = zip(at.options, of.strategy(at), strict=True)
        options.append({texts[number]: share for number, share in shares})
    sets = Counter(at.player for _, at in where)
    common = Counter(
        (at.player, line) for (_, at), lines in zip(where, known, strict=True) for line in {*lines}
    )
    return [
        Mixed(
            at.player,
            tuple(
                line for line in lines if sets[at.player] == 1 or common[at.player, line] < sets[at.player]
            ),
            reached,
            taken,
        )
        for (reached, at), lines, taken in zip(where, known, options, strict=True)
    ]


def print_equilibrium(made: Compiled, of: Equilibrium, most: int = SHOWN) -> None:
    """Print the values of a game for its players, and where they mix."""
    sequences = of.sequences
    if of.exploitability > WITHIN and not of.interrupted:
        echo(styled(f"stopped after {counted(of.iterations, 'iteration')}", "yellow", bold=True))
    if of.interrupted:
        echo(styled(f"interrupted after {counted(of.iterations, 'iteration')}", "yellow", bold=True))
    sets = sum(map(len, sequences.sets))
    echo(f"{counted(sequences.nodes, 'node')} in the tree, {counted(sets, 'information set')}")
    if sequences.truncated:
        echo(f"{counted(sequences.truncated, 'ending')} by the limit alone, which count as draws")
    what = "score" if of.reward == Reward.SCORES else "wins less losses"
    rows = [
        (f"p{player + 1}", f"{value:+.4f}", f"{low:+.4f} to {high:+.4f}")
        for player, (value, (low, high)) in enumerate(zip(of.values, of.bounds, strict=True))
    ]
    echo()
    print_table(rows, ("", what, "certainly"), right=(what,))
    echo(f"\nexploitability {of.exploitability:.2g} after {counted(of.iterations, 'iteration')}")
    count, some = mixed(made, of, most)
    if not count:
        echo("\nno player mixes")
        return
    heading(f"players mix in {counted(count, 'information set')} that games reach")
    told = [
        (f"p{each.player + 1}", f"{each.reached:.1%}", _shares(each), "; ".join(each.known)) for each in some
    ]
    print_table(told, ("", "of games", "chooses", "knowing"), right=("of games",))
    if len(some) < count:
        echo(f"… and {count - len(some):,} that fewer games reach")


def _shares(of: Mixed) -> str:
    """Format the probabilities of options, the greatest first."""
    shares = sorted(of.options.items(), key=lambda each: -each[1])
    return ", ".join(f"{text} {share:.0%}" for text, share in shares if share >= MIXED)


def data_of(made: Compiled, of: Equilibrium, most: int = SHOWN) -> dict[str, Any]:
    """Return an equilibrium for JSON."""
    sequences = of.sequences
    count, some = mixed(made, of, most)
    return {
        "game": made.names.game,
        "spec_hash": made.names.spec_hash,
        "players": made.program.players,
        "options": dict(made.names.options),
        "method": "equilibrium",
        "reward": REWARDS[of.reward],
        "nodes": sequences.nodes,
        "endings": sequences.endings,
        "truncated": sequences.truncated,
        "information_sets": [len(sets) for sets in sequences.sets],
        "iterations": of.iterations,
        "exploitability": of.exploitability,
        "values": list(of.values),
        "bounds": [list(bounds) for bounds in of.bounds],
        "mixing": count,
        "mixed": [each.data() for each in some],
        "interrupted": of.interrupted,
    }


def status_of(of: Equilibrium) -> int:
    """Return the exit status of a command that has told an equilibrium."""
    return interrupted() if of.interrupted else 0
