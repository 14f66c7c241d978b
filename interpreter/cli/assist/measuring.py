"""Jobs that play many games, and compare two of them."""

from __future__ import annotations

import _thread
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from threading import Timer, main_thread
from typing import TYPE_CHECKING, Any

from gamespec.text.render import render
from interpreter.bots.names import by_clock, within
from interpreter.cli.assist.checking import loaded
from interpreter.cli.assist.workspace import game_named, named_within, workspace
from interpreter.cli.common.boundary import Stop
from interpreter.cli.common.planning import plan_of_run
from interpreter.cli.common.playouts import said
from interpreter.simulate import Counts, Fixed, Run, own_measures
from interpreter.simulate.intervals import bounded_mean_of
from interpreter.study.comparison import Comparison
from interpreter.study.quantities import COUNTED
from interpreter.study.said import difference_said, value_said, verdict_said
from interpreter.words import Words, diagnose

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import gamespec
    from interpreter.cli.assist.worker import Tell
    from interpreter.simulate import Plan, Summary
    from interpreter.study.verdicts import Difference

__all__ = ["compare_games", "players_named", "simulate_games", "until"]

MOST_PLAYOUTS = 20_000
"""Maximum number of random games that a bot may play for a decision."""

AT_RANDOM = (
    "all play at random: bots such as `greedy`, `good` or `mcts:100` try to win, and may fare otherwise"
)

SEEN = frozenset({"clear", "suggestive"})
"""The verdicts on differences that the games show."""

JOBS = 2
"""Number of threads or processes in which games are played."""


def players_named(seats: Sequence[str]) -> tuple[str, ...] | None:
    """Return the names of bots, or `None` if none are given.

    Raises `Stop` if a bot is not one of gamespec's own, because its file would run on this machine, or if it
    thinks too long.
    """
    for name in seats:
        if ".py:" in name or name.startswith("learned:") or name.count(":") > 1:
            raise Stop(
                f"`{name}` is a bot from a file", "name one that comes with gamespec, such as `mcts:200`"
            )
        if by_clock(name) or not _is_within(name):
            raise Stop(f"`{name}` may think too long", f"write a number of playouts up to {MOST_PLAYOUTS}")
    return tuple(seats) or None


def _is_within(name: str) -> bool:
    number = name.partition(":")[2]
    return not number.isdecimal() or (len(number) < 9 and within(name, MOST_PLAYOUTS))  # noqa: PLR2004 - it has at most 8 digits


