"""Understands questions, typed in words, about why something is not on offer.

`take tile=bear_4` is in the notation of the language. Other questions use the words on the table. They give
an action by its name or by words of its label, values by their names for people or their symbols, and numbers
by their digits. Of several actions, the question means the one that matches the most words and leaves the
fewest unmatched; of several values, each word gives the one that the action's label has in that place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from gamespec.trees import core
from gamespec.trees import types as t
from interpreter.scene.looks import looks_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gamespec.compile.draft.draft import ActionSpec, Text
    from gamespec.trees.ast import Template
    from interpreter.engine.game import Game
    from interpreter.words.text import Words

__all__ = ["parse_question"]

MOST_VALUES = 10_000
"""Maximum number of values that a type may have for its values to be searched."""

MOST_MENTIONS = 16
"""Maximum number of places in a question at which values of one pick are found."""

MOST_WAYS = 1_000
"""Maximum number of ways to distribute the words of a question over the picks of one action."""


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
    found = [(_reading(words, spec, text), number) for number, spec in enumerate(specs)]
    best, number = max(found, key=lambda entry: (entry[0].rank, -entry[1]))
    if text and best.said > 0:
        return specs[number].name, {pick: mention.name for pick, mention in best.mentions.items()}
    example = words.option(game, decision.options[0])
    raise ValueError(
        words.texts.gettext("say what, in the words of the options: `{example}`", example=example)
    )


class _Mention(NamedTuple):
    """A run of words in a question that names a value; `name` is the value's notation in the language."""

    start: int
    end: int
    name: str


class _Reading(NamedTuple):
    """A question understood as one action.

    `mentions` has a mention for each value given, by the name of its pick; `said` is the number of words that
    match, `over` that of the others; `fits` says how well the mentions stand where the label has them.
    """

    said: int
    over: int
    fits: tuple[int, int]
    mentions: dict[str, _Mention]

    @property
    def rank(self) -> tuple[int, int, tuple[int, int]]:
        """The key by which the better one of two readings is the greater."""
        return self.said, -self.over, self.fits


def _reading(words: Words, spec: ActionSpec, text: str) -> _Reading:
    """Return the best reading of a question as an action.

    The words of one value may fit several picks. The best reading leaves the fewest words unmatched and,
    among those, keeps most to the words and to the order of the label.
    """
    asked = text.casefold().split()
    before = _before_each(words, spec)
    of_it = {*spec.name.casefold().split("_")}
    if spec.label is not None:
        template, _ = _label(words, spec.label)
        of_it |= {word for literal in template.literals for word in literal.casefold().split()}
    ways: list[dict[str, _Mention]] = [{}]
    for pick in spec.picks:
        if pick.counts is None:
            ways = _more(ways, pick.slot.name, _mentions(words, t.strip(pick.slot.type), asked))
    return max((_read(asked, of_it, before, way) for way in ways), key=lambda reading: reading.rank)


def _more(
    ways: Sequence[dict[str, _Mention]], name: str, mentions: Sequence[_Mention]
) -> list[dict[str, _Mention]]:
    """Return each way with each of the mentions that is still free, and each way as it is.

    Of two ways that read a question equally well, the one that gives values to earlier picks comes first.
    """
    more: list[dict[str, _Mention]] = []
    for way in ways:
        taken = way.values()
        more += [
            way | {name: mention}
            for mention in mentions
            if all(mention.end <= other.start or other.end <= mention.start for other in taken)
        ]
        more.append(way)
    return more[:MOST_WAYS]


def _read(
    asked: Sequence[str], of_it: set[str], before: Mapping[str, str], way: dict[str, _Mention]
) -> _Reading:
    inside = {index for mention in way.values() for index in range(mention.start, mention.end)}
    over = sum(index not in inside and word not in of_it for index, word in enumerate(asked))
    led = sum(
        way[name].start > 0 and asked[way[name].start - 1] == word
        for name, word in before.items()
        if word and name in way
    )
    starts = [way[name].start for name in before if name in way]
    turned = sum(late < early for n, early in enumerate(starts) for late in starts[n + 1 :])
    return _Reading(len(asked) - over, over, (led, -turned), way)


def _before_each(words: Words, spec: ActionSpec) -> dict[str, str]:
    """Return the word that stands before each pick in the label, in the order of the label.

    Without a label, the picks follow each other without words between them.
    """
    if spec.label is None:
        return {pick.slot.name: "" for pick in spec.picks}
    template, holes = _label(words, spec.label)
    return {
        hole.slot.name: (literal.casefold().split() or [""])[-1]
        for literal, hole in zip(template.literals, holes, strict=False)
        if isinstance(hole, core.Local)
    }


def _label(words: Words, label: Text) -> tuple[Template, tuple[core.Core, ...]]:
    return label.by_language.get(words.language) or next(iter(label.by_language.values()))


def _mentions(words: Words, type_: t.Type, asked: Sequence[str]) -> list[_Mention]:
    """Return where a question names values of a type, the longest names first."""
    text = f" {' '.join(asked)} "
    found: dict[tuple[int, int], _Mention] = {}
    for called, name in _values(words, type_):
        run = called.split()
        if not run or f" {' '.join(run)} " not in text:
            continue
        for start in range(len(asked) - len(run) + 1):
            if asked[start : start + len(run)] == run:
                found.setdefault((start, start + len(run)), _Mention(start, start + len(run), name))
    return [*found.values()][:MOST_MENTIONS]


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
