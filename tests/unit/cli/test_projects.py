"""Tests for `validate` and `test` on folders of games.

They check which games and scenarios the commands find, what is printed, and the exit status.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gamespec import project
from gamespec.text.advice import Cure, Edit
from gamespec.text.diagnostics import Diagnostic, Remark
from gamespec.text.source import Source
from interpreter.cli.write import fixing
from interpreter.cli.write.fixing import fixed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from click.testing import Result

    Run = Callable[..., Result]

OVERLAY = "language: 1\ngame: {0}\ntitle: {0}\nextends: {1}\nedit: [{{set: {{options.{2}.default: {3}}}}}]\n"
SCENARIO = "  - {{id: {0}, title: {0}, heading: none, {1}then: [{2}]}}\n"


def scenarios(*entries: tuple[str, str, str]) -> str:
    """Return the text of a scenario file with one scenario per triple of id, variant and condition."""
    said = ((name, f"variant: {of}, " if of else "", condition) for name, of, condition in entries)
    return "language: 1\nscenarios:\n" + "".join(SCENARIO.format(*entry) for entry in said)


def write(files: dict[str, str]) -> None:
    """Write each text in `files` to the path that is its key, relative to the current folder."""
    for name, text in files.items():
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def the_heap() -> str:
    """Return the text of `heap/game.yaml`."""
    return Path("heap/game.yaml").read_text(encoding="utf-8")


@pytest.fixture
def here(heap: Path, misere: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the parent of `heap` the current folder and return it.

    It contains the heap game, its variant, and YAML files that belong to other programs.
    """
    assert misere
    monkeypatch.chdir(heap.parent)
    write({"deploy/chart.yaml": "kind: Pod\n  bad: [\n", ".venv/game.yaml": "[", "notes.yml": "game: yes\n"})
    return heap.parent


@pytest.fixture
def own(here: Path) -> Path:
    """Return the current folder, extended by two overlays and their scenarios.

    Each overlay has a scenario of its own, and a third scenario is for the two overlays together.
    """
    write({
        "own/mine.yaml": OVERLAY.format("mine", "../heap", "size", 9),
        "own/other.yaml": OVERLAY.format("other", "../heap", "forced", "true"),
        "own/scenarios/own.yaml": scenarios(
            ("O-1", "mine", "heap == 9"), ("O-2", "other", "forced"),
            ("O-3", "other+mine", "forced and heap == 9"),
        ),
    })  # fmt: skip
    return here


# --- validate --------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("own")
def test_validate_finds_everything(run: Run) -> None:
    """Without a path, `validate` checks and counts all games, overlays and scenarios in the folder.

    Files of other programs are ignored.
    """
    outcome = run("validate")
    said = "1 game, 3 overlays and 3 files of scenarios below `.`\n"
    assert (outcome.exit_code, outcome.stdout, outcome.stderr) == (0, "", said)


@pytest.mark.usefixtures("here")
def test_validate_tells_what_it_checks(run: Run) -> None:
    """With `-v`, `validate` names each file that it checks."""
    lines = run("validate", "-v").stderr.splitlines()[1:]
    assert [line.partition(": nothing to report; ")[0].strip("`") for line in lines] == [
        "heap/game.yaml", "heap/variants/misere.yaml",
        "heap/scenarios/heap.yaml", "heap/scenarios/misere.yaml",
    ]  # fmt: skip


def test_a_folder_of_games_is_its_games(run: Run, here: Path) -> None:
    """The folder of a game stands for that game with its scenarios, any other for all games below it."""
    write({"heap/variants/misere.yaml": "language: 1\ngame: misere\n"})
    assert run("validate", here).exit_code == 1
    assert run("validate", "heap").output == ""
    write({"heap/scenarios/heap.yaml": "language: 1\nscenarios: 1\n"})
    assert "heap/scenarios/heap.yaml" in run("validate", "heap").output
    assert run("validate", "heap/game.yaml").output == ""
    assert "0 games, 0 overlays and 1 file" not in run("validate", "heap/scenarios").stderr


