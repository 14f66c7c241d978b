"""What the playground's Python does, tried without a browser."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import zipfile
import zlib
from base64 import urlsafe_b64decode
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import rpds

from gamespec import games, load
from gamespec.expr.builtins import BUILTINS
from gamespec.expr.quantifiers import QUANTIFIER_FORMS
from gamespec.program.written import program_hash
from gamespec.system import resources
from gamespec.validation import resolved
from interpreter.playground import links, phrases, starts
from interpreter.playground.numbers import compared, summary
from interpreter.playground.packed import archive, entries
from interpreter.playground.standins import rpds as standin
from interpreter.playground.workbench import Workbench
from interpreter.simulate import Seeds, Summary, playout

SIMPLE = (resources.directory("games") / "tic-tac-toe" / "game.yaml").read_text(encoding="utf-8")
NEW = {"new": True, "seating": "first", "bot": "random", "seed": 7}


def _check(bench: Workbench, text: str, **how: Any) -> dict[str, Any]:
    asked = {"files": {"game.yaml": text}, "main": "game.yaml", **how}
    return dict(json.loads(bench.check(json.dumps(asked))))


@pytest.fixture
def sent() -> list[dict[str, Any]]:
    """Return the messages to the table's page."""
    return []


@pytest.fixture
def bench(sent: list[dict[str, Any]], tmp_path: Path) -> Workbench:
    """Return a workbench."""
    return Workbench(lambda message: sent.append(json.loads(message)), lambda _: None, str(tmp_path))


def test_places_are_counted_as_javascript_counts(bench: Workbench) -> None:
    """A place is in UTF-16 code units, of a text with plain line breaks."""
    text = "# 🎲\r\n" + SIMPLE.replace("any(l in lines(", "any(l in line(", 1)
    (found,) = _check(bench, text)["diagnostics"]
    units = text.replace("\r\n", "\n").encode("utf-16-le")
    assert units[2 * found["from"] : 2 * found["to"]].decode("utf-16-le") == "line"
    (cure, *_) = found["cures"]
    (edit,) = cure["edits"]
    assert (edit["from"], edit["to"], edit["text"]) == (found["from"], found["to"], "lines")


def test_a_choice_counts_as_far_as_the_game_has_it(bench: Workbench) -> None:
    """Values that a game does not have are left out; a choice that it forbids is refused."""
    told = _check(bench, SIMPLE, players=5, options={"columns": 4, "rows": 99, "none": 1})
    assert told["players"] == {"least": 2, "most": 2, "now": 2}
    assert {each["name"]: each["value"] for each in told["options"]} == {"columns": 4, "rows": 3, "line": 3}
    told = _check(bench, SIMPLE, options={"line": 9})
    assert "A line must fit the board" in told["choice"]


def test_stages_tell_mistakes_one_after_the_other(bench: Workbench) -> None:
    """A misspelt key is told at once, a misspelt name with the names, and the game is there in the end."""
    key, name = SIMPLE.replace("limit:", "limt:", 1), SIMPLE.replace("any(l in lines(", "any(l in line(", 1)
    codes = [
        [[each["code"] for each in _check(bench, text, stage=stage)["diagnostics"]] for text in (key, name)]
        for stage in ("structure", "names")
    ]
    assert [bool(found) for found in codes[0]] == [True, False]
    assert codes[1][1] == ["GS201"]
    assert "playable" not in _check(bench, SIMPLE, stage="names")
    assert _check(bench, SIMPLE, stage="everything")["playable"]


def test_the_editor_completes_keys_and_tells_names(bench: Workbench) -> None:
    """Keys come from the schema, with their meaning; a name is told with its type, at its place."""
    _check(bench, SIMPLE)
    text = "# 🎲\n" + SIMPLE + "sco"
    asked = {"files": {"game.yaml": text}, "file": "game.yaml", "at": len(text) + 1}
    found = json.loads(bench.complete(json.dumps(asked)))
    (item,) = [each for each in found if each["label"] == "score"]
    assert item["sort"] == "key"
    assert (item["from"], item["to"]) == (len(text) - 2, len(text) + 1)
    _check(bench, text)
    at = text.index("lines(") + 1
    told = json.loads(bench.hover(json.dumps(asked | {"at": at + 1})))
    assert text[told["from"] - 1 : told["to"] - 1] == "lines"
    assert "lines(" in told["text"]


