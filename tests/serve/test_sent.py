"""Tests of what the table sends a seat, apart from the network."""

from __future__ import annotations

import gamespec
from interpreter.serve.course import Course
from interpreter.serve.edition import Edition
from interpreter.serve.seats import HUMAN, Chair, Chairs, Viewer
from interpreter.serve.sent import Log, table_for
from interpreter.serve.table import Table


def drawings(table: Table) -> list[str]:
    """Return what each seat is shown now."""
    logs = [Log(Viewer("seat", seat), "en") for seat in range(len(table.chairs.seats))]
    return [table_for(table, log, None, set())["html"] for log in logs]


def test_only_who_lays_a_tile_gets_its_rotations() -> None:
    """The pictures of a tile's other rotations are sent to the player who turns it, and to nobody else."""
    spec = gamespec.load("carcassonne")
    edition = Edition(spec, spec.compiled())
    table = Table(edition, Course(edition, 7), Chairs([Chair(HUMAN) for _ in range(edition.players)]))
    turned = 0
    for _ in range(12):
        assert table.decision is not None
        seat = table.decision.player
        own, other = (drawings(table)[each] for each in (seat, 1 - seat))
        turned += own.count("data-shows=") > 1
        assert 'class="turns"' not in other
        table.take(table.decision.options[0])
    assert turned > 2


def test_nobody_waits_for_those_who_have_answered() -> None:
    """While three pass cards, a table says for whom one waits; in the first trick, that it is for nobody.

    A page adds what it gets to what it has, so that what is left out would stay as it was.
    """
    spec = gamespec.load("hearts")
    edition = Edition(spec, spec.compiled())
    table = Table(edition, Course(edition, 7), Chairs([Chair(HUMAN) for _ in range(edition.players)]))
    waiting = []
    for _ in range(edition.players + 1):
        waiting.append(table_for(table, Log(Viewer("seat", 0), "en"), None, set())["waiting"])
        assert table.decision is not None
        table.take(table.decision.options[0])
    assert waiting == [[0, 1, 2], [1, 2], [], []]
