"""Tests for the rules that a page shows beside the table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from served import hosted, page

import gamespec
from interpreter.cli.play.serve import worked_examples
from interpreter.scenario import load_scenarios
from interpreter.serve.edition import Edition
from interpreter.serve.rules import Example, rules_of
from interpreter.words import Words

if TYPE_CHECKING:
    from pathlib import Path

HOSTILE = "<img src=x onerror=alert(1)>"
RULES = f"""\
language: 1
game: ruled
title: {{en: Ruled, de: Geregelt}}
about: {{en: "{HOSTILE} & more"}}
players: 2
options:
  rounds: {{type: 1..9, default: 3, label: {{en: Rounds, de: Runden}}}}
  bold: {{type: bool, default: false}}
variables:
  waited: {{type: 0..99}}
actions:
  wait: {{do: [{{set: {{waited: waited + 1}}}}]}}
phases:
  main: {{turns: clockwise, do: [{{offer: [wait]}}]}}
end:
  done: {{when: "waited >= rounds and not bold", draw: true, label: {{en: all is done, de: alles ist getan}}}}
limit: {{decisions: 40, then: draw}}
rulings:
  one: {{heading: The end, says: {{en: Nobody wins., de: Niemand gewinnt.}}}}
  two: {{heading: The turn, says: Waiting is all.}}
  three: {{heading: The end, says: It ends.}}
"""


def rules(folder: Path, game: Path, who: str, language: str) -> dict[str, Any]:
    """Serve a game, and return the rules that a page of a viewer is sent on request."""
    with hosted(folder / "table", game) as server, page(server, who, language) as opened:
        assert not any('"kind": "rules"' in text for _, text in opened.heard)
        opened.say("rules")
        return opened.until(lambda message: message["kind"] == "rules")


def test_what_a_specification_says(tmp_path: Path) -> None:
    """A page is sent the texts in its language, where they exist in it, each with its own language.

    Rulings are grouped by their headings, in the order of the first ruling of each.
    """
    (tmp_path / "game.yaml").write_text(RULES, encoding="utf-8")
    found = rules(tmp_path, tmp_path / "game.yaml", "watch", "de")
    assert found["title"] == {"text": "Geregelt", "lang": "de"}
    assert found["about"] == {"text": f"{HOSTILE} & more", "lang": "en"}
    assert found["options"] == [
        {"label": "Runden", "value": "3", "usual": True},
        {"label": "bold", "value": "nein", "usual": True},
    ]
    assert found["ends"] == [{"text": "alles ist getan", "lang": "de"}]
    assert found["rulings"] == [
        {
            "heading": "The end",
            "says": [{"text": "Niemand gewinnt.", "lang": "de"}, {"text": "It ends.", "lang": "en"}],
        },
        {"heading": "The turn", "says": [{"text": "Waiting is all.", "lang": "en"}]},
    ]
    assert found["variants"] == found["examples"] == []


def test_options_in_force(tmp_path: Path) -> None:
    """A variant is named, and an option that differs from its default is marked."""
    (tmp_path / "game.yaml").write_text(RULES, encoding="utf-8")
    longer = {"language": 1, "game": "longer", "title": "Longer", "extends": "game.yaml"}
    variant = tmp_path / "variant.yaml"
    variant.write_text(json.dumps(longer | {"edit": [{"set": {"options.rounds.default": 5}}]}), "utf-8")
    spec = gamespec.load(variant)
    made = spec.compiled(2, {"bold": True})
    found = rules_of(Edition(spec, made, {}), Words(made), [Example("The end", "It ends after all rounds")])
    assert found["variants"] == ["longer"]
    assert found["options"] == [
        {"label": "Rounds", "value": "5", "usual": True},
        {"label": "bold", "value": "yes", "usual": False},
    ]
    says = [{"text": "It ends after all rounds", "lang": ""}]
    assert found["examples"] == [{"heading": "The end", "says": says}]


def test_scenarios_are_worked_examples() -> None:
    """The scenarios of a game are its examples, but not those of its variants, or under other options."""
    examples = worked_examples(gamespec.load("trapper"))
    titles = [each.title for each in examples]
    assert "A full canoe pays twice its sum at once" in titles
    spec = gamespec.load("trapper")
    every_one = load_scenarios(spec)[0]
    others = [each for each in every_one if each.variant or each.node.get("options") is not None]
    assert others
    assert len(examples) == len(every_one) - len(others)
