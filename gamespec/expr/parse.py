"""Parses the text of expressions to syntax trees with positions in the file.

This is the only module that imports lark. Because the import takes time, `gamespec.description.syntax`
imports this module only when the first expression is read.
"""

from __future__ import annotations

import re
import sys
from functools import cache, lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import lark
from lark import (
    Lark,
    TextSlice,
    Token,
    Transformer,
    UnexpectedCharacters,
    UnexpectedInput,
    UnexpectedToken,
    v_args,
)
from lark.exceptions import VisitError

from gamespec.documents.document import Scalar
from gamespec.documents.nodes import MAX_DIGITS
from gamespec.expr.borrowed import rewrites
from gamespec.expr.conditional import chosen, enclosed
from gamespec.system import user_cache
from gamespec.text.advice import Advice, Cure, Edit, write
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source, Span
from gamespec.trees import ast

__all__ = ["parse_expression", "parse_slice", "parse_template", "syntax_of"]

MOST_CHARACTERS = 4_000
"""Maximum length of an expression, in characters."""

MOST_IN_ALL = 40_000
"""Maximum total length of all expressions of a game, in characters."""

LEAST_COUNTED = 16
"""Number of characters that an expression counts for at least, towards the total length."""

MOST_DIGITS = 18

MEMO, MEMO_CHARACTERS = 2_000, 1_000
"""Number of expressions whose syntax is cached, and the maximum length of a cached expression in characters.
"""

_WORDS = {
    "PLUS": "`+`",
    "STAR": "`*`",
    "RPAR": "`)`",
    "RSQB": "`]`",
    "RBRACE": "`}`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "NAME": "a name",
    "MEMBER": "a name",
    "NUMBER": "a number",
    "ELSE": "`else`",
    "$END": "the end",
}
_MISTAKEN = {
    "&&": write("and"),
    "||": write("or"),
    "=>": write(">="),
    "<>": write("!="),
    "=<": write("<="),
    "!": Advice("write `not`", ("not ",)),
    "/": Advice("division of whole numbers is written `//`", ("//",)),
    "=": Advice("equality is written `==`", ("==",)),
    "|": "lists are joined by `union(a, b)`",
    ";": "an expression has one value and no statements",
    '"': "expressions have no texts; names of values are written bare",
    "'": "expressions have no texts; names of values are written bare",
    ".": "there are no fractions",
    **{key: f"`{key}` is a key: begin a line with `{key}: …`" for key in ("do", "from", "of", "then", "to")},
}
"""Advice on signs of other languages, and what to write in place of a sign if that is all there is to do."""


_ASKING = frozenset({"can", "in_a_row"})
"""Calls in which a player may be named before a colon."""

_LONGEST = frozenset({"trail", "path"})
"""Calls in which a maximum length follows the body."""


