"""The choices of a decision, step by step: each option is a sequence of things to say or point at.

A front end that lets people point uses `Choice.said`: it keeps the choices that agree with what was said so
far, asks for the first step in which they differ, and highlights the refs of its members. A member without a
ref is asked for in words.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.scene.things import Ref

__all__ = ["Asked", "Choice", "Member", "Said"]


@dataclass(frozen=True, slots=True)
class Member:
    """Something that can be said in a step: its words, and the things on the table that stand for it."""

    text: str
    refs: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """What an option says in a step; both are indexes, into `Asked.steps` and `Asked.members`.

    A step that chooses `several` has any number of them, in any order.
    """

    step: int
    members: tuple[int, ...]
    several: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """An option: its number in the game (`Option.number`), its words, and what is said for it, in order."""

    number: int
    label: str
    said: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision: the deciding seat, the prompt, and the choices.

    `steps` are the names of what is asked for (`card`, `to`): the first is the action, if there are several.
    """

    seat: int
    prompt: str
    steps: tuple[str, ...]
    members: tuple[Member, ...]
    choices: tuple[Choice, ...]
