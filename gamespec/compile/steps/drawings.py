"""`draw`, which gives a set-up as a diagram. Each character becomes the `set` or `move` that it stands for.

The cells of a diagram are in reading order, which is also the order of a grid's cells; a track is drawn on
one line. A list of components is evaluated once, before anything moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from gamespec.compile.draft.builder import Block, Builder
from gamespec.compile.draft.draft import MoveTo, Put
from gamespec.description.diagram import CELL, NO_CELL
from gamespec.expr.elaborate import elaborate
from gamespec.expr.fold import NotConstant, constant_list
from gamespec.model import model as m
from gamespec.program.frozen import replace
from gamespec.space import Space
from gamespec.text.suggest import did_you_mean
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.trees.ast import Expression

__all__ = ["compile_draw"]

Components = Callable[[Block, Expression, core.Core | None], core.Core | None]
"""A function that elaborates the expression for components that move to a zone."""


def compile_draw(b: Builder, block: Block, step: m.Draw, components: Components) -> None:
    """Compile a `draw` step into the steps that its diagram stands for."""
    store = _target(b, step.target)
    if store is None:
        return
    cells = list(_cells(b, step, b.world.spaces[t.show(store.keys[0])]))
    b.world.effort.spend(len(cells), step.span)
    inner = block.inner()
    if isinstance(store, core.Store):
        legend = {
            ident.name: elaborate(value, inner.scope, store.type, f"the values that `{store.name}` can hold")
            for ident, value in step.legend
        }
        for drawn, cell in _known(b, cells, step):
            value = legend[drawn.name]
            if not isinstance(value.type, t.Bad):
                b.emit(Put(drawn.span, core.Load(store.type, drawn.span, store, (cell,)), value))
        return
    supply = {ident.name: _supply(b, inner, value, store, components) for ident, value in step.legend}
    for drawn, cell in _known(b, cells, step):
        taken = supply[drawn.name]
        what = next(taken, None) if taken is not None else None
        if what is not None:
            here = replace(what, span=drawn.span)
            b.emit(MoveTo(drawn.span, here, core.Zone(store.type, drawn.span, store, (cell,)), False))  # noqa: FBT003 - on top
        elif taken is not None:
            b.found.report("GS304", f"there are too few of `{drawn}`", drawn.span)
            supply[drawn.name] = None
    b.clear(inner, block.taken, step.span)


def _target(b: Builder, target: m.Ident) -> core.Store | core.ZoneStore | None:
    """Return the variable or family of zones to draw in, or `None` after reporting an error.

    It must have one member for each cell of a grid or track.
    """
    store = b.world.symbols.get(target.name)
    if store is None:
        if target.name not in b.world.symbols.broken and target.name not in b.world.game.lost:
            names = [*(x.name for x in b.world.stores.values()), *b.world.zones]
            b.found.report(
                "GS201", f"there is no variable or zone `{target}`", target.span,
                help=did_you_mean(target.name, names),
            )  # fmt: skip
        return None
    b.world.symbols.used.add(target.name)
    if isinstance(store, core.Store | core.ZoneStore) and target.name not in b.world.resources:
        match store.keys:
            case (t.Named("cell", name),) if b.world.spaces[name].sort in {"grid", "track"}:
                return store
            case _:
                pass
    b.found.report(
        "GS205", "only a variable or zone `per` cell of one grid or track can be drawn",
        target.span,
    )  # fmt: skip
    return None


def _cells(b: Builder, step: m.Draw, space: Space) -> Iterator[tuple[m.Ident, core.Const]]:
    """Yield the characters of a diagram, each with its cell, and report lines that don't fit the space."""
    cell = t.Named("cell", space.name, 0, space.size)
    heights = [y for _, y in space.points] or [0] * space.size
    rows = [[i for i, _ in group] for _, group in groupby(enumerate(heights), lambda pair: pair[1])]
    lines = [kept for line in step.diagram.lines if (kept := [c for c in line if c.name != NO_CELL])]
    if len(lines) != len(rows):
        message = f"`{space.name}` has {len(rows)} rows, but this diagram has {len(lines)}"
        b.found.report("GS130", message, step.diagram.span)
        return
    for drawn, row in zip(lines, rows, strict=True):
        if len(drawn) != len(row):
            first, last = space.names[row[0]], space.names[row[-1]]
            message = (
                f"the row from `{first}` to `{last}` has {len(row)} cells, but this line has {len(drawn)}"
            )
            place = drawn[min(len(row), len(drawn) - 1)]
            b.found.report("GS130", message, place.span)
            continue
        yield from ((c, core.Const(cell, c.span, i)) for c, i in zip(drawn, row, strict=True))


def _known(
    b: Builder, cells: list[tuple[m.Ident, core.Const]], step: m.Draw
) -> Iterator[tuple[m.Ident, core.Const]]:
    """Yield the characters that are not blank, each with its cell.

    Each character that the legend does not explain is reported once.
    """
    told, legend = {CELL}, {ident.name for ident, _ in step.legend}
    for drawn, cell in cells:
        if drawn.name in legend:
            yield drawn, cell
        elif drawn.name not in told:
            told.add(drawn.name)
            b.found.report(
                "GS201", f"the legend does not explain `{drawn}`", drawn.span,
                notes=(f"legend: {', '.join(f'`{x}`' for x in sorted(legend))}",) if legend else (),
            )  # fmt: skip


def _supply(
    b: Builder, block: Block, value: Expression, zone: core.ZoneStore, components: Components
) -> Iterator[core.Core] | None:
    """Return an iterator over the components that a character stands for, in the order of use.

    Returns `None` after reporting a mistake.
    """
    place = core.Zone(zone.type, value.span, zone, ())
    what = components(block, value, place)
    if what is None:
        return None
    kind = zone.type.of
    match what:
        case core.Const(_, span, component):
            rows = b.world.kinds[kind.name].rows
            alike = [i for i, row in enumerate(rows) if row == rows[component - kind.first]]
            return (core.Const(kind, span, kind.first + i) for i in alike if kind.first + i >= component)
        case _ if not isinstance(what.type, t.ListType):
            return iter((what,))
        case _:
            return _one_after_another(b, block, what, kind)


def _one_after_another(b: Builder, block: Block, what: core.Core, kind: t.Named) -> Iterator[core.Core]:
    """Return an iterator over the members of a list.

    If the list is known only in play, going beyond its end is a fault of the game.
    """
    try:
        return (core.Const(kind, what.span, component) for component in constant_list(what))
    except NotConstant:
        pass
    assert isinstance(what.type, t.ListType)  # noqa: S101 - as whoever calls this has seen
    slot = block.take("drawn", what.type)
    b.emit(Put(what.span, slot, what))
    kept, numbers = core.Local(what.type, what.span, slot), range(1, what.type.most + 1)
    return (
        core.BuiltIn(kind, what.span, "nth", (kept, core.Const(t.Int(n, n), what.span, n))) for n in numbers
    )
