"""Looks up the declarations that a step names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from gamespec.compile.draft.builder import Block
from gamespec.model import model as m
from gamespec.text.suggest import did_you_mean

__all__ = ["declared"]

T = TypeVar("T")


def declared(block: Block, ident: m.Ident, known: Mapping[str, T], what: str, section: str) -> T | None:
    """Return the declaration named `ident`, or `None` after reporting that the section has none."""
    symbols = block.scope.world.symbols
    if ident.name not in known and ident.name not in symbols.broken:
        other = ident.name in symbols or ident.name in block.scope.locals
        article = "an" if what[0] in "aeiou" else "a"
        block.scope.error(
            "GS205" if other else "GS201",
            f"`{ident}` is not {article} {what}" if other else f"there is no {what} `{ident}`",
            ident.span,
            help=did_you_mean(ident.name, known) or f"declare it under `{section}`",
        )
    return known.get(ident.name)
