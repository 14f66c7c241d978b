"""Checks the structure of a document with JSON Schema, and reports faults in the author's terms.

A schema is strict and flat: `type`, `properties` and `additionalProperties` say what is allowed where. It
tells the forms of a part apart by `if: {required: [verb]}, then: ...`, and never by alternatives among which
one would have to guess the intended form. So the validator's errors always come from the innermost schema.
This module decides which of these errors belong to one fault:

- If several errors concern the keys of one mapping, the schema that allows the fewest keys best matches the
  author's intention. If several forms apply at once (a step with two verbs), a key is unknown only if every
  one of them rejects it; other checks report the second verb.
- A missing key is not reported beside an unknown key that resembles it.
- If several errors concern one value, the first in the order of `_VALUE_FAULTS` is reported.

A schema's `title` completes the sentence "expected ...", and its `description` explains a key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, KeysView
from itertools import groupby
from typing import Any, NamedTuple

from gamespec.documents.nodes import Entry, Mapping, Node, Scalar, Sequence, plain, shorten
from gamespec.documents.yaml_faults import QUOTE
from gamespec.documents.yaml_keys import Gap, gaps
from gamespec.habits import ELSE_IF, NAMESAKES, assigned
from gamespec.meant import meant_key, meant_name, meant_value, meant_verb
from gamespec.restated import as_items, nested, restated
from gamespec.text.advice import Advice, Cure, Edit, replaced, write
from gamespec.text.diagnostics import Collector, Diagnostic, Remark
from gamespec.text.source import Span
from gamespec.validation import Broken, Path, broken

__all__ = ["Meant", "check_structure"]

FEW = 16  # maximum number of names in a note
FEW_NAMES = 3  # maximum number of keys that stand for a mapping
FEW_VALUES = 4  # maximum number of values, each of which is offered as a cure

_KEY_FAULTS = {"additionalProperties", "required", "dependentRequired", "oneOf", "not"}
_VALUE_FAULTS = (
    "type", "const", "enum", "pattern", "minLength", "minimum", "maximum",
    "minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems",
)  # fmt: skip
_TYPES = {
    "array": "a list",
    "boolean": "`true` or `false`",
    "integer": "a number",
    "null": "nothing",
    "object": "a mapping",
    "string": "a text",
}


Meant = dict[Path, tuple[str, Diagnostic]]
"""Maps the paths of misspelt keys to what their authors meant, and to what is said about them."""


class _Place(NamedTuple):
    """A node, the key at which it stands, if it has one, and the member after it, if it is one of a list."""

    node: Node
    key: Scalar | None
    after: Node | None = None


def check_structure(  # noqa: PLR0913 - what is found has several parts
    node: Node,
    schema: str,
    found: Collector,
    spoilt: set[Path] | None = None,
    apart: dict[Path, Collector] | None = None,
    meant: Meant | None = None,
) -> bool:
    """Return whether a document has the structure that `schemas/<schema>.schema.json` describes.

    Each departure is reported once. Departures at or below a two-part path in `apart` go to the collector of
    that path, and all others to `found`. `spoilt` receives the paths of the values that cannot be read
    further: those with the wrong shape, and those under unknown keys. `meant` receives the misspelt keys of
    which it is clear what they mean.
    """
    clean = True
    spoilt, meant = set() if spoilt is None else spoilt, {} if meant is None else meant
    for path, d in _faults(node, schema, spoilt, meant):
        clean = False
        found.withdraw(d.follows)
        (apart or {}).get(path[:2], found).report(
            d.code,
            d.message,
            d.span,
            label=d.label.text,
            others=d.others,
            help=d.help,
            notes=d.notes,
            remedies=d.remedies,
            follows=d.follows,
        )
    return clean


def _faults(root: Node, schema: str, spoilt: set[Path], meant: Meant) -> Iterator[tuple[Path, Diagnostic]]:
    by_path: dict[Path, list[Broken]] = {}
    for rule in broken(root, schema):
        by_path.setdefault(rule.path, []).append(rule)
    others, explained = restated(root, schema, by_path)
    spoilt.update(others)
    yield from others.items()
    for path, together in by_path.items():
        place = _locate(root, path)
        if path in explained or (isinstance(place.node, Scalar) and place.node.unread):
            continue
        about_keys = [e for e in together if e.keyword in _KEY_FAULTS]
        about_names = [e for e in together if _is_key_name(e, place.node)]
        about_value = [e for e in together if e not in about_keys and e not in about_names]
        keys = _keys(place.node) if about_keys or about_names else {}
        for d in (*_key_faults(place, about_keys), *_name_faults(place, about_names)):
            if d.span in keys and d.code in {"GS101", "GS120", "GS123"}:  # an unknown key, or a wrong name
                at = (*path, keys[d.span])
                if d.code != "GS123":
                    spoilt.add(at)
                if (name := _clear(d, place.node)) is not None:
                    meant[at] = name, d
            yield path, d
        if about_value:
            spoilt.add(path)
            yield path, _value_fault(place, min(about_value, key=_rank))


def _clear(d: Diagnostic, node: Node) -> str | None:
    """Return the key that is meant by the one that a diagnostic is about, or `None` if that is not clear."""
    if d.code == "GS101" or not isinstance(d.help, Advice) or len(d.help.instead) != 1:
        return None
    (name,) = d.help.instead
    return None if isinstance(node, Mapping) and node.entry(name) is not None else name


def _locate(root: Node, path: Iterable[str | int]) -> _Place:
    place = _Place(root, None)
    for step in path:
        match place.node, step:
            case Mapping() as mapping, str() if entry := mapping.entry(step):
                place = _Place(entry.value, entry.key)
            case Sequence(items=items), int():
                place = _Place(items[step], None, next(iter(items[step + 1 :]), None))
    return place


def _spot(place: _Place) -> Span:
    """Return the smallest span that shows a value.

    If the value is empty or takes several lines, that is the span of its key or of its first part.
    """
    node, key, _ = place
    if node.span.text and "\n" not in node.span.text:
        return node.span
    if key is not None:
        return key.span
    match node:
        case Mapping(entries=(first, *_)):
            return first.key.span
        case Sequence(items=(item, *_)):
            return _spot(_Place(item, None))
        case _:
            return node.span


# --- Keys -------------------------------------------------------------------------------------


def _key_faults(place: _Place, errors: list[Broken]) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each unknown and each missing key of a mapping."""
    if isinstance(place.node, Mapping):
        missing = list(_missing(place.node, errors))
        namesake = _namesake(place, missing)
        yield from _keys_at(place, place.node, errors, missing) if namesake is None else (namesake,)


