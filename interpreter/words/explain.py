"""Explains why something is not on offer, by the first condition that fails and the values that it read.

The explanation for a player uses only what that player may know. This includes the options on offer, and
conditions as far as the player can evaluate them (see `interpreter.words.known`). If something is not on
offer, some condition fails. If a condition is known to fail, it is the reason. If exactly one condition is
hidden, that condition must be the reason. Otherwise the reason stays hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from gamespec.compile.draft.draft import ActionSpec, PickSpec
from gamespec.description.syntax import parse_slice
from gamespec.expr.scope import MeUse
from gamespec.program import Pick
from gamespec.program.frozen import dataclass
from gamespec.resolve import scope_apart
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source
from gamespec.text.suggest import nearest
from gamespec.trees import core
from gamespec.trees import types as t
from interpreter.engine.game import Game
from interpreter.engine.machine.explicit import settled_only
from interpreter.inspection import Inspector
from interpreter.play.options import Option, Value, is_place, place
from interpreter.words.conditions import MOST_LISTED, failing
from interpreter.words.known import Inquiry
from interpreter.words.places import named_place, place_name, read_place
from interpreter.words.text import Words
from interpreter.words.values import parse_value
from interpreter.words.voices import Exactly, Plainly

__all__ = ["Reason", "why", "why_plainly"]

_V = TypeVar("_V", bound=Exactly)


def why(game: Game, action: str, values: Mapping[str, str], words: Words, player: int | None = None) -> str:
    """Explain which condition keeps an action with these values from being on offer, and why it fails.

    `values` maps names to texts. Only conditions that `player`, who decides, can evaluate are used; if
    `player` is `None`, all conditions are used. Raises `ValueError` if the action or one of the values is
    unknown here, and `Fault`.
    """
    return _explained(game, action, values, words, player, Exactly)[0]


class Reason(NamedTuple):
    """Why something is not on offer.

    `short` is as much of it as there are words of the table for, and "" if there are none.
    """

    text: str
    short: str


def why_plainly(
    game: Game, action: str, values: Mapping[str, str], words: Words, player: int | None = None
) -> Reason:
    """Explain the same as `why` to people at the table, in their words as far as possible."""

    def plainly(words: Words, spec: ActionSpec) -> Plainly:
        return Plainly(words, spec, player)

    text, voice = _explained(game, action, values, words, player, plainly)
    return Reason(text, voice.short.get(text, text) if voice is not None else text)


def _explained(  # noqa: PLR0913 - a question, and to whom and how it is answered
    game: Game,
    action: str,
    values: Mapping[str, str],
    words: Words,
    player: int | None,
    made: Callable[[Words, ActionSpec], _V],
) -> tuple[str, _V | None]:
    """Return the explanation, and the voice that gave it, or `None` if the action is not among those here."""
    decision = game.decision
    if decision is None:
        raise ValueError(words.texts.gettext("there is nothing to decide: the game is over"))
    specs = words.names.sites[decision.site].branches
    names = [spec.name for spec in specs]
    if action not in names:
        declared = [decl.ident.name for decl in words.names.world.game.actions]
        if action in declared or action in [spec.name for spec in words.names.actions]:
            listed = ", ".join(f"`{n}`" for n in names)
            here = words.texts.gettext(
                "`{action}` is not one of the actions here: {actions}", action=action, actions=listed
            )
            return here, None
        said = words.texts.gettext("there is no action `{action}`", action=action)
        raise ValueError(f"{said}; {_hint(action, names, words)}")
    spec = specs[names.index(action)]
    unknown = [n for n in values if n not in {x.slot.name for x in spec.picks}]
    if unknown:
        wanted = ", ".join(f"`{x.slot.name}`" for x in spec.picks) or words.texts.gettext("no values")
        raise ValueError(
            words.texts.gettext(
                "`{action}` has no value `{value}`: it has {values}",
                action=action,
                value=unknown[0],
                values=wanted,
            )
        )
    number = words.program.sites[decision.site].actions[names.index(action)]
    with settled_only(game.place):
        voice = made(words, spec)
        return _Search(game, number, spec, words, player, voice).reason(values), voice


@dataclass(frozen=True, slots=True)
class _Doubt:
    """A hidden condition that may fail, with the message in case it is the only one."""

    condition: core.Core
    said: str


class _Search:
    """The search for the condition that fails for an action, which evaluates one condition after another."""

    def __init__(  # noqa: PLR0913 - a question, and to whom and how it is answered
        self, game: Game, number: int, spec: ActionSpec, words: Words, player: int | None, voice: Exactly
    ) -> None:
        self.game, self.number, self.spec, self.words, self.player = game, number, spec, words, player
        self.voice = voice
        self.picks = tuple(zip(spec.picks, words.program.actions[number].picks, strict=True))
        self.known = self._asked_for(number)
        self.doubts: list[_Doubt] = []

    def _asked_for(self, number: int) -> Inquiry:
        """Return an inquiry in which action `number` has received the values that its site hands over."""
        assert self.game.decision is not None  # noqa: S101 - what is asked about is asked
        known = Inquiry.of(self.words.compiled, self.game, self.player)
        known.hand_over(self.game.decision.site, number)
        return known

    def reason(self, texts: Mapping[str, str]) -> str:
        """Return why the action is not on offer with these values. Raises `ValueError` and `Fault`."""
        gettext = self.words.texts.gettext
        if (told := self._fails(self.spec.when, self.voice.not_now())) is not None:
            return told
        meant: list[int] = []
        for pick, closed in self.picks:
            if pick.slot.name not in texts:
                return self._which(meant)
            meant.append(self._meant(pick, closed, texts[pick.slot.name]))
            told = self._cannot_be(pick, closed, meant)
            if self._offered(meant):
                self.doubts.clear()
            elif told is not None:
                return told
        if self._offered(meant):
            return gettext("it is on offer")
        return self._tried() or self._doubted() or gettext("it is on offer")

    def _fails(self, condition: core.Core | None, head: str, known: Inquiry | None = None) -> str | None:
        """Return the message about a condition if it is known to fail, or else `None`.

        If the condition is hidden, it is added to the doubts.
        """
        known = known or self.known
        holds = known.truth(condition)
        if holds or condition is None:
            return None
        part = failing(known, condition)
        said = self.voice.fails(head, part, known)
        if holds is False:
            return said
        self.doubts.append(_Doubt(part, said))
        return None

    def _doubted(self) -> str | None:
        """Return the message about the hidden conditions, or `None` if there are none.

        If there is exactly one hidden condition, it must be the one that fails.
        """
        if len(self.doubts) == 1:
            return self.doubts[0].said
        if not self.doubts:
            return None
        return self.voice.doubtful([doubt.condition for doubt in self.doubts])

    # --- what is on offer -------------------------------------------------------------------------------

    def _offered(self, meant: Sequence[int]) -> list[Option]:
        """Return the options on offer for the action whose first values are `meant`."""
        return [
            option
            for option in self.game.options
            if option.action == self.number
            and all(
                isinstance(value, int) and self._same(pick, closed, wanted, value)
                for (pick, closed), wanted, value in zip(self.picks, meant, option.values, strict=False)
            )
        ]

    def _same(self, pick: PickSpec, closed: Pick, wanted: int, value: int) -> bool:
        """Return whether two values are the same to the player who asks, as components may look alike."""
        if wanted == value or not closed.component or min(wanted, value) < 0:
            return wanted == value
        if self.known.whole:
            faces = self.words.program.faces
            return pick.faces is not None and faces[wanted] == faces[value]
        alike = self.words.program.alike
        return alike[wanted] == alike[value]

    def _which(self, meant: Sequence[int]) -> str:
        """List the possible values of the first pick without a value, or explain why there are none."""
        pick, _ = self.picks[len(meant)]
        called = self._names(meant)
        if not called:
            type_ = t.element(pick.slot.type) or pick.slot.type
            left = self._left(pick)
            if isinstance(left, str):
                return left
            called = [self.words.value(type_, value) for value in left]
        return self.voice.which(pick, [*dict.fromkeys(called)][:MOST_LISTED])

    def _names(self, meant: Sequence[int]) -> list[str]:
        """Return the names of the values on offer for the next pick, after those in `meant`."""
        pick, closed = self.picks[len(meant)]
        type_ = t.element(pick.slot.type) or pick.slot.type
        values = [option.values[len(meant)] for option in self._offered(meant)]
        offered = [v for value in values for v in (value if isinstance(value, tuple) else (value,))]
        return [*dict.fromkeys(self.words.chosen(closed, type_, value, self._single) for value in offered)]

    def _single(self, type_: t.Type, value: int) -> str:
        """Format one value of an option in terms that the player who asks knows."""
        inspector = Inspector.of(self.words.compiled, self.game)
        return self.words.known_value(type_, value, inspector, -1 if self.player is None else self.player)

    # --- what forbids the rest --------------------------------------------------------------------------

    def _left(self, pick: PickSpec) -> list[int] | str:
        """Return the values of a pick that only later conditions may forbid.

        If there are no such values, return a message that explains why.
        """
        members = self.known.members(pick.source)
        none_there, none_fits = self.voice.none_there(pick), self.voice.none_fits(pick)
        if members is None:
            before = len(self.doubts)
            if pick.where is not None and (told := self._fails(pick.where, none_fits)) is not None:
                return told
            if len(self.doubts) == before:
                self.doubts.append(_Doubt(pick.source, none_there))
            self.doubts += [_Doubt(node, "") for node in self._later(pick)]
            return self._doubted() or none_there
        left = [t.NONE] if pick.adds_none else []
        sure, told = bool(left), none_there
        for value in members:
            holds: bool | None = True
            if pick.counts is None:
                self.known.put(pick.slot, value)
                holds = self.known.truth(pick.where)
            if holds is False:
                told = self._fails(pick.where, none_fits) or told
            else:
                left.append(value)
                sure = sure or holds is True
        if not left or self.known.whole or pick.counts is not None or self._later(pick):
            return left or told
        if not sure:
            self.known.put(pick.slot, left[-1])
            self._fails(pick.where, none_fits)
        return self._doubted() or none_there

    def _later(self, pick: PickSpec) -> list[core.Core]:
        """Return the conditions that are evaluated after a pick has received its value."""
        picks = [other for other, _ in self.picks]
        asked: list[core.Core | None] = [x.where or x.source for x in picks[picks.index(pick) + 1 :]]
        return [node for node in (*asked, self.spec.keeps, self.spec.most) if node is not None]

    def _meant(self, pick: PickSpec, closed: Pick, text: str) -> int:
        """Return the value or place that a text denotes. Raises `ValueError` if there is none."""
        named = self._place(closed, text)
        return _parsed(self.words, text, pick.slot.type) if named is None else named

    def _place(self, pick: Pick, text: str) -> int | None:
        """Return the place that a text names, or `None`.

        The text may be in the notation of saved answers or in that of the language.
        """
        words = self.words
        named = named_place(words.compiled, pick, text)
        if named is not None or not pick.hidden:
            return named
        source, found = Source("value", text), Collector()
        parsed = parse_slice(source, 0, len(text), found)
        if parsed is None:
            return None
        scope = scope_apart(words.names.world, source, found, MeUse(available=False))
        return read_place(words.compiled, pick, parsed.root, scope)

    def _cannot_be(self, pick: PickSpec, closed: Pick, chosen: Sequence[int]) -> str | None:
        """Return a message that explains why a pick cannot have the last of the chosen values, if known.

        Otherwise assign the value to the pick's local and return `None`.
        """
        *before, value = chosen
        words = self.words
        by_place = bool(closed.hidden) and is_place(value)
        said = place_name(words.compiled, closed, value) if by_place else words.value(pick.slot.type, value)
        outside = self.voice.outside(pick, said, self.known, self._names(before))
        forbidden = self.voice.cannot_be(pick, said)
        if not by_place and pick.adds_none and value == t.NONE:
            self.known.put(pick.slot, value)
            return None
        meant = self._lying(closed, value) if by_place else self._alike(pick, closed, value)
        members = self.known.members(pick.source)
        if members is not None:
            return self._none_of([x for x in members if x in meant], pick, outside, forbidden)
        if by_place:
            there = self._lies_in(pick.source, place(closed, value)[0])
        elif not meant:
            return self.voice.place_hidden(pick, said)
        else:
            self.known.put(pick.slot, meant[0])
            there = self._lies_in(pick.source, self.known.zone(meant[0])) if closed.component else None
        if there is False:
            return outside
        if there is None:
            self.doubts.append(_Doubt(pick.source, outside))
        return self._fails(pick.where, forbidden)

    def _lies_in(self, source: core.Core, zone: int | None) -> bool | None:
        """Return whether a partly known list includes the contents of a zone, or `None` if unknown."""
        if not isinstance(source, core.Contents) or zone is None:
            return None
        listed = self.known.value(source.zone)
        return None if listed is None else listed == zone

    def _none_of(self, there: Sequence[int], pick: PickSpec, outside: str, forbidden: str) -> str | None:
        """Return a message that explains why no value in `there` is allowed, if that is known.

        Otherwise assign one of the values that may be allowed and return `None`.
        """
        holds: bool | None = False
        for value in there:
            self.known.put(pick.slot, value)
            holds = self.known.truth(pick.where)
            if holds is not False:
                break
        return self._fails(pick.where, forbidden) if there else outside

    def _alike(self, pick: PickSpec, closed: Pick, value: int) -> list[int]:
        """Return the values that `value` may stand for.

        For a component, these are the components that look the same and whose places are known.
        """
        if not closed.component or value == t.NONE:
            return [value]
        same = (c for c in range(len(self.words.program.start)) if self._same(pick, closed, value, c))
        return [c for c in same if self.known.zone(c) is not None]

    def _lying(self, pick: Pick, value: int) -> list[int]:
        """Return the components that may lie at a place whose component the decider does not know.

        The result is empty unless the reader knows everything.
        """
        (zone, index), program = place(pick, value), self.words.program
        there = Inspector.of(self.words.compiled, self.game).contents(zone) if self.known.whole else []
        if program.zones[zone].ordered:
            there = there[index : index + 1]
        known = program.layout.known
        return [c for c in there if not self.game.position[known + c] >> self.game.player & 1]

    # --- conditions after the steps -------------------------------------------------------------------------

    def _tried(self) -> str | None:
        """Return a message if a condition is known to fail after the steps of the action, or `None`."""
        if self.spec.keeps is None and self.spec.most is None:
            return None
        after, head = self.known.after(self.number), self.voice.after_steps()
        if self.spec.keeps is not None:
            if after is None:
                self.doubts.append(_Doubt(self.spec.keeps, self.voice.fails(head, self.spec.keeps, None)))
            elif (told := self._fails(self.spec.keeps, head, after)) is not None:
                return told
        return None if self.spec.most is None else self._less(self.spec.most, after)

    def _less(self, most: core.Core, after: Inquiry | None) -> str | None:
        """Return a message if `most` is greater after the options on offer than after this action.

        Returns `None` if the values are equal, or if one of them is hidden. In the latter case, a doubt is
        added.
        """
        here, greatest = after.value(most) if after is not None else None, self._greatest()
        if here is None or greatest is None:
            self.doubts.append(_Doubt(most, self.voice.less(most, None, "")))
            return None
        return None if here == greatest else self.voice.less(most, str(here), str(greatest))

    def _greatest(self) -> Value | None:
        """Return the known value of `most` after one of the options on offer, or `None` if none is known."""
        for option in self.game.options:
            most, known = self.words.names.actions[option.action].most, self._asked_for(option.action)
            if most is None:
                continue
            specs = self.words.names.actions[option.action].picks
            picks = self.words.program.actions[option.action].picks
            for pick, closed, value in zip(specs, picks, option.values, strict=True):
                seen = self._as_seen(known, pick, closed, value)
                if seen is not None:
                    known.put(pick.slot, seen)
            after = known.after(option.action)
            found = after.value(most) if after is not None else None
            if found is not None:
                return found
        return None

    def _as_seen(self, known: Inquiry, pick: PickSpec, closed: Pick, value: Value) -> Value | None:
        """Convert an option's value to the components that the player who asks sees.

        Returns `None` if that player cannot tell which of several components is meant.
        """
        if known.whole or not closed.component:
            return value
        found: list[int] = []
        members = known.members(pick.source) or ()
        for one in value if isinstance(value, tuple) else (value,):
            same = [c for c in members if c not in found and self._same(pick, closed, one, c)]
            if one != t.NONE and (not same or (len(same) > 1 and not closed.alike)):
                return None
            found.append(one if one == t.NONE else same[0])
        return tuple(found) if isinstance(value, tuple) else found[0]


def _hint(action: str, names: list[str], words: Words) -> str:
    """Suggest the actions whose names are similar to an unknown name, or list all actions."""
    near = nearest(action, names)
    if not near:
        return words.texts.ngettext(
            "the only action here is {actions}",
            "the actions here are {actions}",
            len(names),
            actions=", ".join(names),
        )
    listed = words.any_of(f"`{name}`" for name in near)
    return words.texts.gettext("did you mean {names}?", names=listed)


def _parsed(words: Words, text: str, type_: t.Type) -> int:
    """Return the value that a text denotes.

    Raises `ValueError`. In languages other than English, the message of the error is short.
    """
    try:
        return parse_value(words.names.world, text, type_)
    except ValueError as wrong:
        if words.language == "en":
            raise
        raise ValueError(words.texts.gettext("`{text}` means nothing here", text=text)) from wrong
