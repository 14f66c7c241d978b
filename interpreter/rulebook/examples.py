"""Finds the scenarios that show a rule at work: by the actions, options and headings that they name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.documents.document import Mapping as Node
from gamespec.documents.document import Scalar, Sequence
from interpreter.rulebook.marks import cleaned
from interpreter.rulebook.sheet import Example

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from interpreter.scenario import Scenario

__all__ = ["examples_of"]

_CHECKED = ("when", "then")


def examples_of(scenarios: Iterable[Scenario]) -> Mapping[str, tuple[Example, ...]]:
    """Return scenarios by what they are about.

    The keys are the names of actions that are answered, offered or refused, the word `ended`, and the names
    of options and headings after the words `option` and `heading`.
    """
    found: dict[str, dict[str, Example]] = {}
    for scenario in scenarios:
        example = Example(cleaned(scenario.id), cleaned(scenario.title), scenario.place("id"))
        for about in _about(scenario):
            found.setdefault(about, {})[example.id] = example
    return {about: tuple(each.values()) for about, each in found.items()}


def _about(scenario: Scenario) -> Iterator[str]:
    yield f"heading {scenario.heading}"
    chosen = scenario.node.get("options")
    if isinstance(chosen, Node):
        yield from (f"option {entry.key.text}" for entry in chosen.entries)
    for key in _CHECKED:
        node = scenario.node.get(key)
        if node is not None:
            yield from _keys(node)


def _keys(node: object) -> Iterator[str]:
    """Yield all keys of mappings in a node, and the names that `asked` mentions."""
    match node:
        case Node():
            for entry in node.entries:
                yield entry.key.text
                yield from _keys(entry.value)
        case Sequence():
            for item in node.items:
                yield from _keys(item)
        case Scalar():
            yield node.text
        case _:
            return
