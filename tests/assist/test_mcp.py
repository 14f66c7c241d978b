"""Tests for `gamespec mcp` with a real client: its tools, games, cancelled calls, and a whole session."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from subprocess import PIPE
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator
from talking import talk

from gamespec.system.resources import directory
from interpreter.cli.assist.declared import TOOLS
from interpreter.cli.assist.server import declared

if TYPE_CHECKING:
    from pathlib import Path

    from talking import Mode, Talk

HARBOUR = """\
language: 1
game: harbour
title: Harbour
about: Load crates, and sail before the quay is empty.
players: 2..4
options:
  goal: {type: 5..40, default: 12, label: Points to win}
enums:
  good: [fish, salt, silk]
components:
  crate:
    attributes: {good: good, value: 1..3}
    all: {good: good, value: 1..3}
    copies: 2
    label: "{good} {value}"
    start: quay
zones:
  quay: {of: crate, ordered: true, seen_by: nobody}
  market: {of: crate, capacity: 3}
  hold: {of: crate, per: player, seen_by: owner}
  sold: {of: crate}
variables:
  points: {per: player, type: 0..99}
actions:
  load:
    label: load {c}
    with: {c: {from: market}}
    when: size(hold[me]) < 4
    do:
      - move: c
        to: hold[me]
      - run: refill
  sail:
    label: sail with {size(hold[me])} crates
    when: size(hold[me]) > 1
    do:
      - set: {points[me]: points[me] + sum(c in hold[me]: c.value)}
      - move: hold[me]
        to: sold
  wait: {label: wait}
procedures:
  refill:
    do:
      - move: top(quay)
        to: market
setup:
  - shuffle: quay
  - move: top(quay, 3)
    to: market
phases:
  day:
    turns: clockwise
    until: empty(quay) and empty(market)
    do:
      - offer: [load, sail, wait]
end:
  rich: {when: "any(p in players: points[p] >= gaol)"}
score: points[player]
limit: {decisions: 400, then: rank}
"""
"""Rules with three mistakes: brackets in a mapping, a card that may be missing, a misspelt name."""

MENDED = (
    (
        "{points[me]: points[me] + sum(c in hold[me]: c.value)}",
        '{"points[me]": "points[me] + sum(c in hold[me]: c.value)"}',
    ),
    ("move: top(quay)\n", "move: top(quay, 1)\n"),
    ("gaol", "goal"),
)

SCENARIOS = """\
language: 1
scenarios:
  - id: HAR-1
    title: A loaded crate goes to the hold, and another one comes
    given: [{move: market, to: sold}, {move: "{fish_1, salt_2}", to: market}]
    turn: seat(1)
    when: [{load: {c: fish_1}}]
    then: ["count(c in hold[seat(1)]: c.value == 1) == 1", size(market) == 2]
  - id: HAR-2
    title: Who sails scores the values
    given: [{move: "{fish_1, salt_2}", to: "hold[seat(1)]"}]
    turn: seat(1)
    when: [{sail: {}}]
    then: ["points[seat(1)] == 3", "empty(hold[seat(1)])"]
  - id: HAR-3
    title: Nobody sails with one crate
    given: [{move: fish_1, to: "hold[seat(1)]"}]
    turn: seat(1)
    when: [{refused: {sail: {}}}]
    then: ["size(hold[seat(1)]) == 1"]
  - id: HAR-4
    title: A hold takes four crates
    given: [{move: "{fish_1, fish_2, fish_3, salt_1}", to: "hold[seat(1)]"}]
    turn: seat(1)
    when: [{refused: {load: {}}}]
    then: ["size(hold[seat(1)]) == 4"]
  - id: HAR-5
    title: Twelve points end the game
    given: [{set: {"points[seat(1)]": 9}}, {move: "{fish_1, salt_2}", to: "hold[seat(1)]"}]
    turn: seat(1)
    when: [{sail: {}}]
    then: [{ended: true}, {places: {seat(1): 1, seat(2): 2}}]
