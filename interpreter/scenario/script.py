"""Reads the answers and assertions of a scenario, binding names and typing values with its program.

Every accepted assertion can fail. A condition that contains no name of the game, or whose truth follows from
the types of its parts, says nothing about the rules and is a mistake (GS128).
"""

from __future__ import annotations

import re
from collections import Counter
from typing import assert_never

from gamespec.compile import Compiled
from gamespec.description.reader import entries
from gamespec.description.syntax import parse_expression
from gamespec.documents.document import Scalar, Sequence
from gamespec.expr.elaborate import elaborate
from gamespec.expr.fold import NotConstant, constant_value
from gamespec.expr.scope import MeUse
from gamespec.model import scenarios as s
from gamespec.program import Program
from gamespec.program.instructions import Decide, Throw
from gamespec.resolve import scope_apart
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Span
from gamespec.text.suggest import did_you_mean
from gamespec.trees import core
from gamespec.trees import types as t
from interpreter.scenario.answers import CHOOSE, read_answer, read_player, read_value
from interpreter.scenario.entries import (
    NOBODY,
    Asked,
    Condition,
    Draw,
    Ended,
    Given,
    Item,
    Known,
    Offered,
    Places,
    Scores,
    Script,
    Subject,
)
from interpreter.scenario.knowledge import read_subject
from interpreter.scenario.prepare import Setting

__all__ = ["read_script"]


def read_script(setting: Setting, found: Collector) -> Script:
    """Read the answers and assertions of a scenario. Entries with mistakes are reported and omitted."""
    reader = _Reader(setting.compiled, setting.given, found)
    done = tuple(item for said in setting.said.when if (item := reader.event(said)) is not None)
    asked = tuple(item for said in setting.said.then if (item := reader.asked(said)) is not None)
    return Script(done, asked, reader.draws)


def _scalars(node: Sequence) -> tuple[Scalar, ...]:
    return tuple(item for item in node.items if isinstance(item, Scalar))


