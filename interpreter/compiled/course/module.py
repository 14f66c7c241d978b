"""Compiles a program to a module that contains everything needed to play its games."""

from __future__ import annotations

from dataclasses import replace

from gamespec.program import Program
from gamespec.program.budget import BUDGET
from gamespec.program.frozen import dataclass
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.compiled.analysis.blocks import GAMES, LANES, STEPS, WEIGHED, Runs, trial
from interpreter.compiled.analysis.cfg import ControlFlowGraph
from interpreter.compiled.analysis.liveness import Liveness
from interpreter.compiled.analysis.techniques import FULL, Techniques
from interpreter.compiled.course.ahead import Ahead
from interpreter.compiled.course.changes import Changes
from interpreter.compiled.course.flow import Flow, beginning
from interpreter.compiled.course.histories import ModuleChain
from interpreter.compiled.course.lanes import LaneGame
from interpreter.compiled.course.onward import Onward, row
from interpreter.compiled.course.policies import PolicyGame, policy_game
from interpreter.compiled.course.position_search import PositionGame
from interpreter.compiled.course.ranking import Ranking
from interpreter.compiled.course.replays import Replays
from interpreter.compiled.course.searching import SightGame
from interpreter.compiled.course.solving import SolvingGame
from interpreter.compiled.expressions.expressions import Expressions
from interpreter.compiled.options.ranked import RankedOptions
from interpreter.compiled.options.trials import Trials
from interpreter.compiled.unit.atoms import Atoms
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.interface import (
    OVER,
    Batches,
    Children,
    Interface,
    Listed,
    Use,
)
from interpreter.compiled.wasm.memory import POSITION, WORD, Words, copied
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    add,
    block,
    branch,
    branch_if,
    call,
    compare,
    const,
    get,
    load,
    loop,
    multiply,
    put,
    store,
    when,
)
from interpreter.compiled.wasm.work import priced
from interpreter.play.chunk import most_in_call
from interpreter.play.encoding import Encoding
from interpreter.play.tally import NOTHING, Counts

__all__ = ["Emitters", "Module", "compiled", "finish", "interface"]


@dataclass(frozen=True, slots=True)
class Module:
    """A compiled module, with the memory addresses at which its host reads options and results."""

    unit: Unit
    listed: Listed
    batches: Batches
    children: Children
    parts: int
    start: tuple[int, ...]
    picked: int
    lane: int


def interface(module: Module) -> Interface:
    """Return the properties of a module that a host needs in order to run it."""
    told = (
        module.listed,
        module.parts,
        module.batches,
        module.children,
        module.picked,
        module.lane,
        tuple(module.unit.accesses),
    )
    return Interface(module.start, tuple(module.unit.faults), *told)


class Emitters:
    """Creates the emitters of a module; a subclass can substitute emitters that record more about it."""

    apart = 0
    """Size of the gap between two regions of memory, in bytes."""

    def expressions(self, unit: Unit) -> Expressions:
        """Return the emitter for expressions."""
        return Expressions(unit)

    def options(self, unit: Unit, expressions: Expressions, trials: Trials) -> RankedOptions:
        """Return the emitter for the functions that list options."""
        return RankedOptions(unit, expressions, trials)

    def flow(  # noqa: PLR0913 - as `Flow` takes them
        self,
        unit: Unit,
        held: Liveness,
        changes: Changes,
        options: RankedOptions,
        ranking: Ranking,
        runs: Runs,
    ) -> Flow:
        """Return the emitter for one of the functions that run a program."""
        return Flow(unit, held, changes, options, ranking, runs)

    def made(self, unit: Unit) -> None:
        """Hook for subclasses, called when all functions are complete but their work is not yet priced."""


