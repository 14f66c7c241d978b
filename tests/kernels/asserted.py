"""Runs kernels in CPython with assertions that integers fit their width and that no subscript is negative.

A module wraps integers to 32 bits, and with a negative subscript it reads outside the array, whereas CPython
counts from the end of the array. So neither may ever happen. A dividend must not be negative either, unless
the divisor is a power of two. 64-bit sums and products may wrap if `& ALL` masks the result, and those of
pairs always wrap.
"""

from __future__ import annotations

import ast
import inspect
from contextlib import contextmanager
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING

from interpreter.compiled.translate.source import ERASED, KINDS
from interpreter.kernels.terms import Pair

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["asserted"]

WIDE = "Long", "Pair"
"""Names of which one occurs in a kernel exactly if its integers are unsigned and have 64 bits."""

MASK = "ALL"
"""The name of the mask of 64 bits in kernels."""


def _fits(value: float) -> float:
    assert isinstance(value, float) or -(1 << 31) <= value < 1 << 31, f"{value} does not fit into 32 bits"
    return value


def _fits_wide(value: float | Pair) -> float | Pair:
    assert isinstance(value, float | Pair) or -(1 << 31) <= value < 1 << 64, (
        f"{value} does not fit into 64 bits"
    )
    return value


def _index(value: int) -> int:
    assert value >= 0, f"a subscript of {value}"
    return value


def _divided(value: int, by: int) -> int:
    assert value >= 0 or by & (by - 1) == 0, f"{value} is divided by {by}"
    return value


NAMES = {each.__name__: each for each in (_fits, _fits_wide, _index, _divided)}


class _Asserts(ast.NodeTransformer):
    """Adds assertions to the operations and subscripts of kernels."""

    def __init__(self) -> None:
        self._fits = "_fits"

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """Transform the kernels of a module, and leave everything else in it unchanged."""
        for each in ast.walk(node):
            if isinstance(each, ast.FunctionDef) and _is_kernel(each):
                self.kernel(each)
        return node

    def kernel(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Transform the body of a kernel for the width of its integers.

        Annotations and defaults stay unchanged.
        """
        self._fits = "_fits_wide" if any(name in ast.unparse(node) for name in WIDE) else "_fits"
        node.body = [self.visit(each) for each in node.body]
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Assert that the result of an operation fits, unless it is masked."""
        if isinstance(node.op, ast.BitAnd) and ast.unparse(node.right) == MASK:
            node.left = self._wrapping(node.left)
            return node
        self.generic_visit(node)
        if isinstance(node.op, ast.FloorDiv | ast.Mod):
            node.left = _called("_divided", node.left, node.right)
        return _called(self._fits, node)

    def _wrapping(self, node: ast.expr) -> ast.expr:
        """Transform the operands of sums and products, but let the sums and products themselves wrap.

        A module computes them modulo `ALL` + 1.
        """
        if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult)):
            return self.visit(node)
        node.left, node.right = self._wrapping(node.left), self._wrapping(node.right)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        """Assert that the index of a subscript is not negative."""
        self.generic_visit(node)
        if not isinstance(node.slice, ast.Slice):
            node.slice = _called("_index", node.slice)
        return node


def _is_kernel(node: ast.FunctionDef) -> bool:
    """Return whether every parameter of a function has an annotation that kernels allow."""
    given = [each.annotation for each in (*node.args.args, *node.args.kwonlyargs) if each.arg != "self"]
    kinds = {*KINDS, *ERASED}
    return all(each is not None and ast.unparse(each) in kinds for each in given) and bool(given)


def _called(name: str, *args: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), [*args], [])


def _functions(namespace: dict[str, object], module: str) -> Iterator[FunctionType]:
    """Yield the functions and methods that are defined in a module."""
    for value in [*namespace.values()]:
        if isinstance(value, FunctionType) and value.__module__ == module:
            yield value
        elif isinstance(value, type) and value.__module__ == module:
            yield from (each for each in vars(value).values() if isinstance(each, FunctionType))


@contextmanager
def asserted(modules: Sequence[ModuleType]) -> Iterator[None]:
    """While the context is active, replace the code of kernels with code that contains assertions."""
    before: list[tuple[FunctionType, object]] = []
    try:
        for module in modules:
            tree = ast.fix_missing_locations(_Asserts().visit(ast.parse(inspect.getsource(module))))
            again = {"__name__": module.__name__}
            exec(compile(tree, str(module.__file__), "exec"), again)  # noqa: S102 - it is our own
            made = {each.__qualname__: each for each in _functions({**again}, module.__name__)}
            module.__dict__.update(NAMES)
            for function in _functions(module.__dict__, module.__name__):
                if function.__code__.co_freevars == () and function.__qualname__ in made:
                    before.append((function, function.__code__))
                    function.__code__ = made[function.__qualname__].__code__
        yield
    finally:
        for function, code in before:
            function.__code__ = code  # type: ignore[assignment]
