"""Saved answers, which give the player, the question and the answer itself by name.

The number of an option depends on everything that a game could ever ask, so any edit of the game shifts the
numbers. Names are stable. An `Answer` holds the seat, the site, the action, and the action's values in the
notation of the language, with places for components that are chosen unseen (`interpreter.words.places`). The
option is found again when the game asks, even in another version of the game, as long as that version asks
the same question.

A site is named after its routine and its kind of step, as in `phase play: offer`. If several steps of a
routine have the same name and offer the chosen action, each of them except the first is numbered, as in
`phase play: offer#2`. Therefore comments, labels, the order of keys, and steps that ask something else do not
affect the names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from gamespec.compile import Compiled
from gamespec.compile.draft.draft import Site
from gamespec.model import model as m
from gamespec.model.walk import routines, steps_within
from gamespec.program import Pick
from gamespec.program.frozen import dataclass
from gamespec.text.source import Span
from gamespec.trees import types as t
from interpreter.engine.game import Game
from interpreter.named import Named, Single, by_name, meant
from interpreter.play.options import Decision, Option, Value, is_place
from interpreter.protocol import Playing
from interpreter.words import Words
from interpreter.words.places import named_place, place_name, told_apart
from interpreter.words.refused import refused

__all__ = ["Answer", "Answers", "Unfit", "seat", "written"]


class Unfit(ValueError):
    """No option on offer matches the answer. The text of the error gives the reason."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, by name. `player` is `p1` for the first seat; `values` holds the action's values by name."""

    player: str
    site: str
    action: str
    values: Mapping[str, Named] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join([self.action, *(f"{name}={written(value)}" for name, value in self.values.items())])


class Answers:
    """Converts the answers of one compiled game between options and names."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self._sites = _Sites(compiled)

    def of(self, decision: Decision, option: Option) -> Answer:
        """Return the answer that stands for an option of a decision."""
        spec = self.compiled.names.actions[option.action]
        values = self.values(option.action, option.values)
        return Answer(seat(decision.player), self._sites.called(decision.site, spec.name), spec.name, values)

    def values(self, action: int, values: Iterable[Value]) -> dict[str, Named]:
        """Return the values of an action converted to names, keyed by the names of the action's picks."""
        spec, picks = self.compiled.names.actions[action], self.compiled.program.actions[action].picks
        return {
            named.slot.name: self._named(pick, named.slot.type, value)
            for named, pick, value in zip(spec.picks, picks, values, strict=True)
        }

    def option(self, game: Playing, answer: Answer) -> Option:
        """Return the option on offer that matches an answer. Components that are alike are interchangeable.

        Raises `Unfit` if there is no such option.
        """
        decision = game.decision
        if decision is None:
            raise Unfit("the game is over before it")
        if answer.player != seat(decision.player):
            raise Unfit(f"{seat(decision.player)} is asked, not {answer.player}")
        self._expect_site(decision.site, answer)
        wanted = {
            action: self.meant(action, answer.action, answer.values)
            for action in self.compiled.program.sites[decision.site].actions
        }
        for option in decision.options:
            values = wanted[option.action]
            if values is not None and self.same(option, values):
                return option
        raise Unfit(self._why(game, decision, answer))

    def _expect_site(self, number: int, answer: Answer) -> None:
        """Raise `Unfit` if the pending site is not the one in the answer.

        The numbers of sites with the same name are ignored, because such steps come and go. If the game has
        no such action, nothing is raised, because another error message explains this better.
        """
        names = self.compiled.names
        asked = self._sites.called(number, answer.action)
        same = asked.partition("#")[0] == answer.site.partition("#")[0]
        if not same and any(spec.name == answer.action for spec in names.actions):
            raise Unfit(f"what is asked is `{asked}`, not `{answer.site}`")

    def _named(self, pick: Pick, type_: t.Type, value: Value) -> Named:
        """Convert a value or a tuple of values to names. A component chosen unseen is named by its place."""
        if isinstance(value, tuple):
            inner = t.element(type_) or type_
            return tuple(self._single(pick, inner, one) for one in value)
        return self._single(pick, type_, value)

    def _single(self, pick: Pick, type_: t.Type, value: int) -> Single:
        if pick.hidden and value != t.NONE and is_place(value):
            return place_name(self.compiled, pick, value)
        return by_name(self.compiled.world.values, type_, value)

    def meant(self, action: int, name: str, values: Mapping[str, Named]) -> tuple[Value, ...] | None:
        """Convert named values to values in the order of an action's picks.

        Returns `None` if the action has another name, or if a value does not exist.
        """
        spec, picks = self.compiled.names.actions[action], self.compiled.program.actions[action].picks
        if spec.name != name or values.keys() != {pick.slot.name for pick in spec.picks}:
            return None
        found: list[Value] = []
        for pick, asked in zip(picks, spec.picks, strict=True):
            value = self._value(pick, asked.slot.type, values[asked.slot.name])
            if value is None:
                return None
            found.append(value)
        return tuple(found)

    def _value(self, pick: Pick, type_: t.Type, named: Named) -> Value | None:
        """Return the value or values with the given name, or `None` if the type has no such value."""
        inner = t.element(type_)
        if inner is None:
            return None if isinstance(named, tuple) else self._meant(pick, type_, named)
        if not isinstance(named, tuple):
            return None
        numbers = [number for one in named if (number := self._meant(pick, inner, one)) is not None]
        return told_apart(pick, numbers) if len(numbers) == len(named) else None

    def _meant(self, pick: Pick, type_: t.Type, named: Single) -> int | None:
        number = meant(self.compiled.world.values, type_, named)
        if number is None and isinstance(named, str):
            return named_place(self.compiled, pick, named)
        return number

    def same(self, option: Option, values: tuple[Value, ...], *, drawn: bool = False) -> bool:
        """Return whether an option has these values.

        Components that are alike count as equal, and several values of one pick have no order. If `drawn` is
        true, picks that may choose unseen components are ignored.
        """
        program = self.compiled.program
        for pick, given, wanted in zip(
            program.actions[option.action].picks, option.values, values, strict=True
        ):
            if drawn and pick.hidden:
                continue
            shown = program.faces if pick.alike else None
            if _shown(given, shown) != _shown(wanted, shown):
                return False
        return True

    def _why(self, game: Playing, decision: Decision, answer: Answer) -> str:
        """Explain why no option on offer matches an answer to the pending question."""
        names = self.compiled.names
        texts = {name: written(value) for name, value in answer.values.items()}
        asked = Game.restore(self.compiled.program, list(game.position))
        reason = refused(asked, answer.action, texts, Words(self.compiled), decision.player)
        if reason is not None:
            return reason
        offered = any(names.actions[option.action].name == answer.action for option in decision.options)
        return "it is not on offer with these values" if offered else "it is not on offer"