@v_args(meta=True)
class _Builder(Transformer[Token, ast.Node]):
    """Turns each production of the grammar into a node of `ast`."""

    def number(self, meta: Any, parts: list[Any]) -> ast.Node:
        digits = str(parts[0]).lstrip("0")
        if len(digits) > MOST_DIGITS:
            raise _Mistake(meta.start_pos, meta.end_pos, f"a number of {len(digits)} digits", None, "GS113")
        return ast.Number(meta.start_pos, meta.end_pos, int(digits or "0"))

    def name(self, meta: Any, parts: list[Any]) -> ast.Node:
        return ast.Name(meta.start_pos, meta.end_pos, str(parts[0]))

    def nothing(self, meta: Any, _: list[Any]) -> ast.Node:
        return ast.Nothing(meta.start_pos, meta.end_pos)

    def true(self, meta: Any, _: list[Any]) -> ast.Node:
        return ast.Bool(meta.start_pos, meta.end_pos, value=True)

    def false(self, meta: Any, _: list[Any]) -> ast.Node:
        return ast.Bool(meta.start_pos, meta.end_pos, value=False)

    def me(self, meta: Any, _: list[Any]) -> ast.Node:
        return ast.Me(meta.start_pos, meta.end_pos)

    def group(self, _: Any, parts: list[Any]) -> ast.Node:
        return cast("ast.Node", parts[0])

    def items(self, meta: Any, parts: list[Any]) -> ast.Node:
        return ast.Items(meta.start_pos, meta.end_pos, tuple(p for p in parts if p is not None))

    def attribute(self, meta: Any, parts: list[Any]) -> ast.Node:
        return ast.Attribute(meta.start_pos, meta.end_pos, parts[0], str(parts[1]))

    def index(self, meta: Any, parts: list[Any]) -> ast.Node:
        return ast.Index(meta.start_pos, meta.end_pos, parts[0], tuple(parts[1:]))

    def call(self, meta: Any, parts: list[Any]) -> ast.Node:
        args = tuple(p for p in parts[1:] if p is not None)
        return ast.Call(meta.start_pos, meta.end_pos, str(parts[0]), args)

    def quantifier(self, meta: Any, parts: list[Any]) -> ast.Node:
        if parts[0] in _ASKING:
            return self.call_by(meta, parts)
        return _bind(meta, str(parts[0]), parts[1], parts[2])

    def several(self, meta: Any, parts: list[Any]) -> ast.Node:
        kind, *_, last = parts
        if kind in _ASKING:
            return self.call_by(meta, parts)
        bound = _bind(meta, str(kind), parts[1], parts[2])
        if kind not in _LONGEST:
            message = f"`{kind}` has one body after the colon"
            raise _Mistake(parts[3].start, parts[3].end, message, f"write `{kind}(x in list: …)`")
        if len(parts) > 4:  # noqa: PLR2004 - its name, the list, the body, the greatest length
            raise _Mistake(last.start, last.end, f"`{kind}` has one maximum length", None)
        return ast.Longest(meta.start_pos, meta.end_pos, str(kind), bound.name, bound.over, bound.body, last)

    def call_by(self, meta: Any, parts: list[Any]) -> ast.Node:
        return ast.Call(meta.start_pos, meta.end_pos, str(parts[0]), tuple(parts[2:]), parts[1])

    def none_of(self, meta: Any, parts: list[Any]) -> ast.Node:
        return _bind(meta, "none", parts[0], parts[1])

    def reach(self, meta: Any, parts: list[Any]) -> ast.Node:
        if parts[0] != "reach":
            raise _Mistake(meta.start_pos, meta.end_pos, "only `reach` has `from`", None)
        return ast.Reach(meta.start_pos, meta.end_pos, str(parts[1]), parts[2], parts[3])

    def let(self, meta: Any, parts: list[Any]) -> ast.Node:
        if parts[0] != "let":
            raise _Mistake(meta.start_pos, meta.end_pos, "only `let` has `=`", str(_MISTAKEN["="]))
        return ast.Let(meta.start_pos, meta.end_pos, str(parts[1]), parts[2], parts[3])

    def negative(self, meta: Any, parts: list[Any]) -> ast.Node:
        return ast.Negative(meta.start_pos, meta.end_pos, parts[0])

    def not_(self, meta: Any, parts: list[Any]) -> ast.Node:
        return ast.Not(meta.start_pos, meta.end_pos, parts[0])

    def binary(self, meta: Any, parts: list[Any]) -> ast.Node:
        return ast.Binary(
            meta.start_pos, meta.end_pos, cast("ast.Operation", str(parts[1])), parts[0], parts[2]
        )

    def operator(self, _: Any, parts: list[Any]) -> Any:
        return " ".join(str(p) for p in parts)

    def comparison(self, meta: Any, parts: list[Any]) -> ast.Node:
        rest = tuple(zip(parts[1::2], parts[2::2], strict=True))
        return ast.Comparison(meta.start_pos, meta.end_pos, parts[0], rest)

    def and_(self, meta: Any, parts: list[Any]) -> ast.Node:
        return ast.Logic(meta.start_pos, meta.end_pos, "and", tuple(parts))

    def or_(self, meta: Any, parts: list[Any]) -> ast.Node:
        return ast.Logic(meta.start_pos, meta.end_pos, "or", tuple(parts))

    def choice(self, meta: Any, parts: list[Any]) -> ast.Node:
        return ast.Choice(meta.start_pos, meta.end_pos, parts[1], parts[0], parts[2])

    def range(self, meta: Any, parts: list[Any]) -> ast.Node:
        return ast.Range(meta.start_pos, meta.end_pos, parts[0], parts[1])


class _Mistake(Exception):
    def __init__(self, start: int, end: int, message: str, cure: str | None, code: str = "GS125") -> None:
        super().__init__(message)
        self.start, self.end, self.message, self.cure, self.code = start, end, message, cure, code


def _bind(meta: Any, kind: str, binder: ast.Node, body: ast.Node) -> ast.Quantifier:
    match binder:
        case ast.Comparison(_, _, ast.Name(_, _, name), (("in", over),)):
            return ast.Quantifier(meta.start_pos, meta.end_pos, kind, name, over, body)
        case _:
            raise _Mistake(
                binder.start,
                binder.end,
                f"`{kind}` needs a variable and a list before the colon",
                f"write `{kind}(x in list: …)`",
            )


