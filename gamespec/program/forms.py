"""The JSON form of a program's parts, which follows from the fields of their classes alone.

Each field type has a `Form`, which writes a value and reads it again. Values that occur often are written
once, in a section of their own, and referenced by number: tables of integers, domains, and the classes of
expressions and instructions with the names of their fields. Reading validates everything. A value of the
wrong type or out of range raises `Malformed`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from gamespec.program.domain import INT_MAX, NONE, Domain
from gamespec.program.expressions import Expression
from gamespec.program.instructions import Instruction
from gamespec.program.marks import Index, Least, Shared, Written

__all__ = [
    "DEPTH",
    "KINDS",
    "Form",
    "Malformed",
    "Reading",
    "Writing",
    "form",
    "listed",
    "number",
    "written_fields",
]

DEPTH = 150
"""Maximum nesting depth of expressions, counting the functions that they apply. It is limited by Python's
stack.
"""


class Malformed(ValueError):
    """Raised if a file is not a compiled program or is damaged. The text gives the mistake and its place."""

    def __init__(self, reason: str, *places: str) -> None:
        super().__init__(": ".join((*places, reason)))
        self.reason = reason
        self.places = places

    def within(self, place: str) -> Malformed:
        """Return the same error with `place` put before its places."""
        return Malformed(self.reason, place, *self.places)


@dataclass
class Writing:
    """The shared values written so far.

    Without `places`, every place in the author's text is written as 0.
    """

    places: bool
    forms: dict[type[Any], int] = field(default_factory=dict)
    domains: dict[Domain, int] = field(default_factory=dict)
    tables: dict[tuple[int, ...], int] = field(default_factory=dict)


@dataclass
class Reading:
    """The shared values that numbers in a file refer to. `sizes` are the lengths of the program's tables."""

    forms: list[type[Any]] = field(default_factory=list)
    domains: list[Domain] = field(default_factory=list)
    tables: list[tuple[int, ...]] = field(default_factory=list)
    shared: dict[str, list[Any]] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    depth: int = 0


@dataclass(frozen=True)
class Form:
    """A pair of functions that write and read the values of one type."""

    write: Callable[[Any, Writing], Any]
    read: Callable[[Any, Reading], Any]


# --- single values ----------------------------------------------------------------------------------


def _shown(value: object) -> str:
    """Return a short description of a value from a file."""
    text = repr(value)
    return f"`{text[:20]}…`" if len(text) > 20 else f"`{text}`"  # noqa: PLR2004 - no more than that


def number(value: object, low: int = NONE, high: int = INT_MAX) -> int:
    """Return an integer between `low` and `high`. Raises `Malformed` for any other value."""
    if type(value) is not int:
        raise Malformed(f"{_shown(value)} is not an integer")
    if not NONE <= value <= INT_MAX:
        raise Malformed(f"{_shown(value)} does not fit into 32 bits")
    if not low <= value <= high:
        raise Malformed(f"{value} is not in `{low}..{high}`")
    return value


def _integer(marks: tuple[object, ...]) -> Form:
    """Return the form of an integer whose type has the given marks."""
    match marks:
        case (Written(),):
            return Form(lambda value, out: value if out.places else 0, lambda data, _: number(data, 0))
        case (Least(least),):
            return Form(lambda value, _: value, lambda data, _: number(data, least))
        case (Index(of, also),):

            def read(data: object, known: Reading) -> int:
                found = number(data)
                if found != also and not 0 <= found < known.sizes[of]:
                    raise Malformed(f"there is no number {found} of the {known.sizes[of]} `{of}`")
                return found

            return Form(lambda value, _: value, read)
        case ():
            return Form(lambda value, _: value, lambda data, _: number(data))
    message = f"the marks {marks} are unknown"
    raise TypeError(message)


def _flag(data: object, _: Reading) -> bool:
    if type(data) is not bool:
        raise Malformed(f"{_shown(data)} is neither true nor false")
    return data


def _text(data: object, _: Reading) -> str:
    if not isinstance(data, str):
        raise Malformed(f"{_shown(data)} is not a text")
    if any("\ud800" <= c <= "\udfff" for c in data):
        raise Malformed("a text contains an unpaired surrogate")
    return data


def _one_of(choices: tuple[object, ...]) -> Form:
    def read(data: object, _: Reading) -> object:
        if not isinstance(data, str) or data not in choices:
            raise Malformed(f"{_shown(data)} is not one of {', '.join(map(str, choices))}")
        return data

    return Form(lambda value, _: value, read)


# --- references by number -----------------------------------------------------------------------------------


def _numbered(data: object, among: Sequence[Any], what: str) -> Any:
    found = number(data)
    if not 0 <= found < len(among):
        raise Malformed(f"there is no number {found} of the {len(among)} `{what}`")
    return among[found]


_DOMAIN = Form(
    lambda value, out: out.domains.setdefault(value, len(out.domains)),
    lambda data, known: _numbered(data, known.domains, "domains"),
)
_TABLE = Form(
    lambda value, out: out.tables.setdefault(value, len(out.tables)),
    lambda data, known: _numbered(data, known.tables, "tables"),
)


def _shared(of: str) -> Form:
    """Return the form of a reference to a value in the section `of`, which is read earlier."""
    return Form(lambda value, _: value.number, lambda data, known: _numbered(data, known.shared[of], of))


