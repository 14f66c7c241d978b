"""Values, options and events in words, for people and for logs; nothing here is ever read by rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

from gamespec.expr import core
from gamespec.expr import types as t
from gamespec.expr.fold import printed
from gamespec.compile.draft import Face, Head, Site, Text
from gamespec.world import ZoneRule
from interpreter.engine.decision import Option
from interpreter.engine.events import (
    Changed,
    Decided,
    Drew,
    Ended,
    Event,
    Laid,
    Moved,
    PhaseBegan,
    Revealed,
    Shuffled,
    Transferred,
    TurnBegan,
)
from interpreter.engine.fuel import refill
from interpreter.engine.knowledge import Observation, Unknown, observe
from interpreter.engine.position import put_local

if TYPE_CHECKING:
    from interpreter.engine.machine import Machine

__all__ = ["Texts", "describe"]


_WORDS = {
    "de": {
        "and": "und",
        "nothing": "nichts",
        "none": "nichts",
        "choose {}": "{} wählen",
        "choose an action": "Aktion wählen",
    }
}
"""What the engine itself says, by language; in a language that is not here it is English."""


class Texts:
    """Words in one language, for the games of one machine."""

    def __init__(self, machine: Machine, language: str = "en") -> None:
        self.machine = machine
        self.program = machine.program
        self.world = machine.program.world
        self.language = language
        self._components: dict[int, str] = {}

    def value(self, type_: t.Type, value: int | tuple[int, ...]) -> str:
        """A value, or several, as people call it."""
        if isinstance(value, tuple):
            inner = t.element(type_) or type_
            return f" {self.word('and')} ".join(self.value(inner, x) for x in value) or self.word("nothing")
        if value == t.NONE:
            return self.word("none")
        match type_:
            case t.Optional(of):
                return self.value(of, value)
            case t.Named("enum", name, first, _):
                names = self.world.labels[name]
                text = self.world.texts.get(name, {}).get(names[value - first])
                return text.in_(self.language) if text else names[value - first]
            case t.Named("player"):
                return f"p{value + 1}"
            case t.Named("component"):
                return self.component(value)
            case _:
                return self.world.value_text(type_, value)

    def word(self, text: str) -> str:
        """A word of ours in the language."""
        return _WORDS.get(self.language, {}).get(text, text)

    def component(self, c: int) -> str:
        """A component by its kind's label, else by its name."""
        if c not in self._components:
            kind = next(k for k in self.world.kinds.values() if 0 <= c - k.type.first < k.type.size)
            name = kind.names[c - kind.type.first]
            face = self.program.labels.get(kind.type.name)
            self._components[c] = self._label(face, c) if face is not None else name.partition("#")[0]
        return self._components[c]

    def _label(self, face: Face, c: int) -> str:
        kind = next(k for k in self.world.kinds.values() if 0 <= c - k.type.first < k.type.size)
        by_language = face.text.by_language
        template, holes = by_language.get(self.language) or next(iter(by_language.values()))
        known = {slot: kind.columns[name][1][c - kind.type.first] for name, slot in face.printed.items()}
        return _fill(template.literals, [self.value(h.type, printed(h, known)) for h in holes])

    def known_value(self, type_: t.Type, value: int | tuple[int, ...], p: list[int], player: int) -> str:
        """A value as a player can call it: a component that the player does not know by where it lies."""
        if isinstance(value, tuple):
            inner = t.element(type_) or type_
            return f" {self.word('and')} ".join(self.known_value(inner, x, p, player) for x in value)
        base = t.strip(type_)
        component = isinstance(base, t.Named) and base.sort == "component" and value != t.NONE
        if not component or player < 0 or p[self.program.layout.known + value] >> player & 1:
            return self.value(type_, value)
        zone = p[self.program.layout.zone_of + value]
        place = self.machine.atoms.contents(p, zone).index(value) + 1
        return f"{self._kind(value)} {place} ({self.zone(zone)})"

    def template(self, text: Text, p: list[int]) -> str:
        """A text with the values of its expressions in a position, as who acts in it can tell them."""
        template, holes = text.by_language.get(self.language) or next(iter(text.by_language.values()))
        values = [self._hole(h, p) for h in holes]
        return _fill(template.literals, values)

    def _hole(self, node: core.Core, p: list[int]) -> str:
        value, player = self.machine.evaluator.asked(node, p), p[Head.ME]
        if isinstance(node.type, t.ListType):
            value = tuple(value)
        return self.known_value(node.type, value, p, player)

    def option(self, option: Option, p: list[int]) -> str:
        """An option as it is shown: its label, else its name and values."""
        spec = option.spec
        if spec.label is not None:
            with_values = p[:]
            refill(self.machine.evaluator.scratch)
            hand_over = self.machine.giver(self.machine.pending(p).site, spec) if spec.given else None
            if hand_over is not None:
                hand_over(with_values)
            for pick, value in zip(spec.picks, option.value_tuple, strict=True):
                put_local(with_values, pick.slot.at, value)
            return self.template(spec.label, with_values)
        values = ", ".join(
            self.known_value(pick.slot.type, value, p, p[Head.ME])
            for pick, value in zip(spec.picks, option.value_tuple, strict=True)
        )
        if spec.routine is None:
            return values
        return f"{spec.name.replace('_', ' ')} {values}".rstrip()

    def prompt(self, site: Site, p: list[int]) -> str:
        """What is asked."""
        if site.prompt is not None:
            return self.template(site.prompt, p)
        if site.branches and site.branches[0].routine is None:
            names = ", ".join(pick.slot.name.replace("_", " ") for pick in site.branches[0].picks)
            return self.word("choose {}").format(names)
        return self.word("choose an action")

    def zone(self, number: int) -> str:
        """A zone with its key."""
        rule = self.program.zone_rules[number]
        name = rule.label.in_(self.language) if rule.label else rule.zone.name
        keys = self._keys(rule.zone.keys, rule.zone.dims, number - rule.zone.first)
        return f"{name}[{keys}]" if keys else name

    def member(self, store: core.Store, index: int) -> str:
        """A variable's or resource's member."""
        if index >= store.count:
            return f"{store.name}.bank"
        keys = self._keys(store.keys, store.dims, index)
        return f"{store.name}[{keys}]" if keys else store.name

    def _keys(self, types: tuple[t.Type, ...], dims: tuple[tuple[int, int], ...], index: int) -> str:
        values: list[int] = []
        for first, size in reversed(dims):
            values.append(first + index % size)
            index //= size
        return ", ".join(self.value(x, v) for x, v in zip(types, reversed(values), strict=True))

    def event(self, event: Event, player: int | None = None) -> str | None:  # noqa: C901, PLR0912 - a case an event
        """What a player (everybody who knows all, if `None`) can tell of an event; `None`: nothing."""

        def known(seen: int) -> bool:
            return player is None or bool(seen & (1 << player))

        match event:
            case Moved(c, source, target, seen):
                what = self.component(c) if known(seen) else f"a {self._kind(c)}"
                return f"{what}: {self.zone(source)} → {self.zone(target)}"
            case Changed(store, index, before, after, seen):
                if not known(seen):
                    return None
                a, b = (self.value(store.type, v) for v in (before, after))
                return f"{self.member(store, index)}: {a} → {b}"
            case Transferred(store, amount, source, target):
                return f"{amount} {store.name}: {self.member(store, source)} → {self.member(store, target)}"
            case Laid(plane, tile, spot):
                return f"{self.component(tile)} lies at {self.world.planes[plane].spot_name(spot)}"
            case Shuffled(zone):
                return f"{self.zone(zone)} is shuffled"
            case Revealed(c, seen):
                return f"{self.component(c)} is revealed" if known(seen) else None
            case Drew(name, type_, value):
                return f"{name}: {self.value(type_, value)} by chance"
            case Decided():
                return self._decided(event, player, known)
            case PhaseBegan(phase):
                return f"phase {self.program.phases[phase].name}"
            case TurnBegan(who):
                return f"turn of {self.value(self.world.player, who)}"
            case Ended(outcome):
                return f"the game is over: {self._reason(outcome)}"
            case _:
                assert_never(event)

    def _decided(self, event: Decided, player: int | None, known: Callable[[int], bool]) -> str:
        who = self.value(self.world.player, event.player)
        if event.secret and player not in {None, event.player}:
            return f"{who} has decided"
        values = ", ".join(
            f"{pick.slot.name} {self.value(pick.slot.type, value) if known(seen) else 'hidden'}"
            for pick, value, seen in zip(event.spec.picks, event.values, event.seen, strict=True)
        )
        name = event.spec.name.replace("_", " ") if event.spec.routine is not None else "chose"
        return f"{who}: {name} {values}".rstrip()

    def _kind(self, c: int) -> str:
        return next(n for n, k in self.world.kinds.items() if 0 <= c - k.type.first < k.type.size)

    def _reason(self, outcome: int) -> str:
        if outcome >= Head.END:
            return self.program.end[outcome - Head.END].name
        return "finished" if outcome == Head.FINISHED else "limit of decisions"


