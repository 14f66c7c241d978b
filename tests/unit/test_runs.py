"""Tests for runs of many games.

A game depends only on its number, wins are counted for players in any seat, and rows are kept.
"""

from __future__ import annotations

import csv
import gc
import json
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from long_checks import sampled

import gamespec
from gamespec.program.written import program_hash
from interpreter import simulate
from interpreter.bots import BadBot
from interpreter.cli.app import cli
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.tally import Counts
from interpreter.simulate import Plan, Run, Seeds, Table, Until, plan_of
from interpreter.simulate.about import beside
from interpreter.simulate.recorded.filled import values_of

FAULTY = """
language: 1
game: faulty
title: Faulty
players: 2
variables: {left: {type: 0..9, start: 6}}
actions:
  one: {do: [{set: {left: left - 1}}]}
  all: {when: left == 3, do: [{set: {left: left - 9}}]}
phases:
  main: {turns: clockwise, do: [{offer: [one, all]}]}
end: {over: {when: left == 1, winner: me}}
limit: {decisions: 9, then: draw}
"""
"""Game in which taking all when three are left raises a fault; otherwise it ends after five turns."""

LAST = """
def last(view, draws):
    return view.options[-1]
"""


@pytest.mark.parametrize("seats", [None, ("greedy", "random")])
def test_a_run_is_played_in_pieces(seats: tuple[str, ...] | None) -> None:
    """A range of games is the same whether it is played alone, within a run, or when a run continues."""
    plan = plan_of("tic-tac-toe", seats=seats, seed=5)
    whole = list(plan.games(range(12)))
    assert [game.number for game in whole] == list(range(12))
    assert list(plan.games(range(7, 12))) == whole[7:]
    assert list(Run(plan, first=4).games(3)) == whole[4:7]
    run = Run(plan)
    assert [*run.games(5), *run.games(7)] == whole
    assert run.next == 12
    assert run.summary == Run(plan).play(12).summary
    assert plan.again(9) == whole[9].playout


def test_seeds_are_those_of_the_run() -> None:
    """The seeds of game i are derived from the run's seed and i."""
    plan = plan_of("pig", seed=5)
    assert [game.playout.seeds for game in plan.games(range(3, 6))] == [Seeds.of(5, i) for i in (3, 4, 5)]


def test_all_move_on_by_a_seat_unless_they_stay(tmp_path: Path) -> None:
    """With each game, players move on by one seat, unless `rotate=False` keeps them in their seats."""
    (tmp_path / "mine.py").write_text(LAST, encoding="utf-8")
    last = f"{tmp_path / 'mine.py'}:last"
    moved = list(plan_of("pig", seats=("random", last, "random")).games(range(4)))
    assert [game.seats for game in moved] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]
    stay = plan_of("pig", seats=("random", last, "random"), rotate=False)
    assert {game.seats for game in stay.games(range(4))} == {(0, 1, 2)}
    assert stay.names((0, 1, 2)) == ("random", last, "random")


def test_a_player_is_counted_wherever_he_sits(tmp_path: Path) -> None:
    """Wins are counted for each player as well as for each seat.

    If both players of tic-tac-toe always take the last free cell, the first player gets cells 9, 7, 5 and 3,
    and 7, 5 and 3 form a line. Seat 1 therefore always wins after seven decisions, and each of two players
    who swap seats wins every other game.
    """
    (tmp_path / "mine.py").write_text(LAST, encoding="utf-8")
    last = f"{tmp_path / 'mine.py'}:last"
    run = simulate.run("tic-tac-toe", 6, seats=(last, last))
    assert [seat.won for seat in run.summary.seats] == [6, 0]
    assert [player.won for player in run.players] == [3, 3]
    assert run.decisions == 6 * 7


def test_rows_are_kept_and_written(tmp_path: Path) -> None:
    """Each column of a run has one value per game, and the written file contains these values as rows."""
    run = simulate.run("tic-tac-toe", 20, seed=2)
    assert {len(values) for values in run.values} == {20}
    rows = list(run.rows())
    assert [row[0] for row in rows] == list(range(20))
    run.write(tmp_path / "games.csv")
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    names = [column.name for column in run.columns]
    decisions = names.index("decisions")
    assert [row["decisions"] for row in found] == [str(row[decisions]) for row in rows]
    assert sum(row[decisions] for row in rows if isinstance(row[decisions], int)) == run.summary.decisions
    assert simulate.run("tic-tac-toe", 3, keep=False).values == []


