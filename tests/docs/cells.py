"""Script that runs the cells of a notebook in order and prints the notebook with its outputs as JSON.

It runs cells as a kernel does, but needs no kernel and no ports. The outputs are those that a notebook
stores, which are the text that a cell prints and the value of its last expression.
"""

from __future__ import annotations

import ast
import json
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

Output = dict[str, Any]


def outputs(source: str, names: dict[str, Any], count: int) -> list[Output]:
    """Run a cell, and return its outputs.

    They are a stream if the cell prints, and the value of its last expression unless that is None.
    """
    tree, printed, value = ast.parse(source), StringIO(), None
    last = tree.body[-1] if tree.body else None
    with redirect_stdout(printed):
        if isinstance(last, ast.Expr):
            tree.body.pop()
        exec(compile(tree, "cell", "exec"), names)  # noqa: S102 - a cell of ours
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307 - as above
    found: list[Output] = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": lines(repr(value))}
        if hasattr(value, "_repr_html_"):
            data = {"text/html": lines(value._repr_html_()), **data}
        how = {"execution_count": count, "metadata": {}, "output_type": "execute_result"}
        found.append({"data": data, **how})
    return found


def lines(text: str) -> list[str]:
    """Split `text` into lines that keep their line breaks, as notebooks store them."""
    return text.splitlines(keepends=True)


def main() -> None:
    """Read the notebook that the command line names, and print it with the current outputs of its cells."""
    notebook = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"] = count
            cell["outputs"] = outputs("".join(cell["source"]), names, count)
    json.dump(notebook, sys.stdout, indent=1, ensure_ascii=False)
    print()  # noqa: T201 - it prints


if __name__ == "__main__":
    main()
