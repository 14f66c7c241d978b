"""Gymnasium's environment of a seat: episodes are games between bots, and what is refused."""

from __future__ import annotations

import importlib
import pickle
import sys
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from games_of import STUMBLES

from gamespec import Spec, games, load
from interpreter.adapters.gymnasium import SeatEnv
from interpreter.adapters.pettingzoo import aec_env, parallel_env
from interpreter.bots import BadBot, Luck, bot
from interpreter.bots.along import begun, chosen
from interpreter.bots.match import match
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.errors import Fault
from interpreter.play.luck import Seeds


def legal(observation: dict[str, Any]) -> list[int]:
    """Return the actions that a mask allows."""
    return [int(action) for action in np.flatnonzero(observation["action_mask"])]


def test_every_shipped_game_is_registered() -> None:
    """There is an id for each shipped game, and no other; further arguments are those of the class."""
    found = {name for name in gymnasium.registry if name.startswith("gamespec/")}
    assert found == {f"gamespec/{name}-v0" for name in games()}
    env = gymnasium.make("gamespec/goofspiel-v0", players=3, options={"cards": 4}, seat=2)
    observed, _ = env.reset(seed=0)
    assert legal(observed) == [8, 9, 10, 11]  # the four cards of the third player


@pytest.mark.parametrize(
    ("name", "seat", "others"),
    [("kuhn-poker", 1, "mcts:8"), ("tic-tac-toe", 0, "random"), ("pig", 1, "greedy")],
)
def test_episodes_are_games_between_bots(name: str, seat: int, others: str) -> None:
    """If a random bot acts for the seat, the episodes are the games 0 and 1 of a run of matches."""
    program = load(name).program()
    engine = CompiledEngine(program)
    env = SeatEnv(name, seat=seat, opponents=others, by_pick=False)
    players = [bot("random" if each == seat else others) for each in range(program.players)]
    for number in range(2):
        seeds = Seeds.of(4, number)
        observed, info = env.reset(seed=4 if number == 0 else None)
        assert info == {}
        ended, reward, decisions = False, 0.0, 0
        game = begun(engine, seeds.game)
        while not ended:
            while game.player != seat:
                game.play(chosen(engine, game, players[game.player], Luck(seeds.luck, decisions)))
                decisions += 1
            option = chosen(engine, game, players[seat], Luck(seeds.luck, decisions))
            game.play(option)
            decisions += 1
            assert option.number in legal(observed)
            observed, reward, ended, truncated, _ = env.step(option.number)
            assert not truncated
        result = match(engine, seeds, players).result
        assert result is not None
        assert result == env.game.result
        assert reward == result.scores[seat]


def test_masks() -> None:
    """`action_masks` is the mask of the observation; between episodes, nothing is legal."""
    env = SeatEnv("tic-tac-toe", seat=1)
    observed, _ = env.reset(seed=0)
    assert len(legal(observed)) == 8
    assert env.action_masks().dtype == np.bool_
    ended = False
    while not ended:
        np.testing.assert_array_equal(env.action_masks(), observed["action_mask"])
        observed, _, ended, _, _ = env.step(legal(observed)[0])
    assert not env.action_masks().any()
    assert legal(observed) == []
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_opponents_by_seat() -> None:
    """Each other seat can have its own bot, and all of them act between two steps."""
    env = SeatEnv("pig", players=4, seat=1, opponents=["random", "greedy", "random"])
    observed, _ = env.reset(seed=2)
    assert env.game.player == 1
    env.step(legal(observed)[-1])
    assert env.game.over or env.game.player == 1
    with pytest.raises(ValueError, match="3 other seats, but 2 opponents"):
        SeatEnv("pig", players=4, opponents=["random", "random"])
    with pytest.raises(ValueError, match="no seat 4 among 4"):
        SeatEnv("pig", players=4, seat=4)
    with pytest.raises(BadBot):
        SeatEnv("pig", opponents="clever")


def test_illegal_actions() -> None:
    """An illegal action is refused with the legal ones; with `illegal_reward`, it ends the game."""
    env = SeatEnv("tic-tac-toe")
    env.reset(seed=0)
    with pytest.raises(
        ValueError, match=r"`tic_tac_toe_v0`: `seat 0` cannot take action 9; legal: 0 \(choose"
    ):
        env.step(9)
    env.step(0)
    env = SeatEnv("tic-tac-toe", illegal_reward=-2)
    env.reset(seed=0)
    observed, reward, ended, truncated, _ = env.step(9)
    assert (reward, ended, truncated, legal(observed)) == (-2, True, False, [])


