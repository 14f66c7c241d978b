"""The context of an expression: its locals, whether `me` exists, and the paths that cannot be `none`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field

from gamespec.model import model as m
from gamespec.program.frozen import dataclass, replace
from gamespec.text.advice import Advice, Cure
from gamespec.text.diagnostics import Collector, Remark
from gamespec.text.effort import Effort, TooMuch
from gamespec.text.source import Source, Span
from gamespec.trees import ast
from gamespec.trees.core import Core, Load, Local, Slot, Wrong
from gamespec.trees.types import BAD, Optional, Type, a, show
from gamespec.world.world import Typed, World

__all__ = ["Elaborator", "MeUse", "Scope", "declared", "facts", "known", "path", "unless_none"]

RESERVED = frozenset(
    [
        "and",
        "or",
        "not",
        "in",
        "if",
        "else",
        "from",
        "true",
        "false",
        "none",
        "me",
        "bank",
        "players",
        "player",
        "bool",
    ]
)


MAY_BE_NONE = "GS303"

ANYTHING = "*"
"""A wildcard among the paths that are not `none`. It stands for a mistaken condition, which may have been
meant to exclude any path.
"""


@dataclass(eq=False, slots=True)
class MeUse:
    """Whether `me` is available in a context, and whether anything has used it."""

    available: bool
    used: bool = False


@dataclass(frozen=True, slots=True)
class Elaborator:
    """The functions that typing rules need from the modules above them.

    `check` types a part of an expression, for `Scope.check`, and `parameter_type` binds the type of a
    parameter.
    """

    check: Callable[[ast.Node, Scope, Type | None], Core]
    parameter_type: Callable[[m.TypeRef, World, Collector], Type]


@dataclass(frozen=True, slots=True)
class Derived:
    """A value with a name that follows from the position: a measure, or the score.

    If each player has one, `player` is the local whose value says for whom it is computed.
    """

    value: Core
    player: Slot | None


@dataclass(frozen=True, slots=True)
class Scope:
    """A context in which expressions are elaborated. It is immutable; methods return changed copies.

    The names in `derived` are known unless the game has given them another meaning.
    """

    world: World
    source: Source
    found: Collector
    me: MeUse
    elaborator: Elaborator
    locals: Mapping[str, Core] = field(default_factory=dict)
    not_none: Mapping[str, Span] = field(default_factory=dict)
    derived: Mapping[str, Derived] = field(default_factory=dict)
    effort: Effort | None = None
    """The effort of an expression that is not part of the game, if it is not that of the game's check."""

    def check(self, node: ast.Node, wanted: Type | None = None) -> Core:
        """Type-check a part of an expression. The type of the result may differ from `wanted`.

        Raises `TooMuch` if the game's check has no parts left.
        """
        effort = self.effort or self.world.effort
        effort.left -= 1
        if effort.left < 0:
            return self._too_much(self.span(node))
        result = self.elaborator.check(node, self, wanted)
        if isinstance(result.type, Optional) and path(node) in self.not_none:
            result = replace(result, type=result.type.of)
        if self.world.typed is not None:
            self.world.typed.append(Typed(node, self.span(node), result, self.locals))
        return result

    def spend(self, parts: int, span: Span) -> bool:
        """Use up some parts for what is computed once, and return whether that many were left.

        Raises `TooMuch` as `check` does.
        """
        effort = self.effort or self.world.effort
        effort.left -= parts
        effort.once += parts
        if effort.left < 0:
            self._too_much(span)
        return effort.left >= 0

    def _too_much(self, span: Span) -> Wrong:
        """Report that the parts are used up. In the check of a game, raise `TooMuch`, which ends it."""
        much = TooMuch(span)
        if self.effort is None:
            raise much
        self.effort.tell(much, self.found)
        return Wrong(BAD, span)

    def bind(self, name: str, core: Core) -> Scope:
        """Return this scope with one more local, which stands for an expression."""
        return replace(self, locals={**self.locals, name: core})

    def bind_slot(self, name: str, slot: Slot, span: Span) -> Scope:
        """Return this scope with one more local, whose value is in a slot."""
        return self.bind(name, Local(slot.type, span, slot))

    def lasting(self, names: Mapping[str, Span]) -> Scope:
        """Return this scope with those of the given facts that outlast the current step.

        Each fact is that a path is not `none`. The next step may change a variable that this step has tested.
        So across steps, only facts about locals and about the attributes printed on them hold.
        """
        return self.knowing(
            {
                n: why
                for n, why in names.items()
                if n == ANYTHING or ("[" not in n and n.partition(".")[0] in self.locals)
            }
        )

    def knowing(self, names: Mapping[str, Span]) -> Scope:
        """Return this scope with the fact that the paths in `names` are not `none`.

        Each path comes with the span of the condition from which that follows.
        """
        return replace(self, not_none={**self.not_none, **names}) if names else self

    def inside(self, source: Source) -> Scope:
        """Return this scope for an expression in another file."""
        return self if source is self.source else replace(self, source=source)

    def span(self, node: ast.Node) -> Span:
        """Return the span of a node of the expression."""
        return Span(self.source, node.start, node.end)

    def error(  # noqa: PLR0913 - the parts of a message
        self,
        code: str,
        message: str,
        node: ast.Node | Span,
        *,
        label: str = "",
        help: str | None = None,  # noqa: A002 - the word of the message's format
        notes: tuple[str, ...] = (),
        others: tuple[Remark, ...] = (),
        remedies: tuple[Cure, ...] = (),
    ) -> Wrong:
        """Report a mistake, and return its stand-in."""
        span = node if isinstance(node, Span) else self.span(node)
        if code == MAY_BE_NONE and ANYTHING in self.not_none:
            return Wrong(BAD, span)
        self.found.report(
            code, message, span, label=label, help=help, notes=notes, others=others, remedies=remedies
        )
        return Wrong(BAD, span)

    def introduce(self, name: str, slot: Slot, span: Span) -> Scope:
        """Return this scope with a local in a slot. The local is `Wrong` if its name is not allowed."""
        return self.bind(name, Local(slot.type, span, slot) if self._free(name, span) else Wrong(BAD, span))

    def _free(self, name: str, span: Span) -> bool:
        """Return whether a local may have a name, and report an error if it may not."""
        if name in RESERVED:
            self.error("GS202", f"`{name}` is a reserved word", span, help="choose another name")
        elif name in self.locals:
            self.error("GS202", f"there is already a `{name}` here", span, help="choose another name")
        elif self.world.symbols.declared(name):
            place = self.world.symbols.places.get(name)
            others = (Remark(place.span, f"`{name}` is declared here"),) if place else ()
            self.error(
                "GS202", f"`{name}` is already a name of the game", span,
                help="choose another name for the local", others=others,
            )  # fmt: skip
        else:
            return True
        return False


