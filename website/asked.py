"""What the search of the site is asked, and the sections that answer each question."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path

__all__ = ["QUESTIONS", "UNSEEN", "answered", "lost"]


def _asked(name: str) -> dict[str, list[str]]:
    return tomllib.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))


QUESTIONS = _asked("questions.toml")
"""What strangers ask, and the sections that answer it; the first three results have to name one of them."""
UNSEEN = _asked("unseen.toml")
"""Questions for which the manual and the search were not changed, and the sections that answer them."""


def answered(found: Collection[str], sections: Collection[str]) -> bool:
    """Return whether one of the sections, or a part of a page that `sections` names as a whole, was found."""
    pages = tuple(section for section in sections if "#" not in section)
    return any(each in sections or each.startswith(pages) for each in found)


def lost(places: Collection[str]) -> Iterator[str]:
    """Yield each section of a question that is none of the `places` that the search can find."""
    for question, sections in {**QUESTIONS, **UNSEEN}.items():
        for section in sections:
            if section not in places:
                yield f"the question `{question}`: the search knows no section `{section}`"
