"""What the parts of a program are called in snapshots, both ways; and at which steps games can wait."""

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
"""What the place is called in which it is kept who acts outside; no author can call a local so."""


def single(name: str) -> str:
    """A name without the number of the first copy: what has no copies now may have some then."""
    return re.sub(r"#1(?![0-9])", "", name)


class Ids:
    """The names of one compiled game."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.program, self.names, self.world = compiled.program, compiled.names, compiled.names.world

    @cached_property
    def zones(self) -> dict[str, int]:
        """The numbers of zones."""
        return {single(self.world.zone_name(number)): number for number in range(len(self.program.zones))}

    @cached_property
    def zone_names(self) -> list[str]:
        """What zones are called."""
        return list(self.zones)

    def kind_of(self, zone: int) -> str:
        """The kind of the components that lie in a zone."""
        return list(self.world.kinds)[self.program.families[self.program.zones[zone].family].kind]

    def component(self, component: int) -> str:
        """A component with its kind, as no other is called."""
        for name, kind in self.world.kinds.items():
            if 0 <= component - kind.type.first < kind.type.size:
                return single(f"{name}: {self.world.values.text(kind.type, component)}")
        raise IndexError(component)

    @cached_property
    def components(self) -> dict[str, int]:
        """The numbers of components."""
        return {self.component(number): number for number in range(len(self.program.start))}

    @cached_property
    def members(self) -> dict[str, tuple[int, int]]:
        """The members of variables and resources, without banks: the store and which of it."""
        words = Words(self.compiled)
        return {
            single(member_name(words, number, index)): (number, index)
            for number, store in enumerate(self.program.stores)
            for index in range(store.count)
        }

    @cached_property
    def member_at(self) -> dict[int, tuple[str, int]]:
        """For each place of a member its name and its store."""
        stores = self.program.stores
        return {
            stores[number].place + index: (name, number) for name, (number, index) in self.members.items()
        }

    # --- where games wait --------------------------------------------------------------------------

    @cached_property
    def routines(self) -> list[str]:
        """What routines are called: those that are called alike have a number, from the second on."""
        met = Counter[str]()
        found: list[str] = []
        for name in self.names.routines:
            met[name] += 1
            found.append(name if met[name] == 1 else f"{name}#{met[name]}")
        return found

    def code_of(self, routine: int) -> range:
        """The instructions of a routine; of a phase those that are run in it, of set-up those before all."""
        program = self.program
        found = program.routines[routine]
        if found.back is not None:
            return range(found.entry, found.exit + 1)
        phase = next((each for each in program.phases if each.routine == routine), None)
        if phase is not None:
            return range(phase.entry, phase.leave)
        return range(min((each.entry for each in program.phases), default=len(program.code)))

    def step(self, at: int) -> str | None:
        """What an instruction does at which a game can wait; `None` for any other."""
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
        """The instructions of a routine that are called the same, in their order."""
        return [at for at in self.code_of(routine) if self.step(at) == step]

    def apart(self, at: int) -> list[str]:
        """What tells an instruction from others that are called the same: the actions that are asked for."""
        match self.program.code[at]:
            case g.Decide(site=site) | g.RunAnswer(site=site):
                return sorted(spec.key for spec in self.names.sites[site].branches)
            case _:
                return []

    def begins(self, at: int) -> set[int]:
        """The routines that an instruction may begin."""
        match self.program.code[at]:
            case g.Decide(site=site) | g.RunAnswer(site=site):
                actions = (self.program.actions[action] for action in self.program.sites[site].actions)
                return {action.routine for action in actions if action.routine is not None}
            case g.Call(routine=routine):
                return {routine}
            case _:
                return set()

    # --- what routines hold ------------------------------------------------------------------------

    @cached_property
    def _lives(self) -> dict[int, dict[int, frozenset[int]]]:
        """By routine what may hold something before its instructions, as far as it was asked."""
        return {}

    @cached_property
    def looped(self) -> dict[int, int]:
        """The slots of lists that loops go through, each with the one of the member."""
        return {i.block: i.item for i in self.program.code if isinstance(i, g.LoopNext)}

    @cached_property
    def secret(self) -> dict[int, g.Decide]:
        """The slots of answers that were given in secret, each with the step that asks for them."""
        return {i.answers: i for i in self.program.code if isinstance(i, g.Decide) and i.answers is not None}

    def locals_at(self, routine: int, at: int) -> list[int]:
        """The slots in which a routine may hold something before an instruction; not its way back."""
        frame = self.program.routines[routine]
        if routine not in self._lives:
            self._lives[routine] = lives(self.program, routine, self.code_of(routine))
        live = self._lives[routine].get(at, frozenset())
        own = [slot for slot in frame.slots if slot in live and slot != frame.back]
        return sorted(own, key=lambda slot: self.program.slots[slot].place)

    def local_name(self, slot: int) -> str:
        """What a slot is called in its routine; several may be called alike."""
        if slot in self.looped:
            return f"loop of {self.names.slots[self.looped[slot]].name}"
        if slot in self.secret:
            return f"answers of {self.names.sites[self.secret[slot].site].name}"
        return self.names.slots[slot].name

    def is_needed(self, name: str) -> bool:
        """Whether a local can't be left out: who acts outside, and what was answered in secret."""
        return name == ME or name.startswith("answers of ")


class _Key:
    """Under which a program keeps its names."""


_KEY = _Key()


def ids_of(compiled: Compiled) -> Ids:
    """The names of a compiled game, which its program keeps."""
    known = compiled.program.made_of.get(_KEY)
    if known is None:
        known = compiled.program.made_of[_KEY] = Ids(compiled)
    assert isinstance(known, Ids)  # noqa: S101 - it is ours
    return known
