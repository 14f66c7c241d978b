"""Tests for bands, the ranges that results of a game must lie in.

Bands are checked before any game is played, and decided with as much certainty as the games allow.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import gamespec
from gamespec.project import sort_of, survey
from gamespec.text.diagnostics import Collector
from interpreter.cli.app import cli
from interpreter.engine.playout import DefinitionalEngine
from interpreter.engines import best
from interpreter.simulate import share_of
from interpreter.study.bands import check_bands, read_bands
from interpreter.study.holding import Looks, hold

if TYPE_CHECKING:
    from interpreter.study.band import BandRun
    from interpreter.study.holding import Held

COIN = """
language: 1
game: coin
title: Coin
players: 2
options: {sides: {type: 2..20, default: 2}}
variables: {fell: {type: 0..20}}
actions:
  throw: {do: [{random: {side: {from: 1..sides}}}, {set: {fell: side}}]}
  never: {when: fell == 20, do: []}
phases:
  main: {do: [{offer: [throw, never], by: seat(1)}]}
score: "1 if (fell == 1) == (player == seat(1)) else 0"
measures:
  shown: {is: fell}
  one: {is: fell == 1}
  gain: {is: "(fell == 1) == (player == seat(1))", per: player}
limit: {decisions: 9, then: draw}
"""
"""Game with a single throw.