def test_an_empty_line_in_a_block_belongs_to_it(bench: Workbench) -> None:
    """There the keys of the block are offered, and steps with their dash, as far in as the block is."""
    _check(bench, SIMPLE)
    lines = SIMPLE.splitlines(keepends=True)
    for below, text in (("    turns: clockwise\n", "    until: "), ("    do:\n", "      - move: ")):
        at = lines.index(below) + 1
        before = "".join(lines[:at])
        asked = {"files": {"game.yaml": f"{before}\n{''.join(lines[at:])}"}, "file": "game.yaml"}
        found = json.loads(bench.complete(json.dumps(asked | {"at": len(before)})))
        assert text in {each["text"] for each in found}
        assert {"actions", "setup", "zones"}.isdisjoint(each["label"] for each in found)


def test_scenarios_of_the_text_are_run(bench: Workbench) -> None:
    """All hold under the shipped rules; a changed expectation fails and says where."""
    started = starts.start("tic-tac-toe")["game"]
    assert json.loads(bench.check(json.dumps(started)))["playable"]
    first = json.loads(bench.examples(json.dumps({"from": 0, "language": "en"})))
    assert [each["id"] for each in first["listed"]] == [f"TTT-0{n}" for n in range(1, 6)]
    ran = first["ran"]
    while len(ran) < 5:
        ran += json.loads(bench.examples(json.dumps({"from": len(ran), "language": "en"})))["ran"]
    assert all(each["passed"] for each in ran)
    name = next(name for name in started["files"] if name.startswith("scenarios/"))
    started["files"][name] = started["files"][name].replace("{ended: true}", "{ended: false}", 1)
    bench.check(json.dumps(started))
    (failed, *_) = json.loads(bench.examples(json.dumps({"from": 0, "language": "en"})))["ran"]
    assert not failed["passed"]
    assert failed["report"].startswith(f"{name}:")
    assert "the game is over" in failed["report"]
    (failed, *_) = json.loads(bench.examples(json.dumps({"from": 0, "language": "de"})))["ran"]
    assert "das Spiel ist aus\nwas geschah:\n" in failed["report"]


def test_the_sheet_tells_the_edited_rules(bench: Workbench) -> None:
    """The page has the title of the text, in German words if these are asked for."""
    _check(bench, SIMPLE.replace("title: Tic-tac-toe", "title: Three marks"))
    page = json.loads(bench.sheet(json.dumps({"language": "de"})))["page"]
    assert "Three marks" in page
    assert 'lang="de"' in page


def test_a_variant_extends_the_shipped_game(bench: Workbench) -> None:
    """A variant finds the game that it extends."""
    started = starts.start("trapper")["variants"]["young"]
    told = json.loads(bench.check(json.dumps(started)))
    assert told["diagnostics"] == []
    assert told["playable"]


@pytest.mark.parametrize("game", ["carcassonne", "ogallala", "trapper", "trumpet"])
def test_a_game_comes_with_the_variants_that_its_scenarios_test(bench: Workbench, game: str) -> None:
    """A game whose scenarios test variants opens without a mistake, and all scenarios hold."""
    assert json.loads(bench.check(json.dumps(starts.start(game)["game"])))["diagnostics"] == []
    ran: list[dict[str, Any]] = []
    listed = json.loads(bench.examples(json.dumps({"from": 0, "language": "en"})))["listed"]
    while len(ran) < len(listed):
        ran += json.loads(bench.examples(json.dumps({"from": len(ran), "language": "en"})))["ran"]
    assert [each["report"] for each in ran if not each["passed"]] == []