_OPTIONS: dict[str, Any] = {"start": "expr", "parser": "lalr", "propagate_positions": True}

MOST_TABLES = 4
"""Maximum number of files with parsing tables in the user's cache, each for a grammar and a version of lark.
"""


@cache
def _parser() -> Lark:
    """Return the parser, with tables from the user's cache, because computing them takes long."""
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    place = user_cache.folder()
    if place is None:
        return _computed(grammar)
    made_of = f"{lark.__version__} {sys.version_info[:2]} {_OPTIONS} {grammar}"
    path = place / "grammar" / f"{sha256(made_of.encode()).hexdigest()}.tables"
    tables = user_cache.read(path)
    if tables is not None:
        return Lark.load(BytesIO(tables))
    parser, written = _computed(grammar), BytesIO()
    parser.save(written)
    if user_cache.write(path, written.getvalue()):
        user_cache.forget(path.parent, "*.tables", MOST_TABLES)
    return parser


def _computed(grammar: str) -> Lark:
    return Lark(grammar, **_OPTIONS)


_BUILDER = _Builder()

MOST_LEVELS = 64
"""Maximum nesting depth of one expression. A sum of n numbers has n levels."""


def _depth(tree: Any) -> int:
    """Return the number of levels of a syntax tree."""
    depth, level = 0, [tree]
    while level:
        depth += 1
        level = [child for node in level for child in node.children if hasattr(child, "children")]
    return depth


def _affordable(source: Source, start: int, end: int, found: Collector) -> bool:
    """Return whether an expression, and all expressions so far in total, are short enough.

    Exceeding the total length is reported once.
    """
    before, found.characters = found.characters, found.characters + max(LEAST_COUNTED, end - start)
    if end - start > MOST_CHARACTERS:
        limit = f"an expression has at most {MOST_CHARACTERS:,} characters"
    elif found.characters > MOST_IN_ALL >= before:
        limit = f"the expressions of a game have at most {MOST_IN_ALL:,} characters in all"
    else:
        return found.characters <= MOST_IN_ALL
    found.report("GS115", limit, Span(source, start, end), help="turn repeated parts into functions")
    return False


def _syntax(text: str) -> ast.Node | None:
    """Return the syntax of an expression, or `None` if the text has a mistake.

    Positions in it are offsets from the beginning of the text.
    """
    try:
        tree = _parser().parse(text)
        return None if _depth(tree) > MOST_LEVELS else _BUILDER.transform(tree)
    except (UnexpectedInput, VisitError):
        return None


_known_syntax = lru_cache(MEMO)(_syntax)
"""`_syntax` with a cache. Short expressions recur within a game, and most expressions when it is read again.
"""


def syntax_of(text: str) -> ast.Node | None:
    """Return the syntax of a text that is or was part of a game, or `None` if it is not an expression.

    Positions in it are offsets from the beginning of the text.
    """
    return _known_syntax(text) if len(text) <= MEMO_CHARACTERS else _syntax(text)


def parse_slice(source: Source, start: int, end: int, found: Collector) -> ast.Expression | None:
    """Parse the characters from `start` to `end` of a source as one expression.

    Returns `None` after reporting a mistake.
    """
    if not _affordable(source, start, end, found):
        return None
    text = source.text[start:end]
    if not text.strip():
        found.report("GS125", "an expression is missing here", Span(source, start, end))
        return None
    root = syntax_of(text)
    if root is not None:
        return ast.Expression(ast.moved(root, start), source)
    if _report_borrowed(source, start, text, found):
        return None
    try:
        tree = _parser().parse(TextSlice(source.text, start, end))
        if _depth(tree) > MOST_LEVELS:
            message = f"more than {MOST_LEVELS} levels of nesting in one expression"
            found.report("GS106", message, Span(source, start, end), help="turn its parts into functions")
            return None
        _BUILDER.transform(tree)
    except UnexpectedCharacters as error:
        at: Any = error.pos_in_stream
        _report_character(source, start, at, end, found)
    except UnexpectedToken as error:
        _report_token(source, start, end, error, found)
    except VisitError as error:
        if not isinstance(error.orig_exc, _Mistake):
            raise
        _report_mistake(source, error.orig_exc, found)
    return None


