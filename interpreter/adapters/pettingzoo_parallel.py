"""PettingZoo's environment in which all players act at once; `pettingzoo.parallel_env` makes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces
from pettingzoo import ParallelEnv

from interpreter.adapters.asked import asked
from interpreter.adapters.setting import Observation, Run, Setting
from interpreter.play.actions import Choice
from interpreter.play.options import Option
from interpreter.protocol import Playing

__all__ = ["GameParallelEnv"]


class GameParallelEnv(ParallelEnv[str, Observation, Any]):
    """A game in which all agents act in each step; `parallel_env` describes it."""

    game: Playing
    """The game being played. It goes on when all that decide together have made their choices."""

    def __init__(self, setting: Setting, illegal_reward: float | None, max_cycles: int | None) -> None:
        self.metadata = setting.metadata
        self.render_mode, self.max_cycles = setting.render_mode, max_cycles
        self.schema = setting.schema
        self._setting, self._run, self._seats = setting, Run(), setting.agents
        self._illegal_reward = illegal_reward
        self._wait = setting.schema.actions.size
        self.agents: list[str] = []
        self.possible_agents = [*self._seats]
        size = self._wait + 1
        self.observation_spaces = {agent: setting.observation_space(size) for agent in self._seats}
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self._seats}

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - PettingZoo passes options
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game. Return the observation and the (empty) info of each agent. Raises `Fault`."""
        with self._setting.located():
            self._ask(self._setting.engine.begin(self._run.next(seed).game))
        self.agents, self._steps = self.possible_agents[:], 0
        if self.render_mode == "human":
            self.render()
        return self._observed(), self._infos()

    def _ask(self, game: Playing) -> None:
        """Go on with a game, and ask the agents that decide now. Raises `Fault` before anything changes."""
        found = asked(self._setting.engine, game)
        self._asked = {seat: (other, self.schema.choice(other)) for seat, other in found.items()}
        """The seats that decide now, each with a game in which it is asked, and its choice."""
        self._chosen: dict[int, Option] = {}
        """Those choices that have been made."""
        self.game = game

    def _asked_of(self, seat: int) -> tuple[Playing, Choice | None]:
        """Return the game that a seat observes, and the choice that it is making, if it decides."""
        return (self.game, None) if seat in self._chosen else self._asked.get(seat, (self.game, None))

    def _legal(self, seat: int) -> tuple[int, ...]:
        _, choice = self._asked_of(seat)
        return (self._wait,) if choice is None else choice.legal

    def _observed(self) -> dict[str, Observation]:
        return {agent: self._observed_by(seat) for agent, seat in self._seats.items()}

    def _observed_by(self, seat: int) -> Observation:
        game, choice = self._asked_of(seat)
        return self._setting.observed(game, seat, choice, self._legal(seat), self._wait + 1)

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {} for agent in self._seats}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take an action of each agent.

        Return each agent's observation, reward, whether it is terminated, whether it is truncated, and its
        (empty) info. Raises `ValueError` and `Fault`, as described in `parallel_env`; then nothing has
        changed.
        """
        if not self.agents:
            raise ValueError("no game is being played: call `reset`")
        if actions.keys() != {*self.agents}:
            message = f"{', '.join(self.agents)} must act, not {', '.join(actions) or 'nobody'}"
            raise ValueError(message)
        numbers = {
            agent: self._setting.number(actions[agent], self._legal(s)) for agent, s in self._seats.items()
        }
        illegal = [agent for agent, number in numbers.items() if number is None]
        if illegal and self._illegal_reward is None:
            legal = self._legal(self._seats[illegal[0]])
            raise self._setting.refusal(illegal[0], actions[illegal[0]], legal)
        if not illegal:
            self._take({agent: number for agent, number in numbers.items() if number is not None})
        self._steps += 1
        result = self.game.result
        rewards = dict.fromkeys(self.agents, 0.0)
        if illegal and self._illegal_reward is not None:
            rewards |= dict.fromkeys(illegal, self._illegal_reward)
        elif result is not None:
            rewards = dict(zip(self.agents, self._setting.rewards(result), strict=True))
        ended = bool(illegal) or (result is not None and not result.truncated)
        cut = self.max_cycles is not None and self._steps >= self.max_cycles
        truncated = not ended and (result is not None or cut)
        everybody = self.agents
        if ended or truncated:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observed(),
            rewards,
            dict.fromkeys(everybody, ended),
            dict.fromkeys(everybody, truncated),
            self._infos(),
        )

    def _take(self, actions: Mapping[str, int]) -> None:
        """Take legal actions, and go on with the game if all choices are made."""
        chosen = self._chosen.copy()
        for agent, seat in self._seats.items():
            if actions[agent] != self._wait:
                other, choice = self._asked[seat]
                k = choice.take(actions[agent])
                if k is not None:
                    chosen[seat] = other.options[k]
        if len(chosen) < len(self._asked):
            self._chosen = chosen
            return
        with self._setting.located():
            game = self.game.clone()
            while not game.over and game.player in chosen:
                game.apply(chosen.pop(game.player))
            self._ask(game)

    def render(self) -> str | None:
        """Return the game as a spectator sees it, or print it; see `aec_env`."""
        return self._setting.drawn(self.game)

    def close(self) -> None:
        """Do nothing, because the environment holds no resources."""
