"""Expressions made at random have one value, which lies in their type, whether parts are folded or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from strategies import engine
from strategies.cases import Found, case_of, try_case
from strategies.claims import Tally, built
from strategies.dice import Rolled
from strategies.games import batches, sketches
from strategies.judgements import Asked, begun, keys_hold, numbers_as_keys
from strategies.occurrence import OPERATORS, words_in
from strategies.sample import made_smaller, sample

if TYPE_CHECKING:
    from pathlib import Path

    from strategies.judgements import Batch
    from strategies.sketch import Sketch


def test_values(folder: Path) -> None:
    """An expression, the same with its constants behind functions, and what is folded of it are one."""
    come = Found()
    found = come.asked
    told: dict[str, str] = {}

    @sample(50)
    @given(asked=batches(number=12))
    def holds(asked: Batch) -> None:
        case = case_of(asked)
        with made_smaller(case, folder, told):
            try_case(case, folder, come)

    holds()
    print(come)  # noqa: T201 - shown with a failure, and with `-s`
    assert found.rejected.total() * 20 <= found.counts["expressions"]
    assert found.counts["values"] * 2 > found.counts["expressions"]


def test_keys(folder: Path) -> None:
    """A number that is none of a family's keys is a fault as a key, and no other is."""
    tally, found = Tally(), Asked()

    @sample(25)
    @given(sketch=sketches(), seed=st.integers(0, 9999))
    def holds(sketch: Sketch, seed: int) -> None:
        made, asked = numbers_as_keys(Rolled(seed), sketch, 12)
        program = built(made, folder, tally)
        game = begun(program, ()) if program is not None else None
        for key, member, within in asked if game is not None else ():
            assert game is not None
            keys_hold(game, key, member, within, found)

    holds()
    print(tally, found)  # noqa: T201 - as above
    assert found.rejected.total() * 5 <= found.counts["keys"]


def test_all_words_are_made() -> None:
    """Among some expressions made from seeds there is each built-in, quantifier and operator."""
    from strategies.games import make_game
    from strategies.judgements import batch

    made: set[str] = set()
    for seed in range(25):
        dice = Rolled(seed)
        made |= {word for text in batch(dice, make_game(dice), 40).texts for word in words_in(text)}
    quantifiers = {f"{name}(x {'from' if name == 'reach' else 'in'})" for name in engine.QUANTIFIER_NAMES}
    assert {*engine.BUILTIN_NAMES, *quantifiers, *OPERATORS} <= made