"""


def mended(times: int) -> str:
    """Return the rules after the first mistakes are mended."""
    text = HARBOUR
    for before, after in MENDED[:times]:
        assert before in text
        text = text.replace(before, after)
    return text


def pieces(text: str) -> int:
    """Return the number of words, short numbers and runs of signs, into which tokenizers first cut a text."""
    return len(re.findall(r" ?[A-Za-z]+|\d{1,3}| ?[^\sA-Za-z\d]+", text))


def test_the_list_of_tools_is_short() -> None:
    """All tools are described in about 4,000 tokens, of at most two sentences or so each.

    A tokenizer makes up to a fifth more tokens of JSON than pieces.
    """
    told = [declared(tool).model_dump(by_alias=True, exclude_none=True) for tool in TOOLS]
    assert pieces(json.dumps(told, separators=(",", ":"))) < 3_350
    for tool in TOOLS:
        assert 20 < len(tool.says) < 160
        for schema in (tool.input_schema(), tool.output_schema()):
            Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
            assert "$ref" not in json.dumps(schema)


def test_every_tool_answers(tmp_path: Path) -> None:
    """A client lists the tools, the manual and the prompt, and calls every tool once."""
    called: set[str] = set()

    async def conversation(call: Talk) -> None:
        async def once(tool: str, **arguments: Any) -> dict[str, Any]:
            called.add(tool)
            return await call(tool, **arguments)

        listed = (await call.client.list_tools()).tools
        assert [tool.name for tool in listed] == [tool.name for tool in TOOLS]
        found = await once("search_manual", words="players must follow suit", limit=3)
        assert len(found["sections"]) == 3
        assert any("suit" in each["excerpt"] for each in found["sections"])
        assert (await once("read_manual", page="GS201"))["text"].startswith("# GS201")
        assert {"key": "of", "required": True}.items() <= (
            (await once("describe_keys", at="zones"))["keys"][0].items()
        )
        games = await once("list_games")
        assert {each["game"] for each in games["shipped"]} >= {"pig", "hearts"}
        assert games["here"] == []
        assert "turn_total" in (await once("read_game", game="pig"))["text"]
        assert "coin" not in (await once("show_game", game="kuhn-poker"))["components"]
        checked = await once("check_game", game="pig")
        assert (checked["ok"], checked["scenarios"]) == (True, 4)
        ran = await once("test_game", game="pig", only=["PIG-01"])
        assert (ran["passed"], ran["failed"]) == (1, [])
        played = await once("simulate_games", game="pig", games=50, options={"goal": 20})
        assert (played["games"], played["options"]["goal"]) == (50, "20")
        compared = await once("compare_games", game="pig", other="pig", games=50, other_options={"goal": 20})
        assert compared["pairs"] == 50
        turns = next(each for each in compared["differences"] if each["measure"] == "turns")
        assert turns["verdict"].startswith("clear")
        assert (await once("fuzz_game", game="kuhn-poker", seconds=1))["ok"]
        begun = await once("begin_game", game="kuhn-poker", seed=1)
        game = begun["game_id"]
        assert "bet" in (await once("look", game_id=game))["text"]
        after = await once("choose", game_id=game, option="bet")
        assert after["decides"] is None
        assert "the game is over" in after["text"]
        assert (await once("look", game_id=game, form="json"))["position"]["result"]["reason"]
        text = "language: 1\n"
        assert await once("write_files", files={"mine/game.yaml": text}) == {"written": ["mine/game.yaml"]}
        assert (tmp_path / "mine" / "game.yaml").read_text(encoding="utf-8") == text

        resources = (await call.client.list_resources()).resources
        assert "gamespec://manual/language" in {str(each.uri) for each in resources}
        (schema,) = (await call.client.read_resource("gamespec://schemas/position")).contents
        assert json.loads(schema.text)["title"].startswith("a position")  # type: ignore[union-attr] # it is text
        (prompt,) = (await call.client.list_prompts()).prompts
        (message,) = (await call.client.get_prompt(prompt.name, {"idea": "a race of snails"})).messages
        assert "a race of snails" in message.content.text  # type: ignore[union-attr] # it is text

    talk(tmp_path, conversation)
    assert called == {tool.name for tool in TOOLS}


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_an_author_s_session(tmp_path: Path, mode: Mode) -> None:
    """An assistant writes rules with mistakes, mends each, runs five scenarios and plays 1,000 games.

    Texts are given once: the server keeps them until they are saved. In each game 18 crates of 1 to 3 points
    are loaded, so no score exceeds 36.
    """

    async def conversation(call: Talk) -> None:
        first = await call("check_game", files={"game.yaml": mended(0)})
        assert first["diagnostics"][0]["code"] == "GS101"
        assert "quote an expression" in first["diagnostics"][0]["text"]
        assert "cured" not in first
        mends = [{"file": "game.yaml", "old": before, "new": after} for before, after in MENDED]
        second = await call("check_game", edits=mends[:1])
        assert [each["code"] for each in second["diagnostics"]] == ["GS303", "GS201"]
        assert "did you mean `goal`?" in second["diagnostics"][1]["text"]
        assert "write `top(quay, 1)`" in second["diagnostics"][0]["text"]
        (third,) = (await call("check_game", edits=mends[1:2]))["diagnostics"]
        (change,) = third["cure"]
        lines, (begin, end) = mended(2).splitlines(), change["lines"]
        lines[begin - 1 : end] = [change["instead"]]
        assert "\n".join(lines) + "\n" == mended(3)
        fourth = await call("check_game", cure=True)
        assert (fourth["ok"], fourth["cured"]) == (True, [change])
        assert (await call("read_game", game="harbour"))["text"] == mended(3)
        wrong = SCENARIOS.replace("points[seat(1)] == 3", "points[seat(1)] == 4").replace("salt_1", "slat_1")
        found = await call("check_game", files={"scenarios/rules.yaml": wrong})
        assert ["did you mean `salt_1`?" in each["text"] for each in found["diagnostics"]] == [True]
        ran = await call("test_game")
        assert [each["id"] for each in ran["failed"]] == ["HAR-2", "HAR-4"]
        assert "points[seat(1)]" in ran["failed"][0]["report"]
        assert (await call("check_game", cure=True))["ok"]
        back = {"file": "scenarios/rules.yaml", "old": '== 4", "empty', "new": '== 3", "empty'}
        assert (await call("check_game", edits=[back]))["ok"]
        ran = await call("test_game")
        assert (ran["passed"], ran["failed"], "mistakes" in ran) == (5, [], False), ran
        played = await call("simulate_games", games=1000, players=3)
        assert played["games"] == 1000
        assert sum(each["games"] for each in played["ends"]) + played["reached_limit"] >= 1000
        assert all(0 < seat["mean_score"] < 36 for seat in played["seats"])
        begun = await call("begin_game", seats=["me", "greedy"], seed=3, form="json")
        position = begun["position"]
        while position["decides"] is not None:
            option = position["options"][0]
            position = (await call("choose", game_id=begun["game_id"], option=option["number"]))["position"]
        assert {each["seat"] for each in position["result"]["ranking"]} == {"p1", "p2"}
        assert (await call("write_files"))["written"] == ["game.yaml", "scenarios/rules.yaml"]
        assert (tmp_path / "scenarios" / "rules.yaml").read_text(encoding="utf-8") == SCENARIOS
        assert "there are no drafts to save" in await call.refused("write_files")
        assert (await call("check_game", game="."))["game"] == "harbour"
        listed = (await call("list_games"))["here"]
        assert {"path": "game.yaml", "kind": "game"} in listed

    talk(tmp_path, conversation, mode=mode)


def test_a_whole_game_seat_by_seat(tmp_path: Path) -> None:
    """Four seats play a deal of Hearts, each told by what it may know; 26 points are dealt out.

    Each hand has 13 cards, which its owner sees and the others do not, until cards are passed.
    """
    valid = Draft202012Validator(
        json.loads((directory("schemas") / "play" / "position.schema.json").read_text(encoding="utf-8"))
    )

    async def conversation(call: Talk) -> None:
        begun = await call("begin_game", game="hearts", seats=["me"] * 4, seed=11, form="json")
        game, position, answers = begun["game_id"], begun["position"], 0
        for seat in ("p1", "p2", "p3", "p4"):
            hands = {
                zone["owner"]: zone["components"]
                for zone in (await call("look", game_id=game, seat=seat))["position"]["zones"]
                if zone["id"].startswith("hand[")
            }
            assert len(hands[seat]) == 13
            for owner, hand in hands.items():
                assert owner == seat or hand == [{"name": "hidden", "hidden": True, "count": 13}]
        while position["decides"] is not None:
            valid.validate(position)
            assert position["seat"] == position["decides"]
            if "choices" in position:  # three of thirteen cards to pass
                (passed,) = position["choices"]
                assert passed["count"] == 286
                (cards,) = passed["values"]
                option = f"{passed['action']} {cards['name']}=[{', '.join(cards['from'][:-4:-1])}]"
            else:
                option = position["options"][answers % len(position["options"])]["number"]
            position = (await call("choose", game_id=game, option=option))["position"]
            answers += 1
        assert answers >= 4
        assert sum(each["score"] for each in position["result"]["ranking"]) in {-26, 26, -78, 78}

    talk(tmp_path, conversation)


def test_a_cancelled_call_ends_its_work(tmp_path: Path) -> None:
    """Progress arrives while games are played; a call that is cancelled frees its place at once."""

    async def conversation(call: Talk) -> None:
        told: list[tuple[float, float | None]] = []
        came = asyncio.Event()

        async def progress(progress: float, total: float | None, message: str | None) -> None:
            assert message
            told.append((progress, total))
            came.set()

        long = {"game": "hearts", "games": 1_000_000, "seconds": 100}
        calls = [
            asyncio.create_task(call.client.call_tool("simulate_games", long, progress_callback=progress))
            for _ in range(2)  # as many as run at once
        ]
        await came.wait()
        for each in calls:
            each.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        async with asyncio.timeout(20):
            assert (await call("check_game", game="pig"))["ok"]
        assert told
        assert all(total == 1_000_000 and 0 < done < total for done, total in told)

    talk(tmp_path, conversation)


def test_a_client_that_goes_ends_the_server(tmp_path: Path) -> None:
    """If the client closes the output while a game is played, the server ends with status 0, and silently."""
    told: list[dict[str, Any]] = [
        {
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        },
        {"method": "notifications/initialized"},
        {
            "id": 2,
            "method": "tools/call",
            "params": {
                "name": "simulate_games",
                "arguments": {"game": "hearts", "games": 1_000_000},
                "_meta": {"progressToken": 1},
            },
        },
    ]
    command = [sys.executable, "-m", "gamespec", "mcp", str(tmp_path)]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        for message in told:
            server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        server.stdin.flush()
        while b"notifications/progress" not in server.stdout.readline():
            assert server.poll() is None
        server.stdout.close()
        assert server.wait(60) == 0
        assert server.stderr.read() == b""


def test_a_run_that_takes_too_long_gives_what_it_has(tmp_path: Path) -> None:
    """After `seconds`, a simulation reports the games played so far, and says so.

    So it does if the server was started by a shell in the background, which ignores Ctrl-C.
    """

    async def conversation(call: Talk) -> None:
        found = await call("simulate_games", game="hearts", games=1_000_000, seconds=2)
        assert found["cut_short"] == "the time was up after 2 seconds"
        assert found["games"] < 1_000_000

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        talk(tmp_path, conversation)
    finally:
        signal.signal(signal.SIGINT, before)


def test_bots_are_told_apart_wherever_they_sit(tmp_path: Path) -> None:
    """Of two bots the one that searches wins more often, though each sits in either seat as often."""

    async def conversation(call: Talk) -> None:
        bots = ["mcts:30", "random"]
        found = await call("simulate_games", game="connect-four", games=20, bots=bots)
        searching, random = found["by_bot"]
        assert [searching["bot"], random["bot"]] == bots
        assert searching["win_share"][0] + random["win_share"][0] == pytest.approx(1)
        assert searching["win_share"][0] > 0.6
        assert "by_bot" not in await call("simulate_games", game="pig", games=10)

    talk(tmp_path, conversation)


def test_games_are_kept_apart_and_secret(tmp_path: Path) -> None:
    """Games have ids; a seed repeats a game, and otherwise nothing tells it; bots' seats are closed."""

    async def conversation(call: Talk) -> None:
        one, two, other = [
            await call("begin_game", game="leduc-poker", seed=seed, form="json") for seed in (5, 5, 6)
        ]
        assert one["position"] == two["position"]
        assert len({each["game_id"] for each in (one, two, other)}) == 3
        before = (await call("look", game_id=two["game_id"]))["position"]
        await call("choose", game_id=one["game_id"], option=one["position"]["options"][0]["answer"])
        assert (await call("look", game_id=two["game_id"]))["position"] == before
        assert "`p2` is not a seat of yours" in await call.refused("look", game_id=one["game_id"], seat="p2")
        assert "no game has the id `game-9`" in await call.refused("look", game_id="game-9")
        secret = [await call("begin_game", game="goofspiel") for _ in range(2)]
        assert "seed" not in json.dumps(secret)
        refused = await call.refused("choose", game_id=two["game_id"], option="fly")
        assert refused.startswith("`fly` is not on offer for p1\n  = help: on offer: ")

    talk(tmp_path, conversation)


