"""What authors mean by values that they write as other languages, or other games, have them."""

from __future__ import annotations

import re
from typing import Any

from gamespec.documents.nodes import Node, Scalar, Sequence
from gamespec.habits import RANGE, VALUES
from gamespec.text.advice import Advice, write
from gamespec.text.suggest import did_you_mean

__all__ = ["meant_name", "meant_value"]

_SWITCHES = {"yes": "true", "on": "true", "no": "false", "off": "false"}
_ENDS = re.compile(rf"(\w+)(?:{RANGE}|\s*-\s*)(\w+)")


def meant_value(node: Node, types: str | list[str], schema: dict[str, Any]) -> str | None:
    """Return the value for which an author used the notation of another language, or `None`.

    Such values are ranges (`2-4`, `[2, 4]`), switches (`yes`), lists without brackets, the only needed value
    of a mapping, and names in capitals, with dashes, or without the comma between them.
    """
    pattern = schema.get("pattern")
    one = _in_braces(node)
    match node:
        case Sequence(items=items) if _is_range(schema) and (run := _run(items)) is not None:
            return f"{run[0]}..{run[1]}"
        case Scalar(text=text) if types == "boolean":
            return _SWITCHES.get(text.lower())
        case Scalar(value=str() as text) if "array" in types and re.fullmatch(r"\w+(?:\s*,\s*\w+)+", text):
            return f"[{text}]"
        case Scalar(value=None | True | False):
            return None
        case Scalar() if types == "object" and len(needed := schema.get("required", ())) == 1 and one:
            return f"{{{needed[0]}: {one}}}"
        case Scalar(text=text) if pattern is not None:
            ends = _ENDS.fullmatch(text)
            ranged = f"{ends[1]}..{ends[2]}" if ends else ""
            if re.search(pattern, ranged):
                return ranged
            words = text.split()
            if len(words) > 1 and _in_list(node) and all(re.search(pattern, word) for word in words):
                return ", ".join(words)
            name = re.sub(r"[\s-]+", "_", text).lower()
            return name if re.search(pattern, name) else None
        case _:
            return None


def _in_braces(node: Node) -> str:
    """Return the text of a value of one line as it may stand within braces, or nothing if it is not one."""
    text = node.span.text
    if "\n" in text or text[:1] in {"[", "{"}:
        return ""
    if text[:1] in {"'", '"'} or not re.search(r"[,\[\]{}]|: ", text):
        return text
    return "" if set(text) & set('"\\') else f'"{text}"'


def _run(items: tuple[Node, ...]) -> tuple[int, int] | None:
    """Return the ends of a range that is written as its two ends or as all its numbers, or `None`."""
    numbers = [item.value for item in items if isinstance(item, Scalar) and type(item.value) is int]
    if len(numbers) < max(2, len(items)):
        return None
    low, high = numbers[0], numbers[-1]
    return (low, high) if len(numbers) == 2 or numbers == [*range(low, high + 1)] else None  # noqa: PLR2004


def _is_range(schema: dict[str, Any]) -> bool:
    """Return whether a value may be a range, which is neither an expression nor a list."""
    return str(schema.get("title", "")).startswith(("a type", "a number of players"))


def _in_list(node: Node) -> bool:
    """Return whether a value is a member of a list in brackets, as the signs beside it show."""
    text, span = node.span.source.text, node.span
    return text[: span.start].rstrip()[-1:] in {"[", ","} and text[span.end :].lstrip()[:1] in {"]", ","}


def meant_name(text: str, names: list[str]) -> Advice | None:
    """Return a hint at the one of a few values that a text probably stands for, or `None`."""
    if not text:
        return None
    longer = [name for name in names if text.startswith(name) or name.startswith(text)]
    if len(longer) == 1:
        return Advice(f"did you mean `{longer[0]}`?", longer, text)
    same = VALUES.get(text.lower())
    return write(same) if same in names else did_you_mean(text, names)
