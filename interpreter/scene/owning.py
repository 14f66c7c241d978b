"""Finds out whose board a cell of an action lies on, if every player has a board of the cell's space.

An action says so where it uses the cell together with a player: as the keys of a zone or a variable, or as
the arguments of a function that takes one player and one cell, perhaps inside of other functions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.trees import core
from gamespec.trees import types as t
from interpreter.scene.reading import cell_space, is_player

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gamespec.compile.draft.draft import ActionSpec, PickSpec

    Meaning = Mapping[core.Slot, core.Core]

__all__ = ["board_owner"]


def board_owner(spec: ActionSpec, pick: PickSpec) -> core.Core | None:
    """Return the player whose board a cell is on, or `None` if the action does not say so.

    The player is an expression that reads no locals but those of the action.
    """
    search = _Search(pick.slot)
    search.source(pick.source, {})
    for each in (*(other.where for other in spec.picks), *(other.source for other in spec.picks), spec.when):
        if each is not None:
            search.read(each, {})
    return next(iter(search.found), None)


class _Search:
    """The players in whose company an expression uses a cell, in the order in which they occur."""

    def __init__(self, slot: core.Slot) -> None:
        self.cell, self.space = slot, cell_space(slot.type)
        self.found: list[core.Core] = []
        self._read: set[tuple[core.Function, tuple[object, ...]]] = set()

    def source(self, node: core.Core, means: Meaning) -> None:
        """Search what a cell is taken from, whose members are the cell."""
        match node:
            case core.Apply(_, _, function, args) if function.body is not None:
                inside = self._inside(function, args, means)
                player = [p for p, a in zip(function.parameters, args, strict=True) if is_player(p.type)]
                if len(player) == 1:
                    self._add(inside[player[0]])
                self.source(function.body, inside)
            case core.Quantifier("filter", slot=slot, over=over, body=body):
                self.read(body, {**means, slot: core.Local(slot.type, node.span, self.cell)})
                self.source(over, means)
            case _:
                return

    def read(self, node: core.Core, means: Meaning) -> None:
        """Search an expression."""
        match node:
            case core.Zone(_, _, _, (player, cell)) | core.Load(_, _, _, (player, cell), _):
                if is_player(player.type) and self._is_cell(cell, means):
                    self._add(self._meant(player, means))
            case core.Apply(_, _, function, args) if function.body is not None:
                self._applied(function, args, means)
            case _:
                pass
        for child in core.children(node):
            self.read(child, means)

    def _applied(self, function: core.Function, args: tuple[core.Core, ...], means: Meaning) -> None:
        if not any(self._is_cell(arg, means) for arg in args):
            return
        inside = self._inside(function, args, means)
        players = [p for p in function.parameters if is_player(p.type)]
        cells = [p for p in function.parameters if cell_space(t.element(p.type) or p.type) == self.space]
        if len(players) == 1 and len(cells) == 1:
            self._add(inside[players[0]])
            return
        key = (
            function,
            tuple(each.slot if isinstance(each, core.Local) else type(each) for each in inside.values()),
        )
        if key not in self._read and function.body is not None:
            self._read.add(key)
            self.read(function.body, inside)

    def _inside(self, function: core.Function, args: tuple[core.Core, ...], means: Meaning) -> Meaning:
        """Return what the parameters of a function mean for the action, given the arguments."""
        return {slot: self._meant(arg, means) for slot, arg in zip(function.parameters, args, strict=True)}

    def _meant(self, node: core.Core, means: Meaning) -> core.Core:
        while isinstance(node, core.Narrow):
            node = node.of
        return means.get(node.slot, node) if isinstance(node, core.Local) else node

    def _is_cell(self, node: core.Core, means: Meaning) -> bool:
        meant = self._meant(node, means)
        return isinstance(meant, core.Local) and meant.slot is self.cell

    def _add(self, player: core.Core) -> None:
        left = [player]
        while left:
            part = left.pop()
            left += core.children(part)
            if isinstance(part, core.Local) and not part.slot.frame:
                return  # some player among several
        self.found.append(player)
