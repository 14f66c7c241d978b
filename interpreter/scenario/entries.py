"""The entries of a scenario, which are answers, assertions, and outcomes of chance."""

from __future__ import annotations

from collections.abc import Mapping

from gamespec.program.frozen import dataclass
from gamespec.text.source import Span
from gamespec.trees import core
from interpreter.scenario.answers import Answer, By

__all__ = [
    "NOBODY",
    "Asked",
    "Condition",
    "Draw",
    "Ended",
    "Given",
    "Item",
    "Known",
    "Offered",
    "Places",
    "Printed",
    "Scores",
    "Script",
    "Subject",
]

NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Given:
    """An entry that gives an answer."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Offered:
    """The assertion that an answer is on offer or, if `refused` is true, that it is not on offer."""

    span: Span
    answer: Answer
    refused: bool


@dataclass(frozen=True, slots=True)
class Condition:
    """The assertion that a condition holds."""

    span: Span
    node: core.Core
    uses_me: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """The assertion that the pending decision is the expected one.

    `names` has the name of an action, of a step, `choose`, or `nobody`. If `exactly` is true, `names` lists
    all actions of the decision.
    """

    span: Span
    names: tuple[str, ...]
    exactly: bool
    by: By | None


@dataclass(frozen=True, slots=True)
class Printed:
    """An attribute printed on components of a kind, or the result of comparing the attribute with a constant.

    `text` is the part of the expression after the component. `values[i]` is the value for the `i`-th
    component of the kind; the component with index 0 has the number `first`.
    """

    text: str
    first: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that a player may know.

    It is a component, a list of components, an attribute printed on a component (`printed`), or a variable.
    """

    span: Span
    node: core.Core
    printed: Printed | None
    uses_me: bool


@dataclass(frozen=True, slots=True)
class Known:
    """The assertion that players know certain subjects or, if `hidden` is true, do not know any of them.

    `of` holds pairs of a seat and the subjects for this player.
    """

    span: Span
    of: tuple[tuple[int, tuple[Subject, ...]], ...]
    hidden: bool

    @property
    def uses_me(self) -> bool:
        """Whether the assertion has a meaning only while a decision is pending, because it uses `me`."""
        return any(subject.uses_me for _, subjects in self.of for subject in subjects)


@dataclass(frozen=True, slots=True)
class Ended:
    """The assertion that the game is over or, if `over` is false, that it is not over."""

    span: Span
    over: bool


@dataclass(frozen=True, slots=True)
class Places:
    """The assertion of the final places. `of` holds the span, the seat and the place of each player."""

    span: Span
    of: tuple[tuple[Span, int, int], ...]


@dataclass(frozen=True, slots=True)
class Scores:
    """The assertion of some players' scores.

    `of` holds a span, a seat and a score for each of these players. `parts` holds the same for parts of the
    score, by the number of the part.
    """

    span: Span
    of: tuple[tuple[Span, int, int], ...]
    parts: Mapping[int, tuple[tuple[Span, int, int], ...]]


Item = Given | Offered | Condition | Asked | Known | Ended | Places | Scores


@dataclass(frozen=True, slots=True)
class Draw:
    """A scripted outcome of chance, with its span.

    `value` is the drawn value, or the tuple of components that a shuffle puts on top. `parts` are the spans
    of these components.
    """

    span: Span
    value: int | tuple[int, ...]
    parts: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """The entries under `when` and under `then`, in order, and the outcomes of chance by stream."""

    when: tuple[Item, ...]
    then: tuple[Item, ...]
    draws: dict[str, list[Draw]]
