"""What a program hands over to its locals and to the parameters of its functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.program import Program

__all__ = ["handed", "inside", "levels"]

Handed = dict[tuple[str, int], list[x.Expression]]


def handed(program: Program) -> Handed:
    """For slots and variables the expressions that are handed to them; none that get values otherwise, too."""
    found: Handed = {}
    otherwise = {("slot", pick.slot) for action in program.actions for pick in action.picks}
    for site in program.sites:
        for action, given in zip(site.actions, site.given, strict=True):
            for slot, node in zip(program.actions[action].given, given, strict=True):
                found.setdefault(("slot", slot), []).append(node)
    for i in program.code:
        match i:
            case g.PutLocal(slot=slot, value=value):
                found.setdefault(("slot", slot), []).append(value)
            case g.Call(routine=routine, args=args):
                for slot, node in zip(program.routines[routine].parameters, args, strict=False):
                    found.setdefault(("slot", slot), []).append(node)
            case g.LoopNext(item=slot) | g.Throw(slot=slot) | g.Save(slot=slot):
                otherwise.add(("slot", slot))
            case _:
                pass
    rules = (program.code, program.actions, program.sites, program.functions, program.end)
    for node in inside((*rules, program.score, program.ranking)):
        match node:
            case x.Apply(function=function, args=args):
                for variable, arg in zip(function.parameters, args, strict=False):
                    found.setdefault(("variable", variable), []).append(arg)
            case x.Quantifier(variable=variable) | x.Reach(variable=variable):
                otherwise.add(("variable", variable))
            case _:
                pass
    otherwise |= {("variable", program.seat)}
    return {key: nodes for key, nodes in found.items() if key not in otherwise}


def inside(whole: object) -> Iterator[x.Expression]:
    """All expressions in parts of a program, those inside of others, too; functions stand for themselves."""
    left = [whole]
    while left:
        part = left.pop()
        if isinstance(part, tuple):
            left.extend(part if part and not isinstance(part[0], int) else ())
        elif is_dataclass(part) and not isinstance(part, type):
            if isinstance(part, x.Expression):
                yield part
            names = (f.name for f in fields(part) if f.name != "function")
            left.extend(getattr(part, name) for name in names)


def levels(part: object, functions: list[int]) -> int:
    """How deep expressions nest, together with the functions they apply, whose own levels are known."""
    if isinstance(part, tuple):
        return max((levels(p, functions) for p in part if not isinstance(p, int)), default=0)
    if not is_dataclass(part) or isinstance(part, type):
        return 0
    if isinstance(part, x.Function):
        return functions[part.number]
    within = max(levels(getattr(part, f.name), functions) for f in fields(part))
    return within + isinstance(part, x.Expression)
