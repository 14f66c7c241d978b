"""Steps as sentences, a case for each verb."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from gamespec.model import model as m
from gamespec.trees import ast, core
from gamespec.trees import types as t
from interpreter.locale import gettext_noop
from interpreter.rulebook.marks import capital, link
from interpreter.rulebook.members import relative
from interpreter.rulebook.sheet import Line
from interpreter.rulebook.values import family

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from interpreter.rulebook.speaker import Speaker
    from interpreter.rulebook.writer import Writer

__all__ = ["Steps"]

IF = (gettext_noop("If all of this holds:"), gettext_noop("If at least one of these holds:"))
WHILE = (
    gettext_noop("As long as all of this holds:"),
    gettext_noop("As long as at least one of these holds:"),
)


class Steps:
    """Writes the steps of routines.

    `procedure` writes what a `run` step does: the steps of the procedure, or where they are written.
    """

    def __init__(self, writer: Writer, procedure: Callable[[m.Run], tuple[str, tuple[Line, ...]]]) -> None:
        self.w, self.s, self.procedure = writer, writer.s, procedure
        self.gettext, self.fill = writer.gettext, writer.fill

    def all(self, steps: Sequence[m.Step]) -> tuple[Line, ...]:
        """Return the lines for a list of steps. The names that they introduce are forgotten at its end."""
        with self.s.inside():
            return tuple(line for step in steps for line in self.step(step))

    def step(self, step: m.Step) -> Iterator[Line]:  # noqa: C901, PLR0912, PLR0915 - a case for each verb
        """Yield the lines for a step."""
        match step:
            case m.Move():
                yield self._move(step)
            case m.Lay():
                what = self.s.say(step.what)
                yield self.w.line(
                    self.gettext("lay {tile} at {spot}", tile=what, spot=self.s.say(step.at)), step.span
                )
            case m.Draw():
                yield self._drawing(step)
            case m.Set():
                for pair in step.pairs:
                    yield self._set(step, pair)
            case m.Transfer():
                yield self._transfer(step)
            case m.Shuffle():
                yield self.w.line(self.gettext("shuffle {zone}", zone=self.s.say(step.zone)), step.span)
            case m.Reveal():
                yield self._reveal(step)
            case m.Random():
                learns = self._learns(step.seen_by)  # said before the drawn values have names
                for drawn in step.draws:
                    yield self._random(step, drawn, learns)
            case m.Let():
                for ident, value in step.pairs:
                    yield self._let(step, ident, value)
            case m.Choose():
                yield from self._choose(step)
            case m.Offer():
                yield from self._offer(step)
            case m.If():
                yield from self._if(step)
            case m.Case():
                yield self._case(step)
            case m.For():
                yield self._for(step)
            case m.While():
                yield self._while(step)
            case m.Run():
                said, lines = self.procedure(step)
                yield self.w.line(said, step.span, lines=lines)
            case m.Announce():
                yield from self._announce(step)
            case m.Resolve():
                said = self.s.nouns.label(step.agenda.name)
                yield self.w.line(
                    self.gettext("handle the events that wait on {agenda}, until none is left", agenda=said),
                    step.span,
                )
            case m.Check():
                yield self.w.line(
                    self.gettext(
                        "if a condition of {part} holds now, the game is over at once",
                        part=link(self.gettext("the end"), "end"),
                    ),
                    step.span,
                )
            case m.Stop():
                yield self.w.line(self._stop(step), step.span)
            case m.Remember():
                said = self.s.nouns.label(step.history.name)
                yield self.w.line(
                    self.gettext("record the present situation in {history}", history=said), step.span
                )
            case m.Forget():
                said = self.s.nouns.label(step.history.name)
                yield self.w.line(self.gettext("empty the record {history}", history=said), step.span)
            case _:
                assert_never(step)

    # --- changes ----------------------------------------------------------------------------------------

    def _move(self, step: m.Move) -> Line:
        made = self.s.elaborate(step.what)
        several = isinstance(made.type, t.ListType | t.ZoneType)
        what = self.s.members(step.what.root).all(self.s) if several else self.s.value(step.what.root)
        zone = self.s.say(step.to)
        if step.at == "bottom":
            return self.w.line(
                self.gettext("put {things} at the bottom of {zone}", things=what, zone=zone), step.span
            )
        return self.w.line(self.gettext("move {things} to {zone}", things=what, zone=zone), step.span)

    def _drawing(self, step: m.Draw) -> Line:
        said = self.s.the(self.s.nouns.declared(step.target.name))
        symbol = self.s.world.symbols.get(step.target.name)
        wanted = symbol.type if isinstance(symbol, core.Store) else None
        legend = [
            Line(
                self.gettext(
                    "{character} is {value}", character=f"`{sign.name}`", value=self.s.say(meant, wanted)
                )
            )
            for sign, meant in step.legend
        ]
        rows = " / ".join(" ".join(cell.name for cell in row) for row in step.diagram.lines)
        text = self.gettext("fill {board} as drawn, row by row: {rows}", board=said, rows=rows)
        return self.w.line(f"{text}.", step.span, lines=legend)

    def _set(self, step: m.Set, pair: m.Assignment) -> Line:
        target, root = pair.place, pair.value.root
        place = self.s.elaborate(target)
        wanted = place.type
        said = self.s.value(target.root)
        self.s.elaborate(pair.value, wanted)
        spans = (target.span.to(pair.value.span), step.span)
        if isinstance(root, ast.Bool):
            holds = self.s.condition(target.root)
            if root.value:
                return self.w.line(self.gettext("from now on: {condition}", condition=holds), *spans)
            return self.w.line(
                self.gettext(
                    "from now on: {condition}", condition=self.s.condition(target.root, holds=False)
                ),
                *spans,
            )
        if isinstance(root, ast.Nothing):
            return self.w.line(
                self.gettext(
                    "from now on, there is no {thing}",
                    thing=said.removeprefix(self.gettext("the {name}", name="")),
                ),
                *spans,
            )
        if isinstance(root, ast.Binary) and root.op in "+-" and _text(root.left, pair.value) == target.text:
            by = self.s.value(root.right)
            if root.op == "+":
                return self.w.line(self.gettext("raise {value} by {amount}", value=said, amount=by), *spans)
            return self.w.line(self.gettext("lower {value} by {amount}", value=said, amount=by), *spans)
        value = self.s.value(root)
        if self.w.is_long(root, value):
            lines = self.w.cases(pair.value, root)
            return self.w.line(self.gettext("set {place} to:", place=said), *spans, lines=lines)
        return self.w.line(self.gettext("set {place} to {value}", place=said, value=value), *spans)

    def _transfer(self, step: m.Transfer) -> Line:
        amount = self.s.say(step.amount)
        sort = ""
        ends = (step.source, step.target)
        if step.of is not None:
            store = next(filter(None, (self._resource(end.root) for end in ends)), None)
            sort = self.s.say(step.of, store.sort if store is not None else None)
        source, target = (self._holder(end, sort) for end in ends)
        text = self.gettext(
            "move {amount} from {source} to {target}", amount=amount, source=source, target=target
        )
        return self.w.line(text, step.span)

    def _resource(self, node: ast.Node) -> core.Store | None:
        while isinstance(node, ast.Index | ast.Attribute):
            node = node.of
        found = self.s.world.symbols.get(node.name) if isinstance(node, ast.Name) else None
        return found if isinstance(found, core.Store) else None

    def _holder(self, end: ast.Expression, sort: str) -> str:
        """Return the words for a holder of tokens, whose sort may be known from the step."""
        self.s.told.append(end.span)
        node, store = end.root, self._resource(end.root)
        assert store is not None  # noqa: S101 - the checker has found one
        said = self.s.nouns.declared(store.name)
        for_ = " " + self.gettext("for {key}", key=sort) if sort else ""
        keys = node.keys if isinstance(node, ast.Index) else ()
        types = store.keys[: len(keys)]
        bank = isinstance(node, ast.Attribute) or (
            isinstance(node, ast.Index) and isinstance(node.of, ast.Attribute)
        )
        if bank:
            types = store.keys[-1:] if keys else ()
        for key, type_ in zip(keys, types, strict=False):
            self.s.typed.scope.inside(end.source).check(key, type_)
        if bank:
            named = family(self.s, said, zip(keys, types, strict=False))
            return (
                self.gettext(
                    "the bank of {resource}", resource=named.removeprefix(self.gettext("the {name}", name=""))
                )
                + for_
            )
        return family(self.s, said, zip(keys, types, strict=False)) + for_

    def _reveal(self, step: m.Reveal) -> Line:
        made = self.s.elaborate(step.what)
        several = isinstance(made.type, t.ListType | t.ZoneType)
        what = self.s.members(step.what.root).all(self.s) if several else self.s.value(step.what.root)
        who = self.gettext("all players") if step.to is None else self.s.say(step.to)
        if step.only is None:
            return self.w.line(
                self.gettext("show {things} to: {players}", things=what, players=who), step.span
            )
        inner = t.element(made.type) or made.type
        kind = inner.name if isinstance(inner, t.Named) else ""
        attribute = self.s.nouns.attribute(kind, step.only.attribute.name)
        if step.only.value is not None:
            column = (
                self.s.world.kinds[kind].columns.get(step.only.attribute.name)
                if kind in self.s.world.kinds
                else None
            )
            value = self.s.say(step.only.value, column[0] if column else None)
            text = self.gettext(
                "show only whether the {attribute} of {things} is {value}, to: {players}",
                attribute=attribute,
                things=what,
                value=value,
                players=who,
            )
        else:
            text = self.gettext(
                "show only the {attribute} of {things}, to: {players}",
                attribute=attribute,
                things=what,
                players=who,
            )
        return self.w.line(text, step.span)

    def _random(self, step: m.Random, drawn: m.Drawn, learns: str) -> Line:
        made = self.s.elaborate(drawn.source)
        over = self.s.members(drawn.source.root).all(self.s)
        self.s.labels = {**self.s.labels, drawn.ident.name: drawn.label}
        self.s.typed.bind(drawn.ident.name, t.element(made.type) or t.BAD, drawn.ident)
        said = self.s.local(drawn.ident.name)
        text = self.gettext("chance draws {x} from {values}", x=said, values=over)
        if drawn.weight is not None:
            text += ", " + self.gettext("each with the weight {number}", number=self.s.say(drawn.weight))
        return self.w.line(text + learns, drawn.source.span, step.span)

    def _learns(self, seen_by: m.SeenBy) -> str:
        match seen_by:
            case None:
                return ""
            case m.Ident():
                return "" if seen_by.name == "everyone" else "; " + self.gettext("nobody learns it")
            case _:
                return "; " + self.gettext("only these learn it: {players}", players=self.s.say(seen_by))

    def _let(self, step: m.Let, ident: m.Ident, value: ast.Expression) -> Line:
        said, cases = self.w.values(value)
        made = self.s.typed.core(value.root)
        type_ = t.BAD if made is None else made.type
        if isinstance(type_, t.ZoneType):
            type_ = t.ListType(type_.of, type_.most)
        self.s.typed.bind(ident.name, type_, ident)
        self.s.labels = {**self.s.labels, ident.name: None}
        called = self.s.local(ident.name)
        places = (ident.span.to(value.span), step.span)
        if cases:
            return self.w.line(self.gettext("{x} is, in what follows:", x=called), *places, lines=cases)
        return self.w.line(self.gettext("{x} is, in what follows, {value}", x=called, value=said), *places)

    # --- decisions --------------------------------------------------------------------------------------

    def who(self, by: ast.Expression | None, one: str, several: str) -> str:
        """Return the beginning of a sentence about who decides: `one` player, or `several` at a time."""
        if by is None:
            return ""
        made = self.s.elaborate(by)
        if isinstance(made.type, t.ListType):
            return self.fill(several, players=self.s.value(by.root))
        return self.fill(one, player=self.s.value(by.root))

    @staticmethod
    def bind_picks(s: Speaker, picks: Sequence[m.Pick]) -> None:
        """Add the names of chosen values to the scope."""
        for pick in picks:
            made = s.typed.elaborate(pick.source)
            Steps.bind_pick(s, pick, made.type)
            s.labels = {**s.labels, pick.ident.name: pick.label}

    @staticmethod
    def bind_pick(s: Speaker, pick: m.Pick, source: t.Type) -> None:
        """Add the name of the value, or of the list of values, that a player has chosen from a list."""
        element = t.element(source) or t.BAD
        if pick.count is not None and isinstance(source, t.ListType | t.ZoneType):
            s.typed.bind(pick.ident.name, t.ListType(element, source.most), pick.ident)
        elif pick.optional and isinstance(element, t.Bool | t.Int | t.Named):
            s.typed.bind(pick.ident.name, t.Optional(element), pick.ident)
        else:
            s.typed.bind(pick.ident.name, element, pick.ident)

    def picks(self, picks: Sequence[m.Pick]) -> list[Line]:
        """Return a line for each value to choose, and add its name to the scope."""
        return [self._pick(pick) for pick in picks]

    def _pick(self, pick: m.Pick) -> Line:
        made = self.s.elaborate(pick.source)
        element = t.element(made.type) or t.BAD
        over = self.s.members(pick.source.root, pick.ident.name)
        number = "" if pick.count is None else self._count(pick.count)
        self.s.labels = {**self.s.labels, pick.ident.name: pick.label}
        self.s.typed.bind(pick.ident.name, element, pick.ident)
        x = self.s.local(pick.ident.name)
        clause: str | None = ""
        conditions: list[Line] = []
        said = ""
        if pick.where is not None:
            self.s.elaborate(pick.where, t.BOOL)
            clause = (
                relative(self.s, pick.ident.name, pick.where.root)
                if not over.whole and not over.own
                else None
            )
            if clause is None:
                said, conditions = self.w.parts(pick.where)
        things = over.all(self.s) + (clause or "")
        if pick.count is not None:
            text = self.gettext("choose {x}: {number} of {things}", x=x, number=number, things=things)
        else:
            text = self.gettext("choose {x} from {things}", x=x, things=things)
        self.bind_pick(self.s, pick, made.type)
        if pick.optional:
            text += ", " + self.gettext("or nothing")
        if conditions:
            head = (
                self.gettext("{choice}. It can be chosen only if all of this holds:", choice=text)
                if said == "all"
                else self.gettext(
                    "{choice}. It can be chosen only if at least one of these holds:", choice=text
                )
            )
            return self.w.line(head, pick.ident.span.to(pick.source.span), lines=conditions)
        if clause is None:
            text = self.gettext("{choice}, only if {condition}", choice=text, condition=said)
        return self.w.line(text, pick.ident.span)

    def _count(self, count: ast.Expression) -> str:
        self.s.elaborate(count)
        if isinstance(count.root, ast.Range):
            low, high = self.s.value(count.root.low), self.s.value(count.root.high)
            return self.gettext("{low} to {high}", low=low, high=high)
        return self.s.value(count.root)

    def _choose(self, step: m.Choose) -> Iterator[Line]:
        who = self.who(
            step.by,
            gettext_noop("{player} decides"),
            gettext_noop("these players decide at the same time: {players}"),
        )
        notes, told = self._notes(step.ask, step.seen_by), self.s.taken()
        otherwise = self.all(step.otherwise or ())  # where the chosen values have no names
        lines = self.picks(step.picks)
        self.s.told.extend(told)
        if len(lines) == 1 and not who and not lines[0].lines:
            only = lines[0]
            yield Line(only.text[:-1] + notes + ".", (step.span, *only.places, *self.s.taken()))
        else:
            head = who or self.gettext("choose")
            yield self.w.line(f"{head}{notes}:", step.span, lines=lines)
        yield from self._after(step.then, otherwise)

    def _notes(self, ask: str, seen_by: m.SeenBy) -> str:
        alone = "; " + self.gettext("a single possibility needs no question") if ask == "choice" else ""
        return alone + self._learns(seen_by)

    def _offer(self, step: m.Offer) -> Iterator[Line]:
        who = self.who(
            step.by,
            gettext_noop("{player} takes one of these actions"),
            gettext_noop("each of these players takes one of the actions, all at the same time: {players}"),
        )
        lines = [self._offered(each) for each in step.actions]
        head = who or self.gettext("take one of these actions")
        if len(lines) == 1 and step.by is None:
            head = self.gettext("take this action")
        elif len(lines) == 1:
            head = self.who(
                step.by,
                gettext_noop("{player} takes this action"),
                gettext_noop("each of these players takes this action, all at the same time: {players}"),
            )
        yield self.w.line(f"{head}{self._notes(step.ask, step.seen_by)}:", step.span, lines=lines)
        yield from self._after(step.then, self.all(step.otherwise or ()))

    def _offered(self, offered: m.Offered) -> Line:
        said = self.action(offered.action.name)
        declared = next((a for a in self.s.world.game.actions if a.ident.name == offered.action.name), None)
        if offered.arguments and declared is not None:
            said += " " + self._arguments(declared.given, offered.arguments)
        return Line(said, (offered.action.span, *self.s.taken()))

    def action(self, ident: str) -> str:
        """Return the name of an action, which leads to its description."""
        return link(
            self.s.nouns.label(ident) if self.s.language == "en" else self.titled(ident), f"action-{ident}"
        )

    def titled(self, ident: str) -> str:
        """Return the label of an action with words for its gaps, or else its identifier."""
        declared = next((a for a in self.s.world.game.actions if a.ident.name == ident), None)
        if declared is None or declared.label is None:
            return self.s.nouns.label(ident)
        told, self.s.told = self.s.told, []
        with self.s.inside():
            self.s.typed.bind_parameters(declared.given)
            self.picks(declared.picks)
            said = self.w.template(declared.label)
        self.s.told = told
        return said or self.s.nouns.label(ident)

    def _arguments(self, parameters: Sequence[m.Parameter], given: Sequence[m.Argument]) -> str:
        from gamespec.resolve import parameter_type

        types = {p.ident.name: parameter_type(p.type, self.s.world, self.s.typed.found) for p in parameters}
        said = []
        for argument in given:
            value = self.s.say(argument.value, types.get(argument.ident.name))
            same = argument.value.text == argument.ident.name
            said.append(value if same else f"{self.s.local(argument.ident.name)}: {value}")
        return f"({'; '.join(said)})"

    def _after(self, then: Sequence[m.Step], otherwise: tuple[Line, ...]) -> Iterator[Line]:
        if then:
            yield Line(self.gettext("Then:"), (), self.all(then))
        if otherwise:
            yield Line(self.gettext("If nothing is possible:"), (), otherwise)

    # --- flow -------------------------------------------------------------------------------------------

    def _if(self, step: m.If, *, other: bool = False) -> Iterator[Line]:
        clause, parts = self.w.parts(step.condition)
        if parts:
            head = self.fill(IF[clause != "all"])
            head = self.gettext("Otherwise: {sentence}", sentence=head) if other else head
            yield self.w.line(head, step.span, lines=parts)
            yield Line(self.gettext("Then:"), (), self.all(step.then))
        else:
            text = (
                self.gettext("otherwise, if {condition}:", condition=clause)
                if other
                else self.gettext("if {condition}:", condition=clause)
            )
            told = self.s.taken()
            then = self.all(step.then)
            yield Line(capital(text), (step.span, *told), then)
        match step.otherwise:
            case ():
                pass
            case (m.If() as nested,):
                yield from self._if(nested, other=True)
            case steps:
                yield Line(self.gettext("Otherwise:"), (), self.all(steps))

    def _case(self, step: m.Case) -> Line:
        made = self.s.elaborate(step.subject)
        subject, told = self.s.value(step.subject.root), self.s.taken()
        lines = []
        for branch in step.branches:
            values = self.s.any_of([self.s.say(each, made.type) for each in branch.values])
            spans = self.s.taken()
            lines.append(Line(f"{values}:", spans, self.all(branch.do)))
        if step.otherwise is not None:
            lines.append(Line(self.gettext("anything else:"), (), self.all(step.otherwise)))
        text = self.gettext("depending on {value}:", value=subject)
        return Line(capital(text), (step.span, *told), tuple(lines))

    def _for(self, step: m.For) -> Line:
        said = []
        with self.s.inside():
            for ident, over in step.over:
                made = self.s.elaborate(over)
                things = self.s.members(over.root, ident.name)
                self.s.typed.bind(ident.name, t.element(made.type) or t.BAD, ident)
                self.s.labels = {**self.s.labels, ident.name: None}
                x = self.s.local(ident.name)
                if things.whole:
                    said.append(self.gettext("for each {x} of {things}", x=x, things=things.whole))
                elif self._is_counted(step, ident):
                    assert isinstance(over.root, ast.Range)  # noqa: S101 - that is what counted means
                    said.append(
                        self.gettext(
                            "as many times as this number says: {number}", number=self.s.value(over.root.high)
                        )
                    )
                else:
                    said.append(self.gettext("for each {thing}", thing=things.each(self.s, x)))
            told = self.s.taken()
            lines = self.all(step.do)
        marked = self._loop(step.id)
        return Line(capital(f"{', '.join(said)}{marked}:"), (step.span, *told), lines)

    @staticmethod
    def _is_counted(step: m.For, ident: m.Ident) -> bool:
        """Return whether a loop only counts from 1, and its steps do not use the number."""
        from gamespec.model.walk import names_in

        over = {each.name: asked for each, asked in step.over}[ident.name].root
        first = isinstance(over, ast.Range) and isinstance(over.low, ast.Number) and over.low.value == 1
        return first and len(step.over) == 1 and ident.name not in names_in(step.do)

    def _while(self, step: m.While) -> Line:
        marked = self._loop(step.id)
        if isinstance(step.condition.root, ast.Bool) and step.condition.root.value:
            self.s.ask(step.condition)
            told = self.s.taken()
            text = self.gettext("Again and again, until a step says otherwise{name}:", name=marked)
            return Line(text, (step.span, *told), self.all(step.do))
        clause, parts = self.w.parts(step.condition)
        told = self.s.taken()
        lines = self.all(step.do)
        if parts:
            again = Line(self.gettext("Do this again and again:"), (), lines)
            return Line(self.fill(WHILE[clause != "all"]), (step.span, *told), (*parts, again))
        text = self.gettext("as long as {condition}{name}:", condition=clause, name=marked)
        return Line(capital(text), (step.span, *told), lines)

    def _loop(self, ident: m.Ident | None) -> str:
        return "" if ident is None else f" ({self.s.nouns.label(ident.name)})"

    def _announce(self, step: m.Announce) -> Iterator[Line]:
        game = self.s.world.game
        declared = next(each for each in game.events if each.ident.name == step.event.name)
        said = link(self.s.nouns.label(step.event.name), f"event-{step.event.name}")
        given = " " + self._arguments(declared.parameters, step.arguments) if step.arguments else ""
        if step.later is not None:
            agenda = self.s.nouns.label(step.later.name)
            text = self.gettext("the event {event} waits on {agenda}", event=f"{said}{given}", agenda=agenda)
        else:
            text = self.gettext("now the event {event} happens", event=f"{said}{given}")
        yield self.w.line(text, step.span)
        if step.then:
            yield Line(self.gettext("If nothing has stopped the event:"), (), self.all(step.then))
        if step.otherwise:
            yield Line(self.gettext("If something has stopped the event:"), (), self.all(step.otherwise))

    def _stop(self, step: m.Stop) -> str:
        match step.what.name if step.what is not None else "":
            case "loop":
                return self.gettext("leave this repetition")
            case "event":
                return self.gettext("the event is stopped: nothing further happens at it")
            case "turn":
                return self.gettext("the turn ends")
            case "phase":
                return self.gettext("the phase ends")
            case ident:
                from gamespec.model.walk import every_phase

                phase = next(
                    (p for p in every_phase(self.s.world.game.phases) if p.ident.name == ident), None
                )
                if phase is not None:
                    return self.gettext(
                        "the phase {phase} ends", phase=self.s.nouns.label(ident, phase.label)
                    )
                return self.gettext("leave the repetition {loop}", loop=self.s.nouns.label(ident))


def _text(node: ast.Node, within: ast.Expression) -> str:
    return " ".join(within.source.text[node.start : node.end].split())