@contextmanager
def until(seconds: float) -> Iterator[list[str]]:
    """Interrupt the `with` block after some seconds, and provide a list that then says so."""
    cut: list[str] = []
    timer = Timer(seconds, _interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield cut
    except KeyboardInterrupt:
        cut.append(f"the time was up after {seconds:g} seconds")
    finally:
        timer.cancel()


def _interrupt() -> None:
    """Interrupt the main thread, also while it waits for games that others play.

    `interrupt_main` only marks it, and a thread that waits does not look. A signal ends the waiting.
    """
    ident = main_thread().ident
    if hasattr(signal, "pthread_kill") and ident is not None:
        signal.pthread_kill(ident, signal.SIGINT)
    else:
        _thread.interrupt_main()


def _counting(tell: Tell, games: int, noun: str) -> Callable[[int], None]:
    """Return what is called with numbers of further games, and tells how many have been played."""
    played = 0

    def step(more: int) -> None:
        nonlocal played
        played += more
        tell(played, games, f"{played:,} of {games:,} {noun}")

    return step


def simulate_games(root: Path, arguments: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Play many games of one game, and say who won, how games ended, and what they were like."""
    files, games = arguments["files"], arguments["games"]
    with workspace(root, files):
        game = game_named(arguments["game"], files)
        tally = Counts(pace=True, lead=True, measures=True, last=True)
        plan = _plan(loaded(game), game, arguments, arguments["options"], tally)
        run = Run(plan)
        with until(arguments["seconds"]) as cut:
            run.play(games, None, _counting(tell, games, "games"))
    return {
        **_about(plan),
        **_summary(run.summary, plan),
        **_by_bot(run),
        **({"cut_short": cut[0]} if cut else {}),
    }


def _by_bot(run: Run) -> dict[str, Any]:
    """Return how each bot fared if there are different ones, which move on by a seat from game to game."""
    if len(set(run.plan.players)) < 2:  # noqa: PLR2004 - two that differ
        return {}
    rows = []
    for name, player in zip(run.plan.players, run.players, strict=True):
        low, high = bounded_mean_of(player.share, Fixed())
        share = {"mean": player.share.mean, "low": low, "high": high}
        rows.append({"bot": name, "win_share": _interval(share), "mean_score": _rounded(player.score.mean)})
    return {"by_bot": rows, "note": "the bots move on by one seat from game to game"}


def _plan(
    spec: gamespec.Spec, game: str, arguments: dict[str, Any], options: dict[str, str], tally: Counts
) -> Plan:
    seats = players_named(arguments["bots"])
    if seats is not None and len(seats) > 1 and len(seats) not in spec.players:
        raise Stop(f"`{spec.called}` is not for {len(seats)} players", "give one bot for all, or one a seat")
    return plan_of_run(
        spec, game, tally,
        seats=seats, players=arguments["players"], options=options, seed=arguments["seed"],
        engine=None, jobs=JOBS, estimate=None, on=None,
    )  # fmt: skip


def _about(plan: Plan) -> dict[str, Any]:
    about = plan.about
    return {
        "game": about["game"],
        "players": about["players"],
        "options": {name: said(value) for name, value in about["options"].items()},
        "bots": list(plan.players),
    }


def _summary(summary: Summary, plan: Plan) -> dict[str, Any]:
    words, confidence = Words(plan.compiled), Fixed()
    found = summary.as_dict(words, confidence)
    return {
        "games": summary.games,
        "decisions": summary.decisions,
        "reached_limit": summary.limited,
        "seats": [
            {
                "seat": f"p{seat['seat']}",
                "win_share": _interval(seat["share"]),
                "mean_score": _rounded(seat["mean_score"]),
            }
            for seat in found["seats"]
        ],
        "ends": [
            {
                "end": each["end"],
                "result": each["fate"],
                "winners": [f"p{number}" for number in each["winners"]],
                "games": each["games"],
            }
            for each in found["decided"]
        ],
        "measures": [
            {
                "measure": " ".join([estimate.measure.title, *(f"p{seat}" for seat in estimate.seats)]),
                "interval": _interval({"mean": estimate.mean, "low": estimate.low, "high": estimate.high}),
            }
            for estimate in summary.measures.estimates(confidence, own_measures(words))
            if estimate.measure.key != "share" and estimate.mean is not None
        ],
        "faults": [
            {
                "games": place.games,
                "seed": place.seeds.game,
                "text": render([diagnose(place.fault, words.names)]),
            }
            for place in summary.fault_places.values()
        ],
        **({"note": AT_RANDOM} if plan.at_random else {}),
    }


def _interval(share: dict[str, float | None] | None) -> list[float | None] | None:
    """Return a mean and the ends of its interval."""
    return None if share is None else [_rounded(share[key]) for key in ("mean", "low", "high")]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def compare_games(root: Path, arguments: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Play two games with the same luck, and return what differs."""
    files, games = arguments["files"], arguments["games"]
    with workspace(root, files):
        names = [named_within(arguments[side], files) for side in ("game", "other")]
        specs = [loaded(name, other) for name, other in zip(names, reversed(names), strict=True)]
        players = arguments["players"] or _players(specs, arguments["bots"])
        chosen = [arguments["options"], arguments["other_options"]]
        plans = [
            _plan(spec, name, {**arguments, "players": players}, options, COUNTED)
            for spec, name, options in zip(specs, names, chosen, strict=True)
        ]
        comparison = Comparison(*plans)
        with until(arguments["seconds"]) as cut:
            comparison.play(games, None, _counting(tell, games, "pairs"))
    listed = comparison.differences(Fixed()) if comparison.games else []
    return {
        "pairs": comparison.games,
        "players": players,
        "bots": list(plans[0].players),
        "differences": [
            {
                "measure": each.quantity.title,
                "game": value_said(each.quantity, each.a),
                "other": value_said(each.quantity, each.b),
                "difference": difference_said(each.quantity, each.difference),
                "interval": [
                    difference_said(each.quantity, end) for end in (each.low, each.high) if isfinite(end)
                ],
                "verdict": each.verdict,
            }
            for each in listed
            if each.verdict in SEEN
        ],
        "unclear": [
            f"{each.quantity.title} {_both(each)}: {verdict_said(each)}"
            for each in listed
            if each.verdict not in {*SEEN, "same"}
        ],
        "same": [each.quantity.title for each in listed if each.verdict == "same"],
        "faults": [run.summary.faults for run in comparison.runs],
        **({"note": AT_RANDOM} if plans[0].at_random else {}),
        **({"cut_short": cut[0]} if cut else {}),
    }


def _both(found: Difference) -> str:
    return f"{value_said(found.quantity, found.a)} / {value_said(found.quantity, found.b)}"


def _players(specs: Sequence[gamespec.Spec], bots: Sequence[str]) -> int:
    """Return the number of bots, or else the least number of players that both games allow."""
    if len(bots) > 1:
        return len(bots)
    shared = [number for number in specs[0].players if number in specs[1].players]
    if not shared:
        raise Stop(f"no number of players can play both `{specs[0].called}` and `{specs[1].called}`")
    return shared[0]