def unless_none(node: Core) -> str:
    """Return advice on what to do about a value that may be `none`."""
    text = " ".join(node.span.text.split())
    if re.fullmatch(r"[\w#.\[\], ]+", text):
        where = "before" if isinstance(node, Local) else "in the same expression"
        return Advice(f"test `{text} != none` {where}, or write `the({text})`", (f"the({text})",), text)
    return f"write `the({text})` if there is one in every case"


def declared(scope: Scope, *nodes: Core) -> tuple[Remark, ...]:
    """Return remarks on the declarations of the variables and locals whose types explain a mistake."""
    labels: dict[Span, Remark] = {}
    for node in nodes:
        match node:
            case Load(_, _, store, _, False) if place := scope.world.symbols.places.get(store.name):
                text = f"`{store.name}` is declared `{show(store.type)}` here"
                labels[place.span] = Remark(place.span, text)
            case Local(type_, _, slot) if isinstance(local := scope.locals.get(slot.name), Local):
                labels[local.span] = Remark(local.span, f"`{slot.name}` is {a(type_)}")
            case _:
                pass
    return tuple(labels.values())


def path(node: ast.Node) -> str | None:
    """Return a canonical text for an expression that can be known not to be `none`.

    Such an expression is a name, an attribute or an index. For others, the result is `None`.
    """
    match node:
        case ast.Name(_, _, name):
            return name
        case ast.Me():
            return "me"
        case ast.Number(_, _, value):
            return str(value)
        case ast.Attribute(_, _, of, name):
            inner = path(of)
            return f"{inner}.{name}" if inner else None
        case ast.Index(_, _, of, keys):
            parts = [path(of), *(path(k) for k in keys)]
            return f"{parts[0]}[{','.join(str(p) for p in parts[1:])}]" if all(parts) else None
        case _:
            return None


def known(condition: Core, node: ast.Node, *, holds: bool) -> Mapping[str, Span]:
    """Return the paths that are not `none` if a condition holds or fails, with the condition's span."""
    names = frozenset({ANYTHING}) if isinstance(condition, Wrong) else facts(node, holds=holds)
    return dict.fromkeys(sorted(names), condition.span)


def facts(node: ast.Node, *, holds: bool) -> frozenset[str]:
    """Return the paths that are not `none` if `node` holds, or if it fails."""
    match node:
        case ast.Comparison(_, _, left, ((op, right),)) if op == ("!=" if holds else "=="):
            for side, other in ((left, right), (right, left)):
                name = path(side)
                if isinstance(other, ast.Nothing) and name:
                    return frozenset({name})
            return frozenset()
        case ast.Not(_, _, of):
            return facts(of, holds=not holds)
        case ast.Logic(_, _, op, parts) if op == ("and" if holds else "or"):
            return frozenset().union(*(facts(p, holds=holds) for p in parts))
        case _:
            return frozenset()
