"""`case`, which selects one of several lists of steps by a value.

The subject is evaluated once. Then each branch, in order, tests whether the subject is one of the branch's
values. If every value has a branch, the last branch needs no test.
"""

from __future__ import annotations

from itertools import islice

from gamespec.compile.draft.builder import Block, Builder, compile_block
from gamespec.compile.draft.draft import BranchUnless, Jump, Label, Put
from gamespec.expr.elaborate import elaborate
from gamespec.expr.fit import coerce, listed
from gamespec.expr.fold import NotConstant, constant_list, constant_value
from gamespec.expr.scope import ANYTHING, Scope, path
from gamespec.model import model as m
from gamespec.text.diagnostics import Remark
from gamespec.text.source import Span
from gamespec.trees import ast, core
from gamespec.trees import types as t
from gamespec.trees.ast import Expression

__all__ = ["compile_case"]

MOST_MISSING = 6
"""Maximum number of missing values that a message names. The rest is only counted."""


def compile_case(b: Builder, block: Block, step: m.Case) -> None:
    """Compile the branches of a `case`."""
    subject = listed(elaborate(step.subject, block.scope), block.scope)
    if t.domain(subject.type) is None:
        if not isinstance(subject.type, t.Bad):
            message = f"`case` needs a single value, but this is {t.a(subject.type)}"
            block.scope.error("GS302", message, subject.span)
        for steps in (*(branch.do for branch in step.branches), step.otherwise or ()):
            compile_block(b, block, steps, block.inner(block.scope.knowing({ANYTHING: step.span})))
        return
    values = _values(b, block, step, subject.type)
    whole = values is not None and _is_whole(b, step, subject.type, values)
    inner = block.inner()
    if not isinstance(subject, core.Const | core.Local):
        slot = inner.take("case", subject.type)
        b.emit(Put(step.span, slot, subject))
        subject = core.Local(subject.type, subject.span, slot)
    _branches(b, inner, step, subject, values or [()] * len(step.branches), whole=whole)
    b.clear(inner, block.taken, step.span)
    name = path(step.subject.root)
    if name is not None and _none_leaves(step, values):
        block.scope = block.scope.lasting({name: subject.span})


def _branches(  # noqa: PLR0913 - a case, and what its branches are about
    b: Builder, block: Block, step: m.Case, subject: core.Core, values: list[tuple[int, ...]], *, whole: bool
) -> None:
    """Compile the branches and the default. If the branches cover the `whole` type, the last has no test."""
    over, found = Label(), False
    for i, (branch, members) in enumerate(zip(step.branches, values, strict=True)):
        following, asks = Label(), not (whole and i + 1 == len(values))
        here = not asks or not isinstance(subject, core.Const) or subject.value in members
        span = branch.values[0].span
        with b.left_out(block, found):
            if asks:
                b.emit(BranchUnless(span, _among(subject, members, span), following))
            with b.left_out(block, not here):
                compile_block(b, block, branch.do, block.inner(_inside(block, step, subject, members)))
                if asks or step.otherwise:
                    b.emit(Jump(step.span, over))
            b.emit(following)
        found = found or (here and isinstance(subject, core.Const))
    with b.left_out(block, found):
        rest = () if any(t.NONE in members for members in values) else (t.NONE,)
        compile_block(b, block, step.otherwise or (), block.inner(_inside(block, step, subject, rest)))
    b.emit(over)


def _inside(block: Block, step: m.Case, subject: core.Core, members: tuple[int, ...]) -> Scope:
    """Return the scope of a branch. If the subject cannot be `none` there, it counts as having a value."""
    name = path(step.subject.root)
    if name is None or t.NONE in members:
        return block.scope
    return block.scope.lasting({name: subject.span})


def _none_leaves(step: m.Case, values: list[tuple[int, ...]] | None) -> bool:
    """Return whether the branch for `none` always leaves, so that the subject has a value afterwards."""
    for branch, members in zip(step.branches, values or (), strict=False):
        if t.NONE in members:
            return bool(branch.do) and isinstance(branch.do[-1], m.Stop)
    return bool(step.otherwise) and isinstance(step.otherwise[-1], m.Stop) if step.otherwise else False