def _keys_at(
    place: _Place, node: Mapping, errors: list[Broken], missing: list[tuple[str, Broken]]
) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each unknown key, and for each `missing` one that no unknown key stands for."""
    meant: set[str] = set()
    unknown, lacking = list(_unknown_keys(node, errors)), [name for name, _ in missing]
    for entry, schema in unknown:
        if (spoilt := _spoilt_colon(entry, _names(schema))) is not None:
            meant.add(spoilt.key)
            yield _without_colon(entry.key, spoilt)
        elif entry.key.text in ELSE_IF and {"if", "else"} <= _names(schema):
            if ELSE_IF.isdisjoint(meant):
                yield _else_if(entry, node, schema)
            meant.add(entry.key.text)
        else:
            d = _unknown(entry, node, schema, lacking[0] if len(lacking) == len(unknown) == 1 else None)
            meant.update(d.help.instead if isinstance(d.help, Advice) else ())
            yield d
    for error in errors:
        if error.keyword in {"oneOf", "not"}:
            yield from _exclusive(place, node, error, meant)
    for name, error in missing:
        schema = error.schema
        if name not in meant and not _is_parted(place, name, error):
            message = f"missing key `{name}`{_inside(schema)}"
            yield Diagnostic(
                "GS121", message, Remark(_owner(place)), notes=_explained(name, schema),
                remedies=_added(node, name, schema),
            )  # fmt: skip


def _namesake(place: _Place, missing: list[tuple[str, Broken]]) -> Diagnostic | None:
    """Return the diagnostic for a step whose verb has another meaning in other games, or `None`.

    The step has none of the keys that its verb needs here.
    """
    names = {name for name, _ in missing}
    for _, error in missing:
        if error.verb in NAMESAKES and names.issuperset(error.limit):
            message = f"missing keys {_quoted(error.limit)}{_inside(error.schema)}"
            return Diagnostic("GS121", message, Remark(_owner(place)), help=NAMESAKES[error.verb])
    return None


def _is_parted(place: _Place, name: str, error: Broken) -> bool:
    """Return whether a key that a step lacks is in the next one, which has no verb, or in its verb's value.

    Then there is another report about it.
    """
    if not error.verb or not isinstance(place.node, Mapping):
        return False
    value = place.node.get(error.verb)
    within = isinstance(value, Scalar) and re.search(rf"\S\s+{name}\s+\S", value.text) is not None
    beside = {*place.after.names()} if isinstance(place.after, Mapping) else set()
    return within or (name in beside and beside <= _names(error.schema) - {error.verb})


def _unknown_keys(node: Mapping, errors: list[Broken]) -> Iterator[tuple[Entry, dict[str, Any]]]:
    """Yield the entries with unknown keys, each with the schema that fits best.

    Unread values are left out: the file in which such a key stands has been checked by itself.
    """
    extra = [e.schema for e in errors if e.keyword == "additionalProperties"]
    narrow = [s for s in extra if not any(_names(other) < _names(s) for other in extra)]
    for entry in node.entries if narrow else ():
        read = not isinstance(entry.value, Scalar) or not entry.value.unread
        if read and not any(entry.key.text in _names(schema) for schema in narrow):
            yield entry, min(narrow, key=lambda s: len(_names(s)))


def _spoilt_colon(entry: Entry, names: KeysView[str]) -> Gap | None:
    """Return how an entry without a value, such as `type:int`, may be read as a known key with one."""
    key = entry.key
    if entry.value.span.text or key.inner != key.span:
        return None
    found = gaps(key.span.source.text, key.span.start, key.span.end)
    return next((gap for gap in found if gap.key in names), None)


def _without_colon(key: Scalar, gap: Gap) -> Diagnostic:
    span = key.span
    text = f"{gap.key}{gap.text}{span.source.text[gap.end : span.end]}"
    return Diagnostic("GS101", gap.message, Remark(span), help=write(text))


def _else_if(entry: Entry, node: Mapping, schema: dict[str, Any]) -> Diagnostic:
    """Return the diagnostic for a key such as `elif`, whose condition belongs to a step under `else`."""
    key, value = entry.key, entry.value
    cure, again = nested(key, node)
    return Diagnostic(
        "GS120", f"unknown key `{key.text}`{_inside(schema)}", Remark(key.span),
        help="write `else: [{if: …, then: …}]`", follows=again,
        remedies=(cure,) if isinstance(value, Scalar) else (replaced(key.span, "else"),)
        if isinstance(value, Sequence) else (),
    )  # fmt: skip


def _added(node: Mapping, name: str, schema: dict[str, Any]) -> tuple[Cure, ...]:
    """Return the cures that add a missing key with one of its values, if it has only a few."""
    values = schema.get("properties", {}).get(name, {}).get("enum", ())
    if not node.entries or not 0 < len(values) <= FEW_VALUES:
        return ()
    first, last = node.entries[0].key.span, node.entries[-1].value.span
    if node.span.text.startswith("{"):
        place, form = last.source.span(last.end), ", {}"
    else:
        place, form = first.source.span(first.start), f"{{}}\n{' ' * (first.column - 1)}"
    said = (f"{name}: {_json(value)}" for value in values)
    return tuple(Cure(f"add `{text}`", (Edit(place, form.format(text)),)) for text in said)


def _keys(node: Node) -> dict[Span, str]:
    """Return the keys of a mapping, by their spans."""
    return {entry.key.span: entry.key.text for entry in node.entries} if isinstance(node, Mapping) else {}


def _names(schema: dict[str, Any]) -> KeysView[str]:
    """Return the keys that a strict schema allows, in the order of the schema."""
    properties: dict[str, Any] = schema.get("properties", {})
    return properties.keys()


def _owner(place: _Place) -> Span:
    """Return the span at which to report that a mapping is incomplete.

    That is the span of the mapping's own key, or else of the first key inside it.
    """
    node, key, _ = place
    if key is None and isinstance(node, Mapping) and node.entries:
        return node.entries[0].key.span
    return key.span if key is not None else node.span


def _unknown(entry: Entry, node: Mapping, schema: dict[str, Any], lacking: str | None) -> Diagnostic:
    """Return the diagnostic for an unknown key. `lacking` is the missing key, if there is one of each."""
    key = entry.key
    if _is_cut(key):
        return Diagnostic("GS101", "a text that contains `: ` must be quoted", Remark(key.span), help=QUOTE)
    names = _names(schema)
    verb = meant_verb(entry, node, schema)
    return Diagnostic(
        "GS120",
        f"unknown key `{shorten(key.text)}`{_inside(schema)}",
        Remark(key.span),
        help=meant_key(key, names, lacking) if verb is None else verb.help,
        remedies=() if verb is None else verb.remedies,
        notes=(f"keys here: {_quoted(names)}",) if 0 < len(names) <= FEW else (),
    )


def _is_cut(key: Scalar) -> bool:
    """Return whether a key is the beginning of an expression that YAML cut at a colon."""
    return key.text.count("(") > key.text.count(")")


def _missing(node: Mapping, errors: list[Broken]) -> Iterator[tuple[str, Broken]]:
    """Yield the keys that a mapping lacks, each with the error that says so."""
    present = set(node.names())
    for error in errors:
        match error.keyword, error.limit:
            case "required", list() as needed:
                yield from ((name, error) for name in needed if name not in present)
            case "dependentRequired", dict() as depending:
                needed = [n for key in present & depending.keys() for n in depending[key]]
                yield from ((name, error) for name in needed if name not in present)


def _exclusive(place: _Place, node: Mapping, error: Broken, meant: set[str]) -> Iterator[Diagnostic]:
    """Yield a diagnostic if a mapping breaks a rule about combinations of keys.

    Such a rule demands exactly one of some keys, or forbids that all of them occur together.
    """
    rules = error.limit if error.keyword == "oneOf" else [error.limit]
    names = [name for rule in rules for name in rule.get("required", ())]
    given = [entry.key for entry in node.entries if entry.key.text in names]
    inside = _inside(error.schema)
    if len(given) > 1:
        both = _quoted((key.text for key in given), " and ")
        message = f"{both} exclude each other{inside}"
        yield Diagnostic("GS127", message, Remark(given[-1].span), (Remark(given[0].span),))
    elif not given and meant.isdisjoint(names):
        message = f"missing key{inside}: {_quoted(names, ' or ')}"
        yield Diagnostic("GS121", message, Remark(_owner(place)))


def _explained(name: str, schema: dict[str, Any]) -> tuple[str, ...]:
    """Return the schema's description of the key `name` as a note, or nothing if there is none."""
    about = schema.get("properties", {}).get(name, {}).get("description")
    return (f"`{name}`: {about}",) if about else ()


