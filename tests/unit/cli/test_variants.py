"""Tests for variants on the command line and for `gamespec show --resolved`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from long_checks import sampled

import gamespec
from gamespec.documents.document import Mapping, plain, read_document
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source
from interpreter.cli.common.loading import document
from interpreter.cli.design.resolved import resolved

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

SHIPPED = [
    name + overlay
    for name in gamespec.games()
    for overlay in ("", *(f"+{v}" for v in gamespec.variants(name)))
]

AWKWARD = """\
game: awkward
title: {en: 'It''s "quoted"', de: "Zeile\\nzwei, [drei]"}
about: |
  Two lines,
    the second one indented.

players: 2
variables:
  "odd,key": {type: "0..9", start: '#7'}
  folded:
    type: >-
      this text is a long one, with a comma, a colon: and [brackets] as well, so that it must
      be folded where it is printed again
    list: [one, "2", 3, null, ~, true, "true", -5, "a: b", 'c #d', "", x]
  empty: {}
  spaced: "so  many   blanks, in a text that is so long that it cannot remain in one line with its key"
  nested: [[1, 2], {deep: [{deeper: "yes, indeed"}]}]
"""


def read_again(text: str) -> object:
    """Return the value of a YAML text, and check that reading it gives no diagnostic."""
    found = Collector()
    node = read_document(Source("again.yaml", text), found)
    assert not list(found)
    assert node is not None
    return plain(node)


def folded(value: object) -> object:
    """Return a copy of `value` in which each run of white space in a text is a single blank.

    White space has no other meaning in expressions.
    """
    match value:
        case str():
            return " ".join(value.split())
        case list():
            return [folded(item) for item in value]
        case dict():
            return {name: folded(item) for name, item in value.items()}
        case _:
            return value


def test_list_names_variants(run: Run) -> None:
    """`gamespec list` prints the names of each game's variants at the end of its line."""
    lines = run("list").stdout.splitlines()
    for name in gamespec.games():
        line = next(line for line in lines if line.split()[0] == name)
        assert line.endswith(" ".join(gamespec.variants(name)))


def test_a_variant_is_played(run: Run, misere: str) -> None:
    """`simulate GAME+VARIANT` plays the variant.

    In this variant, seat 1 takes the last of nine counters and loses.
    """
    outcome = run(
        "simulate", misere, "--games", "3", "--players", "2", "--set", "forced=true", "--format", "json"
    )
    assert outcome.exit_code == 0, outcome.output
    shown = json.loads(outcome.stdout)
    assert shown["options"]["size"] == 9
    assert shown["decisions"] == 3 * 9
    assert [seat["won"] for seat in shown["seats"]] == [0, 3]


def test_a_variants_scenarios(run: Run, heap: Path, misere: str) -> None:
    """`test GAME+VARIANT` runs only the scenarios of the variant.

    `test GAME` runs the scenarios of the game and of all its variants.
    """
    alone = json.loads(run("test", misere, "--format", "json").stdout)
    assert [(r["id"], r["variant"], r["passed"]) for r in alone] == [("MISERE-1", "misere", True)]
    both = json.loads(run("test", heap, "--format", "json").stdout)
    assert [r["id"] for r in both if r["passed"]] == ["HEAP-1", "HEAP-2", "MISERE-1"]


@pytest.mark.parametrize("command", ["validate", "show", "simulate", "test", "diff", "perft"])
def test_an_unknown_variant_is_told_with_the_nearest(run: Run, heap: Path, misere: str, command: str) -> None:
    """Every command refuses a misspelled variant with status 2 and suggests the closest name."""
    more = {"diff": [str(heap)], "perft": ["--full"]}.get(command, [])
    outcome = run(command, misere.replace("misere", "misree"), *more)
    assert outcome.exit_code == 2
    assert outcome.stderr == f"error: `{heap}` has no variant `misree`\n  = help: did you mean `misere`?\n"


@pytest.mark.parametrize("within", [True, False])
def test_resolved_tells_the_places(
    run: Run, heap: Path, misere: str, monkeypatch: pytest.MonkeyPatch, *, within: bool
) -> None:
    """`show --resolved` prints, beside each part of the game, the file and line that set it.

    A file below the current folder is named from there, so that an editor finds it. Any other goes by its
    name and that of its folder, and a comment at the top says where it is.
    """
    if within:
        monkeypatch.chdir(heap.parent)
    base, overlay = "heap/game.yaml", "heap/variants/misere.yaml" if within else "variants/misere.yaml"
    outcome = run("show", misere, "--resolved", "--set", "forced=true")
    assert outcome.exit_code == 0, outcome.output
    told = {tuple(" ".join(line.split()).split(" # ")) for line in outcome.stdout.splitlines() if line}
    assert {
        ("game: heap-misere", f"{overlay}:2"),
        ("players: 2..3", f"{base}:5"),
        ("default: 9", f"{overlay}:9"),
        ("type: 3..20", f"{base}:7"),
        ("default: true", "--set"),
        ("takes: {type: 0..20}", f"{overlay}:6"),
        ("winner: left(the(taker))", f"{overlay}:10"),
        ("when: heap == 0", f"{base}:23"),
        ("- {set: {takes: takes + 1}}", f"{overlay}:12"),
    } <= told
    at_the_top = {f"# {base}: {heap}/game.yaml", f"# {overlay}: {heap}/variants/misere.yaml"}
    assert at_the_top & {*outcome.stdout.splitlines()} == (set() if within else at_the_top)


@pytest.mark.parametrize("name", sampled(SHIPPED, "commands", 5))
def test_resolved_is_the_game(name: str) -> None:
    """`show --resolved` prints the merged document, in which only the folding of expressions may differ."""
    root = document(gamespec.load(name), {})
    assert folded(read_again("\n".join(resolved(root)))) == folded(plain(root))


def test_resolved_is_sound_by_itself(run: Run, heap: Path, misere: str) -> None:
    """What `show --resolved` prints is a sound game by itself, and `diff` finds it equal to the variant."""
    (heap / "alone.yaml").write_text(run("show", misere, "--resolved").stdout, encoding="utf-8")
    assert run("validate", heap / "alone.yaml").output == ""
    assert run("diff", misere, heap / "alone.yaml").stdout.splitlines()[1:] == ["no difference"]


def test_resolved_keeps_awkward_texts() -> None:
    """`show --resolved` preserves quotes, line breaks, blanks, brackets and words with a meaning in YAML."""
    found = Collector()
    root = read_document(Source("awkward.yaml", AWKWARD), found)
    assert isinstance(root, Mapping)
    assert read_again("\n".join(resolved(root))) == plain(root)
