"""Warns about lists `{a, b}` that may contain a value twice.

From language 1 on, such a list keeps duplicates, which were dropped before. Only the author knows which of
the two was meant: two dice that both show three add up to six, but a player named twice is one player. So
nothing is rewritten. Each list that can contain a value twice is reported, unless duplicates make no
difference at its place. Members count as distinct if they are numbers written differently, names of values
written differently, or seats and cells with such arguments. Any other two members may be equal. A name means
a value unless something that varies (a variable, an option, a local) is declared under it, in this file or in
the other files of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamespec.description.syntax import parse_expression
from gamespec.documents.nodes import Mapping, Node, Scalar
from gamespec.migrate.edits import Edit
from gamespec.migrate.rewrite import Old, nodes
from gamespec.program.frozen import dataclass
from gamespec.text.diagnostics import Collector
from gamespec.trees import ast

__all__ = ["tell_of_literals"]

_DECLARES = frozenset(
    {"variables", "resources", "options", "functions", "let", "choose", "random", "for", "with", "given"}
)
_TYPES = frozenset({"enums", "components", "spaces", "options"})
_BOUND = re.compile(r"\(\s*([a-z][a-z0-9_]*)\s+(?:in|from)\b")
_VARIES = frozenset({"player", "owner"})
_CARE_NOT = frozenset({"any", "all", "none", "first", "min", "max"})
_CALLS_CARE_NOT = frozenset({"empty", "union", "min", "max", "distinct"})


@dataclass(frozen=True, slots=True)
class _Names:
    """The declared names of things that vary, and those of types."""

    varying: frozenset[str]
    types: frozenset[str]


def tell_of_literals(old: Old) -> Iterator[Edit]:
    """Report the lists that may contain a value twice. This rewrite yields no edits."""
    roots = (old.root, *old.beside)
    names = _Names(
        _VARIES.union(*(_declared(root, _DECLARES) | _bound(root) for root in roots)),
        frozenset().union(*(_declared(root, _TYPES) for root in roots)),
    )
    for node in nodes(old.root):
        if isinstance(node, Scalar) and "{" in node.inner.text and "," in node.inner.text:
            expression = parse_expression(node, Collector())
            if expression is not None:
                _tell(expression, names, old.found)
    yield from ()


def _tell(expression: ast.Expression, names: _Names, found: Collector) -> None:
    for items in _counting(expression.root):
        if _may_repeat(items, names):
            text = " ".join(expression.source.text[items.start : items.end].split())
            found.report(
                "GS152",
                f"`{text}` may hold a value twice, and now keeps both",
                expression.source.span(items.start, items.end),
                help=f"write `distinct({text})` if each value is to count once",
                notes=("before language 1 such a list dropped values that it already held",),
                severity="warning",
            )


def _declared(root: Node, sections: frozenset[str]) -> frozenset[str]:
    """Return the names that a document declares in the given sections.

    Step keys that are called like a section count as well.
    """
    names: set[str] = set()
    for node in nodes(root):
        if isinstance(node, Scalar):
            section, _, rest = node.text.partition(".")
            if rest and section in sections:  # a path of an edit
                names.add(rest.partition(".")[0])
        elif isinstance(node, Mapping):
            for entry in node.entries:
                if entry.key.text in sections and isinstance(entry.value, Mapping):
                    names.update(entry.value.names())
    return frozenset(names)


def _bound(root: Node) -> frozenset[str]:
    """Return the names that quantifiers bind in the texts of a document."""
    texts = (node.inner.text for node in nodes(root) if isinstance(node, Scalar))
    return frozenset(name for text in texts for name in _BOUND.findall(text))


def _counting(node: ast.Node, *, counts: bool = True) -> Iterator[ast.Items]:
    """Yield the literal lists within an expression in which duplicates make a difference.

    `counts` says whether duplicates in the value of the expression itself make a difference.
    """
    if isinstance(node, ast.Items) and counts:
        yield node
    for part, matters in _within(node, counts=counts):
        yield from _counting(part, counts=matters)


def _within(node: ast.Node, *, counts: bool) -> Iterator[tuple[ast.Node, bool]]:
    """Yield the direct subexpressions, each with whether duplicates in its value make a difference."""
    match node:
        case ast.Quantifier(kind=kind, over=over, body=body):
            yield from ((over, kind not in _CARE_NOT), (body, True))
        case ast.Comparison(first=first, rest=rest):
            yield first, True
            yield from ((side, operator not in {"in", "not in"}) for operator, side in rest)
        case ast.Call(name=name, args=args):
            yield from ((arg, name not in _CALLS_CARE_NOT) for arg in args)
            yield from ((part, True) for part in ast.children(node)[len(args) :])
        case ast.Reach(origin=origin, body=body):
            yield from ((origin, True), (body, False))
        case ast.Longest(kind=kind, over=over, body=body, most=most):
            yield from ((over, False), (body, kind == "trail"), (most, True))
        case ast.Let(value=value, body=body):
            yield from ((value, True), (body, counts))
        case ast.Choice(condition=condition, then=then, otherwise=otherwise):
            yield from ((condition, True), (then, counts), (otherwise, counts))
        case _:
            yield from ((part, True) for part in ast.children(node))


def _may_repeat(items: ast.Items, names: _Names) -> bool:
    """Return whether two members of a list may be equal.

    A member whose value is known only in play may equal any other.
    """
    values = [_value(item, names) for item in items.items]
    return len(values) > 1 and (None in values or len(set(values)) < len(values))


def _value(node: ast.Node, names: _Names) -> object:
    """Return a key that is different for different values, or `None` for a value known only in play."""
    match node:
        case ast.Number(value=number) | ast.Bool(value=number):
            return number
        case ast.Negative(of=ast.Number(value=number)):
            return -number
        case ast.Name(name=name) if name not in names.varying:
            return name
        case ast.Attribute(of=ast.Name(name=owner), name=name) if owner in names.types:
            return name  # `color.red` is `red`
        case ast.Call(name="seat", args=args):
            return _distinct("seat", args, names)
        case ast.Call(name="cell", args=(ast.Name(name=space), *args)):
            return _distinct(space, tuple(args), names)
        case _:
            return None


def _distinct(of: str, args: tuple[ast.Node, ...], names: _Names) -> object:
    """Return a key for a call, given that the call's result differs for different arguments.

    Returns `None` if one of the arguments is known only in play.
    """
    values = tuple(_value(arg, names) for arg in args)
    return None if None in values else (of, *values)
