"""Lanes: many games side by side, with their state in arrays.

`agreement` compares them with games that are played one by one, for shipped, generated and changed games.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from copy import copy

import numpy as np
import pytest
from agreement import Played, both, engines_of
from agreement_lanes import OneByOne, alike, in_lanes
from games_of import STUMBLES

import gamespec
from gamespec import Spec
from gamespec.program.tables import Head
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.errors import Broken, Fault
from interpreter.play.luck import Seeds
from interpreter.play.search import Reward
from interpreter.schema import Schema

LUCKY = """
    players: 2
    variables:
      left: {type: 0..3, start: 0}
    setup:
      - random: {die: {from: 1..3}}
      - set: {left: "%s"}
    actions:
      take: {do: [{set: {left: left - 1}}]}
    phases:
      play: {turns: clockwise, until: left == 0, do: [{offer: [take]}]}
    score: 'left'
    limit: {decisions: 20, then: rank}
"""
"""A game with up to three decisions, whose set-up makes their number from a roll."""


def engine(name: str) -> CompiledEngine:
    """Return the compiled engine of a shipped game."""
    return CompiledEngine(gamespec.load(name).program())


@pytest.mark.parametrize("engines", [("definitional", "full"), ("definitional", "checked-full")])
@pytest.mark.parametrize("name", ["hanabi", "kuhn-poker", "rufus"])
def test_lanes_are_games_of_the_engine(name: str, engines: tuple[str, str]) -> None:
    """Lanes go through the same positions as single games, whichever seats play at random."""
    program, played = gamespec.load(name).program(), Played()
    for seed in range(4):
        in_lanes(engines_of(program, engines), seed, played)
    assert played.counts["decisions in lanes"] >= 200


def test_random_lanes_are_the_games_of_a_batch() -> None:
    """Without choices, each lane plays the games of the run as a batch plays them."""
    games, n = engine("leduc-poker"), 5
    lanes, found = games.lanes(n, seed=9), dict[int, tuple[list[int], list[int]]]()
    while len(found) < 20:
        numbers = lanes.numbers.copy()
        lanes.step()
        for lane in np.flatnonzero(lanes.done):
            found[int(numbers[lane])] = lanes.places[lane].tolist(), lanes.scores[lane].tolist()
    seeds = [Seeds.of(9, number) for number in sorted(found)]
    for number, playout in zip(sorted(found), games.batch(seeds), strict=True):
        assert playout.result is not None
        assert found[number] == ([*playout.result.places], [*playout.result.scores])


@pytest.mark.parametrize("autoreset", [True, False])
def test_threads_play_the_same(autoreset: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """Lanes divided among threads are the same as lanes in one thread."""
    games = engine("trapper")
    one, three = (games.lanes(7, seed=3, autoreset=autoreset, jobs=jobs) for jobs in (1, 3))
    for step in range(90):
        for lanes in (one, three):
            lanes.step(np.where(np.arange(7) % 3 == step % 3, -1, np.minimum(lanes.counts - 1, 1).clip(0)))
        for name in ("counts", "players", "done", "truncated", "outcomes", "places", "scores", "rewards"):
            assert np.array_equal(getattr(one, name), getattr(three, name)), name
        assert np.array_equal(one.positions, three.positions)
    for lanes in (one, three):
        lanes.copy([0, 6], [5, 1], seeds=[11, 12])
        assert not lanes.done.any()
        lanes.reset([2, 4], seeds=[13, 14])
    assert np.array_equal(one.positions, three.positions)
    assert np.array_equal(one.seeds, three.seeds)


def test_arrays_are_views_that_nobody_writes() -> None:
    """Each step renews the same arrays, which cannot be written."""
    lanes = engine("tic-tac-toe").lanes(3)
    counts = lanes.counts
    assert counts.tolist() == [9, 9, 9]
    lanes.step([0, 1, -2])
    assert counts.tolist() == [8, 8, 9]
    with pytest.raises(ValueError, match="read-only"):
        counts[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        lanes.positions[0, 0] = 1


def test_a_lane_without_autoreset_stays_over() -> None:
    """A lane whose game is over ignores its choice until it is reset."""
    lanes = engine("tic-tac-toe").lanes(2, autoreset=False)
    for k in (0, 2, 0, 1, 0):  # X plays 1, 2, 3; O plays 4, 5
        lanes.step([k, -2])
    assert (lanes.done[0], lanes.counts[0], lanes.players[0]) == (True, 0, -1)
    assert lanes.rewards[0].tolist() == [1, 0]
    assert lanes.scores[0].tolist() == [1, -1]
    before = lanes.positions[0].copy()
    lanes.step([7, 0])
    assert (lanes.done[0], lanes.rewards[0].tolist(), lanes.places[0].tolist()) == (False, [0, 0], [1, 2])
    assert np.array_equal(before, lanes.positions[0])
    for put in (False, True):
        if put:
            lanes.put(1, lanes.game(0))
        else:
            lanes.copy(0, 1)
        assert not lanes.done.any()
        assert (lanes.counts[1], lanes.places[1].tolist(), lanes.scores[1].tolist()) == (0, [1, 2], [1, -1])
        lanes.reset([1])
    lanes.reset(lanes.counts == 0)
    assert lanes.counts.tolist() == [9, 9]


def test_a_seed_gives_the_game_of_that_seed() -> None:
    """A reset with a seed begins the same game as the engine, and the next game is that of the lane."""
    games = engine("hearts")
    lanes = games.lanes(3, seed=5)
    lanes.reset([2, 0], seeds=[77, -1])
    assert lanes.positions[2].tolist() == games.begin(77).position
    assert lanes.positions[0].tolist() == games.begin(-1).position
    lanes.reset([2])
    assert lanes.numbers.tolist() == [0, 1, 5]
    assert lanes.positions[2].tolist() == games.begin(Seeds.of(5, 5).game).position


def test_copies() -> None:
    """A copy goes on as its original, and with a seed as a clone with that seed."""
    games = engine("rufus")
    lanes = games.lanes(4, seed=2)
    for _ in range(5):
        lanes.step()
    lanes.copy([0, 1], [1, 0])
    assert lanes.positions[0].tolist() != lanes.positions[1].tolist()
    original = lanes.game(0)
    lanes.copy([0, 0], [2, 3], seeds=[8, 9])
    clones = [original, original.clone(8), original.clone(9)]
    for _ in range(6):
        for lane, clone in zip((0, 2, 3), clones, strict=True):
            assert lanes.positions[lane].tolist() == clone.position
            assert lanes.counts[lane] == clone.branching
            clone.play(clone.options[-1])
        lanes.step(lanes.counts - 1)


def test_a_game_can_be_put_into_a_lane() -> None:
    """A lane goes on from any position, of any engine."""
    games = engine("connect-four")
    for source in both(games.program):
        lanes, game = games.lanes(2), source.begin(3)
        for _ in range(4):
            game.play(game.options[0])
        lanes.put(1, game)
        assert lanes.game(1).options == game.options
        assert lanes.seeds[1] == 3
        game.play(game.options[3])
        lanes.step([0, 3])
        assert lanes.positions[1].tolist() == [*game.position]
        lanes.put(0, lanes.positions[1])
        assert np.array_equal(lanes.positions[0], lanes.positions[1])
        with pytest.raises(Broken):
            lanes.put(0, [0] * games.program.layout.length)


def test_rewards_by_score() -> None:
    """By scores, a reward is the lead over the best opponent; players of one team get their score."""
    lanes = engine("leduc-poker").lanes(50, reward=Reward.SCORES)
    while not lanes.done.any():
        lanes.step()
    ended = lanes.scores[lanes.done]
    assert np.array_equal(lanes.rewards[lanes.done], np.stack([ended @ (1, -1), ended @ (-1, 1)], axis=1))
    simple = engine("tic-tac-toe").lanes(50, reward=Reward.SCORES)
    while not simple.done.any():
        simple.step()
    assert np.array_equal(simple.rewards[simple.done], 2 * simple.scores[simple.done])
    together = engine("hanabi").lanes(20)
    while not together.done.any():
        together.step()
    assert np.array_equal(together.rewards[together.done], together.scores[together.done])


def test_a_fault_ends_the_game_of_its_lane_only(game_of: Callable[[str], Spec]) -> None:
    """The other lanes advance, and the lane begins its next game in the next step."""
    games = CompiledEngine(game_of(STUMBLES).program())
    lanes = games.lanes(3, seed=1)
    for _ in range(3):
        lanes.step([2, 0, 2])  # 9 - 3 - 3 - 3, and 9 - 1 - 1 - 1
    assert lanes.done.tolist() == [True, False, True]
    lanes.put(0, lanes.positions[1])  # 6 are left
    for choices in ([2, 2, 0], [1, 1, 0]):
        lanes.step(choices)
    lanes.step([1, 0, 2])  # 1 is left in lanes 0 and 1
    assert lanes.done.tolist() == [True, True, False]
    assert lanes.truncated.tolist() == [True, False, False]
    assert {lane: fault.code for lane, fault in lanes.faults.items()} == {0: "GS505"}
    assert lanes.rewards[0].tolist() == [0, 0]
    assert (lanes.counts[0], lanes.players[0]) == (0, -1)
    with pytest.raises(Fault):
        lanes.game(0)
    lanes.copy(0, [0, 2])
    with pytest.raises(Fault):
        lanes.game(2)
    lanes.step([7, 0, -2])
    assert not lanes.faults
    assert not lanes.done.any()
    assert lanes.positions[0].tolist() == games.begin(Seeds.of(1, 6).game).position
    assert lanes.counts.tolist() == [4, 4, 0]


def test_after_a_fault_the_next_game_is_observed(game_of: Callable[[str], Spec]) -> None:
    """A lane whose game a fault has stopped shows only zeros, and then what is observed in its next game."""
    schema = Schema(game_of(STUMBLES).program())
    lanes = CompiledEngine(schema.program).lanes(8, seed=1, encoding=schema)
    while not lanes.faults:
        lanes.step()
    stopped = [*lanes.faults]
    assert not lanes.observations[stopped].any()
    lanes.step()
    for lane in set(stopped) - {*lanes.faults}:
        game = lanes.game(lane)
        assert np.array_equal(lanes.observations[lane], schema.observe(game, int(lanes.players[lane])))


def test_games_that_end_or_fault_in_their_set_up(game_of: Callable[[str], Spec]) -> None:
    """A game without decisions ends in a step of its own; one whose set-up faults does not count as ended."""
    for decisions, fails in (("die - 1", False), ("die - 2", True)):
        for autoreset in (True, False):
            program = game_of(LUCKY % decisions).program()
            one, other = both(program)
            assert isinstance(other, CompiledEngine)
            lanes, games = other.lanes(6, autoreset=autoreset), OneByOne(one, 6, 0, again=autoreset)
            played = Played()
            for step in range(12):
                assert alike(lanes, games, played, f"step {step}")
                choices = [0] * 6
                lanes.step(choices)
                games.step(choices)
            assert played.counts["games in lanes"] >= 3
            assert (played.counts["faults in lanes"] > 0) == fails


def test_a_game_that_can_never_begin(game_of: Callable[[str], Spec]) -> None:
    """If no set-up succeeds, the fault of the first game is raised."""
    with pytest.raises(Fault):
        CompiledEngine(game_of(LUCKY % "left - die").program()).lanes(2)


def test_what_is_refused() -> None:
    """A wrong argument is named, and changes no lane."""
    games = engine("tic-tac-toe")
    for count, jobs in ((0, 1), (1, 0)):
        with pytest.raises(ValueError, match="at least one lane and one thread"):
            games.lanes(count, jobs=jobs)
    with pytest.raises(ValueError, match="7 is not a valid Reward"):
        games.lanes(1, reward=7)  # type: ignore[arg-type]
    for seats in ((0, 1), (2,), (-1,)):
        with pytest.raises(ValueError, match="cannot be played at random"):
            games.lanes(2, at_random=seats)
    with pytest.raises(ValueError, match="a thread has 4,095 MiB"):
        games.lanes(1 << 26)
    lanes = games.lanes(3)
    for choices in ([0, 0], [[0, 0, 0]], [0.0, 0.0, 0.0], ["a", "b", "c"]):
        with pytest.raises(ValueError, match="choices must be 3 integers"):
            lanes.step(choices)
    for choice in (9, -3):
        with pytest.raises(IndexError, match=f"lane 1 has 9 options, so there is no option {choice}"):
            lanes.step([0, choice, 0])
    for lane in (3, -1):
        with pytest.raises(IndexError, match=f"there is no lane {lane} among 3"):
            lanes.reset([lane])
    with pytest.raises(TypeError):
        lanes.reset([0, 1], seeds=[1, None])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="cannot be copied or pickled"):
        copy(lanes)
    assert lanes.seeds.tolist() == [Seeds.of(0, lane).game for lane in range(3)]
    with pytest.raises(ValueError, match="by their numbers"):
        lanes.reset([0.5])
    with pytest.raises(ValueError, match="1 lanes and 2 seeds"):
        lanes.reset([0], seeds=[1, 2])
    with pytest.raises(ValueError, match="2 sources and 1 targets"):
        lanes.copy([0, 1], [2])
    with pytest.raises(ValueError, match="2 targets and 1 seeds"):
        lanes.copy(0, [1, 2], seeds=[1])
    assert (lanes.positions[:, Head.DECISIONS] == 0).all()


def test_numpy_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numpy, the error says how to install it."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "interpreter.compiled.run.lanes", raising=False)
    with pytest.raises(ImportError, match=r"pip install 'gamespec\[arrays\]'"):
        engine("tic-tac-toe").lanes(1)


def test_an_interrupt_leaves_all_threads_at_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a thread raises, the others finish, and the arrays belong to the positions."""
    lanes = engine("othello").lanes(40, jobs=2)

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(lanes._shards[0], "run", interrupted)  # noqa: SLF001 - an interrupt comes anywhere
    with pytest.raises(KeyboardInterrupt):
        lanes.step()
    assert (lanes.positions[20:, Head.DECISIONS] == 1).all()
    assert [int(count) for count in lanes.counts] == [lanes.game(lane).branching for lane in range(40)]
