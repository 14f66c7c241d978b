"""The files in the editor: what is wrong with them, what their names mean, and what could be written next.

The answers are those of the language server (`interpreter.lsp`), without its protocol and its threads.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamespec.analysis import Stage, analyse
from interpreter.lsp.checking import Found, checked
from interpreter.lsp.completing import completions
from interpreter.lsp.hovering import hover
from interpreter.lsp.names import Finder
from interpreter.lsp.results import Results
from interpreter.lsp.texts import Texts
from interpreter.playground.told import Units, told

if TYPE_CHECKING:
    from gamespec.spec import Spec

__all__ = ["Desk"]

RULES = frozenset({"game", "overlay"})


class Desk:
    """The files in the editor. They are also written below `folder`, which belongs to this object.

    Files are called by their names in the editor, and places in them are counted as JavaScript does.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._files: dict[str, str] = {}
        self._texts = Texts(folders=(self.folder,))
        self._results = Results(self._texts)
        self._finder = Finder(self._texts, self._results)

    def put(self, files: Mapping[str, str]) -> None:
        """Take files in place of all others."""
        for name in self._files.keys() - files.keys():
            path = self.path(name)
            path.unlink()
            self._results.drop(path)
            del self._texts.open[path]
        for name, text in files.items():
            if self._files.get(name) != text:
                path = self.path(name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="")
                self._texts.put(path, name, None, text)
        self._files = dict(files)

    def clear(self) -> None:
        """Forget all files, and what was known of them."""
        self.put({})

    def path(self, name: str) -> Path:
        """Return the path of a file."""
        return self.folder / name

    @property
    def names(self) -> dict[str, str]:
        """The names of the files, by the names of their sources."""
        return {str(self.path(name)): name for name in self._files}

    # --- answers ---------------------------------------------------------------------------------------

    def check(self, main: str, stage: Stage) -> Spec | None:
        """Check the file `main` up to a stage, and return the game if it has no errors.

        The last stage also checks the scenarios and bands. Raises `UnknownGame`.
        """
        path = self.path(main)
        analysis = analyse(path, texts=self._texts.held, stage=stage)
        kind = self._texts.kind(path) or "game"
        self._results.take(Found(path, kind, stage, analysis.diagnostics, analysis))
        if stage == "everything":
            self._check_beside()
        return analysis.spec

    def _check_beside(self) -> None:
        """Check the files that are not rules, such as scenarios."""
        for path in map(self.path, self._files):
            kind = self._texts.kind(path)
            if kind is not None and kind not in RULES:
                self._results.take(checked(path, kind, "everything", self._texts.held, (), lambda: False))

    def diagnostics(self) -> list[dict[str, Any]]:
        """Return what is wrong with the files as they are now, as dicts that can be written as JSON."""
        found = self._results.diagnostics().values()
        return told((each for of_one in found for each in of_one), self.names)

    def rules(self) -> list[str]:
        """Return the names of the files that can be checked and played."""
        return [name for name in self._files if self._texts.kind(self.path(name)) in RULES]

    def complete(self, name: str, at: int) -> list[dict[str, Any]]:
        """Return what could be written at a place, the best first, as dicts that can be written as JSON."""
        units = self._units(name)
        return [
            {
                "label": item.label,
                "sort": item.sort,
                "text": item.text,
                "snippet": item.snippet,
                "detail": item.detail,
                "about": item.about,
                "from": units.of(item.start),
                "to": units.of(item.end),
            }
            for item in completions(self._finder, self.path(name), units.offset(at))
        ]

    def hover(self, name: str, at: int) -> dict[str, Any] | None:
        """Return what there is to tell of a place, in Markdown, or `None` if there is nothing."""
        units = self._units(name)
        found = hover(self._finder, self.path(name), units.offset(at))
        if found is None:
            return None
        return {"text": found.text, "from": units.of(found.span.start), "to": units.of(found.span.end)}

    def _units(self, name: str) -> Units:
        return Units(self._files[name])
