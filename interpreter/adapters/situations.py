"""States of games as values, for libraries that copy, compare and save states.

A `Situation` is a position, and the choice that is being made in it. It never changes: an action leads to
another one. So copies are the situation itself, and a pickle holds the actions since the beginning, which are
taken again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import field, replace
from functools import cached_property
from hashlib import sha256
from typing import Literal, Self, TypeAlias

from gamespec.program.domain import NONE
from gamespec.program.frozen import dataclass
from interpreter.engine.game import Game
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels.sights import information_state
from interpreter.play.actions import Choice
from interpreter.play.events import Event, EventKind
from interpreter.play.observation import Observation, Unknown
from interpreter.schema import Schema

__all__ = ["Rules", "Shown", "Situation", "Utility"]

Utility: TypeAlias = Literal["zero-sum", "identical", "general-sum"]
"""How the scores of a result are related: they add up to 0, they are the same, or they are neither."""


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules that situations follow, and the utility that each result must have.

    `read` reads the pickle of a situation: it gets the `source`, a text, and the actions since the beginning.
    """

    schema: Schema
    utility: Utility
    source: str
    read: Callable[[str, tuple[int, ...]], Situation]

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """The names of the zones."""
        return tuple(map(self.schema.zone_label, range(len(self.schema.program.zones))))

    @cached_property
    def start(self) -> Situation:
        """The situation before the first action. Raises `Fault`."""
        game = DefinitionalEngine(self.schema.program).begin(record=True, explicit=True)
        return self.reached(game, (), None)

    def reached(self, game: Game, taken: tuple[int, ...], before: Shown | None) -> Situation:
        """Return the situation of a game that waits or is over, given what has been shown before.

        Raises `ValueError` if its result contradicts the utility.
        """
        scores = () if game.result is None else game.result.scores
        wrong = {"zero-sum": sum(scores) != 0, "identical": len({*scores}) > 1, "general-sum": False}
        if wrong[self.utility]:
            message = f"the utility is not {self.utility}: a game ends with the scores {list(scores)}"
            raise ValueError(message)
        events = game.events[0 if before is None else before.end :]
        shown = Shown(before, events, len(game.events))
        return Situation(self, game, self.schema.choice(game), taken, shown)


@dataclass(eq=False, slots=True)
class Shown:
    """What the players have been shown by the events since the last action, and `before` them.

    `end` is the number of events so far. Each event is put into words only once, however long the game.
    """

    before: Shown | None
    events: list[Event]
    end: int
    _texts: dict[int, str] = field(default_factory=dict)

    def last(self, game: Game, player: int) -> str:
        """Return what a player of the game has been shown since the last action, one event per line."""
        if player not in self._texts:
            self._texts[player] = "".join(
                f"{' '.join([EventKind(sort).name.lower(), *map(str, shown)])}\n"
                for sort, *shown in information_state(game.program, self.events, player)
            )
        return self._texts[player]

    def whole(self, game: Game, player: int) -> str:
        """Return what a player of the game has been shown since the beginning, one event per line."""
        texts, shown = list[str](), self
        while shown.before is not None:
            texts.append(shown.last(game, player))
            shown = shown.before
        return "".join([shown.last(game, player), *reversed(texts)])


