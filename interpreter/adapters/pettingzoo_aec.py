"""PettingZoo's environment for players that decide one after another; `pettingzoo.aec_env` makes it."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from interpreter.adapters.setting import Observation, Run, Setting
from interpreter.protocol import Playing

__all__ = ["GameTurnsEnv"]


class GameTurnsEnv(AECEnv[str, Observation, Any]):
    """A game whose agents decide one after another; `aec_env` describes it."""

    game: Playing
    """The game being played."""

    def __init__(self, setting: Setting) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # its type is missing
        self.metadata = {**setting.metadata, "is_parallelizable": False}
        self.render_mode = setting.render_mode
        self.schema = setting.schema
        self._setting, self._run, self._seats = setting, Run(), setting.agents
        self._size = setting.schema.actions.size
        self.possible_agents = [*self._seats]
        self.observation_spaces = {agent: setting.observation_space(self._size) for agent in self._seats}
        self.action_spaces = {agent: spaces.Discrete(self._size) for agent in self._seats}

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - PettingZoo passes options
        """Begin a game. Raises `Fault`; `options` are ignored."""
        with self._setting.located():
            self.game = self._setting.engine.begin(self._run.next(seed).game)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def _go_on(self) -> None:
        """Ask the next agent, or end the episode if the game is over."""
        self._choice = self.schema.choice(self.game)
        result = self.game.result
        if result is None:
            self.agent_selection = self.possible_agents[self.game.player]
        else:
            self.rewards = dict(zip(self.agents, self._setting.rewards(result), strict=True))
            ended = dict.fromkeys(self.agents, True)
            self.terminations, self.truncations = (
                (self.terminations, ended) if result.truncated else (ended, self.truncations)
            )
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return what an agent observes now."""
        seat = self._seats[agent]
        if seat != self.game.player:
            return self._setting.observed(self.game, seat, None, (), self._size)
        return self._setting.observed(self.game, seat, self._choice, self._choice.legal, self._size)

    def step(self, action: int | None) -> None:
        """Take an action of the agent that is asked, or `None` for one whose game is over.

        Raises `ValueError` if the action is not legal, and `Fault`; then nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = self._setting.number(action, self._choice.legal)
        if number is None:
            raise self._setting.refusal(agent, action, self._choice.legal)
        chosen = self._choice.take(number)
        if chosen is not None:
            with self._setting.located():
                self.game.take(chosen)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if chosen is not None:
            self._go_on()

    def render(self) -> str | None:
        """Return the game as a spectator sees it, or print it; see `aec_env`."""
        return self._setting.drawn(self.game)

    def close(self) -> None:
        """Do nothing, because the environment holds no resources."""
