"""Games of OpenSpiel, made from specifications.

`register` makes a specification known to OpenSpiel, which then loads it by name like a game of its own. The
number of players and the options of the specification become parameters: `load_game("NAME(players=3)")`.
States can be copied, pickled and serialized; a process that reads one must have registered the game.

A chance node is explicit: its actions are the outcomes, counted from the least one (`Schema.chance_outcomes`).
A player's actions are those of `Actions`; by pick, a decision may take several of them.

An information state string lists everything that the player has been shown, and the actions of the choice that
the player is making. So it has perfect recall, and two of them differ exactly if the player can distinguish
the histories. There is no information state tensor, because its length would have no useful bound. An
observation tensor is that of `Schema.observe`: `game.observation_tensor_size()` numbers from 0 to 1, whose
fields an observer of `make_observation` has by name in `dict`, each with its shape. An observation string
lists what the position shows to the player. Public observations (without private information) and private
ones (without public information) exist as strings. Together they determine the observation string.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any, ClassVar, Literal, Self, TypeAlias

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
from gamespec.program.domain import NONE
from gamespec.program.written import program_hash
from gamespec.spec import MOST_PROGRAMS, Spec
from interpreter.engine.game import Game
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.actions import Choice
from interpreter.play.events import EventKind
from interpreter.play.observation import Observation, Unknown
from interpreter.schema import Schema

__all__ = ["Specified", "Utility", "register"]

Specified: TypeAlias = str | Path | Spec | Compiled | Program
"""A game: a specification or its name or file (`gamespec.load`), or a program, with or without names."""

Utility: TypeAlias = Literal["zero-sum", "identical", "general-sum"]
"""How the scores of a result are related: they add up to 0, they are the same, or they are neither."""

def register(
    game: Specified,
    *,
    players: int | None = None,
    options: Mapping[str, int | bool | str] | None = None,
    by_pick: bool | None = None,
    utility: Utility | None = None,
    name: str | None = None,
) -> str:
    """Register a game with OpenSpiel, and return the text with which `pyspiel.load_game` loads it.

    `players` and `options` are as in `Spec.program`; a program has fixed ones. `by_pick` is as in `Actions`.
    By default, the utility is what can be proved of the game. If the caller states it, every result is
    checked, and an action that leads to one that contradicts it raises `ValueError`. `name` is the short name,
    by default `gamespec_` and the game's id. The same game can be registered again.

    Raises `ValueError` if another game has that name, or if the name is not an identifier; otherwise as
    `gamespec.load` and `Spec.program`.
    """
    made = _Registered.of(game, by_pick, utility, name)
    chosen = dict(options or {}) | ({} if players is None else {"players": players})
    if chosen and not isinstance(made.source, Spec):
        message = f"the players and options of a program are fixed, so {chosen} cannot be chosen"
        raise ValueError(message)
    made.rules(chosen)
    known = _REGISTERED.get(made.name)
    if known is None and made.name in pyspiel.registered_names() or known not in {None, made}:
        message = f"OpenSpiel has another game `{made.name}`; give this one a `name`"
        raise ValueError(message)
    if known is None:
        _REGISTERED[made.name] = made
        # a class, because OpenSpiel releases what it is given after Python's end, where only classes are left
        pyspiel.register_game(made.rules({}).type, type(made.name, (_Game,), {"registered": made}))
    return made.text(chosen)


@dataclass(frozen=True)
class _Registered:
    """What is registered under a name. Two of them are equal if they are the same game."""

    name: str
    identity: str
    by_pick: bool | None
    utility: Utility | None
    source: Spec | Compiled | Program = field(compare=False)

    @classmethod
    def of(
        cls, game: Specified, by_pick: bool | None, utility: Utility | None, name: str | None
    ) -> _Registered:
        """Return what `register` registers. Raises `ValueError` if the name is not an identifier."""
        source = gamespec.load(game) if isinstance(game, str | Path) else game
        match source:
            case Spec():
                called, identity = source.called, source.hash
            case Compiled():
                called, identity = source.names.game, program_hash(source.program)
            case Program():
                identity = program_hash(source)
                compiled = named(source)
                called = identity if compiled is None else compiled.names.game
        short = f"gamespec_{re.sub('[^0-9A-Za-z]', '_', called)}" if name is None else name
        if not (short.isascii() and short.isidentifier()):
            message = f"`{short}` is not an identifier"
            raise ValueError(message)
        return cls(short, identity, by_pick, utility, source)

    def text(self, chosen: Mapping[str, int | bool | str]) -> str:
        """Return the text that loads the game with some parameters."""
        inner = ",".join(f"{key}={value}" for key, value in sorted(chosen.items()))
        return f"{self.name}({inner})" if inner else self.name

    def rules(self, chosen: Mapping[str, int | bool | str]) -> _Rules:
        """Return the game with some parameters, by default with their defaults."""
        return _rules(self, tuple(sorted(chosen.items())))


_REGISTERED: dict[str, _Registered] = {}
"""The registered games by short name. OpenSpiel's own registry lives as long as the process, too."""


