"""Formats parts of a game for its description, in the notation of the language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.accepted import accepts, comment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gamespec.model.model import (
        ColumnDecl,
        EndDecl,
        Grid,
        Ident,
        InvariantDecl,
        MeasureDecl,
        PhaseDecl,
        Pick,
        ResourceDecl,
        SpaceDecl,
        Templates,
        Text,
        TypeRef,
        ZoneDecl,
    )
    from gamespec.trees.ast import Expression

__all__ = [
    "attribute",
    "checked",
    "end",
    "extent",
    "held_by",
    "keys",
    "measured",
    "note",
    "phase",
    "picks",
    "players",
    "template",
    "text_or",
    "type_text",
    "zone_traits",
]


def players(numbers: range) -> str:
    """Format the possible numbers of players, as in `2 players` or `2 to 4 players`."""
    fewest, most = numbers[0], numbers[-1]
    if fewest == most:
        return "1 player" if fewest == 1 else f"{fewest} players"
    return f"{fewest} to {most} players"


def note(ident: Ident) -> str:
    """Return the comment at the end of the line that declares a name.

    Return an empty string if there is none, or if the comment does not describe the name.
    """
    found = comment(ident.span.source.line(ident.span.line))
    return found[1] if found is not None and not accepts(found[1]) else ""


def text_or(text: Text | None, language: str, otherwise: str = "") -> str:
    """Return a text in the given language, or `otherwise` if there is no text."""
    return otherwise if text is None else text.in_(language)


def template(templates: Templates | None, language: str) -> str:
    """Return a template as it is written in the specification, but without quotes."""
    if templates is None:
        return ""
    by_language = templates.by_language
    chosen = by_language.get(language) or by_language.get("en") or next(iter(by_language.values()))
    return chosen.span.text.strip("\"'")


def type_text(ref: TypeRef) -> str:
    """Return a type as it is written in the specification."""
    return " ".join(ref.span.text.split())


def attribute(declared: ColumnDecl, back: Iterable[Ident]) -> str:
    """Format an attribute with its keys and its type, and say if it is also on the back of components."""
    by_key = f"[{keys(declared.per)}]" if declared.per else ""
    text = f"{declared.ident.name}{by_key}: {type_text(declared.type)}"
    return f"{text} (on the back)" if declared.ident.name in {ident.name for ident in back} else text


def keys(per: Iterable[TypeRef]) -> str:
    """Format the keys of a family, as in `player, suit`, or return an empty string if there are none."""
    return ", ".join(type_text(ref) for ref in per)


def held_by(resource: ResourceDecl) -> str:
    """Format the keys of a resource, followed by its sort."""
    return keys((*resource.per, resource.of) if resource.of is not None else resource.per)


def picks(chosen: Iterable[Pick]) -> str:
    """Format the names of the values that an action asks for, with `?` after each optional one."""
    return ", ".join(pick.ident.name + ("?" if pick.optional else "") for pick in chosen)


def extent(space: SpaceDecl) -> str:
    """Format a space, as in `grid 8 x 8, diagonal links, without a1`."""
    from gamespec.model import model as m

    match space:
        case m.Plane(zone=zone, within=side):
            return f"plane of the tiles in {zone}, {side.text} x {side.text}"
        case m.Edges() | m.Corners():
            return f"{'inner ' if space.inner else ''}{type(space).__name__.lower()} of {space.board}"
        case m.Graph():
            return f"graph of {len(space.cells)} cells"
        case m.Track(cells=cells):
            if isinstance(cells, tuple):
                return f"track of {len({cell.name for run in cells for cell in run})} cells with branches"
            return f"track {_sizes(cells)}{', a loop' if space.loop else ''}"
        case m.Grid():
            return ", ".join((*_grid(space), *_gaps(space.without)))
        case m.Hexagon(side=side) | m.Triangle(side=side):
            return ", ".join((f"{type(space).__name__.lower()} {_sizes(side)}", *_gaps(space.without)))


def _sizes(*sizes: Expression) -> str:
    return " x ".join(f"({size.text})" if " " in size.text else size.text for size in sizes)


def _grid(grid: Grid) -> Iterator[str]:
    """Yield descriptions of a grid's size, of its links, and of where row 1 is."""
    form, size = grid.shape or "grid", grid.size
    if isinstance(size, tuple):
        yield f"{form} {_sizes(*size)}"
    else:
        yield f"{form} {max(map(len, size.lines), default=0)} x {len(size.lines)}, as drawn"
    if grid.shape is None and grid.links is not None:
        yield f"{grid.links} links"
    if grid.row_1 is not None:
        yield "row 1 at the bottom"


def _gaps(without: tuple[Ident, ...] | Expression | None) -> Iterator[str]:
    """Yield a description of the cells that are missing from a space, if any are."""
    if isinstance(without, tuple):
        yield "without " + " ".join(str(cell) for cell in without)
    elif without is not None:
        yield f"without those where {without.text}"


def zone_traits(zone: ZoneDecl) -> str:
    """Format the order and the capacity of a zone, as in `ordered, at most 6`."""
    traits = ["ordered"] if zone.ordered else []
    if zone.capacity is not None:
        traits.append(f"at most {zone.capacity.text}")
    return ", ".join(traits)


def phase(decl: PhaseDecl) -> str:
    """Format how turns pass in a phase, as in `turns clockwise, until empty(market)`."""
    names = ", ".join(inner.ident.name for inner in decl.phases)
    parts = [f"turns {decl.turns}" if decl.turns else f"again and again: {names}" if names else "once"]
    named = {"first": decl.first, "who": decl.who, "next": decl.next, "until": decl.until}
    parts.extend(f"{name} {expression.text}" for name, expression in named.items() if expression is not None)
    return ", ".join(parts)


def end(decl: EndDecl) -> str:
    """Describe the result of an end condition, which is a winner, a draw, or a ranking."""
    if decl.winner is not None:
        return f"winner {decl.winner.text}"
    return "draw" if decl.draw else "ranking"


def measured(decl: MeasureDecl) -> str:
    """Describe when a measure is evaluated, as in `at end, per player`."""
    return f"at {decl.at}{', per player' if decl.per is not None else ''}"


def checked(decl: InvariantDecl) -> str:
    """Describe when an invariant is checked, as in `at decision` or `after buy, per player`."""
    when = f"at {decl.time}" if decl.around is None else f"{decl.time} {decl.around}"
    return f"{when}{', per player' if decl.per is not None else ''}"
