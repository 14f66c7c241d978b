"""The source of kernels: their syntax trees, parameters and kinds, each read once."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any, TypeAlias

from interpreter.compiled.translate.residual import Kind

__all__ = [
    "ERASED",
    "KINDS",
    "Erased",
    "Kernel",
    "Refused",
    "Source",
    "parts_of",
    "source_of",
    "statements",
    "stored",
]

Kernel: TypeAlias = Callable[..., Any]


class Refused(Exception):
    """A kernel contains something outside the subset, at a line of its file."""


class Erased:
    """Stands for a parameter that has no counterpart in a module."""


class Position(Erased):
    """Stands for the position."""


ERASED = {"Position": Position(), "Work": Erased(), "Sink": Erased()}
"""What stands for a parameter without a counterpart, by its annotation."""

KINDS: dict[str, Kind] = {
    "int": "i32",
    "bool": "i32",
    "Long": "i64",
    "Words": "words",
    "Longs": "longs",
    "Real": "f64",
    "Reals": "reals",
    "Rows": "rows",
    "Taped": "taped",
    "Scripted": "scripted",
}
"""The kind of any other parameter, and of results, by annotation."""


@dataclass(frozen=True, slots=True)
class Source:
    """The source of a kernel."""

    tree: ast.FunctionDef
    parameters: tuple[tuple[str, str], ...]
    """Names and annotations of the parameters, without `self`."""
    result: Kind | None
    once: frozenset[str]
    """The names that a single statement assigns."""
    only: ast.expr | None
    """The result expression, if the kernel consists of one `return`."""

    @property
    def passed(self) -> tuple[tuple[str, Kind], ...]:
        """Names and kinds of the parameters that the module's function has, too."""
        return tuple(
            (name, KINDS[annotation]) for name, annotation in self.parameters if annotation not in ERASED
        )


@cache
def source_of(kernel: FunctionType) -> Source:
    """Read a kernel. Raises `Refused` if a parameter has no kind."""
    code = kernel.__code__
    tree = _functions(code.co_filename)[code.co_firstlineno]
    given = [*tree.args.args, *tree.args.kwonlyargs]
    annotated = tuple((a.arg, ast.unparse(a.annotation)) for a in given if a.annotation is not None)
    for name, annotation in annotated:
        if annotation not in KINDS and annotation not in ERASED:
            message = f"{code.co_filename}:{code.co_firstlineno}: `{name}: {annotation}` has no kind"
            raise Refused(message)
    counts = Counter(_assigned(tree))
    body = statements(tree.body)
    only = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None
    returns = ast.unparse(tree.returns) if tree.returns is not None else "None"
    once = {name for name, count in counts.items() if count == 1} - {name for name, _ in annotated}
    return Source(tree, annotated, KINDS.get(returns), frozenset(once), only)


@cache
def _functions(file: str) -> dict[int, ast.FunctionDef]:
    """Return the functions and methods of a file, by the first line of each, decorators included."""
    tree = ast.parse(Path(file).read_bytes())
    bodies = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    found = (node for body in bodies for node in body if isinstance(node, ast.FunctionDef))
    return {min([node.lineno, *(each.lineno for each in node.decorator_list)]): node for node in found}


@cache
def stored(node: ast.AST) -> frozenset[str]:
    """Return the names that are assigned within a statement."""
    return frozenset(_assigned(node))


def _assigned(node: ast.AST) -> Iterator[str]:
    """Yield the assigned names, once for each assignment; `+=` and the like yield a name twice."""
    match node:
        case ast.Assign(targets):
            for target in targets:
                yield from _names(target)
        case ast.AnnAssign(target) | ast.For(target):
            yield from _names(target)
        case ast.AugAssign(ast.Name(name)):
            yield from (name, name)
        case _:
            pass
    for body in ("body", "orelse"):
        for each in getattr(node, body, ()):
            yield from _assigned(each)


def _names(target: ast.expr) -> Iterator[str]:
    match target:
        case ast.Name(name):
            yield name
        case ast.Tuple(parts):
            for part in parts:
                yield from _names(part)
        case _:
            pass


def statements(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return statements without those that a module omits: texts and assertions, which CPython checks."""
    return [
        node
        for node in body
        if not isinstance(node, ast.Assert | ast.Pass)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]


def parts_of(kernel: Kernel) -> tuple[FunctionType, object]:
    """Return the function of a kernel, and its receiver."""
    if isinstance(kernel, MethodType):
        return parts_of(kernel.__func__)[0], kernel.__self__
    assert isinstance(kernel, FunctionType)  # noqa: S101 - kernels are written with `def`
    return kernel, None
