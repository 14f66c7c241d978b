"""Tests for diagnostics as SARIF 2.1.0.

`LOG` states what the standard requires of the objects that we write: their properties, those that must be
there, and the kinds of values. It was written from the standard, section by section. What its schema cannot
say (indexes, offsets, unique ids) has assertions of its own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest

import gamespec
from gamespec.text.advice import Advice
from gamespec.text.diagnostics import Diagnostic, Remark
from gamespec.text.line_hashes import line_hashes
from gamespec.text.sarif import Tool, repository, sarif
from gamespec.text.source import Source
from gamespec.text.suggest import did_you_mean

ROOT = Path(__file__).parents[2]
FOLDERS = [file.parent for file in sorted((ROOT / "tests" / "diagnostics").glob("GS[1-4]*/game.yaml"))]
TOOL = Tool("0.2.0", "https://example.org/manual/")


def record(needed: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return the schema of an object with the given properties, of which those in `needed` are required."""
    return {
        "type": "object",
        "properties": needed | more,
        "required": list(needed),
        "additionalProperties": False,
    }


def several(items: dict[str, Any], least: int = 0) -> dict[str, Any]:
    """Return the schema of a list."""
    return {"type": "array", "items": items, "minItems": least}


TEXT = {"type": "string", "minLength": 1}
NUMBER = {"type": "integer", "minimum": 0}
FROM_ONE = {"type": "integer", "minimum": 1}
URL = {"type": "string", "pattern": "^https?://[^ ]+$"}
LEVEL = {"enum": ["none", "note", "warning", "error"]}  # 3.27.10
MESSAGE = record({"text": TEXT}, markdown=TEXT)  # 3.11, 3.12
REGION = record(  # 3.30
    {"startLine": FROM_ONE, "startColumn": FROM_ONE, "endLine": FROM_ONE, "endColumn": FROM_ONE}
)
ARTIFACT = record({"uri": {"type": "string", "pattern": "^[A-Za-z0-9._~/:%!$&'()*+,;=@-]+$"}}, uriBaseId=TEXT)
PHYSICAL = record({"artifactLocation": ARTIFACT}, region=REGION)  # 3.29
LOCATION = record({}, id=NUMBER, physicalLocation=PHYSICAL, message=MESSAGE)  # 3.28
REPLACEMENT = record({"deletedRegion": REGION}, insertedContent=record({"text": {"type": "string"}}))  # 3.57
CHANGE = record({"artifactLocation": ARTIFACT, "replacements": several(REPLACEMENT, 1)})  # 3.56
FIX = record({"artifactChanges": several(CHANGE, 1)}, description=MESSAGE)  # 3.55
RESULT = record(  # 3.27
    {"message": MESSAGE},
    ruleId=TEXT,
    ruleIndex=NUMBER,
    level=LEVEL,
    locations=several(LOCATION),
    relatedLocations=several(LOCATION),
    partialFingerprints={"type": "object", "additionalProperties": {"type": "string"}},
    fixes=several(FIX),
)
RULE = record(  # 3.49
    {"id": TEXT},
    name=TEXT,
    shortDescription=MESSAGE,
    fullDescription=MESSAGE,
    help=MESSAGE,
    helpUri=URL,
    defaultConfiguration=record({}, level=LEVEL),
    properties=record({}, tags=several(TEXT), precision=TEXT),
)
DRIVER = record({"name": TEXT}, version=TEXT, informationUri=URL, rules=several(RULE))  # 3.19
NOTIFICATION = record({"message": MESSAGE}, level=LEVEL)  # 3.58
INVOCATION = record(  # 3.20
    {"executionSuccessful": {"type": "boolean"}}, toolExecutionNotifications=several(NOTIFICATION)
)
RUN = record(  # 3.14
    {"tool": record({"driver": DRIVER})},
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    invocations=several(INVOCATION),
    results=several(RESULT),
)
LOG = record({"version": {"const": "2.1.0"}, "runs": several(RUN)}, **{"$schema": URL})  # 3.13


