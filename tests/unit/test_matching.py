"""Tests for `matching`, which is compared with brute force on random lists, and for its cost."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from inside import Named, elaborated

from gamespec.program.budget import BUDGET
from interpreter import Fault, Game

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gamespec import Spec

    Make = Callable[[str], Spec]


def value(game_of: Make, body: str, text: str) -> int:
    """Return the value of the expression `text` in a game whose declarations are `body`."""
    asks = "phases: {play: {turns: clockwise, do: [{choose: {x: {from: 1..2}}}]}}"
    game = Named(game_of(f"{body}\n{asks}\n"))
    node, found = elaborated(game.compiled, text)
    assert node is not None
    assert not found.errors, [d.message for d in found]
    answer = game.asked(node)
    assert isinstance(answer, int)
    return answer


def greatest(lists: Sequence[Sequence[int]]) -> int:
    """Return how many members can each have a candidate of their own, by trying all assignments.

    `lists` has the candidates of each member.
    """
    if not lists:
        return 0
    first, rest = lists[0], lists[1:]
    ways = [1 + greatest([[c for c in other if c != given] for other in rest]) for given in set(first)]
    return max(ways, default=0) if len(ways) > 0 and max(ways) > greatest(rest) else greatest(rest)


def rows(lists: Sequence[Sequence[int]]) -> str:
    """Return the declaration of a table with a row for each member and candidate."""
    held = [f"{{who: {i}, what: {c}}}" for i, own in enumerate(lists) for c in own]
    return f"tables: {{may: {{columns: {{who: 0..9, what: 0..9}}, rows: [{', '.join(held)}]}}}}"


@pytest.mark.parametrize("seed", range(60))
def test_as_many_as_can_be_served(seed: int, game_of: Make) -> None:
    """`matching` serves as many members as brute force does.

    There are up to six members, each with up to three candidates, which may repeat.
    """
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    size, choice = luck.randint(1, 6), luck.randint(1, 6)
    lists = [[luck.randrange(choice) for _ in range(luck.randint(0, 3))] for _ in range(size)]
    lists[0] = lists[0] or [0]
    own = "map(m in filter(m in may: m.who == x): m.what)"
    text = f"matching(x in 0..{size - 1}: {own})"
    assert value(game_of, rows(lists), text) == greatest(lists)
    backward = f"matching(x in sort(x in 0..{size - 1}: -x): reverse({own}))"
    assert value(game_of, rows(lists), backward) == greatest(lists)


def test_a_path_that_makes_room() -> None:
    """Brute force finds the number that was counted by hand.

    Member 1 needs the candidate that member 0 took first, so 0 moves to another. Member 2 needs that one too,
    so 0 moves once more, and all three are served.
    """
    assert greatest([[0, 1, 2], [0], [1]]) == 3
    assert greatest([[0], [0], [1]]) == 2
    assert greatest([]) == 0


def test_a_long_chain_of_room(game_of: Make) -> None:
    """A member can be served even if the 399 others have to change their candidates for it.

    Each of the others accepts two candidates, its own and the next member's. The last member accepts only the
    first candidate.
    """
    text = "matching(x in 1..400: {x, x + 1} if x < 400 else {1})"
    assert value(game_of, "", text) == 400


def test_copies_are_candidates_each(game_of: Make) -> None:
    """Equal copies are separate candidates, so two gold coins serve two members and one iron coin one."""
    body = """\
enums: {metal: [gold, iron]}
components:
  coin: {attributes: {of: metal}, rows: [{id: g, of: gold, copies: 2}, {id: i, of: iron}], start: box}
zones: {box: {of: coin}}
"""
    pays = "matching(m in {WANTS}: filter(c in box: c.of == m))"
    assert value(game_of, body, pays.replace("WANTS", "metal.gold, metal.gold")) == 2
    assert value(game_of, body, pays.replace("WANTS", "metal.gold, metal.gold, metal.gold")) == 2
    assert value(game_of, body, pays.replace("WANTS", "metal.iron, metal.gold, metal.iron")) == 2


def test_what_is_looked_at_is_paid(game_of: Make) -> None:
    """The budget is charged for candidates when they are evaluated and when they are examined.

    2,000 members with 2,000 candidates each cost at least 4,000,000 units. This exceeds the budget and raises
    a fault.
    """
    text = """
    phases:
      play:
        turns: clockwise
        do: [{choose: {x: {from: 1..2, where: "matching(a in 1..2000: filter(b in 1..2000: true)) > 0"}}}]
    """
    assert BUDGET <= 2000 * 2000
    with pytest.raises(Fault) as caught:
        Game(game_of(text).program())
    assert caught.value.code == "GS508"
