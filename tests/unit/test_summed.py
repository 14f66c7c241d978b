"""Games that are summed inside a module have the same summary, bit by bit, as games counted one by one."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest
from agreement_games import ROOT
from asserted import asserted
from long_checks import sampled

import gamespec
from interpreter.compiled.engine import CompiledEngine
from interpreter.compiled.run import batches
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels.statistics import adding, game_row, leaving, measuring, repeating, summing
from interpreter.kernels.statistics.counters import Counters
from interpreter.kernels.statistics.endings import FREE
from interpreter.kernels.statistics.measuring import ENDINGS
from interpreter.kernels.statistics.summing import STOPPED, UNKNOWN, UNTIL, Summing
from interpreter.kernels.terms import Lists
from interpreter.play.luck import Seeds
from interpreter.play.tally import ALL, Counts
from interpreter.simulate import Run, Summary, Until, endings, plan_of
from interpreter.study.comparison import Comparison

if TYPE_CHECKING:
    from pathlib import Path

    from gamespec.compile import Compiled

KERNELS = [adding, game_row, leaving, measuring, repeating, summing]
SHORT = Counts(pace=True, lead=True, measures=True, last=True)
"""What `gamespec simulate` counts without a table."""


def measured(name: str) -> Compiled:
    """Return a game whose program includes its own measures."""
    return gamespec.load(name).compiled().measured


def counted(name: str, games: int, counts: Counts, seed: int = 3) -> Summary:
    """Return the summary of games that are counted one by one."""
    program = measured(name).program
    summary = Summary.of(program)
    for played in CompiledEngine(program, jobs=1).batch(
        (Seeds.of(seed, number) for number in range(games)), tally=counts
    ):
        summary.add(played)
    return summary


def runs(name: str, counts: Counts, seed: int = 3) -> Run:
    """Return a run of random games that are summed in a module."""
    return Run(plan_of(gamespec.load(name), seed=seed, tally=counts))


@pytest.mark.parametrize("name", sampled(gamespec.games(), "generated", 6))
@pytest.mark.parametrize("counts", [SHORT, ALL, Counts(), Counts(pace=True)])
def test_sums_are_those_of_games_counted_one_by_one(name: str, counts: Counts) -> None:
    """All shipped games have the same summary, whatever is counted, also if they are played in two parts."""
    games = 30
    expected = counted(name, games, counts)
    assert runs(name, counts).play(games).summary == expected
    parts = runs(name, counts).play(7).play(games - 7)
    assert parts.summary == expected
    assert parts.decisions == expected.decisions


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "pig"])
def test_games_with_equal_rows(name: str) -> None:
    """Games with equal rows count one by one, whether most rows are equal or displace each other."""
    assert runs(name, SHORT).play(4000).summary == counted(name, 4000, SHORT)


@pytest.mark.parametrize("name", ["heath", "squirrels", "tannery"])
def test_faults_and_limits(name: str) -> None:
    """Faults count, with the seeds of the first game at each place, and so does the first limited game."""
    path = str(ROOT / "tests" / "games" / name)
    run, expected = runs(path, SHORT).play(60), counted(path, 60, SHORT)
    assert repr(run.summary.fault_places) == repr(expected.fault_places)  # two faults are never equal
    expected.fault_places = run.summary.fault_places
    assert run.summary == expected
    for place in run.summary.fault_places.values():
        assert run.stopped(place.seeds) == run.plan.players
    if run.summary.first_limited is not None:
        assert run.stopped(run.summary.first_limited) == run.plan.players


@pytest.mark.parametrize("half", [0.2, 0.05])
def test_until_shares_are_known(half: float) -> None:
    """A run ends after the same game, and a look falls on the same games, wherever the games are summed."""
    rule = Until(half)
    found = runs("liars-dice", SHORT).play(5000, rule)
    by_hand = runs("liars-dice", SHORT)
    games = [*by_hand.games(5000, rule)]
    assert found.summary == by_hand.summary
    assert len(games) == found.summary.games < 5000


@pytest.mark.parametrize("full", [1, 5])
def test_more_endings_than_the_table_has(full: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the table of endings is full, it is emptied, and nothing is lost.

    Any of ten players may win. Some games reach their limit, in the same chunk as games after which the table
    is emptied.
    """
    monkeypatch.setattr(endings, "FULL", full)
    monkeypatch.setattr(batches, "FIRST", 64)
    path = odd(tmp_path, MANY)
    run, expected = runs(path, SHORT).play(600), counted(path, 600, SHORT)
    assert run.summary == expected
    assert len(expected.ends) > 100
    assert expected.first_limited is not None
    for name in ("euchre", "hanabi", "liars-dice"):
        assert runs(name, SHORT).play(40).summary == counted(name, 40, SHORT)


MANY = """\
players: 10
variables:
  chosen: {per: player, type: bool}
  over: {type: bool}
  asked: {type: 0..20}
actions:
  go: {with: {k: {from: 0..1}}, do: [{set: {"chosen[me]": "k == 1"}}]}
  stop: {when: "asked > 9", do: [{set: {over: true}}]}
phases:
  play:
    turns: clockwise
    do:
      - offer: [go, stop]
      - set: {asked: "min(20, asked + 1)"}
end:
  won: {when: over, winner: "filter(p in players: chosen[p])"}
limit: {decisions: 22, then: draw}
"""
"""Game with up to 1,023 endings, in which some games reach the limit."""