class _Sites:
    """The names of the sites of one game."""

    def __init__(self, compiled: Compiled) -> None:
        self.sites = compiled.names.sites
        self._known: dict[tuple[int, str], str] = {}
        self._places: dict[Span, tuple[str, int]] = {}
        for routine, steps, _ in routines(compiled.world.game):
            for step in steps_within(steps):
                if isinstance(step, m.Choose | m.Offer | m.Resolve):
                    self._places.setdefault(step.span, (routine, len(self._places)))

    def called(self, number: int, action: str) -> str:
        """Return the name of a site in an answer that chooses the given action there."""
        if (number, action) not in self._known:
            self._known[number, action] = self._called(self.sites[number], action)
        return self._known[number, action]

    def _called(self, site: Site, action: str) -> str:
        routine, place = self._places[site.span]
        before = {
            self._places[other.span]
            for other in self.sites
            if other.name == site.name and any(branch.name == action for branch in other.branches)
        }
        count = 1 + sum(other == routine and at < place for other, at in before)
        return f"{routine}: {site.name}" + (f"#{count}" if count > 1 else "")


def seat(number: int) -> str:
    """Return the language's name for a seat that is counted from 0, such as `p1` for seat 0."""
    return f"p{number + 1}"


def written(value: Named) -> str:
    """Format a value, or a tuple of values, in the notation of the language."""
    match value:
        case tuple():
            return f"[{', '.join(written(one) for one in value)}]"
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case _:
            return str(value)


def _shown(value: Value, faces: tuple[int, ...] | None) -> int | tuple[int, ...]:
    """Return a key that two values share if they count as the same.

    If `faces` is given, components that are alike have the same key. The order of several values is ignored.
    """
    if isinstance(value, tuple):
        return tuple(sorted(faces[one] if faces is not None and one >= 0 else one for one in value))
    return faces[value] if faces is not None and value >= 0 else value
