"""Tests for `gamespec list`, `show`, `validate`, `explain` and `test`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import gamespec
from gamespec.text.codes import CODES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]


def test_list_has_a_line_for_each_game(run: Run) -> None:
    """`gamespec list` prints one line per shipped game, which begins with the game's id."""
    outcome = run("list")
    assert outcome.exit_code == 0
    lines = outcome.stdout.splitlines()
    assert lines[0].split() == ["game", "title", "players", "options", "variants"]
    assert [line.split()[0] for line in lines[1:]] == gamespec.games()


def test_show_names_all_parts(run: Run, heap: Path) -> None:
    """`show` prints a game's options with types and defaults, its actions, phases, ends and rulings."""
    outcome = run("show", heap)
    assert outcome.exit_code == 0
    lines = [" ".join(line.split()) for line in outcome.stdout.splitlines()]
    assert lines[0] == "Heap"
    assert "size 3..20 7 Counters in the heap" in lines
    assert "take n take {n} of {heap}" in lines
    assert "play turns clockwise" in lines
    assert "start: Who begins" in lines
    assert "empty winner the(taker) when heap == 0" in lines


def test_show_in_another_language(run: Run, heap: Path) -> None:
    """`--lang de` shows the texts of a game in German wherever the game has a German text."""
    shown = run("show", heap, "--lang", "de").stdout
    assert shown.startswith("Haufen\n")
    assert "Steine im Haufen" in shown


def test_show_tells_what_an_option_is_set_to(run: Run, heap: Path) -> None:
    """If an option is set with `--set`, `show` prints its value beside its default."""
    lines = run("show", heap, "--set", "size=9").stdout.splitlines()
    assert any(line.split()[:4] == ["size", "3..20", "7", "9"] for line in lines)


def test_show_as_markdown(run: Run, heap: Path) -> None:
    """`--format markdown` prints a game's options, course of play, actions, ends and rulings."""
    file = heap / "game.yaml"
    text = file.read_text(encoding="utf-8").replace("player?}", "player?}  # who has the last | so far")
    file.write_text(text, encoding="utf-8")
    outcome = run("show", heap, "--format", "markdown")
    assert outcome.exit_code == 0, outcome.output
    lines = outcome.stdout.splitlines()
    assert lines[:3] == ["# Heap", "", "Whoever takes the last counter wins."]
    assert "| `size` | 3 to 20 | `7` | Counters in the heap |" in lines
    assert "| `taker` | player or none | everyone | who has the last \\| so far |" in lines
    assert "1. **play**: turns clockwise" in lines
    assert "   - offers `take`" in lines
    assert "- **take**: take *n* of *heap*" in lines
    assert "- empty: when `heap == 0`, `the(taker)` wins" in lines
    assert "- **Who begins**: The first seat takes first." in lines
    assert "## Zones" not in lines
    assert "## Variants" not in lines


def test_show_as_markdown_has_variables_that_begin_again(run: Run, heap: Path) -> None:
    """The Markdown page lists every variable that is reset each turn or after a phase.

    Such a variable is listed even if the specification has no comment on it.
    """
    file = heap / "game.yaml"
    for lasts, says in (("turn", "begins again each turn"), ("play", "begins again after play")):
        text = file.read_text(encoding="utf-8").replace("player?}", f"player?, lasts: {lasts}}}")
        (heap / "again.yaml").write_text(text, encoding="utf-8")
        lines = run("show", heap / "again.yaml", "--format", "markdown").stdout.splitlines()
        assert f"| `taker` | player or none | everyone | {says} |" in lines


def test_show_as_markdown_has_invariants(run: Run, heap: Path) -> None:
    """The Markdown page lists each invariant with its rule in words and the times at which it is checked."""
    file = heap / "game.yaml"
    more = """\
invariants:
  some_left: {is: heap > 0, says: {en: Something is left, de: Etwas ist da.}}
  few: {is: heap <= 20, at: step}  # as many as fit
  real: {is: "taker == none or taker == player or heap < size", at: turn, per: player}
  no_rest: {is: heap == 0, at: end}
  enough: {before: take, is: n <= heap}
  fewer: {after: take, is: heap == old(heap) - n}
end:
"""
    file.write_text(file.read_text(encoding="utf-8").replace("end:\n", more), encoding="utf-8")
    lines = run("show", heap, "--format", "markdown").stdout.splitlines()
    first = lines.index("## Invariants") + 2
    assert lines[first : first + 7] == [
        "- some left: Something is left. `heap > 0`, before each decision and when the game is over",
        "- few: `heap <= 20`, after each step that changes something; as many as fit",
        "- real: `taker == none or taker == player or heap < size`, at the end of each turn, for each player",
        "- no rest: `heap == 0`, when the game is over",
        "- enough: `n <= heap`, before `take`",
        "- fewer: `heap == old(heap) - n`, after `take`",
        "",
    ]
    german = run("show", heap, "--format", "markdown", "--lang", "de").stdout
    assert "- some left: Etwas ist da. `heap > 0`" in german


