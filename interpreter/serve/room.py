"""A table with its open pages.

A room acts on the pages' messages, and sends each page what its viewer may see. Everything runs in one
thread, except that the checker runs in another thread, and bots think in a separate process (see `thinking`).
A slow page gets fewer updates, because each update contains the table as it is at that moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, assert_never, get_args

from gamespec.text.render import render
from interpreter.bots import BadBot, Bot, BotFailed, bot, within
from interpreter.locale import catalogue
from interpreter.play.errors import Fault
from interpreter.serve import protocol as p
from interpreter.serve.advising import Advising, adviser
from interpreter.serve.change import Change, Way
from interpreter.serve.notices import Refusal
from interpreter.serve.pages import Page
from interpreter.serve.patches import changed
from interpreter.serve.rules import Examples, Rulebook, no_examples
from interpreter.serve.seats import HUMAN, WATCH, Viewer
from interpreter.serve.sent import Log, advice_for, chat_for, codes_for, table_for, told, who_for
from interpreter.serve.thinking import Thinking
from interpreter.snapshot import CannotGoOn
from interpreter.words import diagnose

if TYPE_CHECKING:
    from interpreter.serve.edition import Checked
    from interpreter.serve.keeping import Folder
    from interpreter.serve.table import Table, Thought

__all__ = ["MOST_OF_ONE", "MOST_WATCHING", "SEAT_PLAYOUTS", "Room"]

MOST_OF_ONE = 8
"""Maximum number of open pages of one seat, or of the host. A further page replaces the oldest one."""
MOST_WATCHING = 100
"""Maximum number of open pages of spectators. Beyond it, no further page is admitted."""
SEAT_PLAYOUTS = 1000
"""Default limit on the playouts per decision of a bot that a player requests for a seat."""
SOON = 0.04
"""Number of seconds by which updates are delayed while bots that answer at once are playing."""
BURST, REFILL = 8.0, 2.0
"""Number of bots' answers that are shown one by one after a person has acted although bots answer at once,
and number of further answers for each second that passes. Nobody could watch more, and each has to be drawn.
"""
POLLED = 1.0
"""Number of seconds between two checks of the specification's files for changes."""


