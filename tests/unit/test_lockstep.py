"""Tests for playing a game in lock-step with another program.

The first difference between the two is found and reported, and games that agree are played to their end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import gamespec
from interpreter.lockstep import Difference, Matched, Several, Shown, lock_step

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    from interpreter import Option
    from interpreter.lockstep import Key

GAME = """\
language: 1
game: heap
title: Heap
players: 2
options:
  fault: {type: bool, default: false}
variables:
  heap: {type: 0..9, start: 0}
  dice: {type: 0..9, start: 0}
actions:
  take:
    label: "take {n}"
    with: {n: {from: 1..2, where: n <= heap}}
    do: [{set: {heap: heap - n}}]
phases:
  fill:
    do: [{random: {die: {from: "{2, 3, 3}"}}}, {set: {heap: die + 1}}]
  play: {turns: clockwise, do: [{offer: [take]}, {set: {dice: 1 // (heap - 1) if fault else 0}}]}
end:
  empty: {when: heap == 0 and dice == 0, winner: me}
score: 1
limit: {decisions: 9, then: draw}
"""


class Heap:
    """The heap game written by hand, in which each value of `wrong` makes one difference."""

    def __init__(self, wrong: str = "") -> None:
        self.wrong, self.heap, self.player = wrong, -1, 0

    @property
    def over(self) -> bool:
        """Whether the game is over, which it is once the last counter has been taken."""
        return self.heap == 0 or (self.wrong == "ends early" and self.heap == 1)

    @property
    def options(self) -> Collection[Key]:
        """Keys of the takes that are legal, such as `take 2`."""
        most = 3 if self.wrong == "three" else 1 if self.wrong == "one" else 2
        return [f"take {n}" for n in range(1, most + 1) if n <= self.heap]

    def take(self, key: Key) -> None:
        """Take the number of counters in `key`, and pass the turn to the other player."""
        self.heap -= int(str(key).split()[1])
        self.player = self.player if self.wrong == "again" else 1 - self.player
        if self.wrong == "goes on" and self.heap == 0:
            self.heap = 3
        if self.wrong == "rolls again":
            self.heap = -1

    def chances(self, stream: str | None) -> Mapping[Key, float] | None:
        """Return the probability of each outcome at a chance node, or None at a decision."""
        if self.heap >= 0:
            return None
        assert stream in {None, "die"}
        return {"2": 0.5, "3": 0.5} if self.wrong == "fair" else {"2": 1 / 3, "3": 2 / 3}

    def bring(self, stream: str, key: Key) -> None:
        """Settle the chance node with the outcome `key`."""
        assert stream == "die"
        self.heap = int(str(key)) + 1

    @property
    def result(self) -> Sequence[float]:
        """Scores of the seats, in the order of the seats."""
        return [1, 0] if self.wrong == "result" else [1, 1, 1] if self.wrong == "three seats" else [1, 1]


@pytest.fixture
def heap(tmp_path: Path) -> gamespec.Spec:
    """Return the specification of the heap game."""
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    return gamespec.load(tmp_path)


def difference(spec: gamespec.Spec, wrong: str, **options: bool) -> Difference | None:
    """Return the first difference from `Heap(wrong)` in 20 games, or None if there is none."""
    return lock_step(spec.compiled(options=options), lambda: Heap(wrong), range(20))


def test_the_same_game(heap: gamespec.Spec) -> None:
    """If the other program plays the same game, there is no difference.

    Options and outcomes are matched by their texts.
    """
    assert difference(heap, "") is None


@pytest.mark.parametrize(
    ("wrong", "what", "ours", "theirs"),
    [
        ("three", "the options differ", (), ("'take 3'",)),
        ("one", "the options differ", ("take 2, which is 'take 2'",), ()),
        ("fair", "chance differs: `die`", ("'2': 0.333333", "'3': 0.666667"), ("'2': 0.5", "'3': 0.5")),
        ("again", "another player decides", ("p2",), ("p1",)),
        ("result", "the results differ", ("[1, 1]",), ("[1, 0]",)),
        ("three seats", "the results differ", ("[1, 1]",), ("[1, 1, 1]",)),
        ("ends early", "it is over there, and goes on here", ("it goes on",), ("it is over",)),
        ("goes on", "it is over here, and goes on there", ("it is over",), ("it goes on",)),
        ("rolls again", "chance comes in there only", ("p2 decides",), ("chance",)),
    ],
)
def test_each_difference_is_found(
    heap: gamespec.Spec, wrong: str, what: str, ours: tuple[str, ...], theirs: tuple[str, ...]
) -> None:
    """Each sort of difference is found, and reported with what each of the two programs says."""
    found = difference(heap, wrong)
    assert found is not None
    assert (found.what, found.ours, found.theirs) == (what, ours, theirs)


def test_chance_that_comes_in_here_only(heap: gamespec.Spec) -> None:
    """A chance node that the other program does not have is reported.

    The other program begins with a heap of three counters.
    """

    def begun() -> Heap:
        other = Heap()
        other.heap = 3
        return other

    found = lock_step(heap.compiled(), begun)
    assert found is not None
    assert found.what == "chance comes in here only: `die`"
    assert found.way == ()
    assert str(found).endswith("the way there:\n  none")


def test_the_way_there(heap: gamespec.Spec) -> None:
    """A difference is reported with the steps that lead there, in this case the throw and one take."""
    found = difference(heap, "again")
    assert found is not None
    assert found.game == 0
    throw, take = found.way
    assert throw in {"die: 2", "die: 3"}
    assert take in {"p1: take 1", "p1: take 2"}
    assert str(found) == (
        "in game 0, after 2 steps: another player decides\n"
        "  here:\n    p2\n  there:\n    p1\n"
        f"the way there:\n  {throw}\n  {take}"
    )


def test_a_fault_is_a_difference(heap: gamespec.Spec) -> None:
    """A game that stops with a fault counts as a difference, and the fault's code is reported.

    The game divides by zero when one counter is left.
    """
    found = difference(heap, "", fault=True)
    assert found is not None
    assert "comes to a stop at" in found.what
    assert found.ours[0].startswith("GS502")


def test_options_that_are_one_there(heap: gamespec.Spec) -> None:
    """If two options have the same key in the other program, that is reported as a difference."""
    matched = Matched(option=Shown.action)
    found = lock_step(heap.compiled(), Heap, [1], matched)
    assert found is not None
    assert found.what == "options that differ here are one there"
    assert found.ours == ("take 1", "take 2")


def test_options_that_are_taken_wherever_they_can_be(heap: gamespec.Spec) -> None:
    """An option that `rare` selects is taken whenever it is on offer.

    The first take is therefore always of two counters, whatever the seed.
    """
    rare = Matched(rare=lambda shown, option: shown.text(option) == "take 2")
    for seed in range(10):
        found = lock_step(heap.compiled(), lambda: Heap("result"), [seed], rare)
        assert found is not None
        assert "take 2" in found.way[1]


PAIRS = """\
language: 1
game: pairs
title: Pairs
players: 2
options: {wanted: {type: 1..2, default: 2}}
variables: {mark: {per: board, type: bool}}
spaces: {board: {track: 4}}
phases:
  play:
    turns: clockwise
    do:
      - choose: {some: {from: "filter(c in board: not mark[c])", count: 2}}
      - for: {c: some}
        do: [{set: {"mark[c]": true}}]
end: {all: {when: "all(c in board: mark[c])", draw: true}}
score: wanted
limit: {decisions: 9, then: draw}
"""


class OneByOne:
    """The `PAIRS` game written by hand, with a separate decision for each of the two cells."""

    def __init__(self, *, orders: bool = True) -> None:
        self.left, self.taken, self.orders = [1, 2, 3, 4], 0, orders

    @property
    def over(self) -> bool:
        """Whether the game is over, which it is once all cells have been taken."""
        return not self.left

    @property
    def player(self) -> int:
        """Number of the player who decides, counted from 0."""
        return self.taken // 2 % 2

    @property
    def options(self) -> Collection[Key]:
        """Cells that can be taken, as numbers."""
        return self.left if self.orders else self.left[:-1]

    def take(self, key: Key) -> None:
        """Take the cell with the number `key`."""
        assert isinstance(key, int)
        self.left.remove(key)
        self.taken += 1

    def chances(self, stream: str | None) -> None:
        """Return None, because this game has no chance nodes."""
        assert stream is None

    def bring(self, stream: str, key: Key) -> None:
        """Raise an error, because this game has no chance nodes."""
        raise AssertionError((stream, key))

    @property
    def result(self) -> Sequence[float]:
        """Scores of the seats, in the order of the seats."""
        return [2, 2]


def test_a_decision_that_is_several_there(tmp_path: Path) -> None:
    """One decision here may correspond to several decisions in the other program.

    Choosing two of four cells is one decision with 6 options here, but two decisions in a row there.
    """
    (tmp_path / "game.yaml").write_text(PAIRS, encoding="utf-8")
    compiled = gamespec.load(tmp_path).compiled()

    def several(_: Shown, option: Option) -> Several:
        (some,) = option.values
        assert isinstance(some, tuple)
        return Several(tuple(cell + 1 for cell in some))

    matched = Matched(option=several)
    assert lock_step(compiled, OneByOne, range(20), matched) is None
    found = lock_step(compiled, lambda: OneByOne(orders=False), range(20), matched)
    assert found is not None
    assert found.what == "the options differ"
    assert len(found.ours) == 3  # three of the six pairs hold the last cell
