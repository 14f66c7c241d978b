"""Tests for program files.

Reading a file yields the program that was written, and a file that could mislead an engine is refused.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from long_checks import sampled
from program_files import Lines, parted, resealed, sealed
from shipped import loaded

import gamespec
from gamespec.program import Program
from gamespec.program.written import VERSION, About, Malformed, program_hash, read, write
from interpreter.engine.game import Game

GAMES = gamespec.games()
ROOT = Path(__file__).resolve().parents[2]


def compiled(game: str, players: int | None = None, options: dict[str, Any] | None = None) -> bytes:
    """Compile a game, and return its program file."""
    made = loaded(game).compiled(players, options)
    return write(made.program, About(made.names.game, made.names.options, made.names.spec_hash))


def course(program: Program, seed: int, most: int = 120) -> list[list[int]]:
    """Play up to `most` decisions of a random game, and return all its positions, including the first one."""
    chosen = random.Random(seed)  # noqa: S311 - no secret
    game = Game(program, seed)
    positions = [game.position[:]]
    while not game.over and len(positions) <= most:
        game.apply(chosen.choice(game.options))
        positions.append(game.position[:])
    return positions


# --- round trips ------------------------------------------------------------------------------------


def choices(game: str) -> Iterator[tuple[int, dict[str, bool]]]:
    """Yield numbers of players and options with which a game can be compiled.

    These are every number of players with the default options, and the least number with each boolean option
    inverted.
    """
    spec = gamespec.load(game)
    yield from ((players, {}) for players in spec.players)
    world = spec.world()
    for name, option in world.options.items():
        if type(option.type).__name__ == "Bool":
            yield spec.players[0], {name: not option.value}


@pytest.mark.parametrize("game", sampled(GAMES, "commands", 5))
def test_what_is_read_is_what_was_written(game: str) -> None:
    """A program that is written, read and written again is the same text, for all numbers of players."""
    for players, options in choices(game):
        try:
            text = compiled(game, players, options)
        except gamespec.SpecError:  # some options exclude each other
            continue
        again = read(text)
        assert write(again.program, again.about) == text
        assert again.hash == program_hash(again.program)
        assert (again.about.game, again.program.players) == (game, players)


def same_games(game: str, players: int, most: int) -> None:
    """Assert that random games played from a file and from the source have the same positions.

    The function compares three games of up to `most` decisions.
    """
    source, from_file = gamespec.load(game).program(players), read(compiled(game, players)).program
    for seed in range(3):
        assert course(from_file, seed, most) == course(source, seed, most)


@pytest.mark.parametrize("game", sampled(GAMES, "commands", 5))
def test_a_game_from_the_file_is_the_game_from_the_source(game: str) -> None:
    """Random games that are played from a file have the same positions as those from the source."""
    players = gamespec.load(game).players
    same_games(game, players[0], 40)
    same_games(game, players[-1], 10)


@pytest.mark.long("deep")
@pytest.mark.parametrize("game", GAMES)
def test_whole_games_for_all_numbers_of_players(game: str) -> None:
    """Whole games from a file have the same positions as those from the source.

    The test plays games of all numbers of players.
    """
    for players in gamespec.load(game).players:
        same_games(game, players, 10_000)


PLAYING = """
import json, random, sys
from gamespec.program.written import read
from interpreter.engine.game import Game

game, chosen = Game(read(open(sys.argv[1], "rb").read()).program, 4), random.Random(4)
positions = [game.position[:]]
while not game.over and len(positions) <= 120:
    game.apply(chosen.choice(game.options))
    positions.append(game.position[:])
strange = [m for m in sys.modules if m.partition(".")[0] == "gamespec" and m != "gamespec"
           and m != "gamespec.program" and not m.startswith("gamespec.program.")]
third = [m for m in ("yaml", "lark", "jsonschema", "click", "rich") if m in sys.modules]
print(json.dumps([positions, strange + third]))
"""


@pytest.mark.parametrize("game", ["trapper", "carcassonne", "goofspiel"])
def test_a_file_is_played_with_nothing_of_the_language(game: str, tmp_path: Path) -> None:
    """A process that plays a program file imports nothing of the language except the program.

    It plays the same games. One of them has boards, one has planes, and one has secret offers.
    """
    file = tmp_path / "game.json"
    file.write_bytes(compiled(game))
    done = subprocess.run(
        [sys.executable, "-c", PLAYING, str(file)],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    positions, strange = json.loads(done.stdout)
    assert strange == []
    assert positions == course(gamespec.load(game).program(), 4)


def test_ends_of_lines_may_change_on_the_way() -> None:
    """A file whose line breaks have been converted to those of another system is read as the same program."""
    text = compiled("pig")
    assert read(text.replace(b"\n", b"\r\n")).hash == read(text).hash


# --- refused files ----------------------------------------------------------------------------------


def section(lines: Lines, name: str) -> Any:
    """Return the list of a section's name and value, which can be changed in place."""
    return next(line for line in lines[1:] if line[0] == name)


