"""Environments of Gymnasium: one seat of a game, or of many games, in which bots have the other seats.

Importing this module registers every shipped game as `gamespec/NAME-v0`. Gymnasium imports it by itself for
`gymnasium.make("interpreter.adapters.gymnasium:gamespec/NAME-v0", …)`; further arguments are those of
`SeatEnv`. `gymnasium.make_vec` with `vectorization_mode="vector_entry_point"` makes a `SeatVectorEnv`, which
steps many games in machine code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    message = "this needs Gymnasium, which is not installed: pip install 'gamespec[gymnasium]'"
    raise ImportError(message, name="gymnasium") from error

import numpy as np
from numpy.typing import NDArray

from gamespec import games
from interpreter.adapters.gymnasium_vector import SeatVectorEnv
from interpreter.adapters.setting import (
    MODES,
    MOST_SKIPPED,
    Observation,
    RewardKind,
    Run,
    Setting,
)
from interpreter.adapters.sources import GameSource
from interpreter.bots import Luck, bot
from interpreter.bots.along import begun, chosen
from interpreter.play.actions import Choice
from interpreter.play.luck import Seeds
from interpreter.protocol import Playing

__all__ = ["SeatEnv", "SeatVectorEnv"]


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """A game from one `seat` (from 0), in which bots have the other seats.

    `opponents` is the name of a bot (`interpreter.bots.KINDS`), which then has all other seats, or a list of
    such names, one for each other seat, in order.

    The observation space is `Dict(observation=Box(0, 1, (size,), float32), action_mask=Box(0, 1, (n,),
    int8))`, and the action space is `Discrete(n)`, with the `size` of `Schema` and `n = Schema.actions.size`.
    `action_masks()` returns the mask alone, as the `MaskablePPO` of sb3-contrib asks for it. A step is an
    action of the seat, and everything that the bots do until the seat decides again. By pick, a decision may
    take several steps.

    The reward comes at the end (`RewardKind`). A game that the limit of decisions cuts off is truncated.

    An illegal action raises `ValueError`, and changes nothing. With `illegal_reward`, it ends the game, with
    this reward. Agents that do not know of masks need this, as does Gymnasium's `check_env`.

    `reset(seed=S)` begins game 0 of the run with the seed S (`Seeds.of`), and each `reset()` the next game of
    this run. Without any seed, the run has the seed `np_random_seed`. Games in which the seat has nothing to
    decide are skipped. The bots play as in `interpreter.bots.match` with the same seeds, so the same seed and
    the same actions give the same episodes, unless a bot thinks by the clock. A `Fault` is raised by the call
    in which it occurs, with a note that gives its place; then `reset` begins the next game.

    `render` shows what the seat sees; the mode `human` prints it after each step. `game` is the game itself,
    which shows everything to whoever looks at it; `schema` names the fields of observations and the actions.

    The parameters, and what else is raised, are as in `Setting`. Raises `BadBot` for a name that is no bot's,
    and `ValueError` for a seat that does not exist or a wrong number of opponents.
    """

    metadata: dict[str, Any] = {"render_modes": [*MODES], "render_fps": 1}  # noqa: RUF012 - as Gymnasium types it

    game: Playing
    """The game being played. It keeps a record if bots need one."""

    def __init__(  # noqa: PLR0913 - what is played, against whom, and what learners receive
        self,
        of: GameSource,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "random",
        players: int | None = None,
        options: Mapping[str, int | bool | str] | None = None,
        by_pick: bool | None = None,
        rewards: RewardKind = "scores",
        illegal_reward: float | None = None,
        render_mode: str | None = None,
    ) -> None:
        setting = Setting(of, players, options, by_pick=by_pick, rewards=rewards, render_mode=render_mode)
        count = setting.program.players
        if not 0 <= seat < count:
            message = f"there is no seat {seat} among {count}"
            raise ValueError(message)
        names = [opponents] * (count - 1) if isinstance(opponents, str) else [*opponents]
        if len(names) != count - 1:
            message = f"there are {count - 1} other seats, but {len(names)} opponents"
            raise ValueError(message)
        others = (other for other in range(count) if other != seat)
        self._bots = {other: bot(name) for other, name in zip(others, names, strict=True)}
        self.seat, self.schema, self.render_mode = seat, setting.schema, render_mode
        self._setting, self._run, self._illegal_reward = setting, Run(), illegal_reward
        self._choice: Choice | None = None
        """The choice of the seat, or `None` between episodes."""
        size = setting.schema.actions.size
        self.observation_space = setting.observation_space(size)
        self.action_space = spaces.Discrete(size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game. Return the observation and an empty info; `options` are ignored.

        Raises `Fault`, `BotFailed`, and `ValueError` if the seat never has anything to decide.
        """
        super().reset(seed=seed, options=options)
        if seed is None and not self._run.begun:
            seed = self.np_random_seed
        for _ in range(MOST_SKIPPED):
            self._begin(self._run.next(seed))
            seed = None
            if not self.game.over:
                return self._told(), {}
        message = f"seat {self.seat} had nothing to decide in {MOST_SKIPPED} games"
        raise ValueError(message)

    def _begin(self, seeds: Seeds) -> None:
        with self._setting.located():
            self.game = begun(self._setting.engine, seeds.game)
        self._luck, self._decisions = seeds.luck, 0
        self._go_on()

    def _go_on(self) -> None:
        """Let bots answer until the seat decides or the game is over."""
        game = self.game
        with self._setting.located():
            while not game.over and game.player != self.seat:
                luck = Luck(self._luck, self._decisions)
                game.play(chosen(self._setting.engine, game, self._bots[game.player], luck))
                self._decisions += 1
        self._choice = None if game.over else self.schema.choice(game)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as an array of shape `(n,)`; none between episodes."""
        if self._choice is None:
            return np.zeros(self.schema.actions.size, np.bool_)
        return self.schema.mask(self._choice)

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action of the seat.

        Return the observation, the reward, whether the game has ended, whether it was truncated, and an empty
        info. Raises `ValueError` if the action is not legal, and `gymnasium.error.ResetNeeded` between
        episodes; then nothing has changed. Raises `Fault` and `BotFailed`.
        """
        if self._choice is None:
            raise gymnasium.error.ResetNeeded("the game is over: call `reset`")
        number = self._setting.number(action, self._choice.legal)
        if number is None:
            if self._illegal_reward is None:
                raise self._setting.refusal(f"seat {self.seat}", action, self._choice.legal)
            self._choice = None
            return self._told(), self._illegal_reward, True, False, {}
        k = self._choice.take(number)
        if k is not None:
            with self._setting.located():
                self.game.take(k)
            self._decisions += 1
            self._go_on()
        result = self.game.result
        reward = 0.0 if result is None else self._setting.rewards(result)[self.seat]
        truncated = result is not None and result.truncated
        return self._told(), reward, result is not None and not truncated, truncated, {}

    def _told(self) -> Observation:
        """Return the observation, and show it in the mode `human`."""
        if self.render_mode == "human":
            self.render()
        legal = () if self._choice is None else self._choice.legal
        return self._setting.observed(self.game, self.seat, self._choice, legal, self.schema.actions.size)

    def render(self) -> str | None:
        """Return the game as the seat sees it, or print it in the mode `human`."""
        return self._setting.drawn(self.game, self.seat)


for _name in games():
    gymnasium.register(
        f"gamespec/{_name}-v0",
        "interpreter.adapters.gymnasium:SeatEnv",
        vector_entry_point="interpreter.adapters.gymnasium:SeatVectorEnv",
        kwargs={"of": _name},
    )