def test_show_as_markdown_in_another_language(run: Run, heap: Path) -> None:
    """With `--lang de`, the Markdown page has the German texts of the game."""
    shown = run("show", heap, "--format", "markdown", "--lang", "de").stdout
    assert "- **take**: nimm *n* von *heap*" in shown


def test_show_as_markdown_has_the_variants(run: Run, heap: Path) -> None:
    """The Markdown page lists each variant with its title, its comment and the options that it changes."""
    (heap / "variants").mkdir()
    file = heap / "variants" / "big.yaml"
    file.write_text(
        "# More of it.\ngame: heap-big\ntitle: Big heap\nextends: heap\n"
        "edit:\n  - set: {options.size.default: 20}\n",
        encoding="utf-8",
    )
    shown = run("show", heap, "--format", "markdown").stdout
    assert "| `big` | Big heap | More of it. Options: `size` 20. |" in shown


def test_show_is_either_yaml_or_markdown(run: Run, heap: Path) -> None:
    """`--resolved`, which prints YAML, is refused together with `--format markdown`."""
    outcome = run("show", heap, "--resolved", "--format", "markdown")
    assert (outcome.exit_code, outcome.stdout) == (2, "")


def test_validate_is_silent_about_a_sound_game(run: Run, heap: Path) -> None:
    """`validate` prints nothing about a sound game, unless `-v` asks for a message."""
    outcome = run("validate", heap, heap / "game.yaml")
    assert (outcome.exit_code, outcome.output) == (0, "")
    assert "nothing to report" in run("validate", "-v", heap).stderr


def test_validate_reports_every_mistake(run: Run, broken: Path) -> None:
    """`validate` reports the two mistakes of the broken game in one run, with status 1."""
    outcome = run("validate", broken, "--format", "concise")
    assert outcome.exit_code == 1
    assert "takr" in outcome.stdout
    assert "haep" in outcome.stdout


def test_validate_json_is_a_list(run: Run, heap: Path, broken: Path) -> None:
    """`--format json` prints a single list for all paths, which is empty if there are no mistakes."""
    assert json.loads(run("validate", heap, "--format", "json").stdout) == []
    found = json.loads(run("validate", heap, broken, "--format", "json").stdout)
    assert [finding["code"] for finding in found] == ["GS201", "GS201"]


def test_one_bad_path_does_not_stop_the_others(run: Run, broken: Path) -> None:
    """A path that cannot be checked is reported with status 2, and the other paths are still checked."""
    outcome = run("validate", broken / "no.yaml", broken)
    assert outcome.exit_code == 2
    assert "no.yaml" in outcome.stderr
    assert "takr" in outcome.stdout


@pytest.mark.parametrize("name", ["GS101", "gs101", CODES["GS101"].slug])
def test_explain_prints_the_page(run: Run, name: str) -> None:
    """`gamespec explain` prints the page on a code, which can be given in either case or by its slug."""
    outcome = run("explain", name)
    assert outcome.exit_code == 0
    assert "GS101" in outcome.stdout


def test_explain_knows_no_such_code(run: Run) -> None:
    """An unknown code is refused with status 2, and the error suggests the closest codes."""
    outcome = run("explain", "GS1O1")
    assert outcome.exit_code == 2
    assert "GS101" in outcome.stderr


def test_scenarios_that_hold(run: Run, heap: Path) -> None:
    """If all scenarios hold, `test` prints their number, and the status is 0."""
    outcome = run("test", heap)
    assert outcome.exit_code == 0, outcome.output
    assert outcome.stdout == "2 scenarios, 0 failed\n"