def _is_key_name(error: Broken, node: Node) -> bool:
    """Return whether an error is about the name of a key (`propertyNames`) rather than about the mapping."""
    return isinstance(node, Mapping) and isinstance(error.value, str)


def _name_faults(place: _Place, errors: list[Broken]) -> Iterator[Diagnostic]:
    for _, group in groupby(errors, key=lambda e: str(e.value)):
        error = min(group, key=_rank)
        entry = place.node.entry(str(error.value)) if isinstance(place.node, Mapping) else None
        if entry is not None:
            yield _value_fault(_Place(entry.key, None), error)


# --- Values -----------------------------------------------------------------------------------


def _rank(error: Broken) -> int:
    known = error.keyword in _VALUE_FAULTS
    return _VALUE_FAULTS.index(error.keyword) if known else len(_VALUE_FAULTS)


def _value_fault(place: _Place, error: Broken) -> Diagnostic:
    """Return the diagnostic for the most informative of the errors about a value."""
    if error.keyword == "uniqueItems":
        return _twice(place)
    code = "GS122" if error.keyword == "type" else "GS123"
    mapping = assigned(place.key.text) if place.key is not None and not place.node.span.text else None
    if place.key is not None and mapping is not None:
        message = f"expected a variable and its value, got `{place.key.text}`"
        return Diagnostic("GS122", message, Remark(place.key.span), help=write(mapping[1:-1]))
    what, cure = _wanted(place.node, error)
    items = error.schema.get("items", {}) if error.limit == "array" else {}
    if "object" in items.get("type", ()) and isinstance(place.node, Mapping) and place.node.entries:
        listed, again = as_items(place.node, items.get("dependentSchemas", ()))
        return Diagnostic(
            code, f"expected {what}, got {_without_dashes(place.node)}", Remark(_spot(place)), follows=again,
            help=listed.title, remedies=(listed,),
        )  # fmt: skip
    return Diagnostic(
        code, f"expected {what}, got {_got(place.node)}", Remark(_spot(place)), help=cure,
        remedies=() if cure is not None else _allowed(place.node, error),
    )  # fmt: skip


