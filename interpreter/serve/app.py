"""The web application of a table or a hall, which serves pages and files and has a socket for each page.

This is the only module that imports Starlette.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager, suppress
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from interpreter.drawn import html as drawn
from interpreter.locale import LANGUAGES, of_the_page
from interpreter.serve.guarding import HEADERS, Hosts, Pace
from interpreter.serve.hall.hall import Hall
from interpreter.serve.hall.visitor import Visitor
from interpreter.serve.protocol import LARGEST

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

    from starlette.requests import Request

    from interpreter.serve.pages import Page
    from interpreter.serve.room import Room

__all__ = ["application"]

TYPES = {
    "js": "text/javascript",
    "css": "text/css",
    "html": "text/html",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}
"""Maps the file name extensions of the page's files to content types."""
LASTING = {"woff2": "max-age=604800"}
"""For file name extensions whose files may be kept by browsers: how long, in seconds."""
MOST_VISITORS = 100
"""Maximum number of open pages of a hall."""
POLICY, TOO_BIG, TRY_AGAIN = 1008, 1009, 1013
"""WebSocket close codes from RFC 6455 and the IANA registry that it establishes."""


def application(place: Room | Hall, hosts: Hosts, opened: Callable[[], None] = lambda: None) -> Starlette:
    """Return the web application of a room or of a hall. It calls `opened` when it can serve requests."""
    desk = _Desk(place, hosts)

    @asynccontextmanager
    async def life(_app: Starlette) -> AsyncIterator[None]:
        place.open()
        opened()
        yield
        await place.close()

    return Starlette(
        routes=[
            Route("/static/{name}", desk.static),
            Route("/table.css", desk.style),
            Route("/hall/{token}", desk.hall),
            WebSocketRoute("/socket/hall/{token}", desk.hall_socket),
            Route("/{role}/{token}", desk.page),
            WebSocketRoute("/socket/{role}/{token}", desk.socket),
        ],
        exception_handlers={404: _not_found, 405: _not_found},
        lifespan=life,
    )


def _answer(content: str | bytes, kind: str = "text/plain") -> Response:
    return Response(content, 200, HEADERS, f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)


async def _not_found(_request: Request, _error: Exception) -> Response:
    return PlainTextResponse("not found\n", 404, HEADERS)


def _files() -> dict[str, bytes]:
    """Return the content of each of the page's files, by file name."""
    folder = files("interpreter.serve") / "static"
    found = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    return found | {name: _with_languages(found[name]) for name in ("page.html", "hall.html")}


def _with_languages(page: bytes) -> bytes:
    """Insert the page's texts in every language, and the choice of languages, into the page."""
    said = json.dumps(of_the_page(), ensure_ascii=False).replace("<", "\\u003c")
    options = (f'<option value="{key}" lang="{key}">{name}</option>' for key, name in LANGUAGES.items())
    return (
        page.decode()
        .replace('id="catalogues">{}<', f'id="catalogues">{said}<')
        .replace('<select id="language">', f'<select id="language">{"".join(options)}')
        .encode()
    )


