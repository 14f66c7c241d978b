"""Tests for `gamespec compile`, which writes a game as a program file or as a module."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import gamespec
from gamespec.program.written import VERSION, program_hash, read
from interpreter.compiled.export import module_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from click.testing import Result

    Run = Callable[..., Result]


def test_the_program_goes_to_standard_output(run: Run, heap: Path) -> None:
    """Without `-o`, the program is written to standard output.

    It is compiled for the smallest number of players and the default options.
    """
    outcome = run("compile", heap)
    assert outcome.exit_code == 0, outcome.output
    written = read(outcome.stdout.encode())
    assert outcome.stderr == ""
    assert written.about.game == "heap"
    assert written.about.options == {"size": 7, "forced": False}
    assert written.program.players == 2
    assert written.hash == program_hash(gamespec.load(heap).program())


def test_players_and_options(run: Run, heap: Path, tmp_path: Path) -> None:
    """The program is compiled for the given players and options, and replaces an older program file."""
    file = tmp_path / "heap.json"
    assert run("compile", heap, "-o", file).exit_code == 0
    outcome = run("compile", heap, "--players", 3, "--set", "size=9", "-o", file)
    assert outcome.exit_code == 0, outcome.output
    written = read(file.read_bytes())
    assert outcome.stdout == ""
    assert f"{file}: {file.stat().st_size:,} bytes, program {written.hash[:12]}" in outcome.stderr
    assert (written.program.players, written.about.options["size"]) == (3, 9)
    assert written.hash == program_hash(gamespec.load(heap).program(3, {"size": 9}))
    head = json.loads(file.read_text(encoding="ascii").partition("\n")[0])
    assert (head["format"], head["version"], head["players"]) == ("gamespec-program", VERSION, 3)


def test_a_variant_is_a_program_of_its_own(run: Run, heap: Path, misere: str) -> None:
    """A game with a variant is compiled under the variant's name."""
    usual, other = (read(run("compile", game).stdout.encode()) for game in (heap, misere))
    assert (usual.about.game, other.about.game) == ("heap", "heap-misere")
    assert usual.hash != other.hash


def test_what_cannot_be_compiled(run: Run, broken: Path, heap: Path, tmp_path: Path) -> None:
    """Games with mistakes, unknown options, wrong numbers of players and unusable output paths are refused.

    In none of these cases is a file written.
    """
    file = tmp_path / "out.json"
    outcome = run("compile", broken, "-o", file)
    assert outcome.exit_code == 1
    assert "unknown name `takr`" in outcome.stderr
    outcome = run("compile", heap, "--set", "sise=9", "-o", file)
    assert outcome.exit_code == 2
    assert "`heap` has no option `sise`; did you mean `size`?" in outcome.stderr
    outcome = run("compile", heap, "--players", 9, "-o", file)
    assert outcome.exit_code == 2
    assert "`heap` is for 2 to 3 players, not 9" in outcome.stderr
    assert not file.exists()
    outcome = run("compile", heap, "-o", tmp_path / "no" / "folder.json")
    assert outcome.exit_code == 2
    assert "there is no folder" in outcome.stderr
    assert run("compile", heap, "-o", tmp_path).exit_code == 2
    assert run("compile", "no-such-game").exit_code == 2


def test_other_files_are_not_replaced(run: Run, heap: Path, tmp_path: Path) -> None:
    """A file that is neither a compiled program nor a saved game is not overwritten.

    This protects the game's own files above all.
    """
    own = shutil.copytree(heap, tmp_path / "own")
    before = (own / "game.yaml").read_bytes()
    for arguments in (("compile", own, "-o"), ("play", own, "--seats", "random,random", "--save")):
        outcome = run(*arguments, own / "game.yaml")
        assert outcome.exit_code == 2, outcome.output
        assert "another kind of file" in outcome.stderr
        assert (own / "game.yaml").read_bytes() == before


DEEP = """
language: 1
game: deep
title: Deep
players: 2
variables: {k: {type: 0..9}}
functions:
  inner: {with: {}, is: "INNER"}
  outer: {with: {}, is: "OUTER"}
phases: {play: {do: [{if: "TOP", then: [{set: {k: 1}}]}]}}
limit: {decisions: 9, then: draw}
"""