def _report_borrowed(source: Source, start: int, text: str, found: Collector) -> bool:
    """Report what a text borrows from other languages, and return whether that alone was the mistake."""
    made = rewrites(text) if len(text) <= MEMO_CHARACTERS else []
    if not made:
        return False
    parts, at = [], 0
    for rewrite in made:
        parts += [text[at : rewrite.start], rewrite.text]
        at = rewrite.end
    if _syntax("".join([*parts, text[at:]])) is None:
        return False
    edits = [Edit(Span(source, start + a, start + b), _fitting(text, a, b, new)) for a, b, new in made]
    first, written = text[made[0].start : made[0].end], made[0].text.strip()
    sign, span = first.strip(), edits[0].span
    span = Span(
        source, span.start + len(first) - len(first.lstrip()), span.end - len(first) + len(first.rstrip())
    )
    said = _MISTAKEN.get(sign)
    if sign[0] in "\"'\u2018\u201c\u201e" and len(edits) == 1:
        said = f"names of values are written bare: `{written}`"
    elif said is None or len(edits) > 1:
        said = f"write `{written}`" if written else "leave it out"
    titles = ", ".join(dict.fromkeys(f"`{e.text.strip()}`" for e in edits if e.text.strip()))
    found.report(
        "GS125", f"`{sign}` is not part of the language", span, help=str(said),
        remedies=(Cure(f"write {titles}" if titles else "leave it out", tuple(edits)),),
    )  # fmt: skip
    return True


def _fitting(text: str, start: int, end: int, new: str) -> str:
    """Return what to write in place of a part, without blanks where a blank or an end already separates."""
    if start == 0 or text[start - 1].isspace():
        new = new.lstrip()
    return new.rstrip() if end == len(text) or text[end].isspace() else new


def _report_mistake(source: Source, mistake: _Mistake, found: Collector) -> None:
    span = Span(source, mistake.start, mistake.end)
    found.report(mistake.code, mistake.message, span, help=mistake.cure)


def _report_character(source: Source, start: int, at: int, end: int, found: Collector) -> None:
    text = source.text[at:end]
    cure = next((cure for bad, cure in _MISTAKEN.items() if text.startswith(bad)), None)
    if text.startswith("?"):
        first, last = enclosed(source.text, start, at, end)
        cure = f"write `{chosen(source.text[first:last])}`"
    length = 2 if len(text) > 1 and text[:2] in _MISTAKEN else 1
    if quoted := re.match(r"'[^'\n]*'|\"[^\"\n]*\"", text):
        length = quoted.end()
    elif word := re.match(r"[A-Z_]\w*", text):
        length = word.end()
        lower = word[0].strip("_").lower()
        cure = Advice(f"names are written in lower case: `{lower}`", (lower,))
    found.report(
        "GS125", f"`{text[:length]}` is not part of the language", Span(source, at, at + length), help=cure
    )


def _report_token(source: Source, start: int, end: int, error: Any, found: Collector) -> None:
    token = error.token
    if token.type == "$END":
        stop = start + len(source.text[start:end].rstrip())
        accepted = () if found.full else error.accepts or error.expected  # expensive to compute
        wanted = sorted({_WORDS[t] for t in accepted if t in _WORDS})
        closing = [w for w in wanted if w in {"`)`", "`]`", "`}`", "`:`", "`else`"}]
        message = "the expression ends too soon"
        hint = f"{' or '.join(closing)} may be missing" if closing else None
        found.report("GS125", message, Span(source, max(start, stop - 1), stop), help=hint)
        return
    if str(token) == "=":
        _report_character(source, start, token.start_pos, end, found)
        return
    at = Span(source, token.start_pos, token.end_pos)
    before = source.text[max(start, at.start - 1) : at.start]
    if _report_digit(source, start, token, at, found):
        return
    if str(token)[0] == "[":
        inside = re.match(r"\[([^\[\]]*)\]", source.text[at.start : end])
        braces = f"write a list in braces: `{{{inside[1] if inside else '…'}}}`"
        found.report("GS125", "`[` does not fit here", at, help=braces)
        return
    if str(token) == "+" and not source.text[start : at.start].strip():
        added = source.text[at.end : end].strip()
        said = f"write `{added}`; to add it to a variable, name that: `x + {added}`"
        found.report(
            "GS125", "`+` does not fit here", at, help=said,
            remedies=(Cure("leave it out", (Edit(at, ""),), asks=True),),
        )  # fmt: skip
        return
    longer = _MISTAKEN.get(f"{before}{token}")  # more than the token is at fault, so it is no cure
    cure = _MISTAKEN.get(str(token)) if longer is None else str(longer)
    if before == "." and token.type == "NUMBER":
        cure = _MISTAKEN["."]
    found.report("GS125", f"`{token}` does not fit here", at, help=cure)


