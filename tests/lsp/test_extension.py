"""The extension for Visual Studio Code: its manifest, snippets and grammars, and the archive."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import yaml

import gamespec
from gamespec.validation import resolved

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"
SCHEMAS = Path(__file__).parents[2] / "schemas"
NODE, NPM = shutil.which("node"), shutil.which("npm")
PATIENCE = 600
COLOURED = {
    "  power: {is: c.rank + 1 if scale[c.suit] > 0 else none}": {
        "if": "keyword.operator.word", "else": "keyword.operator.word", "none": "constant.language",
        "+": "keyword.operator", "0": "constant.numeric", "1": "constant.numeric",
    },
    "actions:": {"actions": "keyword.other.section"},
    '      - {move: paid, to: "hand[me]"}': {"move": "keyword.control.verb", "me": "constant.language"},
    "players: 2..4": {"players": "keyword.other.section", "2": "constant.numeric", "4": "constant.numeric"},
    '  with: {c: {from: "hand[me]", label: Cards in hand, told: "if {c} is 1"}}': {
        "from": "entity.name.tag", "label": "entity.name.tag", "Cards in hand": "string.prose",
        '"if': "string.prose", "{c}": "variable.other", 'is 1"': "string.prose",
    },
    "    about: Deal 5 cards, and not more  # or fewer": {
        "Deal 5 cards": "string.prose", "# or fewer": "comment.line",
    },
    '    is: "count(f in field: f.owner == me)"  # and not this': {
        "count": "entity.name.function", "in": "keyword.operator.word", "owner": "variable.other.member",
        "==": "keyword.operator", "me": "constant.language", "# and not this": "comment.line",
    },
}  # fmt: skip
"""Lines, and the scopes with which words in them must begin."""


def manifest() -> dict[str, Any]:
    """Return the manifest."""
    made: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    return made


def snippets() -> dict[str, Any]:
    """Return the snippets."""
    made: dict[str, Any] = json.loads((EXTENSION / "snippets" / "gamespec.json").read_text(encoding="utf-8"))
    return made


def filled(body: list[str]) -> str:
    """Return the text of a snippet with its defaults."""
    text = "\n".join(body)
    while (changed := re.sub(r"\$\{\d+:((?:[^{}$\\]|\\.|\{[^{}$]*\})*)\}", r"\1", text)) != text:
        text = changed
    return re.sub(r"\$\d+", "", text).replace("\\}", "}")


def test_the_manifest_names_files_that_exist() -> None:
    """The script, the grammars, the snippets and the configuration of the language exist."""
    said = manifest()
    parts = said["contributes"]
    named = [said["main"], *(g["path"] for g in parts["grammars"]), *(s["path"] for s in parts["snippets"])]
    named += [each["configuration"] for each in parts["languages"] if "configuration" in each]
    assert all((EXTENSION / name).is_file() for name in named)
    for grammar in parts["grammars"]:
        assert json.loads((EXTENSION / grammar["path"]).read_text())["scopeName"] == grammar["scopeName"]


def test_commands_and_settings_are_those_of_the_script() -> None:
    """Commands are registered, buttons name commands, and settings that are read are declared."""
    said, script = manifest()["contributes"], (EXTENSION / "src" / "extension.js").read_text(encoding="utf-8")
    commands = {each["command"] for each in said["commands"]}
    body = script[script.index("const COMMANDS = {") : script.index("/** Texts that are shown")]
    registered = {f"gamespec.{name}" for name in re.findall(r"^  (\w+)(?::|,$)", body, re.MULTILINE)}
    assert commands == registered | {"gamespec.restart"}
    assert {each["command"] for menu in said["menus"].values() for each in menu} <= commands
    settings = set(re.findall(r'setting\("([\w.]+)"', script))
    assert {f"gamespec.{name}" for name in settings} <= said["configuration"]["properties"].keys()


def test_what_tasks_find_is_kept_apart_from_what_the_server_says() -> None:
    """No problem matcher has the owner `gamespec`: what the server says next would take its problems away."""
    owners = [each["owner"] for each in manifest()["contributes"]["problemMatchers"]]
    assert len({*owners, "gamespec"}) == len(owners) + 1


def test_the_script_runs_commands_that_exist() -> None:
    """The first words of the commands in terminals are commands of gamespec."""
    from interpreter.cli.app import COMMANDS

    script = (EXTENSION / "src" / "extension.js").read_text(encoding="utf-8")
    words = set(re.findall(r'runTask\("(\w+)"|\.\.\.first, "(\w+)"', script))
    (tasks,) = manifest()["contributes"]["taskDefinitions"]
    named = {word for pair in words for word in pair if word} | {*tasks["properties"]["task"]["enum"]}
    assert {"play", "simulate", "validate", "diff", "lsp"} <= named <= COMMANDS.keys()


@pytest.mark.parametrize("name", snippets())
def test_a_snippet_is_yaml(name: str) -> None:
    """With its defaults, a snippet is a part of a document, and a whole game is sound."""
    snippet = snippets()[name]
    text = filled(snippet["body"])
    assert "${" not in text
    assert yaml.safe_load(text)
    if snippet["prefix"] == "newgame":
        analysis = gamespec.analyse("game.yaml", texts={"game.yaml": text})
        assert not analysis.diagnostics


INDENTED = {
    "zones:": "",
    "    do:  # a comment": "",
    "  says: >-": "",
    "  - set:": "  ",
    "      - if:": "  ",
    "players: 2..4": None,
    "# zones:": None,
    "    do: [{offer: [play]}]": None,
    "  - shuffle: deck": None,
}
"""Lines, and what the line below has besides an indentation more, or `None` if it is indented as much."""


@pytest.mark.parametrize(("line", "more"), INDENTED.items())
def test_what_belongs_to_a_key_is_indented(line: str, more: str | None) -> None:
    """After a key without a value the next line is indented, and after a dash so that it is below the key."""
    said = json.loads((EXTENSION / "language-configuration.json").read_text(encoding="utf-8"))
    rules = [rule["action"] for rule in said["onEnterRules"] if re.search(rule["beforeText"], line)]
    found = rules[0].get("appendText", "") if rules else None
    assert found == more
    assert all(action["indent"] == "indent" for action in rules)


def test_keys_of_the_grammars_are_those_of_the_language() -> None:
    """The grammars colour the keys of the schemas at the left margin, all verbs, and texts for people."""
    listed = {}
    for part, name in (("sections", "keys"), ("verbs", "keys"), ("prose", "keys")):
        grammar = json.loads((EXTENSION / "syntaxes" / f"{name}.tmLanguage.json").read_text(encoding="utf-8"))
        words = re.search(r"\((\w+(?:\|\w+)+)\)", grammar["repository"][part]["match"])
        assert words is not None
        listed[part] = set(words[1].split("|"))
    keys = {key for kind in ("game", "variant", "scenarios", "bands") for key in resolved(kind)["properties"]}
    assert listed["sections"] == keys
    steps = resolved("game")["properties"]["setup"]["items"]
    assert listed["verbs"] == steps["dependentSchemas"].keys()
    texts = re.compile(r'"([a-z]+)": {[^{}]*"\$ref": "#/\$defs/(?:text|template|noun|form)"')
    schemas = [path.read_text(encoding="utf-8") for path in SCHEMAS.glob("*.schema.json")]
    assert listed["prose"] == {key for schema in schemas for key in texts.findall(schema)} | {"heading"}


@pytest.mark.long("manual")
@pytest.mark.skipif(NODE is None or NPM is None, reason="needs node and npm")
def test_it_is_packed_and_coloured(tmp_path: Path) -> None:
    """Npm and vsce make the archive twice with the same bytes, and the grammars colour expressions."""
    archives = [tmp_path / "one.vsix", tmp_path / "two.vsix"]
    for archive in archives:
        subprocess.run([NODE, EXTENSION / "pack.mjs", archive], check=True, timeout=PATIENCE)
    assert archives[0].read_bytes() == archives[1].read_bytes()
    with ZipFile(archives[0]) as packed:
        names = set(packed.namelist())
    assert {
        "extension/src/extension.js",
        "extension/node_modules/vscode-languageclient/package.json",
    } <= names
    folder = tmp_path / "extension"
    shutil.copytree(EXTENSION, folder, ignore=shutil.ignore_patterns("node_modules"))
    subprocess.run(
        [NPM, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder, check=True, timeout=PATIENCE
    )
    told = subprocess.run(
        [NODE, Path(__file__).parent / "grammar.mjs", folder], input=json.dumps([*COLOURED]), text=True,
        check=True, capture_output=True, timeout=PATIENCE,
    )  # fmt: skip
    for (line, wanted), tokens in zip(COLOURED.items(), json.loads(told.stdout), strict=True):
        scopes = {text.strip(): scope for text, scope in tokens}
        assert {word: scopes.get(word, "")[: len(scope)] for word, scope in wanted.items()} == wanted, line
