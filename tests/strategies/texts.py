"""Random labels, prompts and option texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from strategies.expressions import Expressions
from strategies.words import BOOL, Scope

__all__ = ["label", "template"]


def label(m: Expressions, word: str) -> object:
    """Return a readable name for `word`, either for all languages or one for each of two languages."""
    return word.title() if m.dice.chance(1, 2) else {"en": word.title(), "de": f"das {word}"}


def template(m: Expressions, scope: Scope, word: str, names: Sequence[str] = ()) -> object:
    """Return a text that inserts the values of `names`, sometimes with a part that depends on a condition."""
    parts = [word, *(f"{{{name}}}" for name in names)]
    if m.dice.chance(1, 2):
        condition = m.make(replace(scope, safe=True), BOOL, 1)
        other = m.dice.pick(["", " else 'later'"])
        parts.append(f"{{'now' if {condition}{other}}}")
    text = " ".join(parts)
    return {"en": text, "de": f"also {text}"} if m.dice.chance(1, 4) else text
