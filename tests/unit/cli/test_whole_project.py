"""Tests for `gamespec init --project`: every command that the files of a new project name passes there."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from interpreter.cli.common import about
from interpreter.cli.test import watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from click.testing import Result

    Run = Callable[..., Result]

ROOT = Path(__file__).parents[3]
FILES = {
    *("README.md", ".gitignore", ".pre-commit-config.yaml", ".github/workflows/games.yml", "gamespec.toml"),
    *("games/red-fox/game.yaml", "games/red-fox/bands.yaml", "games/red-fox/variants/quick.yaml"),
    *("games/red-fox/scenarios/red-fox.yaml", "games/red-fox/scenarios/quick.yaml"),
    *(f"schemas/{name}.schema.json" for name in ("bands", "game", "scenarios", "variant")),
}
FOUND = "1 game, 1 overlay, 2 files of scenarios and 1 file of bands below `.`\n"


@pytest.fixture
def project(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a project in an empty folder, make it the current folder, and return it."""
    monkeypatch.chdir(tmp_path)
    outcome = run("init", "red-fox", "--project")
    assert outcome.exit_code == 0, outcome.output
    monkeypatch.chdir(tmp_path / "red-fox")
    return tmp_path / "red-fox"


def published(monkeypatch: pytest.MonkeyPatch, *urls: str) -> None:
    """Make the package say that it is published at the given URLs, each with its label."""

    class Metadata:
        """The metadata of the package."""

        def get_all(self, _name: str) -> list[str]:
            return list(urls)

    monkeypatch.setattr(about, "metadata", lambda _: Metadata())


def read(path: str) -> Any:
    """Return the content of a YAML file."""
    return yaml.safe_load(Path(path).read_text(encoding="utf-8"))


def typed(text: str) -> Iterator[list[str]]:
    """Yield the arguments of the lines of a shell script that begin with `gamespec`."""
    for line in text.splitlines():
        words = shlex.split(line, comments=True)
        if words[:1] == ["gamespec"]:
            yield words[1:]


def test_the_files_of_a_project(project: Path) -> None:
    """The project has a game with a variant, scenarios and bands, and the files for hooks and for CI.

    No capital word of a template is left.
    """
    files = {path for path in project.rglob("*") if path.is_file()}
    assert {path.relative_to(project).as_posix() for path in files} == FILES
    for path in files:
        if path.parent.name != "schemas":
            text = path.read_text(encoding="utf-8")
            assert not re.findall(
                r"\b(?:[A-Z]+ED|NAME|TITLE|CODE|SCHEMAS?|SOURCE|MANUAL|TAG|REPOSITORY)\b", text
            )


