"""Turns a bound description into a draft, and the draft into a program."""

from __future__ import annotations

from collections.abc import Mapping

from gamespec.compile.decisions.ahead import check_asked, first_asked
from gamespec.compile.decisions.invariants import compile_invariants
from gamespec.compile.decisions.labels import compile_labels, compile_shorts
from gamespec.compile.decisions.several import MOST_NUMBERS
from gamespec.compile.decisions.shown import check_shown
from gamespec.compile.draft.builder import Block, Builder, Uses
from gamespec.compile.draft.draft import ActionSpec, Draft, Finish, Routine
from gamespec.compile.draft.situations import Situation, situation
from gamespec.compile.link.close import bounds
from gamespec.compile.link.compiled import Compiled
from gamespec.compile.link.link import Linker
from gamespec.compile.link.measured import check_measures
from gamespec.compile.steps.flow import compile_phases, compile_setup
from gamespec.compile.steps.outcome import (
    compile_end,
    compile_limit,
    compile_outcome,
    derived_values,
)
from gamespec.compile.steps.rest import compile_rest
from gamespec.compile.steps.starts import MOST_INTEGERS, start_values, too_long
from gamespec.compile.steps.steps import compile_step
from gamespec.description.agendas import part_of
from gamespec.expr.functions import elaborate_function
from gamespec.expr.scope import MeUse
from gamespec.model import model as m
from gamespec.program import Limit, Program
from gamespec.text.diagnostics import Collector
from gamespec.text.effort import TooMuch
from gamespec.trees import core
from gamespec.world.world import World

__all__ = ["compile_game", "compile_more", "draft_game"]

NO_LIMIT = Limit(0, 0)
"""The limit of a program that only sets up a position."""


def compile_game(
    world: World,
    options: Mapping[str, int | bool | str],
    spec_hash: str,
    found: Collector,
    *,
    checked: bool = False,
) -> Compiled | None:
    """Return the program and names of a bound game, or `None` after reporting why there are none.

    With `checked`, the program checks the game's invariants while it runs.
    """
    linker = draft_game(world, found, checked=checked)
    if linker is None:
        return None
    game = world.game
    about = {"game": game.ident.name, "title": game.title, "spec_hash": spec_hash, "options": options}
    return Compiled(*linker.program(about), linker)


def draft_game(world: World, found: Collector, *, checked: bool = False) -> Linker | None:
    """Check and lay out a bound game without linking it. Returns `None` after reporting an error."""
    try:
        draft = _draft(Builder(world, found, compile_step, checked=checked))
    except TooMuch as much:
        world.effort.tell(much, found)
        return None
    if draft is None:
        return None
    linker = Linker(draft)
    if linker.length > MOST_INTEGERS:
        too_long(world.game, found)
        return None
    check_measures(linker, found)
    return linker if not found.errors else None


def compile_more(compiled: Compiled, steps: tuple[m.Step, ...], found: Collector) -> Program | None:
    """Compile steps that are to run on a position of a program, between two of its phases.

    The steps end at the first `Finish`. Their positions have the program's layout, except that the locals are
    those of the steps, and that the counters of chance stand at the end.
    Returns `None` after reporting an error.
    """
    builder = Builder(compiled.world, found, compile_step)
    draft = _draft_of(builder, steps)
    if draft is None:
        return None
    asks = first_asked(draft, (made[0] for made in builder.routines.values() if made is not None))
    if asks is not None:
        found.report("GS402", "lookahead is not possible while a position is set up", asks)
        return None
    program = compiled.more(draft)
    for attribute, span in compiled.unkept:
        found.report(
            "GS402", f"no rule shows `{attribute.name}` of `{attribute.kind}` with `only`", span,
            help="reveal the component", notes=("so no position of the game records who has seen it",),
        )  # fmt: skip
    return program if not found.errors else None