class _Desk:
    """The request handlers of a room or of a hall."""

    def __init__(self, place: Room | Hall, hosts: Hosts) -> None:
        self.place, self.hosts = place, hosts
        self.files = _files()

    def _hall(self, token: str) -> Hall | None:
        """Return the hall if there is one and the token is that of its link."""
        return self.place if isinstance(self.place, Hall) and self.place.admits(token) else None

    def _welcome(self, request: Request | WebSocket) -> bool:
        return self.hosts.welcome(request.headers.get("host"))

    async def static(self, request: Request) -> Response:
        """Serve a file of the page."""
        name = request.path_params["name"]
        content, ending = self.files.get(name), name.rpartition(".")[2]
        if not self._welcome(request) or content is None or ending not in TYPES:
            return await _not_found(request, LookupError(name))
        answer = _answer(content, TYPES[ending])
        if ending in LASTING:
            answer.headers["Cache-Control"] = LASTING[ending]
        return answer

    async def style(self, request: Request) -> Response:
        """Serve the style sheet of the table."""
        if not self._welcome(request):
            return await _not_found(request, LookupError())
        return _answer(drawn.style(), "text/css")

    async def page(self, request: Request) -> Response:
        """Serve the page if the request has a valid link. The table itself is sent through the socket."""
        role, token = request.path_params["role"], request.path_params["token"]
        if not self._welcome(request) or self.place.find(role, token) is None:
            return await _not_found(request, LookupError())
        return _answer(self.files["page.html"], "text/html")

    async def hall(self, request: Request) -> Response:
        """Serve the first page of a hall if the request has a valid link."""
        if not self._welcome(request) or self._hall(request.path_params["token"]) is None:
            return await _not_found(request, LookupError())
        return _answer(self.files["hall.html"], "text/html")

    async def hall_socket(self, socket: WebSocket) -> None:
        """Show the first page of a hall the games and tables, and act on its messages."""
        headers, hall = socket.headers, self._hall(socket.path_params["token"])
        origin = self.hosts.same_page(headers.get("origin"), headers.get("host"))
        if not self._welcome(socket) or not origin or hall is None:
            await socket.close(POLICY)
            return
        if hall.visitors >= MOST_VISITORS:
            await socket.close(TRY_AGAIN, "too many pages are open")
            return
        await socket.accept()
        hall.visitors += 1
        visitor = Visitor(hall)
        tasks = [
            asyncio.create_task(_heard(socket, visitor.hear)),
            asyncio.create_task(_show_hall(socket, visitor)),
        ]

        def left() -> None:
            hall.visitors -= 1

        await _until_one_ends(tasks, left)

    async def socket(self, socket: WebSocket) -> None:
        """Send a page the table and act on the page's messages, until its socket is closed."""
        headers, given = socket.headers, socket.path_params
        link = given["role"], given["token"]
        origin = self.hosts.same_page(headers.get("origin"), headers.get("host"))
        if not self._welcome(socket) or not origin or self.place.find(*link) is None:
            await socket.close(POLICY)
            return
        await socket.accept()
        found = self.place.find(*link)  # in the meantime, everybody may have changed seats
        page = None if found is None else found[0].enter(found[1])
        if found is None or page is None:
            await socket.close(TRY_AGAIN, "too many pages are open")
            return
        room = found[0]
        tasks = [
            asyncio.create_task(_tell(socket, room, page)),
            asyncio.create_task(_heard(socket, partial(room.hear, page))),
            asyncio.create_task(_until_dismissed(socket, page)),
        ]
        await _until_one_ends(tasks, partial(room.left, page))


async def _until_one_ends(tasks: Sequence[asyncio.Task[None]], left: Callable[[], None]) -> None:
    """Wait until one of the tasks of a socket ends, and cancel the others. Then call `left`."""
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        left()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome


async def _show_hall(socket: WebSocket, visitor: Visitor) -> None:
    """Send a page of a hall the pending replies, and the tables whenever they have changed."""
    open_ = True
    while open_:
        for message in await visitor.to_send():
            open_ = open_ and await _sent(socket, message)


async def _heard(socket: WebSocket, hear: Callable[[str], Awaitable[None]]) -> None:
    """Act on a page's messages as they arrive, but no faster than the rate limit allows."""
    pace = Pace()
    with suppress(WebSocketDisconnect):
        while True:
            received = await socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text")
            if text is None:
                await socket.close(POLICY, "messages must be text")
                return
            if len(text) > LARGEST:
                await socket.close(TOO_BIG, f"the message is longer than {LARGEST} bytes")
                return
            if (seconds := pace.wait()) > 0:
                await asyncio.sleep(seconds)
            await hear(text)


async def _tell(socket: WebSocket, room: Room, page: Page) -> None:
    """Send a page its pending replies, the table whenever it has changed, and what people say."""
    open_ = True
    while open_:
        replies, stale = await page.to_send()
        for reply in replies:
            open_ = open_ and await _sent(socket, reply)
        if stale and open_:
            open_ = await _sent(socket, room.shown_to(page))
        if open_ and (lines := room.said_to(page)) is not None:
            open_ = await _sent(socket, lines)


async def _until_dismissed(socket: WebSocket, page: Page) -> None:
    """Close a page's socket once another page has taken its place."""
    await page.dismissed.wait()
    with suppress(WebSocketDisconnect, RuntimeError):  # as in `_sent`
        await socket.close(TRY_AGAIN, "a later page has taken its place")


async def _sent(socket: WebSocket, message: dict[str, Any]) -> bool:
    """Send a message, and return whether the socket was still open."""
    content = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    try:
        await socket.send_text(content)
    except (WebSocketDisconnect, RuntimeError):  # RuntimeError: closed on our side
        return False
    return True
