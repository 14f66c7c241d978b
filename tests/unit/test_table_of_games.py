"""Tests for the table of games, and what its rows contain in every format.

A row is enough to restore its game.
"""

from __future__ import annotations

import csv
import json
from functools import partialmethod
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest
from long_checks import sampled
from rows_of_games import recorded, row_of

import gamespec
from gamespec.program.tables import Head
from gamespec.system.locking import LOCK, InUse
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.result import Result
from interpreter.play.tally import ALL
from interpreter.simulate import Damaged, OtherRun, Run, Seeds, Table, parts_of, plan_of
from interpreter.simulate.columns import FORMS, columns_of
from interpreter.simulate.formats import parts
from interpreter.simulate.formats.parts import Parts
from interpreter.simulate.game_numbers import GameNumbers
from interpreter.simulate.wins import Deciding

if TYPE_CHECKING:
    from gamespec.compile import Compiled
    from interpreter.protocol import MakeEngine
    from interpreter.simulate import Playout

DUEL = """\
language: 1
game: duel
title: Duel
players: 2
components:
  coin: {rows: [{}], copies: 3, start: pot}
zones:
  pot: {of: coin, ordered: true}
  purse: {of: coin, per: player}
variables:
  crowns: {type: 0..9, per: player}
actions:
  take: {do: [{move: "top(pot, 1)", to: "purse[me]"}, {set: {"crowns[me]": "crowns[me] + 2"}}]}
  wait: {when: "crowns[me] > 8"}
phases:
  play: {turns: clockwise, do: [{offer: [take, wait]}]}
end:
  empty: {when: size(pot) == 0}
score:
  coins: size(purse[player])
  crowns: crowns[player]
limit: {decisions: 9, then: truncate}
"""
"""Game in which players take three coins in turn, so the first player gets two and the second one.

Nobody ever has enough crowns to wait.
"""

FREE = [
    f"{name}.{seat}.{action}"
    for name, seat, action in product(("first", "first_of", "took"), "12", ("take", "wait"))
]
"""Columns about first free offers, which are empty because nobody ever has a choice."""


def games_of(compiled: Compiled, count: int, seed: int = 0) -> list[Playout]:
    """Play `count` games with `seed`, and return their playouts with all counts."""
    seeds = [Seeds.of(seed, index) for index in range(count)]
    return list(CompiledEngine(compiled.program).batch(seeds, tally=ALL))


@pytest.fixture
def duel(tmp_path: Path) -> Compiled:
    """Compile the game in which three coins are taken."""
    file = tmp_path / "duel.yaml"
    file.write_text(DUEL, encoding="utf-8")
    return gamespec.load(file).compiled()


def test_a_row_says_what_happened(duel: Compiled) -> None:
    """Every column of a row has the value that follows from the rules.

    The three decisions, in turns 1, 2 and 3, have one option each, and the player is asked nevertheless. The
    first player ends with 2 coins and 4 crowns, the second with 1 and 2. This is 6 to 3, a margin of 3. After
    turn 1 the first player leads by 3 to 0. After turn 2 both players have 3, so nobody leads. After turn 3
    the first player leads again.
    """
    _, names, (row,) = recorded(duel, games_of(duel, 1), ("anna", "bert"))
    said = dict(zip(names, row, strict=True))
    seeds = Seeds.of(0, 0)
    assert said == {
        "game": 0,
        "seed": seeds.game,
        "luck": seeds.luck,
        "seat.1": "anna",
        "seat.2": "bert",
        "end": "empty",
        "outcome": 8,
        "truncated": False,
        "fault": None,
        "decisions": 3,
        "alone": 0,
        "turns": 3,
        "rounds": 2,
        "options": 3,
        "last.1": "take",
        "last.2": "take",
        "last_turn.1": 3,
        "last_turn.2": 2,
        "most_options": 1,
        "forced": 3,
        "branching": 1.0,
        "forced_share": 1.0,
        "score.1": 6,
        "score.2": 3,
        "score.1.coins": 2,
        "score.1.crowns": 4,
        "score.2.coins": 1,
        "score.2.crowns": 2,
        "place.1": 1,
        "place.2": 2,
        "won.1": True,
        "won.2": False,
        "share.1": 1.0,
        "share.2": 0.0,
        "margin": 3,
        "lead_changes": 0,
        "led.1": 2,
        "led.2": 0,
        "stage": 1,
        **{f"{name}.{turn}": int(turn <= 3) for name in ("decisions", "options") for turn in range(1, 17)},
        "offered.1.take": 2,
        "offered.1.wait": 0,
        "offered.2.take": 1,
        "offered.2.wait": 0,
        "options.1.take": 2,
        "options.1.wait": 0,
        "options.2.take": 1,
        "options.2.wait": 0,
        "chosen.1.take": 2,
        "chosen.1.wait": 0,
        "chosen.2.take": 1,
        "chosen.2.wait": 0,
        **dict.fromkeys(FREE),
        "came.coin.pot": 0,
        "came.coin.purse.1": 2,
        "came.coin.purse.2": 1,
        "left.coin.pot": 0,
        "left.coin.purse.1": 2,
        "left.coin.purse.2": 1,
    }


