"""The form of packed games and of sums, each with its `VERSION`: whoever changes it increments the version.

Parts on a disk are read by it, and games and sums from other machines.
"""

from __future__ import annotations

from dataclasses import fields

import gamespec
from interpreter.kernels.statistics.adding import FRACTION
from interpreter.kernels.statistics.game_row import GameRow
from interpreter.kernels.statistics.packing import BLOCK, Packing
from interpreter.kernels.statistics.pairing import PRODUCTS, SUMS
from interpreter.kernels.terms import Lists
from interpreter.play.tally import ALL
from interpreter.simulate import FaultCount, Mean, Seat, Summary, summary
from interpreter.simulate.exits import Exits
from interpreter.simulate.measures import Measures
from interpreter.simulate.recorded.packed import VERSION
from interpreter.study.paired import Paired

PLACES = {
    "options": 4,  # after the decisions, the outcome and two places; two words
    "options_of": 6,  # two words for each of two seats, for one action
    "stage_options": 10,  # two words for each of 16 stages
    "pace": 42,  # five words
    "offers": 47,
    "chosen": 49,
    "last_action": 51,
    "last_turn": 53,
    "halvings": 55,  # one word
    "stage_decisions": 56,  # 16 words
    "first": 72,
    "first_of": 74,
    "took": 76,
    "size": 78,
}
"""Where the numbers of a game of tic-tac-toe lie in its row, with two words each unless something is said."""


def test_the_form_of_rows() -> None:
    """The numbers of a row lie where they lie in version 2."""
    row = GameRow.of(gamespec.load("tic-tac-toe").program(), ALL)
    assert VERSION == 2
    assert {name: getattr(row, name) for name in PLACES} == PLACES


def test_the_form_of_packed_rows() -> None:
    """A packed block is as in version 2.

    Of two columns, the first has 0 and 1 in turns, so its width is 1, and its bits are 1 at odd places. The
    second has 5 everywhere, so its width is 0, its code is 64 because its least number is not 0, and the
    least number is all that follows. The codes share the first word.
    """
    packing = Packing(2, Lists())
    packing.rows[: 2 * BLOCK] = [number for game in range(BLOCK) for number in (game % 2, 5)]
    assert VERSION == 2
    assert packing.run(0, BLOCK) == 3
    assert packing.packed[:3] == [1 | 64 << 8, 0xAAAA_AAAA_AAAA_AAAA, 5]


SENT = {
    Summary: "deciding seats teams measures games decisions truncated faults limited first_limited "
    "limited_at ends scores fault_places exits players",
    Measures: "deciding numbers shares even fates means bounds own",
    Seat: "share won shared drawn score parts",
    Mean: "count total squares least greatest",
    Exits: "games chosen seen course",
    FaultCount: "fault seeds games number",
    Paired: "games differing sums products",
}
"""What sums from other machines consist of."""


def test_the_form_of_sums() -> None:
    """Sums consist of what they consist of in version 2, in units of 2^-64 and of its square."""
    assert summary.VERSION == 2
    assert {each: " ".join(field.name for field in fields(each)) for each in SENT} == SENT
    assert (FRACTION, SUMS, len(PRODUCTS)) == (64, 6, 10)
