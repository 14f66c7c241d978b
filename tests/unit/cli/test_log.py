"""Tests for logs in SARIF by `gamespec validate`: where paths begin, and when a log is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from interpreter.cli.common import about
from interpreter.cli.write import checking

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

    Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def here(broken: Path, heap: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the folder above a sound game and a game with two mistakes the current one, and return it."""
    assert broken.parent == heap.parent
    monkeypatch.chdir(heap.parent)
    return heap.parent


def results(text: str) -> list[tuple[str, str, int]]:
    """Return the code, the path and the line of each result of a log."""
    (run,) = json.loads(text)["runs"]
    places = [(each, each["locations"][0]["physicalLocation"]) for each in run["results"]]
    return [
        (each["ruleId"], place["artifactLocation"]["uri"], place["region"]["startLine"])
        for each, place in places
    ]


def test_a_log_instead_of_text(run: Run) -> None:
    """The log on standard output has the diagnostics of JSON, and a log without results has an empty list."""
    outcome = run("validate", "broken", "heap", "--format", "sarif")
    listed = json.loads(run("validate", "broken", "heap", "--format", "json").stdout)
    assert outcome.exit_code == 1
    assert results(outcome.stdout) == [(d["code"], d["path"], d["line"]) for d in listed]
    assert len(listed) == 2
    sound = run("validate", "heap", "--format", "sarif")
    assert sound.exit_code == 0
    assert results(sound.stdout) == []


@pytest.mark.parametrize("style", ["full", "concise", "json", "github"])
def test_a_log_beside_other_output(run: Run, here: Path, style: str) -> None:
    """`--sarif` writes the same log as `--format sarif`, and leaves output and status as they are."""
    (here / "logs").mkdir()
    usual = run("validate", "broken", "--format", style)
    outcome = run("validate", "broken", "--format", style, "--sarif", "logs/log.sarif")
    assert (outcome.exit_code, outcome.stdout, outcome.stderr) == (1, usual.stdout, usual.stderr)
    log = (here / "logs" / "log.sarif").read_text(encoding="ascii")
    assert log == run("validate", "broken", "--format", "sarif").stdout.rstrip("\n")


def test_paths_begin_at_the_root_of_the_repository(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder of a repository, paths in text begin there, and paths in a log at the repository's root."""
    (here / ".git").mkdir()
    monkeypatch.chdir(here / "broken")
    assert run("validate", ".", "--format", "concise").stdout.startswith("game.yaml:")
    assert {path for _, path, _ in results(run("validate", "--format", "sarif", ".").stdout)} == {
        "broken/game.yaml"
    }


def test_what_cannot_be_checked_is_in_the_log(run: Run, here: Path) -> None:
    """A path that does not exist makes the run unsuccessful; the log has what else was found."""
    assert run("validate", "nosuch", "broken", "--sarif", "log.sarif").exit_code == 2
    text = (here / "log.sarif").read_text(encoding="ascii")
    (invocation,) = json.loads(text)["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    assert "nosuch" in invocation["toolExecutionNotifications"][0]["message"]["text"]
    assert len(results(text)) == 2


def test_an_interrupt_leaves_what_was_found(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the second of two games is interrupted, the log has the mistakes of the first."""
    usual = checking.gamespec.check

    def interrupted(path: str, *given: Any, **named: Any) -> Any:
        if path == "heap":
            raise KeyboardInterrupt
        return usual(path, *given, **named)

    monkeypatch.setattr(checking.gamespec, "check", interrupted)
    assert run("validate", "broken", "heap", "--sarif", "log.sarif").exit_code == 130
    text = (here / "log.sarif").read_text(encoding="ascii")
    assert len(results(text)) == 2
    assert json.loads(text)["runs"][0]["invocations"][0]["executionSuccessful"] is False


def test_links_lead_to_the_published_manual(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules have links if the package says where its manual is, and none if it does not."""

    class Metadata:
        """The metadata of a package with some URLs."""

        def __init__(self, *urls: str) -> None:
            self.urls = list(urls)

        def get_all(self, _name: str) -> list[str] | None:
            return self.urls or None

    def links(*urls: str) -> list[str | None]:
        monkeypatch.setattr(about, "metadata", lambda _: Metadata(*urls))
        (log,) = json.loads(run("validate", "broken", "--format", "sarif").stdout)["runs"]
        return [rule.get("helpUri") for rule in log["tool"]["driver"]["rules"]]

    assert links() == [None]
    assert links("Source, https://example.org/s") == [None]
    both = ("Source, https://example.org/s", "Documentation, https://example.org/d/")
    assert links(*both) == ["https://example.org/d/codes/GS201"]