@pytest.mark.parametrize("game", ["carcassonne", "goofspiel", "ogallala", "trumpet"])
def test_each_variant_starts_without_a_mistake(bench: Workbench, game: str) -> None:
    """A variant comes with all files that it reads."""
    for started in starts.start(game)["variants"].values():
        assert json.loads(bench.check(json.dumps(started)))["diagnostics"] == []


def test_phrases_speak_german() -> None:
    """Groups, meanings and the titles of blocks are German; what is written is the same."""
    english, german = phrases.phrases("en"), phrases.phrases("de")
    assert [each.text for each in german] == [each.text for each in english]
    assert [e.about for e, g in zip(english, german, strict=True) if e.about == g.about] == []
    titles = {each.title: each for each in german}
    assert titles["Ein ganzes kleines Spiel"].group == "Fertige Bausteine"
    assert titles["shuffle"].about == "Bringt eine geordnete Zone in zufällige Reihenfolge."


def test_phrases_are_all_that_can_be_written() -> None:
    """There are all sections, steps and built-ins; each ready-made block has a place."""
    game = resolved("game")
    by_group: dict[str, dict[str, phrases.Phrase]] = {}
    for phrase in phrases.phrases("en"):
        by_group.setdefault(phrase.group, {})[phrase.title] = phrase
        assert phrase.about
    assert by_group["Sections"].keys() == game["properties"].keys()
    assert by_group["Steps"].keys() == game["properties"]["setup"]["items"]["dependentSchemas"].keys()
    named = {title.partition("(")[0] for title in by_group["In expressions"]}
    assert BUILTINS.keys() | QUANTIFIER_FORMS.keys() <= named
    blocks = by_group["Ready-made blocks"]
    assert {title for title, phrase in blocks.items() if phrase.place == "file"} == {
        "A whole small game",
        "Variant",
    }
    for phrase in blocks.values():
        if phrase.place == "entry":
            assert phrase.section in {*game["properties"], "scenarios"}
    assert by_group["Steps"]["move"].text == "- move: $1\n  to: $2"
    assert by_group["Sections"]["limit"].text == "limit: {decisions: $1, then: $2}"


def test_every_game_is_a_start() -> None:
    """The list of starts has the shipped games."""
    assert [each["name"] for each in starts.index()["games"]] == games()


def test_a_game_goes_on_under_changed_rules(bench: Workbench, sent: list[dict[str, Any]]) -> None:
    """A game with answers goes on; with other players a new one begins."""

    async def played() -> None:
        _check(bench, SIMPLE)
        await bench.play(json.dumps(NEW | {"seating": "all"}))
        await bench.hear(json.dumps({"kind": "hello", "revision": None, "language": None, "usual": "en"}))
        await asyncio.sleep(0.05)
        for revision in range(2):
            await bench.hear(
                json.dumps({"kind": "answer", "revision": revision, "number": str(revision), "pause": 0})
            )
            await asyncio.sleep(0.05)
        assert [each["revision"] for each in sent if each["kind"] == "table"][-1] == 2
        _check(bench, SIMPLE.replace("default: 3, label: {en: Columns", "default: 4, label: {en: Columns"))
        await bench.play(json.dumps(NEW | {"seating": "all", "new": False}))
        await asyncio.sleep(0.05)
        assert any("changed rules" in (each.get("happened") or "") for each in sent)
        _check(bench, SIMPLE.replace("players: 2", "players: 3"))
        await bench.play(json.dumps(NEW | {"seating": "none", "new": False}))
        await bench.hear(json.dumps({"kind": "hello", "revision": None, "language": None, "usual": "en"}))
        await asyncio.sleep(0.2)
        tables = [each for each in sent if each["kind"] == "table"]
        whole = [each for each in tables if "title" in each]  # the others have only what has changed
        assert whole[-1]["you"]["role"] == "watch"
        assert whole[-1]["revision"] > 2  # another decision than any before
        assert whole[-1]["epoch"] > whole[0]["epoch"]

    asyncio.run(played())


