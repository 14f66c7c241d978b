"""Measure the language server as an editor sees it: `python bench/lsp.py [--edits N] [GAME...]`.

For each game (default: the median of the shipped games by length, and the largest), the script starts the
server and opens the game. N times (default 9) it types a misspelt name, each time at another place, and takes
it back. The columns are medians in milliseconds:

- `told`: from the change to the message about the misspelt name (the pause of 50 ms included);
- `gone`: from the change that takes it back to the message that it is gone;
- `all`: from the same change to the end of the whole check (the pause of 400 ms included);
- `hover`, `complete`: from the request to the answer;
- `check`: processor time of `gamespec.analyse` up to the stage `names`, in this process, for comparison.

The script fails if `told` exceeds 150 ms in the median game or 400 ms in the largest. Times depend on the
machine, and on what else it does.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "lsp"))

from editor import Editor, editing
from lsprotocol import types as lsp

import gamespec

GAME = "game.yaml"
MOST_TOLD = (150, 400)
COLUMNS = ("told", "gone", "all", "hover", "complete", "check")


def main() -> int:
    """Measure the games that the command line names."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--edits", type=int, default=9, metavar="N")
    asked = parser.parse_args()
    sizes = sorted(gamespec.games(), key=lambda name: (ROOT / "games" / name / GAME).stat().st_size)
    games = asked.games or [sizes[len(sizes) // 2], sizes[-1]]
    print(f"{'game':<18}{'lines':>6}" + "".join(f"{column:>10}" for column in COLUMNS))
    slow = False
    for number, name in enumerate(games):
        times = asyncio.run(_measured(ROOT / "games" / name, asked.edits))
        lines = (ROOT / "games" / name / GAME).read_text(encoding="utf-8").count("\n")
        print(f"{name:<18}{lines:>6}" + "".join(f"{median(times[column]):>10.0f}" for column in COLUMNS))
        slow |= not asked.games and median(times["told"]) > MOST_TOLD[number]
    return int(slow)


async def _measured(folder: Path, edits: int) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {column: [] for column in COLUMNS}
    async with editing(folder) as editor:
        editor.open(GAME)
        await editor.mistakes(GAME)
        for line in _places(folder, edits):
            began = perf_counter()
            editor.type(GAME, line, line.replace("[", "zq[", 1))
            await editor.mistakes(GAME, code="GS201")
            times["told"].append(_since(began))
            began = perf_counter()
            editor.type(GAME, line.replace("[", "zq[", 1), line)
            await editor.without(GAME, "GS201")
            times["gone"].append(_since(began))
            await editor.stages(GAME, 2)
            times["all"].append(_since(began))
            await _asked(editor, line, times)
    return times


async def _asked(editor: Editor, line: str, times: dict[str, list[float]]) -> None:
    document, place = editor.document(GAME), editor.at(GAME, line, "[")
    began = perf_counter()
    await editor.client.text_document_hover_async(lsp.HoverParams(document, place))
    times["hover"].append(_since(began))
    began = perf_counter()
    await editor.client.text_document_completion_async(lsp.CompletionParams(document, place))
    times["complete"].append(_since(began))
    before = process_time()
    gamespec.analyse(editor.folder / GAME, stage="names")
    times["check"].append((process_time() - before) * 1000)


def _since(began: float) -> float:
    return (perf_counter() - began) * 1000


def _places(folder: Path, edits: int) -> Sequence[str]:
    """Return lines, from all over the game, with a variable or a zone and its key."""
    text = (folder / GAME).read_text(encoding="utf-8")
    declared = {d.name for d in gamespec.analyse(folder / GAME, stage="names").index.declarations
                if d.kind in {"zone", "variable"}}  # fmt: skip
    found = [
        line
        for line in text.splitlines()
        if (first := re.search(r"(\w+)\[", line)) and first[1] in declared and text.count(line) == 1
        and "#" not in line
    ]  # fmt: skip
    return found[:: max(1, len(found) // edits)][:edits]


if __name__ == "__main__":
    sys.exit(main())