Seat 1 scores 1 if the throw is a one, and otherwise seat 2 does. Seat 1 wins one game in `sides`.
"""


@pytest.fixture
def coin(tmp_path: Path) -> Path:
    """Return the folder of the coin game."""
    folder = tmp_path / "coin"
    folder.mkdir()
    (folder / "game.yaml").write_text(COIN, encoding="utf-8")
    return folder


def written(coin: Path, holds: str, more: str = "") -> Path:
    """Write a file of bands beside the coin game and return its path.

    The file has one run, with the bands `holds` and the further keys `more`.
    """
    path = coin / "bands.yaml"
    path.write_text(f"language: 1\nbands:\n  - id: one\n    holds: [{holds}]\n{more}", encoding="utf-8")
    return path


def held(path: Path, jobs: int = 1) -> tuple[int, list[Held]]:
    """Return the number of games played for the first run in a file, and the results for its bands."""
    bands = read_bands(path)
    assert not bands.faults
    run = bands.runs[0]
    played, found = hold(run, len(run.bands), DefinitionalEngine, jobs)
    return played.summary.games, found


@pytest.mark.parametrize(
    ("holds", "verdict"),
    [
        ("{wins: 1, within: 40%..60%}", "pass"),
        ("{wins: 2, within: 40%..60%}", "pass"),
        ("{wins: 1, within: 55%..}", "fail"),
        ("{wins: 1, within: ..45%}", "fail"),
        ("{wins: 1, within: 50%..60%}", "inconclusive"),
        ("{mean: decisions, within: 1..1}", "pass"),
        ("{mean: decisions, within: 1.5..}", "fail"),
        ("{mean: drawn, within: ..5%}", "pass"),
        ("{share: decisions == 1, within: 95%..}", "pass"),
        ("{share: score.1 == 1, within: 40%..60%}", "pass"),
        ("{share: won.1 == true, within: 60%..}", "fail"),
        ("{share: end == finished, within: 90%..}", "pass"),
        ("{mean: measure.shown, within: 1.4..1.6}", "pass"),
        ("{mean: measure.shown, within: ..1.4}", "fail"),
        ("{mean: measure.one, within: 40%..60%}", "pass"),
        ("{mean: measure.gain.2, within: 60%..}", "fail"),
        ("{chosen: [throw]}", "pass"),
        ("{chosen: every}", "fail"),
    ],
)
def test_a_band_is_told_as_the_rules_have_it(coin: Path, holds: str, verdict: str) -> None:
    """The verdict on each band is the one that follows from the rules of the game.

    The coin is fair, so each seat wins half of the games. A game has one decision, and `never` is never
    offered.
    """
    games, (found,) = held(written(coin, holds, "    games: 2000\n"))
    assert found.verdict == verdict
    to_the_end = verdict == "inconclusive" or holds.startswith(("{mean: dec", "{chosen: every"))
    assert (games == 2000) == to_the_end


def test_no_more_games_are_played_than_tell(coin: Path) -> None:
    """A run stops as soon as all of its bands are decided.

    A band is decided sooner if its range is farther from the true value.
    """
    far, _ = held(written(coin, "{wins: 1, within: 90%..}", "    games: 10000\n"))
    near, _ = held(written(coin, "{wins: 1, within: 54%..}", "    games: 10000\n"))
    both, (first, second) = held(
        written(coin, "{wins: 1, within: 90%..}, {wins: 1, within: 54%..}", "    games: 10000\n")
    )
    assert far < near < 10_000
    assert both >= near
    assert first.games < second.games


def test_what_is_open_says_how_many_games_would_tell(coin: Path) -> None:
    """An undecided band reports how many games would decide it, rounded to two digits.

    For a share p at distance d from the end of its range, these are about (c/d)² p(1 - p) games, with c =
    2.24.
    """
    _, (found,) = held(written(coin, "{wins: 1, within: 40%..60%}", "    games: 100\n"))
    assert found.verdict == "inconclusive"
    assert found.value is not None
    room = min(abs(found.value - 0.4), abs(found.value - 0.6))
    assert found.more == pytest.approx((2.2414 / room) ** 2 * found.value * (1 - found.value), rel=0.11)


def test_few_games_tell_nothing(coin: Path) -> None:
    """With fewer than thirty games, no band is decided, however far the result is from its range."""
    _, (found,) = held(written(coin, "{mean: decisions, within: 5..}", "    games: 29\n"))
    assert found.verdict == "inconclusive"


@pytest.mark.long("processes")
def test_the_games_depend_on_the_file_only(coin: Path) -> None:
    """The results depend neither on the engine nor on the number of processes in which bots play."""
    path = written(coin, "{wins: random, within: 40%..65%}", "    seats: [greedy, random]\n    games: 60\n")
    run = read_bands(path).runs[0]
    make = best(run.compiled.program, 1, steps=True).make
    found = [hold(run, 1, engine, jobs)[1] for engine, jobs in ((DefinitionalEngine, 1), (make, 2))]
    assert found[0] == found[1]


def test_an_interval_holds_at_all_looks() -> None:
    """At most 5 % of all runs have an interval that misses the true share at any of their looks.

    The test makes 1,000 runs of 400 throws for each of the shares 1/2 and 1/20, with a look after every
    fourth throw. It allows for three standard errors of the proportion of misses: 5 % + 3 · 0.7 %.
    """
    luck, looks = random.Random(5), Looks(400)  # noqa: S311 - nothing secret
    for chance in (0.5, 0.05):
        missed = 0
        for _ in range(1_000):
            hits = 0
            for count in range(1, 401):
                hits += luck.random() < chance
                if count % 4 == 0:
                    low, high = share_of(hits, count, looks)
                    if not low <= chance <= high:
                        missed += 1
                        break
        assert missed <= 1_000 * (0.05 + 3 * 0.007)


@pytest.mark.parametrize(
    ("holds", "code", "text", "said"),
    [
        ("{wins: 3, within: 1%..2%}", "GS201", "3", "there is no seat 3"),
        ("{wins: greedy, within: 1%..2%}", "GS201", "greedy", "no bot `greedy` plays"),
        ("{wins: random, within: 1%..2%}", "GS123", "random", "several play as `random`"),
        ("{mean: turn, within: 1..2}", "GS201", "turn", "no measure `turn`"),
        ("{mean: advantage, within: 1..2}", "GS201", "advantage", "no measure `advantage`"),
        ("{mean: drama, within: 1%..2%}", "GS201", "drama", "no measure `drama`"),
        ("{mean: measure.gain, within: 1%..2%}", "GS201", "measure.gain", "no measure `measure.gain`"),
        ("{mean: measure.shown, within: 0..20}", "GS128", "0..20", "holds whatever"),
        ("{mean: measure.shown, within: 21..}", "GS123", "21..", "nothing can lie"),
        ("{mean: turns, within: 1%..2%}", "GS123", "1%..2%", "not a share"),
        ("{mean: drawn, within: 1..2}", "GS123", "1..2", "write percentages"),
        ("{wins: 1, within: 60%..40%}", "GS123", "60%..40%", "this range is empty"),
        ("{wins: 1, within: 110%..120%}", "GS123", "110%..120%", "nothing can lie"),
        ("{wins: 1, within: 0%..100%}", "GS128", "0%..100%", "holds whatever"),
        ("{wins: 1, within: half}", "GS123", "half", "this is not a range"),
        ("{wins: 1, within: ..}", "GS123", "..", "this is not a range"),
        ("{wins: 1}", "GS121", "{wins: 1}", "missing `within`"),
        ("{within: 1..2}", "GS121", "{within: 1..2}", "the requirement is missing"),
        ("{wins: 1, mean: turns, within: 1..2}", "GS127", "mean", "exclude each other"),
        ("{chosen: every, within: 1..2}", "GS127", "within", "has no `within`"),
        ("{chosen: [throw, thorw]}", "GS201", "thorw", "no action `thorw`"),
        ("{chosen: all}", "GS123", "all", "expected `every`"),
        ("{share: turns, within: 1%..}", "GS123", "turns", "not a comparison"),
        ("{share: trun < 3, within: 1%..}", "GS201", "trun < 3", "no column `trun`"),
        ("{share: turns < many, within: 1%..}", "GS123", "turns < many", "is a number"),
        ("{share: won.1 < 3, within: 1%..}", "GS123", "won.1 < 3", "`true` or `false`"),
        ("{wons: 1, within: 1%..2%}", "GS120", "wons", "unknown key"),
    ],
)
def test_what_has_no_meaning_is_told_at_its_place(
    coin: Path, holds: str, code: str, text: str, said: str
) -> None:
    """A band that makes no sense is reported at its place before any game is played.

    `validate` and `test --bands` report it in the same way.
    """
    found = Collector()
    check_bands(written(coin, holds), found)
    (fault,) = found
    assert (fault.code, fault.span.text) == (code, text)
    assert said in fault.message
    for command in (["validate", str(coin / "bands.yaml")], ["test", "--bands", str(coin)]):
        done = CliRunner().invoke(cli, command)
        assert done.exit_code == 1
        assert f"{code}" in done.output
        assert "games of" not in done.output


@pytest.mark.parametrize(
    ("more", "code", "text"),
    [
        ("    options: {side: 3}\n", "GS201", "side"),
        ("    options: {sides: 99}\n", "GS304", "99"),
        ("    players: 3\n", "GS304", "3"),
        ("    seats: [mcts, random]\n", "GS201", "mcts"),
        ("    seats: [random, random]\n    players: 3\n", "GS127", "3"),
        ("    variant: none\n", "GS201", "none"),
        ("    games: 0\n", "GS123", "0"),
        ("    seed: -1\n", "GS123", "-1"),
    ],
)
def test_a_run_that_cannot_be_played_is_told_at_its_place(
    coin: Path, more: str, code: str, text: str
) -> None:
    """If a run has impossible options, players, bots or a missing variant, each is reported at its place."""
    faults = read_bands(written(coin, "{wins: 1, within: 1%..2%}", more)).faults
    assert [(fault.code, fault.span.text) for fault in faults] == [(code, text)]


def test_two_runs_have_two_names(coin: Path) -> None:
    """Two runs in a file cannot have the same id, just as two scenarios cannot."""
    path = written(coin, "{chosen: [throw]}", "  - {id: one, holds: [{chosen: [throw]}]}\n")
    assert [fault.code for fault in read_bands(path).faults] == ["GS202"]


def test_options_are_those_of_the_run(coin: Path) -> None:
    """A run is played with its own options.

    With ten sides, the first seat wins one game in ten.
    """
    path = written(coin, "{wins: 1, within: 5%..15%}", "    options: {sides: 10}\n    games: 4000\n")
    _, (found,) = held(path)
    assert found.verdict == "pass"


def invoked(*words: str) -> tuple[int, str]:
    """Run the command with these arguments, and return its exit status and its output."""
    done = CliRunner().invoke(cli, list(words))
    return done.exit_code, done.output


def test_the_status_says_whether_a_band_fails(coin: Path) -> None:
    """The status is 1 if a band fails and, with `--strict`, also if a band is inconclusive."""
    written(coin, "{wins: 1, within: 40%..60%}", "    games: 2000\n")
    assert invoked("test", "--bands", str(coin))[0] == 0
    written(coin, "{wins: 1, within: 60%..}", "    games: 2000\n")
    status, told = invoked("test", "--bands", str(coin))
    assert status == 1
    assert "FAILED" in told
    assert "is not within 60%.." in told
    written(coin, "{wins: 1, within: 50%..51%}", "    games: 100\n")
    status, told = invoked("test", "--bands", str(coin))
    assert status == 0
    assert "unsure" in told
    assert "games would decide it" in told
    assert invoked("test", "--bands", "--strict", str(coin))[0] == 1


def test_as_json_everything_is_there(coin: Path) -> None:
    """The JSON output has the settings of each run, and the verdict, range and line of each of its bands."""
    written(coin, "{wins: 1, within: 40%..}, {chosen: every}", "    games: 2000\n")
    status, told = invoked("test", "--bands", str(coin), "--format", "json")
    (run,) = json.loads(told)
    assert status == 1
    assert (run["id"], run["budget"], run["games"], run["seats"]) == ("one", 2000, 2000, ["random", "random"])
    wins, chosen = run["bands"]
    assert (wins["verdict"], wins["within"], wins["line"]) == ("pass", [0.4, None], 4)
    assert (chosen["verdict"], chosen["missing"], chosen["value"]) == ("fail", ["never"], None)


def test_all_files_of_a_project_are_found(
    coin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file `bands.yaml` belongs to the project only if it lies beside a game."""
    written(coin, "{chosen: [throw]}")
    (tmp_path / "bands.yaml").write_text("names: [ABBA, Can]\n", encoding="utf-8")
    assert [part.path for part in survey(tmp_path).of("bands")] == [coin / "bands.yaml"]
    assert sort_of(coin / "bands.yaml") == "bands"
    monkeypatch.chdir(tmp_path)
    status, told = invoked("test", "--bands")
    assert status == 0
    assert "1 game, 0 overlays, 0 files of scenarios and 1 file of bands below `.`" in told
    assert "1 band, 0 failed" in told
    assert invoked("validate")[0] == 0
    written(coin, "{chosen: [thorw]}")
    assert invoked("validate")[0] == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bands", "pig"), "there is no `"),
        (("--bands", "--base", "pig"), "runs no scenarios"),
        (("--bands", "--coverage", "3", "pig"), "runs no scenarios"),
        (("--strict", "pig"), "`--strict` needs `--bands`"),
        (("--jobs", "2", "pig"), "`--jobs` needs `--bands`"),
        (("--on", "dask://127.0.0.1:1", "pig"), "`--on` needs `--bands`"),
        (("--bands", "nine-mens-morris-2"), "there is no game"),
    ],
)
def test_what_cannot_be_played_is_refused(words: tuple[str, ...], said: str) -> None:
    """Arguments that cannot be combined, and games that have no bands, are refused with status 2."""
    status, told = invoked("test", *words)
    assert status == 2
    assert said in told


def test_a_file_that_does_not_say_its_language_is_brought_up_to_date(coin: Path) -> None:
    """A file of bands without the key `language` is reported by `validate` and updated by `migrate`."""
    path = written(coin, "{chosen: [throw]}")
    path.write_text(path.read_text(encoding="utf-8").replace("language: 1\n", ""), encoding="utf-8")
    status, told = invoked("validate", str(path))
    assert status == 1
    assert "GS150" in told
    assert invoked("migrate", str(coin))[0] == 0
    assert path.read_text(encoding="utf-8").startswith("language: 1\n")
    assert invoked("validate", str(path)) == (0, "")


def test_a_file_beside_no_game_is_told(tmp_path: Path) -> None:
    """A file of bands is reported if there is no game beside it."""
    path = written(tmp_path, "{chosen: every}")
    (fault,) = read_bands(path).faults
    assert "belongs to no game" in fault.message


def test_of_a_game_with_mistakes_nothing_is_played(coin: Path) -> None:
    """If a game has mistakes, its bands are not played, and the error suggests `gamespec validate`."""
    path = written(coin, "{chosen: every}")
    (coin / "game.yaml").write_text(COIN.replace("fell == 20", "fall == 20"), encoding="utf-8")
    (fault,) = read_bands(path).faults
    assert "has mistakes" in fault.message
    assert fault.help is not None
    assert "gamespec validate" in fault.help


def shipped() -> list[Path]:
    """Return the paths of all shipped files of bands."""
    return sorted((Path(__file__).resolve().parents[2] / "games").glob("*/bands.yaml"))


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.parent.name)
def test_the_bands_of_shipped_games_hold(path: Path) -> None:
    """All bands of shipped games pass, within the number of games that each run allows."""
    bands = read_bands(path)
    assert not bands.faults
    run: BandRun
    for run in bands.runs:
        make = best(run.compiled.program, 1, steps=True).make
        _, found = hold(run, sum(len(each.bands) for each in bands.runs), make, 1)
        assert [each.verdict for each in found] == ["pass"] * len(found)


def test_random_play_is_held_to_what_is_known(tmp_path: Path) -> None:
    """The results of random tic-tac-toe lie within bands around the known probabilities.

    The first player wins 737/1260 of random games and draws 8/63 of them. If a draw counts as half a win,
    that makes 64.8 %. The players do not change seats, so seat 1 always moves first.
    """
    game = gamespec.load("tic-tac-toe")
    (tmp_path / "game.yaml").write_text(game.path.read_text(encoding="utf-8"), encoding="utf-8")
    path = written(
        tmp_path, "{wins: 1, within: 60%..69%}, {mean: drawn, within: 10%..16%}", "    games: 6000\n"
    )
    _, found = held(path)
    assert [each.verdict for each in found] == ["pass", "pass"]
