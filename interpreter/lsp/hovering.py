"""What is told of the thing under the pointer: a key's meaning, a name, the type of an expression."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from gamespec.analysis import Analysis, Declaration
from gamespec.system.plain import real
from gamespec.text.source import Source, Span
from interpreter.lsp.keys import about_key, value_at
from interpreter.lsp.moved import moved
from interpreter.lsp.names import Finder, Named
from interpreter.lsp.place import Where, where

__all__ = ["Told", "described", "hover", "type_at"]

LONGEST = 400
"""Maximum length of a function's body, or of an expression, that is shown, in characters."""


class Told(NamedTuple):
    """A text in Markdown, and the part of the file that it is about."""

    text: str
    span: Span


def hover(finder: Finder, path: Path, offset: int) -> Told | None:
    """Return what there is to tell of a place, or `None` if there is nothing."""
    text = finder.texts.text(path)
    source = Source(str(path), text)
    here = where(text, offset)
    if here.role == "comment":
        return None
    named = finder.at(path, offset)
    if named is not None:
        more = "" if named.declaration.type else _typed(finder, path, named)
        return Told(described(named.declaration) + more, named.span)
    kind = finder.texts.kind(path)
    if here.role == "key":
        about = "" if kind is None else about_key(kind, here.way, text[here.start : here.end], here.beside)
        key = text[here.start : here.end].strip()
        return Told(f"`{key}`: {about}", source.span(here.start, here.end)) if about and key else None
    part = type_at(finder, path, offset)
    if part is not None:
        span, type_ = part
        shown = " ".join(span.text.split())
        return Told(f"```gamespec\n{_cut(shown)}: {type_}\n```", span)
    if kind is None or not here.path:
        return None
    return _of_value(kind, here, source)


def type_at(finder: Finder, path: Path, offset: int) -> tuple[Span, str] | None:
    """Return the smallest part of an expression at a place and its type, or `None` if it is unknown."""
    analysis = finder.results.analysis(path)
    source = None if analysis is None else _source(analysis, path)
    if analysis is None or source is None:
        return None
    text = finder.texts.text(path)
    change = moved(source.text, text)
    part = analysis.index.part(source.name, change.back(offset))
    now = None if part is None else change.forward(part.place.start, part.place.end)
    return None if part is None or now is None else (Span(Source(str(path), text), *now), part.type)


def described(declaration: Declaration) -> str:
    """Return what is known of a name, in Markdown."""
    name, kind, type_ = declaration.name, declaration.kind, declaration.type
    if kind == "built-in":
        forms = "\n".join(form.strip() for form in type_.split(";"))
        return f"```gamespec\n{forms}\n```\n\n{_sentence(declaration.about)}"
    if kind in {"function", "action", "procedure", "event"}:
        head = f"{kind} {type_ or name}"
    elif declaration.owner and type_:
        head = f"{kind} {name}: {type_}" if kind == "attribute" else f"{kind} {name} of {declaration.owner}"
    else:
        head = f"{kind} {name}: {type_}" if type_ else f"{kind} {name}"
    about = declaration.about
    if kind == "function" and about:
        about = f"```gamespec\n{_cut(about)}\n```"
    elif about:
        about = _sentence(about)
    return f"```gamespec\n{head}\n```" + (f"\n\n{about}" if about else "")


def _typed(finder: Finder, path: Path, named: Named) -> str:
    part = type_at(finder, path, named.span.start)
    known = part is not None and part[1] not in {"?", named.declaration.name}
    return f"\n\nIts type here is `{part[1]}`." if part is not None and known else ""


def _of_value(kind: str, here: Where, source: Source) -> Told | None:
    wanted = value_at(kind, here.way)
    if not wanted.about or here.start == here.end:
        return None
    key = next((step for step in reversed(here.path) if isinstance(step, str)), "")
    return Told(f"`{key}`: {wanted.about}", source.span(here.start, here.end))


def _source(analysis: Analysis, path: Path) -> Source | None:
    place = real(path)
    return next((source for source in analysis.sources if real(Path(source.name)) == place), None)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def _cut(text: str) -> str:
    shown = " ".join(text.split())
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"