@pytest.mark.parametrize("form", sampled(["csv", "jsonl", "parquet"], "commands", 3))
@pytest.mark.parametrize(
    ("words", "how"),
    [
        ((), {}),
        (("--set", "goal=30", "--players", "3"), {"options": {"goal": 30}, "players": 3}),
        (("--seats", "greedy,random"), {"seats": ("greedy", "random")}),
        (("--estimate", "3", "--set", "goal=10"), {"estimate": 3, "options": {"goal": 10}}),
        (("--until", "10pp"), {"until": Until(0.1)}),
    ],
)  # fmt: skip
def test_the_table_is_that_of_the_command(
    tmp_path: Path, form: str, words: Sequence[str], how: dict[str, Any]
) -> None:
    """Python and the command line write the same table, byte for byte, and the same description of it."""
    ours, theirs = tmp_path / f"ours.{form}", tmp_path / f"theirs.{form}"
    asked = ("--games", "6", "--seed", "4", "--jobs", "1", "--out", str(theirs))
    done = CliRunner().invoke(cli, ["simulate", "pig", *words, *asked])
    assert done.exit_code == 0, done.output
    simulate.run("pig", 6, seed=4, **how).write(ours)
    assert ours.read_bytes() == theirs.read_bytes()
    if form != "parquet":
        assert beside(ours).read_bytes() == beside(theirs).read_bytes()


def test_what_a_game_measures_is_in_the_table_of_both(tmp_path: Path) -> None:
    """Tables from Python and from the command line record the hash of the program without measures."""
    ours, theirs = tmp_path / "ours.csv", tmp_path / "theirs.csv"
    done = CliRunner().invoke(cli, ["simulate", "trapper", "--games", "3", "--out", str(theirs)])
    assert done.exit_code == 0, done.output
    simulate.run("trapper", 3).write(ours)
    assert ours.read_bytes() == theirs.read_bytes()
    about = json.loads(beside(ours).read_text(encoding="utf-8"))
    assert about == json.loads(beside(theirs).read_text(encoding="utf-8"))
    assert about["program"] == program_hash(gamespec.load("trapper").compiled().program)
    assert about["measures"]["cards"]["turns"]


def test_a_report_of_what_python_wrote(tmp_path: Path) -> None:
    """`gamespec report` can read a table that Python has written.

    If Python compiled the game with options, the report names these options.
    """
    made = gamespec.load("pig").compiled(2, {"goal": 30})
    simulate.run(made, 6).write(tmp_path / "games.csv")
    page = tmp_path / "report.html"
    done = CliRunner().invoke(cli, ["report", str(tmp_path / "games.csv"), "-o", str(page)])
    assert done.exit_code == 0, done.output
    text = page.read_text(encoding="utf-8")
    assert "gamespec report pig --set goal=30" in text
    assert "This makes the report again" in text


def test_players_who_keep_their_seats_are_told_so(tmp_path: Path) -> None:
    """A report on players who keep their seats says so, and offers no command.

    There is no command that keeps players in their seats.
    """
    seats = ("greedy", "random")
    simulate.run("tic-tac-toe", 4, seats=seats, rotate=False).write(tmp_path / "games.jsonl")
    page = tmp_path / "report.html"
    done = CliRunner().invoke(cli, ["report", str(tmp_path / "games.jsonl"), "-o", str(page)])
    assert done.exit_code == 0, done.output
    text = page.read_text(encoding="utf-8")
    assert "they keep their seats" in text
    assert "gamespec report tic-tac-toe" not in text
    assert "move on by a seat" not in text


def test_what_was_asked_in_pieces_is_told(tmp_path: Path) -> None:
    """The table of a run that is played in pieces counts all its games.

    The pieces are three games and another four, which makes seven.
    """
    run = simulate.run("tic-tac-toe", 3).play(4)
    run.write(tmp_path / "games.csv")
    about = json.loads(beside(tmp_path / "games.csv").read_text(encoding="utf-8"))
    assert (about["games"], about["rows"]) == (7, 7)


