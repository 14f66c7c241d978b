"""Describes faults in the author's words, replacing the program's numbers by names and places."""

from __future__ import annotations

from gamespec.compile.link.names import Names
from gamespec.text.diagnostics import Diagnostic, Remark
from interpreter.play.errors import Fault

__all__ = ["diagnose"]


def diagnose(fault: Fault, names: Names) -> Diagnostic:
    """Return a diagnostic that describes a fault to the author of the game."""
    said = {name: _said(name, fault, names) for name in fault.numbers}
    goes = names.goes.get(fault.at)
    said["goes"] = f", {goes}" if goes else ""
    message = fault.message.format_map(said)
    notes: tuple[str, ...] = ()
    if (number := fault.numbers.get("invariant")) is not None and (says := names.invariants[number].says):
        notes = (str(says),)
    return Diagnostic(fault.code, message, Remark(names.places[fault.at]), help=fault.cure, notes=notes)


def _said(name: str, fault: Fault, names: Names) -> str:
    number = fault.numbers[name]
    match name:
        case "zone":
            return f"`{names.zone(number).zone.name}`"
        case "store":
            return f"`{names.stores[number].name}`"
        case "history":
            return f"`{names.histories[number].name}`"
        case "invariant":
            return f"`{names.invariants[number].ident}`"
        case "seat":
            return f"seat {number + 1}"
        case "spot":
            return names.planes[fault.numbers["plane"]].spot_name(number)
        case _:
            return str(number)