@pytest.mark.usefixtures("own")
def test_one_broken_file_does_not_hide_others(run: Run) -> None:
    """Mistakes are reported in every file, even if an earlier file has mistakes.

    The four files have a mistake in the YAML, in a name, in an edit and in a scenario's key.
    """
    write({
        "aaa/game.yaml": "game: 'a\n",
        "own/mine.yaml": OVERLAY.format("mine", "../heap", "sise", 9),
        "own/scenarios/more.yaml": scenarios(("O-4", "mine", "heap == 9")).replace("heading", "heding"),
        "zzz/game.yaml": the_heap().replace("n <= heap", "n <= haep"),
    })  # fmt: skip
    outcome = run("validate", "--format", "concise")
    assert outcome.exit_code == 1
    told = [tuple(re.split(r":\d+:\d+: error\[|\]", line)[:2]) for line in outcome.stdout.splitlines()]
    assert [each for each in told if each[1] != "GS121"] == [  # the first lacks all that a game needs, too
        ("aaa/game.yaml", "GS101"),
        ("zzz/game.yaml", "GS201"),
        ("own/mine.yaml", "GS211"),
        ("own/scenarios/more.yaml", "GS120"),
    ]


@pytest.mark.usefixtures("own")
def test_a_mistake_is_told_once(run: Run) -> None:
    """A mistake in a game is reported once, not again for each overlay that extends the game."""
    write({"heap/game.yaml": the_heap().replace("n <= heap", "n <= haep")})
    found = json.loads(run("validate", "--format", "json").stdout)
    assert [(d["code"], d["path"]) for d in found] == [("GS201", "heap/game.yaml")]


@pytest.mark.usefixtures("own")
def test_formats_are_one_for_all(run: Run) -> None:
    """With `--format json`, one list covers all files, and its paths are relative to the current folder.

    With `--format github`, there is one line per mistake.
    """
    assert json.loads(run("validate", "--format", "json").stdout) == []
    write({"a/game.yaml": "", "b/game.yaml": "", "heap/scenarios/bad.yaml": "language: 1\n"})
    found = json.loads(run("validate", "--format", "json").stdout)
    assert [d["path"] for d in found] == ["a/game.yaml", "b/game.yaml", "heap/scenarios/bad.yaml"]
    lines = run("validate", "--format", "github").stdout.splitlines()
    places = [re.match(r"::error file=([^,]*),line=(\d+),", line) for line in lines]
    assert [place and place.groups() for place in places] == [
        ("a/game.yaml", "1"), ("b/game.yaml", "1"), ("heap/scenarios/bad.yaml", "1"),
    ]  # fmt: skip


@pytest.mark.parametrize("command", ["validate", "test"])
@pytest.mark.usefixtures("here")
def test_the_worst_decides_the_status(run: Run, command: str) -> None:
    """If a path is unusable, the other paths are still checked.

    The exit status is the worst of those of all paths.
    """
    assert run(command, "heap").exit_code == 0
    write({"bad/game.yaml": the_heap().replace("n <= heap", "n <= x")})
    assert run(command, "bad", "heap").exit_code == 1
    outcome = run(command, "nowhere", "bad", "heap")
    assert outcome.exit_code == 2
    assert "there is no game or file `nowhere`" in outcome.stderr
    assert "unknown name `x`" in outcome.output


