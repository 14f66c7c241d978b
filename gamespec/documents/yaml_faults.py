"""Rewords libyaml's syntax errors for authors.

A parser error is a sentence in two parts ("while parsing a flow mapping: did not find expected ',' or '}'")
with two places. One is the problem, where the parser gave up, and the other is the context, where the
construct began. The sentence decides which of the two places the author has to look at, and what the fix is.
The rows below are tried in order against the sentence and, where needed, against the text of the line before
the problem. PyYAML's own parser words some errors differently, and a row matches both wordings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from gamespec.text.advice import Cure, quoted
from gamespec.text.diagnostics import Collector, Remark
from gamespec.text.source import Source, Span

__all__ = ["QUOTE", "report_syntax"]


class _Row(NamedTuple):
    """One kind of error. `{found}` in its message stands for the character at the reported place.

    `quotes` says that quotes around the value of the key in the line remove it.
    """

    said: str
    before: str
    message: str
    help: str
    at: Literal["problem", "context"] = "problem"
    context: str = ""
    code: str = "GS101"
    quotes: bool = False


QUOTE = "put the whole value in quotes, or in a block after `>`"
_ROWS = (
    _Row(
        "mapping values are not allowed",
        r":\s",
        "a text that contains `: ` must be quoted",
        f"{QUOTE}; write each key of a mapping on its own line",
        quotes=True,
    ),
    _Row(
        "mapping values are not allowed",
        "",
        "{found} in the middle of a text that began on a line above",
        "check the indentation of this line, and whether the line above lacks its `:`",
    ),
    _Row(
        "expected ':'",
        "",
        "a key without `:`",
        "write `key: value`, or indent the line as a part of the value above",
        "context",
    ),
    _Row(
        "quoted scalar.*(?:end of stream|document indicator)",
        "",
        "a quoted text without an end",
        "close it with the quote that it begins with",
        "context",
    ),
    _Row(
        "escape|hexdec",
        "",
        "an escape that YAML does not know",
        "in single quotes a backslash is just a backslash",
    ),
    _Row("node content", "", "expected a value, found {found}", "quote a text that begins like this"),
    _Row(
        "cannot start any token",
        "",
        "a text cannot begin with {found}",
        "put it in quotes",
    ),
    _Row(
        "scanning an (?:alias|anchor)",
        "",
        "a text cannot begin with {found}",
        "put it in quotes",
        "context",
    ),
    _Row(
        "sequence entries are not allowed",
        "",
        "a list cannot begin here",
        "begin each `- ` on a line of its own, or quote a text that begins with `-`",
    ),
    _Row(
        "scanning a block scalar",
        "",
        "a block of text has only `+`, `-` or its indentation after `|` or `>`",
        "begin the text on the next line",
        "context",
    ),
    _Row(
        r"(?<!duplicate )tag(?!>)",
        "",
        "a tag",
        "leave it out, or quote a text that begins with `!`",
        code="GS110",
    ),
    _Row("incompatible YAML", "", "a version of YAML that gamespec does not read", "leave the line out"),
    _Row(
        "directive|duplicate tag",
        "",
        "a directive that YAML does not know",
        "quote a text that begins like this",
    ),
    _Row(
        "document start",
        "",
        "text after the end of the document",
        "begin all outermost keys in the same column; a file needs no `---` and no `...`",
        code="GS109",
    ),
    _Row(
        "expected key|block end|expected '-'",
        r"\S",
        "{found} after the end of a value",
        QUOTE,
        quotes=True,
    ),
    _Row(
        "(?:block mapping|block collection|block sequence)",
        "",
        "the indentation of this line matches no line above",
        "indent it like the lines it belongs with",
        context="the part that it would belong to begins here",
    ),
)


@dataclass(frozen=True)
class _Fault:
    """One error of the parser, with its sentence and the offsets of its problem and its context."""

    source: Source
    said: str
    problem: int
    context: int

    @property
    def before(self) -> str:
        """The text of the problem's line up to the problem."""
        return re.split(r"[\r\n]", self.source.text[: self.problem])[-1]

    def at(self, offset: int) -> Span:
        """Return the span of the character at an offset, or an empty span at the end of a line."""
        char = self.source.text[offset : offset + 1]
        return self.source.span(offset, offset + (char not in {"", "\r", "\n"}))