def test_games_without_decisions_are_skipped() -> None:
    """A seat that has nothing to decide before the game is over gets another game.

    Of three players at liar's dice, the third is asked only if the second does not challenge the first.
    """
    env, skipped = SeatEnv("liars-dice", players=3, seat=2), 0
    engine = CompiledEngine(load("liars-dice").program(3))
    for number in range(20):
        env.reset(seed=number)
        assert env.action_masks().any()
        skipped += [*env.game.position][6:8] != [*engine.begin(Seeds.of(number, 0).game).position][6:8]
    assert skipped > 0


def test_a_seat_that_never_decides(game_of: Callable[[str], Spec]) -> None:
    """If the seat never has anything to decide, `reset` says so, and does not go on for ever."""
    spec = game_of("players: 2\nactions: {go: {}}\nphases: {play: {do: [{offer: [go], by: seat(1)}]}}\n")
    with pytest.raises(ValueError, match="seat 1 had nothing to decide in 1000 games"):
        SeatEnv(spec, seat=1).reset()


def test_a_fault_is_raised(game_of: Callable[[str], Spec]) -> None:
    """A fault is raised with a note in the author's words, here for taking three of fewer."""
    env = SeatEnv(game_of(STUMBLES))
    env.reset(seed=0)

    def takes_three() -> None:
        while True:
            env.reset()
            while env.action_masks().any():
                env.step(2)

    with pytest.raises(Fault) as raised:
        takes_three()
    assert "`left`" in raised.value.__notes__[0]


def test_seeds_repeat() -> None:
    """The same seed repeats the episodes, and `np_random_seed` is the seed of a run without one."""
    first, second = SeatEnv("kuhn-poker"), SeatEnv("kuhn-poker")
    first.reset()
    second.reset(seed=first.np_random_seed)
    for _ in range(3):
        assert [*first.game.position] == [*second.game.position]
        first.reset()
        second.reset()


def test_pictures_are_those_of_the_seat(capsys: pytest.CaptureFixture[str]) -> None:
    """The seat sees its own card in Kuhn poker, and not that of the other; `human` prints the same."""
    env = SeatEnv("kuhn-poker", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str)
    assert sum(text.count(f"hand: {rank}") for rank in "JQK") == 1
    SeatEnv("kuhn-poker", render_mode="human").reset(seed=1)
    assert capsys.readouterr().out == f"{text}\n"


def test_environments_in_vectors_and_pickles() -> None:
    """Several environments step as one vector, and a pickled one goes on in the same way."""
    many = gymnasium.make_vec("gamespec/tic-tac-toe-v0", num_envs=3, vectorization_mode="sync")
    observed, _ = many.reset(seed=1)
    assert observed["action_mask"].shape == (3, 9)
    observed, *_ = many.step(np.argmax(observed["action_mask"], axis=1))
    assert (observed["action_mask"].sum(axis=1) == 7).all()
    many.close()
    env = SeatEnv("tic-tac-toe")
    env.reset(seed=3)
    again = pickle.loads(pickle.dumps(env))  # noqa: S301 - it is ours
    np.testing.assert_equal(again.step(0), env.step(0))


def test_the_library_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Gymnasium, the error says how to install it."""
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "interpreter.adapters.gymnasium")
    with pytest.raises(ImportError, match=r"pip install 'gamespec\[gymnasium\]'"):
        importlib.import_module("interpreter.adapters.gymnasium")


def test_a_game_without_decisions(game_of: Callable[[str], Spec]) -> None:
    """A game in which nobody decides is no environment, and the error says so."""
    spec = game_of(
        """
language: 1
game: empty
title: Empty
players: 1
variables: {n: {type: 0..3}}
phases: {play: {do: [{set: {n: n + 1}}]}}
limit: {decisions: 9, then: draw}
end: {done: {when: n == 3, draw: true}}
"""
    )
    for make in (SeatEnv, aec_env, parallel_env):
        with pytest.raises(ValueError, match="nobody decides anything in this game"):
            make(spec)


def test_only_whole_numbers_are_actions() -> None:
    """A number of another type is no action, even if it is equal to one."""
    env = SeatEnv("tic-tac-toe")
    env.reset(seed=1)
    legal = int(np.flatnonzero(env.action_masks())[0])
    for wrong in (float(legal), np.array([legal]), "x", None):
        with pytest.raises(ValueError, match="cannot take action"):
            env.step(wrong)  # type: ignore[arg-type] # a mistake
    env.step(np.int64(legal))