@lru_cache(MOST_PROGRAMS)
def _rules(made: _Registered, chosen: tuple[tuple[str, int | bool | str], ...]) -> _Rules:
    """Return what `_Registered.rules` returns, and keep the latest ones."""
    source = made.source
    if isinstance(source, Spec):
        options = dict(chosen)
        players = options.pop("players", None)
        return _Rules(made, source.compiled(None if players is None else int(players), options), chosen)
    return _Rules(made, source, chosen)


class _Rules:
    """A game with some parameters: its schema, and what OpenSpiel asks of it."""

    def __init__(
        self,
        made: _Registered,
        of: Compiled | Program,
        chosen: tuple[tuple[str, int | bool | str], ...],
    ) -> None:
        self.made, self.text = made, made.text(dict(chosen))
        self.compiled = of if isinstance(of, Compiled) else named(of)
        self.schema = Schema(of, by_pick=made.by_pick)
        schema, program = self.schema, self.schema.program
        proved: Utility = (
            "zero-sum" if schema.zero_sum else "identical" if schema.same_rewards else "general-sum"
        )
        self.utility = made.utility or proved
        self.first_outcome, last_outcome = schema.chance_outcomes
        least, greatest = schema.rewards
        self.info = pyspiel.GameInfo(
            num_distinct_actions=schema.actions.size,
            max_chance_outcomes=last_outcome - self.first_outcome + 1,
            num_players=program.players,
            min_utility=least,
            max_utility=greatest,
            utility_sum=0 if self.utility == "zero-sum" else None,
            max_game_length=schema.most_decisions * schema.actions.most,
        )

    @property
    def type(self) -> Any:
        """The `pyspiel.GameType`."""
        schema, spec = self.schema, self.made.source
        kinds, own = pyspiel.GameType, schema.program.players
        players = spec.players if isinstance(spec, Spec) else range(own, own + 1)
        defaults = {} if self.compiled is None else self.compiled.names.options
        return kinds(
            short_name=self.made.name,
            long_name=self.made.name if self.compiled is None else self.compiled.world.game.title.in_("en"),
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=(
                kinds.ChanceMode.DETERMINISTIC
                if schema.deterministic
                else kinds.ChanceMode.EXPLICIT_STOCHASTIC
            ),
            information=(
                kinds.Information.PERFECT_INFORMATION
                if schema.perfect_information
                else kinds.Information.IMPERFECT_INFORMATION
            ),
            utility=kinds.Utility.__members__[self.utility.upper().replace("-", "_")],
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=players[-1],
            min_num_players=players[0],
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            provides_factored_observation_string=True,
            parameter_specification=defaults | {"players": players[0]} if isinstance(spec, Spec) else {},
        )

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """The names of the zones."""
        return tuple(map(self.schema.zone_label, range(len(self.schema.program.zones))))

    @cached_property
    def start(self) -> _Situation:
        """The situation before the first action. Raises `Fault`."""
        return self.reached(DefinitionalEngine(self.schema.program).begin(record=True, explicit=True), ())

    def reached(self, game: Game, taken: tuple[int, ...]) -> _Situation:
        """Return the situation of a game that waits or is over.

        Raises `ValueError` if its result contradicts the utility.
        """
        scores = () if game.result is None else game.result.scores
        wrong = {"zero-sum": sum(scores) != 0, "identical": len({*scores}) > 1, "general-sum": False}
        if wrong[self.utility]:
            message = f"the utility of `{self.made.name}` is not {self.utility}: the scores are {list(scores)}"
            raise ValueError(message)
        return _Situation(self, game, self.schema.choice(game), taken)