def logged(diagnostics: list[Diagnostic], root: Path = ROOT, failures: tuple[str, ...] = ()) -> Any:
    """Return the run of a log, after checking everything that the standard requires of it."""
    text = sarif(diagnostics, root, TOOL, failures)
    assert text.isascii()
    log = json.loads(text)
    jsonschema.validate(log, LOG)
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    assert len({rule["name"] for rule in rules}) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        places = [*result["locations"], *result.get("relatedLocations", ())]
        ids = [place["id"] for place in result.get("relatedLocations", ())]
        assert ids == list(range(len(ids)))
        for place in places:
            region = place["physicalLocation"]["region"]
            start, end = ((region[f"{at}Line"], region[f"{at}Column"]) for at in ("start", "end"))
            assert start <= end
    return run


@pytest.mark.parametrize(
    "folder",
    [folder for folder in FOLDERS if not (folder / "scenarios").exists()][::4],
    ids=lambda folder: folder.name,
)
def test_every_kind_of_diagnostic(folder: Path) -> None:
    """The log of each sample is valid, its regions show what is marked, and its rules are the codes."""
    overlays = "".join(f"+{path.stem}" for path in sorted(folder.glob("variants/*.yaml")))
    found = list(gamespec.check(f"{folder}{overlays}").diagnostics)
    run = logged(found)
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == sorted({d.code for d in found})
    assert len(run["results"]) == len(found) > 0
    for d, result in zip(found, run["results"], strict=True):
        assert result["level"] == d.severity
        assert result["message"]["text"].splitlines()[0] == d.message.replace("](", "] (")
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uriBaseId"] == "%SRCROOT%"
        file = ROOT / unquote(place["artifactLocation"]["uri"])
        assert file.resolve() == Path(d.span.source.name).resolve()
        region = place["region"]
        if region["startLine"] == region["endLine"]:
            line = [*d.span.source.text.split("\n"), ""][region["startLine"] - 1]
            assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == d.span.text


def test_rules_explain_themselves() -> None:
    """A rule has the headline and the text of its page, without links into the manual."""
    source = Source(str(ROOT / "game.yaml"), "a\n")
    d = Diagnostic("GS408", "m", Remark(source.span(0, 1)), severity="warning")
    (rule,) = logged([d])["tool"]["driver"]["rules"]
    assert rule["name"] == "OpenOrder"
    assert rule["shortDescription"] == {"text": "Hidden pile whose order everybody has seen"}
    assert rule["defaultConfiguration"] == {"level": "warning"}
    assert rule["helpUri"] == "https://example.org/manual/codes/GS408"
    assert "## Write instead" in rule["help"]["markdown"]
    assert "\nWrite instead\n" in rule["help"]["text"]
    assert "](" not in rule["help"]["markdown"]


def test_each_cure_is_a_fix() -> None:
    """A diagnostic has a fix for each of its cures, and none if its help proposes no edit."""
    source = Source(str(ROOT / "some where" / "game.yaml"), "a: 1\nplayr: é playr\n")
    at = Remark(source.span(source.text.rindex("playr"), source.text.rindex("playr") + 5))
    one = Diagnostic("GS201", "m", at, help=did_you_mean("playr", ["player"]))
    two = Diagnostic("GS201", "m", at, help=Advice("`play` or `player`?", ["play", "player"]))
    none = Diagnostic("GS201", "m", at, help="declare it")
    first, second, third = logged([one, two, none])["results"]
    assert [fix["description"]["text"] for fix in second["fixes"]] == ["write `play`", "write `player`"]
    assert "fixes" not in third
    (change,) = first["fixes"][0]["artifactChanges"]
    assert change["artifactLocation"] == {"uri": "some%20where/game.yaml", "uriBaseId": "%SRCROOT%"}
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 2, "startColumn": 10, "endLine": 2, "endColumn": 15},
            "insertedContent": {"text": "player"},
        }
    ]


