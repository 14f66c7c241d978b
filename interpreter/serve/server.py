"""Runs the web application of a table on this machine.

Only this module and `plain` import uvicorn. Only this module requires websockets, which uvicorn needs for
WebSockets.
"""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import uvicorn
import websockets  # noqa: F401 - uvicorn takes it, and must not find out late that there is none

from interpreter.serve.app import application
from interpreter.serve.guarding import Hosts
from interpreter.serve.plain import Plain
from interpreter.serve.protocol import LARGEST

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.serve.hall.hall import Hall
    from interpreter.serve.room import Room

__all__ = ["bound", "run"]


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens at a host and a port, where port 0 means any free port.

    Raises OSError if the system refuses the address.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()
    except OSError:
        listening.close()
        raise
    return listening


def run(room: Room | Hall, host: str, listening: socket.socket, opened: Callable[[int], None]) -> None:
    """Serve a room or a hall until the process is stopped. Call `opened` with the port once it is ready."""
    port = listening.getsockname()[1]
    hosts = Hosts(host, port)
    room.address = "" if hosts.local else hosts.address
    app = application(room, hosts, lambda: opened(port))
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        http=Plain,
        ws="websockets-sansio",
        ws_max_size=LARGEST,
        ws_per_message_deflate=True,
        timeout_graceful_shutdown=1,
        proxy_headers=False,
    )
    server = uvicorn.Server(config)

    def stop() -> None:
        server.should_exit = True

    room.stop = stop
    server.run(sockets=[listening])
    if room.failure is not None:
        raise room.failure