class _Reader:
    def __init__(self, compiled: Compiled, given: Program | None, found: Collector) -> None:
        self.compiled = compiled
        self.found = found
        self.draws: dict[str, list[Draw]] = {}
        ordered = {n for n, zone in enumerate(compiled.program.zones) if zone.ordered}
        programs = (compiled.program,) if given is None else (compiled.program, given)
        self._shuffled = {
            program.streams[zone.stream]
            for program in programs
            for n, zone in enumerate(program.zones)
            if n in ordered and zone.stream >= 0
        }
        self._throws = [
            (program.streams[i.stream], compiled.slots[i.slot].type)
            for program in programs
            for i in program.code
            if isinstance(i, Throw)
        ]

    def event(self, said: s.Event) -> Item | None:
        """Read an entry of `when`. An outcome of chance is added to `draws`, and the result is `None`."""
        match said:
            case s.ExpectDecl(expect=condition):
                return self._condition(condition)
            case s.ChanceDecl(chance=of, outcome=outcome):
                if isinstance(outcome, Sequence):
                    self._shuffle(of, outcome)
                else:
                    self._draw(of, outcome)
                return None
            case s.OutcomeDecl():
                return self.asked(said)
            case s.AnswerDecl():
                answer = read_answer(self.compiled, said, None, self.found)
                return Given(answer) if answer is not None else None
            case _:
                assert_never(said)

    def asked(self, said: s.OutcomeDecl) -> Item | None:
        """Read an entry of `then`, or an assertion in `when`."""
        keys = [e.key for e in entries(said.node) if e.key.text != "by"]
        if len(keys) > 1:
            both = " and ".join(f"`{key.text}`" for key in keys)
            self.found.report("GS127", f"{both} exclude each other", keys[1].span)
            return None
        span = said.node.span
        match said:
            case s.OutcomeDecl(condition=Scalar() as condition):
                return self._condition(condition)
            case s.OutcomeDecl(asked=(Scalar() | Sequence()) as question):
                return self._question(question, said.by)
            case s.OutcomeDecl(ended=bool() as over):
                return Ended(span, over)
            case s.OutcomeDecl(places=tuple() as places):
                return self._places(keys[0].span, places)
            case s.OutcomeDecl(score=tuple() as score):
                return Scores(span, self._numbers(score), self._parts(score))
            case s.OutcomeDecl(knows=tuple() as known) | s.OutcomeDecl(hidden=tuple() as known):
                return Known(span, self._known(known), said.hidden is not None)
            case (
                s.OutcomeDecl(offered=s.NamedAnswer() as answer)
                | s.OutcomeDecl(refused=s.NamedAnswer() as answer)
            ):
                read = read_answer(self.compiled, answer, said.by, self.found)
                return Offered(span, read, said.refused is not None) if read is not None else None
            case _:
                message = "the schema lets no such entry pass here"
                raise AssertionError(message)

    def _condition(self, scalar: Scalar) -> Condition | None:
        before = self.found.errors
        expression = parse_expression(scalar, self.found)
        if expression is None:
            return None
        me, world = MeUse(available=True), self.compiled.world
        node = elaborate(expression, scope_apart(world, expression.source, self.found, me), t.BOOL)
        if self.found.errors > before:
            return None
        if not me.used and not any(
            name in world.symbols or name in world.values or f"{name}#1" in world.values
            for name in re.findall(r"[a-z]\w*", expression.span.text)
        ):
            self.found.report("GS128", "this says nothing of the game", scalar.span)
        for part in _parts(node):
            if _certain(part) is True:
                message, cure = "this holds in every position", "say what holds only if the rules are kept"
                self.found.report("GS128", message, part.span, help=cure)
        return Condition(scalar.span, node, me.used)

    def _question(self, node: Scalar | Sequence, by: s.Unparsed | None) -> Asked | None:
        actions = [s.name for s in self.compiled.names.actions if s.routine is not None]
        decides = [i for i in self.compiled.program.code if isinstance(i, Decide)]
        steps = [self.compiled.names.sites[i.site].name for i in decides]
        exactly = isinstance(node, Sequence)
        known = list(dict.fromkeys([*actions, CHOOSE, *(() if exactly else (*steps, NOBODY))]))
        written = _scalars(node) if isinstance(node, Sequence) else (node,)
        for name in written:
            if name.text not in known:
                hint = did_you_mean(name.text, known)
                self.found.report("GS201", f"there is no question `{name.text}`", name.span, help=hint)
        if not exactly and written[0].text == NOBODY and by is not None:
            self.found.report("GS127", "`nobody` and `by` exclude each other", by.span)
        player = read_player(self.compiled, by, self.found)
        return Asked(node.span, tuple(name.text for name in written), exactly, player)

    def _places(self, span: Span, said: s.Numbers) -> Places:
        places = self._numbers(said)
        players = range(self.compiled.program.players)
        missing = [f"`seat({p + 1})`" for p in players if p not in {player for _, player, _ in places}]
        if missing and not self.found.errors:
            self.found.report("GS121", f"missing place of {', '.join(missing)}", span)
        return Places(span, places)

    def _player(self, node: s.Unparsed) -> int | None:
        player = read_value(self.compiled, node, self.compiled.world.player, self.found)
        return player if isinstance(player, int) else None

    def _numbers(self, said: s.Numbers) -> tuple[tuple[Span, int, int], ...]:
        """Read numbers by player, and report players who occur more than once.

        Each number in the result is preceded by the span and the seat of the player.
        """
        numbers: dict[int, tuple[Span, int, int]] = {}
        for key, number in said:
            player = self._player(key)
            if player is None or not isinstance(number, int):
                continue
            if player in numbers:
                self.found.report("GS103", f"`seat({player + 1})` twice", key.span)
            numbers[player] = (key.span, player, number)
        return tuple(numbers.values())

    def _parts(self, said: s.Numbers) -> dict[int, tuple[tuple[Span, int, int], ...]]:
        """Read values for the parts of the score, by the number of the part and then by player."""
        names = [part.ident.name for part in self.compiled.names.score if part.ident is not None]
        parts: dict[int, tuple[tuple[Span, int, int], ...]] = {}
        for key, numbers in said:
            player = self._player(key)
            for part, number in numbers if isinstance(numbers, tuple) else ():
                if part.name not in names:
                    hint = did_you_mean(part.name, names)
                    self.found.report("GS201", f"the score has no part `{part}`", part.span, help=hint)
                elif player is not None:
                    which = names.index(part.name)
                    parts[which] = (*parts.get(which, ()), (part.span, player, number))
        return parts

    def _known(self, said: s.Knowledge) -> tuple[tuple[int, tuple[Subject, ...]], ...]:
        """Read the subjects that each player knows, and report players who occur more than once."""
        known: dict[int, tuple[Subject, ...]] = {}
        for key, things in said:
            player = self._player(key)
            if player is None:
                continue
            if player in known:
                self.found.report("GS103", f"`seat({player + 1})` twice", key.span)
            read = [read_subject(self.compiled, thing, self.found) for thing in things]
            known[player] = tuple(subject for subject in read if subject is not None)
        return tuple(known.items())

    def _draw(self, stream: Scalar, value: Scalar) -> None:
        types = dict.fromkeys(type_ for name, type_ in self._throws if name == stream.text)
        if not types:
            known = list(dict.fromkeys(name for name, _ in self._throws))
            hint: str | None = did_you_mean(stream.text, known)
            if hint is None and known:
                hint = f"the streams are {', '.join(f'`{name}`' for name in known)}"
            if stream.text in self.compiled.program.streams:
                zone = self.compiled.world.zones[stream.text.partition("[")[0]]
                hint = "say what a shuffle brings by a list, from the top: `is: [one, another]`"
                if not zone.ordered:
                    hint = "name in the answer what is drawn"
            message = f"no `random` step draws from a stream `{stream.text}`"
            self.found.report("GS201", message, stream.span, help=hint)
            return
        mistakes: list[Collector] = []
        for type_ in types:
            mistakes.append(Collector())
            drawn = read_value(self.compiled, value, type_, mistakes[-1])
            if isinstance(drawn, int):
                self.draws.setdefault(stream.text, []).append(Draw(stream.span.to(value.span), drawn))
                return
        for one in mistakes[:1]:
            self.found.take(one)

    def _shuffle(self, written: Scalar, values: Sequence) -> None:
        """Read the components that the next shuffle of a zone puts on top."""
        expression = parse_expression(written, self.found)
        if expression is None:
            return
        world = self.compiled.world
        scope = scope_apart(world, expression.source, self.found, MeUse(available=False))
        zone = elaborate(expression, scope)
        if not isinstance(zone.type, t.ZoneType):
            if not isinstance(zone.type, t.Bad):
                message = f"a shuffle is of a zone, this is {t.a(zone.type)}"
                self.found.report("GS302", message, written.span)
            return
        stream = self._stream(zone)
        if stream is None:
            self.found.report("GS201", f"no step shuffles `{written.text}`", written.span)
            return
        read = [
            (item, read_value(self.compiled, item, zone.type.of, self.found)) for item in _scalars(values)
        ]
        components = tuple(value for _, value in read if isinstance(value, int))
        alike, met = self.compiled.program.alike, Counter[int]()
        for item, value in read:
            if isinstance(value, int):
                met[alike[value]] += 1
                if met[alike[value]] > alike.count(alike[value]):
                    self.found.report("GS103", f"`{item.text}` twice", item.span)
        if len(components) == len(values.items):
            spans = tuple(item.span for item, _ in read)
            draw = Draw(written.span.to(values.span), components, spans)
            self.draws.setdefault(stream, []).append(draw)

    def _stream(self, zone: core.Core) -> str | None:
        """Return the name of the stream that shuffles a zone, or `None` if no step may shuffle it."""
        if not isinstance(zone, core.Zone):
            return None
        try:
            keys = [constant_value(key) for key in zone.keys]
        except NotConstant as why:
            self.found.report(why.code, why.message, why.span)
            return None
        number = 0
        for key, (first, size) in zip(keys, zone.zone.dims, strict=True):
            number = number * size + key - first
        name = self.compiled.world.zone_name(zone.zone.first + number)
        return name if name in self._shuffled else None


