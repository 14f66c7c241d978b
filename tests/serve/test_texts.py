"""Whatever the page and the server say by themselves is there in German, and nothing is that nobody says."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from interpreter.serve.refusing import TEXTS, Refusal, text
from interpreter.serve.seats import Viewer

ROOM = Path(__file__).resolve().parents[2] / "interpreter" / "serve"
STATIC = ROOM / "static"
SOURCES = {path.name: path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.js"))}
SOURCES["page.html"] = (STATIC / "page.html").read_text(encoding="utf-8")


def german() -> dict[str, str]:
    """The German texts of the page, by what they stand for."""
    found = re.findall(r'^  (?:"([^"]+)"|(\w+)): "([^"]*)",$', SOURCES["words.js"], re.MULTILINE)
    return {quoted or plain: said for quoted, plain, said in found}


def said_by_the_page() -> set[str]:
    """What stands in calls of `word`, and in what the page has words put in."""
    whole = "\n".join(text for name, text in SOURCES.items() if name != "words.js")
    calls = re.findall(r"\bword\(\s*([^()]*?)[,)]", whole)
    literals = {literal for call in calls for literal in re.findall(r'"([^"]+)"', call)}
    return literals | set(re.findall(r'data-(?:word|label)="([^"]+)"', whole))


def test_the_page_speaks_german() -> None:
    """Each text of the page has a German one."""
    assert len(said_by_the_page()) > 40
    assert not said_by_the_page() - german().keys()


def test_nothing_is_left_over_in_the_page() -> None:
    """Each German text of the page stands for one that the sources say somewhere, also in a variable."""
    whole = "\n".join(text for name, text in SOURCES.items() if name != "words.js")
    roles = {"seat", "watch", "host", "human"}
    assert not [said for said in german() if f'"{said}"' not in whole and said not in roles]


def holes(template: str) -> set[str]:
    """The names of the values in a text."""
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("said", TEXTS)
def test_the_server_speaks_german(said: str) -> None:
    """The German text has the same values as the English one, and somebody says it."""
    assert holes(said) == holes(TEXTS[said])
    whole = "\n".join(path.read_text(encoding="utf-8") for path in ROOM.glob("*.py"))
    assert whole.count(f'"{said}"') > 1


def test_every_refusal_is_known() -> None:
    """Whatever is refused is refused by a text that has a German one."""
    for path in ROOM.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="Refusal"), args=[ast.Constant(value=str(said)), *_]):
                    assert said in TEXTS, (path.name, said)
                case _:
                    pass


def test_values_in_texts() -> None:
    """A value may be a refusal, or a viewer, who is called as the game calls the players."""
    inner = Refusal("a number in digits, as a text")
    outer = Refusal("`{key}` must be {what}", key="x", what=inner)
    assert outer.in_("de", lambda viewer: viewer.name) == "`x` muss eine Zahl in Ziffern, als Text sein"
    left = Refusal("{who} has refused", who=Viewer("seat", 1))
    assert left.in_("en", lambda viewer: f"player {viewer.seat}") == "player 1 has refused"
    assert str(left) == "p2 has refused"
    assert text("de", "saved as `{name}`", name="x") == "als `x` gespeichert"
