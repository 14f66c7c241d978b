"""A position as lines of text, which take a quarter of the characters of JSON."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from interpreter.drawn.text import ending_lines, legend_lines, table_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.scene.things import Scene

__all__ = ["position_lines"]

WIDTH = 100
"""Width of a drawing of the table, in characters."""


def position_lines(position: dict[str, Any], scene: Scene, *, legend: bool) -> Iterator[str]:
    """Yield what has happened, the table, the question, and the options with their numbers.

    `position` is what `told` returns for the seat that sees the scene.
    """
    yield from (f"* {line}" for line in position.get("happened", ()))
    yield from (line.rstrip() for line in table_text(scene, WIDTH) if line.strip())
    if legend:
        yield from legend_lines(scene, WIDTH)
    if scene.ending is not None:
        yield from ending_lines(scene, scene.ending, WIDTH)
    if "options" in position or "choices" in position:
        yield position.get("prompt", "")
    yield from _options(position.get("options", ()))
    for choice in position.get("choices", ()):
        yield from _choice(choice)


def _options(options: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the number and label of each option, and its answer if another one has the same label."""
    labels = Counter(option["label"] for option in options)
    for option in options:
        answer = f" ({option['answer']})" if labels[option["label"]] > 1 else ""
        yield f"[{option['number']}] {option['label']}{answer}"


def _choice(choice: dict[str, Any]) -> Iterator[str]:
    """Yield lines about the many options of one action: what its values may be, and an example."""
    answer, label = choice["example"]["answer"], choice["example"]["label"]
    yield f"{choice['action']}: {choice['count']:,} answers, such as `{answer}`: {label}"
    for value in choice.get("values", ()):
        least, most = value.get("at_least"), value.get("at_most")
        number = "" if most is None else f" ({least})" if least == most else f" ({least} to {most})"
        yield f"  {value['name']}{number}: {', '.join(map(str, value['from']))}"
