"""Games by policies that are summed inside a module have the same sums as games counted one by one."""

from __future__ import annotations

import pickle
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from agreement_games import ROOT
from any_policies import written
from asserted import asserted

import gamespec
from interpreter.bots.match import matches
from interpreter.compiled.engine import CompiledEngine
from interpreter.compiled.run import batches
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels.statistics import by_player, measuring, quantifying
from interpreter.play.tally import ALL, Counts
from interpreter.simulate import Run, Summary, Until, endings, plan_of
from interpreter.simulate.runs import summed_games
from interpreter.study.comparison import Comparison
from interpreter.study.ladder import Meeting, meetings
from interpreter.study.met import Pair
from interpreter.study.sweep import Sweep

if TYPE_CHECKING:
    from gamespec import Spec
    from interpreter.simulate import Plan

SHORT = Counts(pace=True, lead=True, measures=True, last=True)
"""What `gamespec simulate` counts without a table."""

GAMES = {"connect-four": 2, "hearts": 3, "euchre": 4, "hanabi": 2, "liars-dice": 3, "trapper": 2}
"""Games with and without teams, scores, parts of the score, and hidden components, with numbers of players.
"""


@lru_cache
def spec_of(name: str) -> Spec:
    """Return a shipped game, or one of the games for tests."""
    odd = ROOT / "tests" / "games" / name
    return gamespec.load(str(odd) if odd.exists() else name)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for policies."""
    return tmp_path_factory.mktemp("policies")


def plan(folder: Path, name: str, tally: Counts = SHORT, **more: Any) -> Plan:
    """Return a plan in which the players play by two policies in turn, and the last one at random."""
    players = GAMES.get(name) or min(spec_of(name).players)
    program = spec_of(name).program(players)
    path = folder / name
    path.mkdir(exist_ok=True)
    bots = [written(path, program, 1), f"{written(path, program, 2)}:0.5"]
    seats = [*(bots[seat % 2] for seat in range(players - 1)), "random"]
    return plan_of(spec_of(name), seats=seats, seed=3, tally=tally, **more)


def one_by_one(plan: Plan, games: int, until: Until | None = None) -> Run:
    """Return a run whose games are counted one by one."""
    run = Run(plan)
    assert all(game.playout is not None for game in run.games(games, until))
    return run


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("counts", [SHORT, ALL, Counts()])
def test_sums_are_those_of_games_counted_one_by_one(folder: Path, name: str, counts: Counts) -> None:
    """Seats and players have the same sums, also if the games are played in two parts, or in one thread."""
    asked = plan(folder, name, counts)
    expected = one_by_one(asked, 30)
    assert Run(asked).play(30).summary == expected.summary
    parts = Run(plan(folder, name, counts, jobs=1)).play(7).play(23)
    assert parts.summary == expected.summary
    assert parts.players == expected.players
    assert sum(player.share.count for player in parts.players) > 0


def test_players_need_not_change_seats(folder: Path) -> None:
    """If players keep their seats, the results of a player are those of the seat."""
    run = Run(plan(folder, "hearts", rotate=False)).play(40)
    assert run.summary == one_by_one(run.plan, 40).summary
    assert run.players == run.summary.seats


@pytest.mark.parametrize("name", ["hearts", "euchre", "hanabi"])
def test_each_game_counts_once_for_each_player(folder: Path, name: str) -> None:
    """The share of a player is a mean over the games, also if partners have the same share."""
    for run in (Run(plan(folder, name)).play(24), one_by_one(plan(folder, name), 24)):
        assert {player.share.count for player in run.players} == {run.summary.completed}


@pytest.mark.parametrize("name", ["heath", "squirrels", "tannery"])
def test_faults_and_limits(folder: Path, name: str) -> None:
    """Who sat where in the first games that stopped follows from the numbers of these games."""
    asked = plan(folder, name)
    run, expected = Run(asked).play(60), one_by_one(asked, 60)
    assert repr(run.summary.fault_places) == repr(expected.summary.fault_places)
    for place in run.summary.fault_places.values():
        assert run.stopped(place.seeds) == asked.names(asked.sitting(place.number))
    if (first := run.summary.first_limited) is not None:
        assert run.stopped(first) == asked.names(asked.sitting(run.summary.limited_at))
    expected.summary.fault_places = run.summary.fault_places  # two faults are never equal
    assert run.summary == expected.summary


def test_until_shares_are_known(folder: Path) -> None:
    """A run ends after the same game, wherever the games are summed."""
    rule, asked = Until(0.05), plan(folder, "liars-dice")
    found, expected = Run(asked).play(5000, rule), one_by_one(asked, 5000, rule)
    assert found.summary == expected.summary
    assert found.summary.games < 5000


@pytest.mark.parametrize("full", [1, 5])
def test_more_endings_than_the_table_has(folder: Path, full: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the table of endings is full, it is emptied, and nothing is lost."""
    monkeypatch.setattr(endings, "FULL", full)
    monkeypatch.setattr(batches, "FIRST", 64)
    for name in ("connect-four", "euchre", "liars-dice"):
        asked = plan(folder, name)
        assert Run(asked).play(100).summary == one_by_one(asked, 100).summary