class Room:
    """A table, its open pages, and the folder in which it is saved, if there is one.

    Pages use `language`, or the language of their browser if it is `None`. `tell` prints messages for the
    people at the server. A seat may request a bot with at most `seat_playouts` playouts per decision.
    `examples` returns the worked examples of a specification. Bots think in `thinking`, by default in a
    process of their own. Without `watches`, nobody notices changes of the specification's files but by
    `edited`.
    """

    def __init__(  # noqa: PLR0913 - what a room has
        self,
        table: Table,
        language: str | None,
        folder: Folder | None,
        tell: Callable[[str], None] = print,
        *,
        seat_playouts: int = SEAT_PLAYOUTS,
        examples: Examples = no_examples,
        thinking: Thinking | None = None,
        watches: bool = True,
    ) -> None:
        self.table, self.language, self.folder, self.tell = table, language, folder, tell
        self.seat_playouts = seat_playouts
        table.set_aside = None if folder is None else partial(folder.set_aside, table)
        table.moved_on = self._everybody_moved
        table.dyed = self._say_again
        self.pages: dict[Page, None] = {}
        """The open pages as keys, in the order in which they were opened."""
        self._rulebook = Rulebook(examples)
        self._thinking, self._advising = thinking or Thinking(), Advising()
        self._watches = watches
        self._advice: asyncio.Task[None] | None = None
        self._checking = ThreadPoolExecutor(1, "checker")
        self._moved = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._shown: asyncio.TimerHandle | None = None
        self._single, self._counted = BURST, 0.0
        """The number of bots' answers that can be shown one by one, and the time at which it was counted."""
        self._until = 0.0
        """The time until which bots wait, so that a person can take back an answer."""
        self.address = ""
        """The address by which other machines reach the server, or "" if none does."""
        self.failure: BaseException | None = None
        """The exception that ended the room, if a bug did."""
        self.stop: Callable[[], None] = lambda: None
        """A function that is called if the room cannot go on."""

    def __repr__(self) -> str:
        return f"<Room of {self.table!r}, {len(self.pages)} pages>"

    # --- life cycle -----------------------------------------------------------------------------------------

    def open(self) -> None:
        """Start the background tasks, which let bots play and watch the specification's files.

        They run until `close` is called.
        """
        self._keep()
        self._tasks = [asyncio.create_task(self._let_bots_play())]
        if self._watches:
            self._tasks.append(asyncio.create_task(self._watch()))
        for task in self._tasks:
            task.add_done_callback(self._ended)
        self._moved.set()

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Handle the end of a background task. If a bug ended the task, end the room."""
        if not task.cancelled() and (error := task.exception()) is not None:
            self.failure = error
            self.stop()

    async def close(self) -> None:
        """Stop the background tasks, and cancel a bot that is thinking."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thinking.close()
        self._advising.close()
        if self._advice is not None:
            await asyncio.gather(self._advice, return_exceptions=True)
        self._checking.shutdown(wait=False, cancel_futures=True)

    def find(self, role: str, token: str) -> tuple[Room, Viewer] | None:
        """Return this room with the viewer to whom a link belongs, or `None` if there is none."""
        viewer = self.table.chairs.viewer(role, token)
        return None if viewer is None else (self, viewer)

    def enter(self, viewer: Viewer) -> Page | None:
        """Admit a page for the viewer and return it, or return `None` if there are too many spectators.

        Seats and the host are always admitted. If one of them has too many pages, the oldest page is closed.
        """
        of_the_viewer = [page for page in self.pages if page.viewer == viewer and not page.dismissed.is_set()]
        if viewer == WATCH:
            if len(of_the_viewer) >= MOST_WATCHING:
                return None
        elif len(of_the_viewer) >= MOST_OF_ONE:
            of_the_viewer[0].dismissed.set()
        page = Page(viewer, Log(viewer, self.language or "en"))
        self.pages[page] = None
        return page

    def left(self, page: Page) -> None:
        """Remove a page that has been closed."""
        del self.pages[page]
        self._advising.cancel(page)
        if page.viewer.seat is not None:
            self.show()

    def show(self) -> None:
        """Send the current table to all pages. If a bot decides next, first wait briefly for its answer."""
        if self._shown is not None:
            return
        if self.table.thought_by_a_bot:
            self._shown = asyncio.get_running_loop().call_later(SOON, self._show_now)
        else:
            self._show_now()

    def _show_now(self) -> None:
        if self._shown is not None:
            self._shown.cancel()
            self._shown = None
        for page in self.pages:
            if page.greeted:
                page.refresh()

    def shown_to(self, page: Page) -> dict[str, Any]:
        """Return the table as sent to a page, in the position that the page shows.

        If the page has been sent the table, it is sent what has changed since.
        """
        connected = {each.viewer.seat for each in self.pages if each.greeted and each.viewer.seat is not None}
        if page.epoch != self.table.epoch:
            page.at, page.epoch = None, self.table.epoch
        sent = table_for(self.table, page.log, page.at, connected)
        if "host" in sent and self.folder is not None:
            sent["host"]["saves"] = self.folder.saves()
        before, page.sent = page.sent, sent
        message = changed(before, sent)
        return message | {"asked": page.offered.told(message["asked"])}

    # --- messages from pages --------------------------------------------------------------------------------

    async def hear(self, page: Page, said: str) -> None:
        """Act on a page's message. If the message is refused, reply with the reason."""
        table = self.table
        try:
            reply = await self._obey(page, p.message(said))
        except Refusal as refusal:
            reply = {"kind": "refused", "reason": told(table, refusal, page.language)}
            page.refresh()
        if reply is not None:
            await page.reply(reply)

    async def _obey(  # noqa: C901, PLR0912 - a case a kind
        self, page: Page, said: p.Message
    ) -> dict[str, Any] | None:
        """Act on a message, and return the reply, or `None` if there is none.

        Raises `Refusal` if what the message asks for is not possible or not allowed.
        """
        table, viewer = self.table, page.viewer
        if not page.greeted and not isinstance(said, p.Hello):
            raise Refusal("the first message must be a `hello`")
        match said:
            case p.Hello(_, language, usual):
                self._greet(page, language or self.language or usual)
                return None
            case p.Look(at):
                if at is not None:
                    table.expect(at)
                page.at = at
                page.refresh()
                return None
            case p.Language(language):
                page.speak(language)
                page.refresh()
                return None
            case p.Why(asked):
                text, short = table.why(viewer, asked, page.language)
                return {"kind": "why", "text": text, "short": short}
            case p.Rules():
                return await self._rulebook.said(table.edition, table.words(page.language), self._checking)
            case p.Who(ref):
                return who_for(table, viewer, page.language, page.at, ref)
            case p.Codes():
                return codes_for(table, viewer, self.address)
            case p.Advise(revision):
                self._advise(page, revision)
                return None
            case p.Say(line):
                self._say(viewer, line)
                return None
            case p.Save(name):
                return self._save(page, name)
            case p.Answer(revision, number, _, True) if table.is_for_good(viewer, revision, number):
                return {"kind": "sure", "revision": revision, "number": number}
            case _:
                self._act(viewer, said)
        if isinstance(said, p.Answer):
            page.at = None
        self._changed()
        return None

    def _act(self, viewer: Viewer, said: p.Deed) -> None:  # noqa: C901, PLR0912 - a case a kind
        """Do what a message asks for. Raises `Refusal` if that is not possible or not allowed."""
        table = self.table
        match said:
            case p.Answer(revision, number, pause, _):
                table.answer(viewer, revision, number)
                self._tell_of_a_fault()
                self._pause(viewer, pause or 0)
            case p.Undo():
                table.ask_undo(viewer)
            case p.GoOn(at):
                table.ask_go_on(viewer, at)
            case p.Load(name):
                self._load(viewer, name)
            case p.Change(way):
                table.ask_change(viewer, way)
            case p.Again():
                table.ask_again(viewer)
            case p.Agree(number):
                table.agree(viewer, number)
            case p.Refuse(number):
                table.refuse(viewer, number)
            case p.Note(decision, note):
                table.note(viewer, decision, note)
            case p.Take():
                table.sit(viewer)
            case p.Call(called):
                table.call(viewer, called)
            case p.Dye(color):
                table.dye(viewer, color)
            case p.Allow(advice):
                table.allow(viewer, advice=advice)
            case p.Leave():
                table.leave(viewer)
            case p.Replace(seat, by):
                self._replace(viewer, seat, by)
            case _:
                assert_never(said)

    def _advise(self, page: Page, revision: int) -> None:
        """Ask a bot what it thinks of the options of a page's viewer, who is told when it has thought."""
        by = adviser(self.table.course.program)
        thought = self.table.asks_for_advice(page.viewer, revision, by)
        task = self._advising.ask(page, thought, partial(advice_for, self.table, page.language, by))
        if task is not None:
            self._advice = task
            task.add_done_callback(self._ended)

    def _say(self, viewer: Viewer, line: str) -> None:
        self.table.say(viewer, line)
        self._keep()
        for page in self.pages:
            page.called.set()

    def said_to(self, page: Page) -> dict[str, Any] | None:
        """Return the chat lines that a page has not been sent yet, or `None` if there are none."""
        before, chat = page.heard, self.table.chat
        if not page.greeted or before == chat.said:
            return None
        page.heard = chat.said
        if not chat.said:
            return None
        return chat_for(self.table, page.viewer, page.language, before)

    def _everybody_moved(self) -> None:
        """Show each open page of a seat the next seat, to which its person has moved."""
        for page in self.pages:
            seat = page.viewer.seat
            if seat is not None:
                page.move(Viewer("seat", (seat + 1) % len(self.table.chairs.seats)))

    def _say_again(self) -> None:
        """Arrange for everything to be sent to all pages again, because players are called by other names."""
        for page in self.pages:
            page.speak(page.language)

    def _greet(self, page: Page, language: str | None) -> None:
        page.speak(language or page.language)
        page.greeted = True
        page.refresh()
        seat = page.viewer.seat
        if seat is None:
            return
        if self.table.chairs.seats[seat].human:
            self.table.sit(page.viewer)
        self._keep()
        self.show()

    def _save(self, page: Page, name: str) -> dict[str, Any]:
        if page.viewer.role == "watch":
            raise Refusal("only players at the table can do that")
        if self.folder is None:
            raise Refusal("nothing is saved at this table")
        self.folder.save(self.table, name)
        self.show()
        return {
            "kind": "announcement",
            "text": catalogue(page.language).gettext("saved as `{name}`", name=name),
        }

    def _load(self, viewer: Viewer, name: str) -> None:
        if viewer.role == "watch":
            raise Refusal("only players at the table can do that")
        if self.folder is None:
            raise Refusal("nothing is saved at this table")
        self.table.ask_load(viewer, self.folder.load(self.table.edition, name))

    def _replace(self, viewer: Viewer, seat: int, by: str) -> None:
        if seat > len(self.table.chairs.seats):
            raise Refusal("there is no seat {number}", number=seat)
        who = _known(by)
        if who is not None and viewer.seat == seat - 1 and not within(who.name, self.seat_playouts):
            raise Refusal(
                "only the host can seat a bot with more than {most} playouts, or one that plays by the clock",
                most=self.seat_playouts,
            )
        self.table.replace(viewer, seat - 1, who)

    def _changed(self) -> None:
        """Save the table after a change, show it, and let bots play."""
        self._advising.cancel_unless(self.table.still_needs)
        self._keep()
        self._moved.set()
        self._single = BURST
        self._show_now()

    def _keep(self) -> None:
        if self.folder is None:
            return
        try:
            self.folder.keep(self.table, self.language)
        except OSError as error:
            self.tell(f"the game can't be saved in `{self.folder.path}`: {error.strerror}")

    # --- bots ------------------------------------------------------------------------------------

    async def _let_bots_play(self) -> None:
        """Make the decisions of the bots, whenever it is a bot's turn to decide."""
        while True:
            await self._moved.wait()
            self._moved.clear()
            if not all(chair.human for chair in self.table.chairs.seats):
                await self._thinking.prepare(self.table.course.beginning)
            while (thought := self.table.thought()) is not None:
                try:
                    answer = await self._answer_to(thought)
                except (BadBot, BotFailed) as failed:
                    self._give_up(str(failed))
                    break
                except Fault as fault:
                    self.table.fault = fault
                    self.show()
                    break
                decision = self.table.decision
                if answer is not None and decision is not None:
                    self.table.take(decision.options[answer])
                    self._tell_of_a_fault()
                    self._keep()
                    self._show_after_a_bot()

    async def _answer_to(self, thought: Thought) -> int | None:
        """Return the index of the option that a bot takes, or `None` once its answer is no longer needed.

        The answer is no longer needed if the game has been replaced, or if somebody else has taken the seat.
        """
        thinking = asyncio.ensure_future(self._thinking.answer(thought))
        try:
            while self.table.thought() == thought:
                left = self._until - asyncio.get_running_loop().time()
                if thinking.done() and left <= 0:
                    return thinking.result()
                moved = asyncio.ensure_future(self._moved.wait())
                waits, most = ({moved}, left) if thinking.done() else ({moved, thinking}, None)
                await asyncio.wait(waits, timeout=most, return_when=asyncio.FIRST_COMPLETED)
                moved.cancel()
                self._moved.clear()
            return None
        finally:
            if not thinking.done():
                self._thinking.cancel()
            await asyncio.gather(thinking, return_exceptions=True)

    def _pause(self, viewer: Viewer, pause: int) -> None:
        """Let bots wait for so many milliseconds before they answer, if the viewer's answer can be a slip."""
        if pause and self.table.can_be_a_slip(viewer):
            self._until = asyncio.get_running_loop().time() + pause / 1000

    def _show_after_a_bot(self) -> None:
        """Show the table after a bot's answer, so that people see each answer by itself.

        If bots answer faster than anybody can watch, their answers are shown together.
        """
        now = asyncio.get_running_loop().time()
        self._single = min(BURST, self._single + REFILL * (now - self._counted))
        self._counted = now
        if self._single < 1 and self.table.thought_by_a_bot:
            self.show()
        else:
            self._single = max(0.0, self._single - 1)
            self._show_now()

    def _tell_of_a_fault(self) -> None:
        """Tell the people at the server which fault stopped the game, if one did."""
        if self.table.fault is not None:
            self.tell(render([diagnose(self.table.fault, self.table.edition.compiled.names)]))

    def _give_up(self, why: str) -> None:
        """Let a person play in the seat of a bot that has failed, and tell the people at the server why."""
        decision = self.table.decision
        self.tell(why)
        if decision is not None:
            self.table.chairs.seats[decision.player].by = HUMAN
        self.show()

    # --- the files of the specification ----------------------------------------------------------

    async def _watch(self) -> None:
        """Check the specification whenever one of its files changes."""
        loop = asyncio.get_running_loop()
        seen = await loop.run_in_executor(self._checking, self.table.edition.stamps)
        while True:
            await asyncio.sleep(POLLED)
            edition = self.table.edition
            now = await loop.run_in_executor(self._checking, edition.stamps)
            if now == seen:
                continue
            seen = now
            try:
                found = await loop.run_in_executor(self._checking, edition.checked_again)
            except OSError as error:
                self.tell(f"the specification can't be read: {error.strerror}")
                continue
            self.edited(found)

    def edited(self, found: Checked) -> None:
        """Offer to go on under the changed specification, or show what is wrong with it."""
        table = self.table
        same = found.edition is not None and found.edition.spec.hash == table.edition.spec.hash
        change = table.change = None if same else Change(found.text, found.edition)
        if table.proposal is not None and table.proposal.what in get_args(Way):
            table.proposal = None  # whoever agreed would agree to other rules
        if found.text:
            self.tell(found.text)
        if change is not None and change.edition is not None:
            lost = change.carried(table.course)
            if isinstance(lost, CannotGoOn):
                self.tell(f"under the changed rules the game can't go on from where it is: {lost}")
        self.show()


def _known(by: str) -> Bot | None:
    """Return the bot with the given name, or `None` for a person. Bots from files are not known here.

    Raises `Refusal` for any other name.
    """
    if by == HUMAN:
        return None
    refused = Refusal("there is no bot `{name}`", name=by[:40])
    if ".py:" in by:
        raise refused
    try:
        return bot(by)
    except BadBot:
        raise refused from None
