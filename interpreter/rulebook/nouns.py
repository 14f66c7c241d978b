"""Names the parts of a game and the values of types: nouns for values, and labels for zones and variables."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from gamespec.model import model as m
from gamespec.model.walk import every_step
from gamespec.trees import ast
from gamespec.trees import types as t
from interpreter.rulebook.marks import cleaned, code, name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.words import Words

__all__ = ["Noun", "Nouns", "article"]

_ARTICLES = ("the ", "a ", "an ", "der ", "die ", "das ", "ein ", "eine ")


class Noun(NamedTuple):
    """The words for one value of a type and for several, without an article."""

    one: str
    many: str


def article(text: str) -> tuple[str, str]:
    """Return the article with which a text begins, or "", and the rest of the text."""
    found = next((each for each in _ARTICLES if text.lower().startswith(each)), "")
    return text[: len(found)].strip(), text[len(found) :]


class Nouns:
    """The names of one game's parts in one language."""

    def __init__(self, words: Words) -> None:
        self.words, self.texts, self.language = words, words.texts, words.language
        self.world = words.names.world
        self.game = self.world.game

    # --- labels -----------------------------------------------------------------------------------------

    def text(self, text: m.Text | None) -> str:
        """Return an author's text in the language, if the author has written it in that language."""
        if text is None or not (self.language == "en" or text.by_language.get(self.language)):
            return ""
        return cleaned(text.in_(self.language))

    def label(self, ident: str, text: m.Text | None = None) -> str:
        """Return the marked name of a part: its text, or in English its identifier in words."""
        said = self.text(text)
        if said:
            return name(said)
        return name(ident.replace("_", " ")) if self.language == "en" else code(ident)

    @cached_property
    def _labels(self) -> dict[str, m.Text | None]:
        game = self.game
        declared: list[m.ZoneDecl | m.VariableDecl | m.ResourceDecl | m.OptionDecl | m.SpaceDecl]
        declared = [*game.zones, *game.variables, *game.resources, *game.options, *game.spaces]
        return {each.ident.name: each.label for each in declared} | {
            each: look.name for each, look in game.view.functions.items() if look.name is not None
        }

    def declared(self, ident: str) -> str:
        """Return the marked name of an option, a zone, a variable, a resource, a space or a function.

        What shares its name with another one is also called by its identifier.
        """
        said = self.label(ident, self._labels.get(ident))
        return f"{said} ({code(ident)})" if said in self._shared and said != code(ident) else said

    def function(self, ident: str) -> str:
        """Return the marked name of a function: without the `of` at its end, which sentences add."""
        said = self._short(ident)
        return f"{said} ({code(ident)})" if said in self._shared and said != code(ident) else said

    def _short(self, ident: str) -> str:
        return self.label(ident.removesuffix("_of"), self._labels.get(ident))

    @cached_property
    def _shared(self) -> frozenset[str]:
        """The names that several parts of the game have."""
        functions = {each.ident.name for each in self.game.functions}
        names = [self.label(each, text) for each, text in self._labels.items() if each not in functions]
        columns = {name(each.replace("_", " ")) for each in self.columns if self.language == "en"}
        called = Counter([*names, *map(self._short, functions), *columns])
        return frozenset(said for said, times in called.items() if times > 1)

    @cached_property
    def columns(self) -> frozenset[str]:
        """The names of the attributes of components and their parts, without labels."""
        columns = [column for kind in self.game.components for column in kind.attributes]
        columns += [column for part in self.game.parts for column in part.attributes]
        return frozenset(
            column.ident.name if column.label is None else self.text(column.label) for column in columns
        )

    def plural(self, ident: str) -> bool:
        """Return whether the name of a variable or resource is a plural, such as `points`."""
        text = self._labels.get(ident)
        forms = {} if text is None else text.forms.get(text.chosen(self.language), {})
        return len({*forms.values()}) > 1

    def attribute(self, of: str, column: str) -> str:
        """Return the marked name of an attribute of a kind of components or parts, or of a table."""
        if column == "owner":
            return name(self.texts.gettext("owner"))
        if column == "row":
            return name(self.texts.gettext("kind"))
        columns = [(each.ident.name, column) for each in self.game.components for column in each.attributes]
        columns += [(each.ident.name, column) for each in self.game.parts for column in each.attributes]
        columns += [(each.ident.name, column) for each in self.game.tables for column in each.columns]
        found = [c.label for o, c in columns if (o, c.ident.name) == (of, column)]
        if not found and any(each.ident.name == column for each in self.game.components):
            return name(self.noun(self.world.kinds[column].type).one)
        return self.label(column, next(iter(found), None))

    # --- nouns ------------------------------------------------------------------------------------------

    def noun(self, type_: t.Type) -> Noun:
        """Return the words for the values of a type."""
        match type_:
            case t.Optional(of) | t.ListType(of) | t.ZoneType(of):
                return self.noun(of)
            case t.Bool() | t.Nothing() | t.Bad():
                return Noun(self.texts.gettext("value"), self.texts.gettext("values"))
            case t.Int():
                return Noun(self.texts.gettext("number"), self.texts.gettext("numbers"))
            case t.Named(sort, ident):
                return self._named(sort, ident)

    def _named(self, sort: str, ident: str) -> Noun:
        gettext = self.texts.gettext
        match sort:
            case "component" | "part":
                return self._kind(ident)
            case "enum":
                return self._enum(ident)
            case "player":
                return Noun(gettext("player"), gettext("players"))
            case "cell":
                return self._cell(ident)
            case "direction":
                return Noun(gettext("direction"), gettext("directions"))
            case "row":
                said = code(ident)
                return Noun(gettext("row of {table}", table=said), gettext("rows of {table}", table=said))
            case "line":
                return Noun(gettext("line"), gettext("lines"))
            case _:
                return Noun(gettext("spot"), gettext("spots"))

    def _cell(self, ident: str) -> Noun:
        gettext = self.texts.gettext
        declared = next((each for each in self.game.spaces if each.ident.name == ident), None)
        match declared:
            case m.Edges():
                return Noun(gettext("edge"), gettext("edges"))
            case m.Corners():
                return Noun(gettext("corner"), gettext("corners"))
            case _ if len(self.game.spaces) > 1:
                said = self.declared(ident)
                return Noun(gettext("cell of {board}", board=said), gettext("cells of {board}", board=said))
            case _:
                return Noun(gettext("cell"), gettext("cells"))

    def _kind(self, ident: str) -> Noun:
        named = {each.ident.name: each.name for each in self.game.components}
        text = (named | {each.ident.name: each.name for each in self.game.parts}).get(ident)
        if text is None or not self.text(text):
            if self.language == "en":
                plain = ident.replace("_", " ")
                return Noun(plain, _plural(plain))
            said = code(ident)
            return Noun(
                self.texts.gettext("piece of the kind {kind}", kind=said),
                self.texts.gettext("pieces of the kind {kind}", kind=said),
            )
        one = article(cleaned(self.words.kind(ident)))[1]
        forms = text.forms.get(text.chosen(self.language), {})
        if "other" in forms:
            return Noun(one, cleaned(forms["other"]))
        if self.language == "en":
            return Noun(one, _plural(one))
        return Noun(one, self.texts.gettext("pieces of the kind {kind}", kind=name(one)))

    def _enum(self, ident: str) -> Noun:
        """Return the words for the values of an enumeration, which takes its name from what has its type."""
        gettext = self.texts.gettext
        kind = ident.removesuffix(".row")
        if kind != ident:
            said = name(self.noun(self.world.kinds[kind].type).one)
            return Noun(gettext("kind of {noun}", noun=said), gettext("kinds of {noun}", noun=said))
        said = next(filter(None, (self.text(text) for text in self._of_type(ident))), "")
        plain = said if said and " " not in said else ident.replace("_", " ")
        if self.language == "en" and not plain.endswith("s"):
            return Noun(plain, _plural(plain))
        if self.language == "en":
            return Noun(plain, gettext("values of {what}", what=name(plain)))
        said = name(said) if said else code(ident)
        return Noun(gettext("value of {what}", what=said), gettext("values of {what}", what=said))

    def _of_type(self, ident: str) -> Iterator[m.Text | None]:
        """Yield the labels of what has an enumeration as its type."""
        columns = [c for each in self.game.components for c in each.attributes]
        columns += [c for each in self.game.parts for c in each.attributes]
        picks = [pick for action in self.game.actions for pick in action.picks]
        picks += [pick for step in every_step(self.game) if isinstance(step, m.Choose) for pick in step.picks]
        typed = [(column.type, column.label) for column in columns]
        typed += [(variable.type, variable.label) for variable in self.game.variables]
        for type_, label in typed:
            if isinstance(type_.root, ast.Name) and type_.root.name == ident:
                yield label
        for pick in picks:
            if isinstance(pick.source.root, ast.Name) and pick.source.root.name == ident:
                yield pick.label

    def value(self, type_: t.Type, value: int) -> str:
        """Return a single value in words."""
        if isinstance(t.strip(type_), t.Int):
            return str(value)
        if isinstance(type_, t.Bool):
            return self.texts.gettext("yes") if value else self.texts.gettext("no")
        said = cleaned(self.words.value(t.strip(type_), value))
        if isinstance(type_, t.Named) and type_.sort == "enum" and self._is_bare(type_, value):
            return name(said.replace("_", " ")) if self.language == "en" else code(said)
        return said

    def _is_bare(self, type_: t.Named, value: int) -> bool:
        """Return whether a value of an enumeration is a word for which the author gives no text."""
        ident = self.world.values.text(type_, value)
        kind = self.world.kind_of(type_) is not None
        return not kind and type_.name not in self.world.texts and ident.isidentifier() and len(ident) > 1


def _plural(noun: str) -> str:
    """Return the regular plural of an English noun, or of the author's identifier for one."""
    first, of, rest = noun.partition(" of ")
    if first.endswith(("s", "x", "ch", "sh")):
        return f"{first}es{of}{rest}"
    if first.endswith("y") and first[-2:-1] not in "aeiou":
        return f"{first[:-1]}ies{of}{rest}"
    return f"{first}s{of}{rest}"
