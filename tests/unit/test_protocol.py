"""Tests that code which only plays games works with any engine that implements the playing protocol."""

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
    """Return the names of all public members of the class `kind`."""
    return {name for name, _ in getmembers(kind) if not name.startswith("_")}


class Bare:
    """Game that exposes only those members of another game that the protocol names."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        """Return a member of the game, which must be one that the protocol names.

        Clones, redeals and children are wrapped too, and the position becomes a tuple.
        """
        assert name in public(Playing), name
        found = getattr(self._game, name)
        if name in {"clone", "redealt"}:
            return lambda *args, **named: Bare(found(*args, **named))
        if name == "children":
            return lambda: tuple(Bare(child) for child in found())
        return tuple(found) if name == "position" else found


class BareEngine:
    """Engine that makes games of the class `Bare`."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._engine = DefinitionalEngine(program)

    def begin(self, seed: int = 0, *, record: bool = False, explicit: bool = False) -> Any:
        """Begin a new game, wrapped in `Bare`."""
        return Bare(self._engine.begin(seed, record=record, explicit=explicit))

    def restore(self, position: Sequence[int], *, record: bool = False, explicit: bool = False) -> Any:
        """Restore a game from a position, wrapped in `Bare`."""
        return Bare(self._engine.restore(position, record=record, explicit=explicit))

    def batch(
        self, seeds: Iterable[Seeds], policy: Policy | None = None, *, tally: Counts = NOTHING
    ) -> Iterator[Playout]:
        """Play a game to its end for each pair of seeds, and yield the playouts."""
        return self._engine.batch(seeds, policy, tally=tally)


def test_what_only_plays_needs_the_protocol_alone(game_of: Callable[[str], Spec]) -> None:
    """Counting, playouts, the contract and replays use nothing of an engine except the protocol."""
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
    """A batch yields the same playouts, in the same order, as playing its pairs of seeds one by one."""
    engine = DefinitionalEngine(game_of(DICE).program())
    pairs = [Seeds(5, 1), Seeds(3, 1), Seeds(5, 2), Seeds(5, 1)]
    together = list(engine.batch(pairs))
    assert [played.seeds for played in together] == pairs
    assert together == [next(engine.batch([each])) for each in pairs]


def test_the_protocol_brings_no_engine_along() -> None:
    """Importing the protocol loads programs and the classes of an engine's results, but no engine."""
    told = "import sys, interpreter.protocol; print(*(m for m in sys.modules if m.partition('.')[0] in OURS))"
    ran = subprocess.run(
        [sys.executable, "-c", f"OURS = {{'gamespec', 'interpreter'}}; {told}"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    allowed = ("gamespec.program", "interpreter.play", "interpreter.protocol")
    extra = [name for name in ran.stdout.split() if "." in name and not name.startswith(allowed)]
    assert extra == []
    assert "interpreter.play.options" in ran.stdout.split()