OUTSIDE = "language: 1\ngame: x\ntitle: X\nextends: {}\n"


def test_files_outside_the_root_are_out_of_reach(tmp_path: Path) -> None:
    """Neither names, nor links, nor what files name lead out of the root, for reading or writing."""
    root = tmp_path / "root"
    root.mkdir()
    secret = tmp_path / "secret" / "game.yaml"
    secret.parent.mkdir()
    secret.write_text("password: hunter2\n", encoding="utf-8")
    (root / "link").symlink_to(secret.parent)
    (root / "link.yaml").symlink_to(secret)

    async def conversation(call: Talk) -> None:
        answers = [
            await call.refused("check_game", game="../secret"),
            await call.refused("check_game", game=str(secret)),
            await call.refused("check_game", game="link"),
            await call.refused("check_game", game="link.yaml"),
            await call.refused("read_game", game="pig", file="../hearts/game.yaml"),
            await call.refused("read_game", game="pig+../secret/game.yaml"),
            await call.refused("check_game", files={"../x.yaml": ""}),
            await call.refused("check_game", files={"/x.yaml": ""}),
            await call.refused("check_game", files={"x.py": ""}),
            await call.refused("write_files", files={"../x.yaml": ""}),
            await call.refused("write_files", files={"link/x.yaml": ""}),
            await call.refused("write_files", files={".git/x.yaml": ""}),
            await call.refused("write_files", files={"link.yaml": ""}, replace=True),
        ]
        for path in ("../secret/game.yaml", str(secret)):
            found = await call("check_game", files={"game.yaml": OUTSIDE.format(path)})
            assert not found["ok"]
            answers.append(json.dumps(found))
        assert not any("hunter2" in answer or "password" in answer for answer in answers)

    talk(root, conversation)
    assert secret.read_text(encoding="utf-8") == "password: hunter2\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["root", "secret"]
    assert sorted(path.name for path in secret.parent.iterdir()) == ["game.yaml"]