def test_what_stopped_games_is_told_until_the_rules_change(bench: Workbench, tmp_path: Path) -> None:
    """The fault of many games has the place in the text as it is now, and other rules have none."""
    _check(bench, SIMPLE)
    bench.module()
    game = tmp_path / "game.yaml"
    game.write_text(SIMPLE, encoding="utf-8")
    made = load(game).compiled()
    places = made.names.places
    at = next(at for at, place in enumerate(places) if place.text == "mark[cell]")
    first = {"code": "GS505", "at": at, "text": "no", "help": None}
    asked = {
        "programs": [program_hash(made.program)],
        "kinds": [[]],
        "outcomes": [],
        "stopped": [{"count": 2, "games": 9, **first}],
    }
    (fault,) = json.loads(bench.numbers(json.dumps(asked)))["faults"]
    assert (fault["count"], fault["games"], fault["code"]) == (2, 9, "GS505")
    (later,) = _check(bench, f"# a comment\n{SIMPLE}")["faults"]
    assert later["from"] == fault["from"] + len("# a comment\n")
    assert _check(bench, SIMPLE.replace("default: 3", "default: 4"))["faults"] == []
    assert len(_check(bench, SIMPLE)["faults"]) == 1


def test_files_are_packed(bench: Workbench) -> None:
    """The archive has the files."""
    packed = bench.packed(json.dumps({"files": {"game.yaml": "a", "b/c.csv": "ü"}}))
    with zipfile.ZipFile(BytesIO(packed)) as found:
        assert {name: found.read(name).decode() for name in found.namelist()} == {
            "game.yaml": "a",
            "b/c.csv": "ü",
        }


# --- numbers ---------------------------------------------------------------------------------------------


def _row(result: Any) -> list[int]:
    return [result.outcome, *result.places, *(part for parts in result.parts for part in parts)]


@pytest.mark.parametrize(("game", "count"), [("tic-tac-toe", 300), ("hearts", 20), ("hanabi", 5)])
def test_numbers_are_those_of_a_summary(game: str, count: int) -> None:
    """Counts and means are those that `gamespec simulate` computes of the same games."""
    made = load(game).compiled()
    played = [playout(made.program, Seeds(seed, seed)) for seed in range(count)]
    expected = Summary.of(made.program)
    for each in played:
        expected.add(each)
    told = summary(made, ((_row(each.result), each.decisions, 1) for each in played))
    assert told["games"] == count
    for seat, other in zip(told["seats"], expected.seats, strict=True):
        assert (seat["won"], seat["shared"], seat["drawn"]) == (other.won, other.shared, other.drawn)
        assert seat["share"]["mean"] == other.share.mean
        assert seat["score"]["mean"] == other.score.mean
    pairs = [((_row(each.result), each.decisions), (_row(each.result), each.decisions), 1) for each in played]
    same = compared(made, made, pairs)
    assert same["same"] == same["pairs"]
    assert all(each["mean"] == 0 for each in (*same["shares"], *same["scores"], same["length"]))


def test_differences_are_means_of_pairs() -> None:
    """A difference is the mean of the differences in pairs, with their interval."""
    # Four pairs: the first seat wins 1, 1, 0, 0 of them at the start, and 1, 1, 1, 0 afterwards. The
    # difference is 1/4, with variance (3 * (1/4)^2 + (3/4)^2) / 3 = 1/4.
    made = load("tic-tac-toe").compiled()
    line, full = 8, 9  # Head.END is 8, and `line` is the first entry of `end`
    assert list(made.names.end) == ["line", "full"]
    one, other = ([line, 1, 2], 5), ([line, 2, 1], 5)
    assert full == line + 1
    told = compared(made, made, [(one, one, 2), (other, one, 1), (other, other, 1)])
    assert told["shares"][0]["mean"] == 1 / 4
    assert told["shares"][1]["mean"] == -1 / 4
    # Student's quantile of 3 degrees of freedom is 3.182 (Biometrika 6, 1908); the standard error is 1/4.
    assert told["shares"][0]["high"] == pytest.approx(1 / 4 + 3.182 / 4, abs=1e-3)


