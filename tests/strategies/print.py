"""A printer that turns data into YAML, with short values on one line and long ones as blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from strategies.expressions import plain

__all__ = ["Data", "printed"]

Data = object
"""A string, a number, a truth value, `None`, or a tuple or mapping of such data."""

_BARE = re.compile(r"[a-z_][\w.]*|-?\d+(?:\.\.\d+)?")
WIDTH = 100


def printed(data: Mapping[str, Data]) -> str:
    """Return the YAML text of a document, with expressions as authors write them."""
    return plain("\n".join(_mapping(data, ""))) + "\n"


def _mapping(data: Mapping[str, Data], indent: str) -> Iterator[str]:
    for key, value in data.items():
        yield from _under(f"{indent}{_scalar(key)}:", value, indent + "  ")


def _under(head: str, value: Data, indent: str) -> Iterator[str]:
    if isinstance(value, str) and "\n" in value:
        yield f"{head} |"
        yield from (f"{indent}{line}" for line in value.splitlines())
        return
    one = f"{head} {_flow(value)}"
    short = len(plain(one)) <= WIDTH and not _has_lines(value)
    if short or not isinstance(value, Mapping | tuple) or not value:
        yield one
        return
    yield head
    if isinstance(value, Mapping):
        yield from _mapping(value, indent)
        return
    for item in value:
        one = f"{indent}- {_flow(item)}"
        if (len(plain(one)) <= WIDTH and not _has_lines(item)) or not isinstance(item, Mapping):
            yield one
        else:
            first, *rest = _mapping(item, indent + "  ")
            yield f"{indent}- {first.lstrip()}"
            yield from rest


def _has_lines(value: Data) -> bool:
    """Return whether data contains a string of several lines, which needs a block."""
    match value:
        case Mapping():
            return any(map(_has_lines, value.values()))
        case tuple():
            return any(map(_has_lines, value))
        case _:
            return isinstance(value, str) and "\n" in value


def _flow(value: Data) -> str:
    match value:
        case Mapping():
            return f"{{{', '.join(f'{_scalar(k)}: {_flow(v)}' for k, v in value.items())}}}"
        case tuple():
            return f"[{', '.join(map(_flow, value))}]"
        case _:
            return _scalar(value)


def _scalar(value: Data) -> str:
    match value:
        case bool():
            return str(value).lower()
        case None:
            return "null"
        case str() if not _BARE.fullmatch(plain(value)):
            return f'"{value}"'
        case _:
            return str(value)
