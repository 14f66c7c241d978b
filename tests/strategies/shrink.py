"""Shrink a document that fails, so that a person can read the result.

Everything that can be removed is removed, first sections, then entries, steps and keys. Then expressions are
replaced by one of their parts, or by a plain value. The checker rejects most candidates, which does not count
as a failure.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping

__all__ = ["shrunk", "simpler"]

Data = object
Path = tuple[object, ...]

SIMPLE = ("0", "1", "true", "false", "none", "me", "seat(1)")


def shrunk(
    document: Mapping[str, Data], fails: Callable[[Mapping[str, Data]], bool], seconds: float
) -> Mapping[str, Data]:
    """Return the smallest document that still fails, among those tried within `seconds`."""
    until, best = time.monotonic() + seconds, document
    improved = True
    while improved and time.monotonic() < until:
        improved = False
        for path in sorted(_paths(best), key=len):
            if time.monotonic() >= until:
                break
            if _at(best, path) is _GONE:
                continue
            for tried in _smaller(best, path):
                if fails(tried):
                    best, improved = tried, True
                    break
    return best


def simpler(text: str) -> Iterator[str]:
    """Yield shorter texts that can replace an expression: plain values, then its parts."""
    yield from (simple for simple in SIMPLE if len(simple) < len(text))
    yield from sorted({part for part in _parts(text) if len(part) < len(text)}, key=len)


def _parts(text: str) -> Iterator[str]:
    """Yield possible parts of an expression: the contents of brackets, list items, and operands."""
    opened: list[int] = []
    for i, char in enumerate(text):
        if char in "([{":
            opened.append(i)
        elif char in ")]}" and opened:
            inside = text[opened.pop() + 1 : i]
            yield inside
            yield from (
                part.strip() for part in re.split(r"[,:]", inside) if part.count("(") == part.count(")")
            )
    for word in (" and ", " or ", " if ", " else ", " == ", " + ", " - ", " * ", " in "):
        yield from (part for part in text.split(word) if part.count("(") == part.count(")"))


class _Gone:
    """The type of the marker that stands for removed data."""


_GONE = _Gone()


def _paths(data: Data, before: Path = ()) -> Iterator[Path]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield (*before, key)
            yield from _paths(value, (*before, key))
    elif isinstance(data, tuple):
        for i in reversed(range(len(data))):  # so that those before stay where they are
            yield (*before, i)
            yield from _paths(data[i], (*before, i))


def _at(data: Data, path: Path) -> Data:
    for key in path:
        if isinstance(data, Mapping):
            data = data.get(key, _GONE)
        elif isinstance(data, tuple) and isinstance(key, int) and key < len(data):
            data = data[key]
        else:
            return _GONE
    return data


def _smaller(document: Mapping[str, Data], path: Path) -> Iterator[Mapping[str, Data]]:
    yield _with(document, path, _GONE)
    value = _at(document, path)
    if isinstance(value, str):
        for text in simpler(value):
            yield _with(document, path, text)
    if isinstance(value, Mapping) and value:
        for inner in ("then", "do", "else"):  # the steps inside, in place of the step
            steps = value.get(inner)
            if isinstance(steps, tuple) and len(steps) == 1 and isinstance(path[-1], int):
                yield _with(document, path, steps[0])


def _with(data: Data, path: Path, value: Data) -> Mapping[str, Data]:
    """Return `data` with the value at `path` replaced, or removed if `value` is the marker."""
    key, rest = path[0], path[1:]
    new: Data = value if not rest else _with(_at(data, (key,)), rest, value)
    if isinstance(data, Mapping):
        found = {k: (new if k == key else v) for k, v in data.items()}
        return {k: v for k, v in found.items() if v is not _GONE}
    assert isinstance(data, tuple)
    listed = [new if i == key else v for i, v in enumerate(data)]
    return tuple(v for v in listed if v is not _GONE)  # type: ignore[return-value]  # a list in a document