def test_a_scenario_that_fails_is_reported(run: Run, heap: Path) -> None:
    """A failed scenario is named together with the condition that fails, and the status is 1."""
    file = heap / "scenarios" / "heap.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("heap == 7", "heap == 8"), encoding="utf-8")
    outcome = run("test", heap)
    assert outcome.exit_code == 1
    assert "FAILED heap HEAP-2: Nobody takes four" in outcome.stdout
    assert "heap == 8" in outcome.stdout
    assert "2 scenarios, 1 failed" in outcome.stdout


def test_scenarios_as_json(run: Run, heap: Path) -> None:
    """`test --format json` prints one record per scenario."""
    records = json.loads(run("test", heap, "--format", "json").stdout)
    assert [record["id"] for record in records] == ["HEAP-1", "HEAP-2"]
    assert all(record["passed"] and record["game"] == "heap" for record in records)
    assert all({"id", "game", "variant", "passed", "seconds"} <= record.keys() for record in records)


def test_required_ids(run: Run, heap: Path, tmp_path: Path) -> None:
    """`--require FILE` gives status 1 if an id in the file belongs to no scenario, and names that id."""
    ids = tmp_path / "ids.txt"
    ids.write_text("# rulings\nHEAP-1  # the end\n\nHEAP-2\n", encoding="utf-8")
    assert run("test", heap, "--require", ids).exit_code == 0
    ids.write_text("HEAP-1\nHEAP-9\n", encoding="utf-8")
    outcome = run("test", heap, "--require", ids)
    assert outcome.exit_code == 1
    assert outcome.stderr == "no scenario has the id `HEAP-9`\n"


def test_coverage_names_what_nothing_reached(run: Run, heap: Path) -> None:
    """`--coverage N` lists the places in the rules that nothing reaches.

    They are reached neither by scenarios nor by N random games for each number of players. The step under the
    condition is only counted.
    """
    file = heap / "game.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(
        text.replace("    do:\n", "    do:\n      - {if: heap > size, then: [{stop: turn}]}\n", 1), "utf-8"
    )
    outcome = run("test", heap, "--coverage", "2")
    assert outcome.exit_code == 0, outcome.output
    first, second, third = outcome.stdout.splitlines()
    assert first == "2 scenarios, 0 failed"
    assert second.startswith("heap, with 4 random games: 2 of ")
    assert third.startswith(f"  {file}:17:")
    assert third.endswith(": `heap > size` never holds (and 1 part in it)")


def test_coverage_as_json(run: Run, heap: Path) -> None:
    """With `--coverage`, the JSON output has the scenario records and the places that nothing reaches."""
    found = json.loads(run("test", heap, "--coverage", "0", "--format", "json").stdout)
    assert [record["id"] for record in found["scenarios"]] == ["HEAP-1", "HEAP-2"]
    assert found["coverage"] == []
    (heap / "scenarios" / "heap.yaml").unlink()
    found = json.loads(run("test", heap, "--coverage", "0", "--format", "json").stdout)
    assert found["scenarios"] == []
    assert "action `take` is never taken" in [point["what"] for point in found["coverage"]]
    assert {"game", "file", "line", "column", "what"} == found["coverage"][0].keys()


def test_a_fault_in_a_random_game_is_told(run: Run, faulty: Path) -> None:
    """A fault in a random game is reported once and ends only that game, which still counts as coverage."""
    outcome = run("test", faulty, "--coverage", "3")
    assert outcome.exit_code == 0, outcome.output
    assert outcome.stderr.count("error[") == 1
    assert "faulty" not in outcome.stdout.splitlines()[0]
    assert "heap, with 6 random games: " in outcome.stdout


def test_what_cannot_be_read_is_an_error(run: Run, heap: Path) -> None:
    """A scenario file that cannot be read is an error with status 1, even if all other scenarios hold."""
    (heap / "scenarios" / "bad.yaml").write_text("scenarios: [", encoding="utf-8")
    outcome = run("test", heap)
    assert outcome.exit_code == 1
    assert outcome.stdout == "2 scenarios, 0 failed, 1 error\n"
    assert "error[GS101]" in outcome.stderr


def test_a_doubled_id_fails(run: Run, heap: Path) -> None:
    """If two scenarios have the same id, the first one runs and the second one fails."""
    text = "{language: 1, scenarios: [{id: HEAP-2, then: [heap == 8]}]}"
    (heap / "scenarios" / "more.yaml").write_text(text, encoding="utf-8")
    outcome = run("test", heap)
    assert outcome.exit_code == 1
    assert outcome.stdout.splitlines()[-1] == "3 scenarios, 1 failed"
    assert "there are two scenarios `HEAP-2`" in outcome.stdout