def test_read_only(tmp_path: Path) -> None:
    """With `--read-only` no tool writes, and a file is never replaced unless that is asked for."""

    async def no_writing(call: Talk) -> None:
        listed = (await call.client.list_tools()).tools
        assert all(tool.annotations is not None and tool.annotations.read_only_hint for tool in listed)
        with pytest.raises(Exception, match="there is no tool `write_files`"):
            await call("write_files", files={"x.yaml": ""})

    async def writing(call: Talk) -> None:
        await call("write_files", files={"x.yaml": "a: 1\n"})
        assert "`x.yaml` exists" in await call.refused("write_files", files={"x.yaml": "", "y.yaml": ""})
        assert not (tmp_path / "y.yaml").exists()
        await call("write_files", files={"x.yaml": "a: 2\n"}, replace=True)

    talk(tmp_path, no_writing, "--read-only")
    assert not list(tmp_path.iterdir())
    talk(tmp_path, writing)
    assert (tmp_path / "x.yaml").read_text(encoding="utf-8") == "a: 2\n"


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("check_game", {}, "no game is given"),
    ("check_game", {"game": "heart"}, "did you mean `hearts`?"),
    ("check_game", {"game": "pig+fast"}, "there is no game or file `pig+fast`"),
    ("check_game", {"game": ""}, "``"),
    ("check_game", {"game": "\0"}, "is not a path below the root"),
    ("check_game", {"game": 7}, "`game`: input should be a valid string"),
    ("check_game", {"files": []}, "`files`: input should be a valid dictionary"),
    ("check_game", {"files": {"a/game.yaml": "", "b/game.yaml": ""}}, "several drafts may be the game"),
    ("check_game", {"files": {"game.yaml": "", "game.yaml/x.yaml": ""}}, "cannot be a file"),
    ("check_game", {"gmae": "pig"}, "has no argument `gmae`; did you mean `game`?"),
    ("test_game", {"game": "pig", "only": ["PIG-9"]}, "no scenario has the id `PIG-9`"),
    ("simulate_games", {"game": "pig", "games": 0}, "`games`: input should be greater than or equal to 1"),
    ("simulate_games", {"game": "pig", "games": 10**12}, "`games`: input should be less than or equal to"),
    ("simulate_games", {"game": "pig", "games": "many"}, "`games`: input should be a valid integer"),
    ("simulate_games", {"game": "pig", "bots": ["evil.py:run"]}, "is a bot from a file"),
    ("simulate_games", {"game": "pig", "bots": ["learned:/etc/passwd"]}, "is a bot from a file"),
    ("simulate_games", {"game": "pig", "bots": ["mcts:200:/etc/passwd"]}, "is a bot from a file"),
    ("simulate_games", {"game": "pig", "bots": ["mcts:9999999"]}, "may think too long"),
    ("simulate_games", {"game": "pig", "bots": ["mcts:900s"]}, "may think too long"),
    ("simulate_games", {"game": "pig", "bots": ["clever"]}, "no bot is called `clever`"),
    ("simulate_games", {"game": "pig", "bots": ["random"] * 11}, "`pig` is not for 11 players"),
    ("simulate_games", {"game": "pig", "players": 11}, "`pig` is for 2 to 10 players, not 11"),
    ("simulate_games", {"game": "pig", "options": {"goal": 10**30}}, "goal"),
    ("simulate_games", {"game": "pig", "options": {"gaol": 5}}, "`pig` has no option `gaol`"),
    ("compare_games", {"game": "pig", "other": "hex+x"}, "it has no variants"),
    ("compare_games", {"game": "euchre", "other": "hex"}, "no number of players can play both"),
    ("fuzz_game", {"game": "pig", "seconds": 1e9}, "`seconds`: input should be less than or equal to 60"),
    ("begin_game", {"game": "pig", "seats": ["random", "random"]}, "no seat is yours"),
    ("begin_game", {"game": "pig", "seats": ["me"], "players": 2}, "`seats` names 1 seats, `players` says 2"),
    ("begin_game", {"game": "pig", "seed": -1}, "`seed`: input should be greater than or equal to 0"),
    ("read_manual", {"page": "langauge"}, "did you mean `language`?"),
    ("read_manual", {"page": "language", "section": "99"}, "`language` has no section `99`"),
    ("describe_keys", {"at": "zonez"}, "did you mean `zones`?"),
    ("describe_keys", {"file": "wrong"}, "`file`: input should be 'game', 'scenarios', 'variant' or 'bands'"),
    ("read_game", {"game": "pig", "file": "rules.yaml"}, "`pig` has no file `rules.yaml`"),
    ("search_manual", {}, "the argument `words` is missing"),
    ("search_manual", {"words": "x" * 10_000}, "`words`: string should have at most 400 characters"),
]
"""Calls that are refused, with a part of the message."""