def test_every_command_of_the_readme(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command that the README shows ends with status 0; what they write is ignored by git."""
    monkeypatch.setattr(watch, "wakes", lambda *_: ())  # it watches until somebody stops it
    text = (project / "README.md").read_text(encoding="utf-8")
    blocks = "".join(re.findall(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    commands = list(typed(blocks))
    assert [words[0] for words in commands] == [
        *("watch", "play", "validate", "test", "test", "diff", "compare", "report")
    ]
    for words in commands:
        outcome = run(*words)
        assert outcome.exit_code == 0, (words, outcome.output)
    new = {path.relative_to(project).as_posix() for path in project.rglob("*") if path.is_file()} - FILES
    assert new == {"report.html"}
    assert "/report.html" in (project / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_every_command_of_the_workflow(run: Run, project: Path) -> None:
    """Each command of the workflow ends with status 0, and the files that it hands on are there."""
    steps = read(".github/workflows/games.yml")["jobs"]["games"]["steps"]
    commands = list(typed("\n".join(step.get("run", "") for step in steps)))
    assert [words[0] for words in commands] == ["validate", "test", "test", "report"]
    for words in commands:
        outcome = run(*words)
        assert outcome.exit_code == 0, (words, outcome.output)
    (kept,) = (step["with"]["path"].split() for step in steps if "upload-artifact" in step.get("uses", ""))
    assert sorted(kept) == ["gamespec.sarif", "report.html", "scenarios.xml"]
    ignored = (project / ".gitignore").read_text(encoding="utf-8").splitlines()
    for name in kept:
        assert (project / name).is_file()
        assert f"/{name}" in ignored


def test_scenarios_and_bands_hold(run: Run, project: Path) -> None:
    """The project is sound: two scenarios hold, and four bands."""
    assert project
    outcome = run("validate", "--thorough")
    assert (outcome.exit_code, outcome.stdout, outcome.stderr) == (0, "", FOUND)
    assert run("test").stdout == "2 scenarios, 0 failed\n"
    runs = json.loads(run("test", "--bands", "--format", "json").stdout)
    assert {band["verdict"] for each in runs for band in each["bands"]} == {"pass"}


def test_another_game_of_the_project(run: Run, project: Path) -> None:
    """A further game finds the schemas of the project, and an overlay on the first one may read it."""
    assert run("init", "games/another").exit_code == 0
    assert run("init", "games/harder", "--from", "games/red-fox").exit_code == 0
    assert not (project / "games" / "another" / "schemas").exists()
    assert run("validate").exit_code == 0
    assert run("test").stdout == "4 scenarios, 0 failed\n"


def test_a_published_package(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the package says where it is published, hooks and action come from there, in its version.

    The workflow uses inputs that the action has, and hands on files that the action writes.
    """
    published(
        monkeypatch, "Source, https://github.com/some/where.git", "Documentation, https://example.org/m"
    )
    monkeypatch.chdir(tmp_path)
    assert run("init", "red-fox", "--project").exit_code == 0
    monkeypatch.chdir(tmp_path / "red-fox")
    (repository,) = read(".pre-commit-config.yaml")["repos"]
    assert repository["repo"] == "https://github.com/some/where"
    assert repository["rev"] == f"v{about.version()}"
    hooks = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    assert {hook["id"] for hook in repository["hooks"]} == hooks
    steps = read(".github/workflows/games.yml")["jobs"]["games"]["steps"]
    (used,) = (step for step in steps if step.get("uses", "").startswith("some/where@"))
    assert used["uses"] == f"some/where@v{about.version()}"
    inputs = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["inputs"]
    assert set(used["with"]) <= set(inputs)
    kept = next(step["with"]["path"].split() for step in steps if "upload-artifact" in step.get("uses", ""))
    assert {inputs["sarif"]["default"], inputs["junit"]["default"]} < set(kept)
    assert "(https://example.org/m)" in Path("README.md").read_text(encoding="utf-8")


def test_a_repository_elsewhere(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the package is published elsewhere than on GitHub, there is no action: the steps are written out."""
    published(monkeypatch, "Source, https://example.org/gamespec")
    monkeypatch.chdir(tmp_path)
    assert run("init", "red-fox", "--project").exit_code == 0
    text = (tmp_path / "red-fox" / ".github" / "workflows" / "games.yml").read_text(encoding="utf-8")
    assert "example.org" not in text
    assert "gamespec validate --format github" in text


def test_what_is_refused(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A project with `--from`, or where something is, is refused with status 2, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "notes").touch()
    for arguments in (("x", "--project", "--from", "pig"), ("there", "--project"), ("a_b", "--project")):
        outcome = run("init", *arguments)
        assert outcome.exit_code == 2
        assert outcome.stderr.startswith("error: ")
    assert [path.name for path in tmp_path.rglob("*")] == ["there", "notes"]


# --- hooks ------------------------------------------------------------------------------------------------

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="hooks need git")


def committed(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the hooks on all files of a project, as pre-commit does before a commit."""
    places = (str(Path(sys.executable).parent), os.environ["PATH"])
    settings = {
        **os.environ,
        "PATH": os.pathsep.join(places),
        "PYTHONPATH": str(ROOT),
        "PRE_COMMIT_HOME": str(project.parent / "hooks"),
    }
    for command in (["git", "init", "--quiet"], ["git", "add", "--all"]):
        subprocess.run(command, cwd=project, env=settings, check=True)
    command = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--verbose", *arguments]
    return subprocess.run(
        command, cwd=project, env=settings, capture_output=True, text=True, timeout=300, check=False
    )


@needs_git
def test_hooks_of_a_new_project(project: Path) -> None:
    """The hooks pass in a new project, and stop a commit with a mistake or with a scenario that fails."""
    done = committed(project)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 scenarios, 0 failed" in done.stdout
    file = project / "games" / "red-fox" / "scenarios" / "quick.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("== 3", "== 4", 1), encoding="utf-8")
    done = committed(project, "gamespec-test")
    assert done.returncode == 1
    assert "quick.yaml:10:9: expected `hand_size == 4`" in done.stdout
    file.write_text(text.replace("heading", "headnig"), encoding="utf-8")
    done = committed(project, "gamespec-validate")
    assert done.returncode == 1
    assert "quick.yaml:6:5: error[GS120]: unknown key `headnig` in a scenario" in done.stdout


@pytest.mark.long("processes")
@needs_git
def test_hooks_of_this_repository(project: Path) -> None:
    """The hooks that this repository offers do the same; here they take the command that is installed."""
    manifest = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    hooks = [hook | {"language": "system"} for hook in manifest]
    config = {"repos": [{"repo": "local", "hooks": hooks}]}
    (project / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    done = committed(project)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("Passed") == len(hooks)
    game = project / "games" / "red-fox" / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("empty(deck)", "empty(dekc)"), encoding="utf-8")
    done = committed(project)
    assert done.returncode == 1
    assert "error[GS201]: unknown name `dekc`" in done.stdout


def test_the_manifest_is_one_for_pre_commit() -> None:
    """pre-commit accepts the manifest of hooks, and the configuration of a new project is tested above."""
    command = [sys.executable, "-m", "pre_commit", "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
