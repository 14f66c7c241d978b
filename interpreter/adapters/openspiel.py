"""Games of OpenSpiel, made from specifications.

`register` makes a specification known to OpenSpiel, which then loads it by name like a game of its own. The
number of players and the options of the specification become parameters: `load_game("NAME(players=3)")`.
States can be copied, pickled and serialized; a process that reads one must have registered the game.

A chance node is explicit. Its actions are the outcomes, counted from the least (`Schema.chance_outcomes`).
A player's actions are those of `Actions`; by pick, a decision may take several of them.

An information state string lists everything that the player has been shown, and the actions of the choice
that the player is making. So it has perfect recall, and two of them differ exactly if the player can
distinguish the histories. There is no information state tensor, because its length would have no useful
bound. An observation tensor is that of `Schema.observe`: `observation_tensor_size()` numbers from 0 to 1. An
observer made with `make_observation` has its fields by name in `dict`, each with its shape. An observation
string lists what the position shows to the player. Public observations (without private information) and
private ones (without public information) are strings, which together determine the observation string.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

try:
    import pyspiel
except ImportError as error:
    message = "this needs OpenSpiel, which is not installed: pip install 'gamespec[openspiel]'"
    raise ImportError(message, name="pyspiel") from error

import gamespec
from gamespec.compile import Compiled
from gamespec.compile.link.compiled import named
from gamespec.program import Program
from gamespec.program.written import program_hash
from gamespec.spec import MOST_PROGRAMS, Spec
from interpreter.adapters.situations import Rules, Situation, Utility
from interpreter.adapters.sources import GameSource
from interpreter.schema import Schema

__all__ = ["Utility", "register"]


def register(  # noqa: PLR0913 - keywords, most of which are left out
    game: GameSource,
    *,
    players: int | None = None,
    options: Mapping[str, int | bool | str] | None = None,
    by_pick: bool | None = None,
    utility: Utility | None = None,
    name: str | None = None,
) -> str:
    """Register a game with OpenSpiel, and return the text with which `pyspiel.load_game` loads it.

    `players` and `options` are as in `Spec.program`, and those of a program are fixed. `by_pick` is as in
    `Actions`. By default, the utility is what can be proved of the game. If the caller states it, every
    result is checked, and an action raises `ValueError` if it leads to one that contradicts it. `name` is the
    short name, by default `gamespec_` and the game's id. The same game can be registered again.

    Raises `ValueError` if another game has that name, or if the name is not an identifier, and for an unknown
    utility; otherwise as `gamespec.load` and `Spec.program`.
    """
    if utility not in {None, *_UTILITIES}:
        message = f"`{utility}` is no utility; there are {', '.join(_UTILITIES)}"
        raise ValueError(message)
    source = gamespec.load(game) if isinstance(game, str | Path) else game
    chosen = dict(options or {}) | ({} if players is None else {"players": players})
    if chosen and not isinstance(source, Spec):
        message = f"the players and options of a program are fixed, so {chosen} cannot be chosen"
        raise ValueError(message)
    called, identity = _identity(source)
    short = f"gamespec_{re.sub('[^0-9A-Za-z]', '_', called)}" if name is None else name
    if not (short.isascii() and short.isidentifier()):
        message = f"`{short}` is not an identifier"
        raise ValueError(message)
    made = _Registered(short, identity, by_pick, utility, source)
    rules = made.rules(chosen)
    known = _REGISTERED.get(short)
    if known != made if known is not None else short in pyspiel.registered_names():
        message = f"OpenSpiel has another game `{short}`; give this one a `name`"
        raise ValueError(message)
    if known is None:
        _REGISTERED[short] = made
        # a class, because OpenSpiel releases what it is given after Python's end, where only classes are left
        pyspiel.register_game(made.type(made.rules({})), type(short, (_Game,), {"registered": made}))
    return rules.source


def _identity(source: Spec | Compiled | Program) -> tuple[str, str]:
    """Return what a game is called, and a text that no other game has."""
    if isinstance(source, Spec):
        return source.called, source.hash
    program = source.program if isinstance(source, Compiled) else source
    compiled, identity = named(program), program_hash(program)
    return (identity if compiled is None else compiled.names.game), identity


@dataclass(frozen=True)
class _Registered:
    """What is registered under a name. Two of them are equal if they are the same game."""

    name: str
    identity: str
    by_pick: bool | None
    utility: Utility | None
    source: Spec | Compiled | Program = field(compare=False)

    def rules(self, chosen: Mapping[str, int | bool | str]) -> Rules:
        """Return the rules with some parameters, by default with their defaults.

        Raises `OptionError` and `SpecError` as `Spec.program`.
        """
        return _rules(self, tuple(sorted(chosen.items())))

    def info(self, rules: Rules) -> Any:
        """Return the `pyspiel.GameInfo`."""
        schema = rules.schema
        (first, last), (least, greatest) = schema.chance_outcomes, schema.rewards
        return pyspiel.GameInfo(
            num_distinct_actions=schema.actions.size,
            max_chance_outcomes=last - first + 1,
            num_players=schema.program.players,
            min_utility=least,
            max_utility=greatest,
            utility_sum=0 if rules.utility == "zero-sum" else None,
            max_game_length=schema.most_decisions * schema.actions.most,
        )

    def type(self, rules: Rules) -> Any:
        """Return the `pyspiel.GameType`."""
        schema, kinds = rules.schema, pyspiel.GameType
        compiled = named(schema.program)
        own = schema.program.players
        players, defaults = range(own, own + 1), dict[str, int | bool | str]()
        if isinstance(self.source, Spec):
            players = self.source.players
            defaults = {**self.source.compiled().names.options, "players": players[0]}
        return kinds(
            short_name=self.name,
            long_name=self.name if compiled is None else compiled.world.game.title.in_("en"),
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=_CHANCE[schema.deterministic],
            information=_INFORMATION[schema.perfect_information],
            utility=_UTILITIES[rules.utility],
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=players[-1],
            min_num_players=players[0],
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            provides_factored_observation_string=True,
            parameter_specification=defaults,
        )


_REGISTERED: dict[str, _Registered] = {}
"""The registered games by short name. OpenSpiel's own registry lives as long as the process, too."""