def refusal(text: bytes) -> str:
    """Return the message with which a file is refused, which must be a single line."""
    with pytest.raises(Malformed) as caught:
        read(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_other_files_are_refused() -> None:
    """A file of another format or version is refused, and the message gives that reason."""
    text = compiled("pig")
    assert (
        refusal(b"") == refusal(b"game: pig\n") == refusal(b"[1]") == "line 1: this is not a compiled program"
    )
    assert refusal(text.replace(b"gamespec-program", b"gamespec-games", 1)).endswith(
        "is not a compiled program"
    )
    assert (
        refusal(text.replace(b'"version":%d' % VERSION, b'"version":99', 1))
        == f"line 1: the version is 99, but this reads {VERSION}"
    )


def test_damaged_files_are_refused() -> None:
    """A damaged file is refused with a message of one line.

    The damage is a changed byte, or an end that lacks more than the last line break.
    """
    text = compiled("tic-tac-toe")
    for at in range(0, len(text) - 1, 7):
        refusal(text[:at])
        assert text[at : at + 1] != b"~"
        refusal(text[:at] + b"~" + text[at + 1 :])
    lines = text.splitlines(keepends=True)
    refusal(b"".join([*lines[:5], lines[6], lines[5], *lines[7:]]))


@pytest.mark.parametrize(
    ("name", "path", "value", "said"),
    [
        ("code", [0, 1], 2**31, "code: 0: ShuffleZone: at: `2147483648` does not fit into 32 bits"),
        ("code", [0, 1], 1.5, "`1.5` is not an integer"),
        ("code", [0, 1], True, "`True` is not an integer"),
        ("code", [0, 0], 99, "there is no number 99 of the"),
        ("code", [0, 2], 0, "0 is not in `1..2147483647`"),
        ("code", [3], [], "code: 3: `None` is not an integer"),
        ("tables", [0, 0], 2**31, "tables: "),
        ("routines", [0, 2, 0], 4_000, "slots: 0: there is no number 4000 of the"),
        ("sites", [0, 1, 0], 77, "actions: 0: there is no number 77 of the"),
        ("stores", [0, 0], 3, "place: the store lies at"),
        ("stores", [0, 1], 10_000, "domain: there is no number 10000 of the"),
        ("zones", [0, 4], 9, "zones: 0: stream: there is no number 9"),
        ("spaces", [0, 1], [], "spaces: 0: "),
        ("spaces", [0, 3], 1, "ring: `1` is neither true nor false"),
        ("limit", [1], 77, "77 is not an outcome at the limit"),
        ("layout", [11], 2**30, "layout: length: not in"),
        ("players", [], 0, "players: 0 is not in"),
        ("variables", [], 2**30, "variables: "),
        ("phases", [0, 1], -1, "there is no number -1 of the"),
        ("streams", [], ["\ud800"], "an unpaired surrogate"),
        ("setup", [], 9_999, "setup: there is no number 9999"),
        ("forms", [0, 1], "when", "the fields of `"),
        ("forms", [0, 0], "Hammer", "is not a kind of expression or instruction"),
        ("domains", [0], [0, 1, 2], "is not low, high, optional and most"),
    ],
)
def test_what_is_wrong_is_named(name: str, path: list[int], value: object, said: str) -> None:
    """A file with a valid checksum but an invalid value is refused.

    The message names the mistake and its place.
    """
    lines = parted(compiled("trapper"))
    holder, last = section(lines, name), 1
    for step in path:
        holder, last = holder[last], step
    holder[last] = value
    assert said in refusal(sealed(lines))


def nested(levels: int) -> bytes:
    """Return a program file whose score is an expression with `levels` nested levels and the value 3."""
    lines = parted(compiled("pig"))
    forms, domains, tables = (section(lines, name)[1] for name in ("forms", "domains", "tables"))
    forms += [
        ["Quantifier", "at", "domain", "kind", "variable", "over", "body", "each"],
        ["Fixed", "at", "domain", "values"],
    ]
    domains += [[3, 3, False, -1], [3, 3, False, 1]]
    tables += [[3]]
    variable = section(lines, "variables")[1]
    section(lines, "variables")[1] += 1
    const = next(i for i, form in enumerate(forms) if form[0] == "Const")
    single, several = len(domains) - 2, len(domains) - 1
    node: list[Any] = [const, 0, single, 3]
    for _ in range(levels):
        over = [len(forms) - 1, 0, several, len(tables) - 1]
        node = [len(forms) - 2, 0, single, "max", variable, over, node, 1]
    section(lines, "score")[1] = [node]
    return resealed(lines)


def test_deep_nesting_is_refused() -> None:
    """An expression that is nested too deeply to be evaluated is refused.

    An expression just below the bound is read and evaluated.
    """
    assert "more than 150 levels" in refusal(nested(150))
    text = compiled("pig")
    assert "line 35: the line nests too deeply" in refusal(
        b"".join(text.splitlines(keepends=True)[:-1]) + b"[" * 100_000
    )
    chosen, game = random.Random(1), Game(read(nested(149)).program)  # noqa: S311 - no secret
    while not game.over:
        game.apply(chosen.choice(game.options))
    assert game.result is not None
    assert game.result.scores == (3, 3)
