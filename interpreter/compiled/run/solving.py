"""The host's side of solvers inside a module: fills the memory of a search, and reads the results."""

from __future__ import annotations

from array import array
from typing import cast

from gamespec.program import Program
from interpreter.compiled.making.artifact import Artifact
from interpreter.compiled.run.host_memory import HostMemory
from interpreter.kernels.solving import bounds
from interpreter.kernels.solving.bounds import BUCKETS_AT, BoundSearch, Size
from interpreter.kernels.solving.outcomes import Outcomes
from interpreter.kernels.solving.positions import Game, Keys
from interpreter.play.together import teams_of

__all__ = ["Bounds"]
