"""The Python reference: the public names, as pages made from signatures and docstrings.

Public are the names that the two packages export, and those that the manual imports in its examples. There is
a page for each module from which they are imported.
"""

from __future__ import annotations

import ast
import enum
import importlib
import inspect
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from website.collecting import ROOT

__all__ = ["PACKAGES", "pages"]

PACKAGES = ("gamespec", "interpreter")

_BLOCK = re.compile(r"^```python[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
_WIDTH = 88


def pages() -> dict[str, str]:
    """Return the pages of the Python reference, by their places on the site."""
    uses = _uses()
    names: dict[str, list[str]] = {
        package: sorted(importlib.import_module(package).__all__) for package in PACKAGES
    }
    for module, name in uses:
        if inspect.ismodule(_found(module, name)):
            continue
        if name not in names.setdefault(module, []):
            names[module].append(name)
    order = [*PACKAGES, *sorted(set(names) - {*PACKAGES})]
    made = {_place(module): "\n".join(_page(module, names[module], uses)) + "\n" for module in order}
    return {"reference/python/index.md": "\n".join(_index(order, names)) + "\n", **made}


def _uses() -> dict[tuple[str, str], list[Path]]:
    """Return the pages of the manual that import a name, by module and name."""
    uses: dict[tuple[str, str], list[Path]] = defaultdict(list)
    for path in sorted((ROOT / "docs").rglob("*.md")):
        for block in _BLOCK.findall(path.read_text(encoding="utf-8")):
            for module, name in _imports(block):
                if path not in uses[module, name]:
                    uses[module, name].append(path)
    return uses


def _imports(block: str) -> Iterator[tuple[str, str]]:
    """Yield the names of ours that an example imports, each with its module."""
    for node in ast.walk(ast.parse(block)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] in PACKAGES:
            for each in node.names:
                yield node.module, each.name


def _found(module: str, name: str) -> Any:
    owner = importlib.import_module(module)
    try:
        return getattr(owner, name)
    except AttributeError:
        return importlib.import_module(f"{module}.{name}")


def _place(module: str) -> str:
    return f"reference/python/{module}.md"


def _index(order: list[str], names: dict[str, list[str]]) -> Iterator[str]:
    yield from ("# Python reference", "")
    yield (
        "What the packages export, and what the examples of the manual import. "
        "[Use it from Python](../../how-to/use-from-python.md) shows the names at work. "
        "Other modules are internal, and change without notice."
    )
    for module in order:
        about = _first_paragraph(inspect.getdoc(importlib.import_module(module)) or "")
        yield from (
            "",
            f"## [{module}]({module}.md)",
            "",
            about,
            "",
            "| name | what it is |",
            "| --- | --- |",
        )
        for name in names[module]:
            line = _first_paragraph(_doc(_found(module, name))).replace("|", "\\|")
            yield f"| [`{name}`]({module}.md#{name.lower()}) | {line} |"


def _page(module: str, names: list[str], uses: dict[tuple[str, str], list[Path]]) -> Iterator[str]:
    yield from (f"# {module}", "", _first_paragraph(inspect.getdoc(importlib.import_module(module)) or ""))
    for name in names:
        value = _found(module, name)
        yield from ("", f"## {name}", "", *_declared(value, name), "", _doc(value))
        if inspect.isclass(value):
            yield from _members(value)
        shown = [
            f"[{_title(path)}](../../{path.relative_to(ROOT / 'docs').as_posix()})"
            for path in uses.get((module, name), ())
        ]
        if shown:
            yield from ("", f"Shown in {', '.join(shown)}.")


def _title(path: Path) -> str:
    found = _TITLE.search(path.read_text(encoding="utf-8"))
    return found[1] if found else path.stem


def _declared(value: Any, name: str) -> list[str]:
    """Return the declaration of a name as a block of code."""
    if inspect.isclass(value):
        head = (
            _wrapped(f"class {name}", value)
            if not issubclass(value, (enum.Enum, BaseException))
            else f"class {name}"
        )
    elif callable(value):
        head = _wrapped(f"def {name}", value)
    else:
        head = f"{name}: {type(value).__name__}"
    return ["```python", head, "```"]


def _wrapped(head: str, value: Any) -> str:
    """Return a signature in one line, or with a line for each parameter if it is long."""
    try:
        signature = inspect.signature(value)
    except ValueError:
        return head
    parameters = [each for each in signature.parameters.values() if each.name not in {"self", "cls"}]
    signature = signature.replace(parameters=parameters)
    if head.startswith("class"):
        signature = signature.replace(return_annotation=inspect.Signature.empty)
    line = _plain(f"{head}{signature}")
    if len(line) <= _WIDTH:
        return line
    inside = _plain(f"{signature.replace(return_annotation=inspect.Signature.empty)}")[1:-1]
    after = line.rpartition(" -> ")[2] if " -> " in line and not head.startswith("class") else ""
    rows = "".join(f"    {each},\n" for each in _split(inside))
    return f"{head}(\n{rows})" + (f" -> {after}" if after else "")


def _plain(text: str) -> str:
    """Return a signature without quotes around annotations and without the places of objects in memory."""
    text = re.sub(r": '([^']*)'", r": \1", text)
    text = re.sub(r"-> '([^']*)'", r"-> \1", text)
    return re.sub(
        r"<(?:function |factory>|object )?([\w.]*)[^>]*>",
        lambda found: found[1].rpartition(".")[2] or "...",
        text,
    )


def _split(parameters: str) -> Iterator[str]:
    """Split parameters at the commas between them."""
    depth, begin = 0, 0
    for at, letter in enumerate(parameters):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            yield parameters[begin:at].strip()
            begin = at + 1
    if parameters[begin:].strip():
        yield parameters[begin:].strip()


def _members(owner: type) -> Iterator[str]:
    """Yield the public attributes and methods of a class that have docstrings."""
    for name in dir(owner):
        if name.startswith("_"):
            continue
        value = inspect.getattr_static(owner, name)
        if isinstance(value, (staticmethod, classmethod)):
            value = value.__func__
        doc = _own_doc(owner, name)
        if isinstance(value, property):
            yield from ("", f"### {owner.__name__}.{name}", "", doc)
        elif inspect.isfunction(value):
            block = ["```python", _wrapped(f"def {name}", value), "```"]
            yield from ("", f"### {owner.__name__}.{name}", "", *block, "", doc)


def _own_doc(owner: type, name: str) -> str:
    return inspect.getdoc(getattr(owner, name)) or ""


def _doc(value: Any) -> str:
    doc = inspect.getdoc(value) if inspect.isclass(value) or callable(value) else ""
    own = getattr(value, "__doc__", None)
    return (doc or "") if own else ""


def _first_paragraph(text: str) -> str:
    return " ".join(text.partition("\n\n")[0].split())
