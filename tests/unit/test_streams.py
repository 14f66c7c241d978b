"""Tests for streams of chance, of which each zone has one, however a shuffle names the zone.

They also cover weights and values that occur repeatedly.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from chances import by_draws, by_outcomes

from interpreter import Fault, Game
from interpreter.kernels.chance import Streams
from interpreter.play.chance import split_seed

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

PILES = """
    players: 2
    enums: {suit: [red, blue]}
    components:
      card: {attributes: {rank: 1..6}, all: {rank: 1..6}, per: player, start: "pile[owner]"}
      chip: {attributes: {n: 1..6}, all: {n: 1..6}, start: "stack[seat(2), blue]"}
    zones:
      pile: {of: card, per: player, ordered: true, seen_by: nobody}
      stack: {of: chip, per: [player, suit], ordered: true}
      tray: {of: chip}
    procedures:
      mix: {with: {z: zone of card}, do: [{shuffle: z}]}
"""


def piles(game: Game) -> list[list[int]]:
    """Return the contents of each player's pile, as component numbers in the order of the pile."""
    return [game.atoms.contents(game.position, zone) for zone in (0, 1)]


def played(game_of: Callable[[str], Spec], steps: str, seed: int = 5) -> Game:
    """Return a game with the given seed after the set-up `steps`."""
    return Game(game_of(f"{PILES}    setup: [{steps}]\n").program(), seed)


def test_each_zone_of_a_family_has_a_stream(game_of: Callable[[str], Spec]) -> None:
    """Each zone of a family has a stream that is named after the zone.

    The first numbers of the stream determine the first order of the zone.
    """
    game = played(game_of, '{shuffle: "pile[seat(1)]"}, {shuffle: "stack[seat(2), blue]"}')
    names = ("pile[p1]", "pile[p2]", "stack[p1, red]", "stack[p1, blue]", "stack[p2, red]", "stack[p2, blue]")
    assert game.program.streams == names
    p = [0] * 14
    p[6:8] = split_seed(5)
    first = [*range(6)]
    Streams(names, 8).arrange(p, 0, first, 6)
    assert piles(game)[0] == first


def test_a_pile_has_its_luck_to_itself(game_of: Callable[[str], Spec]) -> None:
    """Shuffling one player's pile an additional time does not change how the other pile is shuffled."""
    once = played(game_of, '{shuffle: "pile[seat(1)]"}, {shuffle: "pile[seat(2)]"}')
    more = played(
        game_of, '{shuffle: "pile[seat(1)]"}, {shuffle: "pile[seat(1)]"}, {shuffle: "pile[seat(2)]"}'
    )
    assert piles(once)[1] == piles(more)[1]
    assert piles(once)[0] != piles(more)[0]


def test_a_parameter_draws_from_the_zone_that_it_is(game_of: Callable[[str], Spec]) -> None:
    """A pile is shuffled by its own stream, even if it is passed to a procedure as an argument."""
    named = played(game_of, '{shuffle: "pile[seat(1)]"}, {shuffle: "pile[seat(2)]"}')
    handed = played(
        game_of,
        '{run: mix, with: {z: "pile[seat(2)]"}}, {run: mix, with: {z: "pile[seat(1)]"}}',
    )
    assert piles(named) == piles(handed)
    assert handed.program.streams == ("pile[p1]", "pile[p2]")


# --- weights ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("explicit", [False, True])
@pytest.mark.parametrize(
    ("source", "weight", "code"),
    [
        ("1..3", "1000000000", "GS509"),  # 3,000,000,000 is more than 2^31 - 1
        ("1..2", "2147483647 * (x - 1) + 1", "GS509"),  # 1 + 2^31
        ("1..2", "x - 2", "GS511"),  # -1 and 0
        ("1..3", "x - 2", "GS511"),  # -1, 0 and 1
    ],
)
def test_weights_are_within_32_bits(
    game_of: Callable[[str], Spec], source: str, weight: str, code: str, *, explicit: bool
) -> None:
    """A negative weight raises a fault, and so do weights whose sum exceeds 32 bits.

    This is true with explicit chance and with seeded chance.
    """
    program = game_of(f"""
        players: 1
        setup: [{{random: {{x: {{from: {source}, weight: {weight}}}}}}}]
    """).program()
    with pytest.raises(Fault) as fault:
        Game(program, explicit=explicit)
    assert fault.value.code == code


def test_weights_up_to_the_bound(game_of: Callable[[str], Spec]) -> None:
    """The sum of all weights may be as large as the greatest 32-bit integer.

    For example, the weights may be 1 and 2^31 - 2.
    """
    program = game_of("""
        players: 1
        setup: [{random: {x: {from: 0..1, weight: 2147483645 * x + 1}}}]
    """).program()
    game = Game(program, explicit=True)
    assert game.chance is not None
    assert (game.chance.outcomes, game.chance.shares) == ((0, 1), (1, 2147483646))


@pytest.mark.parametrize(("weight", "shares"), [("1", {0: 1, 1: 2, 2: 1}), ("x + 1", {0: 1, 1: 4, 2: 3})])
def test_a_value_that_is_there_twice(
    game_of: Callable[[str], Spec], weight: str, shares: dict[int, int]
) -> None:
    """A value that occurs twice in a list has the sum of both weights.

    With equal weights, 1 is drawn from 0, 1, 1, 2 in half of all cases. With the weights 1, 2, 2 and 3, it is
    drawn in 4 of 8 cases.
    """
    program = game_of(f"""
        players: 1
        variables: {{v: {{type: 0..9}}}}
        setup:
          - random: {{x: {{from: "map(i in 1..4: i // 2)", weight: {weight}}}}}
          - set: {{v: x}}
    """).program()
    expected = Counter({v: Fraction(n, sum(shares.values())) for v, n in shares.items()})
    for found in (by_outcomes(program), by_draws(program)):
        assert {end[0][3][0]: share for end, share in found.items()} == expected  # type: ignore[index]
