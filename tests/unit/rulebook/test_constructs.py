"""Tests that every construct of the language has words, by the tables and classes that define it."""

from __future__ import annotations

from dataclasses import fields
from string import Formatter
from typing import TYPE_CHECKING

import pytest

from gamespec.expr.builtins import BUILTINS
from gamespec.expr.quantifiers import QUANTIFIER_FORMS
from gamespec.model import model as m
from interpreter.rulebook.builtins import PHRASES
from interpreter.rulebook.conditions import ASKED, OPPOSITE
from interpreter.rulebook.quantified import BY_MEMBER, CONDITIONS, SELECTED

if TYPE_CHECKING:
    from collections.abc import Mapping

SECTIONS = {
    "title", "about", "players", "options", "requires", "components", "parts", "tables", "spaces", "zones",
    "variables", "resources", "agendas", "histories", "functions", "terms", "actions", "procedures", "events",
    "handlers", "setup", "phases", "end", "teams", "score", "ranking", "limit", "measures", "invariants",
    "rulings",
}  # fmt: skip
"""The sections of a game that the sheet tells."""

NOT_TOLD = {
    "ident": "the title is told",
    "players_span": "a place, not a rule",
    "enums": "told by the attributes, variables and options of their types",
    "view": "the look of a game, which is no rule",
    "sources": "how files were read",
    "lost": "how files were read",
}
"""The other sections, each with the reason."""


NOUNS = {"key", "thing", "order"}
"""The gaps of phrases that say types, not arguments."""


def test_every_section_is_told_or_left_out_for_a_reason() -> None:
    """A section that a game gets is told, or the list says why not."""
    assert SECTIONS | NOT_TOLD.keys() == {field.name for field in fields(m.Game)}
    assert not SECTIONS & NOT_TOLD.keys()


def test_every_built_in_has_words() -> None:
    """Each built-in has a phrase, or a clause and its opposite if it is a condition."""
    assert {*PHRASES, *ASKED} == {*BUILTINS}
    conditions = {
        name for name, form in BUILTINS.items() if form.signature.partition("->")[2].startswith(" bool")
    }
    assert {*ASKED} == conditions


@pytest.mark.parametrize("name", sorted(PHRASES))
def test_each_phrase_says_all_that_is_given(name: str) -> None:
    """The longest phrase of a built-in has a gap for each argument, or says them as a list."""
    form, gaps = BUILTINS[name], {gap for _, gap, _, _ in Formatter().parse(PHRASES[name][-1]) if gap}
    if form.most < 9:
        assert len(gaps - NOUNS) == form.most


def test_every_quantifier_has_words() -> None:
    """Each quantifier is a condition, selects members, or computes a value for each member."""
    groups: tuple[Mapping[str, object] | frozenset[str], ...] = (CONDITIONS, SELECTED, BY_MEMBER)
    assert sorted(name for group in groups for name in group) == sorted(QUANTIFIER_FORMS)
    assert {name for name, form in QUANTIFIER_FORMS.items() if form[1] == "bool"} == CONDITIONS


def test_every_comparison_has_an_opposite() -> None:
    """The opposite of the opposite is the comparison itself."""
    assert all(OPPOSITE[OPPOSITE[op]] == op != OPPOSITE[op] for op in OPPOSITE)
