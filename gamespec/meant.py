"""What authors mean by keys and values that they write as other languages, or other games, have them."""

from __future__ import annotations

import re
from collections.abc import KeysView
from typing import Any, NamedTuple

from gamespec.documents.nodes import Entry, Mapping, Node, Scalar, Sequence
from gamespec.habits import ADDING, KEYS, RANGE, SYNONYMS, VALUES, VERBS
from gamespec.text.advice import Advice, Cure, replaced, write
from gamespec.text.suggest import did_you_mean, nearest

__all__ = ["meant_key", "meant_name", "meant_value", "meant_verb"]

_SWITCHES = {"yes": "true", "on": "true", "no": "false", "off": "false"}
_ENDS = re.compile(rf"(\w+)(?:{RANGE}|\s*-\s*)(\w+)")


def meant_value(node: Node, types: str | list[str], schema: dict[str, Any]) -> str | None:
    """Return the value for which an author used the notation of another language, or `None`.

    Such values are ranges (`2-4`, `[2, 4]`), switches (`yes`), lists without brackets, the only member of a
    list, the only needed value of a mapping, and names in capitals, with dashes, or without the comma between
    them.
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
        case Scalar() if types == "array" and "string" in schema.get("items", {}).get("type", ()) and one:
            return f"[{one}]"
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


# --- Keys ---------------------------------------------------------------------------------------------------


class Verb(NamedTuple):
    """What to write in place of a verb that other games or languages have."""

    help: str
    remedies: tuple[Cure, ...] = ()


def meant_verb(entry: Entry, node: Mapping, schema: dict[str, Any]) -> Verb | None:
    """Return what to write in place of a step's unknown verb, or `None` if that is unclear."""
    key, verbs = entry.key.text, schema.get("dependentSchemas", {})
    if (operator := ADDING.get(key)) is not None and "set" in verbs:
        changed = entry.value.entries if isinstance(entry.value, Mapping) else ()
        pairs = [f"{e.key.text}: {e.key.text} {operator} {e.value.span.text}" for e in changed]
        simple = (
            bool(pairs)
            and schema["properties"].keys().isdisjoint(e.key.text for e in changed)
            and all(re.fullmatch(r"\w+: \w+ . \w+", pair) for pair in pairs)
        )
        said = f"set: {{{', '.join(pairs)}}}" if simple else f"set: {{x: x {operator} 1}}"
        place = entry.key.span.to(entry.value.span)
        return Verb(f"write `{said}`", (replaced(place, said),) if simple else ())
    verb = SYNONYMS.get(key, "")
    if verb not in verbs:
        return None
    others = {*node.names()} - {key}
    needed = [name for name in verbs[verb].get("required", ()) if name not in others]
    if others <= verbs[verb]["properties"].keys() and not needed:
        return Verb(Advice(f"write `{verb}`", (verb,), key))
    return Verb(f"write `{verb}: …`" + "".join(f" with `{name}: …`" for name in needed))


def meant_key(key: Scalar, names: KeysView[str], lacking: str | None) -> str | None:
    """Return a hint at the key that the unknown `key` probably stands for, or `None`."""
    same = [name for name in KEYS.get(key.text, ()) if name in names]
    if same or (lacking in names and not nearest(key.text, names)):
        name = same[0] if same else lacking or ""
        return Advice(f"write `{name}`" if same else f"did you mean `{name}`?", (name,), key.text)
    if key.text in VERBS and "move" in names:
        return VERBS[key.text]
    near = did_you_mean(key.text, names) or (WITH_COMMA if _is_prose(key) else None)
    if near is None and {"set", "move"} <= names:
        return f"a step begins with its verb; `set: {{{key.text}: …}}` changes a variable"
    return near


WITH_COMMA = "if this continues the text before it, quote that text: within braces a comma ends it"


def _is_prose(key: Scalar) -> bool:
    """Return whether a key looks like the rest of a text that YAML cut at a comma."""
    return " " in key.text.strip()
