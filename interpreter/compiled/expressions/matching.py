"""`matching` in a module: lists each member's candidates for the search of `interpreter.kernels.matching`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import expressions as x
from interpreter.compiled.expressions.lists import each_listed
from interpreter.compiled.translate.room import ModuleRoom
from interpreter.compiled.unit.unit import Scope, StoredList
from interpreter.compiled.wasm.wat import Wat, const, get, put
from interpreter.kernels.matching import Matching

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions

__all__ = ["matching"]


def matching(e: Expressions, scope: Scope, node: x.Quantifier) -> Wat:
    """Return the tree for the size of a largest matching of the members of a list to their candidates."""
    most, count = node.over.domain.most, scope.function.local("count")
    lists = Matching(ModuleRoom(e.unit), most, most * node.body.domain.most)
    before, members = e.wide(scope, node.over)
    here = StoredList(members.address, get(count), members.width, members.shift)
    walk = each_listed(e, scope, node, here, (lists.values, lists.starts))
    served = e.unit.kernels.call(lists.served, get(count), const(node.at))
    return e.valued(scope, [*before, put(count, members.length), *walk], served)