def test_hostile_arguments_are_refused_with_reasons(tmp_path: Path) -> None:
    """Each bad argument gets an error that names it, says what is wrong, and is no traceback."""

    async def conversation(call: Talk) -> None:
        for tool, arguments, expected in REFUSED:
            text = await call.refused(tool, **arguments)
            assert expected in text, (tool, arguments, text)
            assert "bug" not in text
            assert "Traceback" not in text
            assert len(text) < 1_500

    talk(tmp_path, conversation)


def test_texts_of_unknown_origin_are_refused(tmp_path: Path) -> None:
    """Texts that are no YAML, too deep or endless get diagnostics, and the server answers on."""
    odd = [
        "\x00", "[" * 5_000, "a: &a [*a, *a]\n", "{" * 300, "- " * 2_000, "\ufeff", "é" * 10_000,
        "%YAML 9.9\n",
        "language: 1\ngame: x\ntitle: X\nplayers: 2\nphases: {p: {do: [{while: true, do: []}]}}\nlimit: 1\n",
    ]  # fmt: skip

    async def conversation(call: Talk) -> None:
        for text in odd:
            assert not (await call("check_game", files={"game.yaml": text}))["ok"], text[:40]

    talk(tmp_path, conversation)


def test_drafts_are_kept_and_edited(tmp_path: Path) -> None:
    """Drafts stay until they are saved or dropped; edits must be clear; a variant's mistakes are found."""
    (tmp_path / "game.yaml").write_text(mended(3), encoding="utf-8")
    variant = "language: 1\ngame: harbour-low\ntitle: Low\nextends: harbour\nedit: [{set: {gaol: 1}}]\n"

    async def conversation(call: Talk) -> None:
        def edit(old: str, new: str, file: str = "game.yaml") -> dict[str, Any]:
            return {"edits": [{"file": file, "old": old, "new": new}]}

        assert "contains `points` " in await call.refused("check_game", **edit("points", "coins"))
        assert "it contains `  quay: {of" in await call.refused("check_game", **edit("  quay: {off", ""))
        assert "there is no file `x.yaml`" in await call.refused("check_game", **edit("a", "b", "x.yaml"))
        assert "not a path below" in await call.refused("check_game", **edit("a", "b", "../x.yaml"))
        assert (await call("check_game", **edit("default: 12", "default: 13")))["ok"]
        assert "default: 13" in (await call("read_game", game="harbour"))["text"]
        assert "default: 12" in (tmp_path / "game.yaml").read_text(encoding="utf-8")
        found = await call("check_game", files={"variants/low.yaml": variant})
        assert [each["code"] for each in found["diagnostics"]] == ["GS120"]
        assert not (await call("check_game"))["ok"]
        assert (await call("check_game", files={"variants/low.yaml": None}))["ok"]
        assert (await call("compare_games", game="harbour", other=".", games=2))["same"]
        two = {"a/game.yaml": mended(3), "b/game.yaml": mended(3)}
        assert "several drafts may be the game" in await call.refused("show_game", files=two)
        assert (await call("check_game", game="a"))["ok"]

    talk(tmp_path, conversation)


