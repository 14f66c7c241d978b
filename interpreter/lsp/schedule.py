"""When files are checked: at once, after a short pause and after a longer one, by one worker.

An edit ends the check that runs and begins anew with the first stage. Each stage waits until nothing has
been typed for a while (`PAUSES`). The worker is a thread, so that requests are answered while it works. A
result is handed on only if no edit has come since its check began, and only in the thread of the loop.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from gamespec.analysis import Cancelled, Stage
from gamespec.project import FileKind
from interpreter.lsp.checking import STAGES_OF, Found, checked

__all__ = ["PAUSES", "Schedule"]

PAUSES: Mapping[Stage, float] = {"structure": 0.0, "names": 0.05, "everything": 0.4}
"""For each stage, the seconds without an edit after which it begins."""


@dataclass
class Schedule:
    """The checks that wait or run. `found` gets each result; `held` gives the texts in the editor."""

    held: Callable[[], Mapping[str | Path, str]]
    reach: Callable[[], Iterable[Path]]
    found: Callable[[Found], None]
    pauses: Mapping[Stage, float] = field(default_factory=lambda: PAUSES)
    _running: dict[Path, asyncio.Task[None]] = field(default_factory=dict)
    _kinds: dict[Path, FileKind] = field(default_factory=dict)
    _result: asyncio.Event = field(default_factory=asyncio.Event)
    _stop: threading.Event = field(default_factory=threading.Event)
    _worker: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="checks")
    )

    def edited(self, files: Iterable[tuple[Path, FileKind]]) -> None:
        """Check some files anew, the first one first. All checks that run are out of date."""
        self._stop.set()
        self._stop = threading.Event()
        self._result.set()
        waiting = dict(files)
        for path, task in list(self._running.items()):
            task.cancel()
            waiting.setdefault(path, self._kinds[path])
        self._running.clear()
        for path, kind in waiting.items():
            self._kinds[path] = kind
            self._running[path] = asyncio.get_running_loop().create_task(self._stages(path, kind, self._stop))

    def forget(self, path: Path) -> None:
        """Do not check a file any more."""
        task = self._running.pop(path, None)
        if task is not None:
            task.cancel()

    @property
    def working(self) -> bool:
        """Return whether checks wait or run."""
        return bool(self._running)

    async def step(self) -> None:
        """Wait for the next result of a check, or until all checks are done or out of date."""
        if self._running:
            self._result.clear()
            await self._result.wait()

    async def once(self, path: Path, kind: FileKind, stage: Stage) -> Found:
        """Check a file up to a stage for a single answer, whatever is typed meanwhile."""
        loop = asyncio.get_running_loop()
        held, reach = dict(self.held()), tuple(self.reach())
        return await loop.run_in_executor(
            self._worker, lambda: checked(path, kind, stage, held, reach, lambda: False)
        )

    def close(self) -> None:
        """End all checks."""
        self._stop.set()
        for task in self._running.values():
            task.cancel()
        self._running.clear()
        self._worker.shutdown(wait=False, cancel_futures=True)

    async def _stages(self, path: Path, kind: FileKind, stop: threading.Event) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        held, reach = dict(self.held()), tuple(self.reach())
        with suppress(Cancelled):
            for stage in STAGES_OF[kind]:
                await asyncio.sleep(max(0.0, begun + self.pauses[stage] - loop.time()))
                found = await loop.run_in_executor(
                    self._worker, checked, path, kind, stage, held, reach, stop.is_set
                )
                if stop.is_set():
                    return
                self.found(found)
                self._result.set()
        if self._running.get(path) is asyncio.current_task():
            del self._running[path]
        self._result.set()
