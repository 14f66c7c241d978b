"""The entries of a scenario: actions and assertions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
    """An answer is given."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Offered:
    """An answer is on offer or, if `refused`, is not."""

    span: Span
    answer: Answer
    refused: bool


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition holds."""

    span: Span
    node: core.Core
    uses_me: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """The pending question is about an action, a step, a `choose`, exactly these actions, or `nobody`."""

    span: Span
    names: tuple[str, ...]
    exactly: bool
    by: By | None


@dataclass(frozen=True, slots=True)
class Printed:
    """An attribute printed on a component, or the result of comparing it with a constant.

    `text` is the text after the component, and `values[i]` the value on the `i`-th component of the kind,
    which begins with number `first`.
    """

    text: str
    first: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject of knowledge: a component, a list of them, a `printed` attribute of one, or a variable."""

    span: Span
    node: core.Core
    printed: Printed | None
    uses_me: bool


@dataclass(frozen=True, slots=True)
class Known:
    """Each of these players knows all of the subjects or, if `hidden`, none of them."""

    span: Span
    of: tuple[tuple[int, tuple[Subject, ...]], ...]
    hidden: bool

    @property
    def uses_me(self) -> bool:
        """Whether the claim has a meaning only while somebody is asked."""
        return any(subject.uses_me for _, subjects in self.of for subject in subjects)


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over, or it is not."""

    span: Span
    over: bool


@dataclass(frozen=True, slots=True)
class Places:
    """The final place of each player, and the span of each."""

    span: Span
    of: tuple[tuple[Span, int, int], ...]


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of some players, and the span of each, or of parts of them, by number."""

    span: Span
    of: tuple[tuple[Span, int, int], ...]
    parts: Mapping[int, tuple[tuple[Span, int, int], ...]]


Item = Given | Offered | Condition | Asked | Known | Ended | Places | Scores


@dataclass(frozen=True, slots=True)
class Draw:
    """The outcome of a draw, or the components that a shuffle puts on top, with their spans."""

    span: Span
    value: int | tuple[int, ...]
    parts: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """The actions and assertions, in order, and the outcomes of chance by stream."""

    when: tuple[Item, ...]
    then: tuple[Item, ...]
    draws: dict[str, list[Draw]]
