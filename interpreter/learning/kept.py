"""Policies that nobody needs to learn again: they come with gamespec, or are in the user's cache."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from gamespec.program import Program
from gamespec.program.written import program_hash
from gamespec.system.plain import is_file
from gamespec.system.resources import directory
from gamespec.system.user_cache import create, folder, forget
from interpreter.learning.policy_file import VERSION, BadPolicy, LearnedPolicy, read_policy, write_policy

__all__ = ["Kept", "cached", "keep", "shipped"]

MOST = 100
"""Maximum number of policies in the cache; if there are more, the least recently used ones are removed."""


class Kept(NamedTuple):
    """A policy, and where it comes from, in words that follow it, such as `from the cache`."""

    policy: LearnedPolicy
    where: str


def shipped(program: Program, game: str) -> Kept | None:
    """Return the policy that comes with the game of that name, or `None` if there is none for the program."""
    found = _read(directory("games") / game / f"{game}.policy", program)
    return Kept(found, "of gamespec") if found is not None else None


def cached(program: Program) -> Kept | None:
    """Return the policy in the cache for a program, or `None` if there is none."""
    place = _place()
    path = place / _name(program_hash(program)) if place is not None else None
    found = _read(path, program) if path is not None else None
    if path is None or found is None:
        return None
    with suppress(OSError):
        os.utime(path)
    return Kept(found, "from the cache")


def keep(policy: LearnedPolicy) -> bool:
    """Keep a policy in the cache, and return whether that succeeded."""
    place = _place()
    if place is None:
        return False
    try:
        create(place)
        write_policy(policy, place / _name(policy.program))
    except OSError:
        return False
    forget(place, "*.policy", MOST)
    return True


def _place() -> Path | None:
    cache = folder()
    return cache / "policies" if cache is not None else None


def _name(program: str) -> str:
    """Return the name of the file for a program, given by its hash."""
    return f"{program}-{VERSION}.policy"


def _read(path: Path, program: Program) -> LearnedPolicy | None:
    """Return the policy in a file, or `None` if the file is missing, damaged, or of another program."""
    if not is_file(path):
        return None
    try:
        policy = read_policy(path)
    except (OSError, BadPolicy):
        return None
    return policy if policy.program == program_hash(program) and policy.fits(program) else None
