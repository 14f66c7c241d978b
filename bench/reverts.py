"""Undo fixes one at a time: `python bench/reverts.py`. CI's sample must find each old bug again.

Each entry of `MENDS` is a change of the checker or the engine that reintroduces an old bug. The script
applies it in a copy of the tree, and runs the generated games and expressions of `tests/property` there. It
prints the tests that fail and the time until then. The exit status is 1 if an old bug is not found, or if the
unchanged tree fails.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPIED = ("gamespec", "interpreter", "games", "schemas", "docs", "tests", "pyproject.toml")
SAMPLE = ("tests/property/test_generated_expressions.py", "tests/property/test_generated_games.py")


@dataclass(frozen=True)
class Mend:
    """A fix, with the replacements that undo it: the file, the current text, and the text without the fix."""

    name: str
    changes: tuple[tuple[str, str, str], ...]


MENDS = (
    Mend("nothing taken back", ()),
    Mend(
        "out-of-range keys are narrowed",
        (
            (
                "gamespec/expr/names.py",
                'coerce(scope.check(k, wanted), wanted, scope, f"the keys of `{name}`")\n        for k',
                "scope.check(k, wanted)\n        for k",
            ),
        ),
    ),
    Mend(
        "lists longer than their type allows are narrowed",
        (
            (
                "gamespec/expr/fit.py",
                "room = min(most, wanted.most) if isinstance(wanted, t.ListType) else most",
                "room = most",
            ),
        ),
    ),
    Mend(
        "members of an empty range have their own type",
        (
            (
                "gamespec/expr/operators.py",
                "t.ListType(t.Int(of_a.low, of_b.high) if most else t.EMPTY, most)",
                "t.ListType(t.Int(of_a.low, of_b.high) if most else t.BAD, most)",
            ),
        ),
    ),
    Mend(
        "a range with a greater first number is empty",
        (
            (
                "interpreter/engine/expressions/lists.py",
                "return lambda p: range(least(p), greatest(p) + 1)",
                "return lambda p: range(least(p), max(least(p), greatest(p)) + 1)",
            ),
        ),
    ),
    Mend(
        "the result of arithmetic fits into 32 bits",
        (
            (
                "interpreter/engine/expressions/evaluate.py",
                "        return checked\n\n    def _turned",
                "        return plain\n\n    def _turned",
            ),
        ),
    ),
    Mend(
        "a sum fits into 32 bits",
        (
            (
                "interpreter/engine/expressions/quantifiers.py",
                '        if not INT_MIN <= total <= INT_MAX:\n            raise Fault("GS509"',
                '        if total is None:\n            raise Fault("GS509"',
            ),
        ),
    ),
    Mend(
        "a trial does not change the position",
        (
            (
                "interpreter/engine/machine/machine.py",
                "q, context, leave = p[:], Context()",
                "q, context, leave = p, Context()",
            ),
        ),
    ),
    Mend(
        "no step leaves the trial of an action with `keeps`",
        (
            (
                "gamespec/compile/decisions/decisions.py",
                "for step in uses.leaves:",
                "for step in ():",
            ),
        ),
    ),
    Mend(
        "explicit chance adds up the weights of a value",
        (
            (
                "interpreter/engine/machine/explicit.py",
                "found[value] = found.get(value, 0) + share",
                "found[value] = share",
            ),
        ),
    ),
    Mend(
        "explicit chance has the weights of the draw",
        (
            (
                "interpreter/engine/machine/explicit.py",
                "found[value] = found.get(value, 0) + share",
                "found[value] = found.get(value, 0) + (1 if share else 0)",
            ),
        ),
    ),
    Mend(
        "constant division rounds down, too",
        (("gamespec/expr/operators.py", "return a // b if b else None", "return int(a / b) if b else None"),),
    ),
)


def revert(mend: Mend, place: Path) -> None:
    """Undo a fix in a copy of the tree.

    Raises `ValueError` if a text to replace does not occur exactly once.
    """
    for name, old, new in mend.changes:
        path = place / name
        text = path.read_text(encoding="utf-8")
        if text.count(old) != 1:
            raise ValueError(f"{name} has {text.count(old)} times: {old}")
        path.write_text(text.replace(old, new), encoding="utf-8")


def found_by(mend: Mend) -> tuple[str, float]:
    """Return the tests that fail if a fix is undone, or an empty string, and the duration in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, place / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, place / name)
        revert(mend, place)
        environment = {**os.environ, "PYTHONPATH": str(place), "GENERATED_AS_FOUND": "1"}
        begun = time.monotonic()
        ran = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "-x", *SAMPLE],
            cwd=place, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        failed = sorted(set(re.findall(r"^FAILED \S*::(\w+)", ran.stdout, re.MULTILINE)))
        if ran.returncode > 1:
            raise RuntimeError(ran.stdout[-2000:] + ran.stderr[-2000:])
        return ", ".join(failed), time.monotonic() - begun


def main() -> int:
    """Undo each fix whose name contains the argument, run the tests, and return the exit status."""
    only, sound = sys.argv[1] if len(sys.argv) > 1 else "", True
    for mend in MENDS:
        if only in mend.name:
            tests, seconds = found_by(mend)
            sound &= bool(tests) == bool(mend.changes)
            print(f"{mend.name}: {tests or 'not found'} ({seconds:.0f} s)", flush=True)
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