COUNTING = """\
variables:
  n: {type: 0..99}
  x: {per: player, type: -50..99}
actions:
  go: {with: {k: {from: 0..3}}, do: [{set: {"x[me]": "x[me] + k - 1", n: "n + k"}}]}
phases:
  play:
    turns: clockwise
    do:
      - offer: [go]
measures:
  later: {is: "x[player]", per: player}
  course: {is: "x[player]", per: player, at: turn}
  last: {is: "n == 20"}
  whole: {is: n, at: turn}
"""
"""Actions, phases and measures of games in which players count to about 20."""

ODD = {
    "all together": """\
players: 3
end:
  won: {when: "n == 20", winner: players}
  lost: {when: "n > 22", winner: "filter(p in players: n == 0)"}
  drew: {when: "n == 21", draw: true}
  open: {when: "n == 22"}
score: n + 1
limit: {decisions: 12, then: rank}
""",
    "unequal teams": """\
players: 5
teams: "1 if number(player) in {2, 4, 5} else 0"
end:
  won: {when: "n == 20", winner: me}
  some: {when: "n == 19", winner: "filter(p in players: x[p] > 4)"}
  drew: {when: "n == 21", draw: true}
  open: {when: "n == 22"}
score: {plus: "x[player]", minus: "-n * x[player]", one: "1"}
limit: {decisions: 12, then: rank}
""",
    "truncated": """\
players: 4
end:
  won: {when: "n == 20", winner: me}
  drew: {when: "n == 21", draw: true}
  open: {when: "n == 22"}
limit: {decisions: 12, then: truncate}
""",
    "alone": """\
players: 1
end:
  won: {when: "n == 20", winner: me}
  lost: {when: "n == 21", winner: "filter(p in players: x[p] > 99)"}
score: x[player]
limit: {decisions: 12, then: rank}
""",
}


def odd(folder: Path, text: str) -> str:
    """Write a game to a file, and return its path."""
    file = folder / "odd.yaml"
    file.write_text(f"language: 1\ngame: odd\ntitle: Odd\n{text}", encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("counts", [SHORT, Counts(pace=True, last=True), Counts(measures=True)])
def test_odd_games(name: str, counts: Counts, tmp_path: Path) -> None:
    """Games with teams, without opponents, without scores, with parts of scores and own measures agree.

    So do their quantities in comparisons, of which a summary has the means.
    """
    path = odd(tmp_path, COUNTING + ODD[name])
    expected = counted(path, 200, counts)
    assert runs(path, counts).play(200).summary == expected
    if counts == SHORT:
        assert len(expected.ends) > 0
        plan = plan_of(gamespec.load(path), seed=3)
        told = {each.quantity.key: each.a for each in Comparison(plan, plan).play(200).differences()}
        for (number, seat), mean in expected.measures.own.items():
            key = f"measure.{('later', 'course', 'last', 'whole')[number]}"
            if mean.count and mean.mean:
                assert told[f"{key}.{seat + 1}" if number < 2 else key] == pytest.approx(mean.mean)


def test_runs_of_one_program_share_no_arrays() -> None:
    """Summaries of the same program compute with arrays of their own, so each can have its own thread."""
    program = measured("pig").program
    one, other = (Summary.of(program).measures.numbers.measuring(SHORT) for _ in range(2))
    assert one.values is not other.values


@pytest.mark.parametrize("first", [-1, 1 << 63])
def test_games_are_numbered_from_0(first: int) -> None:
    """A run that begins with a game that cannot be is refused at once."""
    with pytest.raises(ValueError, match="is not the number of a game"):
        Run(plan_of("pig"), first=first)


@pytest.mark.parametrize("name", ["tic-tac-toe", "hearts", "euchre", "hanabi", "carcassonne"])
def test_kernel_in_python_and_in_a_module(name: str) -> None:
    """The arrays of the kernel are the same, byte by byte, in CPython and in a module.

    In CPython, the kernel violates no assertion.
    """
    program = measured(name).program
    engine = CompiledEngine(program, jobs=1)
    chunk = next(engine.chunks(3, range(4), tally=SHORT))
    words = [*struct.unpack(f"<{len(chunk.data) // 4}i", chunk.data)]
    room = Counters()
    kernel = Summing(program, SHORT, room, Lists())
    kernel.rows[: len(words)] = words
    sums = engine.aside("test", lambda state, given: Summing(program, SHORT, state, given))
    kernel.control[UNTIL] = 3
    kernel.endings.keys[:] = [FREE] * ENDINGS
    sums.give(chunk.data)
    sums.write(room.form.pack(*room.numbers()))
    with asserted(KERNELS):
        assert kernel.run(0, 4) == sums.run(0, 4) == 0
        assert kernel.control[STOPPED] == UNKNOWN
        for row in (words[kernel.size * n :] for n in range(4)):
            key = kernel.endings.key(row, row[1])
            kernel.endings.keys[kernel.endings.entry(key)] = key
        sums.write(room.form.pack(*room.numbers()))
        assert kernel.run(0, 4) == sums.run(0, 4) == 3
        assert kernel.control[STOPPED] != UNKNOWN
    assert sums.read() == room.form.pack(*room.numbers())


def test_chunks_are_the_games_of_a_batch() -> None:
    """The games of chunks are those that a batch plays with the seeds of the run, in order."""
    program = measured("pig").program
    played = [
        each.decisions
        for each in DefinitionalEngine(program).batch(Seeds.of(1 << 63, n) for n in range(90, 130))
    ]
    found, numbers = [], []
    for chunk in CompiledEngine(program, jobs=2).chunks(1 << 63, range(90, 130)):
        width = len(chunk.data) // len(chunk.numbers)
        found += [struct.unpack_from("<i", chunk.data, width * n)[0] for n in range(len(chunk.numbers))]
        numbers += chunk.numbers
    assert (found, numbers) == (played, [*range(90, 130)])
