"""The code cache: code is reused in later runs only if it is complete, trusted and up to date."""

from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import gamespec
from gamespec.program.written import program_hash
from gamespec.system import user_cache
from interpreter.compiled.analysis.techniques import PLAIN
from interpreter.compiled.engine import CompiledEngine
from interpreter.compiled.making import cache
from interpreter.compiled.making.artifact import made_of
from interpreter.compiled.making.build_key import BuildKey
from interpreter.compiled.making.cache import VARIABLE, folder, key_of
from interpreter.compiled.making.host import Code
from interpreter.compiled.wasm.interface import Use
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.luck import Seeds
from interpreter.play.tally import ALL, NOTHING, Counts

SEEDS = [Seeds.of(1, index) for index in range(3)]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that the cache will use; it does not exist yet."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "kept"))
    return tmp_path / "kept"


@pytest.fixture
def compiles(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which an entry is added each time that a program is compiled."""
    found: list[str] = []
    of = Code.of

    def counting(module: bytes, *, quickly: bool = False) -> Code:
        found.append("compiled")
        return of(module, quickly=quickly)

    monkeypatch.setattr(Code, "of", counting)
    return found


def plays() -> None:
    """Assert that a newly loaded program plays correctly, whatever the cache contains."""
    program = gamespec.load("tic-tac-toe").program()
    engine = CompiledEngine(program, jobs=1)
    assert list(engine.batch(SEEDS)) == list(DefinitionalEngine(program).batch(SEEDS))


def file_in(place: Path) -> Path:
    """Return the only file in the cache."""
    (found,) = place.glob("*.code")
    return found


def test_what_is_kept_is_used(place: Path, compiles: list[str]) -> None:
    """A second run uses the cached code and compiles nothing. Only the owner can access the cache."""
    plays()
    assert len(compiles) == 1
    plays()
    assert len(compiles) == 1
    assert file_in(place).stat().st_mode & 0o777 == 0o600
    assert place.stat().st_mode & 0o777 == 0o700


def test_a_program_keeps_its_own(place: Path, compiles: list[str]) -> None:
    """Within one run, the code of a program is loaded only once."""
    program = gamespec.load("tic-tac-toe").program()
    assert made_of(program, BuildKey(Use.GAMES)) is made_of(program, BuildKey(Use.GAMES))
    assert file_in(place)
    assert len(compiles) == 1


def test_what_counts_is_kept_by_itself(place: Path, compiles: list[str]) -> None:
    """A module that counts is cached separately from modules that count nothing or other things."""
    program, ways = gamespec.load("pig").program(), (NOTHING, ALL, Counts(pace=True), Counts(lead=True))
    assert len({key_of(program, BuildKey(Use.GAMES, counts=counts)) for counts in ways}) == len(ways)
    for _ in range(2):
        for counts in ways:
            form = BuildKey(Use.GAMES, counts=counts)
            assert made_of(program, form) is made_of(program, form)
        program = gamespec.load("pig").program()
    assert len(compiles) == len(ways) == len(list(place.glob("*.code")))


@pytest.mark.parametrize("at", [0, 20, 60, 400, -1])
def test_a_damaged_file_is_made_again(place: Path, compiles: list[str], at: int) -> None:
    """If a bit of the cached file is flipped, wherever it is, the program is compiled again."""
    plays()
    data = bytearray(file_in(place).read_bytes())
    data[at] ^= 1
    file_in(place).write_bytes(data)
    plays()
    plays()
    assert len(compiles) == 2


@pytest.mark.parametrize("size", [0, 10, 47, 48, 60, 5000])
def test_a_file_that_ends_too_early_is_made_again(place: Path, compiles: list[str], size: int) -> None:
    """If the cached file is truncated, as it may be after a power failure, the program is compiled again."""
    plays()
    file_in(place).write_bytes(file_in(place).read_bytes()[:size])
    plays()
    plays()
    assert len(compiles) == 2


def test_code_of_another_program_is_not_used(place: Path, compiles: list[str]) -> None:
    """A valid file that is stored under the name of another program is not used."""
    made_of(gamespec.load("connect-four").program(), BuildKey(Use.GAMES))
    other = file_in(place)
    key = key_of(gamespec.load("tic-tac-toe").program(), BuildKey(Use.GAMES))
    other.rename(place / f"{key}.code")
    plays()
    assert len(compiles) == 2


def test_code_of_another_machine_is_not_used(
    place: Path, compiles: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If wasmtime rejects the cached code, the program is compiled again."""
    written = Code.written
    monkeypatch.setattr(Code, "written", lambda code: b"\x7fELF" + written(code)[4:200])
    plays()
    monkeypatch.setattr(Code, "written", written)
    assert file_in(place)
    plays()
    plays()
    assert len(compiles) == 2


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="there are no owners")
@pytest.mark.parametrize("which", ["file", "folder"])
@pytest.mark.parametrize("others", [0o020, 0o002])
def test_what_others_may_write_is_not_read(place: Path, compiles: list[str], which: str, others: int) -> None:
    """Code that other users could have written is not read, because it would be executed."""
    plays()
    path = place if which == "folder" else file_in(place)
    path.chmod(path.stat().st_mode | others)
    plays()
    assert len(compiles) == 2


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="there are no owners")
def test_what_belongs_to_others_is_not_read(
    place: Path, compiles: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Code that belongs to another user is neither read nor overwritten."""
    plays()
    before = file_in(place).read_bytes()
    monkeypatch.setattr(os, "geteuid", lambda: file_in(place).stat().st_uid + 1)
    plays()
    assert len(compiles) == 2
    assert file_in(place).read_bytes() == before


def test_where_nothing_can_be_written_it_works_without(place: Path, compiles: list[str]) -> None:
    """If the cache cannot be written, programs are compiled each time.

    The test puts a file where the folder of the cache should be.
    """
    place.write_text("")
    plays()
    plays()
    assert len(compiles) == 2


def test_a_failed_write_leaves_nothing(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that fails, as on a full disk, leaves no file behind."""

    def full(*_: object) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(Path, "replace", full)
    plays()
    assert list(place.glob("*.code")) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes in folders")
@pytest.mark.parametrize("what", ["pipe", "link to a pipe", "link to itself", "link to a device", "folder"])
def test_what_is_no_plain_file_is_not_opened(place: Path, compiles: list[str], what: str) -> None:
    """A pipe, link or device in place of the cached file is replaced without being opened.

    A folder is not replaced, so in this case the program is compiled each time.
    """
    plays()
    kept = file_in(place)
    kept.unlink()
    match what:
        case "pipe":
            os.mkfifo(kept)
        case "link to a pipe":
            os.mkfifo(place.parent / "pipe")
            kept.symlink_to(place.parent / "pipe")
        case "link to itself":
            kept.symlink_to(kept)
        case "link to a device":
            kept.symlink_to("/dev/zero")
        case "folder":
            kept.mkdir()
    plays()
    assert len(compiles) == 2
    plays()
    assert len(compiles) == (3 if what == "folder" else 2)


def test_what_is_too_long_is_neither_read_nor_kept(
    place: Path, compiles: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Code that is larger than `MOST_BYTES` is neither read nor written.

    The test lowers the limit below the size of the code.
    """
    plays()
    monkeypatch.setattr(user_cache, "MOST_BYTES", file_in(place).stat().st_size - 1)
    plays()
    plays()
    assert len(compiles) == 3


def test_an_empty_name_keeps_nothing(monkeypatch: pytest.MonkeyPatch, compiles: list[str]) -> None:
    """If the environment variable is empty, nothing is cached."""
    monkeypatch.setenv(VARIABLE, "")
    assert folder() is None
    plays()
    plays()
    assert len(compiles) == 2


def test_only_so_many_are_kept(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache keeps at most `MOST` files, which are those used most recently."""
    monkeypatch.setattr(cache, "MOST", 2)
    names = ["tic-tac-toe", "connect-four", "pig"]
    programs = {name: gamespec.load(name).program() for name in names}
    keys = {name: key_of(program, BuildKey(Use.GAMES)) for name, program in programs.items()}
    for age, name in enumerate(("tic-tac-toe", "connect-four")):
        made_of(programs[name], BuildKey(Use.GAMES))
        os.utime(place / f"{keys[name]}.code", (1000 + age, 1000 + age))
    made_of(gamespec.load("tic-tac-toe").program(), BuildKey(Use.GAMES))  # used again
    made_of(programs["pig"], BuildKey(Use.GAMES))
    assert {path.stem for path in place.glob("*.code")} == {keys["tic-tac-toe"], keys["pig"]}


def test_keys_follow_from_what_code_is_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key depends on the program, the compiler and wasmtime, and is the same in every process."""
    key = key_of(gamespec.load("tic-tac-toe").program(), BuildKey(Use.GAMES))
    assert key != key_of(gamespec.load("connect-four").program(), BuildKey(Use.GAMES))
    said = "import gamespec\nfrom interpreter.compiled.making.cache import key_of\n"
    said += "from interpreter.compiled.making.build_key import BuildKey\n"
    said += "from interpreter.compiled.wasm.interface import Use\n"
    said += "print(key_of(gamespec.load('tic-tac-toe').program(), BuildKey(Use.GAMES)))"
    env = {**os.environ, "PYTHONHASHSEED": "7"}
    run = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True, env=env)
    assert run.stdout.strip() == key
    for name, value in (("library", lambda: "another"), ("_sources", lambda: iter([Path(__file__)]))):
        with monkeypatch.context() as patch:
            patch.setattr(cache, name, value)
            cache._compiler.cache_clear()  # noqa: SLF001 - else the old value is reused
            assert key_of(gamespec.load("tic-tac-toe").program(), BuildKey(Use.GAMES)) != key
        cache._compiler.cache_clear()  # noqa: SLF001 - as above
    assert key_of(gamespec.load("tic-tac-toe").program(), BuildKey(Use.GAMES)) == key


def imported(name: str, found: dict[str, Path]) -> None:
    """Add to `found` the project's modules that a module imports at run time, directly or indirectly."""
    spec = importlib.util.find_spec(name)
    if name in found or spec is None or spec.origin is None:
        return
    found[name] = path = Path(spec.origin)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = [
        node
        for node in tree.body
        if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))
    ]
    for node in (each for part in named for each in ast.walk(part) if isinstance(each, ast.ImportFrom)):
        for each in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
            if each is not None and each.startswith(("interpreter.", "gamespec.program")) and is_module(each):
                imported(each, found)


