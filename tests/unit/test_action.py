"""Tests for `action.yml`: its shell steps run as they stand, in their order and under their conditions.

What GitHub fills in is filled in here: expressions of inputs and of earlier steps, and conditions on these.
Steps that use other actions are left out.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
import yaml
from click.testing import CliRunner

from interpreter.cli.app import cli

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = ACTION["runs"]["steps"]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the steps are for bash")

PIP = """\
#!/bin/sh
printf '%s\\n' "$@" > "$TAKEN"
"""
"""A program that takes the place of Python, and notes with which arguments it was called."""


class Job:
    """A job that uses the action with some inputs, in a folder that is its workspace."""

    def __init__(self, workspace: Path, **inputs: str) -> None:
        given = {name.replace("_", "-"): value for name, value in inputs.items()}
        assert set(given) <= set(ACTION["inputs"])
        defaults = {name: str(each["default"]) for name, each in ACTION["inputs"].items()}
        self.workspace = workspace
        self.values = {f"inputs.{name}": value for name, value in (defaults | given).items()}
        self.values["github.action_path"] = str(ROOT)
        self.outcomes: dict[str, str] = {}
        self.printed = ""

    def run(self, *skipped: str) -> str:
        """Run the shell steps, except for those with the given names, and return how the job ends."""
        for step in STEPS:
            if step["name"] in skipped:
                self._note(step, "success")
            elif "run" in step:
                self._note(step, self._step(step) if self._holds(step.get("if")) else "skipped")
        return "failure" if "failure" in self.outcomes.values() else "success"

    def _note(self, step: Mapping[str, Any], outcome: str) -> None:
        self.outcomes[step["name"]] = outcome
        if "id" in step:
            self.values[f"steps.{step['id']}.outcome"] = outcome

    def _filled(self, text: str) -> str:
        return re.sub(r"\$\{\{ (\S+) \}\}", lambda found: self.values[found[1]], text)

    def _holds(self, condition: str | None) -> bool:
        """Evaluate the condition of a step; without one, no earlier step may have failed."""
        if condition is None:
            return "failure" not in self.outcomes.values()
        terms = condition.removeprefix("${{ ").removesuffix(" }}").split(" && ")
        return all(term == "!cancelled()" or self._compared(term) for term in terms)

    def _compared(self, term: str) -> bool:
        found = re.fullmatch(r"(\S+) ([!=]=) '(.*)'", term)
        assert found is not None, term
        return (self.values[found[1]] == found[3]) == (found[2] == "==")

    def _step(self, step: Mapping[str, Any]) -> str:
        output = self.workspace.parent / "output"
        output.write_text("", encoding="utf-8")
        places = (str(self.workspace.parent / "bin"), str(Path(sys.executable).parent), os.environ["PATH"])
        settings = {
            **os.environ,
            **{name: self._filled(value) for name, value in step.get("env", {}).items()},
            "PATH": os.pathsep.join(places),
            "PYTHONPATH": str(ROOT),
            "GITHUB_OUTPUT": str(output),
            "TAKEN": str(self.workspace.parent / "taken"),
        }
        assert step["shell"] == "bash"
        command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
        place = self.workspace / self._filled(step.get("working-directory", "."))
        done = subprocess.run(
            command, cwd=place, env=settings, capture_output=True, text=True, timeout=300, check=False
        )
        self.printed += done.stdout + done.stderr
        for line in output.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition("=")
            self.values[f"steps.{step['id']}.outputs.{name}"] = value
        return "success" if done.returncode == 0 else "failure"

    def output(self, name: str) -> Path:
        """Return the file that an output of the action names."""
        return self.workspace / self._filled(ACTION["outputs"][name]["value"])


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a new project, which is the workspace of a job."""
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(cli, ["init", "fox", "--project"]).exit_code == 0
    return tmp_path / "fox"


def results(file: Path) -> list[str]:
    """Return the codes in a log."""
    (run,) = json.loads(file.read_text(encoding="ascii"))["runs"]
    return [each["ruleId"] for each in run["results"]]


def test_a_sound_project_passes(project: Path) -> None:
    """Checks, scenarios and bands pass; the outputs name the files with the results."""
    job = Job(project, bands="true")
    assert job.run("Install gamespec") == "success", job.printed
    assert set(job.outcomes.values()) == {"success"}
    assert results(job.output("sarif")) == []
    assert ET.parse(job.output("junit")).getroot().attrib["tests"] == "2"  # noqa: S314 - our own file


