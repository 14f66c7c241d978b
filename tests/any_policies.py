"""Policies whose weights mean nothing, with which players decide in any way that repeats."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from gamespec.program.written import program_hash
from interpreter.kernels.learning.policy import BITS
from interpreter.learning.policy_file import LearnedPolicy, form_of, write_policy
from interpreter.play.luck import Draws

if TYPE_CHECKING:
    from pathlib import Path

    from gamespec.program import Program

__all__ = ["policy_of", "some_weights", "written"]


def some_weights(seed: int) -> array[float]:
    """Return weights of which hardly any is 0."""
    draws = Draws(seed, "weights")
    some = [draws.below(2001) / 1000 - 1 for _ in range(1 << 14)]
    return array("f", some) * ((1 << BITS) // len(some))


def policy_of(program: Program, weights: array[float]) -> LearnedPolicy:
    """Return a policy for a program."""
    told = {"games": 3, "seconds": 0.5}
    return LearnedPolicy(
        program_hash(program), form_of(program), "sample", {"size": 3}, program.players, 0.25, weights, told
    )


def written(path: Path, program: Program, seed: int) -> str:
    """Write a policy for a program to a file in a folder, and return the name of the bot."""
    file = path / f"any{seed}.policy"
    write_policy(policy_of(program, some_weights(seed)), file)
    return f"learned:{file}"
