"""Writes what a game is made of: components, their parts, tokens and tables."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gamespec.model import model as m
from gamespec.trees import ast
from gamespec.trees import types as t
from interpreter.rulebook.kinds import Kinds, noted
from interpreter.rulebook.sheet import Line, Part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.rulebook.writer import Writer

__all__ = ["Things"]

TIMES = "\N{MULTIPLICATION SIGN}"

FEW = 16
"""The greatest number of values of an attribute by which components are counted."""

ROWS = 60
"""The greatest number of rows of a table that are listed."""


class Things:
    """Writes the part of the sheet that says what there is."""

    def __init__(self, writer: Writer, kinds: Kinds) -> None:
        self.w, self.s, self.nouns = writer, writer.s, writer.s.nouns
        self.game, self.world = writer.s.world.game, writer.s.world
        self.gettext, self.kinds = writer.gettext, kinds

    def components(self) -> Part:
        """Return the part on what is in the box."""
        lines = [self._kind(kind) for kind in self.game.components]
        lines += [self._part(part) for part in self.game.parts]
        lines += [self._resource(resource) for resource in self.game.resources]
        lines += [self._table(table) for table in self.game.tables]
        return Part(self.gettext("What there is"), "components", tuple(lines))

    def _kind(self, declared: m.KindDecl) -> Line:
        kind, noun = (
            self.world.kinds[declared.ident.name],
            self.nouns.noun(self.world.kinds[declared.ident.name].type),
        )
        count = len(kind.names)
        text = f"{count} {noun.one if count == 1 else noun.many}"
        if kind.per_player:
            each = count // self.world.players
            text = self.gettext(
                "{count} {things} for each player", count=each, things=noun.one if each == 1 else noun.many
            )
        lines = [self._column(declared.ident.name, c, kind.columns) for c in declared.attributes]
        if declared.product:
            lines.append(self._product(declared, declared.product))
        elif declared.copies is not None:
            number = self.s.say(declared.copies)
            lines.append(
                self.w.line(self.gettext("of each kind: {number}", number=number), declared.copies.span)
            )
        if declared.back:
            shown = self.s.all_of(
                [self.nouns.attribute(declared.ident.name, each.name) for each in declared.back]
            )
            lines.append(
                self.w.line(
                    self.gettext("on the back, for all to see: {attributes}", attributes=shown),
                    declared.back[0].span,
                )
            )
        lines.append(self._start(declared))
        lines += noted(self.w, declared.ident)
        return self.w.line(text, declared.ident.span, lines=lines)

    def _product(self, declared: m.KindDecl, product: Sequence[tuple[m.Ident, ast.Expression]]) -> Line:
        said = []
        for column, values in product:
            attribute = self.nouns.attribute(declared.ident.name, column.name)
            listed = self.s.say(values)
            whole = isinstance(values.root, ast.Name)
            said.append(
                attribute
                if whole
                else self.gettext("{attribute} ({values})", attribute=attribute, values=listed)
            )
        combined = self.s.all_of(said)
        number = "1" if declared.copies is None else self.s.say(declared.copies)
        if len(said) == 1:
            text = self.gettext("{number} for each {attribute}", number=number, attribute=combined)
        else:
            text = self.gettext(
                "{number} for each combination of {attributes}", number=number, attributes=combined
            )
        return self.w.line(text, product[0][0].span)

    def _start(self, declared: m.KindDecl) -> Line:
        kind = self.world.kinds[declared.ident.name]
        with self.s.inside():
            for column, (type_, _) in kind.columns.items():
                self.s.typed.bind(column, type_, declared.ident)
            self.s.elaborate(declared.start, t.ZoneType(kind.type, kind.type.size, None))
            for column in kind.columns:
                self.s.labels[column] = next(
                    (c.label for c in declared.attributes if c.ident.name == column), None
                )
            zone = self.s.value(declared.start.root)
            return self.w.line(self.gettext("at the start: in {zone}", zone=zone), declared.start.span)

    def _column(self, of: str, column: m.ColumnDecl, columns: object) -> Line:
        said = self.nouns.attribute(of, column.ident.name)
        found = columns.get(column.ident.name) if isinstance(columns, dict) else None
        text = self.gettext("printed on each: {attribute}", attribute=said)
        if column.per:
            keys = self.s.all_of([self.kinds.type_ref(ref) for ref in column.per])
            text = self.gettext("printed on each: {attribute}, for each {key}", attribute=said, key=keys)
        if found is not None:
            type_, values = found
            counts = Counter(values)
            if 1 < len(counts) <= FEW:
                listed = self._counted(type_, counts)
                text = f"{text} ({listed})"
        return self.w.line(text, column.ident.span, end=False)

    def _counted(self, type_: t.Type, counts: Counter[int]) -> str:
        """Return the values of an attribute, each with its number unless all have the same."""
        each = [(number, self.nouns.value(type_, value)) for value, number in counts.items()]
        if len(set(counts.values())) == 1:
            return ", ".join(said for _, said in each)
        return ", ".join(f"{number} {TIMES} {said}" for number, said in each)

    def _part(self, declared: m.PartDecl) -> Line:
        table = self.world.parts[declared.ident.name]
        noun = self.nouns.noun(table.type)
        on = self.nouns.noun(self.world.kinds[declared.part_of.name].type).many
        text = self.gettext(
            "{count} {parts}, printed on {things}", count=table.type.size, parts=noun.many, things=on
        )
        lines = [self._column(declared.ident.name, c, table.columns) for c in declared.attributes]
        return self.w.line(text, declared.ident.span, lines=[*lines, *noted(self.w, declared.ident)])

    def _resource(self, declared: m.ResourceDecl) -> Line:
        said, lines = self.nouns.declared(declared.ident.name), []
        text = self.gettext("{resource}: tokens", resource=said)
        if declared.per:
            holders = self.s.all_of([self.kinds.type_ref(ref) for ref in declared.per])
            text = self.gettext(
                "{resource}: tokens, which each {holder} may hold", resource=said, holder=holders
            )
        if declared.of is not None:
            lines.append(
                self.w.line(
                    self.gettext(
                        "they are of several sorts: {sorts}", sorts=self.kinds.plural_ref(declared.of)
                    ),
                    declared.of.span,
                )
            )
        with self.s.inside():
            self.kinds.bind_keys((*declared.per, *((declared.of,) if declared.of is not None else ())))
            if declared.supply is None:
                lines.append(Line(self.gettext("The bank never runs out of them."), (declared.ident.span,)))
            else:
                number = self.s.say(declared.supply)
                lines.append(
                    self.w.line(
                        self.gettext("number in the game: {number}", number=number), declared.supply.span
                    )
                )
            if declared.start is not None:
                number = self.s.say(declared.start)
                lines.append(
                    self.w.line(
                        self.gettext("at the start, each has {number}", number=number), declared.start.span
                    )
                )
        return self.w.line(text, declared.ident.span, lines=[*lines, *noted(self.w, declared.ident)])

    def _table(self, declared: m.TableDecl) -> Line:
        table = self.world.tables[declared.ident.name]
        said = self.nouns.label(declared.ident.name)
        lines = noted(self.w, declared.ident)
        if table.type.size <= ROWS:
            lines += [self._row(declared, row) for row in range(table.type.size)]
        return self.w.line(self.gettext("table {table}:", table=said), declared.ident.span, lines=lines)

    def _row(self, declared: m.TableDecl, row: int) -> Line:
        table = self.world.tables[declared.ident.name]
        cells = []
        for column, (type_, values) in table.columns.items():
            if column != "row":
                attribute = self.nouns.attribute(declared.ident.name, column)
                cells.append(f"{attribute}: {self.nouns.value(type_, values[row])}")
        for column, indexed in table.indexed.items():
            attribute = self.nouns.attribute(declared.ident.name, column)
            numbers = ", ".join(self.nouns.value(indexed.type, value) for value in indexed.of(row))
            cells.append(f"{attribute}: {numbers}")
        span = declared.rows[row].span if row < len(declared.rows) else declared.ident.span
        return Line(", ".join(cells), (span,))
