"""Histories of a program as scripts: every replayer replays each, whatever it has replayed before.

The compiled engine plays a game. From time to time, histories are sought that a seat cannot distinguish from
the true one: from the record, and from a guess that is repaired. A fresh module and the definitional engine
must be able to replay each of them, and each history derived from it; they must reach the same position,
which must give the player the same observation. If an answer of a script is replaced by that of another
action, so that no history matches, the result must be the same in a used module, in a fresh one, and on the
definitional engine.
"""

from __future__ import annotations

from array import array
from itertools import count

from retold import can_be_scripted, replayer, script_of

from gamespec.program import Program
from interpreter import Fault
from interpreter.compiled.engine import CompiledEngine
from interpreter.compiled.run.recorded import RecordedGame
from interpreter.engine.machine.replayer import MachineReplayer
from interpreter.kernels.items import Item, fields_of
from interpreter.kernels.sights import SightLogger
from interpreter.play.luck import Draws
from interpreter.redeal import found
from interpreter.redeal.histories import Histories
from interpreter.redeal.replayer import End, Replayer
from interpreter.redeal.scripts import Script
from strategies.claims import Tally
from strategies.dice import Dice

__all__ = ["histories_are_replayed"]

LONG = 14
"""Maximum number of decisions in a game."""
STEPS = 8
"""Number of changes proposed to a history."""
CHANGES = 200
"""Maximum number of changes to guesses."""


def histories_are_replayed(program: Program, dice: Dice, tally: Tally) -> None:
    """Play a game, and check that histories that show a seat the same can be replayed."""
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
    seed, chains = dice.below(1000), list[Histories]()
    if can_be_scripted(program):
        script = script_of(program, game.events, game.position, player)
        _whatever_came_before(program, script, player, dice)
        chains.append(Histories(program, replayer(program, player), script, player, Draws(seed, "retold")))
    shown = SightLogger(program, player).after(game.events)
    guessed = found(program, replayer(program, player), shown, seed, CHANGES)
    chains += [guessed] if guessed is not None else []
    tally.counts["histories guessed"] += guessed is not None
    tally.counts["histories not found"] += guessed is None
    for chain in chains:
        before = chain.position
        for _ in range(STEPS):
            chain.step()
        tally.counts["histories"] += 1
        tally.counts["histories that changed"] += chain.position != before
        _holds(program, game, chain, player)


def _whatever_came_before(program: Program, script: Script, player: int, dice: Dice) -> None:
    """Check that what has replayed a history replays another script as what is new does."""
    words = script.words[:]
    answers = [at for at in script.items if words[at] == Item.ANSWER]
    if not answers:
        return
    used, fresh = replayer(program, player), replayer(program, player)
    other = MachineReplayer(program, player)
    at = dice.pick(answers)
    assert _replayed(used, script, words)[0] is End.SAME
    assert _replayed(other, script, words)[0] is End.SAME
    sizes = enumerate(size for size, _ in fields_of(program))
    words[at + 2] = dice.pick([action for action, size in sizes if size <= words[at + 1]])
    again = [_replayed(each, script, words) for each in (used, fresh, other)]
    assert again[0] == again[1] == again[2]


def _replayed(replay: Replayer, script: Script, words: array[int]) -> tuple[object, ...]:
    """Return the result of a script, how far it was followed, and the position reached."""
    end = replay.follow(words, script.end)
    return end, replay.reached, [*replay.position] if end in {End.SAME, End.WAITS} else None


def _holds(program: Program, game: RecordedGame, chain: Histories, player: int) -> None:
    """Check that new replayers replay a history, and that the player's observation is right."""
    for replay in (replayer(program, player), MachineReplayer(program, player)):
        assert replay.follow(chain.script.words, chain.script.end) is End.SAME
        assert [*replay.position] == [*chain.position]
    there = CompiledEngine(program, jobs=1).restore([*chain.position])
    there.check()
    assert there.observation(player) == game.observation(player)
