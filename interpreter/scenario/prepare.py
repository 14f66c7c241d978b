"""Prepares the start of a scenario, which consists of its program, its position and its first player.

The program is the game's program for the scenario's number of players and options. Scenarios with the same
number of players and the same options share a program. Only the steps under `given` are compiled for each
scenario.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from gamespec.catalogue import UnknownGame
from gamespec.compile import Compiled, compile_more
from gamespec.description.declared import declared
from gamespec.description.reader import Reader
from gamespec.expr.elaborate import elaborate
from gamespec.expr.scope import MeUse
from gamespec.loader import OptionError, Spec, load
from gamespec.model import model as m
from gamespec.model.scenarios import ScenarioDecl
from gamespec.program import Phase, Program
from gamespec.program.instructions import Decide
from gamespec.resolve import scope_apart
from gamespec.text.diagnostics import Collector, Remark
from gamespec.text.suggest import did_you_mean
from gamespec.trees import core
from interpreter.scenario.files import Scenario

__all__ = ["Setting", "coming", "prepare"]

_VARIANTS: WeakKeyDictionary[Spec, dict[str, Spec]] = WeakKeyDictionary()


@dataclass(frozen=True, eq=False)
class Setting:
    """The start of a scenario. `compiled` is its game, and `given` the program of the steps under `given`.

    `phase` is the number of the first phase to run, and `turn` is an expression for the player who begins the
    first phase with turns. Each is `None` if the scenario does not say it.
    """

    said: ScenarioDecl
    compiled: Compiled
    given: Program | None
    phase: int | None
    turn: core.Core | None


def prepare(spec: Spec, scenario: Scenario, found: Collector) -> Setting | None:
    """Prepare a scenario, or return `None` after reporting why it cannot be prepared. Raises `SpecError`."""
    mistakes = Collector()
    said = declared(Reader(mistakes, {}), ScenarioDecl, scenario.node, {})
    assert said is not None  # noqa: S101 - something stands for each of its keys
    theirs = _variant(spec, scenario, said, found)
    compiled = _compiled(theirs, said, found) if theirs is not None else None
    if compiled is None:
        return None
    for mistake in mistakes:
        found.add(mistake)
    phase = _phase(compiled, said.phase, found)
    given = _given(compiled, said.given, found)
    turn = _turn(compiled, said, phase, found)
    return None if found.errors else Setting(said, compiled, given, phase, turn)


def _variant(spec: Spec, scenario: Scenario, said: ScenarioDecl, found: Collector) -> Spec | None:
    """Return the specification that a scenario tests, or `None` after reporting that there is none."""
    if said.variant is None or (spec.overlays and scenario.of == spec.overlays):
        return spec
    known = _VARIANTS.setdefault(spec, {})
    if scenario.variant in known:
        return known[scenario.variant]
    hint: str | None = "say the name of a file in `variants`, without its ending"
    if re.fullmatch(r"[\w-]+(\+[\w-]+)*", scenario.variant):
        try:
            return known.setdefault(
                scenario.variant, load(f"{spec.path.parent}+{scenario.variant}", spec.reach)
            )
        except UnknownGame as error:
            hint = error.hint
    found.report("GS201", f"there is no variant `{scenario.variant}`", said.variant.span, help=hint)
    return None


def _compiled(spec: Spec, said: ScenarioDecl, found: Collector) -> Compiled | None:
    chosen: dict[str, int | bool | str] = {}
    for option, value in said.options:
        chosen[option.name] = value.text
        try:
            spec.chosen({option.name: value.text})
        except OptionError as error:
            message, _, hint = str(error).partition("; ")
            unknown = option.name not in {o.ident.name for o in spec.model.options}
            place = option if unknown else value
            found.report("GS201" if unknown else "GS304", message, place.span, help=hint or None)
    if found.errors:
        return None
    try:
        return spec.compiled(said.players, chosen, checked=said.invariants)
    except OptionError as error:
        players, options = said.node.get("players") or said.node, said.node.entry("options")
        if error.place is None:
            found.report("GS304", str(error), players.span)
        else:
            chosen_at = options.key.span if options is not None else players.span
            found.report("GS320", str(error), chosen_at, others=(Remark(error.place, "required here"),))
        return None


def _phase(compiled: Compiled, phase: m.Ident | None, found: Collector) -> int | None:
    known = compiled.names.phases
    if phase is None:
        return None
    if phase.name not in known:
        hint = did_you_mean(phase.name, known)
        found.report("GS201", f"there is no phase `{phase}`", phase.span, help=hint)
        return None
    return known.index(phase.name)


def _turn(compiled: Compiled, said: ScenarioDecl, phase: int | None, found: Collector) -> core.Core | None:
    turn = Reader(found, {}).expression(said.turn)
    if turn is None:
        return None
    if not any(p.turns for p in coming(compiled.program, phase or 0)):
        found.report("GS402", "no phase has turns", turn.span)
    scope = scope_apart(compiled.world, turn.source, found, MeUse(available=False))
    return elaborate(turn, scope, compiled.world.player)


def coming(program: Program, phase: int) -> Iterator[Phase]:
    """Yield the phases that run from phase `phase` on.

    The phases before `phase` that an outer phase repeats come last.
    """
    phases = program.phases
    yield from phases[phase:]
    begins = phases[phase].entry
    around = [p for p in phases[:phase] if p.entry < begins < p.leave]
    yield from (p for p in phases[:phase] if around and p.entry > around[0].entry)


def _given(compiled: Compiled, steps: tuple[m.Step, ...], found: Collector) -> Program | None:
    asking = [step.span for step in steps if isinstance(step, m.Choose | m.Offer)]
    given = compile_more(compiled, steps, found) if steps and not asking and not found.errors else None
    if given is not None:
        sites = [given.sites[i.site] for i in given.code if isinstance(i, Decide)]
        asking = [compiled.names.places[site.at] for site in sites]
    for span in asking:
        found.report("GS124", "nobody can decide while a position is set up", span)
    return given
