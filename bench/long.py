"""Run the checks that take longer than the README's test command may: `python bench/long.py NAME…`.

Without a name, the script lists the checks, with what each of them covers. `--ci` runs the checks that
`.ci/run` runs, and `all` runs every check, which takes hours. A single call of pytest, in two processes, runs
all checks that consist of tests.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from long_checks import ALL, CHECKS, SCRIPTS


def listed() -> str:
    """Return a list of all checks, with what each of them covers."""
    wide = max(map(len, (*CHECKS, *SCRIPTS)))
    lines = [f"{name:{wide}}  {'ci' if check.ci else '  '}  {check.covers}" for name, check in CHECKS.items()]
    lines += [f"{name:{wide}}      {script.covers}" for name, script in SCRIPTS.items()]
    return "\n".join(lines)


def commands(names: list[str], processes: int) -> list[list[str]]:
    """Return the commands for some checks: one call of pytest for all tests, and then the scripts."""
    marks = [word for name in CHECKS if name in names for word in ("--long", name)]
    tests = [["-m", "pytest", "-q", "-n", str(processes), *marks]] if marks else []
    return tests + [[*script.command] for name, script in SCRIPTS.items() if name in names]


def main() -> int:
    """Run the requested checks in turn until one fails, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"a check, or `{ALL}`")
    parser.add_argument("--ci", action="store_true", help="run the checks that `.ci/run` runs")
    parser.add_argument(
        "--processes", type=int, default=2, metavar="N", help="number of processes that run tests"
    )
    asked = parser.parse_args()
    unknown = [name for name in asked.names if name not in {*CHECKS, *SCRIPTS, ALL}]
    if unknown:
        parser.error(f"there is no check `{unknown[0]}`; without a name, all checks are listed")
    names = [*CHECKS, *SCRIPTS] if ALL in asked.names else [*asked.names]
    if asked.ci:
        names += [name for name, check in CHECKS.items() if check.ci]
    if not names:
        print(listed())
        return 0
    for command in commands(names, asked.processes):
        print("$ python", *command, flush=True)
        status = subprocess.run([sys.executable, *command], cwd=ROOT, check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
