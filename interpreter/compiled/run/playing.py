"""The playing protocol for one game, with a position of its own.

A game holds its position as bytes, in the layout of the module's memory. All games of an engine share an
instance (`table`), and each takes its position back after every step. So games are independent however they
are interleaved, and a fault leaves a game unchanged, with the previous position.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence

from gamespec.program import Program
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.compiled.run.table import Table, head, integers, packed_of, seeded
from interpreter.compiled.wasm.memory import WORD
from interpreter.play.chance import Chance
from interpreter.play.errors import Fault, Refused, check_seat, no_option
from interpreter.play.events import Event
from interpreter.play.information import InformationState, Record, no_record
from interpreter.play.luck import Seeds, derived
from interpreter.play.observation import Observation
from interpreter.play.options import Decision, Option, offered
from interpreter.play.playout import Playout
from interpreter.play.result import Result, result_of
from interpreter.protocol import MOST_CHANGES, Playing, how_it_stands

__all__ = ["CompiledGame"]

_player = struct.Struct(f"<{WORD * Head.ME}xi").unpack_from


class CompiledGame:
    """One game; see `interpreter.protocol.Playing`."""

    __slots__ = ("_count", "_offered", "_packed", "_table", "exact")

    def __init__(self, table: Table, packed: bytes, count: int | None = None, *, exact: bool = True) -> None:
        self._table = table
        self._packed = packed
        self._count = count
        self._offered: tuple[Option, ...] | None = None
        self.exact = exact

    def __reduce__(self) -> tuple[object, ...]:
        """Return the arguments with which pickle makes the game again; games of one engine share a table."""
        return _game, (self._table, self._packed, self.exact)

    exact: bool
    """Whether some history leads to the game; false for a redeal for which none was found."""

    def __repr__(self) -> str:
        return f"<CompiledGame of {self._table.program.players} players: {how_it_stands(self)}>"

    @property
    def program(self) -> Program:
        """The program that is played."""
        return self._table.program

    @property
    def position(self) -> list[int]:
        """A copy of the whole state of the game, laid out as in `Program.layout`."""
        return integers(self._packed)

    @property
    def packed(self) -> bytes:
        """The position as bytes, as it lies in a module's memory."""
        return self._packed

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        if self._count is not None:
            return not self._count
        return head(self._packed, Head.OUTCOME) != Head.RUNNING

    @property
    def player(self) -> int:
        """The seat (from 0) that decides next, or acted last."""
        player: int = _player(self._packed)[0]
        return player

    @property
    def options(self) -> tuple[Option, ...]:
        """The possible answers; none once the game is over."""
        if self._offered is None:
            self._offered = () if self.over else self._table.listed(self._packed)
        return self._offered

    @property
    def branching(self) -> int:
        """The number of options, which is cheaper to compute than the options."""
        if self._count is None:
            self._count = 0 if self.over else self._table.count(self._packed)
        return self._count

    @property
    def decision(self) -> Decision | None:
        """The pending decision; `None` once the game is over."""
        if self.over:
            return None
        decide = self._table.program.code[head(self._packed, Head.PC)]
        assert isinstance(decide, Decide)  # noqa: S101 - games wait at decisions only
        return Decision(self.player, decide.site, self.options)

    @property
    def chance(self) -> Chance | None:
        """Always `None`: the game has no explicit chance."""
        return None

    @property
    def result(self) -> Result | None:
        """Places and scores; `None` while the game goes on."""
        if not self.over:
            return None
        program = self._table.program
        at = program.layout.places
        places = tuple(head(self._packed, at + i) for i in range(program.players))
        return result_of(program, head(self._packed, Head.OUTCOME), places, self._table.parts(self._packed))

    @property
    def scores(self) -> tuple[int, ...]:
        """The current score by seat; empty if the game has none. Raises `Fault`."""
        return tuple(map(sum, self._table.parts(self._packed)))

    @property
    def events(self) -> Sequence[Event]:
        """Always empty: the game does not record."""
        return ()

    @property
    def record(self) -> Record | None:
        """Always `None`: the game does not record."""
        return None

    def apply(self, option: Option) -> None:
        """Give an answer and play on to the next decision.

        Raises `Refused` if the option is not on offer, and `Fault`; in both cases the game is unchanged.
        """
        taken = offered(self.options, option)
        if taken is None:
            raise Refused("this is not on offer")
        self.play(taken)

    def play(self, option: Option) -> None:
        """Apply an option that is known to be on offer."""
        self._went(self._table.answer(self._packed, option))

    def _went(self, to: tuple[bytes, int]) -> None:
        """Go to a position, given with its number of options."""
        self._packed, self._count = to
        self._offered = None

    def take(self, k: int) -> None:
        """Take the option with the index `k` in the list of options.

        Raises `Refused` if there are fewer options, and `Fault`; in both cases the game is unchanged.
        """
        count = self._count
        if count is None:
            count = self.branching
        if not 0 <= k < count:
            raise no_option(k, count)
        if self._offered is None or self._table.lists(self._packed):
            self._went(self._table.take(self._packed, k))
        else:  # the options are known, so they need not be listed again
            self._went(self._table.answer(self._packed, self._offered[k]))

    def settle(self, outcome: int) -> None:  # noqa: ARG002 - as the protocol has it
        """Raise `Refused`, because the game never waits at a chance node."""
        raise Refused("this cannot come by chance here")

    def clone(self, seed: int | None = None) -> CompiledGame:
        """Return an independent copy of the game; with a `seed`, chance follows that seed from here on."""
        offered = (
            self.options if seed is not None else self._offered
        )  # trials may draw: they are listed before
        packed = self._packed if seed is None else seeded(self._packed, seed)
        return self._like(packed, offered)

    def _like(self, packed: bytes, offered: tuple[Option, ...] | None) -> CompiledGame:
        """Return a game like this one at another position, with its options if they are known."""
        other = CompiledGame(self._table, packed, exact=self.exact)
        other._offered = offered
        if offered:
            other._count = len(offered)
        return other

    def tried(self, option: Option) -> Playing:
        """Return a game of the definitional engine that has taken an option, and stops at a surprise."""
        return self._table.fallback.restore(self.position, record=False, explicit=False).tried(option)

    def children(self) -> tuple[CompiledGame | Fault, ...]:
        """Return, for each option in order, a clone that has taken it, or its fault."""
        if self.over:
            return ()
        return tuple(
            after if isinstance(after, Fault) else CompiledGame(self._table, after, exact=self.exact)
            for after in self._table.children(self._packed)
        )

    def playouts(
        self, seeds: Sequence[Seeds], *, most: int | None = None, reached: bool = False
    ) -> list[Playout]:
        """Play random games from here, one for each pair of seeds, each for at most `most` decisions.

        They run inside the module, which releases Python's lock meanwhile.
        """
        return self._table.playouts(self._packed, seeds, most, reached=reached)

    def observation(self, player: int) -> Observation:
        """Return what a player (the seat, from 0) can tell of the position."""
        check_seat(player, self._table.program.players)
        return self._table.fallback.observation(self.position, player)

    def information_state(self, player: int) -> InformationState:  # noqa: ARG002 - as the protocol has it
        """Raise `ValueError`, because the game does not record."""
        raise no_record()

    def redealt(self, player: int, seed: int, *, most: int = MOST_CHANGES) -> CompiledGame:  # noqa: ARG002 - as the protocol has it
        """Return a game in which what the player does not know has changed places; it is not `exact`."""
        return self._from(self._table.fallback.exchanged_for(self.position, player, seed), exact=False)

    def redeals(  # noqa: PLR0913 - as the protocol has it
        self,
        player: int,
        seed: int,
        count: int,
        *,
        most: int = MOST_CHANGES,  # noqa: ARG002 - nothing is sought
        apart: float = 1.0,  # noqa: ARG002 - they have nothing in common
        lineage: int | None = None,  # noqa: ARG002 - as above
    ) -> Iterator[CompiledGame]:
        """Yield `count` games as from `redealt`; see `interpreter.protocol.Playing`."""
        for number in range(count):
            yield CompiledGame.redealt(self, player, derived(seed, f"redeal {number}"))

    def _from(self, position: Sequence[int], *, exact: bool = True) -> CompiledGame:
        return CompiledGame(self._table, packed_of(position), exact=exact)

    def check(self) -> None:
        """Raise `Broken` unless the position is sound and nothing has been lost or created."""
        self._table.fallback.check(self.position)


def _game(table: Table, packed: bytes, exact: bool) -> CompiledGame:  # noqa: FBT001 - as pickle passes it
    """Make a pickled game again."""
    return CompiledGame(table, packed, exact=exact)
