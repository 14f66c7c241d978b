"""The state and helpers that the binding of every section needs."""

from __future__ import annotations

from math import prod

from gamespec.expr.builtins import BUILTINS, OUTLINE_WORDS, PLANE_WORDS
from gamespec.expr.quantifiers import QUANTIFIER_FORMS
from gamespec.expr.scope import RESERVED
from gamespec.model import model as m
from gamespec.model.walk import has_keys
from gamespec.resolve.types import (
    constant,
    parameter_type,
)
from gamespec.text.addition import added
from gamespec.text.diagnostics import Collector, Remark, large
from gamespec.trees import types as t
from gamespec.trees.ast import Expression
from gamespec.world.symbols import Symbol
from gamespec.world.world import World

__all__ = ["MOST_MEMBERS", "Binder"]


_BINDING = frozenset({"reach", "let", "trail", "path"})
"""Forms, other than quantifiers, that bind a name in an expression."""

MOST_MEMBERS = 2**16
"""Maximum number of members in a family of zones, variables or holders."""


class Binder:
    """Binds one section after another into a world, and holds the state that all sections need."""

    def __init__(self, world: World, found: Collector) -> None:
        self.world = world
        self.found = found
        spaces = world.game.spaces
        self._taken = BUILTINS.keys() - PLANE_WORDS - OUTLINE_WORDS
        if any(isinstance(s, m.Plane) for s in spaces):
            self._taken |= PLANE_WORDS
        if any(isinstance(s, m.Edges | m.Corners) for s in spaces):
            self._taken |= OUTLINE_WORDS

    def define(self, ident: m.Ident, symbol: Symbol | None) -> None:
        """Give a name its meaning, or report that the name is taken.

        `None` as the meaning stands for a declaration that failed.
        """
        world, name = self.world, ident.name
        function = isinstance(symbol, m.FunctionDecl)
        world.effort.spend(1, ident.span)
        if name in RESERVED or (
            function and (name in self._taken or name in QUANTIFIER_FORMS or name in _BINDING)
        ):
            self.found.report("GS202", f"`{name}` is a reserved word", ident.span, help="choose another name")
            world.symbols.places.setdefault(name, ident)
            world.symbols.broken.add(name)
            return
        if world.symbols.declared(name):
            place = world.symbols.places.get(name)
            others = (Remark(place.span, f"`{name}` is declared here"),) if place else ()
            self.found.report(
                "GS202", f"there are two declarations of `{name}`", ident.span, others=others,
                help="choose another name for one of them",
            )  # fmt: skip
            world.symbols.broken.add(name)
            return
        world.symbols.bind(ident, symbol)

    def constant(self, expression: Expression, wanted: t.Type | None = None) -> int | None:
        """Return the value of a constant expression, or `None` after reporting why it has none."""
        return constant(expression, self.world, self.found, wanted)

    def keys(
        self, refs: tuple[m.TypeRef, ...]
    ) -> tuple[tuple[t.Type, ...], tuple[tuple[int, int], ...]] | None:
        """Return the types of a family's keys, and the first value and number of values of each.

        Returns `None` after reporting a type that cannot be a key.
        """
        types: list[t.Type] = []
        dims: list[tuple[int, int]] = []
        for ref in refs:
            type_ = parameter_type(ref, self.world, self.found)
            size = t.domain(type_)
            if size is None or isinstance(type_, t.Optional):
                if not isinstance(type_, t.Bad):
                    self.found.report("GS308", f"`per: {t.show(type_)}` is not possible", ref.span)
                return None
            types.append(type_)
            dims.append(size)
        members = prod(size for _, size in dims)
        if members > MOST_MEMBERS:
            self.found.report(
                "GS309",
                f"there would be {large(members)} of these, but at most {MOST_MEMBERS} are allowed",
                refs[0].span.to(refs[-1].span),
            )
            return None
        return tuple(types), tuple(dims)

    def has_owner(self, seen_by: str, keys: tuple[t.Type, ...], kind: t.Named | None, ident: m.Ident) -> bool:
        """Return whether there is an owner, if `seen_by` refers to one, and report an error if there is not.

        Where rules name one of several, as in `hand[me]`, there should be one for each player.
        """
        if seen_by not in {"owner", "others"} or self.world.player in keys:
            return True
        if kind is not None and self.world.kinds[kind.name].per_player:
            return True
        several = has_keys(self.world.game, ident.name)
        other = f", or `{kind.name}`" if kind is not None and not several else ""
        self.found.report(
            "GS208", f"`{ident.name}` has no owner", ident.span, help=f"make it `per: player`{other}",
            remedies=added(ident.span, "per: player", asks=not several),
        )  # fmt: skip
        return False