def test_what_nests_too_deep_for_a_reader_is_not_written(run: Run, tmp_path: Path) -> None:
    """A program with more than 150 levels of nesting is not written, although the game itself can be played.

    The quantifiers alone nest 60 + 45 + 45 levels deep, and the innermost quantifier contains a condition.
    """

    def within(levels: int, part: str, name: str) -> str:
        for i in range(levels):
            part = f"any({name}{i} in 1..2: {part})"
        return part

    text = DEEP.replace("INNER", within(45, "k > 0", "a")).replace("OUTER", within(45, "inner()", "b"))
    (tmp_path / "game.yaml").write_text(text.replace("TOP", within(60, "outer()", "c")), encoding="utf-8")
    outcome = run("compile", tmp_path / "game.yaml", "-o", tmp_path / "deep.json")
    assert outcome.exit_code == 2, outcome.output
    assert "`deep` cannot be written down: more than 150 levels of nesting" in outcome.stderr
    assert not (tmp_path / "deep.json").exists()


def test_part_of_an_option_s_name(run: Run) -> None:
    """A part of an option's name is refused, and the full name is suggested."""
    outcome = run("simulate", "trapper", "--set", "hand=8")
    assert outcome.exit_code == 2
    assert "`trapper` has no option `hand`; did you mean `hand_size`?" in outcome.stderr


def interface_of(module: bytes) -> dict[str, Any]:
    """Return the interface in a module, whose first section it is."""
    assert module[:9] == b"\0asm\x01\0\0\0\0"
    found: dict[str, Any] = json.JSONDecoder().raw_decode(module[module.index(b"{") :].decode("latin-1"))[0]
    return found


def test_a_module(run: Run, heap: Path, tmp_path: Path) -> None:
    """`--wasm` writes a module with its interface, for the given players and options.

    It replaces an older module, and `--loader` writes the loader as well.
    """
    file, script = tmp_path / "heap.wasm", tmp_path / "gamespec.mjs"
    assert run("compile", heap, "--wasm", "-o", file).exit_code == 0
    outcome = run(
        "compile", heap, "--wasm", "--players", 3, "--set", "size=9", "-o", file, "--loader", script
    )
    assert outcome.exit_code == 0, outcome.output
    told = interface_of(file.read_bytes())
    identity = program_hash(gamespec.load(heap).program(3, {"size": 9}))
    assert (told["format"], told["version"]) == (module_file.FORMAT, module_file.VERSION)
    assert (told["game"], told["players"], told["options"]["size"]) == ("heap", 3, 9)
    assert told["hash"] == identity
    assert told["text"]["files"] == ["game.yaml"]
    assert outcome.stdout == ""
    assert outcome.stderr.splitlines() == [
        f"{file}: {file.stat().st_size:,} bytes, program {identity[:12]}",
        f"{script}: {script.stat().st_size:,} bytes",
    ]
    assert script.read_bytes() == module_file.loader()
    assert script.read_bytes().splitlines()[0].find(module_file.LOADER) > 0


def test_a_module_needs_no_wasmtime(heap: Path, tmp_path: Path) -> None:
    """The command writes a module in a process that cannot import wasmtime."""
    code = "import sys; sys.modules['wasmtime'] = None; from interpreter.cli import main; sys.exit(main())"
    file = tmp_path / "heap.wasm"
    done = subprocess.run(
        [sys.executable, "-c", code, "compile", str(heap), "--wasm", "-o", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert interface_of(file.read_bytes())["game"] == "heap"


def test_modules_that_are_not_written(run: Run, broken: Path, heap: Path, tmp_path: Path) -> None:
    """If one of the files cannot be written, or the game has mistakes, no file is written."""
    file, script = tmp_path / "heap.wasm", tmp_path / "gamespec.mjs"
    for arguments, says in (
        (("--wasm",), "`--wasm` needs a file for the module"),
        (("--loader", script), "`--loader` needs `--wasm`"),
        (("--wasm", "-o", file, "--loader", file), "cannot be both the module and the loader"),
        (("--wasm", "-o", file, "--loader", heap / "game.yaml"), "another kind of file"),
        (("--wasm", "-o", heap / "game.yaml", "--loader", script), "another kind of file"),
        (("--wasm", "-o", tmp_path / "no" / "heap.wasm"), "there is no folder"),
    ):
        outcome = run("compile", heap, *arguments)
        assert outcome.exit_code == 2, outcome.output
        assert says in outcome.stderr
    assert run("compile", broken, "--wasm", "-o", file).exit_code == 1
    assert not file.exists()
    assert not script.exists()
    assert (heap / "game.yaml").read_text(encoding="utf-8").startswith("language: 1")
