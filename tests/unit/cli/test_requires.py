"""Tests for requirements on options, which are enforced wherever a user chooses options."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import gamespec
from gamespec.loader import check
from interpreter import replay
from interpreter.scenario import load_scenarios, run_scenario

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

GAME = """\
language: 1
game: sample
title: Sample
players: 2..4
options:
  size: {type: 3..9, default: 3}
  line: {type: 2..9, default: 3}
  teams: {type: bool, default: false}
  mood: {type: [calm, wild], default: calm}
requires:
  - {is: line <= size, says: {en: a line must fit the board, de: eine Reihe muss passen}}
  - {is: not teams or size(players) == 4, says: teams are of two each}
  - {is: size(players) < size + 2 and (mood == calm or size > 4), says: there must be room}
spaces:
  board: {grid: [size, size]}
variables:
  mark: {per: board, type: player?}
  many: {type: 0..9}
phases:
  play:
    turns: clockwise
    do:
      - choose: {cell: {from: board, where: "mark[cell] == none"}}
      - set: {"mark[cell]": me, many: 1 if teams or mood == wild else 2}
end:
  line: {when: "any(l in lines(board, line): all(c in l: mark[c] == me)) and many > 0", winner: me}
  full: {when: "none(c in board: mark[c] == none)", draw: true}
