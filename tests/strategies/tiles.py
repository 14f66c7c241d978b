"""Random tiles, the parts printed on them, and the plane on which they are laid."""

from __future__ import annotations

from dataclasses import replace

from strategies.expressions import Expressions
from strategies.words import Kind, Parts, Plane, Words, Zone

__all__ = ["declare_tiles"]

TERRAIN = ("grass", "road", "wall")


def declare_tiles(m: Expressions, words: Words) -> Words:
    """Return the words with up to five tiles added, which have one or two ports on each side.

    Some ports may belong to no part.
    """
    names = tuple(f"t{i + 1}" for i in range(m.dice.between(1, 5)))
    ports = m.dice.pick([1, 1, 2])
    rows = tuple(row for name in names for row in _parts_of(m, name, ports))
    parts = Parts("piece", "tile", "terrain", rows)
    kind = Kind("tile", names, {}, tuple({"id": n} for n in names), "stack")
    return replace(
        words,
        enums={**words.enums, "terrain": TERRAIN},
        kinds={**words.kinds, "tile": kind},
        parts={"piece": parts},
        planes={"land": Plane("land", "laid", parts, m.dice.pick([3, 5]))},
        zones={
            **words.zones,
            "stack": Zone("stack", "tile", ordered=m.dice.chance(1, 2)),
            "laid": Zone("laid", "tile"),
        },
    )


def _parts_of(m: Expressions, tile: str, ports: int) -> list[dict[str, str]]:
    """Return up to four parts of a tile, among which its ports are divided. A part may have no ports."""
    number = m.dice.between(1, 4)
    shared: list[list[str]] = [[] for _ in range(number)]
    bare = m.dice.chance(1, 6)  # then some sides show nothing
    for side in "nesw":
        for i in range(ports):
            owner = m.dice.below(number + bare)
            if owner < number:
                shared[owner].append(f"{side}{i + 1}")
    rows = [
        {"tile": tile, "id": f"s{i + 1}", "terrain": m.dice.pick(TERRAIN), "ports": " ".join(own)}
        for i, own in enumerate(shared)
    ]
    for i, row in enumerate(rows):
        beside = m.dice.some([r["id"] for r in rows[:i]], 0, 2) if i else ()
        if beside:
            row["touches"] = " ".join(beside)
        if not row["ports"]:
            del row["ports"]
    return rows
