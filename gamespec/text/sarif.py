"""Writes diagnostics as SARIF 2.1.0, the format in which code scanning and editors exchange results.

A log has one run. Its rules are the codes that occur, each with its page of the manual. Locations are regions
of files, whose URIs are relative to the root of the repository (`%SRCROOT%`), as GitHub expects them; a file
elsewhere has an absolute URI. Two fingerprints identify a result in later runs: that of GitHub
(`line_hashes`), and our own, which follows from the code, the file and the message but not from the line.

The standard: https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes

from gamespec.program.frozen import dataclass
from gamespec.system.plain import real
from gamespec.text.advice import Cure
from gamespec.text.codes import CODES, page
from gamespec.text.diagnostics import Diagnostic, Remark
from gamespec.text.line_hashes import line_hashes
from gamespec.text.source import Source, Span

__all__ = ["Tool", "repository", "sarif"]

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
ROOT = "%SRCROOT%"
GITHUB = "primaryLocationLineHash"
OURS = "gamespecDiagnostic/v1"

LINTS = "GS4"
"""How the codes of warnings begin."""

_PARAGRAPH = re.compile(r"\n\s*\n")
_HEADING = re.compile(r"^#+ ", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\((?!https?:)[^)]*\)")
"""A link from one page of the manual to another, which leads nowhere outside the manual."""


@dataclass(frozen=True, slots=True)
class Tool:
    """The program that found the diagnostics: its version, and where its manual is, if that is known."""

    version: str
    manual: str | None = None


def repository(folder: Path) -> Path:
    """Return the root of the repository that a folder belongs to, or the folder itself if it has none."""
    place = real(folder)
    return next((above for above in (place, *place.parents) if os.path.lexists(above / ".git")), place)


def sarif(diagnostics: Iterable[Diagnostic], root: Path, tool: Tool, failures: Sequence[str] = ()) -> str:
    """Return a log of diagnostics as JSON, in ASCII.

    `failures` says what could not be checked, and why. Paths are relative to `root`.
    """
    listed = list(diagnostics)
    codes = sorted({d.code for d in listed})
    hashes = {source: line_hashes(source.text) for source in {d.span.source for d in listed}}
    driver = {"name": "gamespec", "version": tool.version, "rules": [_rule(code, tool) for code in codes]}
    if tool.manual is not None:
        driver["informationUri"] = tool.manual
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(failures)],
        "results": [_Result(d, root, hashes[d.span.source]).record(codes.index(d.code)) for d in listed],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _invocation(failures: Sequence[str]) -> dict[str, Any]:
    told = [{"level": "error", "message": _message(text)} for text in failures]
    return {"executionSuccessful": not told, "toolExecutionNotifications": told}


def _rule(code: str, tool: Tool) -> dict[str, Any]:
    """Return the description of a code, with its page as help."""
    row, text = CODES[code], _LINK.sub(r"\1", page(code))
    sections = _sections(text)
    about = sections["What it means"]
    kind = "lint" if code.startswith(LINTS) else "mistake"
    rule: dict[str, Any] = {
        "id": code,
        "name": "".join(word.capitalize() for word in row.slug.split("-")),
        "shortDescription": {"text": row.title[:1].upper() + row.title[1:]},
        "fullDescription": {"text": " ".join(_PARAGRAPH.split(about)[0].split())},
        "help": {"text": _HEADING.sub("", text).strip(), "markdown": text.strip()},
        "defaultConfiguration": {"level": "warning" if kind == "lint" else "error"},
        "properties": {"tags": [kind], "precision": "very-high"},
    }
    if tool.manual is not None:
        rule["helpUri"] = f"{tool.manual.rstrip('/')}/codes/{code}"
    return rule


def _sections(markdown: str) -> Mapping[str, str]:
    """Map the headings of the second level to the text below them."""
    parts = re.split(r"^## (.*)\n", markdown, flags=re.MULTILINE)[1:]
    return {name: text.strip() for name, text in zip(parts[::2], parts[1::2], strict=True)}


@dataclass(frozen=True, slots=True)
class _Result:
    """A diagnostic, the root to which paths are relative, and the hashes of the lines of its file."""

    said: Diagnostic
    root: Path
    hashes: Sequence[str]

    def record(self, rule: int) -> dict[str, Any]:
        d = self.said
        advice = [f"help: {d.help}"] if d.help else []
        text = "\n".join([d.message, *advice, *(f"note: {note}" for note in d.notes)])
        result: dict[str, Any] = {
            "ruleId": d.code,
            "ruleIndex": rule,
            "level": d.severity,
            "message": _message(text),
            "locations": [self._location(d.label)],
            "partialFingerprints": self._fingerprints(),
        }
        if d.others:
            result["relatedLocations"] = [
                {"id": number, **self._location(other)} for number, other in enumerate(d.others)
            ]
        if d.cures:
            result["fixes"] = [self._fix(cure) for cure in d.cures]
        return result

    def _location(self, remark: Remark) -> dict[str, Any]:
        place = {
            "physicalLocation": {
                "artifactLocation": self._artifact(remark.span.source),
                "region": _region(remark.span),
            }
        }
        return place | ({"message": _message(remark.text)} if remark.text else {})

    def _artifact(self, source: Source) -> dict[str, str]:
        place = real(Path(source.name))
        if not place.is_relative_to(self.root):
            return {"uri": place.as_uri()}
        inside = os.fsencode(place.relative_to(self.root).as_posix())
        return {"uri": quote_from_bytes(inside), "uriBaseId": ROOT}

    def _fingerprints(self) -> dict[str, str]:
        d = self.said
        line = d.span.source.line_column(_clamped(d.span.start, d.span.source))[0]
        told = "\0".join((d.code, self._artifact(d.span.source)["uri"], d.message))
        own = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()
        known = {GITHUB: self.hashes[line - 1]} if line <= len(self.hashes) else {}
        return {**known, OURS: own[:32]}

    def _fix(self, cure: Cure) -> dict[str, Any]:
        """Return a cure as changes of files."""
        changes = [
            {
                "artifactLocation": self._artifact(source),
                "replacements": [
                    {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
                    for edit in cure.edits
                    if edit.span.source is source
                ],
            }
            for source in dict.fromkeys(edit.span.source for edit in cure.edits)
        ]
        return {"description": _message(cure.title), "artifactChanges": changes}


def _region(span: Span) -> dict[str, int]:
    """Return the region of a span; its end is exclusive, as in spans."""
    source = span.source
    start = _clamped(span.start, source)
    line, column = source.line_column(start)
    end_line, end_column = source.line_column(max(start, _clamped(span.end, source)))
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _clamped(offset: int, source: Source) -> int:
    return min(max(offset, 0), len(source.text))


def _message(text: str) -> dict[str, str]:
    """Return a text as a message in which nothing is taken for a placeholder or a link."""
    return {"text": re.sub(r"\{(\d+)\}", r"{{\1}}", text).replace("](", "] (")}
