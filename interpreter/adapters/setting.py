"""What the environments of several libraries have in common: spaces, observations, rewards, pictures."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import index
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from gymnasium import spaces

from gamespec import Program, Spec, load
from gamespec.compile import Compiled, named
from interpreter.adapters.sources import GameSource
from interpreter.bots.worth import Places, margins
from interpreter.compiled.engine import CompiledEngine
from interpreter.drawn.text import ending_lines, table_text
from interpreter.engine.game import Game
from interpreter.play.actions import Choice
from interpreter.play.errors import Fault
from interpreter.play.luck import Seeds
from interpreter.play.result import Result
from interpreter.play.together import teams_of
from interpreter.protocol import Playing
from interpreter.scene import scene_of
from interpreter.schema import Schema
from interpreter.words import Words, diagnose

__all__ = ["MODES", "MOST_SKIPPED", "Observation", "RewardKind", "Run", "Setting"]

Observation: TypeAlias = dict[str, Any]
"""What an agent observes.

`observation` is an array of `float32` from 0 to 1, with shape `(Schema.size,)`. `action_mask` is an array of
`int8` with an entry for each action, which is 1 if the action is legal.
"""

RewardKind: TypeAlias = Literal["scores", "margins", "places"]
"""What the players receive at the end of a game; until then, all rewards are 0.

- `scores`: the score (`Result.scores`); without a declared score, 1 for a win, 0 for a draw, -1 for a loss
- `margins`: the score minus the best score of another team, as `Reward.SCORES`
- `places`: the share of opponents that finish behind, a tie counting as half, as `Reward.PLACES`; ½ if there
  are no opponents

