"""Histories of situations, which pack several digits into one word, agree on both engines."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from agreement import Played, batches, both, side_by_side

from gamespec.spec import Spec

GAME = """
players: 2
spaces: {{board: {{track: {cells}}}}}
variables:
  mark: {{per: board, type: player?}}
  depth: {{per: board, type: -3..2}}
  flag: {{type: bool}}
  last: {{type: board?}}
  wide: {{per: player, type: -100000..100000}}
histories:
  past: {{of: [mark, depth, flag, last, wide], length: 90}}
actions:
  turn:
    with: {{c: {{from: board}}}}
    do:
      - set:
          "mark[c]": "me if mark[c] == none else left(me) if mark[c] == me else none"
          "depth[c]": "-3 if depth[c] == 2 else depth[c] + 1"
          "wide[me]": 99999 if column(c) == 1 else -99999
          flag: not flag
          last: none if last == c else c
      - remember: past
  stay: {{do: [{{remember: past}}]}}
phases: {{play: {{turns: clockwise, do: [{{offer: [turn, stay]}}]}}}}
end: {{again: {{when: occurred(past) == 4, winner: me}}}}
limit: {{decisions: 80, then: draw}}
"""


@pytest.mark.parametrize("cells", [1, 2, 3, 4, 5, 9])
def test_situations(cells: int, game_of: Callable[[str], Spec]) -> None:
    """Situations agree for runs of different lengths, whose values include `none` and negative numbers."""
    text = GAME.format(cells=cells).replace("column(c)", "number(c)")
    engines, played = both(game_of(text).program(2)), Played()
    side_by_side(engines, 1, 90, played)
    batches(engines, range(8), played)
    assert played.counts["games over"]