def test_a_table_that_cannot_be_written_leaves_what_was_there(tmp_path: Path) -> None:
    """If a table cannot be written, the file that it should replace keeps its contents.

    Writing fails if the rows were not kept, if the folder does not exist, if a folder is in the way, or if
    the format is unknown.
    """
    run, old = simulate.run("tic-tac-toe", 2), tmp_path / "games.csv"
    old.write_text("old", encoding="utf-8")
    with pytest.raises(ValueError, match="rows were not kept"):
        simulate.run("tic-tac-toe", 2, keep=False).write(old)
    beside(old).mkdir()
    with pytest.raises(IsADirectoryError):
        run.write(old)
    with pytest.raises(FileNotFoundError):
        run.write(tmp_path / "nosuch" / "games.csv")
    with pytest.raises(KeyError):
        run.write(tmp_path / "games.xlsx")
    assert old.read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.csv", "games.csv.about.json"]


def test_until_it_is_known() -> None:
    """A run with a stopping rule ends as soon as it has enough games; continuing it plays no more."""
    rule = Until(0.1)
    run = simulate.run("tic-tac-toe", 10_000, until=rule, keep=False)
    assert 0 < run.summary.games <= rule.most
    by_hand = Run(plan_of("tic-tac-toe"))
    for _ in by_hand.games(10_000):
        if rule.is_due(by_hand.summary.completed) and simulate.enough(by_hand.summary, rule):
            break
    assert by_hand.summary.games == run.summary.games
    assert run.play(100, rule).summary.games == by_hand.summary.games  # the games were already enough


def faulty(tmp_path: Path) -> Plan:
    """Return a plan of games between two bots, about half of which end in a fault."""
    (tmp_path / "faulty.yaml").write_text(FAULTY, encoding="utf-8")
    (tmp_path / "mine.py").write_text(LAST, encoding="utf-8")
    last = f"{tmp_path / 'mine.py'}:last"
    return plan_of(str(tmp_path / "faulty.yaml"), seats=(last, "random"), engine=DefinitionalEngine)


def test_a_table_of_bots_is_gone_on_with_by_the_same_bots(tmp_path: Path) -> None:
    """When a table of bots' games is resumed, the same bots replay the games that ended in a fault.

    Three are left when seat 2 moves for the second time. If the bot that takes the last option sits there, it
    always takes all, which raises the fault.
    """
    plan = faulty(tmp_path)

    def table() -> Table:
        return Table(tmp_path / "games.csv", plan, {}, resume=True)

    first = Run(plan, table=table())
    games = list(first.games(9))
    assert all(game.playout.fault is not None for game in games if game.seats == (1, 0))
    assert first.table is not None
    first.table.close()
    again = Run(plan, table=table())
    assert again.before == 9
    assert [seat.won for seat in again.summary.seats] == [seat.won for seat in first.summary.seats]
    assert again.summary.faults == first.summary.faults >= 5
    (more,) = again.games(1)
    assert (more.number, more.playout.decisions) == (9, plan.again(9).decisions)
    again.finish()
    assert (tmp_path / "games.csv").read_text(encoding="utf-8").count("\n") == 11
    (place,) = again.summary.fault_places.values()
    number = next(g.number for g in games if g.playout.fault is not None)
    assert place.seeds == Seeds.of(0, number)
    assert again.stopped(place.seeds) == plan.names(plan.sitting(number))


def test_what_cannot_be_played_is_refused(tmp_path: Path) -> None:
    """A plan that cannot be played raises an error with the reason, before any game is played."""
    with pytest.raises(ValueError, match="3 seats, and 2 players"):
        plan_of("tic-tac-toe", seats=("random",) * 3, players=2)
    with pytest.raises(gamespec.OptionError, match="not 3"):
        plan_of("tic-tac-toe", seats=("random",) * 3)
    with pytest.raises(BadBot, match="no bot is called `clever`"):
        plan_of("tic-tac-toe", seats=("random", "clever"))
    with pytest.raises(BadBot, match="thinks for a given time"):
        plan_of("tic-tac-toe", seats=("random", "mcts:2s"))
    with pytest.raises(gamespec.UnknownGame):
        plan_of("no-such-game")
    compiled = gamespec.load("pig").compiled(3)
    with pytest.raises(ValueError, match="compiled"):
        plan_of(compiled, players=2)
    with pytest.raises(ValueError, match="2 seats, and 3 players"):
        plan_of(compiled, seats=("random", "random"))
    with pytest.raises(ValueError, match="-1 is not a number of games"):
        simulate.run("pig", -1)
    paced = plan_of("pig", tally=Counts(pace=True))
    with pytest.raises(ValueError, match="ALL"):
        Run(paced, keep=True)
    with pytest.raises(ValueError, match="ALL"):
        Table(tmp_path / "paced.csv", paced, {}, resume=False)
    assert not list(tmp_path.iterdir())
    plan = plan_of(compiled)
    table = Table(tmp_path / "x.csv", plan, {}, resume=False)
    with pytest.raises(ValueError, match="begins with game 0"):
        Run(plan, first=1, table=table)


