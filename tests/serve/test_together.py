"""Tests for what people do together at a table.

They undo answers, save and load games, write notes, change seats, and edit the rules.
"""

from __future__ import annotations

import json
import re
import stat
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest
from click.testing import CliRunner
from served import Page, Server, hosted, page, serving

from interpreter.bots import bot
from interpreter.cli.app import cli

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

TWO = ("--seats", "human,human", "--seed", "11")


def table(message: dict[str, Any]) -> bool:
    """Return whether a message shows the table."""
    return message["kind"] == "table"


def proposed(message: dict[str, Any]) -> bool:
    """Return whether a message shows the table with an open proposal."""
    return table(message) and message["proposal"] is not None


def after(answers: int) -> Callable[[dict[str, Any]], bool]:
    """Return a function that recognizes the table after `answers` answers, without an open proposal."""
    return lambda message: table(message) and message["answers"] == answers and message["proposal"] is None


def digest(server: Server) -> str:
    """Return the digest of the position that the server has saved."""
    kept: str = server.game["digest"]
    return kept


def command(*words: str, typed: str = "") -> Result:
    """Run a command and return its result; fail if the command would serve a table."""
    with mock.patch("interpreter.serve.server.run", side_effect=AssertionError("it serves")):
        return CliRunner().invoke(cli, words, input=typed)


def moved(pages: list[Page], numbers: list[int]) -> None:
    """For each of `numbers`, let the deciding player choose the option with this index in the list."""
    for number in numbers:
        (asked,) = [each for each in pages if each.table["asked"]]
        asked.answer(asked.table["asked"]["choices"][number]["number"])
        for each in pages:
            while each.table["revision"] < asked.table["revision"]:
                each.hear()


def test_undo_by_agreement(tmp_path: Path) -> None:
    """An answer is taken back if the other player agrees, and stays if the other player refuses."""
    with hosted(tmp_path, "tic-tac-toe", *TWO) as server, ExitStack() as stack:
        first, second = (stack.enter_context(page(server, who)) for who in ("p1", "p2"))
        before = digest(server)
        first.say("undo")
        assert first.refused() == "there is nothing to take back"
        moved([first, second], [4])
        one = digest(server)
        moved([first, second], [0])
        first.say("undo")
        asked = second.until(proposed)["proposal"]
        assert asked["asked"]
        assert asked["text"] == "X asks to go back to before answer 1"
        first.say("agree", proposal=asked["number"])
        assert first.refused() == "your agreement is not needed"
        second.say("undo")
        assert second.refused() == "another proposal is still open"
        assert len(server.game["answers"]) == 2
        second.say("refuse", proposal=asked["number"])
        assert first.until(after(2))["happened"] == "O has refused"
        second.until(after(2))
        second.say("undo")
        second.until(after(1))
        assert digest(server) == one, "nobody has answered since, so that nobody is asked"
        first.until(after(1))
        first.say("agree", proposal=asked["number"])
        assert first.refused() == "this proposal no longer exists"
        moved([first, second], [0])
        first.say("undo")
        second.say("agree", proposal=second.until(proposed)["proposal"]["number"])
        first.until(after(0))
        assert digest(server) == before
        assert first.table["asked"]


@pytest.mark.long("processes")
def test_who_has_left_is_not_asked(tmp_path: Path) -> None:
    """Only players who are present must agree to an undo.

    Players who have left and players whose seats have bots are not asked.
    """
    with hosted(tmp_path, "tic-tac-toe", *TWO) as server, page(server, "p1") as first:
        first.answer()
        first.say("undo")
        first.until(after(0))
        first.answer()
        with page(server, "p2") as second:
            second.answer()  # now the second player has to agree
            first.until(after(2))
            first.say("undo")
            second.until(proposed)
            second.say("leave")
            first.until(after(0))


