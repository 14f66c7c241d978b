"""Structured code executes the blocks of its control-flow graph in the same order."""

from __future__ import annotations

import random

import pytest
import wasmtime

from interpreter.compiled.analysis.regions import Go, Graph, regions, structured
from interpreter.compiled.wasm.wat import (
    Body,
    Function,
    Wat,
    add,
    block,
    branch,
    compare,
    const,
    get,
    load,
    loop,
    operation,
    put,
    shift_left,
    shown,
    store,
    switch,
    when,
)

STEPS = 200


def graph_of(seed: int) -> Graph:
    """Return a random control-flow graph in which each block has up to two successors."""
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    size = luck.randint(1, 14)
    near = luck.random() < 0.5
    return {
        at: [
            min(size - 1, max(0, at + luck.randint(-2, 3))) if near else luck.randrange(size)
            for _ in range(luck.choice((0, 1, 1, 2, 2, 2)))
        ]
        for at in range(size)
    }


def walked(graph: Graph, start: int, choices: list[int]) -> list[int]:
    """Return the blocks of a walk from `start`, in which `choices` select one of two successors."""
    at, found = start, []
    while len(found) < STEPS:
        found.append(at)
        onward = graph[at]
        if not onward:
            break
        at = onward[choices[len(found)] % len(onward)]
    return found


def module(graph: Graph, entries: list[int]) -> str:
    """Return the text of a module that executes a graph.

    It logs the blocks in memory from address 0 on, and reads the choices from address 4096.
    """
    function = Function("$walk", (("$pc", "i32"),), ("i32",), "walk")
    length = function.local("length")
    parts = regions(graph, entries)
    label = {region.head: f"$head{region.head}" for region in parts}

    def away(target: int) -> Body:
        return [put("$pc", const(target)), branch("$dispatch")]

    def made(at: int, go: Go) -> Body:
        does: Body = [
            store(shift_left(get(length), 2), const(at)),
            put(length, add(get(length), const(1))),
            when(compare("==", get(length), const(STEPS)), [("return", get(length))]),
        ]
        onward = graph[at]
        if not onward:
            return [*does, ("return", get(length))]
        if len(onward) == 1:
            return [*does, *go(onward[0])]
        odd = operation("i32.and", load(shift_left(get(length), 2), 4096), const(1))
        return [*does, when(odd, go(onward[1]), go(onward[0]))]

    body: Body = [
        switch([label.get(at, "$nowhere") for at in range(max(graph) + 1)] + ["$nowhere"], get("$pc"))
    ]
    body = [block("$nowhere", body), ("unreachable",)]
    for region in parts:
        body = [
            block(label[region.head], body),
            *structured(region, made, away, function, lambda at: f"b{at}"),
        ]
    function.body = [loop("$dispatch", body), ("unreachable",)]
    tree: Wat = ("module", ("memory", ("export", '"memory"'), "1"), function.tree())
    return shown(tree)


@pytest.mark.parametrize("seeds", [range(i, i + 60) for i in range(0, 300, 60)], ids=str)
def test_it_goes_where_the_graph_goes(seeds: range) -> None:
    """From each entry, the code visits the same blocks as a walk through the graph."""
    engine = wasmtime.Engine()
    for seed in seeds:
        luck = random.Random(seed + 10_000)  # noqa: S311 - nothing secret
        graph = graph_of(seed)
        entries = sorted({luck.choice(list(graph)) for _ in range(luck.randint(1, 3))})
        text = module(graph, entries)
        kept = wasmtime.Store(engine)
        instance = wasmtime.Instance(kept, wasmtime.Module(engine, text), [])
        memory, walk = instance.exports(kept)["memory"], instance.exports(kept)["walk"]
        assert isinstance(memory, wasmtime.Memory)
        assert isinstance(walk, wasmtime.Func)
        for start in entries:
            choices = [luck.randrange(2) for _ in range(STEPS + 1)]
            memory.write(kept, b"".join(c.to_bytes(4, "little") for c in choices), 4096)
            length = walk(kept, start)
            log = memory.read(kept, 0, 4 * length)
            seen = [int.from_bytes(log[i : i + 4], "little") for i in range(0, len(log), 4)]
            assert seen == walked(graph, start, choices), f"seed {seed}, from {start}\n{text}"


def test_every_block_is_said_once() -> None:
    """No block is part of two regions, or occurs twice in one region."""
    for seed in range(300):
        graph = graph_of(seed)
        parts = regions(graph, [0])
        blocks = [at for region in parts for at in region.order]
        assert len(blocks) == len(set(blocks))


def test_a_loop_with_two_ways_in_becomes_a_region() -> None:
    """In a loop of two blocks, neither of which dominates the other, each block has a region of its own."""
    # Block 0 leads to 1 and to 2, and these lead to each other, so neither of them dominates the other.
    parts = regions({0: [1, 2], 1: [2], 2: [1]}, [0])
    assert [region.head for region in parts] == [0, 1, 2]


def test_a_loop_with_one_way_in_stays_where_it_is() -> None:
    """A loop with a single entry stays inside the region that leads to it, and its head is identified."""
    # Block 0 is followed by a loop of 1 and 2, which is left from 1 to 3.
    parts = regions({0: [1], 1: [2, 3], 2: [1], 3: []}, [0])
    assert [region.order for region in parts] == [(0, 1, 2, 3)] or [region.order for region in parts] == [
        (0, 1, 3, 2)
    ]
    assert parts[0].loops == {1}
