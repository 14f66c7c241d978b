"""Forms: symbolic descriptions of sets of components, independent of any position.

`set_conditions` finds the form of a condition, `set_masks` emits it. A form is computed as a whole: each part
of it once, and in any order, because nothing in it can fail. But it may be *soft*: something in it may be
`none` that must not be, and then its user has to do without.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, assert_never

from gamespec.program import expressions as x

__all__ = [
    "Asked",
    "Both",
    "ByValue",
    "Called",
    "Chosen",
    "Either",
    "Form",
    "Known",
    "Lies",
    "LiesAmong",
    "Member",
    "Negated",
    "Settled",
    "Source",
    "is_soft",
]


@dataclass(frozen=True, slots=True)
class Member:
    """The components a condition is asked of, `size` from `first`; the variables and slots that are one."""

    first: int
    size: int
    variables: frozenset[int] = frozenset()
    slots: frozenset[int] = frozenset()

    def is_(self, node: x.Expression) -> bool:
        """Whether an expression is the member."""
        match node:
            case x.Variable(variable=variable):
                return variable in self.variables
            case x.Local(slot=slot):
                return slot in self.slots
            case _:
                return False


@dataclass(frozen=True, slots=True)
class Source:
    """A list that is a set: of which components, and the list."""

    first: int
    size: int
    list: x.Expression

    def member(self, variable: int | None = None, slot: int | None = None) -> Member:
        """The member of the list that a variable, or a slot, is."""
        return Member(
            self.first,
            self.size,
            frozenset() if variable is None else frozenset({variable}),
            frozenset() if slot is None else frozenset({slot}),
        )


@dataclass(frozen=True, slots=True)
class Known:
    """A set that is known, as a number."""

    bits: int


@dataclass(frozen=True, slots=True)
class Settled:
    """All, if a condition holds, or none."""

    condition: x.Expression


@dataclass(frozen=True, slots=True)
class Asked:
    """All, if a quantifier holds of another set, or none."""

    node: x.Quantifier
    source: Source
    body: Form


@dataclass(frozen=True, slots=True)
class ByValue:
    """`sets[value - low]`; below them that of `low`, beyond them the last; soft if it may be `none`."""

    value: x.Expression
    low: int
    sets: tuple[int, ...]
    soft: bool


@dataclass(frozen=True, slots=True)
class Lies:
    """Those in a zone."""

    zone: x.Expression


@dataclass(frozen=True, slots=True)
class LiesAmong:
    """Those in any zone of a family."""

    family: int


@dataclass(frozen=True, slots=True)
class Negated:
    """The others."""

    of: Form


@dataclass(frozen=True, slots=True)
class Both:
    """Those in both sets."""

    left: Form
    right: Form


@dataclass(frozen=True, slots=True)
class Either:
    """Those in either set."""

    left: Form
    right: Form


@dataclass(frozen=True, slots=True)
class Chosen:
    """One of two sets, by a condition that is settled."""

    condition: x.Expression
    then: Form
    otherwise: Form


@dataclass(frozen=True, slots=True)
class Called:
    """A set that the body of a function says; what is handed to it is settled, or the member."""

    call: x.Apply
    given: tuple[bool, ...]
    """For each argument whether it is handed over, and not the member."""
    body: Form


Form: TypeAlias = (
    "Known | Settled | Asked | ByValue | Lies | LiesAmong | Negated | Both | Either | Chosen | Called"
)


def is_soft(form: Form) -> bool:
    """Whether something in a form may be `none` that must not be."""
    match form:
        case ByValue(soft=soft):
            return soft
        case Asked():
            return True
        case Known() | Settled() | Lies() | LiesAmong():
            return False
        case Negated(of=of) | Called(body=of):
            return is_soft(of)
        case Both(left=left, right=right) | Either(left=left, right=right):
            return is_soft(left) or is_soft(right)
        case Chosen(then=then, otherwise=otherwise):
            return is_soft(then) or is_soft(otherwise)
        case _:
            assert_never(form)