def test_a_position_as_text_is_short_and_tells_all(tmp_path: Path) -> None:
    """A hand of Hearts takes a quarter of the characters; its cards and each option of JSON are in it."""

    async def conversation(call: Talk) -> None:
        begun = await call("begin_game", game="hearts", players=4, options={"cards_passed": 0}, seed=3)
        full = await call("look", game_id=begun["game_id"], form="json")
        (hand,) = (z for z in full["position"]["zones"] if z["id"] == "hand[p1]")
        assert len(hand["components"]) == 13
        assert all(each["name"] in begun["text"] for each in hand["components"])
        for option in full["position"]["options"]:
            assert f"[{option['number']}] {option['label']}" in begun["text"]
        assert 4 * len(begun["text"]) < len(json.dumps(full))

    talk(tmp_path, conversation)


def test_faults_are_told_with_their_place(tmp_path: Path) -> None:
    """Simulations, the search for mistakes and games in play tell where a game faults."""
    rules = """\
language: 1
game: faulty
title: Faulty
players: 2
variables: {n: {type: 0..9}}
functions: {half: {with: {x: 0..9}, is: 8 // x}}
actions: {count: {do: [{set: {n: n + 1}}]}}
phases: {play: {turns: clockwise, do: [{offer: [count]}]}}
end: {over: {when: "n > 3 and half(4 - n) > 0", draw: true}}
limit: {decisions: 9, then: draw}
"""

    async def conversation(call: Talk) -> None:
        files = {"game.yaml": rules}
        (fault,) = (await call("simulate_games", files=files, games=20))["faults"]
        assert fault["games"] == 20
        assert "game.yaml:6" in fault["text"]
        found = await call("fuzz_game", files=files, seconds=2)
        assert not found["ok"]
        assert found["found"][0]["scenario"].startswith("language: 1\n")
        game = (await call("begin_game", files=files, seats=["me", "me"]))["game_id"]
        for _ in range(3):
            await call("choose", game_id=game, option="count")
        assert "the rules of the game stop it here" in await call.refused(
            "choose", game_id=game, option="count"
        )
        assert (await call("look", game_id=game))["decides"] == "p2"

    talk(tmp_path, conversation)