@pytest.mark.parametrize("name", sampled(gamespec.games(), "commands", 5))
def test_a_row_loses_nothing(name: str) -> None:
    """The columns of a shipped game have different names, and a row can be converted back into its playout.

    For a truncated game, everything is restored except the result, which has no meaning.
    """
    compiled = gamespec.load(name).compiled()
    columns, games = columns_of(compiled), games_of(compiled, 20)
    recording, names, rows = recorded(compiled, games)
    assert len(set(names)) == len(names)
    assert [column.form for column in columns] == sorted((column.form for column in columns), key=FORMS.index)
    seats = ("random",) * compiled.program.players
    assert rows == [row_of(compiled, number, seats, played) for number, played in enumerate(games)]
    assert [*recording.playouts()] == games


@pytest.mark.parametrize("name", sampled(gamespec.games(), "generated", 6))
@pytest.mark.parametrize("make", [CompiledEngine, DefinitionalEngine])
def test_a_run_has_the_rows_of_its_games(name: str, make: MakeEngine) -> None:
    """The rows of a run are those of its games, whoever fills the columns, and however games are divided.

    Some games of the run are played one by one, and others in chunks.
    """
    compiled = gamespec.load(name).compiled().measured
    count = 130 if make is CompiledEngine else 5
    run = Run(plan_of(compiled, seed=4, engine=make), keep=True)
    run.play(count // 2)
    assert sum(1 for _ in run.games(3)) == 3
    run.play(count - count // 2)
    games, seats = games_of(compiled, count + 3, seed=4), ("random",) * compiled.program.players
    assert [list(row) for row in run.rows()] == [
        row_of(compiled, number, seats, played) for number, played in enumerate(games)
    ]


def test_a_game_stopped_by_a_fault_has_a_code_and_is_played_again(tmp_path: Path) -> None:
    """The row of a game that ended in a fault contains the fault's code.

    Replaying the game from its seeds gives the rest.
    """
    file = tmp_path / "duel.yaml"
    file.write_text(
        DUEL.replace("crowns: crowns[player]", "crowns: 1 // (size(purse[player]) - 1)"), encoding="utf-8"
    )
    compiled = gamespec.load(file).compiled()
    (played,) = games_of(compiled, 1)
    assert played.fault is not None
    recording, names, (row,) = recorded(compiled, [played])
    said = dict(zip(names, row, strict=True))
    assert said["fault"] == "GS502"
    assert {name for name, value in said.items() if value is not None} == {
        *("game", "seed", "luck", "seat.1", "seat.2", "truncated", "fault", "decisions")
    }
    (again,) = recording.playouts()
    assert again.fault is not None
    assert (again.fault.code, again.fault.at) == (played.fault.code, played.fault.at)


@pytest.mark.parametrize(
    ("teams", "scores", "expected"),
    [
        ((0, 1), (7, 4), 3),
        ((0, 1), (4, 4), 0),
        ((0, 1, 2), (-5, -2, -9), 3),
        ((0, 1, 0, 1), (9, 2, 8, 5), 4),
        ((0, 0), (9, 2), None),
        ((0,), (9,), None),
    ],
)
def test_a_margin(teams: tuple[int, ...], scores: tuple[int, ...], expected: int | None) -> None:
    """The margin is the best score minus the best score of another team; with a single team it is None."""
    numbers = GameNumbers(Deciding(teams), parts=1)
    result = Result((1,) * len(teams), scores, Head.FINISHED, ())
    assert numbers.of(1, result, None).get(("margin",)) == expected


def read(path: Path) -> tuple[list[str], list[list[Any]]]:
    """Return the column names and the rows of a table in any format.

    The values are those of JSON, or texts if the format is CSV.
    """
    if path.suffix == ".parquet":
        table = pq.read_table(path)
        return table.column_names, [list(row.values()) for row in table.to_pylist()]
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".jsonl":
        rows = [json.loads(line) for line in text.splitlines()]
        return list(rows[0]), [list(row.values()) for row in rows]
    names, *found = csv.reader(text.splitlines())
    return names, found


def table_at(path: Path, compiled: Compiled, *, resume: bool = False, **about: object) -> Table:
    """Open the table of a run, whose description contains `about`."""
    return Table(path, plan_of(compiled), about, resume=resume)


@pytest.mark.parametrize("form", ["parquet", "csv", "jsonl"])
def test_every_form_has_the_rows(form: str, tmp_path: Path) -> None:
    """A file in any format contains the rows that were added to the table; in CSV all values are texts."""
    compiled = gamespec.load("tic-tac-toe").compiled()
    path = tmp_path / f"games.{form}"
    table = table_at(path, compiled)
    expected = []
    for number, played in enumerate(games_of(compiled, 50)):
        table.recording.add(played)
        expected.append(row_of(compiled, number, ("random", "random"), played))
    assert not path.exists()
    table.finish()
    names, found = read(path)
    assert names == [column.name for column in columns_of(compiled)]
    if form == "csv":
        said = {True: "true", False: "false", None: ""}
        assert found == [
            [said[v] if v is None or isinstance(v, bool) else str(v) for v in row] for row in expected
        ]
    else:
        assert found == expected
    beside = [tmp_path / f"games.{form}.about.json"] if form != "parquet" else []
    assert sorted(tmp_path.iterdir()) == [path, *beside]


def test_parquet_finds_games_by_their_numbers(duel: Compiled, tmp_path: Path) -> None:
    """A Parquet file has statistics of the column that counts the games, and of no other."""
    path = tmp_path / "games.parquet"
    table = table_at(path, duel)
    for played in games_of(duel, 3):
        table.recording.add(played)
    table.finish()
    group = pq.read_metadata(path).row_group(0)
    columns = [group.column(at) for at in range(group.num_columns)]
    assert [column.path_in_schema for column in columns if column.is_stats_set] == ["game"]
    assert (columns[0].statistics.min, columns[0].statistics.max) == (0, 2)
    assert pq.read_table(path, filters=[("game", "==", 1)]).column("game").to_pylist() == [1]


def test_parquet_says_what_it_is(duel: Compiled, tmp_path: Path) -> None:
    """A Parquet file contains the table's version, a description of the run, and the columns' meanings."""
    path = tmp_path / "games.parquet"
    table = table_at(path, duel, seed=7, options={"a": True})
    for played in games_of(duel, 3):
        table.recording.add(played)
    table.finish()
    schema = pq.read_schema(path)
    about = {
        "table": 2,
        "seed": 7,
        "options": {"a": True},
        "title": "Duel",
        "teams": [0, 1],
        "scored": True,
        "decided": {"fates": ["won", "drawn"], "together": False, "unsaid": [1, 2, 8]},
        "parts": {"coins": "coins", "crowns": "crowns"},
        "actions": ["take", "wait"],
        "measures": {},
        "faces": {"coin": "coin"},
        "labels": {"coin": "coin"},
        "kinds": {},
        "rows": 3,
    }
    said = {name.decode(): text.decode() for name, text in schema.metadata.items()}
    assert json.loads(said.pop("gamespec.about")) == about
    assert said.pop("gamespec.title") == "Duel"
    assert {name: json.loads(text) for name, text in said.items()} == {
        f"gamespec.{name}": value for name, value in about.items() if name != "title"
    }
    types = {column.name: column.form.type.replace("float64", "double") for column in columns_of(duel)}
    assert {field.name: str(field.type) for field in schema} == types
    assert schema.field("margin").nullable
    assert not schema.field("decisions").nullable
    meant = next(form.meaning for form in FORMS if form.name == "margin")
    assert schema.field("margin").metadata == {b"meaning": meant.encode()}


def test_a_table_that_is_broken_off_goes_on(tmp_path: Path) -> None:
    """A table that is interrupted and resumed any number of times is the same file, byte for byte."""
    compiled = gamespec.load("tic-tac-toe").compiled()
    games = games_of(compiled, 40)
    whole = table_at(tmp_path / "whole.parquet", compiled)
    for played in games:
        whole.recording.add(played)
    whole.finish()
    path = tmp_path / "games.parquet"
    for stop in (0, 1, 17, 17, 39, 40):
        table = table_at(path, compiled, resume=True)
        assert list(table.recording.playouts()) == games[: table.games]
        for played in games[table.games : stop]:
            table.recording.add(played)
        table.pause()
        table.close()
    table = table_at(path, compiled, resume=True)
    assert table.games == 40
    table.finish()
    assert path.read_bytes() == (tmp_path / "whole.parquet").read_bytes()


class Killed(BaseException):
    """Exception that no code under test catches."""


def add_all(path: Path, compiled: Compiled, games: list[Playout]) -> None:
    """Resume a table, add those of `games` that it lacks, and finish it."""
    with table_at(path, compiled, resume=True) as table:
        for played in games[table.games :]:
            table.recording.add(played)
        table.finish()


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_ended_at_any_change_of_the_disk_it_goes_on(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, after: bool
) -> None:
    """A run can be resumed if it is killed before or after it renames or removes any file.

    Twenty games make parts of three games. A part, the run's own file and the table are renamed when they are
    complete, and so is the description of a CSV file. At the end, the parts, the run's file, the lock and the
    folder are removed.
    """
    monkeypatch.setattr(parts, "GAMES", 3)
    compiled = gamespec.load("tic-tac-toe").compiled()
    games = games_of(compiled, 20)
    add_all(tmp_path / f"whole.{form}", compiled, games)
    path = tmp_path / f"games.{form}"
    beside = 1 if form == "csv" else 0
    changes = 1 + 7 + beside + 1 + (7 + 1 + 1) + 1
    real = {name: getattr(Path, name) for name in ("replace", "unlink", "rmdir")}
    for last in range(changes + 1):
        left = last

        def change(self: Path, *arguments: Any, name: str, **named: Any) -> None:
            nonlocal left
            left -= 1
            if left < 0 and not after:
                raise Killed
            real[name](self, *arguments, **named)
            if left < 0:
                raise Killed

        with monkeypatch.context() as patched:
            for name in real:
                patched.setattr(Path, name, partialmethod(change, name=name))
            if last < changes:
                with pytest.raises(Killed):
                    add_all(path, compiled, games)
            else:
                add_all(path, compiled, games)
                assert left == 0
        add_all(path, compiled, games)
        assert path.read_bytes() == (tmp_path / f"whole.{form}").read_bytes()
        assert not parts_of(path).exists()
        path.unlink()


def test_a_table_that_is_there_stays_until_the_new_one_is_whole(duel: Compiled, tmp_path: Path) -> None:
    """An existing table remains until the new one is complete, and the new file keeps its permissions."""
    path = tmp_path / "games.csv"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    table = table_at(path, duel)
    for played in games_of(duel, 3):
        table.recording.add(played)
    table.pause()
    assert path.read_text(encoding="utf-8") == "old"
    table.finish()
    assert len(path.read_text(encoding="utf-8").splitlines()) == 1 + 3
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_is_not_the_run_is_refused(duel: Compiled, tmp_path: Path) -> None:
    """A table is not resumed from parts that are in use, damaged or of another run.

    It does not replace other files either.
    """
    path = tmp_path / "games.csv"
    table = table_at(path, duel, seed=7)
    for played in games_of(duel, 3):
        table.recording.add(played)
        table.pause()
    with pytest.raises(InUse):
        table_at(path, duel, seed=7, resume=True)
    table.close()
    with pytest.raises(FileExistsError):
        table_at(path, duel, seed=7)
    with pytest.raises(OtherRun, match="seed: 7, not 8"):
        table_at(path, duel, seed=8, resume=True)
    (part,) = parts_of(path).glob("*1.part")
    part.write_bytes(part.read_bytes()[:-1])
    with pytest.raises(Damaged):
        table_at(path, duel, seed=7, resume=True)
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError, match="something else"):
        Parts(other, {}, resume=True)


def test_a_folder_that_was_half_removed_can_be_gone_on_with(duel: Compiled, tmp_path: Path) -> None:
    """A run can be resumed after some of its parts were removed, because the last parts are removed first."""
    path = tmp_path / "games.csv"
    games = games_of(duel, 4)
    table = table_at(path, duel)
    for played in games:
        table.recording.add(played)
        table.pause()
    table.close()
    names = sorted(part.name for part in parts_of(path).iterdir())
    assert names == [LOCK, *(f"{number:015d}.part" for number in range(4)), "run.json"]
    for number in (4, 3):
        (parts_of(path) / names[number]).unlink()
    again = table_at(path, duel, resume=True)
    assert list(again.recording.playouts()) == games[:2]
    again.close()
