"""Tests that the published schemas in `schemas/` agree with the model."""

from __future__ import annotations

import json
import re
from typing import get_args

import pytest

from gamespec.description.published import published
from gamespec.model import bands, scenarios
from gamespec.model import model as m
from gamespec.model.spelling import SPELT, keys_of, verb_of
from gamespec.system.resources import directory
from gamespec.validation import schema_names


@pytest.mark.parametrize("name", schema_names())
def test_the_files_are_up_to_date(name: str) -> None:
    """The published files are exactly what `python -m gamespec.description.published` writes."""
    text = (directory("schemas") / f"{name}.schema.json").read_text(encoding="utf-8")
    assert text == f"{json.dumps(published()[name], indent=2, ensure_ascii=False)}\n"


@pytest.mark.parametrize(
    ("module", "page", "begins", "ends"),
    [
        (scenarios.__name__, "language.md", "## 16. Scenarios", "## 17. Variants"),
        (bands.__name__, "bands.md", "# ", None),
    ],
)
def test_the_reference_names_every_key(module: str, page: str, begins: str, ends: str | None) -> None:
    """The reference names every key that files of scenarios and files of bands may have."""
    text = (directory("docs") / "reference" / page).read_text(encoding="utf-8")
    section = text[text.index(begins) : text.index(ends) if ends is not None else None]
    keys = {key.name for made in SPELT if made.__module__ == module for key in keys_of(made) if key.key.named}
    assert keys
    assert {key for key in keys if not re.search(rf"\b{key}\b", section)} == set()


def test_an_overlay_may_say_what_a_game_may() -> None:
    """An overlay may have all keys of a game, and also `extends` and `edit`."""
    game, variant = (set(published()[name]["properties"]) for name in ("game", "variant"))
    assert variant - game == {"extends", "edit"}
    assert game < variant


def test_forms_are_told_apart_by_keys_of_their_own() -> None:
    """All forms of a step have different identifying keys, and so do all forms of a space."""
    for union in (m.Step, m.SpaceDecl):
        verbs = [verb_of(form) for form in get_args(union)]
        assert len(set(verbs)) == len(verbs)


def test_every_definition_has_a_name_of_its_own() -> None:
    """All definitions in the schema have different names, and each has at least one key."""
    names = [said.name for said in SPELT.values()]
    assert len(set(names)) == len(names)
    assert all(keys_of(made) for made in SPELT)
