"""Tests that the explanation why an action is not on offer depends only on what the player knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter import Game
from interpreter.bots.view import View
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.scene import asked_of
from interpreter.words import Words, why

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.compile import Compiled
    from interpreter.protocol import MakeEngine

LEAK = """
language: 1
game: leak
title: Why leaks
players: 2
variables:
  secret: {per: player, type: 1..6, seen_by: owner}
  gold: {per: player, type: 0..9, start: GOLD}
  x: {type: 0..9}
setup:
  - for: {p: players}
    do:
      - random: {n: {from: 1..6}}
        stream: dice
        seen_by: p
      - set: {"secret[p]": n}
actions:
  pass: {do: []}
  both: {when: "secret[left(me)] > 3 and gold[me] > 5", do: []}
  turned: {when: "gold[me] > 5 and not (secret[left(me)] <= 3)", do: []}
  chosen: {when: "gold[me] > 9 - secret[me] if secret[left(me)] > 3 else gold[me] > 5", do: []}
  every: {when: "all(p in players: secret[p] > 3 and gold[p] > 5)", do: []}
  filtered: {with: {v: {from: 1..6, where: "v != secret[left(me)]"}, w: {from: "1..gold[me]"}}, do: []}
  most: {with: {v: {from: 1..3}}, do: [{set: {x: v}}], most: "x + secret[left(me)]"}
  open_most: {with: {v: {from: 1..3}}, do: [{set: {x: v}}], most: "x"}
  kept: {with: {v: {from: 1..3}}, do: [{set: {x: v}}], keeps: "secret[left(me)] > 3 and x > 5"}
phases:
  p: {turns: clockwise, do: [{offer: [pass, both, turned, chosen, every, filtered, OFFERED, kept]}]}
limit: {decisions: 9, then: draw}
"""
MOST = "x + secret[left(me)]"
EVERY = "all(p in players: secret[p] > 3 and gold[p] > 5)"
ASKED = {
    "both": {}, "turned": {}, "chosen": {}, "every": {}, "filtered": {"v": "2"}, "kept": {"v": "1"},
    "most": {"v": "1"}, "open_most": {"v": "1"},
}  # fmt: skip


def told(compiled: Compiled, action: str, values: dict[str, str]) -> dict[object, set[str]]:
    """Return the explanations that the first player gets in 60 games, keyed by information state."""
    words, found = Words(compiled), dict[object, set[str]]()
    for seed in range(60):
        game = Game(compiled.program, seed, record=True)
        said = why(game, action, values, words, 0)
        found.setdefault(game.information_state(0), set()).add(said)
    return found


@pytest.mark.parametrize(
    ("gold", "action", "says"),
    [
        (0, "both", "`both` is not possible now: `gold[me] > 5` does not hold\n  `gold[me]` is 0"),
        (0, "turned", "`turned` is not possible now: `gold[me] > 5` does not hold\n  `gold[me]` is 0"),
        (0, "filtered", "`filtered` is not possible now: there is no `w` in `1..gold[me]`"),
        (0, "kept", "`kept` is not possible: after its steps: `x > 5` does not hold\n  `x` is 1"),
        (0, "most", f"`most` is not possible: `{MOST}`, which is hidden, is greater after other options"),
        (0, "open_most", "`open_most` is not possible: `x` is 1 after it, 3 after other options"),
        (0, "every", f"`every` is not possible now: `{EVERY}` does not hold"),
    ],
)  # fmt: skip
def test_what_is_hidden_decides_nothing(
    game_of: Callable[[str], Spec], gold: int, action: str, says: str
) -> None:
    """The explanation names a reason that the player knows, whatever the secret is.

    It does not reveal hidden values.
    """
    text = LEAK.replace("GOLD", str(gold)).replace(
        "OFFERED", "open_most" if action == "open_most" else "most"
    )
    found = told(game_of(text).compiled(), action, ASKED[action])
    assert all(each == {says} for each in found.values()), found


@pytest.mark.parametrize("gold", [0, 9])
@pytest.mark.parametrize("action", [name for name in ASKED if name != "open_most"])
def test_one_information_state_is_told_one_reason(
    game_of: Callable[[str], Spec], action: str, gold: int
) -> None:
    """In each information state, there is exactly one explanation."""
    text = LEAK.replace("GOLD", str(gold)).replace("OFFERED", "most")
    found = told(game_of(text).compiled(), action, ASKED[action])
    assert all(len(each) == 1 for each in found.values()), found


def test_the_only_hidden_part_is_the_reason(game_of: Callable[[str], Spec]) -> None:
    """If all other parts are known to hold, the explanation names the hidden part.

    The fact that the action is not on offer reveals that the hidden part fails (GS410).
    """
    compiled = game_of(LEAK.replace("GOLD", "9").replace("OFFERED", "most")).compiled()
    said = set.union(*told(compiled, "both", {}).values())
    hidden = (
        "`both` is not possible now: `secret[left(me)] > 3` does not hold\n  `secret[left(me)]` is hidden"
    )
    assert said == {hidden, "it is on offer"}


WOLVES = """
language: 1
game: wolves
title: Wolves
players: 2
components:
  animal: {attributes: {sort: sort}, rows: [{sort: wolf, copies: 2}, {sort: bear}], start: box}
enums:
  sort: [wolf, bear]
zones:
  box: {of: animal, ordered: true, seen_by: nobody}
  hand: {of: animal, per: player, seen_by: owner}
setup:
  - {move: wolf#2, to: "hand[seat(1)]"}
  - shuffle: box
  - {move: "top(box, 1)", to: "hand[seat(2)]"}
actions:
  give: {with: {c: {from: "hand[me]"}}, do: [{move: c, to: "hand[left(me)]"}]}
phases:
  p: {turns: clockwise, do: [{offer: [give], seen_by: nobody}]}
limit: {decisions: 9, then: draw}
"""


@pytest.mark.parametrize("make", [DefinitionalEngine, CompiledEngine])
def test_copies_are_not_told_apart(game_of: Callable[[str], Spec], make: MakeEngine) -> None:
    """If a wolf is given away and one comes back, neither a person nor a bot learns which wolf it is."""
    compiled = game_of(WOLVES).compiled()
    words, engine = Words(compiled), make(compiled.program)
    shown: dict[object, set[object]] = {}
    positions: dict[object, set[tuple[int, ...]]] = {}
    for seed in range(12):
        playing = engine.begin(seed, record=True)
        playing.apply(playing.options[0])
        game = Game.restore(compiled.program, list(playing.position), record=playing.record or False)
        wolf = next(o for o in game.options if "wolf" in words.option(game, o))
        game.apply(wolf)
        playing.apply(wolf)
        decision = playing.decision
        assert decision is not None
        view = View(engine, playing, decision)
        said = tuple(why(game, "give", {"c": name}, words, 0) for name in ("wolf#1", "wolf#2", "bear"))
        options = tuple((each.number, each.values, each.counted) for each in view.options)
        held = (said, options, view.decision.options == view.options, asked_of(words, game))
        shown.setdefault(view.information_state, set()).add(held)
        positions.setdefault(view.information_state, set()).add(
            tuple(playing.position[: compiled.program.layout.streams])
        )
    assert any(len(each) > 1 for each in positions.values())
    assert all(len(each) == 1 for each in shown.values()), shown
