"""The playing protocol: code that only plays games works with any engine that implements it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from inspect import getmembers
from typing import TYPE_CHECKING, Any

from interpreter import Game
from interpreter.contract import hold
from interpreter.engine.playout import DefinitionalEngine
from interpreter.perft import histories, tree
from interpreter.play.playout import Playout
from interpreter.play.tally import NOTHING, Counts
from interpreter.protocol import Engine, Playing
from interpreter.replay import play_back
from interpreter.simulate import Seeds, playouts

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.program import Program
    from interpreter.protocol import MakeEngine, Policy

DICE = """
    players: 2
    variables:
      total: {per: player, type: 0..99}
    actions:
      roll:
        do:
          - random: {n: {from: 1..2}}
          - set: {"total[me]": "total[me] + n"}
      bank:
        do: [{stop: turn}]
    phases:
      play:
        turns: clockwise
        until: "any(p in players: total[p] > 2)"
        do: [{offer: [roll, bank]}]
    score: total[player]
    limit: {decisions: 5, then: rank}
"""


def public(kind: type) -> set[str]:
    """Return the names of a class's public members."""
    return {name for name, _ in getmembers(kind) if not name.startswith("_")}


class Bare:
    """A game that exposes only the members that the protocol names."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        """Return a member that the protocol names; clones, redeals and children expose no more."""
        assert name in public(Playing), name
        found = getattr(self._game, name)
        if name in {"clone", "redealt"}:
            return lambda *args, **named: Bare(found(*args, **named))
        if name == "children":
            return lambda: tuple(Bare(child) for child in found())
        return tuple(found) if name == "position" else found


class BareEngine:
    """An engine that makes games of the class `Bare`."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._engine = DefinitionalEngine(program)

    def begin(self, seed: int = 0, *, record: bool = False, explicit: bool = False) -> Any:
        """Begin a new game."""
        return Bare(self._engine.begin(seed, record=record, explicit=explicit))

    def restore(self, position: Sequence[int], *, record: bool = False, explicit: bool = False) -> Any:
        """Restore a game from a position."""
        return Bare(self._engine.restore(position, record=record, explicit=explicit))

    def batch(
        self, seeds: Iterable[Seeds], policy: Policy | None = None, *, tally: Counts = NOTHING
    ) -> Iterator[Playout]:
        """Play a game to its end for each pair of seeds."""
        return self._engine.batch(seeds, policy, tally=tally)


def test_what_only_plays_needs_the_protocol_alone(game_of: Callable[[str], Spec]) -> None:
    """Counting, playouts, the contract and replays need nothing of an engine but the protocol."""
    bare: MakeEngine = BareEngine
    made = game_of(DICE).compiled()
    program = made.program
    assert histories(program, 4, engine=bare) == histories(program, 4)
    assert tree(program, engine=bare) == tree(program)
    assert hold(made, range(3), stride=1, engine=bare) == hold(made, range(3), stride=1)
    assert playouts(program, 5, 1, engine=bare) == playouts(program, 5, 1)
    assert play_back(made, 1, (), engine=bare).answers == ()


def test_the_definitional_engine_has_it() -> None:
    """The definitional engine and its games have every member that the protocol names."""
    assert public(Playing) <= public(Game) | set(Game.__slots__)
    assert public(Engine) <= public(DefinitionalEngine) | {"program"}


def test_a_batch_is_its_games_one_by_one(game_of: Callable[[str], Spec]) -> None:
    """A batch plays the same games, in the same order, as its pairs of seeds played one by one."""
    engine = DefinitionalEngine(game_of(DICE).program())
    pairs = [Seeds(5, 1), Seeds(3, 1), Seeds(5, 2), Seeds(5, 1)]
    together = list(engine.batch(pairs))
    assert [played.seeds for played in together] == pairs
    assert together == [next(engine.batch([each])) for each in pairs]


def test_the_protocol_brings_no_engine_along() -> None:
    """Importing the protocol loads programs and the classes of engines' results, but no engine."""
    told = "import sys, interpreter.protocol; print(*(m for m in sys.modules if m.partition('.')[0] in OURS))"
    ran = subprocess.run(
        [sys.executable, "-c", f"OURS = {{'gamespec', 'interpreter'}}; {told}"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    allowed = ("gamespec.program", "interpreter.play", "interpreter.protocol")
    extra = [name for name in ran.stdout.split() if "." in name and not name.startswith(allowed)]
    assert extra == []
    assert "interpreter.play.options" in ran.stdout.split()
