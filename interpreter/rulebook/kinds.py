"""Says types, keys and comments, which both the things and the places of a game need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.accepted import accepts, comment
from gamespec.model import model as m
from gamespec.resolve import parameter_type
from gamespec.trees import ast
from gamespec.trees import types as t
from interpreter.rulebook.marks import cleaned
from interpreter.rulebook.sheet import Line
from interpreter.rulebook.values import signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.rulebook.writer import Writer

__all__ = ["Kinds", "note", "noted"]

FEW = 8
"""The greatest number of values of a type that are listed."""


def note(ident: m.Ident) -> str:
    """Return the author's comment behind a declaration, or ""."""
    found = comment(ident.span.source.line(ident.span.line))
    return cleaned(found[1].replace("`", "")) if found is not None and not accepts(found[1]) else ""


def noted(writer: Writer, ident: m.Ident) -> list[Line]:
    """Return the author's comment on a declaration, in English, in which comments are written."""
    said = note(ident) if writer.s.language == "en" else ""
    return [Line(said, (ident.span,), quoted="en")] if said else []


class Kinds:
    """Says what values there are of the types of a game."""

    def __init__(self, writer: Writer) -> None:
        self.s, self.nouns, self.world, self.gettext = (
            writer.s,
            writer.s.nouns,
            writer.s.world,
            writer.gettext,
        )

    def type(self, type_: t.Type) -> str:
        """Return what values a type has."""
        match type_:
            case t.Bool():
                return self.gettext("yes or no")
            case t.Int(low, high):
                return self.gettext("number from {low} to {high}", low=signed(low), high=signed(high))
            case t.Optional(of):
                return self.gettext("{value}, or no value", value=self.type(of))
            case t.ListType(of) | t.ZoneType(of):
                return self.nouns.noun(of).many
            case _:
                return self.nouns.noun(type_).one

    def choices(self, type_: t.Type) -> str:
        """Return the values of a type: one by one if they are words and few."""
        if isinstance(type_, t.Named) and type_.sort == "enum" and type_.size <= FEW:
            each = [self.nouns.value(type_, v) for v in range(type_.first, type_.first + type_.size)]
            return self.s.any_of(each)
        return self.type(type_)

    def type_ref(self, ref: m.TypeRef) -> str:
        """Return the noun for the values of a type as written."""
        type_ = parameter_type(ref, self.world, self.s.typed.found)
        return self.type(type_)

    def plural_ref(self, ref: m.TypeRef) -> str:
        """Return the values of a type as written."""
        type_ = parameter_type(ref, self.world, self.s.typed.found)
        if isinstance(type_, t.Named) and type_.sort == "enum":
            return ", ".join(self.nouns.value(type_, v) for v in range(type_.first, type_.first + type_.size))
        return self.nouns.noun(type_).many

    def bind_keys(self, refs: Sequence[m.TypeRef]) -> None:
        """Bind the names of types, which expressions about members of a family may use."""
        for ref in refs:
            if isinstance(ref.root, ast.Name):
                type_ = parameter_type(ref, self.world, self.s.typed.found)
                self.s.typed.bind(ref.root.name, type_, m.Ident(ref.root.name, ref.span))
