"""Translates `and`, `or` and `not` in kernels, without branches if both operands may be evaluated."""

from __future__ import annotations

from interpreter.compiled.translate.residual import Known, Term, Value, wat
from interpreter.compiled.wasm.wat import ZERO, Wat, const, either

__all__ = ["both", "either_of", "is_test"]

_TESTS = {
    f"{kind}.{name}"
    for kind in ("i32", "i64")
    for name in ("eq", "ne", "lt_s", "le_s", "gt_s", "ge_s", "lt_u", "le_u", "gt_u", "ge_u", "eqz")
} | {f"f64.{name}" for name in ("eq", "ne", "lt", "le", "gt", "ge")}
_PURE = {"local.get", "i32.const", "i32.add", "i32.sub", "i32.and", "i32.or", "i32.xor", "i32.shl", *_TESTS}


def both(a: Value, b: Value) -> Value:
    """Return the value of `a and b`."""
    if isinstance(a, Known):
        return b if a.value else a
    if isinstance(b, Known):
        return a if b.value else Known(value=False)
    x, y = wat(a), wat(b)
    return Term(("i32.and", x, y) if _is_free(a, b) else either(x, y, ZERO))


def either_of(a: Value, b: Value) -> Value:
    """Return the value of `a or b`, which is 0 or, if the condition holds, any other number."""
    if isinstance(a, Known):
        return a if a.value else b
    if isinstance(b, Known):
        return Known(value=True) if b.value else a
    x, y = wat(a), wat(b)
    return Term(("i32.or", x, y) if _is_free(a, b) else either(x, const(1), y))


def _is_free(a: Value, b: Value) -> bool:
    """Return whether two tests may both be evaluated, since the second reads only locals and constants."""
    return is_test(a) and is_test(b) and isinstance(b, Term) and _is_pure(b.wat)


def _is_pure(node: Wat) -> bool:
    return isinstance(node, str) or (node[0] in _PURE and all(_is_pure(part) for part in node[1:]))


def is_test(value: Value) -> bool:
    """Return whether a value is guaranteed to be 0 or 1."""
    if isinstance(value, Known):
        return value.value in {0, 1}
    return isinstance(value, Term) and _tests(value.wat)


def _tests(node: Wat) -> bool:
    if isinstance(node, str):
        return False
    match node[0]:
        case "i32.and" | "i32.or":
            return all(_tests(part) for part in node[1:])
        case "if":  # with a result, a condition, and one value in each branch
            return all(isinstance(part, tuple) and _tests(part[-1]) for part in node[3:])
        case _:
            return node[0] in _TESTS or node in {const(0), const(1)}
