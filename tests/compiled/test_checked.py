"""Checked modules check every memory access, and report an access out of bounds with its origin."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from agreement import CHECKED, Played, batches, engines_of, side_by_side
from agreement_games import generated
from agreement_records import in_every_way
from idioms import FOLLOW
from long_checks import sampled

import gamespec
from gamespec.program import Program
from interpreter.compiled.analysis.facts import Facts
from interpreter.compiled.analysis.techniques import FULL, PLAIN, Techniques
from interpreter.compiled.course.module import compiled
from interpreter.compiled.engine import CompiledEngine
from interpreter.compiled.making.checked import bytes_of, checked
from interpreter.compiled.making.fallback import beginning
from interpreter.compiled.making.host import Breach
from interpreter.compiled.making.provenance import Provenance, memory_of
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm import wat
from interpreter.compiled.wasm.addresses import Address, Region, Word
from interpreter.compiled.wasm.interface import Use
from interpreter.compiled.wasm.wat import (
    ZERO,
    Function,
    Wat,
    add,
    call,
    const,
    get,
    load,
    put,
    shift_left,
    store,
)
from interpreter.play.luck import Seeds
from interpreter.play.tally import ALL

FAR = 4096

UNASKED = """
language: 1
game: unasked
title: Unasked
players: 2
enums:
  suit: [red, blue]
components:
  card: {attributes: {suit: suit}, all: {suit: suit}, start: deck}
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
setup:
  - shuffle: deck
  - for: {p: players}
    do:
      - {move: "top(deck, 1)", to: "hand[p]"}
phases:
  all: {turns: clockwise, until: empty(deck), do: [{move: "top(deck, 1)", to: "hand[me]"}]}
limit: {decisions: 4, then: rank}
"""
"""A game that uses chance but has no decisions, so no option is ever listed."""


def program(name: str) -> Program:
    """Return a newly loaded program, for which no other test has compiled a module."""
    return gamespec.load(name).program()


def unasked(folder: Path) -> Program:
    """Return the program of the game without decisions."""
    path = folder / "game.yaml"
    path.write_text(UNASKED, encoding="utf-8")
    return gamespec.load(path).program()


def within(node: Wat) -> Iterator[tuple[Wat, ...]]:
    """Yield an instruction and all instructions that it contains."""
    if isinstance(node, tuple):
        yield node
        for part in node[1:]:
            yield from within(part)


def looked_at(node: Wat) -> bool:
    """Return whether an address is the result of a check."""
    return node[0] == "call" and str(node[1]).startswith("$within_")


def unchecked(node: tuple[Wat, ...]) -> bool:
    """Return whether an instruction accesses memory at a computed address that is not checked."""
    op = str(node[0])
    if op in {"memory.fill", "memory.copy"}:
        operands = [part for part in node[1:] if isinstance(part, tuple)]
        ends = operands[: 1 if op == "memory.fill" else 2]
        known = all(wat.constant(part) is not None for part in (*ends, operands[-1]))
        return not known and not all(map(looked_at, ends))
    if ".load" not in op and ".store" not in op:
        return False
    address = memory_of(node)[3][0]
    return not looked_at(address) and (wat.constant(address) is None or bool(memory_of(node)[0]))


# --- all accesses are checked ---------------------------------------------------------------------------


@pytest.mark.parametrize("use", [Use.RECORDS, Use.STEPS | Use.GAMES])
@pytest.mark.parametrize("techniques", [FULL, PLAIN])
@pytest.mark.parametrize(
    "name", sampled(["carcassonne", "hearts", "hanabi", "tests/games/causeway/game.yaml"], "agreement", 4)
)
def test_every_access_is_looked_at(name: str, techniques: Techniques, use: Use) -> None:
    """In a checked module, every access has a constant or a checked address.

    In other modules, many accesses have neither.
    """
    game = program(name)
    start = beginning(game)
    functions = checked(game, start, techniques, use=use, counts=ALL).unit.functions.values()
    found = [node for function in functions for node in within(("func", *function.body)) if unchecked(node)]
    assert not found
    plain = compiled(game, start, techniques, use=use, counts=ALL).unit.functions.values()
    assert any(unchecked(node) for function in plain for node in within(("func", *function.body)))


@pytest.mark.parametrize("techniques", [FULL, PLAIN])
@pytest.mark.parametrize("use", [*Use, Use.STEPS | Use.GAMES])
def test_a_game_that_asks_nothing_can_be_checked(use: Use, techniques: Techniques, tmp_path: Path) -> None:
    """A game without decisions can be checked too; its table of options still says where options would be."""
    game = unasked(tmp_path)
    assert not game.sites
    functions = checked(game, beginning(game), techniques, use=use).unit.functions.values()
    found = [node for function in functions for node in within(("func", *function.body)) if unchecked(node)]
    assert not found


@pytest.mark.parametrize("seed", sampled(range(16), "agreement", 5))
def test_games_made_at_random_can_be_checked(seed: int, tmp_path: Path) -> None:
    """Random games can be checked, because every address in their modules has a known origin."""
    (tmp_path / "gamespec.toml").touch()
    game = generated(seed, tmp_path)
    if game is not None:
        start = beginning(game)
        for use in (Use.RECORDS, Use.STEPS | Use.GAMES):
            assert checked(game, start, (FULL, PLAIN)[seed // 4 % 2], use=use, counts=ALL).unit.accesses


def test_an_address_from_nowhere_is_no_module(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the origin of an address is unknown, making a checked module fails.

    Compiling the same game without checks still works.
    """
    monkeypatch.setattr(Unit, "place_at", lambda _, first, index: load(shift_left(index, 2), 256 + 4 * first))
    game = program("hearts")
    compiled(game, beginning(game))
    with pytest.raises(AssertionError, match="nobody knows of which region an address is"):
        checked(game, beginning(game))