def _draft(b: Builder) -> Draft | None:
    """Compile the whole game, section by section in the order of the language reference."""
    game = b.world.game
    b.fungible = b.world.fungible
    setup, seat = Routine("setup"), b.seat
    end = compile_end(b)
    b.ends = tuple(rule.when for rule in end)
    effort = b.world.effort
    before, outcome = effort.recurring, compile_outcome(b, seat) if game.invariants else None
    parts = effort.recurring - before
    if outcome is not None:
        b.derived = derived_values(b, outcome, seat)
    compile_invariants(b)
    for declared in game.functions:
        elaborate_function(declared.ident.name, declared, b.scope(MeUse(available=True)))
    compile_setup(b, setup, game.setup, "in `setup`")
    plays = tuple(compile_phases(b, seat))
    nobody = MeUse(available=False)
    b.check(Block(setup, b.scope(nobody), Uses(nobody), 0), "end", game.ident.span)
    b.emit(Finish(game.ident.span))
    compile_rest(b)
    if outcome is None or b.checked or not effort.again(parts):  # checks have expressions of their own
        outcome = compile_outcome(b, seat)
    check_asked(b)
    check_shown(b)
    limit, starts, faces, shorts = compile_limit(b), start_values(b), compile_labels(b), compile_shorts(b)
    if b.found.errors or limit is None or starts is None or faces is None or shorts is None:
        return None
    if not _numbered(b):
        return None
    limited = frozenset(r.ident.name for r in game.resources if r.supply is not None)
    return Draft(
        world=b.world,
        code=b.code,
        setup=setup,
        plays=plays,
        actions=_actions(b),
        calls=tuple(b.calls),
        end=end,
        score=outcome.score,
        ranking=outcome.ranking,
        measures=outcome.measures,
        checked=b.checked,
        seat=seat,
        limit=limit,
        starts=starts,
        limited=limited,
        fungible=b.fungible,
        faces=faces,
        shorts=shorts,
        situations=_situations(b),
    )


def _draft_of(b: Builder, steps: tuple[m.Step, ...]) -> Draft | None:
    """Compile steps that set up a position, together with the end conditions that these steps may check."""
    b.fungible = b.world.fungible
    setup, seat = Routine("setup"), b.seat
    end = compile_end(b)
    compile_setup(b, setup, steps, "while a position is set up")
    b.emit(Finish(b.world.game.ident.span))
    if b.found.errors:
        return None
    return Draft(
        world=b.world,
        code=b.code,
        setup=setup,
        plays=(),
        actions=_actions(b),
        calls=tuple(b.calls),
        end=end,
        score=(),
        ranking=(),
        measures=(),
        checked=False,
        seat=seat,
        limit=NO_LIMIT,
        starts={},
        limited=frozenset(),
        fungible=b.fungible,
        faces={},
        shorts={},
        situations=_situations(b),
    )


def _actions(b: Builder) -> tuple[ActionSpec, ...]:
    """Return all actions in the order in which they are numbered.

    Declared actions come first, in the order of declaration, then choices in the order of compilation, then
    the actions that handle events of agendas. The last are ordered by agenda as declared, and within each
    agenda by event.
    """
    agendas = b.world.agendas.values()
    waiting = [part_of(agenda.name, event) for agenda in agendas for event in agenda.events]
    made = [b.actions[name] for name in b.declared_actions if name in b.actions]
    return (*made, *b.choices, *(b.actions[key] for key in waiting if key in b.actions))


def _situations(b: Builder) -> dict[core.History, Situation]:
    """Return, for each history, the form in which it records a situation."""
    zones = sum(rule.zone.count for rule in b.world.zones.values())
    return {
        history: situation(history, b.world, b.fungible, lambda type_: bounds(type_, zones))
        for history in b.world.histories.values()
    }


def _numbered(b: Builder) -> bool:
    """Return whether all actions and choices together fit the range of option numbers.

    An error is reported if they do not.
    """
    number = sum(spec.count for spec in (*b.actions.values(), *b.choices))
    if number <= MOST_NUMBERS:
        return True
    b.found.report(
        "GS309", f"the game would have {number} options, more than 2³¹", b.world.game.ident.span,
        help="ask for fewer values at once",
    )  # fmt: skip
    return False
