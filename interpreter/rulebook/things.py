"""Writes what a game is made of: components, tables, boards, places, values and tokens."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, assert_never

from gamespec.accepted import accepts, comment
from gamespec.model import model as m
from gamespec.resolve import parameter_type
from gamespec.trees import ast
from gamespec.trees import types as t
from interpreter.rulebook.marks import cleaned, code
from interpreter.rulebook.sheet import Line, Part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.rulebook.writer import Writer

__all__ = ["Things", "note"]

TIMES = "\N{MULTIPLICATION SIGN}"

FEW = 16
"""The greatest number of values of an attribute by which components are counted."""

ROWS = 60
"""The greatest number of rows of a table that are listed."""


def note(ident: m.Ident) -> str:
    """Return the author's comment behind a declaration, or ""."""
    found = comment(ident.span.source.line(ident.span.line))
    return cleaned(found[1].replace("`", "")) if found is not None and not accepts(found[1]) else ""


class Things:
    """Writes the parts of the sheet that say what there is."""

    def __init__(self, writer: Writer) -> None:
        self.w, self.s, self.nouns = writer, writer.s, writer.s.nouns
        self.game, self.world = writer.s.world.game, writer.s.world
        self.gettext, self.ngettext = writer.gettext, writer.ngettext

    # --- components -------------------------------------------------------------------------------------

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
        if declared.copies is not None:
            lines.append(
                self.w.line(
                    self.gettext("there are {number} of each", number=self.s.say(declared.copies)),
                    declared.copies.span,
                )
            )
        if declared.product:
            lines.append(self._product(declared, declared.product))
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
        lines += self._noted(declared.ident)
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
        if len(said) == 1:
            return self.w.line(
                self.gettext("one for each {attribute}", attribute=combined), product[0][0].span
            )
        return self.w.line(
            self.gettext("one for each combination of {attributes}", attributes=combined), product[0][0].span
        )

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
            keys = self.s.all_of([self.type_ref(ref) for ref in column.per])
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
        return self.w.line(text, declared.ident.span, lines=[*lines, *self._noted(declared.ident)])

    def _resource(self, declared: m.ResourceDecl) -> Line:
        said, lines = self.nouns.declared(declared.ident.name), []
        text = self.gettext("{resource}: tokens", resource=said)
        if declared.per:
            holders = self.s.all_of([self.type_ref(ref) for ref in declared.per])
            text = self.gettext(
                "{resource}: tokens, which each {holder} may hold", resource=said, holder=holders
            )
        if declared.of is not None:
            lines.append(
                self.w.line(
                    self.gettext("they are of several sorts: {sorts}", sorts=self.plural_ref(declared.of)),
                    declared.of.span,
                )
            )
        with self.s.inside():
            self._keys((*declared.per, *((declared.of,) if declared.of is not None else ())))
            if declared.supply is None:
                lines.append(Line(self.gettext("The bank never runs out of them."), (declared.ident.span,)))
            else:
                number = self.s.say(declared.supply)
                lines.append(
                    self.w.line(
                        self.gettext("so many are in the game: {number}", number=number), declared.supply.span
                    )
                )
            if declared.start is not None:
                number = self.s.say(declared.start)
                lines.append(
                    self.w.line(
                        self.gettext("at the start, each has {number}", number=number), declared.start.span
                    )
                )
        return self.w.line(text, declared.ident.span, lines=[*lines, *self._noted(declared.ident)])

    def _keys(self, refs: Sequence[m.TypeRef]) -> None:
        """Bind the names of types, which expressions about members of a family may use."""
        for ref in refs:
            if isinstance(ref.root, ast.Name):
                type_ = parameter_type(ref, self.world, self.s.typed.found)
                self.s.typed.bind(ref.root.name, type_, m.Ident(ref.root.name, ref.span))

    def _table(self, declared: m.TableDecl) -> Line:
        table = self.world.tables[declared.ident.name]
        said = self.nouns.label(declared.ident.name)
        lines = self._noted(declared.ident)
        if table.type.size <= ROWS:
            lines += [self._row(declared, row) for row in range(table.type.size)]
        return self.w.line(self.gettext("table {table}:", table=said), declared.ident.span, lines=lines)

    def _row(self, declared: m.TableDecl, row: int) -> Line:
        table = self.world.tables[declared.ident.name]
        cells = []
        for column, (type_, values) in table.columns.items():
            if column != "row":
                attribute = self.nouns.attribute(declared.ident.name, column)
                cells.append(f"{attribute} {self.nouns.value(type_, values[row])}")
        for column, indexed in table.indexed.items():
            attribute = self.nouns.attribute(declared.ident.name, column)
            numbers = ", ".join(self.nouns.value(indexed.type, value) for value in indexed.of(row))
            cells.append(f"{attribute} {numbers}")
        span = declared.rows[row].span if row < len(declared.rows) else declared.ident.span
        return Line(", ".join(cells), (span,))

    # --- boards, places, values -------------------------------------------------------------------------

    def boards(self) -> Part:
        """Return the part on boards."""
        return Part(
            self.gettext("The board"), "board", tuple(self._space(space) for space in self.game.spaces)
        )

    def _space(self, space: m.SpaceDecl) -> Line:  # noqa: C901, PLR0912 - a case for each kind of space
        said, made = self.nouns.declared(space.ident.name), self.world.spaces.get(space.ident.name)
        cells = 0 if made is None else len(made.names)
        lines: list[Line] = []
        match space:
            case m.Grid():
                text = self._grid(space, said, cells)
                lines += self._grid_lines(space)
            case m.Hexagon():
                text = self.gettext(
                    "{board}: a hexagon of hexes, {side} on each side; {cells} in all",
                    board=said,
                    side=self.s.say(space.side),
                    cells=cells,
                )
            case m.Triangle():
                text = self.gettext(
                    "{board}: a triangle of hexes, {side} on each side; {cells} in all",
                    board=said,
                    side=self.s.say(space.side),
                    cells=cells,
                )
            case m.Track():
                text = self.gettext("{board}: a track of {cells} cells", board=said, cells=cells)
                if space.loop:
                    text = self.gettext("{board}: a ring of {cells} cells", board=said, cells=cells)
                elif isinstance(space.cells, tuple):
                    text = self.gettext(
                        "{board}: a track of {cells} cells, whose ways branch and meet",
                        board=said,
                        cells=cells,
                    )
                if isinstance(space.cells, ast.Expression):
                    self.s.elaborate(space.cells)
            case m.Graph():
                text = self.gettext(
                    "{board}: {cells} places, of which {links} pairs are neighbours",
                    board=said,
                    cells=cells,
                    links=len(space.links),
                )
            case m.Plane():
                laid, match = (
                    self.nouns.declared(space.zone.name),
                    self.nouns.attribute(space.parts.name, space.match.name),
                )
                text = self.gettext(
                    "{board}: the plane on which tiles are laid, at most {side} by {side}; "
                    "they lie in {zone}, "
                    "and where they meet, the {attribute} must be the same",
                    board=said,
                    side=self.s.say(space.within),
                    zone=laid,
                    attribute=match,
                )
            case m.Edges():
                text = self.gettext(
                    "{board}: the edges of {grid}", board=said, grid=self.nouns.declared(space.board.name)
                )
                if space.inner:
                    text = self.gettext(
                        "{board}: the edges between two cells of {grid}",
                        board=said,
                        grid=self.nouns.declared(space.board.name),
                    )
            case m.Corners():
                text = self.gettext(
                    "{board}: the corners of {grid}", board=said, grid=self.nouns.declared(space.board.name)
                )
                if space.inner:
                    text = self.gettext(
                        "{board}: the corners inside {grid}",
                        board=said,
                        grid=self.nouns.declared(space.board.name),
                    )
            case _:
                assert_never(space)
        if isinstance(space, m.Grid | m.Hexagon | m.Triangle) and space.without:
            lines.append(self._without(space))
        return self.w.line(text, space.ident.span, lines=[*lines, *self._noted(space.ident)])

    def _without(self, space: m.Grid | m.Hexagon | m.Triangle) -> Line:
        if isinstance(space.without, tuple):
            cells = ", ".join(cell.name for cell in space.without)
        else:
            assert space.without is not None  # noqa: S101 - the caller has looked
            self.s.told.append(space.without.span)
            cells = code(space.without.text)
        return self.w.line(self.gettext("these cells are missing: {cells}", cells=cells), space.ident.span)

    def _grid(self, space: m.Grid, said: str, cells: int) -> str:
        if isinstance(space.size, m.Diagram):
            return self.gettext(
                "{board}: a board of {cells} cells in {rows} rows, as drawn in the specification",
                board=said,
                cells=cells,
                rows=len(space.size.lines),
            )
        columns, rows = (self.s.say(each) for each in space.size)
        if space.shape == "hex":
            return self.gettext(
                "{board}: a rhombus of hexes, {columns} by {rows}", board=said, columns=columns, rows=rows
            )
        return self.gettext(
            "{board}: a grid of squares, {columns} columns by {rows} rows",
            board=said,
            columns=columns,
            rows=rows,
        )

    def _grid_lines(self, space: m.Grid) -> Iterator[Line]:
        if space.links == "all":
            yield Line(self.gettext("Cells that touch at a corner are neighbours, too."), (space.ident.span,))
        elif space.links == "diagonal":
            yield Line(self.gettext("Only cells that touch at a corner are neighbours."), (space.ident.span,))
        elif space.shape is None:
            yield Line(self.gettext("Cells that share an edge are neighbours."), (space.ident.span,))
        if space.row_1 == "bottom":
            yield Line(self.gettext("Row 1 is at the bottom."), (space.ident.span,))

    def places(self) -> Part:
        """Return the part on the places where components lie."""
        return Part(
            self.gettext("Where components lie"), "zones", tuple(self._zone(zone) for zone in self.game.zones)
        )

    def _zone(self, zone: m.ZoneDecl) -> Line:
        said, things = (
            self.nouns.declared(zone.ident.name),
            self.nouns.noun(self.world.zones[zone.ident.name].kind).many,
        )
        text = self.gettext("{zone}: for {things}", zone=said, things=things)
        if zone.per:
            keys = self.s.all_of([self.type_ref(ref) for ref in zone.per])
            text = self.gettext(
                "{zone}: for {things}, one for each {key}", zone=said, things=things, key=keys
            )
        facts = [text]
        if zone.capacity is not None:
            with self.s.inside():
                self._keys(zone.per)
                facts.append(self.gettext("with room for {number}", number=self.s.say(zone.capacity)))
        if zone.ordered:
            facts.append(self.gettext("in an order that matters"))
        facts += self._seen(zone.seen_by)
        return self.w.line("; ".join(facts), zone.ident.span, lines=self._noted(zone.ident))

    def _seen(self, seen_by: m.Seen) -> list[str]:
        match seen_by:
            case "everyone":
                return []
            case "nobody":
                return [self.gettext("hidden: nobody sees what it is")]
            case "owner":
                return [self.gettext("only the owner sees what it is")]
            case "others":
                return [self.gettext("all but the owner see what it is")]
            case _:
                assert_never(seen_by)

    def values(self) -> Part:
        """Return the part on values that change."""
        lines = [self._variable(each) for each in self.game.variables if each.agenda is None]
        lines += [self._history(each) for each in self.game.histories]
        lines += [self._agenda(each) for each in self.game.agendas]
        return Part(self.gettext("What is kept in mind"), "values", tuple(lines))

    def _variable(self, declared: m.VariableDecl) -> Line:
        said = self.nouns.declared(declared.ident.name)
        store = self.world.stores[declared.ident.name]
        type_ = self.type(store.type)
        text = self.gettext("{name}: {values}", name=said, values=type_)
        if declared.per:
            keys = self.s.all_of([self.type_ref(ref) for ref in declared.per])
            text = self.gettext("{name}, for each {key}: {values}", name=said, key=keys, values=type_)
        facts = [text]
        if declared.start is not None:
            with self.s.inside():
                self._keys(declared.per)
                facts.append(self.gettext("at first {value}", value=self.s.say(declared.start, store.type)))
        if declared.lasts is not None:
            phases = {p.ident.name: p.label for p in _phases(self.game.phases)}
            if declared.lasts.name == "turn":
                facts.append(self.gettext("begins anew after each turn"))
            else:
                phase = self.nouns.label(declared.lasts.name, phases.get(declared.lasts.name))
                facts.append(self.gettext("begins anew after each {phase}", phase=phase))
        facts += self._seen(declared.seen_by)
        return self.w.line("; ".join(facts), declared.ident.span, lines=self._noted(declared.ident))

    def _history(self, declared: m.HistoryDecl) -> Line:
        parts = self.s.all_of([self.nouns.declared(each.name) for each in declared.of or ()])
        said = self.nouns.label(declared.ident.name)
        text = self.gettext(
            "{history}: a record of up to {number} situations",
            history=said,
            number=self.s.say(declared.length),
        )
        if parts:
            text += "; " + self.gettext("two are the same if these are: {parts}", parts=parts)
        return self.w.line(text, declared.ident.span, lines=self._noted(declared.ident))

    def _agenda(self, declared: m.AgendaDecl) -> Line:
        said, number = self.nouns.label(declared.ident.name), self.s.say(declared.length)
        match declared.next:
            case "newest":
                text = self.gettext(
                    "{agenda}: up to {number} waiting events, the newest of which is handled first",
                    agenda=said,
                    number=number,
                )
            case "oldest":
                text = self.gettext(
                    "{agenda}: up to {number} waiting events, the oldest of which is handled first",
                    agenda=said,
                    number=number,
                )
            case "chosen":
                by = self.gettext("you") if declared.by is None else self.s.say(declared.by)
                text = self.gettext(
                    "{agenda}: up to {number} waiting events; this player chooses which is handled next: "
                    "{player}",
                    agenda=said,
                    number=number,
                    player=by,
                )
            case _:
                assert_never(declared.next)
        return self.w.line(text, declared.ident.span, lines=self._noted(declared.ident))

    def _noted(self, ident: m.Ident) -> list[Line]:
        """Return the author's comment on a declaration, in English, in which comments are written."""
        said = note(ident) if self.s.language == "en" else ""
        return [Line(said, (ident.span,), quoted="en")] if said else []

    # --- types ------------------------------------------------------------------------------------------

    def type(self, type_: t.Type) -> str:
        """Return what values a type has."""
        match type_:
            case t.Bool():
                return self.gettext("yes or no")
            case t.Int(low, high):
                return self.gettext("a number from {low} to {high}", low=low, high=high)
            case t.Optional(of):
                return self.gettext("{value} or nothing", value=self.type(of))
            case t.ListType(of) | t.ZoneType(of):
                return self.nouns.noun(of).many
            case _:
                return self.nouns.noun(type_).one

    def type_ref(self, ref: m.TypeRef) -> str:
        """Return the noun for the values of a type as written."""
        type_ = parameter_type(ref, self.world, self.s.typed.found)
        if isinstance(type_, t.Int):
            return self.type(type_)
        return self.nouns.noun(type_).one

    def plural_ref(self, ref: m.TypeRef) -> str:
        """Return the values of a type as written."""
        type_ = parameter_type(ref, self.world, self.s.typed.found)
        if isinstance(type_, t.Named) and type_.sort == "enum":
            return ", ".join(self.nouns.value(type_, v) for v in range(type_.first, type_.first + type_.size))
        return self.nouns.noun(type_).many


def _phases(phases: Sequence[m.PhaseDecl]) -> Iterator[m.PhaseDecl]:
    for phase in phases:
        yield phase
        yield from _phases(phase.phases)
