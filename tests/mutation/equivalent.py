"""The mutants that no scenario can kill, each with the reason, as listed in `equivalent/GAME.txt`.

A line that is not indented names a mutant, as `python tests/mutation` prints it. The indented lines after one
or more such names explain why these mutants make no difference. `#` begins a comment.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["LISTS", "read"]

LISTS = Path(__file__).parent / "equivalent"


def read(path: Path) -> dict[str, str]:
    """Return the mutants in a list, each with the reason why it is equivalent.

    Raises `ValueError` if a mutant has no reason or is listed twice.
    """
    reasons: dict[str, str] = {}
    waiting: list[str] = []
    said: list[str] = []
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    for line in [*lines, "end"]:
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            said.append(line.strip())
            continue
        if said:
            reasons |= dict.fromkeys(waiting, " ".join(said))
            waiting, said = [], []
        if line in reasons or line in waiting:
            message = f"{path.name}: `{line}` is listed twice"
            raise ValueError(message)
        waiting.append(line)
    if waiting[:-1]:
        message = f"{path.name}: no reason for `{waiting[0]}`"
        raise ValueError(message)
    return reasons