def test_a_run_is_shown_in_a_line() -> None:
    """The `repr` of a run is one line with the game, the bots, the number of games, the seed and the wins."""
    assert repr(simulate.run("tic-tac-toe", 0)) == (
        "<Run tic-tac-toe, random,random, 0 games, seed 0; wins by seat: 0.0% 0.0%>"
    )


@pytest.mark.parametrize("seats", [("random", "random"), ("random", "greedy")])
def test_kept_rows_include_those_of_the_table(tmp_path: Path, seats: tuple[str, ...]) -> None:
    """A run that goes on with a table keeps the rows of all games, with their numbers and seats."""
    plan = plan_of("pig", seats=seats, seed=3)
    whole = Run(plan, keep=True).play(6)
    with Table(tmp_path / "games.csv", plan, {}, resume=False) as table:
        Run(plan, table=table).play(3)
    with Table(tmp_path / "games.csv", plan, {}, resume=True) as table:
        run = Run(plan, table=table, keep=True).play(3)
    assert list(run.rows()) == list(whole.rows())
    assert run.summary == whole.summary


def test_rows_that_are_taken_are_kept_no_longer(tmp_path: Path) -> None:
    """Rows can be taken while the run goes on: each is taken once, and a file has those that are kept."""
    run, whole = Run(plan_of("pig"), keep=True).play(5), Run(plan_of("pig"), keep=True).play(12)
    taken = run.take()
    run.play(4)
    assert values_of(run.columns, taken) == [column[:5] for column in whole.values]
    assert values_of(run.columns, run.take()) == [column[5:9] for column in whole.values]
    run.play(3)
    assert run.values == [column[9:] for column in whole.values]
    run.write(tmp_path / "rest.jsonl")
    assert (tmp_path / "rest.jsonl").read_text(encoding="utf-8").count("\n") == 3
    assert json.loads((tmp_path / "rest.jsonl.about.json").read_text(encoding="utf-8"))["rows"] == 3
    assert not list(Run(plan_of("pig")).play(1).take())


@pytest.mark.parametrize("seats", [("random", "random"), ("random", "greedy")])
def test_the_last_number_of_a_game(seats: tuple[str, ...]) -> None:
    """The numbers of games end before 2⁶³, and a run that would need greater ones is refused."""
    last = (1 << 63) - 1
    run = Run(plan_of("pig", seats=seats), first=last, keep=True)
    with pytest.raises(ValueError, match=f"{1 << 63} is not the number of a game"):
        run.play(2)
    assert run.play(1).values[0] == [last]


@pytest.mark.parametrize("seats", [("random", "random"), ("random", "greedy")])
def test_a_run_pauses_at_the_games_asked_for(seats: tuple[str, ...]) -> None:
    """A paced run pauses after each third game, with the same results as without pauses."""
    plan, told = plan_of("pig", seats=seats), list[int]()
    run, whole = Run(plan, keep=True), Run(plan, keep=True).play(8)
    assert [run.summary.games for _ in run.paced(8, 3, told.append)] == [3, 6]
    assert (run.summary, sum(told)) == (whole.summary, 8)
    assert list(run.rows()) == list(whole.rows())
    assert [run.summary.games for _ in run.paced(5, 3)] == [9, 12]
    assert run.summary.games == 13


def test_an_interrupt_in_a_pause_takes_effect() -> None:
    """While a paced run pauses, an interrupt is not deferred, and nothing is lost."""
    run = Run(plan_of("pig"), keep=True)
    pauses = run.paced(20, 4)
    next(pauses)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    assert next(pauses) is None
    pauses.close()
    assert run.summary.games == 8 == len(run.values[0])


def test_columns_outlive_the_kernel_that_has_filled_them() -> None:
    """Columns that are used after their iterator is gone still have memory."""
    run = Run(plan_of("kuhn-poker", seed=3), keep=True).play(200)
    taken = run.take()
    batch = next(taken)
    del taken, run
    gc.collect()
    assert [column.count for column in batch] == [200] * len(batch)
    assert batch[0].values("int64") == list(range(200))