@pytest.mark.parametrize("command", ["validate", "test"])
def test_nothing_below_is_said(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """A folder with no games, overlays or scenarios gives status 2, so that it is not taken for a success."""
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.chdir(tmp_path)
    outcome = run(command)
    assert (outcome.exit_code, outcome.stdout) == (2, "")
    assert outcome.stderr.startswith("error: there is no game, overlay or file of scenarios below `.`\n")


@pytest.mark.parametrize("command", ["validate", "test"])
@pytest.mark.usefixtures("here")
def test_too_much_below_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """A folder with too many entries is refused, so that the command never searches a whole disk.

    The test lowers the limit to three files and folders.
    """
    monkeypatch.setattr(project, "MOST_ENTRIES", 3)
    outcome = run(command)
    assert outcome.exit_code == 2
    assert "files and folders below `.`" in outcome.stderr


@pytest.mark.parametrize("command", ["validate", "test"])
@pytest.mark.usefixtures("here")
def test_an_unreadable_folder_is_a_mistake(run: Run, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """A folder that cannot be read is reported with status 1, and all other files are checked."""
    scandir = os.scandir

    def refused(path: Path) -> Iterator[os.DirEntry[str]]:
        if Path(path).name == "deploy":
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refused)
    outcome = run(command)
    assert outcome.exit_code == 1
    assert "`deploy` cannot be read: permission denied" in outcome.output
    assert "1 game, 1 overlay" in outcome.stderr


def test_files_below_reach_what_naming_them_would(run: Run, own: Path) -> None:
    """An overlay may extend any game found in the same run, but no game outside the current folder."""
    outside = own.parent / f"{own.name}-beside"
    outside.mkdir()
    (outside / "game.yaml").write_text(the_heap(), encoding="utf-8")
    assert run("validate").exit_code == 0
    write({"own/far.yaml": OVERLAY.format("far", f"../../{outside.name}", "size", 9)})
    assert "GS140" in run("validate", "--format", "concise").stdout
    assert run("validate", "--reach", outside).exit_code == 0


def test_a_file_of_scenarios_is_checked_as_one(run: Run, here: Path) -> None:
    """`validate` checks a scenario file against its own schema, but does not run the scenarios."""
    file = here / "heap" / "scenarios" / "heap.yaml"
    assert run("validate", file).output == ""
    text = file.read_text(encoding="utf-8")
    line = text[: text.index("title: Nobody")].count("\n") + 1
    file.write_text(text.replace("    title: Nobody", "    titel: Nobody"), encoding="utf-8")
    outcome = run("validate", file, "--format", "concise")
    assert outcome.exit_code == 1
    assert outcome.stdout.splitlines() == [
        f"{file}:{line}:5: error[GS120]: unknown key `titel` in a scenario"
    ]
    file.write_text(text.replace("heap == 7", "heap == 6"), encoding="utf-8")  # wrong, but sound
    assert run("validate", file).exit_code == 0
    assert run("test", "heap").exit_code == 1


@pytest.mark.parametrize("folder", [".", "heap", "heap/scenarios"])
def test_scenarios_are_checked_against_their_game(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    """`validate` reports names in scenarios that their game does not have, from whatever folder."""
    write({"heap/scenarios/more.yaml": scenarios(("M-1", "", "haep == 7"), ("M-2", "miser", "heap == 7"))})
    file = os.path.relpath(here / "heap/scenarios/more.yaml", here / folder)
    monkeypatch.chdir(here / folder)
    outcome = run("validate", file, "--format", "concise")
    assert outcome.stdout.splitlines() == [
        f"{file}:3:49: error[GS201]: unknown name `haep`",
        f"{file}:4:51: error[GS201]: there is no variant `miser`",
    ]
    write({str(here / "heap/game.yaml"): "language: 1\ngame: heap\n"})
    assert "haep" not in run("validate", file).output, "the game has a mistake, which is told for itself"


@pytest.mark.usefixtures("own")
def test_scenarios_of_overlays_are_checked_against_them(run: Run) -> None:
    """Where a folder has overlays only, scenarios name the one or the several that they are about."""
    said = [("O-1", "mine+other", "haep == 7"), ("O-2", "third", "heap == 7"), ("O-3", "", "heap == 7")]
    write({"own/scenarios/own.yaml": scenarios(*said)})
    outcome = run("validate", "--format", "concise")
    assert [line.partition(": ")[2] for line in outcome.stdout.splitlines()] == [
        "error[GS201]: unknown name `haep`",
        "error[GS201]: there is no overlay `third` here, so this is not run",
        "error[GS121]: missing `variant`",
    ]


@pytest.mark.usefixtures("here")
def test_an_id_given_twice_is_told_without_running(run: Run) -> None:
    """`validate` reports an id that two scenarios of a folder have, once, at the later one."""
    write({"heap/scenarios/more.yaml": scenarios(("HEAP-2", "", "heap == 7"))})
    said = "heap/scenarios/more.yaml:3:10: error[GS202]: there are two scenarios `HEAP-2`"
    for paths in (
        ("heap/scenarios/more.yaml",),
        ("heap/scenarios/heap.yaml", "heap/scenarios/more.yaml"),
        (),
    ):
        outcome = run("validate", *paths, "--format", "concise")
        assert outcome.exit_code == 1
        assert [line for line in outcome.stdout.splitlines() if "GS202" in line] == [said]


# --- validate --fix --------------------------------------------------------------------------------------


def test_what_has_one_cure_is_cured_in_the_files(run: Run, here: Path) -> None:
    """Cures are written, also those of mistakes that others hid, and everything else is kept as it is."""
    game, other = here / "heap/game.yaml", here / "heap/scenarios/heap.yaml"
    text = game.read_text(encoding="utf-8")
    wrong = text.replace("heap == 0", "hepa == 0", 1).replace("title:", "titel:", 1)
    game.write_bytes(b"\xef\xbb\xbf" + wrong.replace("\n", "\r\n").encode())
    scenario = other.read_text(encoding="utf-8")
    other.write_text(scenario.replace("heap == 7", "haep == 7"), encoding="utf-8")
    outcome = run("validate", "heap", "--fix")
    assert (outcome.exit_code, outcome.stdout, outcome.stderr) == (0, "", "3 mistakes cured in 2 files\n")
    assert game.read_bytes() == b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    assert other.read_text(encoding="utf-8") == scenario


@pytest.mark.usefixtures("here")
def test_what_somebody_has_to_decide_is_left(run: Run) -> None:
    """A mistake without a cure, or with one that makes a rule, is reported, and the file stays as it is."""
    text = the_heap().replace("heap == 0", "zzzzz == 0").replace("start: size", "start: 99")
    write({"heap/game.yaml": text})
    outcome = run("validate", "heap", "--fix", "--format", "concise")
    assert outcome.exit_code == 1
    assert "unknown name `zzzzz`" in outcome.stdout
    assert "`99` never fits into" in outcome.stdout
    assert "0 mistakes cured in 0 files" in outcome.stderr
    assert the_heap() == text


@pytest.mark.usefixtures("here")
def test_only_files_that_are_named_are_cured(run: Run) -> None:
    """A game that a named overlay extends is read, and its mistakes are told, but its file is not changed."""
    text = the_heap().replace("title:", "titel:", 1)
    write({"heap/game.yaml": text, "own/mine.yaml": OVERLAY.format("mine", "../heap", "size", 9)})
    outcome = run("validate", "own/mine.yaml", "--reach", "heap", "--fix")
    assert outcome.exit_code == 1
    assert "unknown key `titel`" in outcome.stdout
    assert the_heap() == text


@pytest.mark.usefixtures("here")
def test_files_that_a_name_finds_are_cured(run: Run, here: Path) -> None:
    """The game and the overlays after a `+` are named, so they are cured; what else they extend is not."""
    text = the_heap()
    write({"heap/game.yaml": text.replace("title:", "titel:", 1)})
    overlay = OVERLAY.format("mine", "heap", "size", 9)
    write({"heap/variants/mine.yaml": overlay.replace("title", "titel")})
    outcome = run("validate", "heap+mine", "--fix")
    assert (outcome.exit_code, outcome.stderr) == (0, "2 mistakes cured in 2 files\n")
    assert the_heap() == text
    assert (here / "heap/variants/mine.yaml").read_text(encoding="utf-8") == overlay


@pytest.mark.usefixtures("here")
def test_a_mistake_of_a_file_alone_is_not_that_of_an_edit(run: Run) -> None:
    """What is wrong with a game without its overlay is told at its place, with what to write."""
    write({"heap/game.yaml": the_heap().replace("title:", "titel:", 1)})
    write({"heap/variants/mine.yaml": OVERLAY.format("mine", "heap", "size", 9)})
    outcome = run("validate", "heap+mine", "--format", "concise")
    assert "because of this edit" not in outcome.stdout
    assert "heap/game.yaml" in outcome.stdout
    assert len(outcome.stdout.splitlines()) == 1


@pytest.mark.usefixtures("here")
def test_no_file_of_the_package_is_cured(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever names it, a file inside the installed package stays as it is."""
    text = the_heap().replace("title:", "titel:", 1)
    write({"heap/game.yaml": text})
    monkeypatch.setattr(fixing, "PACKAGE", here / "heap")
    for name in ("heap", "heap/game.yaml", "."):
        assert "0 mistakes cured in 0 files" in run("validate", name, "--fix").stderr
    assert the_heap() == text


def test_a_cure_that_does_not_help_is_taken_back(tmp_path: Path) -> None:
    """If a mistake stays although its cure was made, the text is as it was, and nothing else is tried."""
    file = tmp_path / "game.yaml"
    file.write_text("ab", encoding="utf-8")

    def check() -> list[Diagnostic]:
        span = Source(str(file), file.read_text(encoding="utf-8")).span(0, 1)
        cure = Cure("write `b`", (Edit(span, "b"),))
        return [Diagnostic("GS101", "wrong", Remark(span), remedies=(cure,))]

    assert fixed(check, [tmp_path]) == []
    assert file.read_text(encoding="utf-8") == "ab"


SEVENTH = ("when: heap == 0", "when: heap == 99")
"""Without an end, the heap is empty one day, and nobody can take from it."""


def test_a_fault_is_found_by_playing(run: Run, heap: Path) -> None:
    """`validate --play` reports what ends random games, and what is sound plays to its end."""
    assert run("validate", heap, "--play", "3").output == ""
    game = heap / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace(*SEVENTH), encoding="utf-8")
    assert "GS501" not in run("validate", heap, "--format", "concise").output
    outcome = run("validate", heap, "--play", "3")
    assert outcome.exit_code == 1
    assert outcome.stdout.count("error[GS501]: nobody can answer: there is no option") == 1
    assert "= note: in a random game for 2 players, at decision " in outcome.stdout
    assert run("validate", heap, "--play", "3").stdout == outcome.stdout


@pytest.mark.usefixtures("here")
def test_scenarios_in_files_that_are_not_read_are_told(run: Run) -> None:
    """A scenario file is reported as not run if its name ends in `.yml` or if there is no game beside it."""
    write({"heap/scenarios/more.yml": scenarios(), "drafts/d.yaml": scenarios(("D", "", "heap == 7"))})
    for command in ("validate", "test"):
        outcome = run(command)
        assert outcome.exit_code == 1
        assert "`more.yml` is not read: files of scenarios end in `.yaml`" in outcome.output
        assert "is not run: it belongs to no game" in outcome.output


# --- test ------------------------------------------------------------------------------------------------


def ran(outcome: Result) -> list[tuple[str, str, bool]]:
    """Return the id and the game of each scenario that was run, and whether it passed."""
    return [(each["id"], each["game"], each["passed"]) for each in json.loads(outcome.stdout)]


@pytest.mark.usefixtures("own")
def test_test_runs_each_scenario_once(run: Run) -> None:
    """`test` runs each scenario exactly once.

    The scenarios are for a game, for a variant, for one overlay, and for two overlays together.
    """
    outcome = run("test", "--format", "json")
    assert outcome.exit_code == 0, outcome.output
    assert ran(outcome) == [
        ("HEAP-1", "heap", True),
        ("HEAP-2", "heap", True),
        ("MISERE-1", "heap", True),
        ("O-1", "mine", True),
        ("O-2", "other", True),
        ("O-3", "mine", True),
    ]
    assert run("test").stdout == "6 scenarios, 0 failed\n"


@pytest.mark.usefixtures("own")
def test_a_scenario_that_nothing_runs_is_told(run: Run) -> None:
    """A scenario for an overlay that does not exist is reported at the place where the overlay is named.

    A scenario that lacks `variant` is reported just once.
    """
    text = scenarios(("L-1", "gone", "heap == 9"), ("L-2", "", "heap == 9"))
    write({"own/scenarios/lost.yaml": text})
    column = text.splitlines()[2].index("gone") + 1
    outcome = run("test")
    assert outcome.exit_code == 1
    assert f"own/scenarios/lost.yaml:3:{column}" in outcome.stderr
    assert "there is no overlay `gone` here, so this is not run" in outcome.stderr
    assert outcome.stdout.count("missing `variant`") == 1
    assert outcome.stdout.splitlines()[-1] == "7 scenarios, 1 failed, 1 error"


@pytest.mark.usefixtures("own")
def test_a_broken_game_among_many(run: Run) -> None:
    """The mistakes of a broken game are reported, and the scenarios of the other games still run."""
    write({"bad/game.yaml": the_heap().replace("n <= heap", "n <= x")})
    outcome = run("test", "--format", "json")
    assert outcome.exit_code == 1
    assert len(ran(outcome)) == 6
    assert "bad/game.yaml:15:40" in outcome.stderr


@pytest.mark.usefixtures("here")
def test_a_game_without_scenarios_is_told(run: Run) -> None:
    """A game or overlay without scenarios is reported, even if the command line did not name it."""
    game = the_heap()
    write(
        {
            "bare/game.yaml": game.replace("game: heap", "game: bare"),
            "lone/x.yaml": OVERLAY.format("lone", "../heap", "size", 4),
        }
    )
    outcome = run("test")
    assert outcome.exit_code == 1
    assert "`bare` has no scenarios in `bare/scenarios`\n" in outcome.stderr
    assert "`lone` has no scenarios in `lone/scenarios`\n" in outcome.stderr
    assert outcome.stdout == "3 scenarios, 0 failed, 2 errors\n"


def test_a_game_in_a_file_of_another_name(run: Run, here: Path) -> None:
    """Scenarios belong to the game beside their folder, even if its file is not called `game.yaml`."""
    (here / "heap" / "game.yaml").rename(here / "heap" / "pile.yaml")
    (here / "heap" / "variants" / "misere.yaml").unlink()
    (here / "heap" / "scenarios" / "misere.yaml").unlink()
    assert run("test").stdout == "2 scenarios, 0 failed\n"


@pytest.mark.usefixtures("here")
def test_scenarios_alone_are_not_run(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inside a folder `scenarios`, `validate` checks the files, but `test` gives status 2.

    The reason is that `test` finds no game or overlay there.
    """
    monkeypatch.chdir("heap/scenarios")
    assert run("validate").exit_code == 0
    outcome = run("test")
    assert (outcome.exit_code, outcome.stdout) == (2, "")
    assert "there is no game or overlay below `.`" in outcome.stderr


@pytest.mark.usefixtures("own")
def test_failures_name_their_places(run: Run) -> None:
    """JSON and GitHub output give the file and line of a failed scenario, or of a mistake in a scenario."""
    text = scenarios(("X-1", "mine", "heap == 8"), ("X-2", "mine", "haep == 9"))
    write({"own/scenarios/bad.yaml": text})
    name = text.splitlines()[3].index("haep") + 1
    outcome = run("test", "--format", "json")
    assert outcome.exit_code == 1
    failed = [each for each in json.loads(outcome.stdout) if not each["passed"]]
    assert [(each["id"], each["file"], each["line"]) for each in failed] == [
        ("X-1", "own/scenarios/bad.yaml", 3), ("X-2", "own/scenarios/bad.yaml", 4),
    ]  # fmt: skip
    lines = run("test", "--format", "github").stdout.splitlines()
    where = "::error file=own/scenarios/bad.yaml"
    assert [line.split("%0A")[0] for line in lines] == [
        f"{where},line=3,col=10,endLine=3,endColumn=13,title=X-1::X-1",
        f"{where},line=4,col={name},endLine=4,endColumn={name + 4},title=GS201::unknown name `haep`",
    ]


@pytest.mark.usefixtures("here")
def test_mistakes_of_games_for_github(run: Run) -> None:
    """`test --format github` reports the mistakes of a game on standard output, just as `validate` does."""
    write({"bad/game.yaml": the_heap().replace("n <= heap", "n <= x")})
    outcome = run("test", "--format", "github")
    assert outcome.stdout.startswith(
        "::error file=bad/game.yaml,line=15,col=40,endLine=15,endColumn=41,title=GS201::"
    )
    assert "error" not in outcome.stderr


@pytest.mark.usefixtures("own")
def test_coverage_of_many(run: Run) -> None:
    """With `--coverage`, the coverage of each game and each overlay is measured separately."""
    lines = run("test", "--coverage", "0").stdout.splitlines()
    assert [line.split(",")[0] for line in lines if "random game" in line] == [
        "heap",
        "mine",
        "other",
        "mine",
    ]


def test_required_ids_may_be_anywhere_below(run: Run, own: Path) -> None:
    """`--require` looks for the required ids among the scenarios of all games in the folder."""
    (own / "ids.txt").write_text("HEAP-1\nO-3\n", encoding="utf-8")
    assert run("test", "--require", "ids.txt").exit_code == 0
    (own / "ids.txt").write_text("HEAP-1\nO-5\n", encoding="utf-8")
    assert "no scenario has the id `O-5`" in run("test", "--require", "ids.txt").stderr


CHECKED = """\
language: 1
game: checked
title: Checked
players: 2
options: {dice: {type: 1..5, default: 3}, wild: {type: bool, default: true}}
variables: {coins: {type: 0..9, start: 4}}
actions: {wait: {do: []}}
phases: {play: {turns: clockwise, do: [{offer: [wait]}]}}
limit: {decisions: 4, then: draw}
"""


@pytest.mark.parametrize(
    ("condition", "values"),
    [
        ("dice == 2", ["`dice` is 3"]),
        ("coins == 2 * dice", ["`coins` is 4", "`dice` is 3"]),
        ("not wild", ["`wild` is true"]),
        ("wild and dice > 4", ["`wild` is true", "`dice` is 3"]),
    ],
)
def test_a_failed_expectation_shows_options(
    run: Run, tmp_path: Path, condition: str, values: list[str]
) -> None:
    """What a failed expectation names is shown with its value, at the start and for options, too."""
    (tmp_path / "game.yaml").write_text(CHECKED, encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    scenario = f"{{id: C-1, title: a, heading: A, players: 2, then: [{condition}]}}"
    text = f"language: 1\nscenarios:\n  - {scenario}\n"
    (tmp_path / "scenarios" / "checked.yaml").write_text(text, encoding="utf-8")
    told = run("test", tmp_path).stdout.partition("expected ")[2].partition("what happened")[0]
    assert [line.strip() for line in told.splitlines()[1:] if line.strip()] == values