If a game is truncated, scores and margins are those that it has then, and `places` gives ½ to everybody.
"""

MODES = ("human", "ansi")
"""The render modes: `human` prints a text, and `ansi` returns it."""


class Setting:
    """What all games of an environment have in common.

    `players` and `options` are as in `Spec.compiled`, and `by_pick` is as in `Actions`. Raises the errors of
    `gamespec.load` and `Spec.compiled`. Raises `ValueError` if nobody decides anything in the game; for an
    unknown kind of rewards or render mode; if
    players or options are given for a compiled program; and if a program that was read from a file is to be
    drawn, because it has no names.
    """

    def __init__(  # noqa: PLR0913 - what is played, how actions are numbered, and what learners receive
        self,
        of: GameSource,
        players: int | None,
        options: Mapping[str, int | bool | str] | None,
        *,
        by_pick: bool | None,
        rewards: RewardKind,
        render_mode: str | None,
    ) -> None:
        source = _compiled(of, players, options)
        self.program = source.program if isinstance(source, Compiled) else source
        self.schema = Schema(source, by_pick=by_pick)
        if not self.schema.actions.size:
            raise ValueError("nobody decides anything in this game, so there is nothing to learn")
        self.engine = CompiledEngine(self.program)
        if rewards not in get_args(RewardKind):
            message = f"there are no rewards `{rewards}`; there are {', '.join(get_args(RewardKind))}"
            raise ValueError(message)
        if render_mode not in (None, *MODES):
            message = f"there is no render mode `{render_mode}`; there are {', '.join(MODES)}"
            raise ValueError(message)
        self._kind, self._teams = rewards, teams_of(self.program)
        compiled = source if isinstance(source, Compiled) else named(source)
        if compiled is None and render_mode is not None:
            raise ValueError("a program that was read from a file has no names, so it cannot be drawn")
        self._words = None if compiled is None else Words(compiled)
        self.render_mode = render_mode
        name = "gamespec" if compiled is None else compiled.names.game.replace("-", "_")
        self.metadata = {"render_modes": [*MODES], "render_fps": 1, "name": f"{name}_v0"}

    @property
    def agents(self) -> dict[str, int]:
        """The seat of each agent, by its name."""
        return {f"player_{seat + 1}": seat for seat in range(self.program.players)}

    def observation_space(self, actions: int) -> spaces.Dict:
        """Return the space of observations with masks of `actions` entries."""
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (self.schema.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )

    def observed(
        self, game: Playing, seat: int, choice: Choice | None, legal: Iterable[int], actions: int
    ) -> Observation:
        """Return what a seat observes, with a mask of `actions` entries in which those of `legal` are 1.

        `choice` is the choice that the seat is making, if it decides.
        """
        mask = np.zeros(actions, np.int8)
        mask[list(legal)] = 1
        return {"observation": self.schema.observe(game, seat, choice), "action_mask": mask}

    @staticmethod
    def number(action: object, legal: Sequence[int]) -> int | None:
        """Return an action as an integer, or `None` if it is not legal."""
        try:
            found = index(action)  # type: ignore[arg-type] # it may be anything
        except TypeError:
            return None
        return found if found in legal else None

    def refusal(self, agent: str, action: object, legal: Sequence[int]) -> ValueError:
        """Return the error for an action that is not legal."""
        told = [f"{each} ({self.label(each)})" for each in legal[:SHOWN]]
        more = [f"and {len(legal) - SHOWN} more"] if len(legal) > SHOWN else []
        listed = ", ".join([*told, *more])
        name = self.metadata["name"]
        return ValueError(f"`{name}`: `{agent}` cannot take action {action}; legal: {listed}")

    def label(self, action: int) -> str:
        """Return the text of an action (`Schema.label`), or `wait` for the number after the last one.

        Raises `ValueError` if there is no such action.
        """
        return "wait" if action == self.schema.actions.size else self.schema.label(action)

    def rewards(self, result: Result) -> tuple[float, ...]:
        """Return the reward of each seat for a result."""
        match self._kind:
            case "scores":
                return tuple(map(float, result.scores))
            case "margins":
                return margins(self._teams, result.scores)
            case "places":
                return Places(self._teams).of(result)

    def drawn(self, game: Playing, seat: int | None = None) -> str | None:
        """Return the position as a text as a seat sees it, or a spectator if `seat` is `None`.

        A spectator sees what all players see. In the mode `human`, print the text instead and return `None`.
        Raises `ValueError` without a render mode.
        """
        if self._words is None or self.render_mode is None:
            raise ValueError("there is no render mode: make the environment with `render_mode`")
        scene = scene_of(self._words, Game.restore(self.program, [*game.position]), seat)
        ending = () if scene.ending is None else ending_lines(scene, scene.ending)
        text = "\n".join([*table_text(scene), *ending])
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201 - this is what the mode is for
        return None

    @contextmanager
    def located(self) -> Iterator[None]:
        """Add to each `Fault` inside the block a note with its place and text in the author's words."""
        try:
            yield
        except Fault as fault:
            if self._words is not None:
                told = diagnose(fault, self._words.names)
                fault.add_note(f"{told.span} {told.message}")
            raise


MOST_SKIPPED = 1000
"""Maximum number of games, one after another, in which a seat has nothing to decide."""

SHOWN = 8
"""Maximum number of legal actions that an error lists."""


def _compiled(
    of: GameSource, players: int | None, options: Mapping[str, int | bool | str] | None
) -> Compiled | Program:
    """Return the program of a game, with its names if it has any."""
    spec = load(of) if isinstance(of, str | Path) else of
    if isinstance(spec, Spec):
        return spec.compiled(players, options)
    if players is not None or options is not None:
        raise ValueError("a compiled program has its number of players and options already")
    return spec


class Run:
    """The seeds of the episodes of an environment, which are those of the games of a run (`Seeds.of`)."""

    def __init__(self) -> None:
        self._seed: int | None = None
        self._number = 0

    @property
    def begun(self) -> bool:
        """Whether there has been an episode."""
        return self._seed is not None

    def next(self, seed: int | None) -> Seeds:
        """Return the seeds of the next game of the run, or of game 0 of the run with the given seed.

        Without any seed so far, the run has a random one.
        """
        if seed is not None or self._seed is None:
            self._seed, self._number = secrets.randbelow(1 << 62) if seed is None else index(seed), 0
        else:
            self._number += 1
        return Seeds.of(self._seed, self._number)
