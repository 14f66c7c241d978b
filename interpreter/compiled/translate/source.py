"""Kernels as they are written: their trees, parameters and kinds, read once."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import FunctionType, MethodType
from typing import Any, TypeAlias, TypeGuard

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
    """A kernel has something that lies outside the subset, at a line of its file."""


class Erased:
    """Stands for a parameter that has no counterpart in a module."""


class Position(Erased):
    """Stands for the position."""


ERASED = {"Position": Position(), "Work": Erased(), "Sink": Erased()}
"""By annotation, what stands for a parameter."""

KINDS: dict[str, Kind] = {
    "int": "i32",
    "bool": "i32",
    "Long": "i64",
    "Words": "words",
    "Longs": "longs",
    "Rows": "rows",
}
"""By annotation, the kind of any other parameter, and of results."""


@dataclass(frozen=True, slots=True)
class Source:
    """A kernel as it is written."""

    tree: ast.FunctionDef
    parameters: tuple[tuple[str, str], ...]
    """Their names and annotations, without `self`."""
    result: Kind | None
    once: frozenset[str]
    """The names that one statement assigns."""
    only: ast.expr | None
    """What the kernel returns, if it consists of that."""

    @property
    def passed(self) -> tuple[tuple[str, Kind], ...]:
        """The parameters that a function of a module has, too: their names and kinds."""
        return tuple(
            (name, KINDS[annotation]) for name, annotation in self.parameters if annotation not in ERASED
        )


@cache
def source_of(kernel: FunctionType) -> Source:
    """Read a kernel. Raises `Refused` if a parameter has no kind."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kernel))).body[0]
    assert isinstance(tree, ast.FunctionDef)  # noqa: S101 - kernels are written with `def`
    given = [*tree.args.args, *tree.args.kwonlyargs]
    annotated = tuple((a.arg, ast.unparse(a.annotation)) for a in given if a.annotation is not None)
    for name, annotation in annotated:
        if annotation not in KINDS and annotation not in ERASED:
            code = kernel.__code__
            message = f"{code.co_filename}:{code.co_firstlineno}: `{name}: {annotation}` has no kind"
            raise Refused(message)
    counts = Counter(node.id for node in ast.walk(tree) if _is_stored(node))
    counts.update(node.target.id for node in ast.walk(tree) if _is_changed(node))
    body = statements(tree.body)
    only = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None
    returns = ast.unparse(tree.returns) if tree.returns is not None else "None"
    once = {name for name, count in counts.items() if count == 1} - {name for name, _ in annotated}
    return Source(tree, annotated, KINDS.get(returns), frozenset(once), only)


@cache
def stored(node: ast.AST) -> frozenset[str]:
    """The names that are assigned within a statement."""
    return frozenset(n.id for n in ast.walk(node) if _is_stored(n))


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    """Whether a name is assigned."""
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _is_changed(node: ast.AST) -> TypeGuard[_Changed]:
    """Whether a statement reads the name that it assigns."""
    return isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)


class _Changed(ast.AugAssign):
    """A statement that changes a name."""

    target: ast.Name


def statements(body: list[ast.stmt]) -> list[ast.stmt]:
    """Statements without those that do nothing in a module: texts, and assertions, which CPython makes."""
    return [
        node
        for node in body
        if not isinstance(node, ast.Assert | ast.Pass)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]


def parts_of(kernel: Kernel) -> tuple[FunctionType, object]:
    """The function of a kernel, and its receiver."""
    if isinstance(kernel, MethodType):
        return parts_of(kernel.__func__)[0], kernel.__self__
    assert isinstance(kernel, FunctionType)  # noqa: S101 - kernels are written with `def`
    return kernel, None
