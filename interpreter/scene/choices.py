"""What can be chosen in a decision, step by step: each option as a sequence of things to say or point at.

A front end that lets people point goes by `Choice.said`: it keeps the choices that agree with what was said
so far, asks for the first step in which they differ, and lights up the refs of its members. What has no ref
is asked in words.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.scene.things import Ref

__all__ = ["Asked", "Choice", "Member", "Said"]


@dataclass(frozen=True, slots=True)
class Member:
    """Something that can be said in a step: in words, and what on the table stands for it."""

    text: str
    refs: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """What an option says in a step; both are indexes, of `Asked.steps` and `Asked.members`.

    A step in which `several` are chosen has any number of them, in any order.
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
    """A decision: which seat decides, what is asked, and between what.

    `steps` are what can be asked for, in words (`card`, `to`): the first is the action, where there are
    several.
    """

    seat: int
    prompt: str
    steps: tuple[str, ...]
    members: tuple[Member, ...]
    choices: tuple[Choice, ...]
