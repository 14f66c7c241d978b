"""Histories of a program as scripts: what a module replays is a history, whatever it has replayed before.

A game is played by the compiled engine, and now and then a seat is asked for what it may not tell from the
truth: by the record, by a guess that is mended, and by what the definitional engine redeals. Each must be
replayed, and so must those that are found from it: by a module that has replayed nothing else, to the same
position, in which the player can tell the same. A script in which an answer is another action's, so that no
history tells it, comes to the same in a module that has replayed something before and in one that has not.
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
"""The maximum number of decisions in a game."""
STEPS = 8
"""The number of changes that are proposed to a history."""
NODES = 200
"""The maximum number of decisions and chance outcomes played for a redeal."""


def histories_are_replayed(program: Program, dice: Dice, tally: Tally) -> None:
    """Play a game of a program; claim that histories which show a seat the same can be replayed."""
    if not can_be_scripted(program):
        tally.counts["games that no script can say"] += 1
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
    """Claim that a module that has replayed a history replays another script as a new one does."""
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
    """What comes of a script: how it ends, how far it is followed, and the position then."""
    try:
        ends: object = instance.replay(words.tobytes(), player)
    except (Astray, Fault) as stopped:
        return type(stopped), instance.reached
    return ends, instance.reached, instance.packed


def _holds(program: Program, game: RecordedGame, chain: Histories, player: int) -> None:
    """Claim that a history is replayed by itself, and that its position looks to a player as it should."""
    fresh = made_of(program, Form(Use.RECORDS)).instance()
    assert fresh.replay(chain.script.words.tobytes(), player) == SAME
    assert fresh.packed == chain.position
    there = CompiledEngine(program, jobs=1).restore(list(memoryview(chain.position).cast("i")))
    there.check()
    assert there.observation(player) == game.observation(player)
