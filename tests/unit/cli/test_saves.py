"""Tests that a changed saved game always leads to a message and a status, and never to a crash."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from changed_json import changed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]


@pytest.fixture
def saved(run: Run, heap: Path, tmp_path: Path) -> Path:
    """Return the file of a saved game that was played to its end."""
    file = tmp_path / "saved.json"
    outcome = run("play", heap, "--seats", "random,random", "--seed", "3", "--save", file)
    assert outcome.exit_code == 0, outcome.output
    return file


def answered(run: Run, file: Path) -> int:
    """Return the higher of the exit statuses that `replay` and `play --load` give for a saved game."""
    statuses = set()
    for words in (("replay", file), ("play", "--load", file, "--seats", "random,random")):
        outcome = run(*words)
        assert outcome.exit_code in {0, 1, 2}, outcome.output
        assert isinstance(outcome.exception, SystemExit | None)
        assert outcome.exit_code == 0 or "error" in outcome.stderr, outcome.output
        statuses.add(outcome.exit_code)
    return max(statuses)


def mutants(whole: bytes) -> Iterator[bytes]:
    """Yield altered copies of the saved game `whole`.

    In some copies a value, key or type is changed; in others, bytes are changed or missing.
    """
    every = [json.dumps(other).encode() for other in changed(json.loads(whole))]
    luck = Random(7)  # noqa: S311 - a sample, no secrets
    yield from luck.sample(every, min(len(every), 90))
    yield b'{"format": []}'
    yield b'{"format": {}}'
    for _ in range(30):
        at = luck.randrange(len(whole))
        yield whole[:at] + bytes([luck.randrange(256)]) * luck.randrange(3) + whole[at + luck.randrange(3) :]


def test_whatever_is_changed_of_a_save_is_told(run: Run, saved: Path) -> None:
    """Property: a changed saved game ends with status 0, 1 or 2, and its digest protects its answers.

    If a replay succeeds with an unchanged specification and digest, it reaches the saved position.
    """
    whole = saved.read_bytes()
    assert answered(run, saved) == 0
    right = json.loads(whole)
    for other in mutants(whole):
        saved.write_bytes(other)
        if answered(run, saved) == 0:
            had: dict[str, Any] = json.loads(other)
            same = {name: had.get(name) == right.get(name) for name in {**right, **had}}
            kept = json.loads(run("replay", saved, "--format", "json").stdout)
            assert kept["changed"] or not same["digest"] or kept["verified"], other
