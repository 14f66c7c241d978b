"""Turns YAML nodes into instances of the model's classes, where the type of a field decides how to read it.

The structure has been checked against the schema, and values of the wrong shape have been replaced by unread
ones. About those, nothing more is reported. The `Key` of a field says what an unread value means for the
whole declaration. Either a default takes its place, or the declaration is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Mapping as Mapping_
from functools import cache
from itertools import pairwise
from types import UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin

from gamespec.description.diagram import read_diagram
from gamespec.description.reader import Reader, child, entries, flag, is_read, unread_expression
from gamespec.description.views import places_in, read_icon, read_layout, read_symbol
from gamespec.documents.document import Entry, Mapping, Node, Scalar, Sequence
from gamespec.habits import assigned
from gamespec.model import model as m
from gamespec.model import scenarios
from gamespec.model.spelling import NOTHING, SPELT, Told, keys_of, pair_of, verb_of, verbs_of
from gamespec.program.frozen import dataclass
from gamespec.text.advice import Cure, Edit, replaced
from gamespec.text.source import Span
from gamespec.trees.ast import Expression

__all__ = ["VERBS", "declared", "each", "read_steps", "said"]

T = TypeVar("T")

Read = Callable[[Reader, Node], Any]
"""A function that reads a value from a node, or returns `NOTHING` if the value could not be read."""

Values = dict[str, Any]
"""The values of an object that are known so far, by field name."""

_STEPS = tuple[m.Step, ...]
_MISSING: dict[Any, Callable[[Node], Any]] = {
    Expression: lambda node: unread_expression(node.span),
    _STEPS: lambda _: (),
    tuple[m.ColumnDecl, ...]: lambda _: (),
}
"""Functions that make the value of a required key that is missing, by the type of the value."""


@dataclass(frozen=True, slots=True)
class _Slot:
    """A key of a class, and how to read it. If the key `settles`, an object needs a readable value for it."""

    told: Told
    read: Read
    settles: bool
    keys: frozenset[str]

    def value(self, node: Node) -> Node | None:
        """Return the node from which the value is read, or `None` if there is none.

        If the field holds all entries whose names are not keys, that is a mapping of these entries.
        """
        if self.told.key.named:
            return child(node, self.told.name)
        if self.told.key.bare:
            return None
        return Mapping(tuple(e for e in entries(node) if e.key.text not in self.keys), node.span)

    def lacks(self, value: Node | None) -> bool:
        """Return whether it is certain, before anything is read, that the value will be missing."""
        if value is None:
            return self.told.needed and self.told.type not in _MISSING
        return is_unread(value) and (self.told.key.late or self.told.type not in _OPEN)


@cache
def _slots(made: type) -> tuple[_Slot, ...]:
    return tuple(
        _Slot(
            told,
            _reading(told.type),
            told.key.unread is NOTHING and (told.needed or told.key.vital or told.key.late),
            frozenset(each.name for each in keys_of(made) if each.key.named),
        )
        for told in keys_of(made)
    )


def said(r: Reader, made: type, node: Node, known: Values) -> Values | None:
    """Return known fields combined with the values in a mapping, or `None` if no object can be made."""
    slots = [slot for slot in _slots(made) if slot.told.field not in known]
    if any(s.settles and not s.told.key.late and s.lacks(s.value(node)) for s in slots):
        return None
    values, whole = dict(known), True
    for slot in slots:
        told, value = slot.told, slot.value(node)
        if value is None and not told.needed:
            continue
        read = NOTHING
        if value is not None:
            read = slot.read(r, value) if not (slot.settles and slot.lacks(value)) else NOTHING
        elif told.type in _MISSING:
            read = _MISSING[told.type](node)
        if read is NOTHING:
            read, whole = told.key.unread, whole and not slot.settles
        if read is not NOTHING:
            values[told.field] = read
    if whole and made in _SETTLED:
        _SETTLED[made](values, node)
    return values if whole else None


def declared(r: Reader, made: type[T], node: Node, known: Values) -> T | None:
    """Return an object of the class `made`, or `None` if it cannot be made.

    `known` holds some of its fields, and `node` the others.
    """
    spelling = SPELT[made]
    if hasattr(made, "node"):
        known = {**known, "node": node}
    if isinstance(node, Mapping) or (is_read(node) and "null" in spelling.types):
        values = said(r, made, node, known)
        return None if values is None else made(**values)
    whole = (s for s in _slots(cast("Any", made)) if s.told.key.bare or s.told.name == spelling.short)
    if (slot := next(whole, None)) is None:
        return None
    read = slot.read(r, node)
    return made(**known) if read is NOTHING else made(**known, **{slot.told.field: read})


def each(r: Reader, made: type[T], node: Node | None) -> tuple[T, ...]:
    """Return the declarations in a mapping, one for each name.

    The names of entries that could not be read are recorded as lost.
    """
    read = ((e, declared(r, made, e.value, {"ident": r.ident(e.key)})) for e in entries(node))
    return r.kept(read)


# --- Steps and other things of several forms ----------------------------------------------------------------

VERBS: dict[str, type] = {verb_of(form): form for form in get_args(m.Step)}
"""The classes of steps, by the key that identifies each."""

_COMPANIONS = frozenset(key.name for form in VERBS.values() for key in keys_of(form)).difference(VERBS)
"""Keys that accompany verbs but are not verbs themselves."""


def read_steps(r: Reader, node: Node | None) -> tuple[m.Step, ...]:
    """Read a list of steps. A malformed step is reported and left out."""
    items = node.items if isinstance(node, Sequence) else ()
    steps = (_step(r, n, before) for before, n in pairwise((None, *items)) if isinstance(n, Mapping))
    return tuple(step for step in steps if step is not None)


def _step(r: Reader, node: Mapping, before: Node | None) -> m.Step | None:
    verbs = [e for e in node.entries if e.key.text in VERBS]
    if len(verbs) == 1:
        step: m.Step | None = declared(r, VERBS[verbs[0].key.text], node, {"span": verbs[0].key.span})
        return step
    r.lose(node)
    if verbs:
        names = " and ".join(f"`{e.key.text}`" for e in verbs)
        r.found.report(
            "GS124", f"a step has one verb, but this one has {names}", verbs[1].key.span,
            help="split it into two steps",
        )  # fmt: skip
    elif all(e.key.text in _COMPANIONS for e in node.entries):  # other unknown keys are already reported
        _report_no_verb(r, node, before)
    return None


def _report_no_verb(r: Reader, node: Mapping, before: Node | None) -> None:
    """Report a step without a verb. `before` is the step before it, to which its keys may belong."""
    first = node.entries[0].key.span if node.entries else node.span
    beside = set(before.names()) if isinstance(before, Mapping) else set()
    verbs = [verb for verb in beside if verb in VERBS]
    of_verb = {key.name for verb in verbs for key in keys_of(VERBS[verb])}
    if not node.entries or len(verbs) != 1 or not of_verb - beside >= set(node.names()):
        r.found.report("GS124", "a step needs a verb", first, notes=(f"verbs: {', '.join(VERBS)}",))
        return
    dash = re.search(r"-(?= +$)", first.source.text[: first.start])
    edits = (Edit(first.source.span(dash.start(), dash.end()), " "),) if dash else ()
    r.found.report(
        "GS124", f"`{first.text}` belongs to the `{verbs[0]}` above, but begins another step", first,
        help="leave out the `-`" if edits else "write it into that step",
        remedies=(Cure("leave out the `-`", edits),) if edits else (),
    )  # fmt: skip


_SPACES: dict[str, type] = {verb_of(form): form for form in get_args(m.SpaceDecl)}
_SPACES_FIRST = ("edges", "corners", "grid", "hexagon", "triangle", "track", "plane", "cells")
"""The identifying keys of spaces in order of precedence. A space with several of them has been reported."""


def _space(r: Reader, e: Entry) -> m.SpaceDecl | None:
    form = next((form for form in _SPACES_FIRST if child(e.value, form) is not None), None)
    if form is None:
        return None
    space: m.SpaceDecl | None = declared(r, _SPACES[form], e.value, {"ident": r.ident(e.key)})
    return space


def _form(r: Reader, forms: tuple[type, ...], node: Node) -> Any:
    """Read a part with several forms.

    It has the first form of which a verb is present, or else the last form.
    """
    met = (form for form in forms if any(child(node, verb) is not None for verb in verbs_of(form)))
    return declared(r, next(met, forms[-1]), node, {})


# --- Values by their types ----------------------------------------------------------------------------------


def is_unread(node: Node) -> bool:
    """Return whether a node is the stand-in for a value that could not be read."""
    return isinstance(node, Scalar) and node.unread


def is_assigned(e: Entry) -> bool:
    """Return whether an entry is an assignment of another language, such as `x++`, which was reported."""
    return is_unread(e.value) and assigned(e.key.text) is not None


def _scalar(read: Callable[[Reader, Scalar], Any]) -> Read:
    """Return a reader for a single scalar."""
    return lambda r, node: read(r, node) if is_read(node) else NOTHING


def _entries(read: Callable[[Reader, Entry], Any]) -> Read:
    """Return a reader for a mapping, which reads each entry with `read`."""
    return lambda r, node: tuple(read(r, e) for e in node.entries) if isinstance(node, Mapping) else NOTHING


def _items(read: Read) -> Read:
    """Return a reader for a list, which drops items that are read as `NOTHING`."""

    def items(r: Reader, node: Node) -> Any:
        if not isinstance(node, Sequence):
            return NOTHING
        return tuple(x for item in node.items if (x := read(r, item)) is not NOTHING)

    return items


def _mapping(of: Any) -> Read:
    """Return a reader for a mapping by name.

    A look that cannot be read is replaced by the default look. Other values that cannot be read are dropped.
    """
    read, usual = _reading(of), of() if of in SPELT else NOTHING

    def values(r: Reader, node: Node) -> dict[str, Any]:
        made = {e.key.text: read(r, e.value) for e in entries(node)}
        given = {name: usual if value is NOTHING else value for name, value in made.items()}
        return {name: value for name, value in given.items() if value is not NOTHING}

    return values


def _pairs(key: Any, of: Any) -> Read:
    """Return a reader for a mapping whose keys the author chooses.

    It drops values that are read as `NOTHING`.
    """
    read = _reading(of)

    def pairs(r: Reader, node: Node) -> Any:
        if not isinstance(node, Mapping):
            return NOTHING
        values = ((e.key, read(r, e.value)) for e in node.entries)
        return tuple((r.ident(k) if key is m.Ident else k, v) for k, v in values if v is not NOTHING)

    return pairs


def _either(types: tuple[Any, ...]) -> Read:
    """Return a reader for a value of one of several types.

    Whether the node is a mapping, a list or a scalar decides which type it has.
    """
    by_kind: dict[type, Read] = {}
    for type_ in types:
        kind = (
            Mapping
            if pair_of(type_) or type_ in SPELT
            else Sequence
            if get_origin(type_) is tuple
            else Scalar
        )
        by_kind[kind] = _reading(type_)
    return lambda r, node: by_kind.get(type(node), by_kind[Scalar])(r, node)


def _nothing(read: Callable[[Reader, Node], Any]) -> Read:
    """Return a reader that gives `NOTHING` where `read` gives `None`."""
    return lambda r, node: NOTHING if (x := read(r, node)) is None else x


def _value(r: Reader, node: Node) -> Expression:
    return r.expression(node) or unread_expression(node.span)


def _assigned(r: Reader, e: Entry) -> Expression:
    """Read the value of an assignment. One such as `+1` is reported: it lacks what it is added to."""
    value = e.value
    if not isinstance(value, Scalar) or not isinstance(value.value, str) or not value.text.startswith("+"):
        return _value(r, value)
    place = value.inner
    said = f"{e.key.text} + {value.text[1:].strip()}"
    r.found.report(
        "GS125", "`+` does not fit here", place.source.span(place.start, place.start + 1),
        help=f"write `{said}`", remedies=(replaced(place, said),),
    )  # fmt: skip
    return unread_expression(value.span)


def _idents(r: Reader, node: Node) -> Any:
    return NOTHING if is_unread(node) else r.idents(node)


def _pair(r: Reader, node: Node) -> Any:
    both = r.idents(node)
    return both if len(both) == 2 else NOTHING  # noqa: PLR2004 - a link has two ends


def _runs(r: Reader, node: Node) -> Any:
    runs = [_idents(r, run) for run in node.items] if isinstance(node, Sequence) else [NOTHING]
    return NOTHING if NOTHING in runs else tuple(runs)


def _diagram(r: Reader, node: Node) -> Any:
    return read_diagram(node, r.found) or NOTHING if is_read(node) else NOTHING


def _seen_by(r: Reader, node: Node) -> m.SeenBy:
    return r.ident(node) if is_read(node) and node.text in {"everyone", "nobody"} else _value(r, node)


def _arguments(r: Reader, node: Node) -> tuple[m.Argument, ...]:
    return tuple(m.Argument(r.ident(e.key), _value(r, e.value)) for e in entries(node))


def _offered(r: Reader, node: Node) -> Any:
    """Read the name of an action, or a mapping of it to its arguments."""
    if is_read(node):
        return m.Offered(r.ident(node), ())
    given = entries(node)
    return m.Offered(r.ident(given[0].key), _arguments(r, given[0].value)) if given else NOTHING


def _shown(r: Reader, node: Node) -> Any:
    if is_read(node):
        return m.Shown(r.ident(node), None)
    given = entries(node)
    return m.Shown(r.ident(given[0].key), _value(r, given[0].value)) if given else NOTHING


def _enum(r: Reader, e: Entry) -> m.EnumDecl | None:
    if isinstance(e.value, Mapping):
        labels = {x.key.text: t for x in e.value.entries if (t := r.text(x.value)) is not None}
        return m.EnumDecl(r.ident(e.key), tuple(r.ident(x.key) for x in e.value.entries), labels)
    return None if isinstance(e.value, Scalar) else m.EnumDecl(r.ident(e.key), r.idents(e.value), {})


_WORD = _scalar(lambda _, node: node.text)

_READERS: dict[Any, Read] = {
    bool: lambda _, node: flag(node),
    str: _WORD,
    int: _scalar(lambda _, node: node.value),
    Span: lambda _, node: node.span if flag(node) else NOTHING,
    Scalar: _scalar(lambda _, node: node),
    Scalar | Sequence: lambda _, node: node if isinstance(node, Sequence) or is_read(node) else NOTHING,
    scenarios.Unparsed: _scalar(lambda _, node: node),
    Expression: _value,
    m.Symbol: _scalar(read_symbol),
    m.Icon: _scalar(read_icon),
    m.Layout: _scalar(read_layout),
    m.Ident: _scalar(lambda r, node: r.ident(node)),
    m.Ident | Expression: _seen_by,
    m.Text: _nothing(lambda r, node: r.text(node)),
    m.Templates: _nothing(lambda r, node: r.templates(node)),
    m.TypeRef: lambda r, node: r.type(node),
    m.Diagram: _diagram,
    m.Shown: _shown,
    m.Files: lambda _, node: node.items if isinstance(node, Sequence) else (node,),
    _STEPS: read_steps,
    tuple[m.TypeRef, ...]: lambda r, node: r.types(node),
    tuple[m.Ident, ...]: _idents,
    tuple[Expression, ...]: _items(_value),
    tuple[tuple[m.Ident, ...], ...]: _runs,
    tuple[tuple[m.Ident, m.Ident], ...]: _items(_pair),
    tuple[m.Parameter, ...]: _entries(lambda r, e: m.Parameter(r.ident(e.key), r.type(e.value))),
    tuple[m.Argument, ...]: _arguments,
    tuple[m.Assignment, ...]: _entries(
        lambda r, e: m.Assignment(_value(r, e.value if is_assigned(e) else e.key), _assigned(r, e))
    ),
    tuple[m.Branch, ...]: _entries(lambda r, e: m.Branch(r.values(e.key), read_steps(r, e.value))),
    tuple[m.Offered, ...]: _items(_offered),
    tuple[m.NamedLook, ...]: _items(lambda r, node: declared(r, m.NamedLook, node, {}) or m.NamedLook()),
    tuple[m.EnumDecl, ...]: lambda r, node: r.kept((e, _enum(r, e)) for e in entries(node)),
    tuple[m.SpaceDecl, ...]: lambda r, node: r.kept((e, _space(r, e)) for e in entries(node)),
}

_OPEN = {
    *(bool, Expression, m.Ident | Expression, tuple[m.Ident, ...] | Expression),
    *(Expression | tuple[tuple[m.Ident, ...], ...], m.TypeRef, tuple[m.TypeRef, ...], _STEPS),
}
"""The types for which readers return their own stand-in if a value is unreadable."""


@cache
def _reading(type_: Any) -> Read:
    """Return the reader for the values of a type."""
    if type_ in _READERS:
        return _READERS[type_]
    if get_origin(type_) is Literal:
        return _WORD
    if get_origin(type_) is Mapping_:
        return _mapping(get_args(type_)[1])
    if get_origin(type_) in {Union, UnionType}:
        forms = get_args(type_)
        spelt = all(form in SPELT for form in forms)
        return _nothing(lambda r, node: _form(r, forms, node)) if spelt else _either(forms)
    if pair := pair_of(type_):
        return _pairs(*pair)
    if get_origin(type_) is tuple:
        (of, _) = get_args(type_)
        items, has_name = _items(_reading(of)), hasattr(of, "ident")
        return lambda r, node: each(r, of, node) if has_name and isinstance(node, Mapping) else items(r, node)
    return _nothing(lambda r, node: declared(r, type_, node, {}))


# --- What follows from several keys, or from the whole mapping ----------------------------------------------


def _settle_agenda(values: Values, node: Node) -> None:
    """Assume that no player chooses the next event if it is unknown whether one does."""
    if "next" not in values and child(node, "next") is not None:
        values.update(by=None, prompt=None)


def _settle_pick(values: Values, node: Node) -> None:
    """Treat the values of a pick as unknown if it is unknown whether `none` is allowed."""
    optional = child(node, "optional")
    if optional is not None and is_unread(optional):
        values["source"] = unread_expression(optional.span)


def _settle_column(values: Values, node: Node) -> None:
    """Treat the type and the keys of a column as unknown if its default is unreadable."""
    if values["type"] is None:
        values["type"] = m.TypeRef(node.span, None)
    if child(node, "default") is not None and "default" not in values:
        values.update(type=m.TypeRef(node.span, None), per=())


def _settle_view(values: Values, node: Node) -> None:
    """Add the places of the parts of a view."""
    values["places"] = dict(places_in(m.View, node))


_SETTLED: dict[type, Callable[[Values, Node], None]] = {
    m.AgendaDecl: _settle_agenda,
    m.ColumnDecl: _settle_column,
    m.Pick: _settle_pick,
    m.View: _settle_view,
}
