"""What a seat may see of a game, and choose in it, as data that every front end draws.

`scene_of` makes a `Scene` of what a seat observes, `asked_of` takes a decision apart into what can be said
or pointed at, `log_lines` tells what has happened, answers by the labels that were read. What lies on the
table and what a choice says have refs in common (`interpreter.scene.things`).
"""

from interpreter.scene.asked import asked_of
from interpreter.scene.changes import changed_refs
from interpreter.scene.choices import Asked, Choice, Member, Said
from interpreter.scene.labels import Label, labels_of
from interpreter.scene.log import line_of, log_lines
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
