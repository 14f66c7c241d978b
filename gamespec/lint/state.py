"""The data-flow state of `course`, which holds the hidden things that locals and conditions reveal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from gamespec.lint.tells import Env, Read, Told, joined
from gamespec.program.frozen import dataclass

__all__ = ["State"]


@dataclass(frozen=True, slots=True)
class State:
    """The state before an instruction, with the hidden things that each local and each condition reveals."""

    env: Env = field(default_factory=dict)
    asked: Mapping[int, frozenset[Read]] = field(default_factory=dict)

    def joined(self, other: State) -> State:
        """Return the state at a point where two paths join."""
        env = {**self.env, **other.env}
        for slot in self.env.keys() & other.env.keys():
            env[slot] = joined([self.env[slot], other.env[slot]])
        asked = {**self.asked, **other.asked}
        for i in self.asked.keys() & other.asked.keys():
            asked[i] = self.asked[i] | other.asked[i]
        return State(env, asked)

    def without(self, names: frozenset[str]) -> State:
        """Return the state after everything that was read under the given names has been shown."""
        if not names:
            return self
        env = {
            slot: Told(_but(told.values, names), _but(told.components, names), told.who)
            for slot, told in self.env.items()
        }
        return State(env, {i: _but(reads, names) for i, reads in self.asked.items()})


def _but(reads: frozenset[Read], names: frozenset[str]) -> frozenset[Read]:
    return frozenset(read for read in reads if read.name not in names)