@pytest.mark.parametrize("name", ["connect-four", "euchre", "hanabi"])
def test_parts_are_merged_in_any_order(folder: Path, name: str) -> None:
    """The sums of parts of a run, after they have been sent, are those of the whole run."""
    asked = plan(folder, name)
    merged = Summary.of(asked.compiled.program)
    for numbers in (range(25, 40), range(7), range(7, 25)):
        for part in pickle.loads(pickle.dumps(summed_games(asked, 0, 10, numbers))):  # noqa: S301 - it is ours
            merged.merge(part)
    assert merged == Run(asked).play(40).summary


@pytest.mark.parametrize("name", ["connect-four", "hearts", "euchre", "hanabi"])
def test_comparisons(folder: Path, name: str) -> None:
    """Pairs of games have the same sums in all quantities, also those of players."""
    asked = plan(folder, name)
    both = [Comparison(asked, asked) for _ in range(2)]
    both[0].play(20)
    assert len([*both[1].pairs(20)]) == 20
    assert dict(both[0].paired.items()) == dict(both[1].paired.items())
    if name != "hanabi":  # where all win together
        told = both[0].paired["wins.player.1"]
        assert told.means[0] == both[0].runs[0].players[0].share.mean


def test_sweeps(folder: Path) -> None:
    """Cells of a sweep have the same outcomes on both engines."""
    keys = ("wins.player.1", "score.player.2", "turns")
    made = [plan(folder, "trapper", engine=each) for each in (CompiledEngine, DefinitionalEngine)]
    told = [Sweep(each, [each], keys).play(6).told()[0].outcomes for each in made]
    assert told[0] == told[1]
    assert {*told[0]} == {*keys}


@pytest.mark.parametrize("name", ["hearts", "euchre"])
def test_kernels_stay_within_their_arrays(folder: Path, name: str) -> None:
    """The kernels violate no assertion while they count players."""
    with asserted([by_player, measuring, quantifying]):
        asked = plan(folder, name, engine=DefinitionalEngine)
        compared = Comparison(asked, asked)
        assert len([*compared.pairs(2)]) == 2


# --- ladders ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), [*GAMES.items(), ("hearts", 4), ("trapper", 3)])
def test_meetings(folder: Path, name: str, players: int) -> None:
    """A meeting has the same points and scores if an engine plays whole games, in parts or at once."""
    made = spec_of(name).compiled(players)
    path = folder / f"{name}{players}"
    path.mkdir(exist_ok=True)
    names = ("random", written(path, made.program, 1), written(path, made.program, 2))
    make = partial(CompiledEngine, jobs=2)
    for both, games in meetings(made.program, names, 30, 7).items():
        expected, pair = Meeting(both), Pair(made, make, names, both, 7)
        for game, played in zip(games, matches(made.program, make, names, games), strict=True):
            expected.add(made.program, game, played)
        assert pair.inside
        assert pair.play(range(30), None, Meeting(both)) == expected
        parts = [pair.play(some, None, Meeting(both)) for some in (range(11, 30), range(11))]
        parts[0].merge(parts[1])
        assert parts[0] == expected
        assert expected.games + expected.stopped == 30
