"""Gymnasium's vector environment: episodes are games of the engine with the same seeds."""

from __future__ import annotations

from collections.abc import Callable

import gymnasium
import numpy as np
import pytest
from games_of import STUMBLES

from gamespec import Spec
from interpreter.adapters.gymnasium import SeatVectorEnv
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.actions import Choice
from interpreter.play.luck import Draws, Seeds
from interpreter.protocol import Playing


def random_of(masks: np.ndarray, luck: np.random.Generator) -> np.ndarray:
    """Return a legal action for each row, or 0 where there is none."""
    return np.array([luck.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])


class Single:
    """One game of the vector environment, played by the engine."""

    def __init__(self, env: SeatVectorEnv, run: int, first: int) -> None:
        self.env, self.run, self.number = env, run, first - env.num_envs
        self.engine = CompiledEngine(env.schema.program)
        self.begin()

    def begin(self) -> None:
        """Begin the next game."""
        self.number += self.env.num_envs
        seeds = Seeds.of(self.run, self.number)
        self.game: Playing = self.engine.begin(seeds.game)
        self.draws, self.decisions = Draws(seeds.luck, "policy"), 0
        self.go_on()

    def go_on(self) -> None:
        """Let random players answer for the other seats."""
        game = self.game
        while not game.over and game.player != self.env.seat:
            self.draws.drawn = self.decisions
            game.take(self.draws.below(len(game.options)))
            self.decisions += 1
        self.choice: Choice | None = None if game.over else self.env.schema.choice(game)

    def step(self, action: int) -> float | None:
        """Take an action; return the reward if the game is over now."""
        assert self.choice is not None
        k = self.choice.take(action)
        if k is not None:
            self.game.take(k)
            self.decisions += 1
            self.go_on()
        return None if self.game.result is None else float(self.game.result.scores[self.env.seat])


@pytest.mark.parametrize(("name", "by_pick"), [("tic-tac-toe", None), ("kuhn-poker", None), ("hearts", None)])
def test_episodes_are_games(name: str, by_pick: bool | None) -> None:  # noqa: FBT001 - a parameter
    """Observations, masks, rewards and ends are those of games that are played one by one."""
    env = SeatVectorEnv(name, 3, seat=1, by_pick=by_pick)
    luck = np.random.default_rng(1)
    observed, _ = env.reset(seed=9)
    singles, over, finished = [Single(env, 9, i) for i in range(3)], [False] * 3, 0
    for _ in range(120):
        actions = random_of(observed["action_mask"], luck)
        observed, rewards, ended, truncated, infos = env.step(actions)
        assert not truncated.any()
        assert not infos["faults"]
        for i, single in enumerate(singles):
            if over[i]:
                single.begin()
                over[i], reward = False, None
            else:
                reward = single.step(int(actions[i]))
                over[i] = reward is not None
            assert bool(ended[i]) == over[i]
            assert rewards[i] == (reward or 0)
            finished += over[i]
            if over[i]:
                assert not observed["observation"][i].any()
                assert not observed["action_mask"][i].any()
            else:
                assert single.choice is not None
                mask = env.schema.mask(single.choice)
                assert np.array_equal(observed["action_mask"][i], mask.astype(np.int8))
                expected = env.schema.observe(single.game, 1, single.choice)
                assert np.array_equal(observed["observation"][i], expected)
                assert observed["observation"].dtype == np.float32
    assert finished > 3


def test_made_by_gymnasium() -> None:
    """`make_vec` makes it; the spaces contain what it returns, and the same seed gives the same episode."""
    made = [
        gymnasium.make_vec(
            "interpreter.adapters.gymnasium:gamespec/tic-tac-toe-v0",
            num_envs=4,
            vectorization_mode="vector_entry_point",
        )
        for _ in range(2)
    ]
    luck = np.random.default_rng(1)
    pairs = [env.reset(seed=5)[0] for env in made]
    for _ in range(30):
        actions = random_of(pairs[0]["action_mask"], luck)
        steps = [env.step(actions) for env in made]
        for key in ("observation", "action_mask"):
            assert np.array_equal(steps[0][0][key], steps[1][0][key])
        assert made[0].observation_space.contains(steps[0][0])
        pairs = [step[0] for step in steps]


def test_what_is_refused() -> None:
    """Illegal actions, seats that do not exist, and steps before `reset` change nothing."""
    env = SeatVectorEnv("tic-tac-toe", 2)
    with pytest.raises(ValueError, match="call `reset`"):
        env.step(np.zeros(2, np.int64))
    env.reset(seed=1)
    before, *_ = env.step(np.array([4, 4]))
    with pytest.raises(ValueError, match="in lane 0, the action 4 is not legal"):
        env.step(np.array([4, 4]))
    for wrong in (np.array([-1, 4]), np.array([0.0, 1.0]), np.array([1])):
        with pytest.raises(ValueError, match="actions must be 2 numbers of actions"):
            env.step(wrong)
    with pytest.raises(ValueError, match="lanes play only `random` opponents"):
        SeatVectorEnv("tic-tac-toe", 2, opponents="greedy")
    with pytest.raises(ValueError, match="there is no seat 2 among 2"):
        SeatVectorEnv("tic-tac-toe", 2, seat=2)
    after = env._observed(env._lanes)  # type: ignore[arg-type] # noqa: SLF001 - nothing has changed
    assert np.array_equal(before["observation"], after["observation"])


def test_a_fault_ends_its_game(game_of: Callable[[str], Spec]) -> None:
    """A game that a fault stops is truncated without a reward, and the next step begins another one."""
    env = SeatVectorEnv(game_of(STUMBLES), 4)
    observed, _ = env.reset(seed=1)
    luck, stopped = np.random.default_rng(1), 0
    for _ in range(60):
        observed, rewards, ended, truncated, infos = env.step(random_of(observed["action_mask"], luck))
        for lane, fault in infos["faults"].items():
            stopped += 1
            assert fault.code.startswith("GS5")
            assert truncated[lane] or not ended[lane]
            assert rewards[lane] == 0
    assert stopped > 0
