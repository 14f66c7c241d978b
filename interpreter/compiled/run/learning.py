"""A policy that learns inside a module, and games that are played by policies there."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from gamespec.program import Program
from interpreter.compiled.making.artifact import Artifact
from interpreter.compiled.making.host import Instance
from interpreter.compiled.run.host_memory import HostMemory
from interpreter.kernels.learning.learner import LOST, Teaching
from interpreter.kernels.learning.policy import Given
from interpreter.kernels.seeding import packed_seeds
from interpreter.play.errors import Fault
from interpreter.play.luck import Seeds
from interpreter.play.policies import Lessons, Policies

__all__ = ["Learning", "give"]


def give(instance: Instance, program: Program, policies: Policies, games: int) -> Given:
    """Give policies to a module that weighs options, and return the arrays of its memory.

    They have room for the players in the seats of so many `games`.
    """
    memory, players = HostMemory(instance, "policy"), len(policies.plays_by)
    given = Given(memory, program, players=players, games=games, policies=len(policies.weights))
    _give(given, policies)
    return given


def _give(given: Given, policies: Policies) -> None:
    given.plays_by[:] = array("i", policies.plays_by)
    given.opening[0] = policies.opening
    given.temperatures[:] = array("d", policies.temperatures)
    at = 0
    for weights in policies.weights:
        given.weights[at : at + len(weights)] = weights
        at += len(weights)


class Learning:
    """Learns one policy; implements `interpreter.protocol.Learning`."""

    def __init__(self, program: Program, made: Artifact, weights: array[float]) -> None:
        self._made, self._instance = made, made.instance()
        self._begun = self._instance.all_data()
        room = HostMemory(self._instance, "policy")
        self._teaching, games = Teaching(room), made.interface.batches.most
        self._given = Given(room, program, players=1, games=games, policies=1)
        _give(self._given, Policies((weights,), (0,), (0.0,)))

    def learn(self, seeds: Sequence[Seeds], lessons: Lessons) -> int:
        """Play games with these seeds and learn from each. Return how many of them a fault has stopped."""
        self._given.temperatures[0] = lessons.temperature
        self._teaching.governs[:] = array("d", [lessons.rate, lessons.trace])
        batches, faults = self._made.interface.batches, 0
        for first in range(0, len(seeds), batches.most):
            some = seeds[first : first + batches.most]
            at, packed = 0, packed_seeds(some)
            while at < len(some):
                self._instance.put(batches.seeds, packed)
                try:
                    self._instance.run("batch", at, len(some))
                    at = len(some)
                except Fault:
                    at = self._instance.words(batches.done, 1)[0] + 1
                    self._instance.renew(self._begun)
                    faults += 1
        return faults

    @property
    def weights(self) -> array[float]:
        """The weights as they are now."""
        return array("f", self._given.weights)

    @property
    def lost(self) -> int:
        """How many decisions were not learned from, because their games were too long to be recorded."""
        return self._teaching.learning[LOST]
