"""Steps that change something as sentences: moves, values, tokens, chance and names for values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.model import model as m
from gamespec.trees import ast, core
from gamespec.trees import types as t
from interpreter.locale import gettext_noop
from interpreter.rulebook.marks import bare
from interpreter.rulebook.sheet import Line
from interpreter.rulebook.values import family, is_open

if TYPE_CHECKING:
    from interpreter.rulebook.writer import Writer

__all__ = ["Changes"]

EXACTLY = (
    gettext_noop("from now on, {statement} exactly if all of this is true at present:"),
    gettext_noop("from now on, {statement} exactly if at least one of these is true at present:"),
    gettext_noop("from now on, {statement} exactly if at present {condition}"),
)
LET = (
    gettext_noop("let {x} hold exactly if all of this is true now:"),
    gettext_noop("let {x} hold exactly if at least one of these is true now:"),
    gettext_noop("let {x} hold exactly if now {condition}"),
)
MOVE = (gettext_noop("move {things} to {zone}"), gettext_noop("move {things} to:"))
BOTTOM = (
    gettext_noop("put {things} at the bottom of {zone}"),
    gettext_noop("put {things} at the bottom of:"),
)
"""For each change, the sentence with a zone, and the one before a list of cases."""


class Changes:
    """Writes steps that change something, or that give names to values."""

    def __init__(self, writer: Writer) -> None:
        self.w, self.s, self.gettext = writer, writer.s, writer.gettext

    def move(self, step: m.Move) -> Line:
        """Return the line for a `move` step."""
        made = self.s.elaborate(step.what)
        several = isinstance(made.type, t.ListType | t.ZoneType)
        what = self.s.members(step.what.root).all(self.s) if several else self.s.value(step.what.root)
        if is_open(self.s, step.what.root) and not several:
            what = f"({what})"
        zone, cases = self.w.values(step.to)
        if step.at == "bottom":
            text = self.w.fill(BOTTOM[bool(cases)], things=what, zone=zone)
        else:
            text = self.w.fill(MOVE[bool(cases)], things=what, zone=zone)
        return self.w.line(text, step.span, lines=cases)

    def draw(self, step: m.Draw) -> Line:
        """Return the line for a `draw` step."""
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

    def set(self, step: m.Set, pair: m.Assignment) -> Line:
        """Return the line for one entry of a `set` step."""
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
            stripped = said.removeprefix(self.gettext("the {name}", name=""))
            text = (
                self.gettext("{name} has no value any more", name=said)
                if bare(said) or stripped == said
                else self.gettext("from now on, there is no {thing}", thing=stripped)
            )
            return self.w.line(text, *spans)
        if isinstance(wanted, t.Bool):
            clause, lines = self.w.parts(pair.value)
            statement = self.s.condition(target.root)
            text = self.w.said(EXACTLY[2], EXACTLY, (clause, lines), statement=statement)
            return self.w.line(text, *spans, lines=lines)
        if isinstance(root, ast.Binary) and root.op in "+-" and _text(root.left, pair.value) == target.text:
            by = self.s.inner(root.right)
            if root.op == "+":
                return self.w.line(self.gettext("raise {value} by {amount}", value=said, amount=by), *spans)
            return self.w.line(self.gettext("lower {value} by {amount}", value=said, amount=by), *spans)
        value, lines = self.w.values(pair.value)
        if isinstance(root, ast.Me):
            value = self.s.predicate(root)
        if lines:
            return self.w.line(self.gettext("set {place} to:", place=said), *spans, lines=lines)
        return self.w.line(self.gettext("set {place} to {value}", place=said, value=value), *spans)

    def transfer(self, step: m.Transfer) -> Line:
        """Return the line for a `transfer` step."""
        self.s.elaborate(step.amount)
        amount, sort = self.s.closed(step.amount.root), ""
        ends = (step.source, step.target)
        if step.of is not None:
            store = next(filter(None, (self._resource(end.root) for end in ends)), None)
            sort = self.s.say(step.of, store.sort if store is not None else None)
        source, target = (self._holder(end, sort) for end in ends)
        if step.amount.text == step.source.text:
            text = self.gettext("move all {source} to {target}", source=source, target=target)
            return self.w.line(text, step.span)
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
            stripped = named.removeprefix(self.gettext("the {name}", name=""))
            return self.gettext("the {resource} in the bank", resource=stripped) + for_
        return family(self.s, said, zip(keys, types, strict=False)) + for_

    def reveal(self, step: m.Reveal) -> Line:
        """Return the line for a `reveal` step."""
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

    def random(self, step: m.Random, drawn: m.Drawn, learns: str) -> Line:
        """Return the line for one value that a `random` step draws."""
        made = self.s.elaborate(drawn.source)
        over = self.s.members(drawn.source.root).all(self.s)
        self.s.labels = {**self.s.labels, drawn.ident.name: drawn.label}
        self.s.typed.bind(drawn.ident.name, t.element(made.type) or t.BAD, drawn.ident)
        said = self.s.local(drawn.ident.name)
        text = self.gettext("chance draws {x} from {values}", x=said, values=over)
        if drawn.weight is not None:
            text += ", " + self.gettext("each with the weight {number}", number=self.s.say(drawn.weight))
        return self.w.line(text + learns, drawn.source.span, step.span)

    def learns(self, seen_by: m.SeenBy) -> str:
        """Return what follows a sentence about what only some learn, or ""."""
        match seen_by:
            case None:
                return ""
            case m.Ident():
                return "" if seen_by.name == "everyone" else "; " + self.gettext("nobody learns it")
            case _:
                return "; " + self.gettext("only these learn it: {players}", players=self.s.say(seen_by))

    def let(self, step: m.Let, ident: m.Ident, value: ast.Expression) -> Line:
        """Return the line for one name of a `let` step, and add it to the scope."""
        type_ = self.s.elaborate(value).type
        self.s.told.pop()
        said, cases = self.w.parts(value) if isinstance(type_, t.Bool) else self.w.values(value)
        if isinstance(type_, t.ZoneType):
            type_ = t.ListType(type_.of, type_.most)
        self.s.typed.bind(ident.name, type_, ident)
        self.s.labels = {**self.s.labels, ident.name: None}
        called = self.s.local(ident.name)
        places = (ident.span.to(value.span), step.span)
        if isinstance(type_, t.Bool):
            text = self.w.said(LET[2], LET, (said, cases), x=called)
            return self.w.line(text, *places, lines=cases)
        if cases:
            return self.w.line(self.gettext("let {x} be:", x=called), *places, lines=cases)
        return self.w.line(self.gettext("let {x} be {value}", x=called, value=said), *places)


def _text(node: ast.Node, within: ast.Expression) -> str:
    return " ".join(within.source.text[node.start : node.end].split())
