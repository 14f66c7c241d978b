"""GS403: an offer that may have no option, without saying what happens then.

An offer may be empty if each of its actions has a condition (`when` or `keeps`) and nothing shows that one of
these conditions holds. The lint is silent if two conditions are opposites, if one is the opposite of an
`end`, or if an earlier condition may have ensured one of them (`if`, a loop, `until` and `who` of the phase,
and the same around callers). It ignores whether the values of an action run out, because the text seldom
tells.
"""

from __future__ import annotations

from itertools import combinations, product

from gamespec.lint.subject import Subject, walk
from gamespec.model import model as m
from gamespec.trees import ast

__all__ = ["empty_offer"]

_OPPOSITES = {
    "==": ("!=", "<", ">"),
    "!=": ("==",),
    "<": (">=", "=="),
    ">": ("<=", "=="),
    "<=": (">",),
    ">=": ("<",),
}
"""For each comparison operator, the operators whose comparison may hold if it does not."""


def empty_offer(subject: Subject) -> None:
    """Report offers without `otherwise` in which every action has a condition."""
    actions = {action.ident.name: action for action in subject.game.actions}
    steps = list(walk(subject.game))
    guarded = {f"procedure {s.procedure}" for s, where in steps if isinstance(s, m.Run) and where.guards}
    for step, where in steps:
        if not isinstance(step, m.Offer) or step.otherwise is not None or where.guards:
            continue
        offered = [actions[o.action.name] for o in step.actions if o.action.name in actions]
        whens = [a.when for a in offered if a.when is not None]
        if where.routine.partition(" ")[0] not in {"setup", "phase", "procedure"} or where.routine in guarded:
            continue
        if not offered or any(a.when is None and a.keeps is None for a in offered):
            continue
        asked = [*combinations(whens, 2), *product(whens, (entry.when for entry in subject.game.end))]
        if any(_opposite(a.root, part, a, b) for a, b in asked for part in _parts(b.root)):
            continue
        subject.found.report(
            "GS403", "each action of this offer has a condition, so there may be no option", step.span,
            severity="warning", help="say what happens then: `otherwise: []` continues without an answer",
        )  # fmt: skip


def _parts(node: ast.Node) -> tuple[ast.Node, ...]:
    """Return the operands of a disjunction. Any other condition is its own single operand."""
    return node.parts if isinstance(node, ast.Logic) and node.op == "or" else (node,)


def _opposite(a: ast.Node, b: ast.Node, first: ast.Expression, second: ast.Expression) -> bool:
    """Return whether one condition is the opposite of the other, judging by their text."""
    match a, b:
        case ast.Not(_, _, of), _ if _text(of, first) == _text(b, second):
            return True
        case _, ast.Not(_, _, of) if _text(of, second) == _text(a, first):
            return True
        case ast.Comparison(_, _, x, ((op, y),)), ast.Comparison(_, _, u, ((other, v),)):
            same = _text(x, first) == _text(u, second) and _text(y, first) == _text(v, second)
            return same and other in _OPPOSITES.get(op, ())
        case _:
            return False


def _text(node: ast.Node, expression: ast.Expression) -> str:
    return "".join(expression.source.text[node.start : node.end].split())
