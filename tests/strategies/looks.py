"""Random texts and looks for a game's document, which must not change how the game plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from strategies.dice import Dice

__all__ = ["looked"]

Entries = dict[str, Any]

COLORS = (
    "black", "white", "grey", "red", "orange", "yellow", "green",
    "teal", "blue", "purple", "pink", "brown", "beige",
)  # fmt: skip
SYMBOLS = ("●", "○", "♣", "♥", "X", "10", "≈", "☼", "//", "a", "b", "c", "d", "e", "f")

LABELLED = ("zones", "variables", "resources", "phases", "end", "spaces")
"""Sections with entries that are mappings and can have a label."""

HIDEABLE = ("zones", "variables", "resources")


def looked(document: Mapping[str, object], dice: Dice) -> tuple[Entries, dict[str, object]]:
    """Return the document with labels and a view, and the added labels by path, such as `phases.p1`."""
    found: Entries = dict(document)
    labels: dict[str, object] = {}
    for section in LABELLED:
        if section in found:
            found[section] = {n: _labelled(section, n, e, dice, labels) for n, e in found[section].items()}
    for name, kind in found.get("components", {}).items():
        found["components"] = {**found["components"], name: _kind(name, kind, dice, labels)}
    for section in ("setup", "phases", "actions", "procedures", "handlers"):
        if section in found:
            found[section] = _asked(found[section], dice)
    return {**found, "view": _view(found, dice)}, labels


def _asked(data: Any, dice: Dice) -> Any:
    """Return `data`, which is or contains steps, with labels added to some choices and draws."""
    if isinstance(data, tuple):
        return tuple(_asked(each, dice) for each in data)
    if not isinstance(data, dict):
        return data
    made = {key: _asked(value, dice) for key, value in data.items()}
    for key in ("choose", "with", "random"):
        named = made.get(key)
        if isinstance(named, dict) and dice.chance(1, 2):
            made[key] = {
                n: {**each, "label": f"the {n}"} if isinstance(each, dict) and "from" in each else each
                for n, each in named.items()
            }
    return made


def _text(section: str, name: str, dice: Dice, labels: dict[str, object]) -> object:
    said: object = f"what {name} is" if dice.chance(1, 2) else {"de": f"das {name}", "en": f"the {name}"}
    labels[f"{section}.{name}"] = said
    return said


def _labelled(section: str, name: str, entry: Entries, dice: Dice, labels: dict[str, object]) -> Entries:
    made = dict(entry)
    if "label" not in made and dice.chance(2, 3):
        made["label"] = _text(section, name, dice, labels)
    if section in HIDEABLE and dice.chance(1, 6):
        made["shown"] = False
    inner = made.get("phases")
    if isinstance(inner, dict):
        made["phases"] = {n: _labelled(section, n, e, dice, labels) for n, e in inner.items()}
    return made


def _kind(name: str, kind: Entries, dice: Dice, labels: dict[str, object]) -> Entries:
    """Return a kind of components with a name, and with its attributes in the long form."""
    made: Entries = {**kind, "name": _text("components", name, dice, labels)}
    attributes = cast("Entries", made["attributes"])
    made["attributes"] = {
        n: {
            **(a if isinstance(a, dict) else {"type": a}),
            "label": _text(f"{name}.attributes", n, dice, labels),
            **({"shown": False} if dice.chance(1, 8) else {}),
        }
        for n, a in attributes.items()
    }
    return made


def _look(dice: Dice, symbol: str) -> Entries:
    look = {"symbol": symbol} if dice.chance(2, 3) else {}
    return {**look, "color": dice.pick(COLORS)}


def _view(document: Entries, dice: Dice) -> Entries:
    most = int(str(document["players"]).rpartition("..")[2])
    seats = tuple(_look(dice, symbol) for symbol in SYMBOLS[: dice.between(1, most)])
    made: Entries = {"players": ({**seats[0], "name": {"en": "First", "de": "Erste"}}, *seats[1:])}
    enums = document.get("enums", {})
    made["values"] = {
        name: {v: _look(dice, s) for v, s in zip(values, SYMBOLS, strict=False)}
        for name, values in enums.items()
    }
    kinds = {n: k for n, k in document.get("components", {}).items() if "part_of" not in k}
    made["components"] = {
        name: {"short": f"{name[0]}{{row}}", "color": dice.pick(COLORS), **_edges(kind)}
        for name, kind in kinds.items()
        if dice.chance(1, 2)
    }
    made["zones"] = {
        name: {"lies": dice.pick(["pile", "fan", "row", "square"]), **_together(zone)}
        for name, zone in document.get("zones", {}).items()
    }
    for section in ("variables", "resources"):
        made[section] = {
            name: {**_look(dice, "V"), **({"track": True} if ".." in str(store["type"]) else {})}
            for name, store in document.get(section, {}).items()
        }
    made["spaces"] = {
        name: {"layout": "\n".join(f"{cell} ." for cell in space["cells"])}
        for name, space in document.get("spaces", {}).items()
        if "cells" in space
    }
    return {section: looks for section, looks in made.items() if looks}


def _edges(kind: Entries) -> Entries:
    """Return a symbol for each attribute of a kind whose type is a direction."""
    types = {name: str(a["type"]) for name, a in kind["attributes"].items() if "per" not in a}
    edges = {name: "≈" for name, type_ in types.items() if type_.rstrip("?").endswith(".direction")}
    return {"edges": edges} if edges else {}


def _together(zone: Entries) -> Entries:
    per = zone.get("per", ())
    return {"together": True} if "player" in ((per,) if isinstance(per, str) else per) else {}
