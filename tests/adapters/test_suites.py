"""The environments pass the tests that PettingZoo and Gymnasium offer, for every shipped game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import gymnasium
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env
from long_checks import sampled
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

from gamespec import games
from interpreter.adapters.pettingzoo import GameParallelEnv, aec_env, parallel_env

SOME = 10
"""The tests run for every `SOME`-th shipped game, and in a long check for the others."""

ID = "interpreter.adapters.gymnasium:gamespec"
"""The beginning of the id of each environment, with the module that registers them."""

LASTING = ("breakthrough", "connect-four", "goofspiel", "hearts", "hex", "nine-mens-morris", "tic-tac-toe")
"""Games that nobody can end in the four steps that `max_cycles_test` plays with random actions."""


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")  # PettingZoo knows its own names of
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably")  # games with masks only
@pytest.mark.parametrize("name", sampled(games(), "environments", SOME))
def test_turns_pass_the_tests_of_the_library(name: str) -> None:
    """The environment for turns passes `api_test`, `seed_test` and `render_test`."""
    api_test(aec_env(name), num_cycles=30)
    seed_test(lambda: aec_env(name), num_cycles=20)
    render_test(
        lambda render_mode: aec_env(name, render_mode=render_mode),
        custom_tests={"ansi": lambda text: isinstance(text, str)},
    )


@pytest.mark.parametrize("name", sampled(games(), "environments", SOME))
def test_parallel_passes_the_tests_of_the_library(name: str) -> None:
    """The parallel environment passes its tests; that of seeds takes illegal actions, too."""
    parallel_api_test(parallel_env(name), num_cycles=30)
    parallel_seed_test(lambda: parallel_env(name, illegal_reward=-1.0), num_cycles=20)


class Masked(spaces.Discrete):
    """A space of actions that offers only the legal ones as samples."""

    def __init__(self, env: Any, agent: str) -> None:
        super().__init__(env.schema.actions.size + 1)
        self._env, self._agent = env, agent

    def sample(self, *_: object, **__: object) -> Any:
        """Return a random legal action."""
        seat = self._env.possible_agents.index(self._agent)
        return super().sample(mask=self._env._observed_by(seat)["action_mask"])  # noqa: SLF001 - as observed


@pytest.mark.parametrize("name", sampled(LASTING, "environments", SOME))
def test_max_cycles(name: str) -> None:
    """The parallel environment, also in turns, passes `max_cycles_test`, if its samples are legal."""

    def parallel(max_cycles: int) -> GameParallelEnv:
        env = parallel_env(name, max_cycles=max_cycles)
        env.action_spaces = {agent: Masked(env, agent) for agent in env.possible_agents}
        return env

    max_cycles_test(
        SimpleNamespace(parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles)))
    )


@pytest.mark.parametrize("name", sampled(games(), "environments", SOME))
def test_a_seat_passes_the_test_of_the_library(name: str) -> None:
    """The environment of a seat passes `check_env`, which takes illegal actions, too."""
    check_env(gymnasium.make(f"{ID}/{name}-v0", illegal_reward=-1.0).unwrapped)
