"""The choices of a decision, step by step, with each option as a sequence of things to say or point at.

A front end that lets people point uses `Choice.said`. It keeps the choices that agree with what was said so
far, asks for the first step in which these choices differ, and highlights the refs of that step's members. It
asks for a member without a ref in words.
"""

from __future__ import annotations

from gamespec.program.frozen import dataclass
from interpreter.scene.things import Ref

__all__ = ["Asked", "Choice", "Member", "Said"]


@dataclass(frozen=True, slots=True)
class Member:
    """A possible answer in a step, with its words and the refs of the things that stand for it.

    If the answer is a rotation, `shows` is the tile and its rotation in clockwise quarter turns, so that a
    front end can show the tile in its place before it is laid.
    """

    text: str
    refs: tuple[Ref, ...] = ()
    shows: tuple[Ref, int] | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """What an option says in one step.

    `step` and `members` are indexes into `Asked.steps` and `Asked.members`. If `several`, the step has any
    number of members, in any order.
    """

    step: int
    members: tuple[int, ...]
    several: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """An option, with its number in the game (`Option.number`), its label, and what it says in each step.

    If `confirm`, the game wants people to be asked whether they mean it. If `idle`, it does nothing, as
    passing often does. `leads` are the refs of the things from which the player chooses next, after it, as
    far as that can be known before. `lays` is the ref of the known thing that the option does not name, and
    that it lays on a place that it names.
    """

    number: int
    label: str
    said: tuple[Said, ...]
    confirm: bool = False
    idle: bool = False
    leads: tuple[Ref, ...] = ()
    lays: Ref | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision, with the deciding seat, the prompt, and the choices.

    `steps` are the names of the things that are asked for, such as `card` and `to`. If there are several
    actions, the first step asks for the action. The cell of a marker that an action moves stands for the
    action.
    """

    seat: int
    prompt: str
    steps: tuple[str, ...]
    members: tuple[Member, ...]
    choices: tuple[Choice, ...]
