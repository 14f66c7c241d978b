"""The source of kernels: their syntax trees, parameters and kinds, each read once."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import Parameter, signature
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
    passed: tuple[tuple[str, Kind], ...]
    """Names and kinds of the parameters that the module's function has, too."""
    defaults: Mapping[str, object]
    """The default values of parameters."""


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
    only = tree.body[0].value if len(tree.body) == 1 and isinstance(tree.body[0], ast.Return) else None
    returns = ast.unparse(tree.returns) if tree.returns is not None else "None"
    once = {name for name, count in counts.items() if count == 1} - {name for name, _ in annotated}
    passed = tuple((name, KINDS[annotation]) for name, annotation in annotated if annotation not in ERASED)
    return Source(tree, annotated, KINDS.get(returns), frozenset(once), only, passed, _defaults(kernel))


def _defaults(kernel: FunctionType) -> dict[str, object]:
    """Return the default values of a kernel's parameters."""
    parameters = signature(kernel).parameters.values()
    return {each.name: each.default for each in parameters if each.default is not Parameter.empty}


@cache
def _functions(file: str) -> dict[int, ast.FunctionDef]:
    """Return the functions and methods of a file, by the first line of each, decorators included."""
    tree = _Shortened().visit(ast.parse(Path(file).read_bytes()))
    bodies = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    found = (node for body in bodies for node in body if isinstance(node, ast.FunctionDef))
    return {min([node.lineno, *(each.lineno for each in node.decorator_list)]): node for node in found}


class _Shortened(ast.NodeTransformer):
    """Removes statements that a module omits: texts and assertions, which CPython checks."""

    def visit_Assert(self, _: ast.Assert) -> None:
        """Remove an assertion."""

    def visit_Pass(self, _: ast.Pass) -> None:
        """Remove an empty statement."""

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        """Remove a text."""
        return None if isinstance(node.value, ast.Constant) else node


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


def parts_of(kernel: Kernel) -> tuple[FunctionType, object]:
    """Return the function of a kernel, and its receiver."""
    if isinstance(kernel, MethodType):
        return parts_of(kernel.__func__)[0], kernel.__self__
    assert isinstance(kernel, FunctionType)  # noqa: S101 - kernels are written with `def`
    return kernel, None
