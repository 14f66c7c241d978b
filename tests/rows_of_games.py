"""The rows of the table of games, made from playouts without kernels, for comparison with those of a run."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from interpreter.compiled.engine import CompiledEngine
from interpreter.play.tally import STAGES, Cells, Turns, asked_at
from interpreter.simulate import Plan
from interpreter.simulate.columns import actions_of, columns_of
from interpreter.simulate.recorded.filled import values_of
from interpreter.simulate.recorded.recording import Kept, Recording
from interpreter.simulate.wins import Deciding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gamespec.compile import Compiled
    from interpreter.play.tally import Tally
    from interpreter.protocol import MakeEngine
    from interpreter.simulate import Playout

Row = list[Any]


def recorded(
    compiled: Compiled, games: Sequence[Playout], seats: Sequence[str] = (), make: MakeEngine | None = None
) -> tuple[Recording, list[str], list[Row]]:
    """Record games that were played one by one.

    Return the recording, the names of the columns, and the rows. `seats` are the names of the players.
    """
    players = tuple(seats) or ("random",) * compiled.program.players
    plan = Plan(compiled, players, 0, make or CompiledEngine, rotate=False)
    recording = Recording(plan, Kept())
    for played in games:
        recording.add(played)
    columns = columns_of(compiled)
    values = values_of(columns, recording.batches())
    return recording, [column.name for column in columns], [[*row] for row in zip(*values, strict=True)]


def row_of(compiled: Compiled, game: int, seats: Sequence[str], played: Playout) -> Row:
    """Return the row of a game in which everything was counted."""
    result, fault, tally = played.result, played.fault, played.tally
    row: Row = [game, *played.seeds, *seats]
    row += [None, None] if result is None else [compiled.names.reason(result.outcome), result.outcome]
    row += [result is not None and result.truncated, None if fault is None else fault.code, played.decisions]
    return [*row, *_pace(played), *_result(compiled, played), *_counted(compiled, tally)]


def _pace(played: Playout) -> Row:
    if played.tally is None or (pace := played.tally.pace) is None:
        return [None] * 8
    every = played.decisions + pace.alone
    shares = [pace.options / every, pace.forced / every] if every else [None, None]
    return [pace.alone, pace.turns, pace.rounds, pace.options, pace.most, pace.forced, *shares]


def _result(compiled: Compiled, played: Playout) -> Iterator[Any]:
    program, result = compiled.program, played.result
    named = [part for part in compiled.names.score if part.ident is not None]
    if result is None or result.truncated:
        yield from [None] * (program.players * (4 + len(named)) + 1)
        return
    yield from result.scores
    if named:
        yield from chain.from_iterable(result.parts)
    yield from result.places
    yield from (seat in result.winners for seat in range(program.players))
    deciding = Deciding.of(program)
    yield from deciding.shares(result)
    high, team = max(zip(result.scores, deciding.teams, strict=True))
    others = [score for score, of in zip(result.scores, deciding.teams, strict=True) if of != team]
    yield high - max(others) if others and program.score else None


def _counted(compiled: Compiled, tally: Tally | None) -> Row:
    program = compiled.program
    players, actions = program.players, actions_of(compiled)
    asked = [len(asked_at(program, turn=turn)) for turn in (False, True)]
    if tally is None:
        many = 1 + 3 * players + 1 + 2 * STAGES + 6 * players * len(actions) + 2 * len(Cells(program))
        return [None] * (many + asked[0] + 3 * asked[1])
    row: Row = [None] * (1 + players) if tally.lead is None else [tally.lead.changes, *tally.lead.led]
    assert tally.last is not None
    assert tally.course is not None
    assert tally.actions is not None
    assert tally.components is not None
    last = [*zip(tally.last.actions, tally.last.turns, strict=True)]
    row += [actions[action] if action >= 0 else None for action, _ in last]
    row += [turn if action >= 0 else None for action, turn in last]
    row += [tally.course.width, *tally.course.decisions, *tally.course.options]
    choices = tally.actions
    row += chain(*choices.offered, *choices.options, *choices.chosen)
    first = [[*chain.from_iterable(each)] for each in (choices.first, choices.of, choices.took)]
    for numbers in first:
        row += [number if free else None for number, free in zip(numbers, first[0], strict=True)]
    return [*row, *tally.components.came, *tally.components.left, *_measured(tally)]


def _measured(tally: Tally) -> Iterator[Any]:
    if tally.measures is not None:
        turns, told = tally.measures.turns, [*chain.from_iterable(tally.measures.values)]
        yield from (value for value in told if not isinstance(value, Turns))
        of_turns = [value for value in told if isinstance(value, Turns)]
        yield from (value.total / turns if turns else None for value in of_turns)
        yield from (value.greatest if turns else None for value in of_turns)
        yield from (value.last if turns else None for value in of_turns)
