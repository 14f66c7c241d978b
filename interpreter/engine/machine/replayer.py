"""Replays on the definitional engine: what scripts mean (`interpreter.redeal.replayer`).

The game begins before set-up, and the script supplies all chance and the answers. Wherever the game waits, it
is kept; another script that begins in the same way is followed from there.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import cast

from gamespec.program import Program
from gamespec.program.frozen import dataclass
from gamespec.program.tables import Head
from interpreter.engine.machine.context import Context, Position
from interpreter.engine.machine.machines import usual_machine_of
from interpreter.engine.machine.reader import Astray, Reader
from interpreter.engine.state.position import initial
from interpreter.kernels.exchanges import END, LEFT, SECRET, Replay, Sizes
from interpreter.kernels.histories import HistoryChain
from interpreter.kernels.items import HEAD, Item, fields_of, part_of, values_of, words_of
from interpreter.kernels.scripted import Answers
from interpreter.kernels.sights import Hash, sight
from interpreter.kernels.terms import Lists
from interpreter.play.chance import split_seed
from interpreter.play.errors import Fault
from interpreter.play.events import Asked, Event
from interpreter.play.options import Option, Value
from interpreter.redeal.replayer import End, Listed

__all__ = ["MachineReplayer"]


@dataclass(frozen=True, slots=True)
class _Kept:
    """A game that waits, and how far the script has been followed."""

    at: int
    luck: int
    weight: tuple[float, int]
    seen: int
    events: int
    position: Position
    options: tuple[Option, ...]


class MachineReplayer:
    """Plays scripts for one player (the seat, from 0)."""

    def __init__(self, program: Program, player: int) -> None:
        self._program, self._player, self._machine = program, player, usual_machine_of(program)
        self._reader, self._shown = Reader(), Hash(program, player)
        self._answers = Answers(program, Lists(), self._reader)
        self._fields = fields_of(program)
        self._several = [[pick.counts is not None for pick in action.picks] for action in program.actions]
        self._context, self._position = Context([], reader=self._reader), Position()
        self._kept: list[_Kept] = []
        self._read = 0
        """Number of events before the last step."""
        self._picked: tuple[int, tuple[Value, ...]] = 0, ()

    # --- the last replay ------------------------------------------------------------------------------

    @property
    def reached(self) -> int:
        """The number of words that the game has followed, including the one that it could not."""
        return self._reader.at

    @property
    def position(self) -> Sequence[int]:
        """The position where the game stopped; meaningless after a fault."""
        return self._position

    def told(self) -> Sequence[Event]:
        """Return the events since the game last waited as the script says; none after a fault."""
        return self._recorded[self._read :]

    @property
    def weight(self) -> tuple[float, int]:
        """The weight of the history, and how often it was raised to avoid underflow."""
        return self._reader.weight

    def listed(self) -> Sequence[Listed]:
        """Return the options of the decision at which the game waits, in order."""
        return [(o.action, tuple(words_of(o.values, self._fields[o.action]))) for o in self._context.options]

    def picked(self, room: int) -> Listed:
        """Return the option that the last `PICK` has taken; `room` is that of its item."""
        action, values = self._picked
        return action, (*words_of(values, self._fields[action]), *[0] * room)[:room]

    def chained(self, sizes: Sizes) -> MachineChain:
        """Return a chain of the histories of a script, with arrays that are still to be filled."""
        return MachineChain(self._program, self, sizes)

    def events(self, words: array[int], end: int) -> Sequence[Event]:
        """Return the events of the history of a script that can be followed to its end."""
        self.follow(words, end)
        return self._recorded[:]

    @property
    def _recorded(self) -> list[Event]:
        events = self._context.events
        assert events is not None  # noqa: S101 - made so
        return events

    def begin_with(self, words: array[int]) -> None:
        """Do nothing, because games are kept wherever they wait."""

    # --- following ------------------------------------------------------------------------------------

    def follow(self, words: array[int], end: int) -> End:
        """Play a game by a script whose luck begins at the word `end`."""
        try:
            return self._followed(words, end)
        except Astray:
            return End.ASTRAY
        except Fault:
            self._read = len(self._recorded)
            return End.FAULT

    def _followed(self, words: array[int], end: int) -> End:
        reader, machine, context = self._reader, self._machine, self._context
        if not self._resumed(words, end):
            reader.at, reader.luck, reader.weight, self._shown.seen = 0, end, (1.0, 0), 0
            self._recorded.clear()
            self._read = 0
            self._position = initial(self._program, machine.atoms, 0)
            machine.run(self._position, context)
            if not self._saw():
                return self._other
        while reader.at < end:
            self._read, option = len(self._recorded), self._answer()
            if option is None:
                return self._other
            machine.answer(self._position, option, context)
            machine.run(self._position, context)
            if not self._saw():
                return self._other
        return End.SAME

    @property
    def _other(self) -> End:
        """How a replay ends that comes to something else than the script says."""
        return End.WAITS if self._position[Head.OUTCOME] == Head.RUNNING else End.ASTRAY

    def _resumed(self, words: array[int], end: int) -> bool:
        """Go back to where the game last waited while the script was this one; return whether it did."""
        reader, kept = self._reader, self._kept
        same, lucky = _alike(reader.words[: reader.end], words[:end]), 0
        if end == reader.end:
            lucky = end + _alike(reader.words[end:], words[end:])
        while kept and (kept[-1].at > same or kept[-1].luck > lucky):
            kept.pop()
        reader.words, reader.end = words[:], end
        if not kept:
            return False
        last = kept[-1]
        reader.at, reader.luck, reader.weight, self._shown.seen = last.at, last.luck, last.weight, last.seen
        del self._recorded[last.events :]
        self._position, self._context.options = last.position[:], last.options
        return True

    def _saw(self) -> bool:
        """Return whether the player was shown what the script says in a step; if so, keep the game here."""
        reader, shown = self._reader, self._shown
        for event in self._recorded[self._read :]:
            if isinstance(event, Asked):
                shown.see(event, (event.sort, event.player))
            elif (seen := sight(self._program, event, self._player)) is not None:
                shown.see(event, seen)
        reader.expect(Item.SIGHT)
        first = reader.at
        reader.skip(2)
        if (reader.words[first], reader.words[first + 1]) != split_seed(shown.seen):
            reader.at = first
            return False
        position, options = self._position[:], self._context.options
        count = len(self._recorded)
        self._kept.append(_Kept(reader.at, reader.luck, reader.weight, shown.seen, count, position, options))
        return True

    def _answer(self) -> Option | None:
        """Return the option that the script picks or names; `None` if it does neither."""
        reader, p, offered = self._reader, self._position, self._context.options
        if p[Head.OUTCOME] != Head.RUNNING:
            return None
        if p[Head.ME] != self._player:
            reader.times(1, len(offered))
        item = reader.next()
        if item == Item.PICK:
            room, part = reader.next(), reader.next()
            reader.skip(room + HEAD - 3)
            taken = offered[part_of(len(offered), part)]
            self._picked = taken.action, taken.values
            return taken
        if item != Item.ANSWER:
            return None
        room, action, tells = reader.next(), reader.next(), reader.next()
        first = reader.at
        reader.skip(room)
        option = self._named(action, tells, reader.words[first : reader.at])
        if option is None:
            reader.at = first
        return option

    def _named(self, action: int, tells: int, words: array[int]) -> Option | None:
        """Return the option that the words of an answer name; `None` if it is not on offer.

        Copies in it may have become those that the script names.
        """
        offered, p = self._context.options, self._position
        (size, places), several = self._fields[action], self._several[action]
        if not self._program.has_copies:
            values = values_of(words, places, several)
            for option in offered:
                if option.action == action and option.values == values:
                    return option
        actions = self._program.sites[self._answers.site(p)].actions
        options = [o for o in offered if o.action == action]
        if not options:
            return None
        listed = [word for o in options for word in words_of(o.values, self._fields[action])]
        begins = [listed] * (2 * len(actions))
        counts = [len(options) * (actions[at // 2] == action) for at in range(2 * len(actions))]
        number = self._answers.find(p, begins, counts, action, tells, [*words])
        if number < 0:
            return None
        return Option(
            self._program, action, values_of(listed[size * number : size * (number + 1)], places, several)
        )


class MachineChain:
    """A chain of histories; see `interpreter.redeal.replayer`."""

    def __init__(self, program: Program, replayer: MachineReplayer, sizes: Sizes) -> None:
        self._replayer, self.position = replayer, Position()
        self.script, self.weight, self.low = array("i", [0] * sizes.words), [1.0], [0]
        self.picked = [0] * (1 + max((size for size, _ in fields_of(program)), default=0))
        self.arrays = HistoryChain(program, cast("Replay", self), Lists(), sizes)

    def begin(self) -> None:
        """Take what the last replay has led to as the present history."""
        self._look()
        self.arrays.begin(self.position)

    def run(self, proposals: int) -> None:
        """Make some proposals."""
        self.arrays.state[LEFT] = proposals
        self.arrays.run(self.position)

    def replay(self) -> bool:
        """Replay the script, and return whether the player is shown all that it says."""
        end = self._replayer.follow(self.script, self.arrays.state[END])
        if end is not End.SAME:
            return False
        self._look()
        if self.arrays.state[SECRET] >= 0:
            action, words = self._replayer.picked(len(self.picked) - 1)
            self.picked[:] = [action, *words]
        return True

    def arrive(self) -> None:
        """Replay the script to where the game cannot follow it, or to its end."""
        self.replay()

    def offered(self) -> int:
        """Return the number of options where the last replay ended."""
        return len(self._replayer.listed())

    def _look(self) -> None:
        replayer = self._replayer
        self.position[:] = replayer.position
        self.weight[0], self.low[0] = replayer.weight


def _alike(one: array[int], other: array[int]) -> int:
    """Return the number of words at the beginning that two scripts share."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if one[least:middle] == other[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least
