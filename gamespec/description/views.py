"""The section `view` read from its nodes; `resolve.views` binds its names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar, get_args

from gamespec.description.diagram import CELL, read_lines
from gamespec.description.reader import Reader, child, entries, flag, is_read
from gamespec.documents.document import Mapping, Node, Sequence
from gamespec.model import model as m
from gamespec.text.diagnostics import Collector, Remark
from gamespec.text.source import Span
from gamespec.text.visible import cell, visible

__all__ = ["COLORS", "read_view"]

COLORS: tuple[str, ...] = get_args(m.Color)
"""The palette."""

WIDEST = 2
"""Maximum width of a symbol, in columns."""

T = TypeVar("T")

Path = tuple[str, ...]


@dataclass(eq=False)
class _Views:
    """Reads the parts of a view, and notes the place of each."""

    r: Reader
    places: dict[Path, Span] = field(default_factory=dict)

    @property
    def found(self) -> Collector:
        return self.r.found

    def each(self, node: Node | None, path: Path, read: Callable[[Node, Path], T]) -> dict[str, T]:
        """Read the value of each key of a mapping."""
        made: dict[str, T] = {}
        for e in entries(node):
            here = (*path, e.key.text)
            self.places[here] = e.key.span
            made[e.key.text] = read(e.value, here)
        return made

    def symbol(self, node: Node | None, path: Path) -> str | None:
        """Read a symbol; `None` if there is none, or after reporting that it is too wide or invisible."""
        if not is_read(node):
            return None
        self.places[path] = node.span
        text = node.text
        wide = sum(cell(character)[1] for character in text)
        if 1 <= wide <= WIDEST and visible(text) == text and not any(c.isspace() for c in text):
            return text
        fault = "takes more than two columns" if wide > WIDEST else "cannot be seen"
        self.found.report("GS322", f"this symbol {fault}", node.span, help="choose one or two characters")
        return None

    def word(self, node: Node | None, path: Path) -> str | None:
        """Read a keyword of the schema."""
        if not is_read(node):
            return None
        self.places[path] = node.span
        return node.text

    def look(self, node: Node, path: Path) -> m.LookDecl:
        """Read a symbol and a colour."""
        symbol = self.symbol(child(node, "symbol"), (*path, "symbol"))
        color = self.word(child(node, "color"), (*path, "color"))
        return m.LookDecl(symbol=symbol, color=color)  # type: ignore[arg-type]  # the schema lets no other word pass

    def looks(self, node: Node, path: Path) -> dict[str, m.LookDecl]:
        """Read the looks of an enumeration's values."""
        return self.each(node, path, self.look)

    def kind(self, node: Node, path: Path) -> m.KindView:
        """Read the look of components."""
        color = child(node, "color")
        edges = self.each(child(node, "edges"), (*path, "edges"), lambda x, p: self.symbol(x, (*p, "symbol")))
        return m.KindView(
            short=self.r.templates(child(node, "short")),
            color=self.r.ident(color) if is_read(color) else None,
            edges={name: symbol for name, symbol in edges.items() if symbol is not None},
        )

    def zone(self, node: Node, path: Path) -> m.ZoneView:
        """Read the arrangement of a zone."""
        together = child(node, "together")
        if together is not None:
            self.places[*path, "together"] = together.span
        lies = self.word(child(node, "lies"), (*path, "lies"))
        return m.ZoneView(lies=lies, together=flag(together) if together is not None else None)  # type: ignore[arg-type]  # the schema lets no other word pass

    def store(self, node: Node, path: Path) -> m.StoreView:
        """Read the look of a variable or resource."""
        track, look = child(node, "track"), self.look(node, path)
        if track is not None:
            self.places[*path, "track"] = track.span
        return m.StoreView(symbol=look.symbol, color=look.color, track=flag(track))

    def space(self, node: Node, path: Path) -> m.SpaceView:
        """Read the positions of cells."""
        layout = child(node, "layout")
        if not is_read(layout):
            return m.SpaceView()
        placed: dict[str, tuple[int, int]] = {}
        lines = read_lines(layout, self.found, "a layout")
        if lines is None:
            return m.SpaceView()
        self.places[*path, "layout"] = layout.span
        for row, line in enumerate(lines):
            for column, word in enumerate(line):
                here = (*path, "layout", word.name)
                if word.name in placed:
                    self.found.report(
                        "GS322", f"the cell `{word}` is here twice", word.span,
                        others=(Remark(self.places[here], "the first one"),), help="leave one of them out",
                    )  # fmt: skip
                elif word.name != CELL:
                    placed[word.name] = column, row
                    self.places[here] = word.span
        return m.SpaceView(layout=placed)


def read_view(r: Reader, node: Node | None) -> m.View:
    """Read the section `view`; without it, every look is the default."""
    if not isinstance(node, Mapping):
        return m.View()
    v, listed = _Views(r), node.get("players")
    seats: list[m.PlayerLook] = []
    for seat, look in enumerate(listed.items if isinstance(listed, Sequence) else ()):
        path = ("players", str(seat))
        v.places[path] = look.span
        seat_look = v.look(look, path)
        name = r.text(child(look, "name"))
        seats.append(m.PlayerLook(symbol=seat_look.symbol, color=seat_look.color, name=name))
    return m.View(
        players=tuple(seats),
        values=v.each(node.get("values"), ("values",), v.looks),
        components=v.each(node.get("components"), ("components",), v.kind),
        zones=v.each(node.get("zones"), ("zones",), v.zone),
        variables=v.each(node.get("variables"), ("variables",), v.store),
        resources=v.each(node.get("resources"), ("resources",), v.store),
        spaces=v.each(node.get("spaces"), ("spaces",), v.space),
        places=v.places,
    )