def _named(char: str) -> str:
    """Return the name that messages use for a character."""
    match char:
        case "":
            return "the end of the line"
        case "`":
            return "a backtick"
        case _:
            return f"`{char}`"


def report_syntax(source: Source, said: str, problem: int, context: int, found: Collector) -> None:
    """Report one error of the YAML parser.

    `said` is the parser's sentence; `problem` and `context` are the offsets that it gives.
    """
    fault = _Fault(source, said, problem, context)
    if not (_report_tab(fault, found) or _report_bracket(fault, found)):
        _report_row(fault, found)


def _report_tab(fault: _Fault, found: Collector) -> bool:
    """Report tabs where YAML requires spaces, and return whether that was the fault."""
    before = fault.before
    indentation = before if before.isspace() else ""
    here = fault.source.text[fault.problem : fault.problem + 1]
    if "\t" not in indentation + here and "found a tab" not in fault.said:
        return False
    first = indentation.find("\t")
    start = fault.problem - len(before) + first if first >= 0 else fault.problem
    tabs = re.compile("\t*").match(fault.source.text, start)
    end = tabs.end() if tabs else start
    span = fault.source.span(start, end)
    found.report("GS102", "tab in the indentation", span, help="indent with spaces")
    return True


def _report_bracket(fault: _Fault, found: Collector) -> bool:
    """Report a list in brackets or a mapping in braces that breaks off.

    Returns whether that was the fault.
    """
    expected = re.search("',' or '(.)'", fault.said)
    if not expected:
        return False
    opening, problem = fault.at(fault.context), fault.at(fault.problem)
    closing = f"`{expected[1]}`"
    if opening.line == problem.line and problem.text:
        found.report(
            "GS101",
            f"expected `,` or {closing}, found {_named(problem.text)}",
            problem,
            others=(Remark(opening, "inside the part that begins here"),),
            help="quote an expression that contains brackets, braces, commas or `: `",
        )
    else:
        others = (Remark(problem, "this cannot belong to it"),) if problem.text else ()
        found.report(
            "GS101",
            f"`{opening.text}` without its {closing}",
            opening,
            others=others,
            help=f"add the {closing}, or quote a text that contains `{opening.text}`",
        )
    return True


def _report_row(fault: _Fault, found: Collector) -> None:
    for row in _ROWS:
        if re.search(row.said, fault.said) and re.search(row.before, fault.before):
            break
    else:
        words = re.sub(r"'([^']*)'", r"`\1`", fault.said.rpartition(": ")[2])
        found.report("GS101", words, fault.at(fault.problem))
        return
    place, other = fault.problem, fault.context
    if row.at == "context":
        place, other = other, place
    span = fault.at(place)
    found.report(
        row.code,
        row.message.format(found=_named(span.text)),
        span,
        others=(Remark(fault.at(other), row.context),) if row.context else (),
        help=row.help,
        remedies=_quoting(fault) if row.quotes else (),
    )


_VALUE = re.compile(r"[ ]*(?:- )*[a-z][\w.]*: +(?P<value>[^\s\"'|>&*!#].*?)(?: +#.*)?\r?")


def _quoting(fault: _Fault) -> tuple[Cure, ...]:
    """Return the cure that quotes the value of the key in the line, if it has one."""
    start = fault.problem - len(fault.before)
    line = _VALUE.fullmatch(fault.source.text[start:].split("\n", 1)[0])
    if line is None:
        return ()
    return quoted(fault.source.span(start + line.start("value"), start + line.end("value")))
