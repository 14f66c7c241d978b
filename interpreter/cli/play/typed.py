"""Finds the options that a line typed by a person may mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.scene.choices import Asked
    from interpreter.words import Words

__all__ = ["choices_told", "fitting"]


def choices_told(asked: Asked, labels: Sequence[str], words: Words) -> list[str]:
    """Return the searchable text of each option, made of its label and its parts as the table shows them."""
    from interpreter.scene.looks import looks_of

    looks, found = looks_of(words), list[str]()
    for choice, label in zip(asked.choices, labels, strict=True):
        members = [asked.members[number] for said in choice.said for number in said.members]
        parts = [label, *(member.text for member in members)]
        known = (ref.partition(".c")[2] for member in members for ref in member.refs if ref[0] == "z")
        parts += [looks.short(int(number)) for number in known if number]
        found.append(" ".join(parts))
    return found


def fitting(text: str, told: Sequence[str], labels: Sequence[str] = ()) -> list[int]:
    """Return the indexes of the options that a typed text may mean.

    These are the options whose label equals the text. If there are none, they are the options whose label
    contains all words of the text, as words or else as parts of words. If there are none of these either,
    they are the options whose text in `told` contains all words.
    """
    wanted = text.casefold().split()
    folded = [label.casefold().split() for label in labels or told]
    equal = [index for index, label in enumerate(folded) if label == wanted]
    if equal:
        return equal
    for among in (labels, told) if labels else (told,):
        whole = [label.casefold() for label in among]
        for texts in ([label.split() for label in whole], whole):
            found = [index for index, text in enumerate(texts) if all(word in text for word in wanted)]
            if found:
                return found
    return []
