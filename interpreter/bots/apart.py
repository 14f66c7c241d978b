"""Runs bots in a separate process, which can be terminated at any moment.

The process plays a shadow game (`along`). Questions and answers are sent as messages, so the process leaves
nothing behind, for whatever reason it ends. It also ends when the process that started it ends.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock, Thread
from typing import TypeAlias

from interpreter.bots.along import Along, Beginning, Question
from interpreter.bots.refusals import BadBot, BotFailed
from interpreter.play.errors import Fault

__all__ = ["Apart", "Ended", "ends_with_its_parent", "uninterrupted"]

Told: TypeAlias = int | list[float] | Fault | BadBot | BotFailed

MODEST = 5
"""By how much less of a busy processor bots ask for than the process that people wait for."""

OUR_BUG = 1
"""The exit status of a Python process that was ended by an uncaught exception."""


class Ended(Exception):
    """The process in which the bots think was ended, because their answers are no longer needed."""


class Apart:
    """Bots that think about one game in a process of their own. If need be, the first question starts it."""

    def __init__(self, beginning: Beginning) -> None:
        self.beginning = beginning
        self._lock = Lock()
        self._process: BaseProcess | None = None
        self._channel: Connection | None = None
        self._over = False

    def start(self) -> None:
        """Start the process before the first question. If that fails, the first question tells why."""
        if self._channel is None and not self._over:
            with suppress(OSError):
                self._channel = self._started()

    def answer(self, question: Question) -> int:
        """Return a bot's answer as an index among the options. Only one question may be pending at a time.

        Raises `Fault`, `BadBot` and `BotFailed`, and raises `Ended` once any thread has called `end`.
        """
        told = self._told(question)
        assert isinstance(told, int)  # noqa: S101 - that was the question
        return told

    def shares(self, question: Question) -> list[float]:
        """Return how much a bot thinks of each option, for a question about `shares`. Raises as `answer`."""
        told = self._told(question)
        assert isinstance(told, list)  # noqa: S101 - that was the question
        return told

    def _told(self, question: Question) -> int | list[float]:
        try:
            channel = self._channel or self._started()
            channel.send(question)
            told: Told = channel.recv()
        except (EOFError, OSError) as error:
            raise self._stopped(question.bot, error) from None
        if isinstance(told, int | list):
            return told
        raise told

    def _started(self) -> Connection:
        context = get_context("spawn")
        channel, there = context.Pipe()
        process = context.Process(target=_think, args=(there,), name="bots", daemon=True)
        with uninterrupted():
            process.start()
        there.close()
        with self._lock:
            self._process, self._channel = process, channel
            if self._over:
                process.kill()
        channel.send(self.beginning)
        return channel

    def _stopped(self, name: str, error: EOFError | OSError) -> Exception:
        """Return the exception that explains why the process could not start or has ended."""
        if self._over:
            return Ended()
        process = self._process
        if process is None:
            return BotFailed(f"`{name}` failed: no process to think in can be started: {error}")
        process.join()
        status, self._process, self._channel = process.exitcode, None, None
        if status == OUR_BUG:
            return RuntimeError("the process in which bots think has ended by an error of its own")
        return BotFailed(f"`{name}` failed: the process in which it thinks has ended (status {status})")

    def end(self) -> None:
        """End the process immediately, whatever the bots are doing."""
        with self._lock:
            self._over = True
            if self._process is not None:
                self._process.kill()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Shield the processes that are started in this context from Ctrl-C in the terminal.

    An interrupt then reaches only this process, which can end the other processes itself.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # otherwise `start` does it, and unblocks signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ends_with_its_parent() -> None:
    """Arrange that this process ends as soon as the process that started it has ended."""
    parent = parent_process()
    assert parent is not None  # noqa: S101 - somebody has started this one
    Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _think(channel: Connection) -> None:
    """Receive the beginning of a game, and then answer questions about the game."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ends_with_its_parent()
    beginning: Beginning = channel.recv()
    along: Along | None = None
    with suppress(Fault, BadBot, BotFailed):  # the first question tells why
        along = Along(beginning)
    if hasattr(os, "nice"):  # not before: whoever waits for the first answer waits long enough
        os.nice(MODEST)
    while True:
        question: Question = channel.recv()
        try:
            along = along or Along(beginning)
            told: Told = along.shares(question) if question.shares else along.answer(question)
        except (Fault, BadBot, BotFailed) as failed:
            told = failed
        channel.send(told)