limit: {decisions: 81, then: draw}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return the folder of a game that restricts how its options may be combined."""
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("players", "options", "says"),
    [
        (None, {"line": 4}, "line=4, size=3: a line must fit the board"),
        (None, {"line": "9", "size": "8"}, "line=9, size=8: a line must fit the board"),
        (2, {"teams": True}, "teams=true, 2 players: teams are of two each"),
        (None, {"teams": "true"}, "teams=true, 2 players: teams are of two each"),
        (4, {"mood": "wild"}, "size=3, mood=wild, 4 players: there must be room"),
    ],
)
def test_a_choice_that_breaks_one_is_refused(
    game: Path, players: int | None, options: dict[str, int | str | bool], says: str
) -> None:
    """A choice of options that breaks a requirement raises `OptionError`.

    The error gives the chosen values and the requirement's text and place.
    """
    spec = gamespec.load(game)
    with pytest.raises(gamespec.OptionError) as refused:
        spec.program(players, options)
    assert says in str(refused.value)
    assert f"({refused.value.place})" in str(refused.value)
    assert refused.value.place is not None
    assert refused.value.place.line in {11, 12, 13}


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (None, {}),
        (4, {"teams": True}),
        (None, {"line": 9, "size": 9}),
        (4, {"size": 5, "mood": "wild"}),
        (None, {"line": 2}),
    ],
)
def test_a_choice_that_meets_them_is_not(
    game: Path, players: int | None, options: dict[str, int | str | bool]
) -> None:
    """A requirement is checked against all options together, so a larger board allows a longer line."""
    program = gamespec.load(game).compiled(players, options)
    assert program.names.options.items() >= {k: v for k, v in options.items() if k != "mood"}.items()


def test_a_scenario_that_breaks_one_is_mistaken(game: Path) -> None:
    """A scenario whose options break a requirement is reported, and the report points to the requirement."""
    (game / "scenarios").mkdir()
    (game / "scenarios" / "a.yaml").write_text(
        "language: 1\nscenarios:\n"
        "  - {id: A, title: too long, options: {line: 5, size: 4}, then: [many == 0]}\n"
        "  - {id: B, title: two in teams, players: 2, options: {teams: true}, then: [many == 0]}\n"
        "  - {id: C, title: long enough, options: {line: 5, size: 5}, then: [many == 0]}\n",
        encoding="utf-8",
    )
    spec = gamespec.load(game)
    scenarios, wrong = load_scenarios(spec)
    outcomes = {s.id: run_scenario(spec, s) for s in scenarios}
    assert not wrong
    assert outcomes["C"].passed
    for ident, says in (("A", "a line must fit the board"), ("B", "teams are of two each")):
        (mistake,) = outcomes[ident].diagnostics
        assert mistake.code == "GS320"
        assert says in mistake.message
        assert mistake.span.text == "options"
        assert mistake.others[0].span.source.name.endswith("game.yaml")


def test_a_saved_game_that_breaks_one_is_refused(game: Path, run: Callable[..., Result]) -> None:
    """A saved game whose options break a requirement is refused with the text of the requirement.

    This happens if the requirement was added after the game was saved.
    """
    saved = {
        "format": "gamespec-game-2",
        "game": "sample",
        "path": "game.yaml",
        "spec_hash": gamespec.load(game).hash,
        "players": 2,
        "options": {"line": 4},
        "seed": 0,
        "answers": [],
    }
    file = game / "saved.json"
    file.write_text(json.dumps(saved), encoding="utf-8")
    replay.read(file)
    result = run("replay", str(file))
    assert result.exit_code == 1
    assert "line=4, size=3: a line must fit the board" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "GAME", "--games", "1"),
        ("show", "GAME"),
        ("perft", "GAME", "--depth", "1"),
        ("compile", "GAME"),
        ("diff", "GAME"),
    ],
)
def test_every_command_refuses(game: Path, run: Callable[..., Result], arguments: tuple[str, ...]) -> None:
    """Every command that takes `--set` checks it against the requirements before it does anything else."""
    named = [str(game) if a == "GAME" else a for a in arguments]
    result = run(*named, "--set", "line=4")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "line=4, size=3: a line must fit the board" in result.stderr


def _errors(tmp_path: Path, old: str, new: str) -> list[tuple[str, str, str]]:
    assert GAME.count(old) == 1
    (tmp_path / "game.yaml").write_text(GAME.replace(old, new), encoding="utf-8")
    return [(d.code, d.span.text, d.message) for d in check(tmp_path).diagnostics]


@pytest.mark.parametrize(
    ("written", "code", "at"),
    [
        ("line", "GS302", "line"),
        ("line <= board", "GS306", "board"),
        ("size(board) > line", "GS306", "board"),
        ("many > 2", "GS306", "many"),
        ("me != none", "GS206", "me"),
        ("line <= sise", "GS201", "sise"),
        ("line <= size +", "GS125", "+"),
        ("random(line) > 2", "GS201", "random"),
        ("sise > 2", "GS201", "sise"),
        ("1 < 2", "GS128", "1 < 2"),
        ("true", "GS128", "true"),
    ],
)
def test_what_a_requirement_cannot_say(tmp_path: Path, written: str, code: str, at: str) -> None:
    """A requirement may name only options and the number of players.

    Any other name, and any mistake, is reported at its own place.
    """
    found = _errors(tmp_path, "is: line <= size,", f"is: '{written}',")
    assert [(c, text) for c, text, _ in found] == [(code, at)]


def test_defaults_must_meet_them(tmp_path: Path) -> None:
    """Defaults that break a requirement are reported at that requirement, whatever the number of players.

    The default board of size 2 is too small for the default line of 3.
    """
    assert _errors(tmp_path, "size: {type: 3..9, default: 3}", "size: {type: 2..9, default: 2}") == [
        ("GS320", "line <= size", "this does not hold with line=3, size=2"),
        (
            "GS320",
            "size(players) < size + 2 and (mood == calm or size > 4)",
            "this does not hold with size=2, mood=calm, 4 players",
        ),
    ]
    with pytest.raises(gamespec.SpecError):
        gamespec.load(tmp_path)


def test_defaults_must_meet_them_with_every_number_of_players(tmp_path: Path) -> None:
    """If defaults break a requirement with three players only, the report gives that number of players."""
    found = _errors(tmp_path, "not teams or size(players) == 4", "not teams and size(players) != 3")
    assert found == [
        ("GS320", "not teams and size(players) != 3", "this does not hold with teams=false, 3 players")
    ]


def test_the_values_of_an_option_depend_on_no_other(tmp_path: Path) -> None:
    """The type of an option cannot name another option, because only requirements relate options."""
    found = _errors(tmp_path, "line: {type: 2..9, default: 3}", "line: {type: 2..size, default: 3}")
    assert [(code, text) for code, text, _ in found] == [("GS306", "size")]


def test_an_option_that_is_only_restricted_is_unused(tmp_path: Path) -> None:
    """An option that only a requirement names counts as unused, since requirements do not affect play."""
    found = _errors(tmp_path, "1 if teams or mood == wild else 2", "1 if mood == wild else 2")
    assert found == [("GS401", "teams", "option `teams` is never used")]


def test_checking_leaves_out_what_cannot_stand(tmp_path: Path) -> None:
    """The checker tries no choice of options that breaks a requirement.

    A fault that needs a line longer than the board is not reported, but a fault that needs a line of 9 is. Of
    the pairs of `line` 2, 3, 9 and `size` 3, 9, the checker leaves out (9, 3). It also leaves out `teams`
    with 2 players, and `mood=wild` with size 3, which makes three pairs in all.
    """
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    sound = check(tmp_path)
    assert sound.diagnostics == ()
    assert sound.left_out == 3
    faulty = GAME.replace("many > 0", "12 // (size - line + 1) > 0")
    (tmp_path / "game.yaml").write_text(faulty, encoding="utf-8")
    assert check(tmp_path, thorough=True).diagnostics == ()
    faulty = GAME.replace("many > 0", "12 // (9 - line) > 0")
    (tmp_path / "game.yaml").write_text(faulty, encoding="utf-8")
    (told,) = [d for d in check(tmp_path).diagnostics if d.severity == "error"]
    assert told.notes[-1].startswith("with size=9, line=9")


def test_the_greatest_value_that_can_stand_is_tried(tmp_path: Path) -> None:
    """The checker tries the greatest value of an option that the requirements allow.

    The board has at most 9 columns, and a line must be two cells shorter, so the longest line is 7.
    """
    game = GAME.replace("is: line <= size,", "is: 'line <= max(size - 2, 3)',")
    (tmp_path / "game.yaml").write_text(game.replace("many > 0", "12 // (7 - line) > 0"), encoding="utf-8")
    (told,) = [d for d in check(tmp_path).diagnostics if d.severity == "error"]
    assert told.notes[-1] == "with size=9, line=7"


def test_an_overlay_adds_requirements(game: Path) -> None:
    """An overlay's requirements apply in addition to those of the game, and a refusal gives their place."""
    (game / "variants").mkdir()
    (game / "variants" / "odd.yaml").write_text(
        "language: 1\ngame: odd\ntitle: Odd\nextends: sample\n"
        "requires: [{is: size % 2 == 1, says: the board has a middle}]\n",
        encoding="utf-8",
    )
    spec = gamespec.load(f"{game}+odd")
    for options, says in (({"size": 4}, "has a middle"), ({"line": 4}, "must fit the board")):
        with pytest.raises(gamespec.OptionError, match=says):
            spec.program(options=options)
    spec.program(options={"size": 5, "line": 5})
    with pytest.raises(gamespec.OptionError, match=r"odd\.yaml:5:"):
        spec.program(options={"size": 4})


def test_an_overlay_whose_default_breaks_the_game_is_to_blame(game: Path) -> None:
    """If an overlay's default breaks a requirement of the game, the mistake is reported at the edit."""
    (game / "variants").mkdir()
    (game / "variants" / "long.yaml").write_text(
        "language: 1\ngame: long\ntitle: Long\nextends: sample\nedit: [{set: {options.line.default: 4}}]\n",
        encoding="utf-8",
    )
    (told,) = check(f"{game}+long").diagnostics
    assert told.code == "GS320"
    assert told.span.text == "options.line.default"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("line: {type: 2..9", "line: {type: 2..12", "`line` can never be `12`"),
        ("size(players) == 4", "size(players) == 5", "`teams` can never be `true`"),
        ("(mood == calm or size > 4)", "mood == calm", "`mood` can never be `wild`"),
    ],
)
def test_values_that_no_choice_can_have(tmp_path: Path, old: str, new: str, says: str) -> None:
    """A value that an option can never have, because of the requirements, is reported.

    For example, a line of 12 would need a board of size 12, and teams would need five players.
    """
    found = _errors(tmp_path, old, new)
    assert (found[0][0], found[0][2]) == ("GS402", says)
    assert len(found) == 1