def _allowed(node: Node, error: Broken) -> tuple[Cure, ...]:
    """Return the cures that write one of a few allowed values, or put a single value into a list."""
    single = "\n" not in node.span.text.strip()
    if error.keyword == "enum" and isinstance(node, Scalar) and len(error.limit) <= FEW_VALUES:
        return tuple(replaced(node.span, _json(value)) for value in error.limit)
    if error.keyword == "type" and error.limit == "array" and single and node.span.text.strip():
        return (replaced(node.span, f"[{node.span.text}]"),)
    return ()


def _wanted(node: Node, error: Broken) -> tuple[str, str | None]:
    """Return a description of the expected value, and a fix if there is one."""
    keyword, limit = error.keyword, error.limit
    bound = "at least" if keyword.startswith("min") else "at most"
    match keyword:
        case "enum" | "const":
            names = [_json(value) for value in (limit if keyword == "enum" else [limit])]
            cure = meant_name(_word(node), names)
            return f"{'one of ' if len(names) > 1 else ''}{_quoted(names)}", cure
        case "minimum" | "maximum":
            return f"a number of {bound} {limit}", None
        case "minItems" | "maxItems" | "minProperties" | "maxProperties":
            noun = "item" if keyword.endswith("Items") else "key"
            return f"{bound} {_count(limit, noun)}", None
        case _:
            types = error.schema.get("type", ())
            return error.schema.get("title") or _typed(types), _rewritten(node, types, error.schema)


