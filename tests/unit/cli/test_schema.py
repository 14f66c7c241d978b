"""Tests for `gamespec schema`, which lists the schemas and prints any of them as one document."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from gamespec.documents.document import read_document
from gamespec.documents.files import read_source
from gamespec.documents.nodes import plain
from gamespec.system.resources import directory
from gamespec.text.diagnostics import Collector

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

NAMES = ("bands", "game", "scenarios", "variant")
SAMPLES = {
    "bands": "connect-four/bands.yaml",
    "game": "trapper/game.yaml",
    "scenarios": "trapper/scenarios/end.yaml",
    "variant": "trapper/variants/young.yaml",
}
"""Shipped file that each schema describes, as a path relative to the games folder."""


def sample(name: str) -> Any:
    """Return the contents of the shipped file that a schema describes, as plain Python values."""
    source = read_source(directory("games") / SAMPLES[name], Collector())
    assert source is not None
    node = read_document(source, Collector())
    assert node is not None
    return plain(node)


def test_the_schemas_are_listed(run: Run) -> None:
    """Without a name, `schema` lists each schema with its identity, and `--path` prints the file paths."""
    rows = [line.split() for line in run("schema").stdout.splitlines()[1:]]
    assert [(row[0], row[-1].rpartition("/")[2]) for row in rows] == [(n, f"{n}.schema.json") for n in NAMES]
    paths = run("schema", "--path").stdout.splitlines()
    assert paths == [str(directory("schemas") / f"{name}.schema.json") for name in NAMES]
    assert run("schema", "variant", "--path").stdout == f"{paths[-1]}\n"


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_has_an_identity(name: str) -> None:
    """The identity of a schema is an absolute URI that ends with the schema's file name.

    References from one schema file to another can therefore be resolved.
    """
    contents = json.loads((directory("schemas") / f"{name}.schema.json").read_text(encoding="utf-8"))
    assert contents["$id"] == f"https://gamespec.invalid/language-1/{name}.schema.json"


@pytest.mark.parametrize("name", NAMES)
def test_what_is_printed_is_whole(run: Run, name: str) -> None:
    """A printed schema works without any other file.

    It accepts a shipped file and rejects the same file with an unknown key.
    """
    schema = json.loads(run("schema", name).stdout)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    document = sample(name)
    assert list(validator.iter_errors(document)) == []
    assert [error.validator for error in validator.iter_errors({**document, "nosuch": 1})] == [
        "additionalProperties"
    ]
    section = (
        name if name in {"bands", "scenarios"} else "rulings"
    )  # what other schemas describe is looked at
    assert list(validator.iter_errors({**document, section: 7}))


def test_an_unknown_schema(run: Run) -> None:
    """An unknown schema is refused with status 2, and the error suggests the closest name."""
    outcome = run("schema", "varaint")
    assert (outcome.exit_code, outcome.stdout) == (2, "")
    assert outcome.stderr == "error: there is no schema `varaint`\n  = help: did you mean `variant`?\n"


def test_editors_find_the_files_beside_each_other(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The schema files that `init` copies are the same, byte for byte, as those that `--path` lists."""
    monkeypatch.chdir(tmp_path)
    run("init", "mine")
    for line in run("schema", "--path").stdout.splitlines():
        path = directory("schemas") / line.rpartition("/")[2]
        assert (tmp_path / "mine" / "schemas" / path.name).read_bytes() == path.read_bytes()
