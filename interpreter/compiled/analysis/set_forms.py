"""Forms: symbolic descriptions of sets of components, independent of any position.

`set_conditions` finds the form of a condition, and `set_masks` emits it. A form is computed as a whole: each
part of it once, and in any order, because nothing in it can fail. But it may be *soft*: a value in it may be
`none` although it must not be, and then its user cannot use the form.
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
    """The components for which a condition is evaluated, `size` from `first`.

    `variables` and `slots` are those that denote the current component.
    """

    first: int
    size: int
    variables: frozenset[int] = frozenset()
    slots: frozenset[int] = frozenset()

    def is_(self, node: x.Expression) -> bool:
        """Return whether an expression denotes the member."""
        match node:
            case x.Variable(variable=variable):
                return variable in self.variables
            case x.Local(slot=slot):
                return slot in self.slots
            case _:
                return False


@dataclass(frozen=True, slots=True)
class Source:
    """A list that is a set of components, out of `size` from `first`."""

    first: int
    size: int
    list: x.Expression

    def member(self, variable: int | None = None, slot: int | None = None) -> Member:
        """Return the member of the list that a variable or a slot denotes."""
        return Member(
            self.first,
            self.size,
            frozenset() if variable is None else frozenset({variable}),
            frozenset() if slot is None else frozenset({slot}),
        )


@dataclass(frozen=True, slots=True)
class Known:
    """A constant set, as a bit mask."""

    bits: int


@dataclass(frozen=True, slots=True)
class Settled:
    """All components if a condition holds, otherwise none."""

    condition: x.Expression


@dataclass(frozen=True, slots=True)
class Asked:
    """All components if a quantifier over another set holds, otherwise none."""

    node: x.Quantifier
    source: Source
    body: Form


@dataclass(frozen=True, slots=True)
class ByValue:
    """The set `sets[value - low]`, with the index clamped to the table; `soft` if `value` may be `none`."""

    value: x.Expression
    low: int
    sets: tuple[int, ...]
    soft: bool


@dataclass(frozen=True, slots=True)
class Lies:
    """The components in a zone."""

    zone: x.Expression


@dataclass(frozen=True, slots=True)
class LiesAmong:
    """The components in any zone of a family."""

    family: int


@dataclass(frozen=True, slots=True)
class Negated:
    """The complement of a set."""

    of: Form


@dataclass(frozen=True, slots=True)
class Both:
    """The intersection of two sets."""

    left: Form
    right: Form


@dataclass(frozen=True, slots=True)
class Either:
    """The union of two sets."""

    left: Form
    right: Form


@dataclass(frozen=True, slots=True)
class Chosen:
    """One of two sets, depending on a settled condition."""

    condition: x.Expression
    then: Form
    otherwise: Form


@dataclass(frozen=True, slots=True)
class Called:
    """The set of a function's body; each argument is settled, or is the member."""

    call: x.Apply
    given: tuple[bool, ...]
    """Whether each argument is passed, as opposed to being the member."""
    body: Form


Form: TypeAlias = (
    "Known | Settled | Asked | ByValue | Lies | LiesAmong | Negated | Both | Either | Chosen | Called"
)


def is_soft(form: Form) -> bool:
    """Return whether a value in a form may be `none` although it must not be."""
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
