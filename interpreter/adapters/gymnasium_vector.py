"""Gymnasium's vector environment on lanes: one seat of many games, where random players have the others."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from interpreter.adapters.setting import MOST_SKIPPED, Observation, RewardKind, Setting
from interpreter.adapters.sources import GameSource
from interpreter.compiled.run.lanes import Lanes
from interpreter.kernels.arrays.choosing import check_spelled
from interpreter.play.errors import Fault
from interpreter.play.search import Reward

__all__ = ["SeatVectorEnv"]

STAYS = -2
"""The choice that leaves a lane as it is (`Lanes.step`)."""


class SeatVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games from one `seat` (from 0), stepped side by side as lanes (`CompiledEngine.lanes`).

    All other seats are played at random inside the machine code; `opponents` can be nothing else. The spaces
    of a single game are those of `gymnasium.SeatEnv`; observations are a dictionary of `observation`,
    `float32` of shape `(num_envs, size)`, and `action_mask`, `int8` of shape `(num_envs, n)`. Both are 0
    after the last action of a game.

    A game that has ended begins anew in the next step, whose action is ignored (`AutoresetMode.NEXT_STEP`).
    Rewards, which are as in `SeatEnv`, come when a game ends. A game that a `Fault` in the specification has
    stopped is truncated, its reward is 0, and `infos["faults"]` has the fault by the number of the game. The
    games are those of the run with the seed of `reset`: game `i` of `num_envs` plays the numbers `i`, `i +
    num_envs`, … (`Seeds.of`). Games in which the seat has nothing to decide are skipped.

    `jobs` is the number of threads. `schema` names the fields of observations and the actions. The other
    parameters, and what is raised, are as in `Setting`; besides, as in `CompiledEngine.lanes`, whose faults
    `reset` raises.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - as Gymnasium types it

    def __init__(  # noqa: PLR0913 - what is played, and what learners receive
        self,
        of: GameSource,
        num_envs: int = 1,
        *,
        seat: int = 0,
        opponents: str = "random",
        players: int | None = None,
        options: Mapping[str, int | bool | str] | None = None,
        by_pick: bool | None = None,
        rewards: RewardKind = "scores",
        jobs: int = 1,
    ) -> None:
        setting = Setting(of, players, options, by_pick=by_pick, rewards=rewards, render_mode=None)
        count, size = setting.program.players, setting.schema.actions.size
        if not 0 <= seat < count:
            message = f"there is no seat {seat} among {count}"
            raise ValueError(message)
        if opponents != "random":
            message = f"lanes play only `random` opponents, not `{opponents}`; `SeatEnv` has others"
            raise ValueError(message)
        check_spelled(setting.program)
        self.num_envs, self.seat, self.schema = num_envs, seat, setting.schema
        self._setting, self._kind, self._jobs = setting, rewards, jobs
        self._others = [other for other in range(count) if other != seat]
        self._lanes: Lanes | None = None
        self._ended = np.zeros(num_envs, np.bool_)
        """The games that ended in the last step."""
        self.single_observation_space = setting.observation_space(size)
        self.single_action_space = spaces.Discrete(size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game in each place. Return the observations, and the faults as infos.

        `options` are ignored. Raises `Fault` if all games have one before they begin.
        """
        del options
        if seed is None and self._lanes is not None:
            self._lanes.reset()
        else:
            reward = Reward.PLACES if self._kind == "places" else Reward.SCORES
            with self._setting.located():
                self._lanes = self._setting.engine.lanes(
                    self.num_envs,
                    seed=secrets.randbelow(1 << 62) if seed is None else index(seed),
                    at_random=self._others,
                    reward=reward,
                    autoreset=False,
                    encoding=self.schema,
                    jobs=self._jobs,
                )
        everywhere = self._ended | True
        faults = self._begin(self._lanes, everywhere, self._lanes.faults)
        self._ended = ~everywhere
        return self._observed(self._lanes), {"faults": faults}

    def _begin(self, lanes: Lanes, which: NDArray[np.bool_], faults: dict[int, Fault]) -> dict[int, Fault]:
        """Skip games among some that have just begun and are over already; return all faults."""
        for _ in range(MOST_SKIPPED):
            over = which & (lanes.counts == 0)
            if not over.any():
                return faults
            lanes.reset(over)
            faults = faults | lanes.faults
        message = f"seat {self.seat} had nothing to decide in {MOST_SKIPPED} games"
        raise ValueError(message)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take an action in each game.

        Return the observations, rewards (`float64`), which games have ended, which were truncated, and infos.
        Raises `ValueError` before `reset` and for an action that is not legal; then nothing has changed.
        """
        lanes, again, given = self._lanes, self._ended, np.asarray(actions)
        if lanes is None:
            raise ValueError("no game is being played: call `reset`")
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu" or (given[~again] < 0).any():
            message = f"actions must be {self.num_envs} numbers of actions, not {given}"
            raise ValueError(message)
        try:
            lanes.step(np.where(again, STAYS, given))
        except IndexError as error:
            raise ValueError(str(error)) from None
        done, truncated, faults = lanes.done.copy(), lanes.truncated.copy(), lanes.faults
        rewards = lanes.rewards[:, self.seat].copy()
        if self._kind == "scores":
            rewards = np.where(done, lanes.scores[:, self.seat], 0).astype(np.float64)
            rewards[[*faults]] = 0
        if again.any():
            lanes.reset(again)
            faults = self._begin(lanes, again, faults | lanes.faults)
        self._ended = lanes.counts == 0
        return self._observed(lanes), rewards, done & ~truncated, truncated, {"faults": faults}

    def _observed(self, lanes: Lanes) -> Observation:
        return {"observation": lanes.observations.copy(), "action_mask": lanes.masks.astype(np.int8)}