def test_mistakes_do_not_keep_scenarios_from_running(project: Path) -> None:
    """If the check fails, the scenarios run all the same, both files are written, and the job fails."""
    file = project / "games" / "fox" / "scenarios" / "quick.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("heading", "headnig"), encoding="utf-8")
    job = Job(project)
    assert job.run("Install gamespec") == "failure"
    assert job.outcomes["Check"] == job.outcomes["Test"] == "failure"
    assert job.outcomes["Play many games"] == "skipped"
    assert results(job.output("sarif")) == ["GS120"]
    root = ET.parse(job.output("junit")).getroot()  # noqa: S314 - our own file
    assert (root.attrib["tests"], root.attrib["errors"]) == ("2", "1")
    assert "::error file=games/fox/scenarios/quick.yaml,line=6," in job.printed


def test_inputs_are_words_and_not_code(project: Path, tmp_path: Path) -> None:
    """Paths with odd characters are arguments and are never run; several are separated by spaces or lines."""
    good = Job(project, paths="games/fox\ngames/fox+quick", test="false", thorough="true")
    assert good.run("Install gamespec") == "success", good.printed
    assert good.outcomes["Test"] == "skipped"
    touched = tmp_path / "touched"
    odd = Job(project, paths=f"$(touch\t{touched}) `touch` --help ;exit", sarif="a b/$x.sarif")
    assert odd.run("Install gamespec") == "failure"
    assert not touched.exists()
    assert "there is no game or file `--help`" in odd.printed
    assert (project / "a b" / "$x.sarif").is_file()


@pytest.mark.long("processes")
def test_a_folder_of_the_repository(project: Path) -> None:
    """In a working directory, the results lie there, and paths in the log begin at the repository's root."""
    (project / ".git").mkdir()
    game = project / "games" / "fox" / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("empty(deck)", "empty(dekc)"), encoding="utf-8")
    job = Job(project, working_directory="games")
    assert job.run("Install gamespec") == "failure"
    assert job.output("sarif") == project / "games" / "gamespec.sarif"
    (run,) = json.loads(job.output("sarif").read_text(encoding="ascii"))["runs"]
    place = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place["uri"] == "games/fox/game.yaml"


@pytest.mark.parametrize(
    ("inputs", "wanted"),
    [
        ({}, str(ROOT)),
        ({"extras": "report,watch"}, f"{ROOT}[report,watch]"),
        ({"version": "0.2.0"}, "gamespec==0.2.0"),
        ({"version": ">=0.2,<0.3", "extras": "report"}, "gamespec[report]>=0.2,<0.3"),
    ],
)
def test_what_is_installed(project: Path, tmp_path: Path, inputs: dict[str, str], wanted: str) -> None:
    """By default the action installs its own checkout, and otherwise the version that is wanted."""
    (tmp_path / "bin").mkdir()
    python = tmp_path / "bin" / "python"
    python.write_text(PIP, encoding="utf-8")
    python.chmod(0o755)
    job = Job(project, **inputs)
    steps = [step["name"] for step in STEPS if step["name"] != "Install gamespec"]
    assert job.run(*steps) == "success", job.printed
    taken = (tmp_path / "taken").read_text(encoding="utf-8").splitlines()
    assert taken[:3] == ["-m", "pip", "install"]
    assert taken[-1] == wanted
    assert "gamespec" in job.printed


def test_every_input_is_used_and_explained() -> None:
    """Each input has a description and a default, and some step uses it; no script contains an expression."""
    used = set(re.findall(r"inputs\.([\w-]+)", json.dumps(STEPS)))
    assert used == set(ACTION["inputs"])
    for each in ACTION["inputs"].values():
        assert each["description"].endswith(".")
        assert isinstance(each["default"], str)
    for step in STEPS:
        assert "${{" not in step.get("run", "")


def test_the_manual_lists_the_inputs() -> None:
    """The how-to page has a row for each input, with its default."""
    page = (ROOT / "docs" / "how-to" / "check-games-in-ci.md").read_text(encoding="utf-8")
    table = page.partition("Its inputs:")[2].partition("\n\nThe outputs")[0]
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (.*?) \|", table, re.MULTILINE))
    assert set(rows) == set(ACTION["inputs"])
    for name, default in rows.items():
        if default.startswith("`"):
            assert default.strip("`") == ACTION["inputs"][name]["default"]
        else:
            assert ACTION["inputs"][name]["default"] == ""
