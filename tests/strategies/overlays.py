"""Random overlays of a random game, each of which changes different parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from strategies.dice import Dice
from strategies.expressions import Expressions
from strategies.print import printed
from strategies.sketch import Sketch
from strategies.words import BOOL, Num, Scope

__all__ = ["overlays"]

Edit = Mapping[str, object]


def overlays(dice: Dice, sketch: Sketch, number: int) -> list[str]:
    """Return `number` overlays that change or add different parts.

    Each overlay is the text that follows its `extends`.
    """
    m, own = Expressions(dice), [f"over{i + 1}" for i in range(number)]
    edits = _edits(m, sketch)
    made: list[str] = []
    for name in own:
        chosen = [edits.pop(dice.below(len(edits))) for _ in range(min(len(edits), dice.between(0, 2)))]
        document: dict[str, object] = {"variables": {name: {"type": "0..3"}}}
        if dice.chance(1, 2):
            document["setup"] = (
                {"id": f"begin_{name}", "set": {name: m.make(_scope(sketch), Num(0, 3), 1)}},
            )
        if chosen:
            document["edit"] = tuple(chosen)
        made.append(printed(document))
    return made


def _scope(sketch: Sketch) -> Scope:
    # An action must not test, even indirectly, whether it can be taken itself.
    return Scope(replace(sketch.words, asked={}), safe=True)


def _edits(m: Expressions, sketch: Sketch) -> list[Edit]:
    """Return edits that change separate parts, so that no edited part contains another."""
    words = sketch.words
    found: list[Edit] = [{"set": {"limit.decisions": m.dice.between(1, 9)}}]
    for name, variable in words.variables.items():
        if isinstance(variable.type, Num) and not variable.keys and not variable.counter:
            found.append({"set": {f"variables.{name}.start": max(variable.type.low, 1)}})
    for name, phase in sketch.phases.items():
        step = {"set": {"ready": "true"}} if not words.variables["ready"].keys else {"reveal": "card"}
        where = m.dice.pick(["before", "after"])
        path = "do.1" if "do" in phase else "phases.count.do.1"
        found.append({where: f"phases.{name}.{path}", "put": (step,)})
    for name, action in sketch.actions.items():
        found.append({"set": {f"actions.{name}.when": m.make(_scope(sketch), BOOL, 1)}})
        if action["do"] and "keeps" not in action:
            found.append({"add": {f"actions.{name}.do": ({"reveal": "card", "id": f"shown_{name}"},)}})
    if not words.tables:  # one with a key would lack a row
        found += [{"add": {f"enums.{name}": (f"new_{name}",)}} for name in words.enums]
    return [*found, *({"remove": f"end.{name}"} for name in sketch.end)]
