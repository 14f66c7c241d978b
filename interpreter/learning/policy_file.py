"""Files of policies: a line of JSON that says what the policy is, and its weights, compressed.

A file contains numbers only, no code. It begins with the SHA-256 of all that follows, which is checked when
the file is read. Weights are rounded to 16 bits (IEEE 754, binary16), that is, to one part in 2,000.
"""

from __future__ import annotations

import json
import struct
import zlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Any

from gamespec.program import Program
from gamespec.system.plain import read_bytes
from gamespec.system.writing import replace_file
from interpreter.kernels.learning.policy import BITS
from interpreter.play.encoding import ENCODING, Encoding
from interpreter.play.policies import weighs_positions

__all__ = ["BadPolicy", "LearnedPolicy", "form_of", "read_policy", "write_policy"]

FORMAT, VERSION = "gamespec-policy", 4
"""The version increases with every change after which a policy would play otherwise."""

MOST_BYTES = 2**26
_MOST = 1 << 24
"""Maximum number of weights."""
_GREATEST = 65504.0
"""The greatest number of 16 bits."""

_HEAD: dict[str, type | tuple[type, ...]] = {
    "program": str,
    "form": str,
    "game": str,
    "options": dict,
    "players": int,
    "temperature": (int, float),
    "learned": dict,
}
"""The type of each value of the first line; the names are those of the fields of `LearnedPolicy`.

Besides, `weights` is the number of weights.
"""


class BadPolicy(ValueError):
    """A file is not a policy, or it is damaged or of another version."""


@dataclass(frozen=True, eq=False)
class LearnedPolicy:
    """What players have learned of one program, which has the hash `program` and the form `form` (`form_of`).

    `game` and `options` say from what the program was compiled. The policy is meant for games at the
    `temperature`. `learned` says how much it has learned, for people.
    """

    program: str
    form: str
    game: str
    options: Mapping[str, int | bool | str]
    players: int
    temperature: float
    weights: array[float] = field(repr=False)
    learned: Mapping[str, float | int]

    def fits(self, program: Program) -> bool:
        """Return whether the players of a program observe and choose what the policy knows."""
        return self.form == form_of(program) and len(self.weights) == 1 << BITS


def form_of(program: Program) -> str:
    """Return a digest of what players observe and choose, and of what kind their policies are.

    Programs of the same form can share weights. Their rules may differ, for example in the numbers of tokens.
    """
    encoding = Encoding(program, by_pick=True)
    fields = [(each.part, each.number, each.at, each.shape, each.members) for each in encoding.fields]
    actions = encoding.actions
    kind = weighs_positions(program), BITS
    form = (
        ENCODING,
        program.players,
        fields,
        actions.first,
        actions.values,
        actions.enough,
        actions.size,
        kind,
    )
    return sha256(repr(form).encode()).hexdigest()


def write_policy(policy: LearnedPolicy, path: Path) -> int:
    """Write a policy to a file, which is replaced as a whole, and return its size. Raises `OSError`."""
    rounded = [max(-_GREATEST, min(weight, _GREATEST)) for weight in policy.weights]
    head = {
        "format": FORMAT,
        "version": VERSION,
        "program": policy.program,
        "form": policy.form,
        "game": policy.game,
        "options": dict(policy.options),
        "players": policy.players,
        "temperature": policy.temperature,
        "learned": dict(policy.learned),
        "weights": len(rounded),
    }
    said = json.dumps(head).encode() + b"\n" + zlib.compress(struct.pack(f"<{len(rounded)}e", *rounded), 9)
    data = sha256(said).hexdigest().encode() + b" " + said
    replace_file(path, data)
    return len(data)


def read_policy(path: Path) -> LearnedPolicy:
    """Read a policy from a file. Raises `OSError` and `BadPolicy`."""
    digest, _, said = read_bytes(path, MOST_BYTES).partition(b" ")
    if not said.startswith(b'{"format": "' + FORMAT.encode() + b'"'):
        raise BadPolicy("it is not a policy")
    if sha256(said).hexdigest().encode() != digest:
        raise BadPolicy("it is damaged, because its digest does not match")
    line, _, packed = said.partition(b"\n")
    head: dict[str, Any] = json.loads(line)
    if head["version"] != VERSION:
        raise BadPolicy(f"it has version {head['version']}, and this gamespec reads version {VERSION}")
    for name, type_ in _HEAD.items():
        if not isinstance(head.get(name), type_):
            raise BadPolicy(f"its first line has no `{name}` that makes sense")
    if not 0 <= head["temperature"] <= _GREATEST:
        raise BadPolicy("its first line has no `temperature` that makes sense")
    size = head.get("weights")
    if not isinstance(size, int) or not 0 < size <= _MOST:
        raise BadPolicy("its first line does not say how many weights it has")
    told = {name: head[name] for name in _HEAD}
    return LearnedPolicy(weights=_weights(packed, size), **told)


def _weights(packed: bytes, size: int) -> array[float]:
    """Return the weights in a file, of which there are `size`. Raises `BadPolicy`."""
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(packed, 2 * size + 1)
    except zlib.error:
        found = b""
    weights = array("f", struct.unpack(f"<{size}e", found)) if len(found) == 2 * size else array("f")
    if not weights or not all(map(isfinite, weights)):
        raise BadPolicy(f"it does not have {size:,} weights")
    return weights
