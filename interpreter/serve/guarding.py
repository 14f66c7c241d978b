"""Access control, by the host names of the server, the origins it accepts, and a limit on message rates.

A page of another site in a browser on this machine must not reach the table. So a request must name this
server as its host, which excludes foreign names that point to this machine (DNS rebinding), and only a page
of this server may open a socket.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field

__all__ = ["HEADERS", "Hosts", "Pace"]

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""The headers of every response.

Inline styles are allowed because drawings set sizes and colours in `style` attributes. Nothing else on the
page is inline.
"""


NOBODY = "192.0.2.1"
"""An address for documentation (RFC 5737)."""


@dataclass(frozen=True)
class Hosts:
    """The names by which clients may address a server that is bound to a host and port."""

    host: str
    port: int

    @property
    def everywhere(self) -> bool:
        """Whether the server listens on all addresses of the machine."""
        return self.host in ("0.0.0.0", "::", "")  # noqa: S104 - what people may have asked for

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def address(self) -> str:
        """The address of the server for links, by which other machines reach it if any can."""
        name = _on_the_network() if self.everywhere else self.host
        return f"http://[{name}]:{self.port}" if ":" in name else f"http://{name}:{self.port}"

    def welcome(self, host: str | None) -> bool:
        """Return whether the `Host` header of a request names this server."""
        if host is None:
            return False
        name, colon, port = host.rpartition(":")
        if not colon or port.endswith("]"):
            name, port = host, "80"
        if port != str(self.port):
            return False
        name = name.strip("[]").lower()
        if name == self.host.lower() or (self.local and name in ("localhost", "127.0.0.1", "::1")):
            return True
        return self.everywhere and (_is_address(name) or name in _own_names())

    def same_page(self, origin: str | None, host: str | None) -> bool:
        """Return whether the `Origin` header of a request names a page that this server served."""
        return origin is not None and host is not None and origin.lower() == f"http://{host}".lower()


def _on_the_network() -> str:
    """Return the address of this machine on its network, or `localhost` if it has none.

    The system chooses the address for packets to an address that nobody has; none is sent.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((NOBODY, 9))
        except OSError:
            return "localhost"
        return str(probe.getsockname()[0])


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _own_names() -> set[str]:
    """Return the names of this machine on its network."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return {"localhost", name, short, f"{short}.local"}


@dataclass
class Pace:
    """A rate limit of `rate` messages per second, with bursts of up to `burst` messages."""

    rate: float = 100
    burst: float = 200
    clock: Callable[[], float] = time.monotonic
    _left: float = field(init=False)
    _last: float = field(init=False)

    def __post_init__(self) -> None:
        self._left, self._last = self.burst, self.clock()

    def wait(self) -> float:
        """Count a message, and return the number of seconds until it may be processed."""
        now = self.clock()
        self._left = min(self.burst, self._left + (now - self._last) * self.rate) - 1
        self._last = now
        return max(0.0, -self._left / self.rate)