def is_module(name: str) -> bool:
    """Return whether there is a module with this name."""
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def test_all_that_makes_code_is_a_source() -> None:
    """The key covers the source of every module that the compiler imports, directly or indirectly."""
    found: dict[str, Path] = {}
    for name in ("course.module", "wasm.module_bytes", "making.checked"):
        imported(f"interpreter.compiled.{name}", found)
    assert {"interpreter.kernels.components", "interpreter.compiled.translate.statements"} <= {*found}
    sources = {*cache._sources()}  # noqa: SLF001 - what the key is made of
    assert [name for name, path in found.items() if path not in sources] == []


@pytest.mark.parametrize(
    ("given", "wanted"),
    [("/somewhere", "/somewhere/gamespec"), ("not/absolute", None), ("", None)],
)
@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="folders lie elsewhere there")
def test_the_folder_of_the_platform(monkeypatch: pytest.MonkeyPatch, given: str, wanted: str | None) -> None:
    """The cache is in `XDG_CACHE_HOME` if that is an absolute path, and in `~/.cache` otherwise."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", given)
    assert folder() == (Path(wanted) if wanted else Path.home() / ".cache" / "gamespec")


def test_techniques_belong_to_the_key(place: Path, compiles: list[str]) -> None:
    """Code made with other optimization techniques is cached separately, within a run and between runs."""
    for _ in range(2):
        program = gamespec.load("tic-tac-toe").program()
        assert made_of(program, BuildKey(Use.STEPS)) is not made_of(program, BuildKey(Use.STEPS, PLAIN))
    assert len(compiles) == len([*place.glob("*.code")]) == 2


def test_each_use_is_kept_by_itself(place: Path, compiles: list[str]) -> None:
    """Code for whole games and code for single steps are cached separately, and compiled only when needed."""
    program = gamespec.load("tic-tac-toe").program()
    list(CompiledEngine(program, jobs=1).batch(SEEDS))
    assert len(compiles) == len([*place.glob("*.code")]) == 1
    CompiledEngine(program).begin(1)
    assert len(compiles) == len([*place.glob("*.code")]) == 2
    both = {export.name for use in Use for export in made_of(program, BuildKey(use)).code.module.exports}
    assert both >= {"start", "answer", "ask", "score", "batch"}
    assert "batch" not in {
        export.name for export in made_of(program, BuildKey(Use.STEPS)).code.module.exports
    }


def test_places_belong_to_the_key() -> None:
    """Programs that differ only in places of the source have different keys, because faults report places."""
    program = gamespec.load("tic-tac-toe").program()
    other = replace(program, sites=tuple(replace(site, at=site.at + 1) for site in program.sites))
    assert program_hash(program) == program_hash(other)
    assert key_of(program, BuildKey(Use.GAMES)) != key_of(other, BuildKey(Use.GAMES))