@pytest.mark.long("processes")
def test_going_on_from_an_earlier_position(tmp_path: Path) -> None:
    """Looking at an earlier position changes nothing.

    If the other players agree, the game continues from there.
    """
    with hosted(tmp_path, "tic-tac-toe", *TWO) as server, ExitStack() as stack:
        first, second, host = (stack.enter_context(page(server, who)) for who in ("p1", "p2", "host"))
        moved([first, second], [4])
        then = digest(server)
        moved([first, second], [0, 0, 0])
        now = digest(server)
        host.say("look", at=1)
        host.until(lambda message: table(message) and not message["live"])
        assert host.table["at"] == 1
        assert digest(server) == now
        assert second.table["live"]
        host.say("go_on", at=1)
        for each in (first, second):
            each.say("agree", proposal=each.until(proposed)["proposal"]["number"])
        first.until(after(1))
        assert digest(server) == then


@pytest.mark.long("processes")
def test_saving_and_loading(tmp_path: Path) -> None:
    """A saved game is never overwritten.

    Loading it restores the position, and the command `replay` accepts its file.
    """
    with hosted(tmp_path, "tic-tac-toe", *TWO) as server, ExitStack() as stack:
        first, second = (stack.enter_context(page(server, who)) for who in ("p1", "p2"))
        moved([first, second], [4, 0])
        first.say("note", decision=1, text="too easy")
        first.until(lambda message: table(message) and bool(message["notes"]))
        saved = digest(server)
        first.say("save", name="evening")
        assert first.until(lambda message: message["kind"] != "table")["text"] == "saved as `evening`"
        first.say("save", name="evening")
        assert first.refused() == "there is a saved game `evening` already"
        notes = json.loads((tmp_path / "evening.notes.json").read_text(encoding="utf-8"))
        assert notes == [{"decision": 1, "by": "p1", "text": "too easy"}]
        moved([first, second], [0, 0])
        assert digest(server) != saved
        second.say("load", name="evening")
        first.say("agree", proposal=first.until(proposed)["proposal"]["number"])
        second.until(after(2))
        assert digest(server) == saved
        second.say("load", name="morning")
        assert second.refused() == "there is no saved game `morning`"
    assert command("replay", str(tmp_path / "evening.json")).exit_code == 0


@pytest.mark.long("processes")
def test_notes_are_ones_own(tmp_path: Path) -> None:
    """A note is visible only to its author until the game ends, and then to everybody.

    A note is removed by saving an empty text.
    """
    with hosted(tmp_path, "tic-tac-toe", *TWO) as server, ExitStack() as stack:
        first, second = (stack.enter_context(page(server, who)) for who in ("p1", "p2"))
        first.say("note", decision=0, text="a corner?\nor not")
        first.until(lambda message: table(message) and bool(message["notes"]))
        assert first.table["notes"] == [
            {"decision": 0, "by": "p1", "text": "a corner?\nor not", "mine": True}
        ]
        moved([first, second], [0, 3, 0, 3, 0])  # three cells of the first row win
        assert second.table["over"]
        assert [(note["by"], note["mine"]) for note in second.table["notes"]] == [("p1", False)]
        assert all(not json.loads(text).get("notes") for answers, text in second.heard if answers < 5)
        first.say("note", decision=0, text="")
        first.until(lambda message: table(message) and not message["notes"])


@pytest.mark.long("processes")
def test_taking_over(tmp_path: Path) -> None:
    """A person with the link of a seat can take it from a bot, and the host can give it to a bot.

    A bot plays whenever it is its turn.
    """
    with hosted(tmp_path, "tic-tac-toe", "--seats", "human,random") as server, ExitStack() as stack:
        first, second, host = (stack.enter_context(page(server, who)) for who in ("p1", "p2", "host"))
        first.answer()
        first.wait_for_turn()
        assert first.table["answers"] == 2
        second.say("answer", revision=second.table["revision"], number="0")
        assert second.refused() == "a bot plays in this seat; take it first"
        second.say("take")
        second.until(lambda message: table(message) and message["players"][1]["by"] == "human")
        first.answer()
        assert second.wait_for_turn()
        second.answer()
        host.say("replace", seat=1, by="random")
        host.say("replace", seat=2, by="greedy")
        host.until(lambda message: table(message) and message["over"])
        assert [player["by"] for player in host.table["players"]] == ["random", "greedy"]