# --- compound values ----------------------------------------------------------------------------------------


def listed(data: object) -> list[Any]:
    """Return a value that must be a list. Raises `Malformed` for any other value."""
    if not isinstance(data, list):
        raise Malformed(f"{_shown(data)} is not a list")
    return data


def _maybe(inner: Form) -> Form:
    return Form(
        lambda value, out: None if value is None else inner.write(value, out),
        lambda data, known: None if data is None else inner.read(data, known),
    )


def _each(pairs: Iterable[tuple[object, Form]], known: Reading) -> Iterable[Any]:
    for i, (data, inner) in enumerate(pairs):
        try:
            yield inner.read(data, known)
        except Malformed as error:
            raise error.within(str(i)) from None


def _several(inner: Form) -> Form:
    return Form(
        lambda value, out: [inner.write(v, out) for v in value],
        lambda data, known: tuple(_each(((d, inner) for d in listed(data)), known)),
    )


def _row(inner: tuple[Form, ...]) -> Form:
    """Return the form of a tuple of fixed length, in which each value has its own form."""

    def read(data: object, known: Reading) -> tuple[Any, ...]:
        if len(listed(data)) != len(inner):
            raise Malformed(f"{len(listed(data))} values, not {len(inner)}")
        return tuple(_each(zip(listed(data), inner, strict=True), known))

    return Form(lambda value, out: [f.write(v, out) for v, f in zip(value, inner, strict=True)], read)


def _record(class_: type[Any]) -> Form:
    """Return the form of the instances of a class, which are written as their fields in order."""
    names = written_fields(class_)
    inner: list[Form] = []  # filled on first use, because expressions contain expressions

    def forms() -> list[Form]:
        if not inner:
            hints = get_type_hints(class_, include_extras=True)
            inner.extend(form(hints[name]) for name in names)
        return inner

    def read(data: object, known: Reading) -> Any:
        values = listed(data)
        if len(values) != len(names):
            raise Malformed(f"{len(values)} values, not {len(names)}")
        made: list[Any] = []
        for name, one, value in zip(names, forms(), values, strict=True):
            try:
                made.append(one.read(value, known))
            except Malformed as error:
                raise error.within(name) from None
        return class_(*made)

    return Form(
        lambda value, out: [one.write(getattr(value, n), out) for n, one in zip(names, forms(), strict=True)],
        read,
    )


def _tagged(classes: tuple[type[Any], ...]) -> Form:
    """Return the form of a union, whose values are written as the class's number and then the fields."""
    records = {class_: _record(class_) for class_ in classes}

    def write(value: Any, out: Writing) -> list[Any]:
        number = out.forms.setdefault(type(value), len(out.forms))
        return [number, *records[type(value)].write(value, out)]

    def read(data: object, known: Reading) -> Any:
        values = listed(data)
        class_ = _numbered(values[0] if values else None, known.forms, "forms")
        if class_ not in records:
            raise Malformed(f"`{class_.__name__}` cannot stand here")
        if known.depth >= DEPTH:
            raise Malformed(f"more than {DEPTH} levels of nesting")
        known.depth += 1
        try:
            return records[class_].read(values[1:], known)
        except Malformed as error:
            raise error.within(class_.__name__) from None
        finally:
            known.depth -= 1

    return Form(write, read)


def written_fields(class_: type[Any]) -> tuple[str, ...]:
    """Return the names of the fields that a class's constructor takes.

    Fields that are set later are left out.
    """
    return tuple(f.name for f in fields(class_) if f.init)


# --- from a type to its form ------------------------------------------------------------------------

KINDS: dict[str, type[Any]] = {
    class_.__name__: class_ for class_ in (*get_args(Expression), *get_args(Instruction))
}
"""The classes of expressions and instructions by name. No two of them have the same name."""


@cache
def form(type_: Any) -> Form:
    """Return the form of the values that a field of a given type holds."""
    match get_origin(type_), get_args(type_):
        case (origin, (inner, *marks)) if origin is Annotated:
            (mark,) = marks
            return _shared(mark.of) if isinstance(mark, Shared) else _checked(inner, mark)
        case (origin, choices) if origin is Literal:
            return _one_of(choices)
        case (origin, members) if origin in {Union, UnionType}:
            return _union(members)
        case (origin, (inner, end)) if origin is tuple and end is ...:
            return _TABLE if inner is int else _several(form(inner))
        case (origin, members) if origin is tuple:
            return _row(tuple(form(member) for member in members))
        case _:
            return _single(type_)


def _checked(type_: Any, mark: object) -> Form:
    if type_ is not int:
        message = f"only integers have marks, not {type_}"
        raise TypeError(message)
    return _integer((mark,))


def _union(members: tuple[Any, ...]) -> Form:
    rest = tuple(member for member in members if member is not NoneType)
    if all(member in KINDS.values() for member in rest):
        inner = _tagged(rest)
    else:
        (only,) = rest
        inner = form(only)
    return _maybe(inner) if NoneType in members else inner


def _single(type_: Any) -> Form:
    if type_ is int:
        return _integer(())
    if type_ is bool:
        return Form(lambda value, _: value, _flag)
    if type_ is str:
        return Form(lambda value, _: value, _text)
    if type_ is Domain:
        return _DOMAIN
    return _tagged((type_,)) if type_ in KINDS.values() else _record(type_)
