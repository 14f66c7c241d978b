"""What a program hands over to its locals and to the parameters of its functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.program import Program

__all__ = ["handed", "inside", "levels"]

_Pair = tuple[tuple[str, int], x.Expression | None]
Handed = dict[tuple[str, int], list[x.Expression]]


def handed(program: Program) -> Handed:
    """For slots and variables what is handed to them; for none of those that get values otherwise, too."""
    found: Handed = {}
    otherwise = {("variable", program.seat)}
    for key, node in (*_to_slots(program), *_to_variables(program)):
        if node is None:
            otherwise.add(key)
        else:
            found.setdefault(key, []).append(node)
    return {key: nodes for key, nodes in found.items() if key not in otherwise}


def _to_slots(program: Program) -> Iterator[_Pair]:  # noqa: C901 - a case each
    """What comes into slots; nothing where it is no expression's value."""
    for action in program.actions:
        yield from ((("slot", pick.slot), None) for pick in action.picks)
    for site in program.sites:
        for branch, given in zip(site.actions, site.given, strict=True):
            for slot, node in zip(program.actions[branch].given, given, strict=True):
                yield ("slot", slot), node
    for i in program.code:
        match i:
            case g.PutLocal(slot=slot, value=value):
                yield ("slot", slot), value
            case g.Call(routine=routine, args=args):
                for slot, node in zip(program.routines[routine].parameters, args, strict=False):
                    yield ("slot", slot), node
            case g.LoopNext(item=slot) | g.Throw(slot=slot) | g.Save(slot=slot) | g.Restore(slot=slot):
                yield ("slot", slot), None
            case g.NextTurn(candidate=slot) | g.RunAnswer(answers=slot) | g.Decide(answers=int(slot)):
                yield ("slot", slot), None
            case _:
                pass


def _to_variables(program: Program) -> Iterator[_Pair]:
    """What comes into variables; nothing where it is no expression's value."""
    rules = (program.code, program.actions, program.sites, program.functions, program.end)
    for i in program.code:
        if isinstance(i, g.Throw | g.NextTurn):
            yield ("variable", i.variable), None
    for node in inside((*rules, program.score, program.ranking)):
        match node:
            case x.Apply(function=function, args=args):
                for variable, arg in zip(function.parameters, args, strict=False):
                    yield ("variable", variable), arg
            case x.Quantifier(variable=variable) | x.Reach(variable=variable):
                yield ("variable", variable), None
            case _:
                pass


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