@pytest.mark.long("processes")
def test_a_bot_repeats(tmp_path: Path) -> None:
    """With the same seeds, bots give the same answers as they do in `gamespec play`."""
    with (
        hosted(tmp_path, "tic-tac-toe", "--seats", "random,mcts:20", "--seed", "3", "--luck", "4") as server,
        page(server, "watch") as watching,
    ):
        watching.until(lambda message: table(message) and message["over"])
        served = server.game["answers"]
    assert bot("mcts:20").name == "mcts:20"
    saved = tmp_path / "played.json"
    arguments = ["--seats", "random,mcts:20", "--seed", "3", "--luck", "4", "--save", str(saved)]
    assert command("play", "tic-tac-toe", *arguments).exit_code == 0
    assert served == json.loads(saved.read_text(encoding="utf-8"))["answers"]


@pytest.mark.long("processes")
def test_killed_and_started_again(animals: Path, tmp_path: Path) -> None:
    """After `kill -9`, the same command continues the game with the same position, links, seats and notes."""
    folder = tmp_path / "kept"
    with serving(folder, animals, *TWO, "--lang", "de") as server, ExitStack() as stack:
        first, second = (stack.enter_context(page(server, who)) for who in ("p1", "p2"))
        moved([first, second], [0, 1, 2])
        second.say("note", decision=2, text="hm")
        second.until(lambda message: table(message) and bool(message["notes"]))
        server.kill()
    for name in ("game.json", "table.json"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
    with hosted(folder, animals) as again, ExitStack() as stack:
        assert again.tokens == server.tokens
        assert "the game goes on after 3 answers, and the links are the same" in again.said
        one, two = (stack.enter_context(page(again, who)) for who in ("p1", "p2"))
        for old, new in ((first, one), (second, two)):
            for key in ("html", "asked", "answers", "notes", "you", "language", "since", "over"):
                assert old.table[key] == new.table[key], key
        moved([one, two], [0])
        assert one.table["answers"] == 4


@pytest.mark.long("processes")
def test_another_game_is_not_written_over(tmp_path: Path) -> None:
    """A folder that holds another game is refused.

    With `--new`, the table in it is moved aside and a new one begins.
    """
    with hosted(tmp_path, "tic-tac-toe", *TWO) as server:
        kept, tokens = server.game, server.tokens
    refused = command("serve", "pig", "--port", "0", "--folder", str(tmp_path))
    assert refused.exit_code == 2
    assert "holds another game: `tic-tac-toe` for 2 players" in refused.stderr
    with hosted(tmp_path, "pig", "--new") as server:
        assert server.tokens != tokens
        assert "the table that was here is now in `game-1.json`" in server.said
    assert json.loads((tmp_path / "game-1.json").read_text(encoding="utf-8")) == kept


@pytest.mark.long("processes")
@pytest.mark.parametrize("content", ["", '{"format": "gamespec-table-1"}', "[" * 100_000])
def test_damaged_folders(tmp_path: Path, content: str) -> None:
    """A folder that holds a damaged table is refused and left unchanged."""
    with hosted(tmp_path, "tic-tac-toe", *TWO):
        pass
    (tmp_path / "table.json").write_text(content, encoding="utf-8")
    refused = command("serve", "tic-tac-toe", "--port", "0", "--folder", str(tmp_path))
    assert refused.exit_code == 2, refused.stderr
    assert "table.json" in refused.stderr
    assert (tmp_path / "table.json").read_text(encoding="utf-8") == content


@pytest.mark.long("processes")
def test_editing_while_playing(animals: Path, tmp_path: Path) -> None:
    """While the rules are edited, players see the checker's messages.

    If the edited rules are valid, players can agree to continue by these rules.
    """
    file = animals / "game.yaml"
    rules = file.read_text(encoding="utf-8")
    with hosted(tmp_path / "t", animals, *TWO) as server, ExitStack() as stack:
        first, second = (stack.enter_context(page(server, who)) for who in ("p1", "p2"))
        first.say("change", way="answers")
        assert first.refused() == "the specification has not changed"
        moved([first, second], [0, 0])
        file.write_text(rules.replace("empty(deck)", "emty(deck)"), encoding="utf-8")
        told = first.until(lambda message: table(message) and message["checker"] is not None)["checker"]
        assert "error[GS2" in told["diagnostics"]
        assert "emty" in told["diagnostics"]
        assert not told["playable"]
        first.answer()  # the game continues by its first rules
        changed = rules.replace('label: "draw a card"', 'label: "take a card"').replace(
            "decisions: 60", "decisions: 61"
        )
        file.write_text(changed, encoding="utf-8")
        first.until(lambda message: table(message) and message["checker"] and message["checker"]["playable"])
        first.say("change", way="answers")
        second.say("agree", proposal=second.until(proposed)["proposal"]["number"])
        first.until(lambda message: table(message) and message["checker"] is None)
        assert first.table["happened"] == "all 3 answers fit the changed rules"
        assert first.table["answers"] == 3
        second.until(after(3))
        assert "take a card" in [choice["label"] for choice in second.table["asked"]["choices"]]


@pytest.mark.long("processes")
def test_answers_that_no_longer_fit(animals: Path, tmp_path: Path) -> None:
    """If an answer is impossible under the changed rules, the game continues from the position before it."""
    file = animals / "game.yaml"
    rules = file.read_text(encoding="utf-8")
    with (
        hosted(tmp_path / "t", animals, "--seats", "human,human", "--seed", "11") as server,
        page(server, "p1") as first,
    ):
        with page(server, "p2") as second:
            draws = [
                choice["number"]
                for choice in first.table["asked"]["choices"]
                if choice["label"] == "draw a card"
            ]
            first.answer()
            second.wait_for_turn()
            second.answer(draws[0])
            second.say("leave")
        first.wait_for_turn()
        file.write_text(rules.replace("not empty(deck)", "size(deck) > 10"), encoding="utf-8")
        first.until(lambda message: table(message) and message["checker"] and message["checker"]["playable"])
        first.say("change", way="answers")
        first.until(lambda message: table(message) and message["checker"] is None)
        said = "answer 2 does not fit the changed rules; the game goes on before it"
        assert first.table["happened"] == f"{said}; the previous game is kept as `before-change-1`"
        assert first.table["answers"] == 1


@pytest.mark.long("processes")
def test_going_on_from_the_same_position(animals: Path, tmp_path: Path) -> None:
    """A game can continue from its current position under changed rules.

    All cards stay where they are, and the old game is kept in a file.
    """
    file, folder = animals / "game.yaml", tmp_path / "t"
    rules = file.read_text(encoding="utf-8")
    changed = (
        rules.replace("top(deck, 3)", "top(deck, 4)")
        .replace("  draw:\n", "  wait: {}\n  draw:\n", 1)
        .replace("offer: [play, draw]", "offer: [wait, play, draw]")
    )
    with serving(folder, animals, *TWO) as server, ExitStack() as stack:
        first, second = (stack.enter_context(page(server, who)) for who in ("p1", "p2"))
        moved([first, second], [0, 1, 2])
        first.say("note", decision=2, text="too many")
        first.until(lambda message: table(message) and message["notes"])
        hands = [lying(each) for each in (first, second)]
        file.write_text(changed, encoding="utf-8")
        first.until(lambda message: table(message) and message["checker"] is not None)
        assert [each["way"] for each in first.table["checker"]["ways"]] == ["position", "answers"]
        first.say("change", way="position")
        asked = second.until(proposed)["proposal"]
        assert asked["text"].endswith("asks to continue from here under the changed rules")
        second.say("agree", proposal=asked["number"])
        for each in (first, second):
            each.until(
                lambda message: table(message) and message["checker"] is None and message["answers"] == 0
            )
        said = "the game goes on from the same position under the changed rules"
        assert first.table["happened"] == f"{said}; the previous game is kept as `before-change-1`"
        assert [lying(each) for each in (first, second)] == hands
        asked = next(each for each in (first, second) if each.table["asked"])
        assert "wait" in [choice["label"] for choice in asked.table["asked"]["choices"]]
        moved([first, second], [0, 0])
        before = digest(server)
        server.kill()
    kept = json.loads((folder / "before-change-1.json").read_text(encoding="utf-8"))
    assert len(kept["answers"]) == 3
    assert "too many" in (folder / "before-change-1.notes.json").read_text(encoding="utf-8")
    with hosted(folder, animals) as server:
        with page(server, "p1") as first:
            assert first.table["answers"] == 2
        assert digest(server) == before
    taken_up_in_the_terminal(server, file)
    with hosted(folder, animals, "--seats", "mcts:20,mcts:20") as server, page(server, "host") as host:
        while not host.table["over"]:
            host.hear()
    words = ("replay", str(folder / "game.json"), "--reach", str(file))
    played = command(*words)
    assert played.exit_code == 0, played.stderr
    assert "wait" in played.stdout
    told = command(*words, "--format", "scenario")
    assert told.exit_code == 2
    assert "began under other rules" in told.stderr


@pytest.mark.long("processes")
def test_who_agrees_agrees_to_the_rules_that_were_asked_for(animals: Path, tmp_path: Path) -> None:
    """A proposal to use changed rules lapses when the file changes again."""
    file = animals / "game.yaml"
    rules = file.read_text(encoding="utf-8")
    with hosted(tmp_path / "t", animals, *TWO) as server, ExitStack() as stack:
        first, second = (stack.enter_context(page(server, who)) for who in ("p1", "p2"))
        file.write_text(rules.replace("decisions: 60", "decisions: 61"), encoding="utf-8")
        first.until(lambda message: table(message) and message["checker"] is not None)
        first.say("change", way="position")
        asked = second.until(proposed)["proposal"]
        file.write_text(rules.replace("decisions: 60", "decisions: 5"), encoding="utf-8")
        second.until(lambda message: table(message) and message["proposal"] is None)
        second.say("agree", proposal=asked["number"])
        assert second.refused() == "this proposal no longer exists"
        assert second.table["checker"] is not None


@pytest.mark.long("processes")
def test_options_that_come_make_it_no_other_game(animals: Path, tmp_path: Path) -> None:
    """Tables and saved games from before an option was added can be resumed afterwards."""
    file, folder = animals / "game.yaml", tmp_path / "t"
    rules = file.read_text(encoding="utf-8")
    option = "options: {most: {type: 1..99, default: 60}}\nlimit: {decisions: most,"
    with (
        hosted(folder, animals, "--seats", "human,human", "--seed", "3") as server,
        page(server, "p1") as first,
    ):
        first.answer()
        file.write_text(rules.replace("limit: {decisions: 60,", option), encoding="utf-8")
        first.until(lambda message: table(message) and message["checker"] is not None)
        first.say("change", way="position")
        first.until(lambda message: table(message) and message["checker"] is None)
        first.say("load", name="before-change-1")
        first.until(lambda message: table(message) and (message["happened"] or "").startswith("loaded"))
        assert first.table["answers"] == 1
    file.write_text(rules, encoding="utf-8")
    with hosted(folder, animals) as server, page(server, "p1") as first:
        assert first.table["answers"] == 1


@pytest.mark.long("processes")
def test_a_seat_is_not_told_why_a_position_is_gone(animals: Path, tmp_path: Path) -> None:
    """`gamespec replay --seat` does not reveal the contents of a zone that no longer exists."""
    file, folder = animals / "game.yaml", tmp_path / "t"
    rules = file.read_text(encoding="utf-8")
    with (
        hosted(folder, animals, "--seats", "human,human", "--seed", "3") as server,
        page(server, "p1") as first,
    ):
        first.answer()
        file.write_text(rules.replace("decisions: 60", "decisions: 61"), encoding="utf-8")
        first.until(lambda message: table(message) and message["checker"] is not None)
        first.say("change", way="position")
        first.until(lambda message: table(message) and message["checker"] is None)
    file.write_text(rules.replace("hand", "paw"), encoding="utf-8")
    words = ("replay", str(folder / "game.json"), "--reach", str(file))
    whole, seat = (command(*words, *more) for more in ([], ["--seat", "2"]))
    assert (whole.exit_code, seat.exit_code) == (1, 1)
    assert "there is no `hand[p1]` any more" in whole.stderr
    assert "without `--seat` the command gives the reason" in seat.stderr
    assert "hand" not in seat.stderr


def taken_up_in_the_terminal(server: Server, file: Path) -> None:
    """Check that `gamespec play` can resume the game.

    If the rules lack the phase of the saved position, the command explains why it cannot resume.
    """
    loading = ("play", "--reach", str(file), "--load")
    loaded = command(*loading, str(server.folder / "game.json"), typed="1\nquit\n")
    assert loaded.exit_code == 0, loaded.stderr
    lost = server.game | {"position": server.game["position"] | {"phase": "noon"}}
    (server.folder / "lost.json").write_text(json.dumps(lost), encoding="utf-8")
    refused = command(*loading, str(server.folder / "lost.json"))
    assert refused.exit_code == 1, refused.stderr
    assert (
        "lost.json: it can't go on from the point where its rules were changed: there is no phase `noon`"
        in refused.stderr
    )


def lying(seen: Page) -> list[str]:
    """Return the words of the table on a page, without marks for changes and options."""
    return re.sub(r"<[^>]*>|, changed", " ", seen.table["html"]).split()


@pytest.mark.long("processes")
def test_why_there_is_no_such_position_is_the_hosts(animals: Path, tmp_path: Path) -> None:
    """Only the host learns why a position is impossible under changed rules.

    The reason may name hidden things, so the seats are not told.
    """
    file = animals / "game.yaml"
    rules = file.read_text(encoding="utf-8")
    with hosted(tmp_path / "t", animals, *TWO) as server, ExitStack() as stack:
        first, host = (stack.enter_context(page(server, who, "de")) for who in ("p1", "host"))
        file.write_text(
            rules.replace("per: player, seen_by: owner", "per: player, seen_by: owner, capacity: 1"),
            encoding="utf-8",
        )
        for each in (first, host):
            each.until(lambda message: table(message) and message["checker"] is not None)
        seat, known = (each.table["checker"] for each in (first, host))
        assert [each["way"] for each in seat["ways"]] == ["answers"]
        assert seat["note"] == "nach den geänderten Regeln gibt es diese Stellung nicht"
        assert known["note"] == f"{seat['note']}: für 3 ist kein Platz in `hand[p1]`"
        first.say("change", way="position")
        assert first.refused() == "nach den geänderten Regeln gibt es diese Stellung nicht"
    assert any("there is no room for 3 in `hand[p1]`" in line for line in server.said)


@pytest.mark.long("processes")
def test_a_fault_stops_the_game(animals: Path, tmp_path: Path) -> None:
    """A fault stops the game in the position before the answer that caused the fault.

    The game continues when the rules have been changed.
    """
    file = animals / "game.yaml"
    rules = file.read_text(encoding="utf-8")
    # The deck holds 12 - 2 * 3 = 6 cards, so the step divides by zero.
    steps = 'do: [{move: c, to: "played[me]"}]'
    assert steps in rules
    fails = steps.replace("[", '[{if: "1 // (size(deck) - 6) == 9", then: []}, ', 1)
    file.write_text(rules.replace(steps, fails), encoding="utf-8")
    with (
        hosted(tmp_path / "t", animals, "--seats", "human,random", "--seed", "11") as server,
        page(server, "p1") as first,
        page(server, "host") as host,
    ):
        before = digest(server)
        first.say(
            "answer", revision=first.table["revision"], number=first.table["asked"]["choices"][0]["number"]
        )
        first.until(lambda message: table(message) and message["stopped"] is not None)
        assert first.table["stopped"].startswith("the game came to a stop: GS5")
        assert first.table["asked"] is None
        assert host.until(lambda message: table(message) and message["stopped"] is not None)
        assert digest(server) == before
        file.write_text(rules, encoding="utf-8")
        first.until(lambda message: table(message) and message["checker"] is not None)
        first.say("change", way="answers")
        first.until(lambda message: table(message) and message["checker"] is None)
        assert first.table["stopped"] is None
        first.answer()
