"""Converts an arbitrary control-flow graph to WebAssembly's structured control flow.

WebAssembly has blocks that can be left and loops that can be repeated, but no jumps. Code with a single entry
and only reducible loops can be expressed without duplication, with the help of its dominator tree (N. Ramsey,
"Beyond Relooper", ICFP 2022). A program, however, may also be entered where it has stopped: after each
decision, and where a routine returns. Such places are called *heads*. A place that can be reached from
several heads but is dominated by none of them is a head as well. In other words, if a virtual root precedes
all entries, the heads are its children in the dominator tree. A region consists of a head and everything that
it dominates. A switch leads from one region to another.

- `regions` takes a graph and its entries and returns one region for each head.
- `structured` takes a region and the code of its blocks and returns the structured instructions.

Dominators are found by iteration over the blocks in reverse postorder (K. Cooper, T. Harvey and K. Kennedy,
"A Simple, Fast Dominance Algorithm", 2001). An irreducible loop has no block that dominates all of the loop.
The target of its back edge therefore becomes a head, and the process repeats until no irreducible loop is
left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from gamespec.program.frozen import dataclass
from interpreter.compiled.wasm.wat import Body, Function, block, branch, loop

__all__ = ["Go", "Graph", "Region", "regions", "structured"]

Graph = Mapping[int, Sequence[int]]
"""The successors of each block; a successor that several edges lead to is repeated."""

Go = Callable[[int], Body]
"""A function that takes the number of a block and returns the instructions that continue there."""


@dataclass(frozen=True, slots=True)
class Region:
    """A head and the blocks that it dominates, as a tree; `order` lists the blocks in reverse postorder."""

    head: int
    order: tuple[int, ...]
    children: Mapping[int, tuple[int, ...]]
    merges: frozenset[int]
    """Blocks that are the target of more than one forward edge."""
    loops: frozenset[int]
    """Blocks other than the head that are the target of a back edge."""


def regions(graph: Graph, entries: Iterable[int]) -> tuple[Region, ...]:
    """Return the regions of all blocks that can be reached from `entries`, in ascending order of head."""
    heads = set(entries)
    while True:
        order = _postorder(graph, sorted(heads))[::-1]
        parent = _dominators(graph, heads, order)
        more = {block for block in order if parent[block] is None} | _entered_within(graph, order, parent)
        if more <= heads:
            return tuple(_region(graph, head, order, parent) for head in sorted(heads))
        heads |= more


def _postorder(graph: Graph, heads: Sequence[int]) -> list[int]:
    found: list[int] = []
    seen: set[int] = set()
    for head in heads:
        if head in seen:
            continue
        seen.add(head)
        stack = [(head, iter(graph[head]))]
        while stack:
            at, onward = stack[-1]
            following = next((n for n in onward if n not in seen), None)
            if following is None:
                found.append(at)
                stack.pop()
            else:
                seen.add(following)
                stack.append((following, iter(graph[following])))
    return found


def _dominators(graph: Graph, heads: set[int], order: Sequence[int]) -> dict[int, int | None]:  # noqa: C901 - a walk in loops
    """Return the immediate dominator of each block; `None` stands for the virtual root before all heads."""
    number = {at: i for i, at in enumerate(order)}
    before: dict[int, list[int]] = {at: [] for at in order}
    for at in order:
        for following in graph[at]:
            before[following].append(at)
    parent: dict[int, int | None] = dict.fromkeys(heads)

    def common(a: int | None, b: int | None) -> int | None:
        while a != b:
            if a is None or b is None:
                return None
            if number[a] > number[b]:
                a = parent[a]
            else:
                b = parent[b]
        return a

    changed = True
    while changed:
        changed = False
        for at in order:
            if at in heads:
                continue
            known = [b for b in before[at] if b in parent]
            found: int | None = known[0]
            for other in known[1:]:
                found = common(found, other)
            if at not in parent or parent[at] != found:
                parent[at], changed = found, True
    return parent


def _entered_within(graph: Graph, order: Sequence[int], parent: Mapping[int, int | None]) -> set[int]:
    """Return the targets of back edges that do not dominate the sources of these edges."""
    number = {at: i for i, at in enumerate(order)}

    def dominates(a: int, b: int) -> bool:
        above: int | None = b
        while above is not None and above != a:
            above = parent[above]
        return above == a

    return {to for at in order for to in graph[at] if number[to] <= number[at] and not dominates(to, at)}


def _region(graph: Graph, head: int, order: Sequence[int], parent: Mapping[int, int | None]) -> Region:
    inside = {head}
    for at in order:
        above = parent[at]
        if above is not None and above in inside and at != head:
            inside.add(at)
    number = {at: i for i, at in enumerate(order)}
    ways = [(at, to) for at in order if at in inside for to in graph[at] if to in inside]
    forward = [to for at, to in ways if number[to] > number[at]]
    return Region(
        head,
        tuple(at for at in order if at in inside),
        {at: tuple(c for c in order if c in inside and parent[c] == at) for at in inside},
        frozenset(to for to in forward if forward.count(to) > 1),
        frozenset(to for at, to in ways if number[to] <= number[at] and to != head),
    )


def structured(
    region: Region, made: Callable[[int, Go], Body], away: Go, function: Function, name: Callable[[int], str]
) -> Body:
    """Return the structured instructions of a region.

    `made` emits the instructions of a block. It receives the number of the block and a function, which it
    calls once for each successor of the block to get the instructions that continue there. `away` emits the
    instructions that go to a head, which may be the head of the region itself. `name` gives the label of a
    block in the text of the module. The instructions that continue at a successor always end with a branch
    and never fall through.
    """
    said: set[int] = set()
    number = {at: i for i, at in enumerate(region.order)}
    labels = {at: function.label(name(at)) for at in region.merges | region.loops}
    again = {at: function.label(f"{name(at)}_again") for at in region.loops}

    def go(source: int, target: int) -> Body:
        if target not in number or target == region.head:
            return away(target)
        if number[target] <= number[source]:
            return [branch(again[target])]
        return [branch(labels[target])] if target in region.merges else tree(target)

    def tree(at: int) -> Body:
        assert at not in said, "a block would be said twice"  # noqa: S101 - whoever makes the blocks sees to it
        said.add(at)
        within = [child for child in region.children[at] if child in region.merges]
        body = made(at, lambda target: go(at, target))
        for child in within:  # in reverse postorder; the first child is left first, so its block is innermost
            body = [block(labels[child], body), *tree(child)]
        return [loop(again[at], body)] if at in region.loops else body

    return tree(region.head)