def describe(machine: Machine, p: list[int], player: int, texts: Texts) -> str:
    """What a player (the seat, from 0) can tell of a position, in lines; what is empty is left out."""
    program = machine.program
    seen = observe(program, machine.atoms, p, player)
    lines: list[str] = []
    for name, rule in program.world.zones.items():
        lines += _zone_lines(texts, name, rule, seen)
    at = 0
    for name, store in program.world.stores.items():
        count = store.count + (name in program.world.resources)
        shown = [
            f"{texts.member(store, i)} {texts.value(store.type, seen.values[at + i])}"
            for i in range(store.count)
            if not seen.hidden[at + i] and seen.values[at + i] not in {t.NONE, 0}
        ]
        lines += [", ".join(shown)] if shown else []
        at += count
    return "\n".join(lines)


def _zone_lines(texts: Texts, name: str, rule: ZoneRule, seen: Observation) -> list[str]:
    """The zones of a family; one that is spread over many places in a single line."""
    filled: list[str] = []
    for number in range(rule.zone.first, rule.zone.first + rule.zone.count):
        contents = seen.zones[number]
        if not contents:
            continue
        known = [texts.component(c) for c in contents if c != Unknown]
        hidden = len(contents) - len(known)
        parts = [f"{n} x {k}" if n > 1 else k for k, n in Counter(known).items()]
        parts += [f"{hidden} hidden"] if hidden else []
        filled.append(f"{texts.zone(number)}: {', '.join(parts)}")
    if rule.capacity == 1 and len(filled) > 1:
        label = rule.label.in_(texts.language) if rule.label else name
        return [f"{label}: " + "; ".join(x.removeprefix(f"{label}[").replace("]: ", " ", 1) for x in filled)]
    return filled


def _fill(literals: tuple[str, ...], values: list[str]) -> str:
    parts = [literals[0]]
    for value, literal in zip(values, literals[1:], strict=True):
        parts += [value, literal]
    return "".join(parts)
