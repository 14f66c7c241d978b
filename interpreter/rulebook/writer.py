"""Writes lines: sentences with their places, conditions as one line or a list, and the author's templates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.text.source import Span
from gamespec.trees import ast
from interpreter.locale import gettext_noop
from interpreter.rulebook.conditions import TRUTH, is_equivalence
from interpreter.rulebook.marks import capital, cleaned, plain
from interpreter.rulebook.sheet import Line
from interpreter.rulebook.values import CASE, cases

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamespec.model import model as m
    from interpreter.rulebook.speaker import Speaker

__all__ = ["Writer"]

LONG = 25
"""The number of words from which a condition is written as a list of its parts."""

SHORT = 56
"""The length, in characters, from which a value that depends on conditions is written as a list of cases."""

GAP = 36
"""The greatest length, in characters, of the words for a gap in a text."""

CASES = (
    (gettext_noop("{value} if all of this holds:"), gettext_noop("{value} if at least one of these holds:")),
    (
        gettext_noop("otherwise {value} if all of this holds:"),
        gettext_noop("otherwise {value} if at least one of these holds:"),
    ),
)
"""As `CASE`, before a list of conditions, of which all or any must hold."""

IF = (gettext_noop("if {condition}:"), gettext_noop("otherwise, if {condition}:"))
"""The beginning of a case with lines below it: the first one, and a later one."""

FOR = {
    "any": gettext_noop("for at least one {thing}:"),
    "all": gettext_noop("for every {thing}:"),
    "none": gettext_noop("for no {thing}:"),
}
"""For each quantifier, the words before its condition as a line below them."""


def is_long(said: str) -> bool:
    """Return whether a clause is too long for one line."""
    return len(plain(said).split()) > LONG


class Writer:
    """Writes lines in the words of a speaker."""

    def __init__(self, speaker: Speaker) -> None:
        self.s = speaker
        self.gettext, self.ngettext = speaker.texts.gettext, speaker.texts.ngettext
        self.fill = speaker.fill

    def line(
        self, text: str, *places: Span, lines: Sequence[Line] = (), anchor: str = "", end: bool = True
    ) -> Line:
        """Return a sentence, whose places are those given and those of the expressions that it has said."""
        stop = "" if not end or text.endswith((":", ".", "!", "?")) else "."
        return Line(capital(text) + stop, (*places, *self.s.taken()), tuple(lines), anchor=anchor)

    def quoted(self, text: m.Text | None, *places: Span) -> tuple[Line, ...]:
        """Return the author's text as a line, if there is one."""
        if text is None or not (said := cleaned(text.in_(self.s.language))):
            return ()
        return (Line(said, places, quoted=text.chosen(self.s.language)),)

    # --- conditions -------------------------------------------------------------------------------------

    def parts(self, expression: ast.Expression) -> tuple[str, list[Line]]:
        """Return a condition as a clause, and as a list of its parts if it is long.

        If there is a list, `headed` makes the sentence before it from the clause: the beginning of the
        condition, or "all" or "any", which say how many of the parts must hold.
        """
        clause, root = self.s.ask(expression), expression.root
        if not is_long(clause):
            return clause, []
        told, part = self.s.taken(), self.part(expression, root)
        self.s.told.extend(told)
        if not part.lines:
            return clause, []
        if isinstance(root, ast.Logic | ast.Let):
            either = isinstance(root, ast.Logic) and root.op == "or"
            return "any" if either else "all", [*part.lines]
        return part.text, [*part.lines]

    def headed(self, one: str, many: Sequence[str], clause: str, **values: object) -> str:
        """Return the sentence before the list of a condition: `one` with its beginning, or one of `many`."""
        if clause in {"all", "any"}:
            return self.fill(many[clause == "any"], **values)
        said = self.fill(one, condition=clause.removesuffix(":"), **values)
        return said if said.endswith(":") else f"{said}:"

    def said(self, one: str, many: Sequence[str], parts: tuple[str, list[Line]], **values: object) -> str:
        """Return the sentence for the `parts` of a condition, which a list follows if there is one."""
        clause, lines = parts
        return (
            self.headed(one, many, clause, **values) if lines else self.fill(one, condition=clause, **values)
        )

    def part(self, expression: ast.Expression, node: ast.Node) -> Line:
        """Return a part of a condition as a line of its own, with the parts of a long one below it."""
        place = Span(expression.source, node.start, node.end)
        clause = self.s.condition(node)
        if not is_long(clause):
            return Line(clause, (place,))
        match node:
            case ast.Logic(_, _, op, parts):
                text = self.gettext("all of this:") if op == "and" else self.gettext("at least one of these:")
                return Line(text, (place,), tuple(self.part(expression, part) for part in parts))
            case ast.Choice():
                lines = self.truths(expression, node)
                return Line(self.gettext("depending on the case:"), (place,), tuple(lines))
            case ast.Let(_, _, ident, _, body):
                said = self.s.value(node.value)
                text = self.gettext("{x} means here: {value}", x=self.s.local(ident), value=said)
                named, inner, every = (
                    Line(text, (place,)),
                    self.part(expression, body),
                    self.gettext("all of this:"),
                )
                return Line(every, (place,), (named, *(inner.lines if inner.text == every else (inner,))))
            case ast.Quantifier(_, _, "any" | "all" | "none" as kind, ident, over, body):
                thing = self.s.members(over, ident).each(self.s, self.s.local(ident))
                head = self.fill(FOR[kind], thing=thing)
                return Line(head, (place,), (self.part(expression, body),))
            case ast.Comparison(_, _, left, ((op, right),)) if is_equivalence(self.s, node):
                text = (
                    self.gettext("either both of these or neither:")
                    if op == "=="
                    else self.gettext("exactly one of these:")
                )
                sides = (self.part(expression, left), self.part(expression, right))
                return Line(text, (place,), sides)
            case ast.Call(_, _, "old", (of,)):
                return Line(self.gettext("before that:"), (place,), (self.part(expression, of),))
            case _:
                return Line(clause, (place,))

    def truths(self, expression: ast.Expression, root: ast.Node) -> list[Line]:
        """Return a condition that depends on conditions as lines, one for each case."""
        pairs, rest = cases(root)
        lines = []
        for at, (asked, then) in enumerate(pairs):
            asks, inner = self.s.condition(asked), self.part(expression, then)
            place = Span(expression.source, min(then.start, asked.start), max(then.end, asked.end))
            if inner.lines:
                lines.append(Line(self.fill(IF[at > 0], condition=asks), (place,), (inner,)))
            else:
                text = self.fill(TRUTH[at > 0], asked=asks, condition=inner.text)
                lines.append(Line(text, (place,)))
        inner = self.part(expression, rest)
        if inner.lines:
            return [*lines, Line(self.gettext("otherwise:"), inner.places, (inner,))]
        return [*lines, Line(self.gettext("otherwise: {condition}", condition=inner.text), inner.places)]

    def values(self, expression: ast.Expression) -> tuple[str, list[Line]]:
        """Return a value as a noun phrase, and as a list if it depends on conditions or is a long sum.

        The phrase is "" if there is a list.
        """
        said, root = self.s.say(expression), expression.root
        if isinstance(root, ast.Choice) and len(plain(said)) >= SHORT:
            return "", self.cases(expression, root)
        if isinstance(root, ast.Binary) and root.op == "+" and is_long(said):
            return "", [self._sum(expression, root)]
        return said, []

    def _sum(self, expression: ast.Expression, root: ast.Binary) -> Line:
        """Return a sum as a line, with its terms below it."""
        terms: list[ast.Node] = []
        node: ast.Node = root
        while isinstance(node, ast.Binary) and node.op == "+":
            terms.insert(0, node.right)
            node = node.left
        lines = [Line(self.s.value(each), (self._place(expression, each),)) for each in (node, *terms)]
        return Line(self.gettext("the sum of these:"), (self._place(expression, root),), tuple(lines))

    @staticmethod
    def _place(expression: ast.Expression, node: ast.Node) -> Span:
        return Span(expression.source, node.start, node.end)

    def cases(self, expression: ast.Expression, root: ast.Node) -> list[Line]:
        """Return the cases of a value as lines."""
        pairs, rest = cases(root)
        lines = []
        for at, (asked, then) in enumerate(pairs):
            place = Span(expression.source, asked.start, max(asked.end, then.end))
            part, value = self.part(expression, asked), self.s.closed(then)
            if not part.lines:
                lines.append(Line(self.fill(CASE[at > 0], value=value, condition=part.text), (place,)))
                continue
            clause = part.text
            if isinstance(asked, ast.Logic | ast.Let):
                clause = "any" if isinstance(asked, ast.Logic) and asked.op == "or" else "all"
            text = self.headed(CASE[at > 0], CASES[at > 0], clause, value=value)
            lines.append(Line(text, (place,), part.lines))
        place = Span(expression.source, rest.start, rest.end)
        return [*lines, Line(self.gettext("otherwise {value}", value=self.s.value(rest)), (place,))]

    def condition(self, one: str, many: tuple[str, str], expression: ast.Expression, *places: Span) -> Line:
        """Return a line that states a condition.

        `one` is a message with `{condition}`. The messages in `many` announce a list, of which all or any
        must hold.
        """
        parts = self.parts(expression)
        return self.line(self.said(one, many, parts), *places, lines=parts[1])

    # --- templates --------------------------------------------------------------------------------------

    def template(self, templates: m.Templates | None) -> str:
        """Return a template with words for its gaps, or "" if the author has none in the language."""
        if templates is None:
            return ""
        by_language = templates.by_language
        chosen = by_language.get(self.s.language)
        if chosen is None:
            chosen = by_language.get("en") or next(iter(by_language.values()))
            if self.s.language != "en" and any(any(c.isalpha() for c in each) for each in chosen.literals):
                return ""
        said = [cleaned_part(chosen.literals[0])]
        for hole, choice, literal in zip(chosen.holes, chosen.choices, chosen.literals[1:], strict=True):
            self.s.elaborate(hole)
            said += [choice[0] or choice[1] if choice else f"[{self._gap(hole)}]", literal]
        self.s.taken()
        return "".join(said).strip()

    def _gap(self, hole: ast.Expression) -> str:
        """Return what stands for an expression in a template: its words if they are few."""
        self.s.by_label = True
        said = self.s.value(hole.root).removeprefix(self.gettext("the {name}", name=""))
        self.s.by_label = False
        return "…" if len(plain(said)) > GAP or "(" in said else plain(said)


def cleaned_part(text: str) -> str:
    """Return a part of a template without marks and line breaks, but with the blanks at its ends."""
    before, after = " " * text.startswith(" "), " " * (text.endswith(" ") and bool(text.strip()))
    return f"{before}{cleaned(text)}{after}"
