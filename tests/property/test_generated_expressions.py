"""Random expressions have a single value, which lies in their type, whether or not parts are folded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from strategies import engine
from strategies.cases import Found, case_of, try_case
from strategies.claims import Tally, built
from strategies.dice import Rolled
from strategies.games import batches, sketches
from strategies.judgements import Asked, begun, fits_hold, sum_holds, sums, tight_places
from strategies.occurrence import OPERATORS, words_in
from strategies.sample import made_smaller, sample, sizes

if TYPE_CHECKING:
    from pathlib import Path

    from strategies.judgements import Batch
    from strategies.sketch import Sketch


@sizes(12, 50)
def test_values(number: int, folder: Path) -> None:
    """An expression, its copy with constants moved into functions, and its folded form have equal values."""
    come = Found()
    found = come.asked
    told: dict[str, str] = {}

    @sample(number)
    @given(asked=batches(number=12))
    def holds(asked: Batch) -> None:
        case = case_of(asked)
        with made_smaller(case, folder, told):
            try_case(case, folder, come)

    holds()
    print(come)  # noqa: T201 - shown with a failure, and with `-s`
    assert found.rejected.total() * 20 <= found.counts["expressions"]
    assert found.counts["values"] * 2 > found.counts["expressions"]


@sizes(8, 25)
def test_what_fits(number: int, folder: Path) -> None:
    """A key outside a family faults, and so does a list that is too long for a parameter.

    Keys and lists that fit do not fault.
    """
    tally, found = Tally(), Asked()

    @sample(number)
    @given(sketch=sketches(), seed=st.integers(0, 9999))
    def holds(sketch: Sketch, seed: int) -> None:
        made, fits = tight_places(Rolled(seed), sketch, 8)
        program = built(made, folder, tally)
        game = begun(program, ()) if program is not None else None
        for fit in fits if game is not None else ():
            assert game is not None
            fits_hold(game, fit, found)

    holds()
    print(tally, found)  # noqa: T201 - as above
    assert found.rejected.total() * 5 <= found.counts["places"]
    assert found.counts["GS505"] > 0
    assert found.counts["GS512"] > 0


@sizes(8, 25)
def test_sums(number: int, folder: Path) -> None:
    """Arithmetic on large numbers gives the same results as in Python, or faults if they are too large."""
    tally, found = Tally(), Asked()

    @sample(number)
    @given(sketch=sketches(), seed=st.integers(0, 9999))
    def holds(sketch: Sketch, seed: int) -> None:
        made, asked = sums(Rolled(seed), sketch, 8)
        program = built(made, folder, tally)
        game = begun(program, ()) if program is not None else None
        for each in asked if game is not None else ():
            assert game is not None
            sum_holds(game, each, found)

    holds()
    print(tally, found)  # noqa: T201 - as above
    assert found.rejected.total() * 4 <= found.counts["sums"]
    assert found.counts["too large"] > 0


def test_all_words_are_made() -> None:
    """The expressions generated from a few seeds contain every built-in, quantifier and operator."""
    from strategies.games import make_game
    from strategies.judgements import batch

    made: set[str] = set()
    for seed in range(25):
        dice = Rolled(seed)
        made |= {word for text in batch(dice, make_game(dice), 40).texts for word in words_in(text)}
    assert {*engine.BUILTIN_NAMES, *engine.QUANTIFIERS, *OPERATORS} <= made


def test_games_ask_for_actions() -> None:
    """The games generated from a few seeds contain expressions that test actions."""
    from strategies.games import make_game

    texts = [make_game(Rolled(seed)).yaml() for seed in range(60)]
    assert all(any(f"{word}(" in text for text in texts) for word in ("can", "in_a_row"))