def test_other_places_are_related_locations() -> None:
    """The places that explain a diagnostic have numbers and their remarks, also in another file."""
    source, other = Source(str(ROOT / "a.yaml"), "abc\n"), Source("/nowhere/b.yaml", "x\n")
    remarks = (Remark(source.span(0, 1), "declared here"), Remark(other.span(0, 1)))
    (result,) = logged([Diagnostic("GS301", "m", Remark(source.span(2, 3), "is a suit"), remarks)])["results"]
    first, second = result["relatedLocations"]
    assert result["locations"][0]["message"] == {"text": "is a suit"}
    assert (first["id"], first["message"]) == (0, {"text": "declared here"})
    assert second["physicalLocation"]["artifactLocation"] == {"uri": "file:///nowhere/b.yaml"}
    assert "message" not in second


def test_nothing_in_a_message_is_a_placeholder_or_a_link() -> None:
    """Braces around a number, and a bracket before a parenthesis, mean something in messages of SARIF."""
    source = Source(str(ROOT / "a.yaml"), "abc\n")
    d = Diagnostic("GS301", "`{0}` and `hand[me](x)`", Remark(source.span()), help="write {a: 1}")
    (result,) = logged([d])["results"]
    assert result["message"]["text"] == "`{{0}}` and `hand[me] (x)`\nhelp: write {a: 1}"


def test_fingerprints_outlive_edits_elsewhere() -> None:
    """A line in front of the mistake changes neither fingerprint, and another message changes our own."""

    def prints(text: str, message: str = "m") -> dict[str, str]:
        source = Source(str(ROOT / "a.yaml"), text)
        at = text.index("wrong")
        d = Diagnostic("GS201", message, Remark(source.span(at, at + 5)))
        return dict(logged([d])["results"][0]["partialFingerprints"])

    before = prints("a: 1\nb: wrong\n")
    assert before == prints("new: 2\na: 1\nb:   wrong\n")
    assert before["primaryLocationLineHash"] != prints("a: 1\nc: wrong\n")["primaryLocationLineHash"]
    assert before["gamespecDiagnostic/v1"] != prints("a: 1\nb: wrong\n", "n")["gamespecDiagnostic/v1"]


def test_what_could_not_be_checked_is_said() -> None:
    """A path that could not be checked is a notification, and the run was not successful."""
    (invocation,) = logged([], failures=("there is no game `x`",))["invocations"]
    assert not invocation["executionSuccessful"]
    assert invocation["toolExecutionNotifications"][0]["message"]["text"] == "there is no game `x`"
    (invocation,) = logged([])["invocations"]
    assert invocation["executionSuccessful"]


def test_the_root_of_a_repository(tmp_path: Path) -> None:
    """The root is the nearest folder with `.git`, which is a file in a work tree."""
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    (tmp_path / "a" / ".git").touch()
    assert repository(below) == tmp_path / "a"
    (tmp_path / "a" / ".git").unlink()
    (tmp_path / ".git").mkdir()
    assert repository(below) == tmp_path


GREETINGS = " hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n"
GREETINGS_HASHES = [
    *("e9496ae3ebfced30:1", "fb7c023a8b9ccb3f:1", "ce8ba1a563dcdaca:1", "e20e36e16fcb0cc8:1"),
    *("b3edc88f2938467e:1", "c8e28b0b4002a3a0:1", "c129715d7a2bc9a3:1"),
]


@pytest.mark.parametrize(
    ("text", "hashes"),
    [
        ("", ["c129715d7a2bc9a3:1"]),
        (
            " a\nb\n  \t\tc\n d",
            ["271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"],
        ),
        *((GREETINGS.replace("\n", end), GREETINGS_HASHES) for end in ("\n", "\r", "\r\n")),
        (
            "Lorem ipsum dolor sit amet.\n" * 10,
            [
                *(f"a7f2ff13bc495cf2:{number}" for number in range(1, 7)),
                *("a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1", "55ec222b86bcae53:1"),
                *("cc97dc7b1d7d8f7b:1", "c129715d7a2bc9a3:1"),
            ],
        ),
    ],
)
def test_hashes_are_those_of_github(text: str, hashes: list[str]) -> None:
    """The hashes of lines are those that the tests of GitHub's upload action state."""
    assert line_hashes(text) == hashes