# --- accesses out of bounds -----------------------------------------------------------------------------


def plant(monkeypatch: pytest.MonkeyPatch, module: ModuleType) -> None:
    """Make an emitter's reads and writes at computed addresses go out of bounds."""

    def far(access: object, address: Wat, *rest: object, **named: object) -> Wat:
        on = address if wat.constant(address) is not None else add(address, const(FAR))
        return access(on, *rest, **named)  # type: ignore[operator,no-any-return] # as it is called

    for name, access in (("load", wat.load), ("store", wat.store)):
        if getattr(module, name, None) is access:
            monkeypatch.setattr(module, name, lambda *args, _of=access, **named: far(_of, *args, **named))


PLANTED = {
    "options.candidates": "trapper",
    "expressions.expressions": "hearts",
    "expressions.frontier": "carcassonne",
    "state.indexes": "hex",
    "state.memo": "ogallala",
    "expressions.lists": "hearts",
    "options.digits": "hearts",
    "translate.residual": "hearts",
}
"""Emitters, and a module of the translator of kernels, each with a game that uses it."""


@pytest.mark.parametrize("name", PLANTED)
def test_what_goes_too_far_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the accesses that an emitter makes are shifted out of bounds, the first one to run is reported."""
    plant(monkeypatch, import_module(f"interpreter.compiled.{name}"))
    engine = CompiledEngine(program(PLANTED[name]), jobs=1, checked=True)
    with pytest.raises(
        Breach, match=r"^`(i32|i64|v128)\.(load|store)[^`]*` in `\$.* is meant for .+ \(\d+ to \d+\)"
    ):
        list(engine.batch([Seeds(1, 1)]))


@pytest.mark.parametrize("by", [-1, 1])
def test_one_beyond_either_end_is_caught(by: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An access one number before the beginning of a table, or one number after its end, is reported."""
    from interpreter.compiled.wasm.memory import Table

    at = Table.at
    ends = {-1: 0, 1: 1}

    def moved(table: Table, index: Wat) -> Wat:
        region = table.address.region
        size = (region.size or 0) >> table.shift
        return at(table, const(table.first - 1 + ends[by] * (size + 1)) if size else index)

    monkeypatch.setattr(Table, "at", moved)
    with pytest.raises(Breach):
        list(CompiledEngine(program("leduc-poker"), jobs=1, checked=True).batch([Seeds(1, 1)]))