def compiled(  # noqa: PLR0913 - a program, and what is made of it
    program: Program,
    start: list[int],
    techniques: Techniques = FULL,
    emitters: Emitters | None = None,
    *,
    use: Use = Use.STEPS | Use.GAMES,
    counts: Counts = NOTHING,
) -> Module:
    """Return a module for a program whose games begin in the position `start`.

    For step-by-step play, the module exports `start()`, `begin(seed)` and `answer(k)`, which run to the next
    point at which the game waits and return the number of options or `OVER`, and `children` (`onward`). Games
    `begin` whatever the memory contains, but `start` from the position in it. For whole games, the module
    exports `batch(from, to)`, which plays each game from beginning to end with uniformly random choices, and
    `playouts` (`onward`); the host can stop a batch before the next decision. Every module exports
    `ask(plays)`, which lists the options of the decision at which the position waits, and `score()`, which
    computes and stores the parts of the score. A recording module also plays step by step, writes each event
    to its tape (`recorder`), and exports `replay` (`replays`), `chain_on` (`histories`), `search` and `fares`
    (`searching`). For lanes, it exports `step` (`lanes`). For searches over positions, it exports `search`
    (`position_search`), and to solve games what `solving` says.

    After writing a position to memory, a host must call `indexed()`, which updates the data stored beside the
    position. By default, a module plays step by step and whole games, has all optional techniques, and counts
    nothing.
    """
    records = Use.RECORDS in use
    if records:
        techniques = replace(techniques, moves=False, undo_log=False)
    plays = bool(use & (Use.GAMES | Use.LANES | Use.SEARCHES))
    by = emitters or Emitters()
    unit = Unit(program, techniques, counts, plays=plays, records=records, apart=by.apart)
    expressions, atoms = by.expressions(unit), Atoms(unit)
    course = ControlFlowGraph(program)
    trials = Trials(unit, course)
    options, ranking = by.options(unit, expressions, trials), Ranking(unit, expressions)
    expressions.ahead = Ahead(options).number
    unit.tallies.leader, unit.tallies.measure = ranking.leader, ranking.measure
    held, changes = Liveness(course), Changes(unit, expressions, atoms)

    def running(runs: Runs) -> Function:
        return by.flow(unit, held, changes, options, ranking, runs).function()

    trials.steps = lambda action: running(trial(action))

    if use & (Use.STEPS | Use.SOLVES | Use.RECORDS):
        unit.add(running(STEPS))
    if Use.STEPS in use or records:
        unit.add(_start(unit), _begin(unit, start), _answer(unit))
    policy = _policy(unit, options, ranking, use)
    if use & (Use.GAMES | Use.SEARCHES | Use.WEIGHED):
        unit.add(running(WEIGHED if policy and not policy.counts else GAMES))
    if Use.LANES in use:
        unit.add(running(LANES))
    unit.add(_ask(unit, options), _score(unit, ranking))
    width = 2 + program.players * (1 + len(program.score)) + unit.tallies.told_size // WORD
    most = most_in_call(width)
    batches = Batches(
        unit.memory.room(16 * most), unit.memory.words(most * width), width, unit.memory.words(1), most,
        unit.tallies.room, unit.tallies.size,
    )  # fmt: skip
    onward = Onward(unit, options, ranking, batches)
    guide = policy_game(unit, options, ranking, learns=False) if Use.GUIDED in use else None
    if Use.STEPS in use:
        unit.add(onward.children())
    if use & (Use.GAMES | Use.WEIGHED):
        unit.add(
            _batch(unit, batches, start, ranking, policy), policy.function() if policy else onward.playouts()
        )
    _searching(onward, use, guide)
    picked = _recording(unit, options, ranking, _begun(unit, start), guide) if records else 0
    lane = 0
    if Use.LANES in use:
        encoding = (
            Encoding(program, by_pick=Use.BY_PICK in use) if use & (Use.BY_NUMBER | Use.BY_PICK) else None
        )
        lanes = LaneGame(unit, options, ranking, _begun(unit, start), encoding)
        lanes.made()
        lane = lanes.words
    finish(unit, by)
    unit.reserved = options.reserved
    unit.memory.put(Words.LAST, Words.NO_LAST.to_bytes(WORD, "little", signed=True))
    return Module(unit, options.listed, batches, onward.told, ranking.room, tuple(start), picked, lane)


def _searching(onward: Onward, use: Use, guide: PolicyGame | None) -> None:
    """Add the functions that search over positions and solve games, if the module is used for that."""
    unit, options, ranking = onward.unit, onward.options, onward.ranking
    if Use.SEARCHES in use:
        PositionGame(unit, options, ranking, onward.snapshot, guide).made()
    if Use.SOLVES in use:
        SolvingGame(unit, options, ranking).made()


def _recording(
    unit: Unit, options: RankedOptions, ranking: Ranking, begun: Body, guide: PolicyGame | None
) -> int:
    """Add the functions that only a recording module has, and return the address of the option picked."""
    replays = Replays(unit, options, begun)
    unit.add(replays.function())
    ModuleChain(unit, replays).made()
    SightGame(unit, options, replays.sights, ranking, guide).made()
    return replays.picked


def finish(unit: Unit, emitters: Emitters | None = None) -> None:
    """Complete a module by adding the function `indexed()` and pricing the work of all functions.

    The module must already contain all its other functions.
    """
    indexed = Function("$indexed", (), (), "indexed")
    if unit.sets.some:
        unit.sets.made(indexed)
    indexed.body += [*unit.indexes.made(indexed), *unit.memo.forgotten()]
    unit.add(indexed)
    if emitters is not None:
        emitters.made(unit)
    for function in [*unit.functions.values()]:
        priced(function, unit.exhausted)


