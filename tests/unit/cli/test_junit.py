"""Tests for `gamespec test --junit`, which writes results in the form that CI services read.

What readers rely on is stated by `read`: the numbers of each suite are those of its cases, and no two cases
have the same class and name.
"""

from __future__ import annotations

import os
import re
import signal
import stat
from collections import Counter
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from interpreter.cli.test import tested

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

MORE = """\
  - id: HEAP-3
    title: "This <fails> & \\u0007"
    heading: End
    players: 2
    then:
      - heap == 6
  - id: HEAP-4
    title: This has a mistake
    headnig: End
    then:
      - heap == 7
"""


@pytest.fixture(autouse=True)
def here(heap: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the folder above the heap game the current one, and return it."""
    monkeypatch.chdir(heap.parent)
    return heap.parent


def read(file: Path) -> dict[str, list[ET.Element]]:
    """Return the cases of each suite, after checking the numbers and names in the file."""
    root = ET.parse(file).getroot()  # noqa: S314 - our own file
    suites = list(root)
    assert root.tag == "testsuites"
    assert {suite.tag for suite in suites} <= {"testsuite"}
    for owner, cases in ((root, root.findall("*/*")), *((suite, list(suite)) for suite in suites)):
        assert {case.tag for case in cases} <= {"testcase"}
        kinds = Counter(problem.tag for case in cases for problem in case)
        assert int(owner.attrib["tests"]) == len(cases)
        assert int(owner.attrib["failures"]) == kinds.pop("failure", 0)
        assert int(owner.attrib["errors"]) == kinds.pop("error", 0)
        assert not kinds
        total = sum(float(case.attrib["time"]) for case in cases)
        assert float(owner.attrib["time"]) == pytest.approx(total, abs=1e-6 * (len(cases) + 1))
    names = [(case.attrib["classname"], case.attrib["name"]) for case in root.iter("testcase")]
    assert len(set(names)) == len(names)
    return {suite.attrib["name"]: list(suite) for suite in suites}


def test_a_suite_for_each_file(run: Run, here: Path, misere: str) -> None:
    """Each file of scenarios is a suite; a case names the game and its variant, the file and the line."""
    assert misere
    outcome = run("test", "heap", "--junit", "results.xml")
    assert (outcome.exit_code, outcome.stdout) == (0, "3 scenarios, 0 failed\n")
    suites = read(here / "results.xml")
    assert list(suites) == ["heap/scenarios/heap.yaml", "heap/scenarios/misere.yaml"]
    first, second, third = (case.attrib for cases in suites.values() for case in cases)
    assert (first["classname"], first["name"]) == ("heap.heap", "HEAP-1: The last counter wins")
    assert (first["file"], first["line"]) == ("heap/scenarios/heap.yaml", "3")
    assert second["line"] == "13"
    assert third["classname"] == "heap+misere.misere"


def test_failures_and_errors_have_places(run: Run, here: Path) -> None:
    """A scenario that does not hold is a failure with its place, and one with a mistake is an error.

    The bell in a title, which XML cannot hold, is shown as a symbol.
    """
    with (here / "heap" / "scenarios" / "heap.yaml").open("a", encoding="utf-8") as file:
        file.write(MORE)
    assert run("test", "heap", "--junit", "results.xml").exit_code == 1
    (cases,) = read(here / "results.xml").values()
    assert [len(case) for case in cases] == [0, 0, 1, 1]
    assert cases[2].attrib["name"] == "HEAP-3: This <fails> & ␇"
    failure, error = cases[2][0], cases[3][0]
    assert failure.tag == "failure"
    assert failure.attrib["message"] == "heap/scenarios/heap.yaml:24:9: expected `heap == 6`"
    assert failure.text is not None
    assert failure.text.startswith("heap/scenarios/heap.yaml:19: This <fails>")
    assert error.tag == "error"
    assert error.attrib == {
        "type": "GS120",
        "message": "heap/scenarios/heap.yaml:27:5: unknown key `headnig` in a scenario",
    }


def test_what_keeps_scenarios_from_running_is_an_error(run: Run, here: Path, broken: Path) -> None:
    """Mistakes in a game, an unknown game, an id that is lacking and a game without scenarios are errors."""
    (here / "none").mkdir()
    text = (here / "heap" / "game.yaml").read_text(encoding="utf-8")
    (here / "none" / "game.yaml").write_text(text, encoding="utf-8")
    (here / "ids.txt").write_text("HEAP-1\nHEAP-9\n", encoding="utf-8")
    arguments = ("heap", broken.name, "none", "nosuch", "--require", "ids.txt", "--junit", "results.xml")
    assert run("test", *arguments).exit_code == 2
    suites = read(here / "results.xml")
    assert len(suites["broken/game.yaml"]) == 2
    said = [problem.attrib["message"] for cases in suites.values() for case in cases for problem in case]
    assert [re.sub(r"^broken/game.yaml:\d+:\d+: ", "", text) for text in said] == [
        "unknown name `haep`",
        "unknown name `takr`",
        "`heap` has no scenarios in `none/scenarios`",
        "there is no game or file `nosuch`",
        "no scenario has the id `HEAP-9`",
    ]


def test_nothing_to_run_is_no_success(run: Run, here: Path) -> None:
    """If the only game is unknown, the file has one error and no test that passes."""
    assert run("test", "nosuch", "--junit", "results.xml").exit_code == 2
    ((case,),) = read(here / "results.xml").values()
    assert case[0].tag == "error"


def test_the_same_id_in_two_games(run: Run, here: Path) -> None:
    """Two games with the same id have cases of the same names, of which the second gets a number."""
    (here / "copy" / "scenarios").mkdir(parents=True)
    for name in ("game.yaml", "scenarios/heap.yaml"):
        (here / "copy" / name).write_bytes((here / "heap" / name).read_bytes())
    assert run("test", "--junit", "results.xml").exit_code == 0
    names = [case.attrib["name"] for cases in read(here / "results.xml").values() for case in cases]
    assert names[1::2] == ["HEAP-2: Nobody takes four", "HEAP-2: Nobody takes four (2)"]


def test_an_interrupt_leaves_the_results_so_far(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the second scenario is interrupted, the file has the first one, and the status is 130."""
    usual, left = tested.run_scenario, 2

    def interrupted(*given: object) -> object:
        nonlocal left
        left -= 1
        if left == 0:
            signal.raise_signal(signal.SIGINT)
        return usual(*given)  # type: ignore[arg-type] # as it is called

    monkeypatch.setattr(tested, "run_scenario", interrupted)
    assert run("test", "heap", "--junit", "results.xml").exit_code == 130
    ((case,),) = read(here / "results.xml").values()
    assert case.attrib["name"] == "HEAP-1: The last counter wins"


def test_the_file_is_replaced(run: Run, here: Path) -> None:
    """Another run replaces the file as a whole, and leaves no draft behind."""
    (here / "a" / "b").mkdir(parents=True)
    for _ in range(2):
        assert run("test", "heap", "--junit", "a/b/results.xml").exit_code == 0
        assert [file.name for file in (here / "a" / "b").iterdir()] == ["results.xml"]


@pytest.mark.parametrize("path", [".", "heap", "heap/game.yaml/x.xml", "link.xml", "/dev/null", "no/x.xml"])
def test_files_that_cannot_be_written(run: Run, here: Path, path: str) -> None:
    """A path that cannot be written is refused with status 2 before any scenario runs."""
    (here / "link.xml").symlink_to(here / "heap" / "game.yaml")
    before = (here / "heap" / "game.yaml").read_bytes()
    for command in (("test", "heap", "--junit", path), ("validate", "heap", "--sarif", path)):
        outcome = run(*command)
        assert (outcome.exit_code, outcome.stdout) == (2, "")
        assert outcome.stderr.startswith("error: ")
    assert (here / "heap" / "game.yaml").read_bytes() == before
    assert not (here / "no").exists()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs modes that bind")
def test_a_file_without_leave_to_write(run: Run, here: Path) -> None:
    """A file that may not be written is refused before any scenario runs."""
    (here / "results.xml").touch(stat.S_IRUSR)
    assert run("test", "heap", "--junit", "results.xml").exit_code == 2


@pytest.mark.parametrize("other", ["--bands", "--base"])
def test_other_tests_have_no_such_file(run: Run, here: Path, misere: str, other: str) -> None:
    """With `--bands` or `--base`, which do not run a game's own scenarios, the option is refused."""
    outcome = run("test", misere, other, "--junit", "results.xml")
    assert (outcome.exit_code, outcome.stdout) == (2, "")
    assert not (here / "results.xml").exists()
