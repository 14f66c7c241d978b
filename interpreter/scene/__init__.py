"""What a seat may see and choose in a game, as data for every front end.

`scene_of` makes a `Scene` from a seat's observation. `asked_of` splits a decision into steps that people can
say or point at. `log_lines` describes what has happened, giving each answer by its label. The things on the
table and the members of a choice share refs (see `interpreter.scene.things`).
"""

from interpreter.scene.asked import asked_of
from interpreter.scene.choices import Asked, Choice, Member, Said
from interpreter.scene.happened.changes import changed_refs
from interpreter.scene.happened.log import line_of, log_lines
from interpreter.scene.labels import Label, labels_of
from interpreter.scene.scene import scene_of
from interpreter.scene.things import Scene

__all__ = [
    "Asked",
    "Choice",
    "Label",
    "Member",
    "Said",
    "Scene",
    "asked_of",
    "changed_refs",
    "labels_of",
    "line_of",
    "log_lines",
    "scene_of",
]
