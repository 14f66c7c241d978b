"""Reads from a specification how its game goes, for people who have never played it.

In the order of reading: what is in the box, the phases with their actions, how the score is made, what always
holds, and the tables of numbers. Everything comes from the author's texts. An action's label has holes where
values will stand; they become the words for these values in angle quotes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from gamespec.model import model as m
from gamespec.model.walk import steps_within
from gamespec.trees import ast
from gamespec.trees import types as t
from interpreter.words.called import blanks

if TYPE_CHECKING:
    from interpreter.serve.edition import Edition
    from interpreter.words import Words

__all__ = ["goes"]

MOST_ROWS = 40
"""Number of rows above which a table of numbers is not shown."""
MOST_VALUES = 8
"""Number of different values above which an attribute's values are not listed."""
OPENING, CLOSING = (
    "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
    "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
)

Said = dict[str, str]


def goes(edition: Edition, words: Words) -> dict[str, Any]:
    """Return how the game of an edition goes, in the language of `words`, as a dict for JSON."""
    return _Reader(edition, words).read()


class _Reader:
    """Reads the parts of one game in one language."""

    def __init__(self, edition: Edition, words: Words) -> None:
        self.game, self.words, self.language = edition.spec.model, words, words.language
        self.world = edition.compiled.names.world
        self.actions = {action.ident.name: action for action in self.game.actions}
        self.procedures = {each.ident.name: each for each in self.game.procedures}

    def read(self) -> dict[str, Any]:
        """Return everything."""
        game = self.game
        return {
            "box": [*self._kinds(), *self._resources()],
            "phases": [self._phase(phase) for phase in game.phases],
            "score": [each for part in game.score for each in self._part_of_score(part)],
            "always": [self._said(each.says) for each in game.invariants if each.says is not None],
            "tables": list(self._tables()),
        }

    def _part_of_score(self, part: m.ScorePart) -> list[Said]:
        """Return the name of a part of the score, if it has one."""
        if part.label is not None:
            return [self._said(part.label)]
        return [] if part.ident is None else [self._plain(blanks(part.ident.name, None, self.language))]

    # --- the box ------------------------------------------------------------------------------------------

    def _kinds(self) -> Iterator[dict[str, Any]]:
        """Yield each kind of component with its number, and what is printed on its components."""
        for declared in self.game.components:
            kind = self.world.kinds.get(declared.ident.name)
            if kind is None or not kind.type.size:
                continue
            name = kind.type.name
            printed = [
                self._printed(name, column, *kind.columns[column])
                for column in kind.columns
                if column not in ("owner", "row") and self.words.is_shown(name, column)
            ]
            yield {
                "count": kind.type.size,
                "name": self._counted(declared.name, name, kind.type.size),
                "printed": [each for each in printed if each],
            }

    def _counted(self, name: m.Text | None, plain: str, count: int) -> str:
        """Return the name of a number of components of a kind."""
        language = self.language if name is None else name.chosen(self.language)
        forms = {} if name is None else name.forms.get(language, {})
        if forms:
            return forms["one"].partition(" ")[2] if count == 1 and "one" in forms else forms["other"]
        return blanks(plain, name, self.language)

    def _printed(self, kind: str, column: str, type_: t.Type, values: Sequence[int]) -> str:
        """Return the name of an attribute with its values if there are few, or "" if nothing has one."""
        there = sorted({value for value in values if value != t.NONE})
        if not there or t.is_component(t.strip(type_)):
            return ""
        name, base = self.words.attribute(kind, column), t.strip(type_)
        if isinstance(base, t.Int):
            return f"{name} {there[0]}" if len(there) == 1 else f"{name} {there[0]}\N{EN DASH}{there[-1]}"
        if len(there) > MOST_VALUES or isinstance(base, t.Bool):
            return name
        return f"{name} ({', '.join(self.words.value(type_, value) for value in there)})"

    def _resources(self) -> Iterator[dict[str, Any]]:
        """Yield the resources that people see."""
        for declared in self.game.resources:
            if declared.shown:
                name = self._counted(declared.label, declared.ident.name, 2)
                yield {"count": None, "name": name, "printed": []}

    # --- the course ---------------------------------------------------------------------------------------

    def _phase(self, phase: m.PhaseDecl) -> dict[str, Any]:
        """Return a phase with the questions and actions of its steps, and its nested phases."""
        return {
            "name": self._said(phase.label) if phase.label is not None else None,
            "turns": phase.turns is not None,
            "again": bool(phase.phases) and phase.until is not None,
            "asks": list(self._asked(phase.do, set())),
            "phases": [self._phase(inner) for inner in phase.phases],
        }

    def _asked(self, steps: Iterable[m.Step], gone: set[str]) -> Iterator[dict[str, Any]]:
        """Yield the questions of steps, and of the procedures that they run, each procedure once."""
        for step in steps_within(steps):
            match step:
                case m.Offer():
                    offered = [self.actions.get(each.action.name) for each in step.actions]
                    actions = [self._action(each, gone) for each in offered if each is not None]
                    yield {"prompt": self._template(step.prompt, {}), "actions": actions}
                case m.Choose():
                    labels = _labels(step.picks, self.language)
                    title, prompt = (self._template(each, labels) for each in (step.label, step.prompt))
                    if prompt or title:
                        yield {"prompt": prompt, "actions": [{"title": title, "asks": []}] if title else []}
                case m.Run() if step.procedure.name in self.procedures:
                    if step.procedure.name not in gone:
                        gone.add(step.procedure.name)
                        yield from self._asked(self.procedures[step.procedure.name].do, gone)

    def _action(self, action: m.ActionDecl, gone: set[str]) -> dict[str, Any]:
        """Return an action with its title, and the questions that follow it."""
        labels = _labels(action.picks, self.language)
        title = self._template(action.label, labels)
        if title is None:
            name = blanks(action.ident.name, None, self.language)
            title = self._plain(" ".join([name, *map(_quoted, labels.values())]))
        return {"title": title, "asks": list(self._asked(action.do, gone))}

    def _template(self, said: m.Templates | None, labels: dict[str, str]) -> Said | None:
        """Return a text whose holes are filled with the words for what will stand there."""
        if said is None:
            return None
        languages = [each for each in (self.language, "en", *said.by_language) if each in said.by_language]
        template = said.by_language[languages[0]]
        text = template.literals[0]
        for hole, choice, after in zip(template.holes, template.choices, template.literals[1:], strict=True):
            text += (" / ".join(filter(None, choice)) if choice else self._hole(hole.root, labels)) + after
        return {"text": text, "lang": languages[0]}

    def _hole(self, node: ast.Node, labels: dict[str, str]) -> str:
        """Return the words for the value of a hole in a text, in angle quotes."""
        words = "…"
        match node:
            case ast.Name(name=name):
                words = labels.get(name) or blanks(name, None, self.language)
            case ast.Attribute(of=ast.Name(name=of), name=name):
                printed = [kind.attributes for kind in self.game.components]
                printed += [part.attributes for part in self.game.parts]
                named = [
                    column.label.in_(self.language)
                    for columns in printed
                    for column in columns
                    if column.ident.name == name and column.label is not None
                ]
                words = named[0] if named else labels.get(of) or "…"
        return words if words == "…" else _quoted(words)

    # --- numbers ------------------------------------------------------------------------------------------

    def _tables(self) -> Iterator[dict[str, Any]]:
        """Yield the tables of numbers that people see, unless they are long."""
        for name, table in self.world.tables.items():
            columns = [column for column in table.columns if self.words.is_shown(name, column)]
            values = [table.columns[column] for column in columns]
            if not values or not 0 < len(values[0][1]) <= MOST_ROWS:
                continue
            rows = [
                [self.words.value(type_, of[row]) for type_, of in values] for row in range(len(values[0][1]))
            ]
            yield {
                "title": blanks(name, None, self.language),
                "columns": [self.words.attribute(name, column) for column in columns],
                "rows": rows,
            }

    # --- texts --------------------------------------------------------------------------------------------

    def _said(self, text: m.Text) -> Said:
        return {"text": text.in_(self.language), "lang": text.chosen(self.language)}

    def _plain(self, text: str) -> Said:
        """Return a name in the specification, which is in the language of its author."""
        return {"text": text, "lang": ""}


def _quoted(words: str) -> str:
    """Put words that stand for a value into angle quotes."""
    return f"{OPENING}{words}{CLOSING}"


def _labels(picks: Iterable[m.Pick], language: str) -> dict[str, str]:
    """Return the words for each value that is chosen."""
    return {pick.ident.name: blanks(pick.ident.name, pick.label, language) for pick in picks}
