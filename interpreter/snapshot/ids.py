"""Maps the parts of a program to names in snapshots and back, and names the steps at which games can wait."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from gamespec.program import instructions as g
from interpreter.snapshot.lives import lives
from interpreter.words.held import member_name
from interpreter.words.text import Words

if TYPE_CHECKING:
    from gamespec.compile import Compiled

__all__ = ["Ids", "ids_of", "single"]

ME = "me"
"""The name of the slot that saves the outer `me`. No author can give a local this name."""


def single(name: str) -> str:
    """Return a name without the number of the first copy.

    The number is removed because a component that is unique in one version of a game may have copies in
    another.
    """
    return re.sub(r"#1(?![0-9])", "", name)


class Ids:
    """The names of the parts of one compiled game."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.program, self.names, self.world = compiled.program, compiled.names, compiled.names.world

    @cached_property
    def zones(self) -> dict[str, int]:
        """The number of each zone, by name."""
        return {single(self.world.zone_name(number)): number for number in range(len(self.program.zones))}

    @cached_property
    def zone_names(self) -> list[str]:
        """The names of the zones, in order."""
        return list(self.zones)

    def kind_of(self, zone: int) -> str:
        """Return the name of the kind of components that a zone may contain."""
        return list(self.world.kinds)[self.program.families[self.program.zones[zone].family].kind]

    def component(self, component: int) -> str:
        """Return the unique name of a component, which begins with its kind."""
        for name, kind in self.world.kinds.items():
            if 0 <= component - kind.type.first < kind.type.size:
                return single(f"{name}: {self.world.values.text(kind.type, component)}")
        raise IndexError(component)

    @cached_property
    def components(self) -> dict[str, int]:
        """The number of each component, by name."""
        return {self.component(number): number for number in range(len(self.program.start))}

    @cached_property
    def members(self) -> dict[str, tuple[int, int]]:
        """The store and the index of each member of a variable or resource, by name, without banks."""
        words = Words(self.compiled)
        return {
            single(member_name(words, number, index)): (number, index)
            for number, store in enumerate(self.program.stores)
            for index in range(store.count)
        }

    @cached_property
    def member_at(self) -> dict[int, tuple[str, int]]:
        """The name of each member and the number of its store, by the member's index in the position."""
        stores = self.program.stores
        return {
            stores[number].place + index: (name, number) for name, (number, index) in self.members.items()
        }

    # --- waiting --------------------------------------------------------------------------------------------

    @cached_property
    def routines(self) -> list[str]:
        """The names of the routines. If a name is repeated, it has a number from the second occurrence on."""
        met = Counter[str]()
        found: list[str] = []
        for name in self.names.routines:
            met[name] += 1
            found.append(name if met[name] == 1 else f"{name}#{met[name]}")
        return found

    def code_of(self, routine: int) -> range:
        """Return the range of the instructions that belong to a routine.

        For a phase, these are the instructions that run in it. For setup, they are the instructions before
        the first phase.
        """
        program = self.program
        found = program.routines[routine]
        if found.back is not None:
            return range(found.entry, found.exit + 1)
        phase = next((each for each in program.phases if each.routine == routine), None)
        if phase is not None:
            return range(phase.entry, phase.leave)
        return range(min((each.entry for each in program.phases), default=len(program.code)))

    def step(self, at: int) -> str | None:
        """Describe an instruction at which a game can wait. Return `None` for any other instruction."""
        match self.program.code[at]:
            case g.Decide(site=site):
                return f"asks {self.names.sites[site].name}"
            case g.RunAnswer(site=site):
                return f"runs the answers of {self.names.sites[site].name}"
            case g.Call(routine=routine):
                return f"runs {self.routines[routine]}"
            case _:
                return None

    def alike(self, routine: int, step: str) -> list[int]:
        """Return the instructions of a routine that have the description `step`, in order."""
        return [at for at in self.code_of(routine) if self.step(at) == step]

    def apart(self, at: int) -> list[str]:
        """Return the names that distinguish an instruction from others with the same description.

        They are the sorted keys of the actions that the instruction offers.
        """
        match self.program.code[at]:
            case g.Decide(site=site) | g.RunAnswer(site=site):
                return sorted(spec.key for spec in self.names.sites[site].branches)
            case _:
                return []

    def begins(self, at: int) -> set[int]:
        """Return the numbers of the routines that an instruction may start."""
        match self.program.code[at]:
            case g.Decide(site=site) | g.RunAnswer(site=site):
                actions = (self.program.actions[action] for action in self.program.sites[site].actions)
                return {action.routine for action in actions if action.routine is not None}
            case g.Call(routine=routine):
                return {routine}
            case _:
                return set()

    # --- locals ---------------------------------------------------------------------------------------------

    @cached_property
    def _lives(self) -> dict[int, dict[int, frozenset[int]]]:
        """The live slots before each instruction of each routine, filled when a routine is first needed."""
        return {}

    @cached_property
    def looped(self) -> dict[int, int]:
        """The slot of each list over which a loop iterates, mapped to the slot of its current member."""
        return {i.block: i.item for i in self.program.code if isinstance(i, g.LoopNext)}

    @cached_property
    def secret(self) -> dict[int, g.Decide]:
        """The slots that hold secret answers, each mapped to the instruction that asks for the answers."""
        return {i.answers: i for i in self.program.code if isinstance(i, g.Decide) and i.answers is not None}

    def locals_at(self, routine: int, at: int) -> list[int]:
        """Return the slots of a routine that are live before an instruction, without the return address."""
        frame = self.program.routines[routine]
        if routine not in self._lives:
            self._lives[routine] = lives(self.program, routine, self.code_of(routine))
        live = self._lives[routine].get(at, frozenset())
        own = [slot for slot in frame.slots if slot in live and slot != frame.back]
        return sorted(own, key=lambda slot: self.program.slots[slot].place)

    def local_name(self, slot: int) -> str:
        """Return the name of a slot in its routine. Several slots may have the same name."""
        if slot in self.looped:
            return f"loop of {self.names.slots[self.looped[slot]].name}"
        if slot in self.secret:
            return f"answers of {self.names.sites[self.secret[slot].site].name}"
        return self.names.slots[slot].name

    def is_needed(self, name: str) -> bool:
        """Return whether a snapshot must contain the local with this name.

        It must contain the outer `me` and secret answers.
        """
        return name == ME or name.startswith("answers of ")


class _Key:
    """The type of the key under which a program caches its names."""


_KEY = _Key()


def ids_of(compiled: Compiled) -> Ids:
    """Return the names for a compiled game, which are cached in its program."""
    known = compiled.program.made_of.get(_KEY)
    if known is None:
        known = compiled.program.made_of[_KEY] = Ids(compiled)
    assert isinstance(known, Ids)  # noqa: S101 - it is ours
    return known
