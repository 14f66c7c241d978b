"""Reads the source of kernels: their syntax trees, parameters and kinds. Each kernel is read once."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from inspect import Parameter, signature
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any, TypeAlias

from gamespec.program.frozen import dataclass
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
    """Raised for a kernel that contains something outside the subset; the message names file and line."""


class Erased:
    """Takes the place of a parameter that does not exist in a module."""


class Position(Erased):
    """Takes the place of a parameter that is the position."""


ERASED = {"Position": Position(), "Work": Erased(), "Sink": Erased()}
"""What takes the place of a parameter that does not exist in a module, by its annotation."""

KINDS: dict[str, Kind] = {
    "int": "i32",
    "bool": "i32",
    "Long": "i64",
    "Words": "words",
    "Longs": "longs",
    "Pair": "i64x2",
    "Real": "f64",
    "Reals": "reals",
    "Singles": "singles",
    "Rows": "rows",
    "Taped": "taped",
    "Scripted": "scripted",
}
"""The kinds of parameters that exist in a module, and of results, by annotation."""


@dataclass(frozen=True, slots=True)
class Source:
    """What the translator needs to know about the source of one kernel."""

    tree: ast.FunctionDef
    parameters: tuple[tuple[str, str], ...]
    """The names and annotations of all parameters except `self`."""
    result: Kind | None
    once: frozenset[str]
    """The names that exactly one statement assigns."""
    only: ast.expr | None
    """The expression after `return`, if the kernel consists of a single `return`."""
    passed: tuple[tuple[str, Kind], ...]
    """The names and kinds of the parameters that the function in the module has."""
    defaults: Mapping[str, object]
    """The default values of optional parameters, by name."""


@cache
def source_of(kernel: FunctionType) -> Source:
    """Return the source of a kernel. Raises `Refused` if the annotation of a parameter has no kind."""
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
    """Return the default values of a kernel's optional parameters, by name."""
    parameters = signature(kernel).parameters.values()
    return {each.name: each.default for each in parameters if each.default is not Parameter.empty}


@cache
def _functions(file: str) -> dict[int, ast.FunctionDef]:
    """Return the functions and methods in a file, keyed by the line on which each begins.

    A function with decorators begins on the line of the first decorator.
    """
    tree = _Shortened().visit(ast.parse(Path(file).read_bytes()))
    bodies = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    found = (node for body in bodies for node in body if isinstance(node, ast.FunctionDef))
    return {min([node.lineno, *(each.lineno for each in node.decorator_list)]): node for node in found}


class _Shortened(ast.NodeTransformer):
    """Removes statements that have no effect in a module, such as docstrings, and assertions.

    Assertions are checked when CPython runs the kernel.
    """

    def visit_Assert(self, _: ast.Assert) -> None:
        """Remove an assertion."""

    def visit_Pass(self, _: ast.Pass) -> None:
        """Remove a `pass` statement."""

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        """Remove an expression that is only a constant, such as a docstring."""
        return None if isinstance(node.value, ast.Constant) else node


@cache
def stored(node: ast.AST) -> frozenset[str]:
    """Return the names that are assigned within a statement or function."""
    return frozenset(_assigned(node))


def _assigned(node: ast.AST) -> Iterator[str]:
    """Yield each assigned name once per assignment, but twice for `+=` and similar assignments."""
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
    """Return the plain function of a kernel, and its receiver, which is `None` if it is not a method."""
    if isinstance(kernel, MethodType):
        return parts_of(kernel.__func__)[0], kernel.__self__
    assert isinstance(kernel, FunctionType)  # noqa: S101 - kernels are written with `def`
    return kernel, None
