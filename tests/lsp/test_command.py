"""The command `gamespec lsp`, without an editor and without its libraries."""

from __future__ import annotations

import subprocess
import sys

SECONDS = 120


def test_it_ends_with_its_input() -> None:
    """An editor that goes away ends the server; what is no message is told, without a trace."""
    message = b'Content-Length: 10\r\n\r\n{"a": nope'
    run = subprocess.run(
        [sys.executable, "-m", "gamespec", "lsp"], input=message, capture_output=True, check=False,
        timeout=SECONDS,
    )  # fmt: skip
    assert run.returncode == 0
    assert b"window/showMessage" in run.stdout
    assert not run.stderr


def test_it_says_what_to_install() -> None:
    """Without pygls, one line says what is missing, and another what to do."""
    program = "import sys; sys.modules['pygls'] = None; from interpreter.cli import main; main()"
    run = subprocess.run(
        [sys.executable, "-c", program, "lsp"], capture_output=True, text=True, check=False, timeout=SECONDS
    )
    assert run.returncode == 2
    assert run.stderr.splitlines() == [
        "error: a language server needs pygls and lsprotocol, which are not installed",
        "  = help: `pip install 'gamespec[lsp]'` installs them",
    ]
