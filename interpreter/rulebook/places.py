"""Writes where things lie and what is kept in mind: boards, zones, variables, histories and agendas."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from gamespec.model import model as m
from gamespec.model.walk import every_phase
from gamespec.trees import ast
from interpreter.rulebook.kinds import Kinds, noted
from interpreter.rulebook.marks import code
from interpreter.rulebook.sheet import Line, Part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.rulebook.writer import Writer

__all__ = ["Places"]


class Places:
    """Writes the parts of the sheet on boards, zones and values that change."""

    def __init__(self, writer: Writer, kinds: Kinds) -> None:
        self.w, self.s, self.nouns = writer, writer.s, writer.s.nouns
        self.game, self.world = writer.s.world.game, writer.s.world
        self.gettext, self.kinds = writer.gettext, kinds

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
        return self.w.line(text, space.ident.span, lines=[*lines, *noted(self.w, space.ident)])

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

    def zones(self) -> Part:
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
            keys = self.s.all_of([self.kinds.type_ref(ref) for ref in zone.per])
            text = self.gettext(
                "{zone}: for {things}, one for each {key}", zone=said, things=things, key=keys
            )
        facts = [text]
        if zone.capacity is not None:
            with self.s.inside():
                self.kinds.bind_keys(zone.per)
                facts.append(self.gettext("with room for {number}", number=self.s.say(zone.capacity)))
        if zone.ordered:
            facts.append(self.gettext("in an order that matters"))
        facts += self._seen(zone.seen_by)
        return self.w.line("; ".join(facts), zone.ident.span, lines=noted(self.w, zone.ident))

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
        type_ = self.kinds.type(store.type)
        text = self.gettext("{name}: {values}", name=said, values=type_)
        if declared.per:
            keys = self.s.all_of([self.kinds.type_ref(ref) for ref in declared.per])
            text = self.gettext("{name}, for each {key}: {values}", name=said, key=keys, values=type_)
        facts = [text]
        if declared.start is not None:
            with self.s.inside():
                self.kinds.bind_keys(declared.per)
                facts.append(self.gettext("at first {value}", value=self.s.say(declared.start, store.type)))
        if declared.lasts is not None:
            phases = {p.ident.name: p.label for p in every_phase(self.game.phases)}
            if declared.lasts.name == "turn":
                facts.append(self.gettext("reset after each turn"))
            else:
                phase = self.nouns.label(declared.lasts.name, phases.get(declared.lasts.name))
                facts.append(self.gettext("reset after each run of the phase {phase}", phase=phase))
        facts += self._seen(declared.seen_by)
        return self.w.line("; ".join(facts), declared.ident.span, lines=noted(self.w, declared.ident))

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
        return self.w.line(text, declared.ident.span, lines=noted(self.w, declared.ident))

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
        return self.w.line(text, declared.ident.span, lines=noted(self.w, declared.ident))
