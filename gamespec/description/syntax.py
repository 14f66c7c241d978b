"""Parsing of expressions by `gamespec.expr.parse`, which is imported on first use.

That module imports lark, which takes longer than a command may take to print its help.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gamespec.documents.document import Scalar
    from gamespec.text.diagnostics import Collector
    from gamespec.text.source import Source
    from gamespec.trees import ast

__all__ = ["parse_expression", "parse_slice", "parse_template", "syntax_of"]


def parse_expression(scalar: Scalar, found: Collector) -> ast.Expression | None:
    """Parse a YAML scalar as an expression, or return `None` after reporting a mistake."""
    from gamespec.expr import parse

    return parse.parse_expression(scalar, found)


def parse_slice(source: Source, start: int, end: int, found: Collector) -> ast.Expression | None:
    """Parse the characters from `start` to `end` of a source as one expression.

    Returns `None` after reporting a mistake.
    """
    from gamespec.expr import parse

    return parse.parse_slice(source, start, end, found)


def parse_template(scalar: Scalar, found: Collector) -> ast.Template | None:
    """Parse a text with expressions in braces, or return `None` after reporting a mistake."""
    from gamespec.expr import parse

    return parse.parse_template(scalar, found)


def syntax_of(text: str) -> ast.Node | None:
    """Return the syntax of a text, with offsets from its beginning, or `None` if it is not an expression."""
    from gamespec.expr import parse

    return parse.syntax_of(text)
