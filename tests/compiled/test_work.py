"""What would go on and on is stopped in a module as well, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from runaways import RUNAWAYS, play

from gamespec import Spec
from interpreter import Fault
from interpreter.compiled import combinations, deciding, module
from interpreter.compiled.definitional import beginning
from interpreter.compiled.engine import CompiledEngine
from interpreter.compiled.host import Instance
from interpreter.compiled.techniques import PLAIN

Maker = Callable[[str], Spec]


@pytest.mark.parametrize("text", [text for text, _ in RUNAWAYS])
def test_runaways_are_stopped(text: str, game_of: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a fault for lack of fuel; where exactly may differ.

    With all techniques of speed some are over in no time: what is the same each time is found out once.
    """
    for made_with in (module, deciding, combinations):
        monkeypatch.setattr(made_with, "BUDGET", 30_000)
    program = game_of(text).program()
    start = beginning(program)
    instance = Instance(module.compiled(program, start, PLAIN).unit)
    instance.position = start
    with pytest.raises(Fault) as found:
        instance.run("start")
    assert found.value.code == "GS508"


def test_a_tenth_is_never_stopped(game_of: Maker) -> None:
    """397,000 units, 1,000 + 1,000 * 396, are less than a tenth of the budget and do no harm."""
    spec = game_of(play('- set: {k: "min(9, sum(i in 1..1000: sum(j in 1..396: k)))"}'))
    assert not CompiledEngine(spec.program()).begin().over


def test_every_question_begins_with_the_whole_budget(game_of: Maker) -> None:
    """Of a hundred turns that take 399,000 units each none is stopped, in steps and in a batch."""
    spec = game_of(play('- set: {k: "min(9, sum(i in 1..1000: sum(j in 1..398: k)))"}'))
    game = CompiledEngine(spec.program()).begin()
    for _ in range(100):
        game.apply(game.options[0])
    assert not game.over