_CHANCE = {
    True: pyspiel.GameType.ChanceMode.DETERMINISTIC,
    False: pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
}
_INFORMATION = {
    True: pyspiel.GameType.Information.PERFECT_INFORMATION,
    False: pyspiel.GameType.Information.IMPERFECT_INFORMATION,
}
_UTILITIES: dict[Utility, Any] = {
    "zero-sum": pyspiel.GameType.Utility.ZERO_SUM,
    "identical": pyspiel.GameType.Utility.IDENTICAL,
    "general-sum": pyspiel.GameType.Utility.GENERAL_SUM,
}


@lru_cache(MOST_PROGRAMS)
def _rules(made: _Registered, chosen: tuple[tuple[str, int | bool | str], ...]) -> Rules:
    """Return what `_Registered.rules` returns, and keep the latest ones."""
    options, source = dict(chosen), made.source
    inner = ",".join(f"{key}={value}" for key, value in chosen)
    if isinstance(source, Spec):
        players = options.pop("players", None)
        source = source.compiled(None if players is None else int(players), options)
    schema = Schema(source, by_pick=made.by_pick)
    proved: Utility = "zero-sum" if schema.zero_sum else "identical" if schema.same_rewards else "general-sum"
    text = f"{made.name}({inner})" if inner else made.name
    return Rules(schema, made.utility or proved, text, _replayed)


def _replayed(text: str, taken: tuple[int, ...]) -> Situation:
    """Return the situation of a registered game after some actions."""
    situation: Situation = pyspiel.load_game(text).rules.start
    for action in taken:
        situation = situation.after(action)
    return situation


class _Game(pyspiel.Game):
    """A game of OpenSpiel with the given parameters. Its subclasses are registered."""

    registered: ClassVar[_Registered]

    def __init__(self, params: Mapping[str, int | bool | str]) -> None:
        self.rules = self.registered.rules(params)
        super().__init__(self.registered.type(self.rules), self.registered.info(self.rules), dict(params))

    def __reduce__(self) -> tuple[object, ...]:
        return pyspiel.load_game, (self.rules.source,)

    def new_initial_state(self) -> _State:
        """Return the state before the first action. Raises `Fault`."""
        return _State(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, object] | None = None
    ) -> _Observer | None:
        """Return an observer, or `None` if it does not exist. Raises `ValueError` for any `params`."""
        if params:
            message = f"observers have no parameters such as {dict(params)}"
            raise ValueError(message)
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        nobody, alone = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
        match kind.perfect_recall, kind.public_info, kind.private_info:
            case (True, True, private) if private == alone:
                return _Observer(Situation.information)
            case (False, True, private) if private == alone:
                return _Observer(Situation.own, self.rules.schema)
            case (False, False, private) if private == alone:
                return _Observer(Situation.private)
            case (False, True, private) if private == nobody:
                return _Observer(lambda situation, player: situation.common())
            case _:
                return None


class _Observer:
    """An observer of OpenSpiel. Without a tensor, `tensor` is `None` and `dict` is empty."""

    def __init__(self, told: Callable[[Situation, int], str], schema: Schema | None = None) -> None:
        self._told, self._schema = told, schema
        self.tensor = None if schema is None else np.zeros(schema.size, np.float32)
        self.dict = {} if schema is None or self.tensor is None else schema.split(self.tensor)

    def set_from(self, state: _State, player: int) -> None:
        """Set the tensor, of which `dict` has views, to what a player observes."""
        if self._schema is not None and self.tensor is not None:
            situation = state.situation
            choice = situation.choice if situation.decides(player) else None
            self.tensor[:] = self._schema.observe(situation.game, player, choice)

    def string_from(self, state: _State, player: int) -> str:
        """Return what a player observes as a text."""
        return self._told(state.situation, player)


class _State(pyspiel.State):
    """A state of OpenSpiel. Its situation is its only attribute, which copies and pickles share or replay."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self.situation = game.rules.start

    def current_player(self) -> int:
        """Return the seat that decides, or the number that stands for chance or for the end."""
        game = self.situation.game
        if game.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return game.player if game.chance is None else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.situation.choice.legal) if self.situation.decides(player) else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the actions of a chance node, ascending, with their probabilities."""
        return list(self.situation.outcomes.items())

    def _apply_action(self, action: int) -> None:
        self.situation = self.situation.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.situation.outcome_text(action)
        return self.situation.rules.schema.label(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.situation.game.over

    def returns(self) -> list[float]:
        """Return the score of each seat, which is 0 before the end."""
        result = self.situation.game.result
        return [0.0] * self.num_players() if result is None else [float(score) for score in result.scores]

    def __str__(self) -> str:
        return str(self.situation)
