"""Says expressions in words: values as noun phrases, conditions as clauses, lists by their members.

`values`, `conditions`, `members` and `builtins` hold the phrases, a case for each form of the language. Their
functions take the `Speaker`, which knows the game, the language and the names in use, and call each other
through it. German phrases stand without articles and adjectives, so they need neither gender nor case; only
`me` has a dative.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

from gamespec.trees import ast, core
from gamespec.trees import types as t
from interpreter.rulebook.conditions import condition
from interpreter.rulebook.marks import code, link, name
from interpreter.rulebook.members import Members, members
from interpreter.rulebook.nouns import Nouns
from interpreter.rulebook.quantified import trait
from interpreter.rulebook.typed import Typed
from interpreter.rulebook.values import closed, every, inner, is_open, operand, value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gamespec.model import model as m
    from gamespec.text.source import Span
    from interpreter.words import Words

__all__ = ["Speaker"]


class Speaker:
    """Says the expressions of one game in one language.

    `told` collects the places of the expressions that have been said, until `taken` empties it. With
    `by_label`, locals are called by their labels, as in the texts of options.
    """

    def __init__(self, words: Words) -> None:
        self.words, self.texts, self.language = words, words.texts, words.language
        self.world = words.names.world
        self.nouns = Nouns(words)
        self.typed = Typed(self.world)
        self.labels: dict[str, m.Text | None] = {}
        self.told: list[Span] = []
        self.by_label = False
        self.plural_only = self.language != "en"  # a German singular has a gender, which no author gives
        self._renamed: dict[str, str] = {}
        self.gettext, self.pgettext = self.texts.gettext, self.texts.pgettext
        self.fill = self.texts.gettext  # for phrases of tables, which are not read from here

    # --- whole expressions ------------------------------------------------------------------------------

    def say(self, expression: ast.Expression, wanted: t.Type | None = None, *, dative: bool = False) -> str:
        """Return an expression as a noun phrase."""
        self.elaborate(expression, wanted)
        return self.value(expression.root, dative=dative)

    def ask(self, expression: ast.Expression, *, holds: bool = True) -> str:
        """Return a condition, or its opposite, as a clause."""
        self.elaborate(expression, t.BOOL)
        return self.condition(expression.root, holds=holds)

    def elaborate(self, expression: ast.Expression, wanted: t.Type | None = None) -> core.Core:
        """Infer the types of an expression, and note that it is said."""
        self.told.append(expression.span)
        return self.typed.elaborate(expression, wanted)

    def taken(self) -> tuple[Span, ...]:
        """Return the places of the expressions that have been said since the last call."""
        taken, self.told = tuple(self.told), []
        return taken

    def bind_player(self, ident: m.Ident) -> None:
        """Add the name `player` to the scope, which conditions about each player use."""
        self.typed.bind("player", self.world.player, ident)
        self.labels = {**self.labels, "player": None}

    # --- parts of expressions ---------------------------------------------------------------------------

    def value(self, node: ast.Node, *, dative: bool = False) -> str:
        """Return a part of an expression as a noun phrase."""
        return value(self, node, dative=dative)

    def closed(self, node: ast.Node, *, dative: bool = False) -> str:
        """Return a part of an expression as a noun phrase that other words may follow."""
        return closed(self, node, dative=dative)

    def inner(self, node: ast.Node, *, dative: bool = False) -> str:
        """Return a part of an expression as a noun phrase that ends another phrase."""
        return inner(self, node, dative=dative)

    def every(self, said: str, keys: Sequence[t.Type], *, some: bool = False) -> str:
        """Return the words for all members of a family together, or for `some` one of them."""
        return every(self, said, keys, some=some)

    def operand(self, node: ast.Node) -> str:
        """Return a value as a noun phrase that stands beside a sign or before a noun."""
        return operand(self, node)

    def predicate(self, node: ast.Node) -> str:
        """Return a value that something is: of you, the words for the player you are."""
        return self.pgettext("predicate", "you") if isinstance(node, ast.Me) else self.inner(node)

    def is_open(self, node: ast.Node) -> bool:
        """Return whether the words for a value end in a clause, into which what follows could be read."""
        return is_open(self, node)

    def trait(self, ident: str, node: ast.Node) -> str | None:
        """Return the name of what a member called `ident` has, if a value is just that."""
        return trait(self, ident, node)

    def any_zone(self, node: ast.Node) -> str:
        """Return the words for a zone, or for any one zone of a family."""
        symbol = self.symbol(node)
        if isinstance(node, ast.Name) and isinstance(symbol, core.ZoneStore) and symbol.keys:
            return self.every(self.nouns.declared(node.name), symbol.keys, some=True)
        return self.value(node)

    def condition(self, node: ast.Node, *, holds: bool = True) -> str:
        """Return a condition, or its opposite, as a clause."""
        return condition(self, node, holds=holds)

    def members(self, node: ast.Node, called: str = "") -> Members:
        """Return the words for the members of a list or zone, one of which is `called` so afterwards."""
        return members(self, node, called)

    def type(self, node: ast.Node) -> t.Type:
        """Return the type of a part of an expression."""
        return self.typed.type(node)

    def symbol(self, node: ast.Node) -> object:
        """Return what a bare name means in the game, or `None` if it is a local or not a name."""
        if not isinstance(node, ast.Name) or node.name in self.typed.scope.locals or node.name in self.labels:
            return None
        return self.world.symbols.get(node.name)

    # --- names ------------------------------------------------------------------------------------------

    def local(self, ident: str) -> str:
        """Return the marked name of a local."""
        ident = self._renamed.get(ident, ident)
        if self.by_label and (said := self.nouns.text(self.labels.get(ident))):
            return name(said)
        if len(ident) == 1:
            return name(ident)
        if ident == "player":
            return "the player" if self.language == "en" else name(self.gettext("player"))
        said = self.nouns.text(self.labels.get(ident)) if self.language != "en" else ident.replace("_", " ")
        if said and said in self._taken:
            return code(ident)
        if self.language == "en":
            return name(said)
        others = [self.nouns.text(text) for each, text in self.labels.items() if each != ident]
        if said and said not in others:
            return name(said)
        return code(ident)

    @cached_property
    def _taken(self) -> frozenset[str]:
        """The labels of what the game declares, by which no local is called."""
        game = self.world.game
        labels = [zone.label for zone in game.zones] + [variable.label for variable in game.variables]
        labels += [each.label for each in game.resources] + [option.label for option in game.options]
        functions = [each.ident.name.removesuffix("_of").replace("_", " ") for each in game.functions]
        return frozenset([*filter(None, map(self.nouns.text, labels)), *self.nouns.columns, *functions])

    def the(self, marked: str) -> str:
        """Put the definite article before a marked name, unless the name brings its own."""
        said = self.gettext("the {name}", name=marked)
        return marked if said == marked or marked[1:].lower().startswith(("the ", "a ", "an ")) else said

    def function(self, ident: str) -> str:
        """Return the marked name of a function, which leads to its definition."""
        return link(self.nouns.function(ident), f"term-{ident}")

    def all_of(self, parts: list[str]) -> str:
        """Join texts by commas and "and"."""
        return _joined(parts, self.gettext("and"))

    def any_of(self, parts: list[str]) -> str:
        """Join texts by commas and "or"."""
        return _joined(parts, self.gettext("or"))

    @contextmanager
    def renamed(self, ident: str, called: str) -> Iterator[None]:
        """Call a local by another name in the `with` block, unless that is ""."""
        known = self._renamed
        self._renamed = {**known, ident: called} if called else known
        try:
            yield
        finally:
            self._renamed = known

    @contextmanager
    def inside(self, labels: Mapping[str, m.Text | None] | None = None) -> Iterator[None]:
        """Forget the locals that the `with` block adds, when it ends."""
        scope, known = self.typed.scope, self.labels
        self.labels = {**known, **(labels or {})}
        try:
            yield
        finally:
            self.typed.scope, self.labels = scope, known


def _joined(parts: list[str], word: str) -> str:
    *first, last = parts or [""]
    return f"{', '.join(first)} {word} {last}" if first else last
