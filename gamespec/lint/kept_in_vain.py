"""GS402: `kept` on a function that costs no more to evaluate than to look up.

That is so if there is no iteration, because the function's value and terms have no quantifier and apply no
function.
"""

from __future__ import annotations

from gamespec.lint.subject import Subject
from gamespec.trees import ast

__all__ = ["kept_in_vain"]


def kept_in_vain(subject: Subject) -> None:
    """Report functions that are `kept` although their evaluation involves no iteration."""
    for function in subject.game.functions:
        written = [
            function.body,
            *(term.body for term in subject.game.terms if term.of.name == function.ident.name),
        ]
        if function.kept is not None and not any(_goes_through(each.root) for each in written):
            subject.found.report(
                "GS402", f"`kept` has no effect: `{function.ident}` iterates over nothing", function.kept,
                severity="warning",
                help="leave it out; it helps functions that iterate over many cells or components",
            )  # fmt: skip


def _goes_through(node: ast.Node) -> bool:
    match node:
        case ast.Quantifier() | ast.Reach() | ast.Longest() | ast.Call() | ast.Unread():
            return True
        case _:
            return any(map(_goes_through, ast.children(node)))
