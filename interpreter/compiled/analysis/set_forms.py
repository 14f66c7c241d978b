"""Forms: symbolic descriptions of sets of components that do not depend on any position.

`set_conditions` finds the form of a condition, and `set_masks` emits the instructions that compute its set.
All parts of a form are computed once and in any order, which is safe because nothing in a form can fail.
However, a form may be *soft*, which means that one of its values may be `none` although it is not allowed to
be. If that happens, the result of the form must not be used.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

from gamespec.program import expressions as x
from gamespec.program.frozen import dataclass

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
    """The range of components for which a condition is evaluated: `size` components from number `first` on.

    `variables` and `slots` are the variables and slots that denote the component under evaluation.
    """

    first: int
    size: int
    variables: frozenset[int] = frozenset()
    slots: frozenset[int] = frozenset()

    def is_(self, node: x.Expression) -> bool:
        """Return whether an expression denotes the component under evaluation."""
        match node:
            case x.Variable(variable=variable):
                return variable in self.variables
            case x.Local(slot=slot):
                return slot in self.slots
            case _:
                return False


@dataclass(frozen=True, slots=True)
class Source:
    """A list that is a subset of the `size` components that begin with number `first`."""

    first: int
    size: int
    list: x.Expression

    def member(self, variable: int | None = None, slot: int | None = None) -> Member:
        """Return a `Member` for the components of this source, denoted by the given variable or slot."""
        return Member(
            self.first,
            self.size,
            frozenset() if variable is None else frozenset({variable}),
            frozenset() if slot is None else frozenset({slot}),
        )


@dataclass(frozen=True, slots=True)
class Known:
    """A set that is constant, given as a bit mask."""

    bits: int


@dataclass(frozen=True, slots=True)
class Settled:
    """The set of all components if a condition is true, and the empty set otherwise."""

    condition: x.Expression


@dataclass(frozen=True, slots=True)
class Asked:
    """The set of all components if a quantifier over another set is true, and the empty set otherwise."""

    node: x.Quantifier
    source: Source
    body: Form


@dataclass(frozen=True, slots=True)
class ByValue:
    """The set `sets[value - low]`, whose index is clamped to the table.

    The form is `soft` if `value` may be `none`.
    """

    value: x.Expression
    low: int
    sets: tuple[int, ...]
    soft: bool


@dataclass(frozen=True, slots=True)
class Lies:
    """The set of components that lie in a certain zone."""

    zone: x.Expression


@dataclass(frozen=True, slots=True)
class LiesAmong:
    """The set of components that lie in any zone of a family."""

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
    """One of two sets, selected by a condition that does not depend on the component."""

    condition: x.Expression
    then: Form
    otherwise: Form


@dataclass(frozen=True, slots=True)
class Called:
    """The set described by the body of a called function.

    Each argument either has the same value for all components or is the component under evaluation itself.
    """

    call: x.Apply
    given: tuple[bool, ...]
    """For each argument, whether it is passed to the function; `False` means that it is the component itself.
    """
    body: Form


Form: TypeAlias = (
    "Known | Settled | Asked | ByValue | Lies | LiesAmong | Negated | Both | Either | Chosen | Called"
)


def is_soft(form: Form) -> bool:
    """Return whether a value in a form may be `none` although it is not allowed to be."""
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
