"""The start of a scenario: its program, its position, and the first player.

The program is the game's program for these players and options; scenarios with the same players and options
share it. Only the steps under `given` are compiled for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from gamespec.catalogue import UnknownGame
from gamespec.compile import Compiled, compile_more
from gamespec.description.declared import read_steps
from gamespec.description.reader import Reader, child, entries
from gamespec.documents.document import Mapping, Scalar
from gamespec.expr.elaborate import elaborate
from gamespec.expr.scope import MeUse
from gamespec.loader import OptionError, Spec, load
from gamespec.model import model as m
from gamespec.program import Phase, Program
from gamespec.program.instructions import Decide
from gamespec.resolve import outermost
from gamespec.text.diagnostics import Collector, Remark
from gamespec.text.suggest import did_you_mean
from gamespec.trees import core
from interpreter.scenario.files import Scenario

__all__ = ["Setting", "coming", "prepare"]

_VARIANTS: WeakKeyDictionary[Spec, dict[str, Spec]] = WeakKeyDictionary()


@dataclass(frozen=True, eq=False)
class Setting:
    """The start of a scenario: its game, and in `given` the program of its own steps.

    `phase` is the first to run; `turn` is the player who begins the first phase with turns.
    """

    compiled: Compiled
    seed: int
    given: Program | None
    phase: int | None
    turn: core.Core | None


def prepare(spec: Spec, scenario: Scenario, found: Collector) -> Setting | None:
    """Prepare a scenario; `None` after reporting why that fails. Raises `SpecError`."""
    node = scenario.node
    theirs = _variant(spec, scenario, found)
    compiled = _compiled(theirs, node, found) if theirs is not None else None
    if compiled is None:
        return None
    phase = _phase(compiled, node, found)
    given = _given(compiled, node, found)
    turn = _turn(compiled, node, phase, found)
    seed = child(node, "seed")
    number = seed.value if isinstance(seed, Scalar) and isinstance(seed.value, int) else 0
    return None if found.errors else Setting(compiled, number, given, phase, turn)


def _variant(spec: Spec, scenario: Scenario, found: Collector) -> Spec | None:
    """Return the game that a scenario tests."""
    written = child(scenario.node, "variant")
    if written is None or (spec.overlays and scenario.of == spec.overlays):
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
    found.report("GS201", f"there is no variant `{scenario.variant}`", written.span, help=hint)
    return None


def _compiled(spec: Spec, node: Mapping, found: Collector) -> Compiled | None:
    players = child(node, "players")
    count = players.value if isinstance(players, Scalar) and isinstance(players.value, int) else None
    chosen: dict[str, int | bool | str] = {}
    for entry in entries(child(node, "options")):
        if not isinstance(entry.value, Scalar):
            continue
        chosen[entry.key.text] = entry.value.text
        try:
            spec.chosen({entry.key.text: entry.value.text})
        except OptionError as error:
            message, _, hint = str(error).partition("; ")
            unknown = entry.key.text not in {o.ident.name for o in spec.model.options}
            place = entry.key if unknown else entry.value
            found.report("GS201" if unknown else "GS304", message, place.span, help=hint or None)
    if found.errors:
        return None
    try:
        return spec.compiled(count, chosen)
    except OptionError as error:
        said = players.span if players is not None else node.span
        options = node.entry("options")
        if error.place is None:
            found.report("GS304", str(error), said)
        else:
            chosen_at = options.key.span if options is not None else said
            found.report("GS320", str(error), chosen_at, others=(Remark(error.place, "required here"),))
        return None


def _phase(compiled: Compiled, node: Mapping, found: Collector) -> int | None:
    phase = child(node, "phase")
    known = compiled.names.phases
    if not isinstance(phase, Scalar):
        return None
    if phase.text not in known:
        hint = did_you_mean(phase.text, known)
        found.report("GS201", f"there is no phase `{phase.text}`", phase.span, help=hint)
        return None
    return known.index(phase.text)


def _turn(compiled: Compiled, node: Mapping, phase: int | None, found: Collector) -> core.Core | None:
    turn = Reader(found, {}).expression(child(node, "turn"))
    if turn is None:
        return None
    if not any(p.turns for p in coming(compiled.program, phase or 0)):
        found.report("GS402", "no phase has turns", turn.span)
    scope = outermost(compiled.world, turn.source, found, MeUse(available=False))
    return elaborate(turn, scope, compiled.world.player)


def coming(program: Program, phase: int) -> Iterator[Phase]:
    """Yield the phases from one on, then the earlier ones that recur because an outer phase repeats them."""
    phases = program.phases
    yield from phases[phase:]
    begins = phases[phase].entry
    around = [p for p in phases[:phase] if p.entry < begins < p.leave]
    yield from (p for p in phases[:phase] if around and p.entry > around[0].entry)


def _given(compiled: Compiled, node: Mapping, found: Collector) -> Program | None:
    steps = read_steps(Reader(found, {}), child(node, "given"))
    asking = [step.span for step in steps if isinstance(step, m.Choose | m.Offer)]
    given = compile_more(compiled, steps, found) if steps and not asking and not found.errors else None
    if given is not None:
        sites = [given.sites[i.site] for i in given.code if isinstance(i, Decide)]
        asking = [compiled.names.places[site.at] for site in sites]
    for span in asking:
        found.report("GS124", "nobody can decide while a position is set up", span)
    return given
