"""Lookahead: trying the options of actions, and expressions that test what a player could do.

An expression may test whether actions are available, and the conditions of those actions may test other
actions. A cycle of such tests is an error, because it would never end. Whether an action is available depends
on its `when`, its values and its `keeps`. Its steps are tried if it has a `keeps`, or if the question is
about several actions in a row. Its `most` is ignored, because `most` always leaves at least one option if
there is any; so `most` may test its own action.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamespec.compile.draft.builder import Builder, Uses
from gamespec.compile.draft.draft import ActionSpec, Draft, Emitted, Label, Routine, Site
from gamespec.expr.elaborate import elaborate
from gamespec.expr.operators import ANY_INT
from gamespec.expr.scope import Scope
from gamespec.program.asked import MOST_ASKED
from gamespec.program.instructions import CheckEnd
from gamespec.text.diagnostics import Remark
from gamespec.text.source import Span
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.trees.ast import Expression

__all__ = ["check_asked", "comes_back", "compile_most", "first_asked"]


def compile_most(b: Builder, most: Expression, spec: ActionSpec, scope: Scope) -> core.Core | None:
    """Compile the number in `most`, which selects among an action's options.

    Returns `None` if it has mistakes.
    """
    number = elaborate(most, scope, ANY_INT)
    hidden = next((pick for pick in spec.picks if pick.hidden), None)
    if hidden is not None:
        b.found.report(
            "GS209", f"`{hidden.slot.name}` may be chosen unseen, and `most` would reveal it", most.span,
            help="choose from components that the player sees",
            others=(Remark(hidden.span, "this is chosen"),),
        )  # fmt: skip
    return None if isinstance(number.type, t.Bad) else number


def comes_back(b: Builder, what: str, asks: Span, uses: Uses) -> None:
    """Report everything that prevents the steps of an action from being tried to their end.

    `what` names the expression that is evaluated after the steps, and `asks` is its place.
    """
    others = (Remark(asks, "this is evaluated after the steps of each option"),)
    if uses.waits is not None:
        word = what.partition(" of ")[0]
        b.found.report(
            "GS402", f"nothing can be decided or drawn before {word} is evaluated", uses.waits, others=others
        )
    for step in uses.leaves:
        b.found.report(
            "GS311", f"this step may leave the action before {what} is evaluated", step,
            help="put the step after the `offer`, in an `if` if necessary", others=others,
        )  # fmt: skip


def check_asked(b: Builder) -> None:
    """Report actions whose conditions depend on themselves, and actions that cannot be tried in a row."""
    if not b.world.asked:
        return
    specs = {name: spec for name, spec in b.actions.items() if name in b.world.asked}
    rows = {name: span for name, span in _in_rows(b) if name in specs}
    for name, span in rows.items():
        if specs[name].keeps is None and specs[name].most is None:
            comes_back(b, f"what follows `{name}`", span, b.action_uses[name])
    asked = {name: list(_of_action(spec, steps=name in rows)) for name, spec in specs.items()}
    for name in specs:
        _no_circle(b, name, asked)


def _in_rows(b: Builder) -> Iterator[tuple[str, Span]]:
    """Yield each action that a question about several actions in a row names, with the question's place."""
    every = [node for spec in b.actions.values() for node in asked_in(_expressions(spec))]
    every += asked_in(spec.most for spec in b.actions.values() if spec.most is not None)
    routines = [made[0] for made in b.routines.values() if made is not None]
    routines += [spec.routine for spec in b.actions.values() if spec.routine is not None]
    every += asked_in(_in_code((b.code, *(routine.code for routine in routines))))
    every += asked_in(f.body for f in b.world.functions.made.values() if f.body is not None)
    for node in every:
        assert isinstance(node.data, core.Asked)  # noqa: S101 - what `asked_in` finds
        if node.data.times:
            yield from ((name, node.span) for name in node.data.actions)


def _no_circle(b: Builder, name: str, asked: dict[str, list[core.BuiltIn]]) -> None:
    """Report an action whose availability depends on itself, and chains of questions that are too deep."""
    declared = b.declared_actions[name].ident
    way = [name]

    def visit(at: str) -> bool:
        for node in asked.get(at, ()):
            assert isinstance(node.data, core.Asked)  # noqa: S101 - what `asked_in` finds
            for other in node.data.actions:
                if other == name:
                    circle = " → ".join(f"`{n}`" for n in [*way, name])
                    b.found.report(
                        "GS204", f"whether `{name}` can be taken depends on itself",
                        declared.span, notes=(f"the circle is {circle}",) if len(way) > 1 else (),
                        others=(Remark(node.span, "this asks"),),
                    )  # fmt: skip
                    return True
                if other in way:
                    continue  # a cycle of others, reported for them
                if len(way) >= MOST_ASKED:
                    b.found.report(
                        "GS106", f"actions depend on one another more than {MOST_ASKED} deep", declared.span
                    )
                    return True
                way.append(other)
                if visit(other):
                    return True
                way.pop()
        return False

    visit(name)


def _of_action(spec: ActionSpec, *, steps: bool) -> Iterator[core.BuiltIn]:
    """Yield the questions that decide whether an action is available.

    The questions in its steps are included if `steps` is set or if a `keeps` tries the steps.
    """
    yield from asked_in(_expressions(spec))
    if spec.routine is not None and (steps or spec.keeps is not None):
        yield from asked_in(_in_code(routine.code for routine in _run_by(spec.routine)))


def _expressions(spec: ActionSpec) -> Iterator[core.Core]:
    """Return the expressions of an action that decide which options it has."""
    held = (
        spec.when,
        *(part for pick in spec.picks for part in (pick.source, pick.many, pick.where)),
        spec.keeps,
    )
    return (node for node in held if node is not None)


def _run_by(routine: Routine) -> list[Routine]:
    """Return a routine and every routine that it runs, except those that players choose."""
    found = [routine]
    for each in found:
        for item in each.code:
            for operand in item.operands if isinstance(item, Emitted) else ():
                if isinstance(operand, Routine) and operand not in found:
                    found.append(operand)
    return found


def _in_code(parts: Iterable[Iterable[Emitted | Label]]) -> Iterator[core.Core]:
    """Yield the expressions in the operands of instructions."""
    for code in parts:
        for item in code:
            for operand in item.operands if isinstance(item, Emitted) else ():
                for part in operand if isinstance(operand, tuple) else (operand,):
                    if isinstance(part, Site):
                        yield from (node for given in part.given for node in given)
                    elif isinstance(part, core.Core):
                        yield part


def first_asked(draft: Draft, routines: Iterable[Routine]) -> Span | None:
    """Return the first place at which steps test what a player could do, or `None`.

    `routines` are the routines that the steps run. The end conditions count if the steps check them.
    """
    code = [draft.code, *(routine.code for routine in routines)]
    nodes = list(_in_code(code))
    if any(isinstance(item, Emitted) and item.op is CheckEnd for items in code for item in items):
        nodes += [node for rule in draft.end for node in (rule.when, rule.winner) if node is not None]
    return next((node.span for node in asked_in(nodes)), None)


def asked_in(nodes: Iterable[core.Core]) -> Iterator[core.BuiltIn]:
    """Yield the questions about actions in `nodes` and in the functions that they apply."""
    left, applied = list(nodes), set[core.Function]()
    while left:
        node = left.pop()
        if isinstance(node, core.BuiltIn) and isinstance(node.data, core.Asked):
            yield node
        if isinstance(node, core.Apply) and node.function not in applied:
            applied.add(node.function)
            if node.function.body is not None:
                left.append(node.function.body)
        left += core.children(node)