# --- links, and what is packed ---------------------------------------------------------------------------


def test_a_link_is_json_that_is_compressed() -> None:
    """A link can be read back by its description in the manual."""
    link = links.link_to_files("https://example.org/playground/", {"game.yaml": "ü🎲", "a.csv": "x"})
    page, _, part = link.partition("#files=")
    assert page == "https://example.org/playground/"
    packed = urlsafe_b64decode(part + "=" * (-len(part) % 4))
    assert json.loads(zlib.decompress(packed, -15)) == {
        "main": "game.yaml",
        "files": {"game.yaml": "ü🎲", "a.csv": "x"},
    }
    assert links.link_to_game("p/", "trapper+young") == "p/#game=trapper%2Byoung"


def test_the_archive_is_the_same_each_time_and_has_what_is_imported() -> None:
    """The archive has libraries in pure Python only."""
    found = list(entries())
    names = {str(each.name) for each in found}
    assert {"rpds.py", "_multiprocessing.py", "yaml/__init__.py", "lark/grammars/common.lark"} <= names
    assert "gamespec/_data/games/hearts/game.yaml" in names
    assert not any(name.endswith((".so", ".policy")) for name in names)
    few = found[:20]
    assert archive(iter(few)) == archive(iter(few))


# --- the stand-in for rpds -------------------------------------------------------------------------------


@pytest.mark.parametrize("module", [rpds, standin])
def test_persistent_collections_do_what_the_real_ones_do(module: Any) -> None:
    """The stand-in and `rpds` agree."""
    empty = module.HashTrieMap()
    one = empty.insert("a", 1)
    assert (len(empty), dict(one), one["a"], "a" in one, one.get("b")) == (0, {"a": 1}, 1, True, None)
    assert dict(one.update({"b": 2}, c=3)) == {"a": 1, "b": 2, "c": 3}
    assert module.HashTrieMap.convert(one) is one
    assert module.HashTrieMap.convert({"a": 1}) == one
    assert hash(module.HashTrieMap({"a": 1, "b": 2})) == hash(module.HashTrieMap({"b": 2, "a": 1}))
    assert dict(one.remove("a")) == dict(one.discard("a")) == {}
    assert dict(one.discard("b")) == {"a": 1}
    with pytest.raises(KeyError):
        one.remove("b")
    few = module.HashTrieSet(["a"]).insert("b")
    assert set(few) == {"a", "b"}
    assert set(few.update(["c"], "d")) == set("abcd")
    assert set(few.remove("a")) == set(few.discard("a")) == {"b"}
    with pytest.raises(KeyError):
        few.remove("c")
    listed = module.List([1, 2])
    assert listed == module.List(1, 2)
    assert (list(listed), listed.first, list(listed.rest), list(listed.push_front(0))) == (
        [1, 2],
        1,
        [2],
        [0, 1, 2],
    )
    assert (len(module.List()), list(module.List([5]).drop_first())) == (0, [])
    with pytest.raises(IndexError):
        _ = module.List().first


def test_schemas_are_checked_alike_with_the_stand_in(tmp_path: Path) -> None:
    """A fresh Python that finds the stand-in first reports the same mistakes."""
    game = tmp_path / "game.yaml"
    game.write_text(SIMPLE.replace("players: 2", "players: [2]\nplayer: 3"), encoding="utf-8")
    code = (
        "import gamespec, rpds, sys; print(rpds.__file__)\n"
        "for found in gamespec.check(sys.argv[1]).diagnostics: print(found.code, found.span)"
    )
    paths = f"import sys; sys.path.insert(0, {str(Path(standin.__file__).parent)!r}); "
    real, ours = (
        subprocess.run([sys.executable, "-c", each, str(game)], capture_output=True, text=True, check=True)
        for each in (code, paths + code)
    )
    (first, *found), (other, *same) = ours.stdout.splitlines(), real.stdout.splitlines()
    assert first == standin.__file__
    assert other != first
    assert found == same != []