def _word(node: Node) -> str:
    """Return the text of a value, or that of the only value of a mapping."""
    if isinstance(node, Mapping) and len(node.entries) == 1:
        node = node.entries[0].value
    return node.text if isinstance(node, Scalar) else ""


def _rewritten(node: Node, types: str | list[str], schema: dict[str, Any]) -> str | None:
    """Return advice on how to rewrite a value into an expected type, or `None` if its intent is unclear."""
    if (meant := meant_value(node, types, schema)) is not None:
        return write(meant)
    if "string" in types:
        return _quoting(node)
    mapping = assigned(node.text) if "object" in types and isinstance(node, Scalar) else None
    if mapping is None:
        return _key_of_a_number(schema) if isinstance(node, Scalar) and isinstance(node.value, int) else None
    return write(f"{{set: {mapping}}}" if "set" in _names(schema) else mapping)


def _key_of_a_number(schema: dict[str, Any]) -> str | None:
    """Return advice on the one key that a mapping needs and that may have a number, or `None`."""
    keys = schema.get("properties", {})
    numbers = [name for name in schema.get("required", ()) if "integer" in keys[name].get("type", ())]
    return f"the number belongs to its key `{numbers[0]}`" if len(numbers) == 1 else None


def _quoting(node: Node) -> str | None:
    """Return advice on quoting an expression that YAML read as a list or a mapping, or `None`."""
    if node.span.text[:1] == "[":
        text = f'"{{{node.span.text[1:-1]}}}"'
        said = f"quote the expression, and write its lists in braces: `{text}`"
        return said if '"' in node.span.text or "\n" in text else Advice(said, (text,))
    if node.span.text[:1] == "{":
        return "quote an expression that begins with `{` or `[`"
    keys = [e.key for e in node.entries] if isinstance(node, Mapping) else []
    return QUOTE if any(_is_cut(key) for key in keys) else None


def _json(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _typed(types: str | list[str]) -> str:
    """Describe the types that a schema without a title allows, in words."""
    words = [_TYPES[name] for name in ([types] if isinstance(types, str) else types)]
    return " or ".join(words) or "something else"


def _got(node: Node) -> str:
    match node:
        case Mapping():
            return f"a mapping of {_count(len(node.entries), 'key')}"
        case Sequence():
            return f"a list of {_count(len(node.items), 'item')}"
        case Scalar(value=None):
            return "nothing"
        case Scalar(value=str()):
            return f"the text `{shorten(node.text)}`"
        case Scalar():
            number = "" if isinstance(node.value, bool) else "the number "
            return f"{number}`{node.text}`"


def _without_dashes(node: Mapping) -> str:
    """Describe a mapping that should be a list."""
    if node.span.text.startswith("{"):
        return _got(node)
    names = node.names()
    more = ", …" if len(names) > FEW_NAMES else ""
    return f"{_quoted(names[:FEW_NAMES])}{more} without a dash"


def _twice(place: _Place) -> Diagnostic:
    """Return the diagnostic about a list in which a member occurs twice."""
    seen: list[tuple[object, Node]] = []
    for item in place.node.items if isinstance(place.node, Sequence) else ():
        value = plain(item)
        for other, first in seen:
            if other == value and type(other) is type(value):
                others = (Remark(_spot(_Place(first, None)), "first given here"),)
                span = _spot(_Place(item, None))
                return Diagnostic("GS123", f"{_got(item)} twice in one list", Remark(span), others)
        seen.append((value, item))
    return Diagnostic("GS123", "something twice in one list", Remark(_spot(place)))


# --- Words ------------------------------------------------------------------------------------


def _inside(schema: dict[str, Any]) -> str:
    return f" in {schema['title']}" if "title" in schema else ""


def _quoted(names: Iterable[str], last: str = ", ") -> str:
    """Return names in backticks, separated by commas; `last` separates the final two."""
    *others, final = (f"`{name}`" for name in names)
    return last.join([", ".join(others), final]) if others else final


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
