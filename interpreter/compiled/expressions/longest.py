"""`trail` and `path` in a module: lists the successors of each member for `interpreter.kernels.longest`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import expressions as x
from interpreter.compiled.expressions.lists import each_listed, once_each_stored
from interpreter.compiled.translate.room import ModuleRoom
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.wat import Wat, const
from interpreter.kernels.longest import Ways

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions

__all__ = ["longest"]


def longest(e: Expressions, scope: Scope, node: x.Longest) -> Wat:
    """Return the tree for the length of the longest way; all lists are computed before the search begins."""
    most = node.over.domain.most
    before, members = once_each_stored(e, scope, node.over)
    ways = Ways(ModuleRoom(e.unit), node.kind, most, most * node.body.domain.most)
    walk = each_listed(e, scope, node, members, (ways.flat, ways.starts))
    operands = members.address, members.length, const(node.most), const(node.at)
    return e.valued(scope, [*before, *walk], e.unit.kernels.call(ways.longest, *operands))