def _report_digit(source: Source, start: int, token: Any, at: Span, found: Collector) -> bool:
    """Report a number after a dot, as in `card.row.7`, and return whether that was the mistake.

    A component whose name is a number has no such row.
    """
    name = re.search(r"([a-z]\w*)\.$", source.text[start : at.start])
    if name is None or token.type != "NUMBER":
        return False
    found.report(
        "GS125", f"a name cannot begin with a digit: `{name[0]}{token}`", at,
        help=f"the name of such a component begins with its kind: `{name[1]}_{token}`",
    )  # fmt: skip
    return True


def parse_expression(scalar: Scalar, found: Collector) -> ast.Expression | None:
    """Parse a YAML scalar as an expression, or return `None` after reporting a mistake."""
    if scalar.escaped:
        found.report(
            "GS126",
            "an expression in quotes must not contain escapes",
            scalar.span,
            help="write it without quotes, or in a block scalar after `>`",
        )
        return None
    if type(scalar.value) is int and len(scalar.text.lstrip("+-0")) > MAX_DIGITS:
        return None  # the number has been reported
    if type(scalar.value) is int and not re.fullmatch(r"[-+]?[0-9]+", scalar.text):
        # The number is in a different notation, or it is a fraction, which has been reported and is read as a
        # whole number.
        return ast.Expression(
            ast.Number(scalar.inner.start, scalar.inner.end, abs(scalar.value)), scalar.span.source
        )
    return parse_slice(scalar.span.source, scalar.inner.start, scalar.inner.end, found)


def parse_template(scalar: Scalar, found: Collector) -> ast.Template | None:
    """Parse a text with expressions in braces, or return `None` after reporting a mistake."""
    source, at, end = scalar.span.source, scalar.inner.start, scalar.inner.end
    text = source.text
    literals: list[str] = []
    holes: list[ast.Expression] = []
    choices: list[tuple[str, str] | None] = []
    while True:
        opening = text.find("{", at, end)
        if opening < 0:
            literals.append(_folded(text[at:end]))
            return ast.Template(tuple(literals), tuple(holes), tuple(choices), scalar.span)
        closing = _closing(text, opening, end)
        if closing is None:
            found.report("GS125", "`{` is not closed", Span(source, opening, opening + 1))
            return None
        chosen = _CHOICE.fullmatch(text, opening + 1, closing)
        if chosen is None and text[opening + 1 : closing].lstrip()[:1] in {"'", '"'}:
            found.report(
                "GS125", "a text in braces needs a condition", Span(source, opening + 1, closing),
                help="write `{'…' if CONDITION}` or `{'…' if CONDITION else '…'}`",
            )  # fmt: skip
            return None
        if chosen is not None and (more := _SECOND.search(chosen["other"] or "")):
            start = chosen.start("other") + more.start("condition")
            found.report(
                "GS125", "a text in braces has one condition", Span(source, start, closing),
                help="write one pair of braces for each text, as in `{'a' if x == 1}{'b' if x > 1}`",
            )  # fmt: skip
            return None
        hole = parse_slice(source, *(chosen.span("asked") if chosen else (opening + 1, closing)), found)
        if hole is None:
            return None
        literals.append(_folded(text[at:opening]))
        holes.append(hole)
        choices.append((_folded(chosen["first"]), _folded(chosen["other"] or "")) if chosen else None)
        at = closing + 1


def _folded(text: str) -> str:
    """Return a part of a text in which each line break, with the spaces around it, has become a space."""
    return re.sub(r"\s*\n\s*", " ", text)


def _closing(text: str, opening: int, end: int) -> int | None:
    """Return the position of the brace that closes the one at `opening`, or `None`.

    Lists in braces may lie between the two.
    """
    depth = 0
    for at in range(opening, end):
        depth += (text[at] == "{") - (text[at] == "}")
        if depth == 0:
            return at
    return None


_CHOICE = re.compile(
    r"""\s*(?P<quote>['"])(?P<first>.*?)(?P=quote)\s+if\b(?P<asked>[^'"]*?)"""
    r"""(\selse\s+(?P<mark>['"])(?P<other>.*?)(?P=mark)\s*)?""",
    re.DOTALL,
)
"""A text to show if a condition holds, and optionally another text to show if it does not hold."""

_SECOND = re.compile(r"""['"]\s+(?P<condition>if\b.*)""", re.DOTALL)
"""What follows the end of a text that was taken for the beginning of a longer one."""
