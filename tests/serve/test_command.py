"""Tests for the command `gamespec serve`."""

from __future__ import annotations

import socket
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from interpreter.cli.app import cli
from interpreter.serve.guarding import Hosts, Pace

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing"], "there is no game or file `nothing`"),
        (["pig", "--seats", "human,human", "--players", "3"], "`--seats` names 2 seats, `--players` says 3"),
        (["pig", "--seats", "human,nobody"], "no bot is called `nobody`"),
        (["pig", "--port", "70000"], "70000 is not in the range 0<=x<=65535"),
        (["pig", "--host", "no.such.host.invalid"], "cannot listen at no.such.host.invalid"),
        (["pig", "--host", "x" * 300], "cannot listen at x"),
        (["pig", "--set", "nothing=1"], "nothing"),
        (["pig", "hex", "--players", "2"], "these options are for a single game"),
        (["--new"], "these options are for a single game"),
    ],
)
def test_bad_arguments(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Invalid arguments are rejected with exit status 2 and a message, and no file is written."""
    monkeypatch.chdir(tmp_path)
    outcome = CliRunner().invoke(cli, ["serve", *arguments])
    assert outcome.exit_code == 2
    assert said in outcome.stderr
    assert not list(tmp_path.iterdir())


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    """A port that another program uses is rejected with exit status 2 and a message."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        outcome = CliRunner().invoke(
            cli, ["serve", "pig", "--port", str(port), "--folder", str(tmp_path / "t")]
        )
    assert outcome.exit_code == 2
    assert f"cannot listen at 127.0.0.1, port {port}" in outcome.stderr
    assert not (tmp_path / "t").exists()


@pytest.mark.parametrize("library", ["segno", "starlette", "uvicorn", "websockets"])
def test_without_its_libraries(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a library that the server needs is missing, the message says how to install it."""
    for name in [name for name in sys.modules if name.startswith("interpreter.serve.")]:
        monkeypatch.delitem(sys.modules, name)
    for name in [library, *(name for name in sys.modules if name.startswith(f"{library}."))]:
        monkeypatch.setitem(sys.modules, name, None)
    outcome = CliRunner().invoke(cli, ["serve", "pig"])
    assert outcome.exit_code == 2
    assert "which are not installed" in outcome.stderr
    assert "pip install 'gamespec[serve]'" in outcome.stderr


@pytest.mark.parametrize(
    ("bound", "host", "welcome"),
    [
        ("127.0.0.1", "127.0.0.1:8000", True),
        ("127.0.0.1", "localhost:8000", True),
        ("127.0.0.1", "[::1]:8000", True),
        ("127.0.0.1", "127.0.0.1:8001", False),
        ("127.0.0.1", "127.0.0.1", False),
        ("127.0.0.1", "192.168.0.7:8000", False),
        ("127.0.0.1", "evil.example:8000", False),
        ("127.0.0.1", None, False),
        ("192.168.0.7", "192.168.0.7:8000", True),
        ("192.168.0.7", "localhost:8000", False),
        ("0.0.0.0", "192.168.0.7:8000", True),  # noqa: S104 - what somebody may ask for
        ("0.0.0.0", "evil.example:8000", False),  # noqa: S104 - as above
        ("0.0.0.0", f"{socket.gethostname().lower()}:8000", True),  # noqa: S104 - as above
    ],
)
def test_hosts(bound: str, host: str | None, welcome: bool) -> None:  # noqa: FBT001 - a row of the table
    """A server accepts the address to which it is bound, or every address if it is bound to all.

    It accepts no foreign host name.
    """
    assert Hosts(bound, 8000).welcome(host) is welcome


def test_pace() -> None:
    """Requests that exceed the permitted rate have to wait.

    With 10 requests per second and 5 at once, the sixth request waits 0.1 s and the seventh 0.2 s. After a
    second without requests, the next request does not wait.
    """
    now = [0.0]
    pace = Pace(10, 5, lambda: now[0])
    waits = [pace.wait() for _ in range(7)]
    assert waits == pytest.approx([0, 0, 0, 0, 0, 0.1, 0.2])
    now[0] = 1.0
    assert pace.wait() == 0
