"""Environments of PettingZoo: `aec_env` for turns, `parallel_env` for all players at once.

The agents are `player_1`, `player_2`, …, in the order of the seats. All agents play to the end of the game.

`env.reset(seed=S)` begins game 0 of the run with the seed S (`Seeds.of`), and each `env.reset()` begins the
next game of this run; without any seed, the run has a random one. So the same seed and the same actions give
the same episodes. A `Fault` in the specification is raised by the call in which it occurs, with a note that
gives its place. It is not an end of the game; `reset` begins the next one.

Both environments have these attributes besides those of PettingZoo, which wrappers pass through `unwrapped`:
`game`, the game itself (`interpreter.protocol.Playing`), which shows everything to whoever looks at it; and
`schema`, which names the fields of observations and the actions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

try:
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    message = "this needs PettingZoo, which is not installed: pip install 'gamespec[pettingzoo]'"
    raise ImportError(message, name="pettingzoo") from error

from interpreter.adapters.pettingzoo_aec import GameTurnsEnv
from interpreter.adapters.pettingzoo_parallel import GameParallelEnv
from interpreter.adapters.setting import Observation, RewardKind, Setting
from interpreter.adapters.sources import GameSource

__all__ = ["GameParallelEnv", "GameTurnsEnv", "aec_env", "parallel_env"]


def aec_env(  # noqa: PLR0913 - what is played, how actions are numbered, and what learners receive
    of: GameSource,
    players: int | None = None,
    options: Mapping[str, int | bool | str] | None = None,
    *,
    by_pick: bool | None = None,
    rewards: RewardKind = "scores",
    render_mode: str | None = None,
) -> OrderEnforcingWrapper[str, Observation, Any]:
    """Return an environment in which agents decide one after another.

    The observation space of each agent is `Dict(observation=Box(0, 1, (size,), float32),
    action_mask=Box(0, 1, (n,), int8))`, and the action space is `Discrete(n)`, with the `size` of `Schema`
    and `n = Schema.actions.size`. The mask is 0 for agents that do not decide. By pick, an agent may take
    several steps for a decision, and its observation says which actions it has taken. Agents that decide in
    secret at the same time are asked one after another, and none of them observes the others' answers.

    Rewards come at the end (`RewardKind`). A game that the limit of decisions cuts off is truncated. If a
    game ends before its first decision, all agents are terminated after `reset`.

    `render` shows what a spectator sees, that is, what all players see; the mode `human` prints it after each
    step.

    `step` raises `ValueError` if the action is not legal; then nothing has changed. PettingZoo's
    `TerminateIllegalWrapper` ends the game instead. The parameters, and what else is raised, are as in
    `Setting`.
    """
    setting = Setting(of, players, options, by_pick=by_pick, rewards=rewards, render_mode=render_mode)
    return OrderEnforcingWrapper(GameTurnsEnv(setting))


def parallel_env(  # noqa: PLR0913 - as above
    of: GameSource,
    players: int | None = None,
    options: Mapping[str, int | bool | str] | None = None,
    *,
    by_pick: bool | None = None,
    rewards: RewardKind = "scores",
    render_mode: str | None = None,
    illegal_reward: float | None = None,
    max_cycles: int | None = None,
) -> GameParallelEnv:
    """Return an environment in which all agents act in each step.

    Spaces are those of `aec_env`, with one action more, `n`, which is *wait*. It is the only legal action of
    an agent that is not asked, and is never legal for one that is asked. A step corresponds to the game so:

    - If one player decides, its agent acts and the others wait.
    - If several players decide in secret, the agents of all of them act in the same step, and the answers
      take effect together. Each observes the game as in `aec_env`, when it is asked.
    - By pick, each agent that is asked takes one action in a step, until its choice is made; then it waits
      for the others. The answers take effect when all choices are made.
    - A player whose only option is taken automatically is not asked.

    `step` takes the actions of all agents. Raises `ValueError` if one is missing or there is no such agent,
    and if an action is not legal; then nothing has changed. With `illegal_reward`, illegal actions end the
    game instead: the agents that took them receive this reward, the others 0, and all are terminated.

    With `max_cycles`, a game that goes on after so many steps is truncated, and all rewards are 0. Everything
    else is as in `aec_env`.
    """
    setting = Setting(of, players, options, by_pick=by_pick, rewards=rewards, render_mode=render_mode)
    return GameParallelEnv(setting, illegal_reward, max_cycles)
