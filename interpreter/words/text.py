"""Formats values, options and events for people and for logs. The rules never read these texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from gamespec.compile import Compiled
from gamespec.compile.draft.draft import ActionSpec, Face, PickSpec, Text
from gamespec.expr.fold import printed
from gamespec.model import model as m
from gamespec.program import Pick
from gamespec.program.tables import Head
from gamespec.text.visible import cut
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.world.world import Kind, ZoneRule
from interpreter.engine.machine.explicit import settled_only
from interpreter.inspection import Inspector, inspectable
from interpreter.locale import catalogue, grammatical_number
from interpreter.play.chance import Chance
from interpreter.play.events import Event
from interpreter.play.information import no_record
from interpreter.play.known import recognized
from interpreter.play.observation import Observation, Unknown
from interpreter.play.options import Option, Value, is_place, place
from interpreter.play.result import Result
from interpreter.protocol import Playing
from interpreter.words.answered import filled
from interpreter.words.called import Called, blanks
from interpreter.words.happened import happened
from interpreter.words.held import member
from interpreter.words.information import lines_told
from interpreter.words.keys import keys_of
from interpreter.words.options import texts_of
from interpreter.words.said import reason_in, value_in
from interpreter.words.unknown import back_of, hidden

__all__ = ["Words", "tells"]

_GAPS = re.compile("…{2,}")


class Words:
    """Formats the parts of one program's games in one language.

    Sentences for a player say `you` for that player if `address`, and else use the player's name. `looks` are
    the looks of seats (from 0) that differ from those of the game, because people have chosen them.
    """

    def __init__(
        self,
        compiled: Compiled,
        language: str = "en",
        *,
        address: bool = True,
        looks: Mapping[int, m.NamedLook] | None = None,
    ) -> None:
        self.compiled = compiled
        self.looks: Mapping[int, m.NamedLook] = looks or {}
        self.program = compiled.program
        self.names = compiled.names
        self.language = language
        self.address = address
        self.texts = catalogue(language)
        self._and, self._or = self.texts.gettext("and"), self.texts.gettext("or")
        self._components: dict[int, str] = {}
        self._texts: tuple[tuple[Option, ...], dict[int, str]] = (), {}
        """The options of the last decision whose texts were requested, and these texts by option number."""

    def __repr__(self) -> str:
        return cut(f"<Words of {self.names.game}, language {self.language}>")

    def value(self, type_: t.Type, value: int | tuple[int, ...]) -> str:
        """Format a value, or a tuple of values, of the given type."""
        if isinstance(value, tuple):
            inner = t.element(type_) or type_
            return self.all_of(self.value(inner, x) for x in value) or self.texts.gettext("nothing")
        if value == t.NONE:
            return self.texts.gettext("none")
        match type_:
            case t.Optional(of):
                return self.value(of, value)
            case t.Named("enum", name, first, _):
                kind = self.names.world.kind_of(type_)
                if kind is not None:
                    return self._row(kind, value)
                names = self.names.world.values.labels[name]
                text = self.names.world.texts.get(name, {}).get(names[value - first])
                return text.in_(self.language) if text else names[value - first]
            case t.Named("player"):
                return self.player(value)
            case t.Named("component"):
                return self.component(value)
            case t.Named("spot", name):
                return self.spot(name, value)
            case t.Bool() | t.Named("direction"):
                return value_in(self.texts, self.names.world.values.text(type_, value))
            case _:
                return self.names.world.values.text(type_, value)

    def spot(self, plane: str, spot: int) -> str:
        """Format a spot of a plane by its distances east and south of the centre, and its rotation."""
        x, y, turn = next(p for p in self.names.planes if p.name == plane).spot_at(spot)
        turned = " " + self.texts.gettext("turned {degrees}", degrees=90 * turn) if turn else ""
        return f"({x}, {y}){turned}"

    @cached_property
    def unshown(self) -> frozenset[int]:
        """The numbers of those variables and resources that people never see."""
        game = self.names.world.game
        silent = {v.ident.name for v in game.variables if not v.shown}
        silent |= {r.ident.name for r in game.resources if not r.shown}
        return frozenset(n for n, store in enumerate(self.names.stores) if store.name in silent)

    @cached_property
    def unshown_zones(self) -> frozenset[int]:
        """The numbers of those zones that people never see."""
        silent = {zone.ident.name for zone in self.names.world.game.zones if not zone.shown}
        return frozenset(n for n in range(len(self.program.zones)) if self.rule(n).zone.name in silent)

    @cached_property
    def _called(self) -> Called:
        return Called.of(self.names)

    def phase(self, number: int) -> str:
        """Return the label of a phase, or else its name."""
        name = self.names.phases[number]
        return blanks(name, self._called.phases.get(name), self.language)

    def has_label(self, phase: int) -> bool:
        """Return whether a phase has a label in addition to its name."""
        return self.names.phases[phase] in self._called.phases

    def drawn(self, stream: int, slot: int) -> str:
        """Return the label of a value that chance draws, or else the name of its stream."""
        label = self._called.draws.get(self.names.slots[slot].name)
        return blanks(self.program.streams[stream], label, self.language)

    def called_by_kind(self, c: int) -> str | None:
        """Return the text for any component of a kind, such as `a tile`, if its label says no more.

        That is so if the label is the same for all, or names only the row, which is the author's identifier.
        Returns `None` for other components, and if the author gives the kind no name.
        """
        name = self._kind(c).type.name
        face = self.names.faces.get(name)
        if face is None or name not in self._called.kinds:
            return None
        holes = [hole for _, holes in face.text.by_language.values() for hole in holes]
        plain = all(isinstance(hole, core.Column) and hole.name == "row" for hole in holes)
        return self.kind(name) if plain else None

    def is_part(self, type_: t.Type) -> bool:
        """Return whether a type is that of parts that are printed on components."""
        return isinstance(type_, t.Named) and type_.sort == "part"

    def kind(self, name: str) -> str:
        """Return the text for an unknown component or part of a kind, such as `a card`.

        If the author gives none, it is the name of the kind.
        """
        text = self._called.kinds.get(name)
        forms = {} if text is None else text.forms.get(text.chosen(self.language), {})
        return forms.get(grammatical_number(self.language, 1)) or blanks(name, text, self.language)

    def counted(self, kind: str, what: str, count: int) -> str | None:
        """Return the text for several unknown components, such as `2 cards`.

        `what` is the text for one of them (see `some`). Returns `None` for a single component, and if the
        author gives the name of the kind no plural forms.
        """
        text = self._called.kinds.get(kind)
        language = "" if text is None else text.chosen(self.language)
        if text is None or count == 1 or language not in text.forms:
            return None
        forms = text.forms[language]
        name = forms.get(grammatical_number(language, count), forms["other"])
        return f"{count} {name}{what.removeprefix(self.kind(kind))}"

    def several(self, kind: str) -> str | None:
        """Return the plural of the name of a kind, such as `cards`, or `None` if it has no plural."""
        text = self._called.kinds.get(kind)
        forms = {} if text is None else text.forms.get(text.chosen(self.language), {})
        return forms.get("other")

    def attribute(self, kind: str, name: str) -> str:
        """Return the name of an attribute that belongs to a kind of components or parts, or to a table."""
        return blanks(name, self._called.attributes.get((kind, name)), self.language)

    def is_shown(self, kind: str, attribute: str) -> bool:
        """Return whether people see the given attribute of a kind."""
        return (kind, attribute) not in self._called.hidden

    def space(self, name: str) -> str:
        """Return the label of a space, or else its name."""
        return blanks(name, self._called.spaces.get(name), self.language)

    def pick(self, spec: PickSpec) -> str:
        """Return the label of a pick, or else its name, which says what the chosen value is for."""
        return blanks(spec.slot.name, spec.label, self.language)

    def action(self, spec: ActionSpec) -> str:
        """Return the text of an action without its values.

        This is its label with `…` for each value or, without a label, its name. Remarks that a condition
        adds are left out.
        """
        if spec.label is not None:
            by_language = spec.label.by_language
            template, _ = by_language.get(self.language) or next(iter(by_language.values()))
            gaps = ["" if said is not None and "" in said else "…" for said in template.choices]
            text = "".join(map("".join, zip(template.literals, [*gaps, ""], strict=True))).strip()
            text = _GAPS.sub("…", text)
            if text.strip("… "):
                return text
        return spec.name.replace("_", " ")

    def player(self, seat: int) -> str:
        """Return the name of the player in a seat (from 0), or else the language's name, such as `p1`."""
        chosen = self.looks.get(seat)
        if chosen is not None and chosen.name is not None:
            return chosen.name.in_(self.language)
        return self._called.player(seat, self.language)

    def all_of(self, texts: Iterable[str]) -> str:
        """Join texts with "and", as in `4 and 5`. The result is "" if there are no texts."""
        return f" {self._and} ".join(texts)

    def any_of(self, texts: Iterable[str]) -> str:
        """Join texts with "or", as in `4 or 5`."""
        return f" {self._or} ".join(texts)

    def component(self, c: int) -> str:
        """Return the label of a component, or else its name."""
        if c not in self._components:
            kind = self._kind(c)
            name = kind.names[c - kind.type.first]
            face = self.names.faces.get(kind.type.name)
            self._components[c] = self._label(face, c) if face is not None else _without_copy(name, kind)
        return self._components[c]

    def _row(self, kind: Kind, row: int) -> str:
        """Return the label that the components of a row share, or else the name of the row.

        If the label depends on the owner of a component, the components have no label in common.
        """
        _, rows = kind.columns["row"]
        face = self.names.faces.get(kind.type.name)
        if face is None or row not in rows or _says_whose(face):
            return self.names.world.values.text(kind.row, row)
        return self.component(kind.type.first + rows.index(row))

    def _label(self, face: Face, c: int) -> str:
        by_language = face.text.by_language
        template, holes = by_language.get(self.language) or next(iter(by_language.values()))
        values = [(hole.type, printed(hole, {face.slot: c})) for hole in holes]
        said = self.names.world.game.view.components.get(self._kind(c).type.name)
        zeros = said is None or said.zeros
        text = filled(
            template,
            [
                (self._in_a_label(type_, value, zeros=zeros) if choice is None else choice[not value])
                for (type_, value), choice in zip(values, template.choices, strict=True)
            ],
        )
        return text if zeros else " ".join(text.split())

    def _in_a_label(self, type_: t.Type, value: int | tuple[int, ...], *, zeros: bool) -> str:
        """Format a value within the label of a component. A row is shown by its name.

        Without `zeros`, a number that is 0 is left out, as it is not printed on the component either.
        """
        if value == 0 and not zeros and isinstance(t.strip(type_), t.Int):
            return ""
        if isinstance(value, int) and isinstance(type_, t.Named) and self.names.world.kind_of(type_):
            return self.names.world.values.text(type_, value)
        return self.value(type_, value)

    def known_value(self, type_: t.Type, value: Value, inspector: Inspector, player: int) -> str:
        """Format a value in terms that a player knows.

        A component that the player does not know is described by its zone.
        """
        if isinstance(value, tuple):
            inner = t.element(type_) or type_
            return self.all_of(self.known_value(inner, x, inspector, player) for x in value)
        base, p, layout = t.strip(type_), inspector.position, self.program.layout
        component = isinstance(base, t.Named) and base.sort == "component" and value != t.NONE
        if not component or player < 0 or recognized(self.program, p, value) >> player & 1:
            return self.value(type_, value)
        zone = p[layout.zone_of + value]
        return self.lying(zone, inspector.contents(zone).index(value))

    def lying(self, zone: int, index: int) -> str:
        """Describe an unknown component by its zone and, if the zone is ordered, its place.

        `index` is the place in the zone, counted from 0.
        """
        number = f" {index + 1}" if self.program.zones[zone].ordered else ""
        kind = self.rule(zone).kind.name
        if kind in self._called.kinds:
            return f"{self.kind(kind)} ({self.zone(zone)}{number})"
        return f"{self.kind(kind)}{number} ({self.zone(zone)})"

    def at_place(self, zone: int, index: int, where: str) -> str:
        """Describe the unknown component at a place of a zone, for a sentence about that place.

        `index` is the place in the zone, counted from 0, and `where` is the text for the zone.
        """
        kind = self.rule(zone).kind.name
        if kind in self._called.kinds:
            return f"{self.kind(kind)} ({where}, {index + 1})"
        return self.texts.gettext("{what} of {where}", what=f"{self.kind(kind)} {index + 1}", where=where)

    def chosen(self, pick: Pick, type_: t.Type, value: Value, single: Callable[[t.Type, int], str]) -> str:
        """Format the value of a pick. Places are described by their zones, other values by `single`."""
        inner = t.element(type_) or type_ if isinstance(value, tuple) else type_
        values = value if isinstance(value, tuple) else (value,)
        parts = [
            self.lying(*place(pick, v)) if pick.hidden and is_place(v) else single(inner, v) for v in values
        ]
        return self.all_of(parts) or self.texts.gettext("nothing")

    def template(
        self, text: Text, inspector: Inspector, unseen: Mapping[core.Slot, str] | None = None
    ) -> str:
        """Fill in the expressions of a text with their values, as far as the acting player can tell them.

        `unseen` maps the locals that hold components chosen unseen to the texts for them. Nothing else about
        these components is shown.
        """
        template, holes = text.by_language.get(self.language) or next(iter(text.by_language.values()))
        player, hidden = inspector.position[Head.ME], unseen or {}
        values: list[str] = []
        for hole, choice in zip(holes, template.choices, strict=True):
            if choice is not None:
                values.append("" if tells(hole, hidden) else choice[not inspector.holds(hole)])
            elif isinstance(hole, core.Local) and hole.slot in hidden:
                values.append(hidden[hole.slot])
            elif tells(hole, hidden):
                values.append(self.texts.gettext("hidden"))
            else:
                values.append(self.known_value(hole.type, inspector.value(hole), inspector, player))
        return filled(template, values)

    def option(self, game: Playing, option: Option) -> str:
        """Return the text of an option on offer, which is its label or else its name and values.

        No other option of the decision has the same text. Raises `Fault`.
        """
        options = game.options
        if self._texts[0] is not options:
            self._texts = options, texts_of(self, inspectable(self.compiled.program, game))
        return self._texts[1][option.number]

    def plane_of(self, part: t.Named) -> int | None:
        """Return the number of the plane whose tiles have parts of this type, or `None` for other types."""
        planes = {s.ident.name: s for s in self.names.world.game.spaces if isinstance(s, m.Plane)}
        parts = (planes[plane.name].parts.name for plane in self.names.planes)
        return next((i for i, name in enumerate(parts) if name == part.name), None)

    def prompt(self, game: Playing) -> str:
        """Return the prompt of the pending decision, or "" if the game is over. Raises `Fault`."""
        decision = game.decision
        if decision is None:
            return ""
        site = self.names.sites[decision.site]
        if site.prompt is not None:
            inspected = inspectable(self.compiled.program, game)
            with settled_only(inspected.place):
                return self.template(site.prompt, Inspector.of(self.compiled, inspected))
        if site.branches and site.branches[0].routine is None:
            names = ", ".join(map(self.pick, site.branches[0].picks))
            return self.texts.gettext("choose {what}", what=names)
        return self.texts.gettext("choose an action")

    def reason(self, outcome: int) -> str:
        """Return the reason why a game is over.

        The reason is the label of an entry of `end`, or the text for `finished`, `limit` or `truncated`.
        """
        name = self.names.reason(outcome)
        if outcome >= Head.END:
            return blanks(name, self._called.ends.get(name), self.language)
        return reason_in(self.texts, name)

    def score_parts(self, result: Result) -> dict[str, tuple[int, ...]]:
        """Return, for each named part of the score, its values by seat."""
        names = self.score_names
        return dict(zip(names, zip(*result.parts, strict=True), strict=True)) if names else {}

    @property
    def score_names(self) -> list[str]:
        """The names of the named parts of the score."""
        labelled = ((part.ident, part.label) for part in self.names.score if part.ident is not None)
        return [label.in_(self.language) if label else ident.name for ident, label in labelled]

    def chance(self, chance: Chance) -> tuple[str, t.Type]:
        """Return the name of the stream or zone that a chance node is about, and the type of its outcomes."""
        if chance.stream is not None and chance.slot is not None:
            return self.program.streams[chance.stream], self.single(chance.slot)
        assert chance.zone is not None  # noqa: S101 - else a place in a zone is settled
        rule = self.rule(chance.zone)
        return rule.zone.name, rule.kind

    def single(self, slot: int) -> t.Type:
        """Return the type of a single value that is drawn into a slot.

        If the slot holds a list, this is the type of the list's members.
        """
        type_ = self.names.slots[slot].type
        return t.element(type_) or type_

    def rule(self, zone: int) -> ZoneRule:
        """Return the declaration to which a zone belongs."""
        return self.names.families[self.program.zones[zone].family]

    def zone(self, number: int) -> str:
        """Return the name of a zone together with its keys."""
        rule, name = self.rule(number), self.zone_family(number)
        keys = self.keys(rule.zone.keys, rule.zone.dims, number - rule.zone.first)
        return f"{name}[{keys}]" if keys else name

    def zone_family(self, number: int) -> str:
        """Return the name of a zone without its keys."""
        rule = self.rule(number)
        return rule.label.in_(self.language) if rule.label else rule.zone.name

    def keys(self, types: tuple[t.Type, ...], dims: tuple[tuple[int, int], ...], index: int) -> str:
        """Format the keys that a member has in its family, such as `p1, spice`.

        `dims` contains the first value and the number of values for each key.
        """
        return ", ".join(self.value(x, v) for x, v in zip(types, keys_of(dims, index), strict=True))

    def event(self, event: Event, player: int | None = None) -> str | None:
        """Return what a player can tell about an event, or `None` if that is nothing.

        If the player is `None`, everything is told. `EVERYBODY` stands for what all players can tell.
        """
        return happened(self, event, player)

    def information_state(self, game: Playing, player: int) -> list[str]:
        """Return the information state of a player (the seat, from 0) as lines of text.

        Equal information states have equal lines. Raises `ValueError` if the game keeps no record.
        """
        if game.record is None:
            raise no_record()
        return list(lines_told(self, game.events, player))

    def some(self, c: int, *zones: int) -> str:
        """Describe an unknown component that moves between `zones` by its kind and its back."""
        back, name = ", ".join(back_of(self, c, *zones)), self._kind(c).type.name
        return f"{self.kind(name)} ({back})" if back else self.kind(name)

    def _kind(self, c: int) -> Kind:
        return next(k for k in self.names.world.kinds.values() if 0 <= c - k.type.first < k.type.size)

    def describe(self, game: Playing, player: int) -> str:
        """Return a description of what a player (from 0) can tell about a position, in several lines.

        Empty zones are omitted, and so are variables and resources with the value `none` or 0.
        """
        seen = game.observation(player)
        lines: list[str] = []
        for rule in self.names.families:
            if rule.zone.first not in self.unshown_zones:
                lines += self._zone_lines(rule, seen)
        at = 0
        for number, store in enumerate(self.names.stores):
            shown = [
                f"{member(self, number, i)} {self.value(store.type, seen.values[at + i])}"
                for i in range(store.count)
                if number not in self.unshown
                and not seen.hidden[at + i]
                and seen.values[at + i] not in {t.NONE, 0}
            ]
            lines += [", ".join(shown)] if shown else []
            at += len(self.program.stores[number].start)
        return "\n".join(lines)

    def contents(self, seen: Observation, zone: int) -> list[tuple[bool, str]]:
        """Return, for each component of a zone in an observation, whether it is known, and its name."""
        lying = seen.zones[zone]
        told = seen.unknown[zone] or ((),) * len(lying)
        return [
            (False, hidden(self, more, zone)) if c == Unknown else (True, self.component(c))
            for c, more in zip(lying, told, strict=True)
        ]

    def _zone_lines(self, rule: ZoneRule, seen: Observation) -> list[str]:
        """Return the lines for the zones of one family.

        If each zone can hold only one component, the zones share a line.
        """
        filled: list[str] = []
        for number in range(rule.zone.first, rule.zone.first + rule.zone.count):
            contents = self.contents(seen, number)
            if not contents:
                continue
            known = Counter(name for known, name in contents if known)
            unknown = Counter(name for known, name in contents if not known)
            parts = [f"{n} x {k}" if n > 1 else k for k, n in known.items()]
            parts += [f"{n} {text}" for text, n in unknown.items()]
            filled.append(f"{self.zone(number)}: {', '.join(parts)}")
        if rule.capacity == 1 and len(filled) > 1:
            label = rule.label.in_(self.language) if rule.label else rule.zone.name
            cells = (line.removeprefix(f"{label}[").replace("]: ", " ", 1) for line in filled)
            return [f"{label}: " + "; ".join(cells)]
        return filled


def _without_copy(name: str, kind: Kind) -> str:
    """Return the name that all copies of a component share.

    If nothing is printed on the copies, the name includes their kind.
    """
    stem = name.partition("#")[0]
    return f"{stem}{kind.type.name}" if not stem or stem.endswith("_") else stem


def _says_whose(face: Face) -> bool:
    """Return whether a label mentions the owner of a component."""
    left = [hole for _, holes in face.text.by_language.values() for hole in holes]
    while left:
        node = left.pop()
        match node:
            case core.Column(of=core.Local(slot=slot), name="owner") if slot is face.slot:
                return True
            case _:
                pass
        left += core.children(node)
    return False


def tells(node: core.Core, unseen: Mapping[core.Slot, str]) -> bool:
    """Return whether the value of an expression may reveal something about components chosen unseen.

    Neither the number of these components nor the zone in which one of them lies counts as revealing.
    """
    match node:
        case core.Local(slot=slot):
            return slot in unseen
        case core.BuiltIn(name="key" | "size", args=(core.Local(),)):
            return False
        case _:
            return any(tells(part, unseen) for part in core.children(node))