def _among(subject: core.Core, members: tuple[int, ...], span: Span) -> core.Core:
    """Return the condition that the subject is one of the given values."""
    if isinstance(subject, core.Const):
        return core.Const(t.BOOL, span, int(subject.value in members))
    base = t.strip(subject.type)
    parts: list[core.Core] = [
        core.Equal(t.BOOL, span, subject, core.Const(t.NOTHING, span, t.NONE))
        for m_ in members
        if m_ == t.NONE
    ]
    others = tuple(value for value in members if value != t.NONE)
    if len(others) == 1:
        parts.append(core.Equal(t.BOOL, span, subject, core.Const(base, span, others[0])))
    elif others or not parts:
        fixed = core.Fixed(t.ListType(base, len(others)), span, others)  # type: ignore[arg-type]  # one value
        parts.append(core.InList(t.BOOL, span, subject, fixed))
    return parts[0] if len(parts) == 1 else core.Or(t.BOOL, span, tuple(parts))


# --- values of branches -------------------------------------------------------------------------------------


def _values(b: Builder, block: Block, step: m.Case, type_: t.Type) -> list[tuple[int, ...]] | None:
    """Return the values of each branch, or `None` after reporting a mistake or values in two branches."""
    covered: dict[int, Span] = {}
    found: list[tuple[int, ...]] = []
    good = True
    for branch in step.branches:
        mine: list[int] = []
        for expression in branch.values:
            members = _members(block, expression, type_)
            twice = next((v for v in members or () if v in covered), None)
            if twice is not None:
                block.scope.error(
                    "GS402", f"`{b.world.values.text(type_, twice)}` already has a branch", expression.span,
                    others=(Remark(covered[twice], "it is covered here"),),
                )  # fmt: skip
            good = good and members is not None and twice is None
            covered |= dict.fromkeys(members or (), expression.span)
            mine.extend(members or ())
        found.append(tuple(mine))
    return found if good else None


def _members(block: Block, expression: Expression, type_: t.Type) -> tuple[int, ...] | None:
    """Return the values that an expression in a branch lists, or `None` after reporting a mistake."""
    scope, base = block.scope.inside(expression.source), t.strip(type_)
    hint = t.ListType(base, 0) if isinstance(expression.root, ast.Items) else base  # type: ignore[arg-type]  # as above
    node = listed(scope.check(expression.root, hint), scope)
    several = isinstance(node.type, t.ListType)
    wanted = t.ListType(type_, node.type.most) if isinstance(node.type, t.ListType) else type_  # type: ignore[arg-type]  # as above
    node = coerce(node, wanted, scope)
    if isinstance(node.type, t.Bad):
        return None
    try:
        return tuple(dict.fromkeys(constant_list(node))) if several else (constant_value(node),)
    except NotConstant as why:
        scope.error(why.code, why.message, why.span)
        return None


def _is_whole(b: Builder, step: m.Case, type_: t.Type, values: list[tuple[int, ...]]) -> bool:
    """Return whether every value has a branch, and report a missing or superfluous `else`."""
    covered = {value for members in values for value in members}
    first, size = t.domain(type_) or (0, 0)
    missing = size + isinstance(type_, t.Optional) - len(covered)
    if missing and step.otherwise is None:
        every_one = (*islice((v for v in range(first, first + size) if v not in covered), MOST_MISSING),)
        if isinstance(type_, t.Optional) and t.NONE not in covered:
            every_one = (*every_one[: MOST_MISSING - 1], t.NONE)
        named = ", ".join(f"`{b.world.values.text(type_, value)}`" for value in every_one)
        more = f", and {missing - len(every_one)} more" if missing > len(every_one) else ""
        b.found.report(
            "GS315", f"no branch for {named}{more}", step.span, help="add a branch, or write `else`",
            notes=() if not more else (f"the subject is {t.a(type_)}",),
        )  # fmt: skip
    if not missing and step.otherwise is not None:
        place = step.otherwise[0].span if step.otherwise else step.span
        b.found.report(
            "GS402", "`else` is never reached: every value has a branch", place, severity="warning"
        )
    return not missing