@dataclass(frozen=True, slots=True)
class _Situation:
    """The state of a game: a position and the choice that is being made. It never changes, so it is not copied.

    `taken` lists OpenSpiel's actions since the beginning.
    """

    rules: _Rules
    game: Game
    choice: Choice
    taken: tuple[int, ...]

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _replayed, (self.rules.text, self.taken)

    @property
    def outcomes(self) -> list[tuple[int, float]]:
        """The actions of a chance node, ascending, with their probabilities."""
        chance = self.game.chance
        if chance is None:
            return []
        shares = zip(chance.outcomes, chance.shares, strict=True)
        return sorted((outcome - self.rules.first_outcome, share / chance.total) for outcome, share in shares)

    def after(self, action: int) -> _Situation:
        """Return the situation that an action leads to. Raises `ValueError` if it is not legal, and `Fault`."""
        taken = (*self.taken, action)
        if self.game.chance is not None:
            if action not in dict(self.outcomes):
                message = f"{action} is not one of the outcomes of chance, {[*dict(self.outcomes)]}"
                raise ValueError(message)
            game = self.game.clone()
            game.settle(action + self.rules.first_outcome)
            return self.rules.reached(game, taken)
        choice = copy(self.choice)
        chosen = choice.take(action)
        if chosen is None:
            return replace(self, choice=choice, taken=taken)
        game = self.game.clone()
        game.take(chosen)
        return self.rules.reached(game, taken)

    def decides(self, player: int) -> bool:
        """Return whether a player makes the choice."""
        return self.game.decision is not None and self.game.player == player

    def information(self, player: int) -> str:
        """Return everything that a player has been shown."""
        lines = [f"player {player + 1}"]
        for sort, *shown in self.game.information_state(player):
            lines.append(" ".join([EventKind(sort).name.lower(), *map(str, shown)]))
        if self.choice.made and self.decides(player):
            lines.append(f"chooses {self.choice.made}")
        return "\n".join(lines)

    def common(self) -> tuple[str, ...]:
        """Return what all players are shown by the position."""
        return tuple(_facts(self.rules, self.game.common_observation()))

    def own(self, player: int) -> tuple[str, ...]:
        """Return what a player is shown by the position."""
        found = [f"player {player + 1}", *_facts(self.rules, self.game.observation(player))]
        if self.choice.made and self.decides(player):
            found.append(f"chooses {self.choice.made}")
        return tuple(found)


def _replayed(text: str, taken: Sequence[int]) -> _Situation:
    """Return the situation of a registered game after some actions."""
    situation: _Situation = pyspiel.load_game(text).rules.start
    for action in taken:
        situation = situation.after(action)
    return situation


def _facts(rules: _Rules, seen: Observation) -> Iterator[str]:
    """Yield what an observation says, one line for each part of the position."""
    schema = rules.schema
    for key in ("phase", "turn", "me", "outcome"):
        yield f"{key}: {_number(getattr(seen, key))}"
    for zone, contents, unknown in zip(rules.zones, seen.zones, seen.unknown, strict=True):
        texts = [
            schema.component_label(c) if c != Unknown else " ".join(["?", *map(str, part)])
            for c, part in zip_longest(contents, unknown, fillvalue=())
        ]
        yield f"{zone}: {', '.join(texts)}"
    at = 0
    for number, store in enumerate(schema.program.stores):
        end = at + len(store.start)
        values = zip(seen.values[at:end], seen.hidden[at:end], strict=True)
        yield f"{schema.store_label(number)}: {', '.join('?' if hides else _number(v) for v, hides in values)}"
        at = end
    for number, spots in enumerate(seen.spots):
        yield f"plane {number}: {spots}"


def _number(value: int) -> str:
    return "none" if value == NONE else str(value)


class _Game(pyspiel.Game):
    """A game of OpenSpiel with the given parameters. Its subclasses are registered."""

    registered: ClassVar[_Registered]

    def __init__(self, params: Mapping[str, int | bool | str]) -> None:
        self.rules = self.registered.rules(params)
        super().__init__(self.rules.type, self.rules.info, dict(params))

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
                return _Observer(_Situation.information)
            case (False, True, private) if private == alone:
                return _Observer(lambda situation, player: "\n".join(situation.own(player)), self.rules.schema)
            case (False, True, private) if private == nobody:
                return _Observer(lambda situation, player: "\n".join(situation.common()))
            case (False, False, private) if private == alone:
                return _Observer(
                    lambda situation, player: "\n".join(
                        fact for fact in situation.own(player) if fact not in situation.common()
                    )
                )
            case _:
                return None


class _Observer:
    """An observer of OpenSpiel. Without a tensor, `tensor` is `None` and `dict` is empty."""

    def __init__(self, told: Callable[[_Situation, int], str], schema: Schema | None = None) -> None:
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
        return self.situation.outcomes

    def _apply_action(self, action: int) -> None:
        self.situation = self.situation.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        rules, chance = self.situation.rules, self.situation.game.chance
        if player != pyspiel.PlayerId.CHANCE:
            return rules.schema.label(action)
        if chance is None:
            return f"outcome {action}"
        return rules.schema.outcome_label(chance, action + rules.first_outcome)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.situation.game.over

    def returns(self) -> list[float]:
        """Return the score of each seat, which is 0 before the end."""
        result = self.situation.game.result
        return [0.0] * self.num_players() if result is None else [float(score) for score in result.scores]

    def __str__(self) -> str:
        situation = self.situation
        digest = sha256(str((situation.game.position, situation.choice.made)).encode()).hexdigest()
        return "\n".join([*situation.common(), f"position: {digest[:16]}"])
