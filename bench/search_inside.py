"""Plain UCT with its tree in a module beside the game's, for `search.py`.

The module imports the memory of the game's module and three of its functions: `children`, `playouts`,
`indexed`. It reads the deciding player and the outcome from fixed places of a position, and the places of the
players from the result of a playout. So the same text serves all games, except for a few numbers. A node
consists of a few words and a position, and the children of a node are consecutive.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import wasmtime

from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.compiled.course.module import compiled, interface
from interpreter.compiled.making.artifact import Artifact
from interpreter.compiled.making.fallback import beginning
from interpreter.compiled.making.host import Code
from interpreter.compiled.wasm.interface import Interface
from interpreter.compiled.wasm.memory import POSITION, WORD, Words
from interpreter.compiled.wasm.module_bytes import bytes_of
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    block,
    branch,
    branch_if,
    call,
    compare,
    const,
    eqz,
    get,
    loop,
    multiply,
    put,
    shown,
    subtract,
    when,
)
from interpreter.kernels.seeding import packed_seeds
from interpreter.play.luck import Seeds
from interpreter.protocol import Playing

EXPLORES = math.sqrt(2)
"""The exploration constant of UCT, by which the exploration term of an option is multiplied."""

VISITS, FIRST, COUNT, PLAYER, OVER, WORTH, NODE = 0, 4, 8, 12, 16, 24, 32
"""Byte offsets of the fields of a node, and its size. All fields are words except the sum of values."""

DEPTH = 8192


def load(address: Wat, offset: int = 0, width: str = "i32.load") -> Wat:
    """Return an instruction that loads a value from the memory of the tree."""
    return (width, "$tree", f"offset={offset}", address)


def store(address: Wat, what: Wat, offset: int = 0, width: str = "i32.store") -> Wat:
    """Return an instruction that stores a value in the memory of the tree."""
    return (width, "$tree", f"offset={offset}", address, what)


@dataclass(frozen=True)
class Tree:
    """The memory layout of a search with given numbers of nodes and iterations."""

    interface: Interface
    nodes: int
    iterations: int

    @property
    def size(self) -> int:
        """Size of a position in bytes."""
        return WORD * len(self.interface.beginning)

    @property
    def roots(self) -> int:
        """Address of the exploration terms, `EXPLORES * sqrt(ln(n))` for each number of visits n."""
        return WORD * DEPTH

    @property
    def seeds(self) -> int:
        """Address of the seeds for the iterations."""
        return self.roots + 8 * (self.iterations + 2)

    @property
    def first(self) -> int:
        """Address of the nodes, the first of which is the root."""
        return self.seeds + 16 * self.iterations

    @property
    def positions(self) -> int:
        """Address of the positions that belong to the nodes."""
        return self.first + NODE * self.nodes

    @property
    def end(self) -> int:
        """Address of the end of the last position."""
        return self.positions + self.size * self.nodes

    def position(self, node: Wat) -> Wat:
        """Return an expression for the address of a node's position."""
        index = ("i32.div_u", subtract(node, const(self.first)), const(NODE))
        return add(multiply(index, const(self.size)), const(self.positions))

    def text(self) -> str:
        """Return the text of the module.

        Its function `search(from, to)` makes iterations as long as there is room for nodes, and returns the
        number of iterations made so far.
        """
        imports: list[Wat] = [("import", '"game"', '"memory"', ("memory", "$game", "0"))]
        for name, parameters, results in (("children", 2, 1), ("playouts", 2, 0), ("indexed", 0, 0)):
            signature: list[Wat] = [("param", *["i32"] * parameters)] * bool(parameters)
            signature += [("result", "i32")] * results
            imports.append(("import", '"game"', f'"{name}"', ("func", f"${name}", *signature)))
        pages = -(-self.end // 65_536)
        functions = (self._there(), self._made(), self._expanded(), self._best(), self._searched())
        return shown(
            (
                "module",
                *imports,
                ("memory", "$tree", ("export", '"tree"'), str(pages)),
                ("global", "$free", ("export", '"free"'), ("mut", "i32"), const(self.first)),
                *(function.tree() for function in functions),
            )
        )

    def _there(self) -> Function:
        """Return `$there(node)`, which copies a node's position into the memory of the game's module."""
        function = Function("$there", (("$node", "i32"),))
        source = self.position(get("$node"))
        copy: Wat = ("memory.copy", "$game", "$tree", const(POSITION), source, const(self.size))
        function.body = [copy, call("$indexed")]
        return function

    def _made(self) -> Function:
        """Return `$made(from)`, which creates a node for the position at an address of the game's memory."""
        function = Function("$made", (("$from", "i32"),), ("i32",), "made")
        node = function.local("node")

        def there(place: int) -> Wat:
            return ("i32.load", "$game", f"offset={WORD * place}", get("$from"))

        function.body = [
            put(node, ("global.get", "$free")),
            ("global.set", "$free", add(get(node), const(NODE))),
            ("memory.copy", "$tree", "$game", self.position(get(node)), get("$from"), const(self.size)),
            store(get(node), there(Head.ME), PLAYER),
            store(get(node), there(Head.OUTCOME), OVER),
            get(node),
        ]
        return function

    def _expanded(self) -> Function:
        """Return `$expanded(node)`, which creates the children of a node."""
        function = Function("$expanded", (("$node", "i32"),))
        at, count, end = (function.local(hint) for hint in ("at", "count", "end"))
        lie = self.interface.children
        number: Wat = ("i32.rem_u", get(at), const(lie.most))
        one: Body = [
            branch_if("$told", compare(">=", get(at), get(end))),
            ("drop", call("$made", add(multiply(number, const(self.size)), const(lie.address)))),
            put(at, add(get(at), const(1))),
            branch("$one"),
        ]
        function.body = [
            call("$there", get("$node")),
            store(get("$node"), ("global.get", "$free"), FIRST),
            loop(
                "$more",
                [
                    put(count, call("$children", get(at), add(get(at), const(lie.most)))),
                    put(end, add(get(at), const(lie.most))),
                    when(compare(">", get(end), get(count)), [put(end, get(count))]),
                    block("$told", [loop("$one", one)]),
                    branch_if("$more", compare("<", get(at), get(count))),
                ],
            ),
            store(get("$node"), get(count), COUNT),
        ]
        return function

    def _best(self) -> Function:
        """Return `$best(node)`, which selects the child to try next in the same way as `search.Node.best`."""
        function = Function("$best", (("$node", "i32"),), ("i32",))
        child, end, found, visits = (function.local(hint) for hint in ("child", "end", "found", "visits"))
        mean, bound, best, explores, many = (
            function.local(hint, "f64") for hint in ("mean", "bound", "best", "explores", "many")
        )
        root: Wat = load(multiply(load(get("$node"), VISITS), const(8)), self.roots, "f64.load")
        other: Wat = ("f64.sub", ("f64.const", "1"), get(mean))
        each: Body = [
            branch_if("$all", compare(">=", get(child), get(end))),
            put(visits, load(get(child), VISITS)),
            when(eqz(get(visits)), [("return", get(child))]),
            put(many, ("f64.convert_i32_s", get(visits))),
            put(mean, ("f64.div", load(get(child), WORTH, "f64.load"), get(many))),
            when(load(get("$node"), PLAYER), [put(mean, other)]),
            put(bound, ("f64.add", get(mean), ("f64.div", get(explores), ("f64.sqrt", get(many))))),
            when(("f64.gt", get(bound), get(best)), [put(best, get(bound)), put(found, get(child))]),
            put(child, add(get(child), const(NODE))),
            branch("$next"),
        ]
        function.body = [
            put(child, load(get("$node"), FIRST)),
            put(end, add(get(child), multiply(load(get("$node"), COUNT), const(NODE)))),
            put(explores, root),
            put(best, ("f64.const", "-inf")),
            block("$all", [loop("$next", each)]),
            get(found),
        ]
        return function

    def _searched(self) -> Function:
        function = Function("$search", (("$from", "i32"), ("$to", "i32")), ("i32",), "search")
        node, depth = function.local("node"), function.local("depth")
        worth = function.local("worth", "f64")
        batches = self.interface.batches
        descend: Body = [
            branch_if("$leaf", eqz(load(get(node), COUNT))),
            put(node, call("$best", get(node))),
            *self._onto_path(node, depth),
            branch("$down"),
        ]
        grows: Body = [
            call("$expanded", get(node)),
            put(node, load(get(node), FIRST)),
            *self._onto_path(node, depth),
        ]
        row = batches.results + 2 * WORD
        first, second = (("i32.load", "$game", f"offset={row + WORD * i}", ZERO) for i in range(2))
        ahead: Wat = ("f64.convert_i32_s", subtract(("i32.lt_s", first, second), ("i32.lt_s", second, first)))
        backward: Body = [
            put(depth, add(get(depth), const(-WORD))),
            put(node, load(get(depth))),
            store(get(node), add(load(get(node), VISITS), const(1)), VISITS),
            store(get(node), ("f64.add", load(get(node), WORTH, "f64.load"), get(worth)), WORTH, "f64.store"),
            branch_if("$back", get(depth)),
        ]
        seeds = add(multiply(get("$from"), const(16)), const(self.seeds))
        room = const(self.first + NODE * (self.nodes - 1024))
        function.body = [
            block("$over", [
                loop("$again", [
                    branch_if("$over", compare(">=", get("$from"), get("$to"))),
                    branch_if("$over", compare(">", ("global.get", "$free"), room)),
                    put(node, const(self.first)),
                    put(depth, ZERO),
                    *self._onto_path(node, depth),
                    block("$leaf", [loop("$down", descend)]),
                    when(eqz(load(get(node), OVER)), [when(load(get(node), VISITS), grows)]),
                    call("$there", get(node)),
                    ("memory.copy", "$game", "$tree", const(batches.seeds), seeds, const(16)),
                    call("$playouts", const(1), const(Words.NO_LAST)),
                    put(worth, ("f64.add", ("f64.const", "0.5"), ("f64.mul", ("f64.const", "0.5"), ahead))),
                    loop("$back", backward),
                    put("$from", add(get("$from"), const(1))),
                    branch("$again"),
                ])
            ]),
            get("$from"),
        ]  # fmt: skip
        return function

    def _onto_path(self, node: str, depth: str) -> Body:
        return [store(get(depth), get(node)), put(depth, add(get(depth), const(WORD)))]


def _whole(program: Program) -> Artifact:
    """Return a program's module for both of its uses, games and steps."""
    module = compiled(program, beginning(program))
    return Artifact(Code.of(bytes_of(module.unit)), interface(module))


class Inside:
    """A search whose tree lies in a module next to the game's module."""

    def __init__(self, program: Program, game: Playing, seeds: Sequence[Seeds], most: int) -> None:
        made = _whole(program)
        self._game = made.instance()
        size = WORD * len(made.interface.beginning)
        self._tree = Tree(made.interface, min(2_000_000, most // (NODE + size)), len(seeds))
        store, exports = self._game._store, self._game._exports  # noqa: SLF001 - a measurement
        linker = wasmtime.Linker(made.code.engine)
        for name in ("memory", "children", "playouts", "indexed"):
            linker.define(store, "game", name, exports[name])
        module = wasmtime.Module(made.code.engine, self._tree.text())
        self._store = store
        self._exports = cast("Any", linker.instantiate(store, module).exports(store))
        self._memory = self._exports["tree"]
        self._memory.write(store, packed_seeds(list(seeds)), self._tree.seeds)
        roots = [0.0, *(EXPLORES * math.sqrt(math.log(n)) for n in range(1, len(seeds) + 2))]
        self._memory.write(store, struct.pack(f"<{len(roots)}d", *roots), self._tree.roots)
        self._game.position = game.position
        self._exports["made"](store, POSITION)

    def grown(self, first: int, last: int) -> int:
        """Make the iterations from `first` up to `last`, and return the number of iterations made so far."""
        return int(self._exports["search"](self._store, first, last))

    def visits(self) -> list[int]:
        """Return the number of visits to each child of the root, in the order of the options."""
        root = self._tree.first
        _, first, count = struct.unpack("<3i", self._memory.read(self._store, root, root + 3 * WORD))
        data = self._memory.read(self._store, first, first + NODE * count)
        return [int.from_bytes(data[at : at + WORD], "little") for at in range(0, len(data), NODE)]
