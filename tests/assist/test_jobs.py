"""Tests for what is behind the tools: processes that are ended, the manual, keys, and games in play."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

from gamespec.system.resources import directory
from interpreter.cli.assist import declared, playing
from interpreter.cli.assist.keys import describe_keys
from interpreter.cli.assist.manual import LONGEST, read_manual, search_manual
from interpreter.cli.assist.measuring import until
from interpreter.cli.assist.tables import MOST, Tables
from interpreter.cli.assist.worker import JOBS
from interpreter.cli.assist.workers import Workers
from interpreter.cli.common.boundary import Stop
from interpreter.cli.help.pages import headings, pages

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

    Run = Callable[..., Result]


async def untold(_done: float, _total: float | None, _text: str) -> None:
    """Take a report of progress, and do nothing."""


def arguments(tool: str, **given: Any) -> dict[str, Any]:
    """Return the arguments of a call with their defaults."""
    (found,) = (each for each in declared.TOOLS if each.name == tool)
    return found.read(given)


def test_every_tool_has_a_job() -> None:
    """Each tool has a job, and each job a function with its name in the module that is named."""
    assert JOBS.keys() == {tool.name for tool in declared.TOOLS}
    for job, module in JOBS.items():
        path = Path(declared.__file__).with_name(f"{module}.py")
        assert f"\ndef {job}(" in path.read_text(encoding="utf-8")


def test_a_job_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    """A job is ended after its time, with its process; the next job gets another process."""

    async def run() -> None:
        workers = Workers(tmp_path)
        begun = monotonic()
        long = arguments("simulate_games", game="hearts", games=1_000_000, seconds=100)
        with pytest.raises(Stop, match="`simulate_games` took more than 3 seconds and was ended"):
            await workers.run("simulate_games", long, 3.0, untold)
        assert monotonic() - begun < 10
        found = await workers.run("read_manual", arguments("read_manual", page="GS201"), 30.0, untold)
        assert found["page"] == "GS201"
        await workers.close()

    asyncio.run(run())


@pytest.mark.skipif(sys.platform == "win32", reason="nothing there ends the waiting of a thread")
def test_time_is_up_also_while_games_are_waited_for() -> None:
    """The block ends soon after its time, though the main thread does nothing but wait."""
    begun = monotonic()
    with until(0.2) as cut:
        Event().wait(30)
    assert monotonic() - begun < 15
    assert cut == ["the time was up after 0.2 seconds"]


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
def test_no_process_stays(tmp_path: Path) -> None:
    """After a job was cancelled and the workers were closed, none of their processes is left."""

    def children() -> set[str]:
        return set(Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text("ascii").split())

    async def run() -> None:
        workers = Workers(tmp_path)
        await workers.warm()
        long = arguments("simulate_games", game="hearts", games=1_000_000, bots=["mcts:50"], seconds=100)
        task = asyncio.create_task(workers.run("simulate_games", long, 200.0, untold))
        await asyncio.sleep(5)
        assert children() > before
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await workers.close()
        await asyncio.sleep(0.2)

    before = children()
    asyncio.run(run())
    assert children() <= before


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("follow suit trick", "mechanisms"),
        ("sealed bid auction", "auctions"),
        ("hidden dice under a cup", "hidden-information"),
        ("draw a board with a diagram of cells", "language"),
        ("pieces slide and leave no king in check", "sliding-and-jumping-pieces"),
        ("write a scenario with a fixed die", "write-scenarios"),
        ("confidence interval of the win share", "measures"),
        ("what does GS303 mean", "GS303"),
        ("scenario format", "short-answers"),
        ("fix the result of a die in a scenario", "write-scenarios"),
        ("lookup table", "short-answers"),
        ("which cell a component lies in", "short-answers"),
        ("player gets coins from the bank", "short-answers"),
    ],
)
def test_the_manual_is_found_by_words(words: str, page: str) -> None:
    """For these words, one of the first four sections is on the page that an author would name."""
    found = search_manual(Path(), {"words": words, "limit": 4}, None)["sections"]
    assert page in {each["page"] for each in found}, found


def test_nothing_is_found_for_nothing() -> None:
    """Words that the manual does not contain lead nowhere."""
    assert search_manual(Path(), {"words": "zyzzyva qwxy", "limit": 4}, None) == {"sections": []}


def test_every_page_can_be_read_to_its_end() -> None:
    """A page that is too long for one answer names its sections, and each of them can be read."""
    long = []
    for name, _path in pages():
        found = read_manual(Path(), {"page": name, "section": None}, None)
        assert len(found["text"]) <= LONGEST
        if found.get("cut"):
            long.append((name, found["sections"]))
    assert long
    for name, sections in long[:3]:
        for section in sections[:10]:
            assert read_manual(Path(), {"page": name, "section": section}, None)["text"].startswith("#")
    language = (directory("docs") / "reference" / "language.md").read_text(encoding="utf-8")
    assert dict(long)["language"] == [each[2] for each in headings(language)[1:]]


@pytest.mark.parametrize(
    ("at", "key"),
    [
        ("", "phases"),
        ("components", "attributes"),
        ("zones.hand", "seen_by"),
        ("phases.day.do", "offer"),
        ("phases.do.move", "to"),
        ("phases.do.for.do.choose", "by"),
        ("actions.play.with", "from"),
        ("setup.move", "to"),
        ("spaces.board.grid", "shape"),
        ("end", "winner"),
        ("view.zones", "label"),
    ],
)
def test_keys_are_described(at: str, key: str) -> None:
    """The keys at a place are listed, whether the names that authors choose stand in the path or not."""
    if at == "view.zones":
        key = "stands"
    found = describe_keys(Path(), {"file": "game", "at": at}, None)
    assert key in {each["key"] for each in found["keys"]}, found
    assert all(each["means"] for each in found["keys"])


def test_every_key_of_a_game_is_described() -> None:
    """Each key at the top of a file leads to keys below it, or to what its value is."""
    for file in ("game", "scenarios", "variant", "bands"):
        for each in describe_keys(Path(), {"file": file, "at": ""}, None)["keys"]:
            below = describe_keys(Path(), {"file": file, "at": each["key"]}, None)
            assert below["keys"] or below["value"], (file, each)


def test_a_game_goes_on_in_another_process(tmp_path: Path) -> None:
    """A record has all that a game needs: forgotten by its process, the game is replayed from it."""
    given = arguments("begin_game", game="trapper", seed=9, seats=["me", "greedy"], form="json")
    given["id"] = "one"
    begun = playing.begin_game(tmp_path, given, None)
    for _ in range(3):
        option = begun["position"]["options"][0]["number"]
        begun = playing.choose(tmp_path, {"record": begun["record"], "option": option}, None)
    record = json.loads(json.dumps(begun["record"]))
    playing.KEPT.clear()  # as in a new process
    again = playing.look(tmp_path, {"record": record, "seat": None, "form": None}, None)
    assert again["position"] == begun["position"]


def test_changed_rules_end_a_game(tmp_path: Path) -> None:
    """If the rules were edited and the game has to be replayed, it is refused."""
    place = tmp_path / "game.yaml"
    rules = (directory("games") / "kuhn-poker" / "game.yaml").read_text(encoding="utf-8")
    place.write_text(rules, encoding="utf-8")
    given = {**arguments("begin_game", game=".", seed=1), "id": "two"}
    record = playing.begin_game(tmp_path, given, None)["record"]
    place.write_text(f"{rules}\nrulings: {{x: {{heading: H, says: S.}}}}\n", encoding="utf-8")
    playing.KEPT.clear()  # as in a new process
    with pytest.raises(Stop, match="the rules have changed since this game began"):
        playing.look(tmp_path, {"record": record, "seat": None, "form": None}, None)


def test_the_oldest_game_gives_way() -> None:
    """There are at most `MOST` games; the one that was not played for the longest time ends."""
    tables = Tables()
    for _ in range(MOST):
        tables.add({"id": tables.new_id()})
    tables.find("game-1")
    tables.add({"id": tables.new_id()})
    assert tables.find("game-1").record == {"id": "game-1"}
    with pytest.raises(Stop, match="no game has the id `game-2`"):
        tables.find("game-2")


@pytest.mark.parametrize("library", ["mcp", "pydantic"])
def test_without_its_libraries(library: str, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """If the SDK is missing, the message says how to install it."""
    ours = [name for name in sys.modules if name.startswith("interpreter.cli.assist.")]
    for name in ours:
        if not name.endswith(".mcp"):
            monkeypatch.delitem(sys.modules, name)
    for name in [library, *(name for name in sys.modules if name.startswith(f"{library}."))]:
        monkeypatch.setitem(sys.modules, name, None)
    shown = run("mcp")
    assert shown.exit_code == 2
    assert "which is not installed" in shown.stderr
    assert "pip install 'gamespec[mcp]'" in shown.stderr


def test_the_root_must_be_a_folder(run: Run, tmp_path: Path) -> None:
    """A root that is no folder is refused with status 2."""
    shown = run("mcp", tmp_path / "nowhere")
    assert shown.exit_code == 2
    assert "is not a folder" in shown.stderr
