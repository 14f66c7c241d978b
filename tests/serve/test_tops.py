"""Tests that what came last lies on top of a pile without an order."""

from __future__ import annotations

import re

import gamespec
from interpreter.play.events import Moved
from interpreter.serve.course import Course
from interpreter.serve.edition import Edition
from interpreter.serve.seats import HUMAN, Chair, Chairs, Viewer
from interpreter.serve.sent import Log, table_for
from interpreter.serve.table import Table
from interpreter.words import Words


def test_the_card_that_was_laid_last_lies_on_top() -> None:
    """The top of the discard pile is always the last card that went there, not the first in order."""
    spec = gamespec.load("trapper")
    edition = Edition(spec, spec.compiled())
    table = Table(edition, Course(edition, 5), Chairs([Chair(HUMAN) for _ in range(edition.players)]))
    words = Words(edition.compiled, "en")
    pile = next(zone for zone in range(len(words.program.zones)) if words.rule(zone).zone.name == "discard")
    tops = set()
    for number in range(30):
        assert table.decision is not None
        html = table_for(table, Log(Viewer("seat", 0), "en"), None, set())["html"]
        came = [e for e in table.course.happened(-1, number) if isinstance(e, Moved) and e.target == pile]
        if came:
            last = words.component(came[-1].component)
            found = re.search(
                rf'data-ref="z{pile}".*?class="heap".*?aria-label="(?:\d+ . )?(\w+)', html, re.DOTALL
            )
            if found:
                assert found[1] == last
                tops.add(last)
        table.take(table.decision.options[number % len(table.decision.options)])
    assert len(tops) > 1
