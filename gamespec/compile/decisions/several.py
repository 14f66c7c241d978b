"""Choices of several values: how many there are to choose, copies among them, and the number of options."""

from __future__ import annotations

from gamespec.compile.draft.builder import Builder
from gamespec.compile.draft.draft import ActionSpec, PickSpec
from gamespec.expr.elaborate import elaborate
from gamespec.expr.fold import NotConstant, constant_list, constant_value
from gamespec.expr.scope import Scope
from gamespec.model import model as m
from gamespec.program.budget import BUDGET
from gamespec.program.combinations import ways
from gamespec.program.frozen import dataclass
from gamespec.text.diagnostics import large
from gamespec.text.source import Span
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.trees.ast import Expression

__all__ = ["MOST_NUMBERS", "Many", "check_numbers", "many_of", "tells_copies_apart"]

MOST_NUMBERS = 2**31
"""The exclusive upper bound of the option numbers of a game."""

MOST_TRIED = BUDGET // 4
"""Maximum number of combinations that a decision may try, as far as the values are known before the game."""


@dataclass(frozen=True, slots=True)
class Many:
    """How many values to choose: the least and the greatest number that the type allows.

    `said` is the expression for the number or for the list of allowed numbers, or `None` if every number from
    the least to the greatest is allowed.
    """

    counts: tuple[int, int]
    said: core.Core | None


def many_of(b: Builder, scope: Scope, pick: m.Pick, count: Expression, source: core.Core) -> Many | None:
    """Determine how many values of a list to choose. Returns `None` after reporting an error.

    The number is evaluated at the same moment as the list.
    """
    node = elaborate(count, scope)
    most = source.type.most if isinstance(source.type, t.ListType) else 0
    if pick.optional:
        b.found.report(
            "GS209", "several values cannot include `none`", pick.ident.span, help="write `count: 0..n`"
        )  # fmt: skip
    if isinstance(t.element(source.type), t.Optional):
        b.found.report(
            "GS209", "several values cannot include `none`, but some of these may be `none`", source.span,
            help="take from those that exist: `map(x in filter(x in …: x != none): the(x))`",
        )  # fmt: skip
        return None
    if isinstance(node.type, t.Bad):
        return None
    bounds = node.type.of if isinstance(node.type, t.ListType) else node.type
    if bounds == t.NOTHING and isinstance(node.type, t.ListType):
        bounds = t.EMPTY
    if not isinstance(bounds, t.Int):
        scope.error(
            "GS302", f"`count` needs a number, or a list of numbers, but this is {t.a(node.type)}", node.span,
            help="write `count: 2`, or `count: 1..size(hand[me])`",
        )  # fmt: skip
        return None
    if bounds.high < max(bounds.low, 0):
        b.found.report("GS304", "this many values can never be chosen", node.span)
        return None
    constant = _constant(node)
    if constant is None:
        low, high = max(bounds.low, 0), bounds.high
    elif not constant or min(constant) < 0:
        b.found.report("GS304", "this many values can never be chosen", node.span)
        return None
    else:
        low, high = min(constant), max(constant)
    counts = low, min(high, max(most, low))
    return Many(counts, None if constant is not None and len(set(constant)) == high - low + 1 else node)


def _constant(node: core.Core) -> tuple[int, ...] | None:
    """Return the value or the members of an expression that is known before the game, or `None`."""
    try:
        return constant_list(node) if isinstance(node.type, t.ListType) else (constant_value(node),)
    except NotConstant:
        return None


_SEES_FACES = {"size", "empty", "nth", "top", "bottom", "rest", "reverse", "the", "default"}
"""Built-ins whose results show equal faces if their arguments do."""


def tells_copies_apart(condition: core.Core, kind: t.Type) -> bool:
    """Return whether a condition might distinguish copies of a component with equal faces.

    It cannot do so if it only reads attributes printed on components, counts components and iterates over
    lists of them. It then gives the same result for two lists that have the same faces at the same places;
    this follows by induction over the form of the condition. Anything that depends on a component's identity
    may distinguish copies: equality, its place, or membership.
    """
    left, seen = [condition], set[str]()
    while left:
        node = left.pop()
        parts = core.children(node)
        if any(_is_of(part.type, kind) for part in parts) and not _sees_faces_only(node):
            return True
        left.extend(parts)
        if isinstance(node, core.Apply) and node.function.name not in seen and node.function.body is not None:
            seen.add(node.function.name)
            left.append(node.function.body)
    return False


def _is_of(type_: t.Type, kind: t.Type) -> bool:
    """Return whether a type's values are components of `kind`, lists of such components, or zones."""
    return t.strip(t.element(type_) or type_) == kind


def _sees_faces_only(node: core.Core) -> bool:
    match node:
        case core.Column() | core.Contents() | core.Quantifier() | core.Let() | core.If() | core.Narrow():
            return True
        case core.Apply() | core.ListOf():
            return True
        case core.BuiltIn(name=name):
            return name in _SEES_FACES
        case core.Equal(left=left, right=right):
            return t.NOTHING in {left.type, right.type}
        case _:
            return False


def check_numbers(b: Builder, spec: ActionSpec, span: Span) -> None:
    """Report an action with more options than there are option numbers, or too many combinations to try."""
    if spec.count >= MOST_NUMBERS:
        message, place, cure = _too_many(spec, span)
        b.found.report("GS309", message, place, help=cure)
        return
    tried = 1
    for pick in spec.picks:
        if not isinstance(pick.source, core.Fixed) or pick.many is not None:
            break  # the number chosen is unknown
        size = len(set(pick.source.values))
        tried *= size if pick.counts is None else ways(size, pick.counts)
        if pick.where is not None:
            break  # the number remaining is unknown
    if tried > MOST_TRIED:
        b.found.report(
            "GS309",
            f"all {tried} combinations of these values would be tried, but at most {MOST_TRIED} are allowed",
            span,
            help="ask for some of them in a separate decision, or choose from a shorter list",
        )  # fmt: skip


def _too_many(spec: ActionSpec, span: Span) -> tuple[str, Span, str]:
    """Return the message about an action with too many options, the place to report it, and a remedy."""
    alone: PickSpec | None = next(
        (p for p in spec.picks if p.many is not None and p.total >= MOST_NUMBERS), None
    )
    if alone is None or alone.many is None or alone.counts is None:
        message = f"there are {large(spec.count)} combinations of these values, more than 2³¹"
        cure = "ask for some of them in a separate decision"
        if spec.agenda is not None:
            cure = f"let `{spec.name}` have fewer parameters, or parameters with fewer values"
        return message, span, cure
    text = alone.many.span.text
    low, dots, high = text.partition("..")
    bounded = f"{low}..min({high}, n)" if dots else f"min({text}, n)"
    return (
        f"there may be {alone.counts[1]} values, and {large(alone.total)} combinations, more than 2³¹",
        alone.many.span,
        f"bound the number, as in `count: {bounded}`, or give their zone a `capacity`",
    )