@dataclass(frozen=True, eq=False, slots=True)
class Situation:
    """A position, the choice that is being made, the actions since the beginning, and what has been shown.

    Seats are counted from 0. The choice has no actions at a chance node and at the end.
    """

    rules: Rules
    game: Game
    choice: Choice
    taken: tuple[int, ...]
    shown: Shown

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return self.rules.read, (self.rules.source, self.taken)

    def __str__(self) -> str:
        """Return what all players are shown, and a digest that differs for every position and choice."""
        digest = sha256(str((self.game.position, self.choice.made)).encode()).hexdigest()
        return f"{self.common()}\nposition: {digest[:16]}"

    @property
    def outcomes(self) -> dict[int, float]:
        """The actions at a chance node, ascending, with their probabilities. They are counted from 0."""
        chance, (first, _) = self.game.chance, self.rules.schema.chance_outcomes
        if chance is None:
            return {}
        shares = sorted(zip(chance.outcomes, chance.shares, strict=True))
        return {outcome - first: share / chance.total for outcome, share in shares}

    def decides(self, player: int) -> bool:
        """Return whether a player is making the choice."""
        return self.game.decision is not None and self.game.player == player

    def after(self, action: int) -> Situation:
        """Return the situation that an action leads to.

        Raises `ValueError` if the action is not legal, or leads to a result that contradicts the utility, and
        `Fault`.
        """
        return self._settled(action) if self.game.chance is not None else self._chosen(action)

    def _settled(self, action: int) -> Situation:
        if action not in self.outcomes:
            message = f"{action} is not one of the outcomes of chance, {[*self.outcomes]}"
            raise ValueError(message)
        game = self.game.clone()
        game.settle(action + self.rules.schema.chance_outcomes[0])
        return self.rules.reached(game, (*self.taken, action), self.shown)

    def _chosen(self, action: int) -> Situation:
        choice, taken = copy(self.choice), (*self.taken, action)
        chosen = choice.take(action)
        if chosen is None:
            return replace(self, choice=choice, taken=taken)
        game = self.game.clone()
        game.play(game.options[chosen])
        return self.rules.reached(game, taken, self.shown)

    def outcome_text(self, action: int) -> str:
        """Return a text for an action at a chance node, which differs from those of the other outcomes."""
        schema, chance = self.rules.schema, self.game.chance
        if chance is None:
            return f"outcome {action}"
        return schema.outcome_label(chance, action + schema.chance_outcomes[0])

    # --- what players know ----------------------------------------------------------------------------

    def information(self, player: int) -> str:
        """Return everything that a player has been shown, and the choice that the player is making."""
        return "\n".join([f"player: {player + 1}", *self._made(player), self.shown.whole(self.game, player)])

    def common(self) -> str:
        """Return what the position shows to all players."""
        return "\n".join(self._facts(self.game.common_observation()))

    def own(self, player: int) -> str:
        """Return what the position shows to a player, and the choice that the player is making."""
        return "\n".join([f"player: {player + 1}", *self._own(player)])

    def private(self, player: int) -> str:
        """Return the part of `own` that is not in `common`. It is empty if nothing is hidden from anybody."""
        common = frozenset(self._facts(self.game.common_observation()))
        return "\n".join(fact for fact in self._own(player) if fact not in common)

    def _own(self, player: int) -> Iterator[str]:
        yield from self._made(player)
        yield from self._facts(self.game.observation(player))

    def _made(self, player: int) -> Iterator[str]:
        if self.choice.made and self.decides(player):
            yield f"chosen: {', '.join(map(self.rules.schema.label, self.choice.made))}"

    def _facts(self, seen: Observation) -> Iterator[str]:
        """Yield what an observation says, one line for each part of the position."""
        schema = self.rules.schema
        for key in ("phase", "turn", "me", "outcome"):
            yield f"{key}: {_number(getattr(seen, key))}"
        for zone, contents, unknown in zip(self.rules.zones, seen.zones, seen.unknown, strict=True):
            texts = (
                schema.component_label(c) if c != Unknown else " ".join(["?", *map(str, part)])
                for c, part in zip(contents, unknown or [()] * len(contents), strict=True)
            )
            yield f"{zone}: {', '.join(texts)}"
        at = 0
        for number, store in enumerate(schema.program.stores):
            end = at + len(store.start)
            values = zip(seen.values[at:end], seen.hidden[at:end], strict=True)
            texts = ("?" if hides else _number(value) for value, hides in values)
            yield f"{schema.store_label(number)}: {', '.join(texts)}"
            at = end
        for plane, spots in enumerate(seen.spots):
            yield f"plane {plane}: {', '.join(map(str, spots))}"


def _number(value: int) -> str:
    return "none" if value == NONE else str(value)