def test_no_scenarios_are_no_success(run: Run, heap: Path) -> None:
    """A game without scenarios is an error, and the message names the folder in which they belong."""
    (heap / "scenarios" / "heap.yaml").unlink()
    outcome = run("test", heap)
    assert (outcome.exit_code, outcome.stdout) == (1, "0 scenarios, 0 failed, 1 error\n")
    assert outcome.stderr == f"`heap` has no scenarios in `{heap / 'scenarios'}`\n"


def test_the_rest_runs_where_one_is_impossible(run: Run, heap: Path) -> None:
    """A scenario with an unknown stream, option or number of players fails, but the other ones still run."""
    text = """\
language: 1
scenarios:
  - {id: S, when: [{chance: dice, is: 3}], then: [heap == 7]}
  - {id: O, options: {sise: 3}, then: [heap == 7]}
  - {id: P, players: 99, then: [heap == 7]}
  - {id: GOOD, then: [heap == 7]}
"""
    (heap / "scenarios" / "more.yaml").write_text(text, encoding="utf-8")
    outcome = run("test", heap, "-v")
    assert outcome.exit_code == 1
    lines = outcome.stdout.splitlines()
    assert [line.split()[2] for line in lines if line.startswith("FAILED")] == ["S:", "O:", "P:"]
    assert "ok     heap GOOD: " in lines
    assert lines[-1] == "6 scenarios, 3 failed"


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/dev/zero", "`/dev/zero` is not a regular file"),
        ("/dev", "Invalid value"),
        ("/dev/null", "not a reg"),
    ],
)
def test_a_list_of_ids_is_a_file(run: Run, heap: Path, path: str, says: str) -> None:
    """`--require` accepts only a regular file."""
    outcome = run("test", heap, "--require", path)
    assert outcome.exit_code == 2
    assert says.lower() in outcome.stderr.lower()


def test_a_list_of_no_ids_is_refused(run: Run, heap: Path, tmp_path: Path) -> None:
    """`--require` refuses a file that contains no ids, because such a file cannot be intended."""
    ids = tmp_path / "ids"
    ids.write_text("# nothing yet\n", encoding="utf-8")
    assert run("test", heap, "--require", ids).exit_code == 2


def test_scenarios_of_any_file(run: Run, heap: Path, tmp_path: Path) -> None:
    """`--scenarios FILE` runs the scenarios in that file in place of those in the game's own folder."""
    text = "language: 1\nscenarios:\n  - {id: Q-1, then: [heap == SIZE]}\n"
    file = tmp_path / "questions.yaml"
    file.write_text(text.replace("SIZE", "7"), encoding="utf-8")
    outcome = run("test", heap, "--scenarios", file)
    assert (outcome.exit_code, outcome.stdout) == (0, "1 scenario, 0 failed\n")
    file.write_text(text.replace("SIZE", "8"), encoding="utf-8")
    outcome = run("test", heap, "--scenarios", file)
    assert outcome.exit_code == 1
    assert "questions.yaml:3:22: expected `heap == 8`" in outcome.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--scenarios", "none.yaml"], "`--scenarios` needs exactly one game"),
        (["trapper", "rufus", "--scenarios", "none.yaml"], "`--scenarios` needs exactly one game"),
        (["trapper", "--scenarios", "none.yaml"], "no file `none.yaml`"),
        (["trapper", "--scenarios", "none.yaml", "--bands"], "`--bands` plays games, and runs no scenarios"),
    ],
)
def test_scenarios_of_no_file(run: Run, arguments: list[str], says: str) -> None:
    """`--scenarios` is refused without exactly one game, with `--bands`, and if its file is missing."""
    outcome = run("test", *arguments)
    assert outcome.exit_code in {1, 2}
    assert says in outcome.stderr


def test_a_comment_that_accepts_a_warning_describes_nothing(run: Run, heap: Path) -> None:
    """`show` prints a comment beside a declaration as its description, unless it is for the checker."""
    file = heap / "game.yaml"
    text = file.read_text(encoding="utf-8")
    for said, shown in (("who has taken last", True), ("accept GS401: a variant asks for it", False)):
        changed = text.replace("player?}", f"player?}}  # {said}")
        assert changed != text
        file.write_text(changed, encoding="utf-8")
        assert (said in run("show", heap, "--format", "markdown").stdout) == shown
