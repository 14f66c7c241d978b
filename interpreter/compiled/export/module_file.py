"""The file format of modules that other hosts run.

A file is a WebAssembly module without imports. Its first section is a custom section with the name
`gamespec`, which holds the interface as JSON: what a host must know in order to play. The module and its
interface cannot be separated, and a host can recognize a file by its first bytes. `docs/reference/modules.md`
describes the interface for authors of hosts, and `loader.mjs` beside this module is a host in JavaScript.

Nothing here needs wasmtime.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gamespec.program import Action, Pick, Program
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from gamespec.program.written import About
from interpreter.compiled.course.module import Emitters, compiled, interface
from interpreter.compiled.making.fallback import beginning
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.binary import sized
from interpreter.compiled.wasm.interface import Fields, Interface, Raised
from interpreter.compiled.wasm.memory import POSITION, Words
from interpreter.compiled.wasm.module_bytes import bytes_of
from interpreter.kernels.seeding import derive_packed, policy_key_of

__all__ = ["FORMAT", "LOADER", "SECTION", "VERSION", "Labels", "loader", "write"]

FORMAT, VERSION = "gamespec-module", 1

SECTION = "gamespec"
"""The name of the custom section that holds the interface."""

LOADER = b"gamespec-loader"
"""What identifies the loader in its first line."""

_PREAMBLE = 8
"""Length of what precedes the first section of a module, in bytes."""


@dataclass(frozen=True)
class Labels:
    """The author's names for the parts of a program, each in the order of the program's list.

    `actions` has the name of each action and the names of its picks. `zones` has the name of each zone, and
    `stores` of each variable or resource. For each place number, `places` holds the index of a file in
    `files`, a line and a column. `goes` completes the message about a value with bounds, by place number.
    """

    actions: Sequence[tuple[str, Sequence[str]]]
    sites: Sequence[str]
    end: Sequence[str]
    score: Sequence[str | None]
    zones: Sequence[str]
    stores: Sequence[str]
    histories: Sequence[str]
    files: Sequence[str]
    places: Sequence[tuple[int, int, int]]
    goes: Mapping[int, str]


class _WithSeeds(Emitters):
    """Lets a module derive the seeds of games, for hosts that have no hash.

    The module also exports `seeds(run, first, count, to)`, which writes the seeds of consecutive games of a
    run at the address `to`, and `policy(luck)`, which returns the key for a seed of luck.
    """

    def made(self, unit: Unit) -> None:
        """Add the functions to a module."""
        unit.functions[unit.kernels.name(derive_packed)].export = "seeds"
        unit.functions[unit.kernels.name(policy_key_of)].export = "policy"


def write(program: Program, about: About, labels: Labels) -> bytes:
    """Return the file of a program's module. Equal arguments give equal files."""
    module = compiled(program, beginning(program), emitters=_WithSeeds())
    told = about.head(program, FORMAT, VERSION) | _interface(program, interface(module), labels)
    data = bytes_of(module.unit)
    return data[:_PREAMBLE] + _custom(SECTION, _json(told)) + data[_PREAMBLE:]


def loader() -> bytes:
    """Return the loader for JavaScript."""
    return Path(__file__).with_name("loader.mjs").read_bytes()


def _custom(name: str, content: bytes) -> bytes:
    """Encode a custom section (WebAssembly's specification 2.0, 5.5.3)."""
    return b"\x00" + sized(sized(name.encode()) + content)


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()


def _interface(program: Program, host: Interface, labels: Labels) -> dict[str, Any]:
    """Return what a host must know besides the identity of the program."""
    batches = asdict(host.batches)
    return {
        "teams": list(program.teams),
        "position": {
            "address": POSITION,
            "length": len(host.beginning),
            "beginning": list(host.beginning),
            "counter": Head.PC,
            "outcome": Head.OUTCOME,
            "decisions": Head.DECISIONS,
            "player": Head.ME,
            "seed": Head.SEED_LOW,
            "places": program.layout.places,
        },
        "listed": host.listed.table,
        "decisions": [
            {"counter": at, "site": labels.sites[i.site], "actions": list(program.sites[i.site].actions)}
            for at, i in enumerate(program.code)
            if isinstance(i, Decide)
        ],
        "actions": [
            _action(*each) for each in zip(program.actions, host.listed.fields, labels.actions, strict=True)
        ],
        "faces": list(program.faces),
        "end": [
            {"name": name, "winner": rule.winner is not None, "draw": rule.draw}
            for name, rule in zip(labels.end, program.end, strict=True)
        ],
        "score": {"address": host.parts, "parts": list(labels.score)},
        "batch": {name: batches[name] for name in ("seeds", "results", "width", "done", "most")},
        "fault": {"address": Words.FAULT, "numbers": Words.NUMBERS},
        "faults": [_fault(raised) for raised in host.faults],
        "sides": [plane.side for plane in program.planes],
        "text": {
            "zones": list(labels.zones),
            "stores": list(labels.stores),
            "histories": list(labels.histories),
            "files": list(labels.files),
            "places": [list(place) for place in labels.places],
            "goes": {str(at): text for at, text in labels.goes.items()},
        },
    }


def _action(action: Action, fields: Fields, names: tuple[str, Sequence[str]]) -> dict[str, Any]:
    """Describe an action and the layout of its options."""
    size, words = fields
    picks = [_pick(*each) for each in zip(action.picks, words, names[1], strict=True)]
    return {"name": names[0], "number": action.number, "size": size, "picks": picks}


def _pick(pick: Pick, word: int, name: str) -> dict[str, Any]:
    """Describe a pick: where its value is in an option, and how its values are numbered."""
    several = pick.counts is not None
    return {
        "name": name,
        "word": word,
        "several": several,
        "component": pick.component,
        "alike": pick.alike,
        "optional": pick.optional,
        "first": pick.first,
        "size": pick.size,
        "places": pick.places,
        "counts": list(pick.counts) if pick.counts is not None else None,
        "copies": list(pick.copies),
        "total": pick.total,
    }


def _fault(raised: Raised) -> dict[str, Any]:
    """Describe a fault that the module can raise."""
    return {
        "code": raised.code,
        "at": raised.at,
        "message": raised.message,
        "help": raised.cure,
        "numbers": list(raised.names),
    }