def test_a_breach_says_where_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A breach is reported at the author's expression that caused the access.

    The test turns guards off, so a table is read at the index `none`.
    """
    monkeypatch.setattr(Facts, "needs", lambda *_: frozenset())
    path = tmp_path / "game.yaml"
    path.write_text(FOLLOW, encoding="utf-8")
    made = gamespec.load(path).compiled()
    with pytest.raises(Breach) as raised:
        list(CompiledEngine(made.program, jobs=1, checked=True).batch([Seeds(i, i) for i in range(20)]))
    access = raised.value.access
    assert access.instruction == "i32.load8_u"
    place = made.names.places[access.at]
    assert place.text in {"c.suit", "c.rank", "l.suit", "c.suit == red", "c.rank == two"}
    line = FOLLOW[: FOLLOW.index("trump: {")].count("\n") + 1
    assert str(place).startswith(f"{path}:{line}:")


# --- agreement with the definitional engine -------------------------------------------------------------


@pytest.mark.parametrize("name", ["hearts", "tic-tac-toe", "nine-mens-morris", "leduc-poker"])
def test_checked_games_are_those_of_the_definitional_engine(name: str) -> None:
    """Checked games agree with the definitional engine, side by side and in batches, without any breach."""
    engines, played = engines_of(program(name), CHECKED), Played()
    side_by_side(engines, 1, 30, played)
    batches(engines, range(3), played)
    assert played.counts["decisions"]


def test_games_that_record_are_checked() -> None:
    """A module that records can be checked too, and plays the same game with the same events."""
    game, ends = program("hanabi"), []
    for is_checked in (False, True):
        playing = CompiledEngine(game, jobs=1, checked=is_checked).begin(3, record=True)
        for number in (0, 1, 2, 0, 3, 1, 0):
            playing.play(playing.options[number % len(playing.options)])
        ends.append((list(playing.position), [str(event) for event in playing.events]))
    assert ends[0] == ends[1]


def test_a_game_that_asks_nothing_plays_as_it_is_defined(tmp_path: Path) -> None:
    """A game without decisions is over at once; engines agree step by step, in batches and when recording."""
    engines, played = engines_of(unasked(tmp_path), CHECKED), Played()
    in_every_way(engines, range(2), 5, played)
    assert not played.counts["decisions"]
    assert played.counts["games over"]
    assert played.counts["records"]


# --- origins of addresses --------------------------------------------------------------------------------

TABLE, ROOM, LISTS = Region("table", 1000, 8), Region("room", 2000, 40), Region("lists", 3000, 12)


def origins(*functions: Function) -> dict[str, list[str]]:
    """Return the names of the regions that each function reads, by the name of the function."""
    found = Provenance({f.name: f for f in functions}, {"$free": Region("free", 4000, None)}, {LISTS: TABLE})
    reads: dict[str, list[str]] = {}
    for function in functions:
        for node in within(("func", *function.body)):
            if ".load" in str(node[0]):
                _, _, region, operands = memory_of(node)
                read = found.of(found.at(function, operands[0], region))
                reads.setdefault(function.name, []).append(" or ".join(each.name for each in read))
    return reads


def test_addresses_come_from_where_room_is_given() -> None:
    """The origin of an address is found through sums, locals, calls, tables, stores and globals.

    The difference of two addresses is not an address, so it has no origin.
    """
    at, there = Address(2000, ROOM), Address(3000, LISTS)
    a = Function("$a", (("$x", "i32"),), ("i32",))
    a.body = [load(add(get("$x"), const(4)))]
    b = Function("$b", (), ("i32",))
    b.body = [put("$l", add(const(at), get("$i"))), call("$a", get("$l"))]
    c = Function("$c", (), ("i32",))
    c.body = [load(load(shift_left(get("$i"), 2), there), 4)]
    d = Function("$d", (), ("i32",))
    d.body = [load(("i32.sub", get("$l"), const(at)))]
    d.body = [put("$l", const(at)), *d.body]
    e = Function("$e", (), ("i32",))
    e.body = [load(("select", ("global.get", "$free"), const(Address(1000, TABLE)), get("$i")))]
    f = Function("$f", (), ("i32",))
    f.body = [
        store(get("$i"), const(Address(1004, TABLE)), at),
        put("$p", load(get("$i"), at + 8)),
        load(get("$p")),
    ]
    assert origins(a, b, c, d, e, f) == {
        "$a": ["room"], "$c": ["table", "lists"], "$d": [""], "$e": ["free or table"],
        "$f": ["room", "table"],
    }  # fmt: skip


def test_addresses_know_their_region() -> None:
    """An address plus or minus a number belongs to the same region as before.

    The difference of two addresses is a plain number.
    """
    at = Address(2000, ROOM)
    assert [type(each) for each in (at + 4, 4 + at, at - 4, at - at)] == [Address, Address, Address, int]
    node = add(get("$i"), add(const(at), const(8)))
    assert node == ("i32.add", ("local.get", "$i"), ("i32.const", "2008"))
    assert isinstance(node[2][1], Word)
    assert node[2][1].region == ROOM
    assert load(ZERO, at) == ("i32.load", "offset=2000", ZERO)


@pytest.mark.parametrize(
    ("op", "size"),
    [
        ("i32.load8_u", 1),
        ("i32.store16", 2),
        ("i64.load32_u", 4),
        ("i32.load", 4),
        ("f64.store", 8),
        ("v128.load", 16),
    ],
)
def test_bytes_of_accesses(op: str, size: int) -> None:
    """The number of bytes accessed by an instruction is that of WebAssembly's specification (2.0, 2.4.7)."""
    assert bytes_of(op) == size