def _parts(node: core.Core) -> tuple[core.Core, ...]:
    """Return the operands of a conjunction, or a single condition itself."""
    return tuple(p for part in node.parts for p in _parts(part)) if isinstance(node, core.And) else (node,)


def _certain(node: core.Core) -> bool | None:
    """Return whether a condition holds in every position or fails in every position, or `None` otherwise.

    The result follows from types, or from the equality of an expression with itself. Conditions on printed
    facts are not decided, so they are allowed.
    """
    match node:
        case core.Not(_, _, of):
            held = _certain(of)
            return None if held is None else not held
        case core.And(_, _, parts) | core.Or(_, _, parts):
            decisive = isinstance(node, core.Or)
            held_by = [_certain(part) for part in parts]
            if decisive in held_by:
                return decisive
            return None if None in held_by else not decisive
        case core.If(_, _, _, then, otherwise):
            held = _certain(then)
            return held if held == _certain(otherwise) else None
        case core.Equal(_, _, left, right):
            return True if left.span.text == right.span.text else None
        case core.Less(_, _, left, right, op):
            less, more = (left.type, right.type) if op in {"<", "<="} else (right.type, left.type)
            return _before(less, more, equal="=" in op)
        case core.InList(_, _, item, core.Fixed(_, _, values)):
            domain = t.domain(item.type) if not isinstance(item.type, t.Optional) else None
            if domain is None or domain[1] > len(values):
                return None
            return True if set(range(domain[0], sum(domain))) <= set(values) else None
        case core.Quantifier(_, _, "all" | "any" | "none" as kind, _, _, body):
            held = _certain(body)
            return {"all": True, "any": False, "none": True}[kind] if held is (kind == "all") else None
        case _:
            return None


def _before(less: t.Type, more: t.Type, *, equal: bool) -> bool | None:
    """Return whether numbers of one type are always or never less than numbers of another type.

    If `equal` is true, equal numbers count as less. Returns `None` if it depends on the numbers.
    """
    if not isinstance(less, t.Int) or not isinstance(more, t.Int) or t.EMPTY in {less, more}:
        return None
    if less.high < more.low + equal:
        return True
    return None if less.low < more.high + equal else False
