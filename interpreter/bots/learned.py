"""A bot that plays by a policy that was learned (`interpreter.learning`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from gamespec.program import Program
from interpreter.bots.refusals import BotFailed
from interpreter.bots.view import Luck, View
from interpreter.learning.policy_file import LearnedPolicy, read_policy
from interpreter.play.luck import derived
from interpreter.play.options import Option
from interpreter.protocol import Weighing

__all__ = ["Learned", "learned"]

TRIES = 100
"""Number of choices from which the shares of options are counted."""


@dataclass(slots=True, eq=False)
class Learned:
    """Takes the option whose worth plus a random number, which the temperature scales, is greatest."""

    name: str
    policy: LearnedPolicy
    temperature: float
    _ready: tuple[Program, Weighing] | None = field(default=None, init=False)

    def choose(self, view: View, luck: Luck) -> Option:
        """Return the option. Raises `BotFailed` if the policy does not fit the program."""
        if len(view.options) == 1:
            return view.options[0]
        return view.options[view.chosen_by(self._weighing(view), luck.key, self.temperature)]

    def shares(self, view: View, luck: Luck) -> list[float]:
        """Return how often the bot takes each option, of `TRIES` times. Raises as `choose`."""
        weighing, taken = self._weighing(view), [0] * len(view.options)
        for number in range(TRIES):
            key = luck._replace(seed=derived(luck.seed, f"try {number}")).key
            taken[view.chosen_by(weighing, key, self.temperature)] += 1
        return [count / TRIES for count in taken]

    def _weighing(self, view: View) -> Weighing:
        if self._ready is None or self._ready[0] is not view.program:
            self.check(view.program)
            self._ready = view.program, view.weighing(self.policy.weights)
        return self._ready[1]

    def check(self, program: Program) -> None:
        """Raise `BotFailed` unless the players of a program observe and choose what the policy knows."""
        if not self.policy.fits(program):
            learned_by = f"players of {self.policy.game}, who observe or choose other things"
            raise BotFailed(f"`{self.name}` was learned by {learned_by}")

    def learned(self, program: Program) -> Learned:
        """Return the bot itself, which plays a program. Raises `BotFailed` as `check` does."""
        self.check(program)
        return self


def learned(name: str, path: Path, temperature: float | None = None) -> Learned:
    """Return the bot for a file, by default at its own temperature. Raises `OSError` and `BadPolicy`."""
    policy = read_policy(path)
    return Learned(name, policy, policy.temperature if temperature is None else temperature)
