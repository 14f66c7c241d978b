"""Histories of a program as scripts: a module replays each, whatever it has replayed before.

The compiled engine plays a game. From time to time, histories are sought that a seat cannot distinguish from
the true one: from the record, from a guess that is repaired, and from a redeal by the definitional engine. A
fresh module must be able to replay each of them, and each history derived from it; it must reach the same
position, which must give the player the same observation. If an answer of a script is replaced by that of
another action, so that no history matches, the result must be the same in a used module and in a fresh one.
"""

from __future__ import annotations

from array import array
from itertools import count

from gamespec.program import Program
from interpreter import Fault
from interpreter.compiled.course.replays import SAME
from interpreter.compiled.engine import CompiledEngine
from interpreter.compiled.making.form import Form
from interpreter.compiled.making.host import Astray, Instance
from interpreter.compiled.making.made import made_of
from interpreter.compiled.replay.histories import Histories
from interpreter.compiled.replay.retold import retold
from interpreter.compiled.replay.scripts import Script, can_be_scripted
from interpreter.compiled.run.recorded import RecordedGame
from interpreter.compiled.unit.scripted import Item
from interpreter.compiled.wasm.interface import Use
from interpreter.play.luck import Draws
from strategies.claims import Tally
from strategies.dice import Dice

__all__ = ["histories_are_replayed"]

LONG = 14
"""Maximum number of decisions in a game."""
STEPS = 8
"""Number of changes proposed to a history."""
NODES = 200
"""Maximum number of decisions and chance outcomes played for a redeal."""


def histories_are_replayed(program: Program, dice: Dice, tally: Tally) -> None:
    """Play a game, and check that histories that show a seat the same can be replayed."""
    if not can_be_scripted(program):
        tally.counts["games that no script can represent"] += 1
        return
    engine = CompiledEngine(program, jobs=1)
    try:
        game = engine.begin(dice.below(1000), record=True)
        for decision in count():
            assert isinstance(game, RecordedGame)
            if game.over or decision == LONG:
                return
            if dice.chance(1, 2):
                _for_a_seat(program, game, dice.below(program.players), dice, tally)
            game.play(dice.pick(game.options))
    except Fault as fault:
        tally.fault(fault)


def _for_a_seat(program: Program, game: RecordedGame, player: int, dice: Dice, tally: Tally) -> None:
    made, seed = made_of(program, Form(Use.RECORDS)), dice.below(1000)
    script = retold(program, made, game.events, game.position, player)
    _whatever_came_before(program, script, player, dice)
    chains = [Histories(program, made, script, player, Draws(seed, "retold"))]
    guessed = game.found(player, seed)
    chains += [guessed] if guessed is not None else []
    redealt = game.redealt(player, seed, most=NODES) if dice.chance(1, 4) else game
    if redealt is not game and redealt.exact:
        assert redealt.record is not None
        script = retold(program, made, redealt.record.events, redealt.position, player)
        chains.append(Histories(program, made, script, player, Draws(seed, "redealt")))
    tally.counts["histories guessed"] += guessed is not None
    tally.counts["histories redealt"] += redealt is not game and redealt.exact
    seen = {chain.seen for chain in chains}
    assert len(seen) == 1, f"seat {player + 1} was shown {len(seen)} things"
    for chain in chains:
        before = chain.position
        for _ in range(STEPS):
            chain.step()
        tally.counts["histories"] += 1
        tally.counts["histories that changed"] += chain.position != before
        _holds(program, game, chain, player)


def _whatever_came_before(program: Program, script: Script, player: int, dice: Dice) -> None:
    """Check that a module that has replayed a history replays another script as a fresh one does."""
    made, words = made_of(program, Form(Use.RECORDS)), script.words[:]
    answers = [at for at in script.items if words[at] == Item.ANSWER]
    fields = made.interface.listed.fields
    if not answers:
        return
    used, fresh = made.instance(), made.instance()
    at = dice.pick(answers)
    assert _replayed(used, words, player)[0] == SAME
    words[at + 2] = dice.pick([a for a, (size, _) in enumerate(fields) if size <= words[at + 1]])
    assert _replayed(used, words, player) == _replayed(fresh, words, player)


def _replayed(instance: Instance, words: array[int], player: int) -> tuple[object, ...]:
    """Return the result of a script, how far it was followed, and the position reached."""
    try:
        ends: object = instance.replay(words.tobytes(), player)
    except (Astray, Fault) as stopped:
        return type(stopped), instance.reached
    return ends, instance.reached, instance.packed


def _holds(program: Program, game: RecordedGame, chain: Histories, player: int) -> None:
    """Check that a fresh module replays a history, and that the player's observation is right."""
    fresh = made_of(program, Form(Use.RECORDS)).instance()
    assert fresh.replay(chain.script.words.tobytes(), player) == SAME
    assert fresh.packed == chain.position
    there = CompiledEngine(program, jobs=1).restore(list(memoryview(chain.position).cast("i")))
    there.check()
    assert there.observation(player) == game.observation(player)