def _start(unit: Unit) -> Function:
    """Return the function `start()`, which runs from the beginning of a game until the game first waits."""
    function = Function("$start", (), ("i32",), "start")
    begin = call(STEPS.name, const(beginning(unit.program)), ZERO)
    function.body = [("global.set", "$fuel", const(BUDGET)), begin]
    return function


def _begin(unit: Unit, start: list[int]) -> Function:
    """Return the function `begin(seed)`, which begins a game and runs until it first waits."""
    function = Function("$begin", (("$seed", "i64"),), ("i32",), "begin")
    function.body = [
        *_begun(unit, start),
        *unit.tallies.begun(),
        store(ZERO, get("$seed"), POSITION + WORD * Head.SEED_LOW, width="i64.store"),
        call("$start"),
    ]
    return function


def _answer(unit: Unit) -> Function:
    """Return the function `answer(k)`, which takes option `k` and runs until the game waits again."""
    function = Function("$answer", (("$k", "i32"),), ("i32",), "answer")
    function.body = [
        ("global.set", "$fuel", const(BUDGET)),
        unit.put(Head.DECISIONS, add(unit.place(Head.DECISIONS), const(1))),
        call(STEPS.name, unit.place(Head.PC), get("$k")),
    ]
    return function


def _ask(unit: Unit, options: RankedOptions) -> Function:
    """Return the function `ask(plays)`, which lists the options of the decision at which the position waits.

    `ask` returns the number of options. If `plays` is 1, options that can be selected by number are counted
    but not listed.
    """
    function = Function("$ask", (("$plays", "i32"),), ("i32",), "ask")
    function.body = [("global.set", "$fuel", const(BUDGET))]
    for at, i in enumerate(unit.program.code):
        if isinstance(i, Decide):
            here = compare("==", unit.place(Head.PC), const(at))
            function.body.append(when(here, [("return", call(options.site(i.site), get("$plays")))]))
    function.body.append(("unreachable",))
    return function


def _score(unit: Unit, ranking: Ranking) -> Function:
    """Return the function `score()`, which computes and stores the parts of the score of the position."""
    function = Function("$score", (), (), "score")
    function.body = [("global.set", "$fuel", const(BUDGET))]
    if unit.program.score:
        function.body.append(call(ranking.scores()))
    return function


def _begun(unit: Unit, start: list[int]) -> Body:
    """Return the instructions that set memory to the position before set-up, from which every game begins."""
    words = [*start, *unit.sets.begun(start, unit.layout.zone_of)]
    begun, length = unit.memory.source(words), WORD * len(words)
    return [
        *copied(const(unit.memory.span(POSITION, POSITION + length)), const(begun), length, settled=True),
        *unit.indexes.begun(start),
        *unit.memo.forgotten(),
    ]


def _policy(unit: Unit, options: RankedOptions, ranking: Ranking, use: Use) -> PolicyGame | None:
    """Return the policy by which games are played, or `None` if they are played at random."""
    if Use.WEIGHED not in use:
        return None
    policy = policy_game(unit, options, ranking, learns=Use.LEARNS in use)
    unit.chosen, unit.pauses = policy.chosen, policy.pauses
    return policy


def _batch(
    unit: Unit, batches: Batches, start: list[int], ranking: Ranking, policy: PolicyGame | None
) -> Function:
    """Return the function `batch(from, to)`, which plays the games with the numbers from `from` up to `to`.

    Each game begins from a copy of the position before set-up.
    """
    function = Function("$batch", (("$from", "i32"), ("$to", "i32")), (), "batch")
    game, seeds = (function.local(hint) for hint in ("game", "seeds"))
    whole = call(GAMES.name, const(beginning(unit.program)), ZERO)
    play = [
        branch_if("$all", compare(">=", get(game), get("$to"))),
        store(ZERO, get(game), batches.done),
        put(seeds, add(multiply(get(game), const(16)), const(batches.seeds))),
        *_begun(unit, start),
        *unit.tallies.begun(),
        store(ZERO, load(get(seeds), width="i64.load"), POSITION + WORD * Head.SEED_LOW, width="i64.store"),
        ("global.set", "$key", load(get(seeds), 8, width="i64.load")),
        ("global.set", "$fuel", const(BUDGET)),
        *(policy.begun(get(game)) if policy else []),
        branch_if("$all", compare("!=", whole, const(OVER))),
        *(policy.over() if policy else []),
        *row(unit, batches, ranking, get(game), unit.place(Head.DECISIONS)),
        *unit.tallies.told(batches, get(game)),
        put(game, add(get(game), const(1))),
        branch("$next"),
    ]
    function.body = [put(game, get("$from")), block("$all", [loop("$next", play)])]
    return function
