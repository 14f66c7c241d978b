"""Understands questions, typed in words, about why something is not on offer.

`take tile=bear_4` is in the notation of the language. Other questions use the words on the table. They give
an action by its name or by words of its label, values by their names for people or their symbols, and numbers
by their digits. Of several actions, the question means the one that matches the most words and leaves the
fewest unmatched.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gamespec.trees import types as t
from interpreter.scene.looks import looks_of

if TYPE_CHECKING:
    from gamespec.compile.draft.draft import ActionSpec
    from interpreter.engine.game import Game
    from interpreter.words.text import Words

__all__ = ["parse_question"]

MOST_VALUES = 10_000
"""Maximum number of values that a type may have for its values to be searched."""


def parse_question(words: Words, game: Game, text: str) -> tuple[str, dict[str, str]]:
    """Return the name of the action that a text asks about, and the action's values by name.

    The values are in the notation of the language. Raises `ValueError` if the text matches no action of the
    current decision.
    """
    action, *rest = text.split() or [""]
    if rest and all("=" in word for word in rest):
        return action, dict(word.split("=", 1) for word in rest)
    decision = game.decision
    if decision is None:
        raise ValueError(words.texts.gettext("there is nothing to decide: the game is over"))
    specs = words.names.sites[decision.site].branches
    exact = [spec for spec in specs if spec.name == action]
    if exact and not rest:
        return action, {}
    found = [(_score(words, spec, text), number) for number, spec in enumerate(specs)]
    best, number = max(found, key=lambda entry: (entry[0][0], -entry[0][1], -entry[1]))
    if text and best[0] > 0:
        return specs[number].name, best[2]
    example = words.option(game, decision.options[0])
    raise ValueError(
        words.texts.gettext("say what, in the words of the options: `{example}`", example=example)
    )


def _score(words: Words, spec: ActionSpec, text: str) -> tuple[int, int, dict[str, str]]:
    """Return how many words match an action and its values, how many words do not, and the values."""
    left = f" {text.casefold()} "
    values: dict[str, str] = {}
    said = 0
    for pick in spec.picks:
        if pick.counts is not None:
            continue
        for called, name in _values(words, t.strip(pick.slot.type)):
            if called and f" {called} " in left:
                left = left.replace(f" {called} ", " ", 1)
                values[pick.slot.name] = name
                said += len(called.split())
                break
    of_it = {*spec.name.casefold().split("_")}
    if spec.label is not None:
        template, _ = spec.label.by_language.get(words.language) or next(
            iter(spec.label.by_language.values())
        )
        of_it |= {word for literal in template.literals for word in literal.casefold().split()}
    over = [word for word in left.split() if word not in of_it]
    return said + len(left.split()) - len(over), len(over), values


def _values(words: Words, type_: t.Type) -> Iterator[tuple[str, str]]:
    """Yield each name of a type's values with the value's notation in the language, longest names first."""
    domain = t.domain(type_)
    if domain is None or domain[1] > MOST_VALUES:
        return
    first, size = domain
    texts = words.names.world.values
    notation = {v: _notation(type_, texts.text(type_, v)) for v in range(first, first + size)}
    pairs = {(words.value(type_, v).casefold(), written) for v, written in notation.items()}
    pairs |= {(texts.text(type_, v).casefold(), written) for v, written in notation.items()}
    if t.is_component(type_):
        looks = looks_of(words)
        pairs |= {(looks.short(v).casefold(), written) for v, written in notation.items()}
    yield from sorted(pairs, key=lambda pair: (-len(pair[0]), pair))


def _notation(type_: t.Type, text: str) -> str:
    """Return how the language writes a value. Cells that are called by a number are not written as one."""
    if isinstance(type_, t.Named) and type_.sort == "cell" and text.isdigit():
        return f"cell({type_.name}, {text})"
    return text
