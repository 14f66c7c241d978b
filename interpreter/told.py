"""Describes a game to a seat as JSON, for programs and language models that play.

The description contains what the seat may see of the table, what has happened since its last answer, and
what it may answer. It is made from the seat's scene and from its share of the events alone, so two games that
a seat cannot tell apart have equal descriptions. `schemas/play/position.schema.json` is its JSON Schema.

A key is left out if it has nothing to say: an empty list, a component that is known, a seat that has no team.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from interpreter.answers import Answer, Answers, written
from interpreter.answers import seat as seat_name
from interpreter.engine.knowledge.knowledge import EVERYBODY
from interpreter.play.events import Decided
from interpreter.play.options import as_told
from interpreter.scene.happened.log import log_lines
from interpreter.scene.scene import scene_of
from interpreter.words.held import member_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from interpreter.engine.game import Game
    from interpreter.play.events import Event
    from interpreter.play.options import Option
    from interpreter.scene.labels import Label
    from interpreter.scene.things import (
        Board,
        Cell,
        Ending,
        Feature,
        Part,
        Piece,
        Place,
        Player,
        Table,
        Value,
    )
    from interpreter.words import Words

__all__ = ["FORMAT", "Json", "told"]

FORMAT = 1
"""The version of the format. It changes if a key changes its meaning or goes; new keys do not change it."""

Json: TypeAlias = dict[str, Any]


def told(
    words: Words,
    game: Game,
    seat: int | None,
    labels: Mapping[int, Label] | None = None,
    most: int | None = None,
) -> dict[str, Any]:
    """Return what a seat (from 0), or a spectator if `seat` is `None`, may know and answer.

    `labels` are the texts of answers by the numbers of their events, as in `interpreter.scene.labels`. The
    key `happened` is left out if the game keeps no record. More than `most` options are not listed: what they
    may consist of stands under `choices`. Raises `Fault` if reading an option fails.
    """
    return _Telling(words, game, seat).all(labels or {}, most)


class _Telling:
    """Converts one scene to JSON."""

    def __init__(self, words: Words, game: Game, seat: int | None) -> None:
        self.words = words
        self.game = game
        self.seat = seat
        self.kinds = {
            rule.zone.first + number: rule.kind.name
            for rule in words.names.families
            for number in range(rule.zone.count)
        }

    def all(self, labels: Mapping[int, Label], most: int | None) -> Json:
        scene, decision = scene_of(self.words, self.game, self.seat), self.game.decision
        groups = scene.groups
        happened = None if self.game.record is None else self._happened(labels)
        return {
            "format": FORMAT,
            "game": scene.game,
            "seat": None if self.seat is None else seat_name(self.seat),
            "decides": None if decision is None else seat_name(decision.player),
            **_said(
                phase=scene.phase,
                players=[self._player(each) for each in scene.players],
                zones=[self._zone(place) for group in groups for place in group.places],
                boards=[self._board(board) for group in groups for board in group.boards],
                values=[self._value(value) for group in groups for value in group.values],
                tables=[_table(table) for group in groups for table in group.tables],
                happened=happened,
                result=None if scene.ending is None else _result(scene.ending),
                prompt=scene.prompt,
                **self._answers(most),
            ),
        }

    def _player(self, player: Player) -> Json:
        score = None
        if player.score is not None:
            score = {"value": player.score, **_said(name=player.score_name, lowest_wins=player.lowest)}
        return {
            "seat": seat_name(player.seat),
            **_said(
                name="" if player.name == seat_name(player.seat) else player.name,
                turn=player.turn,
                team=None if player.team is None else player.team + 1,
                score=score,
                values=[self._value(value) for value in player.values],
            ),
        }

    def _zone(self, place: Place) -> Json:
        number = int(place.ref.removeprefix("z"))
        return {
            "id": self.words.names.world.zone_name(number),
            "name": place.name,
            "of": self.kinds[number],
            "size": place.size,
            **_said(
                owner=_owner(place.owner),
                top_first=place.ordered and place.size > 1,
                capacity=place.capacity,
                components=[self._component(piece) for piece in place.pieces],
            ),
        }

    def _component(self, piece: Piece, *, kind: bool = False) -> Json:
        printed = {f"{fact.name} {fact.text}" for fact in piece.facts}
        return {
            "name": piece.name,
            **_said(
                kind=piece.kind if kind else "",
                hidden=not piece.known,
                count=piece.count if piece.count > 1 else 0,
                owner=_owner(piece.owner),
                turned=90 * piece.turn,
                facts={fact.name: fact.text for fact in piece.facts},
                marks=[mark.text for mark in piece.marks if mark.text not in printed],
                parts=[self._part(part) for part in piece.parts],
                values=[self._value(value) for value in piece.values],
                holds=[self._zone(place) for place in piece.holds],
            ),
        }

    def _part(self, part: Part) -> Json:
        return {
            "name": part.name,
            **_said(
                facts=part.more,
                feature=part.feature,
                components=[self._component(piece, kind=True) for piece in part.pieces],
            ),
        }

    def _board(self, board: Board) -> Json:
        return {
            "name": board.title,
            "form": board.form,
            **_said(
                owner=_owner(board.owner),
                cells=[*self._cells(board.cells)],
                features=[self._feature(each, board) for each in board.features],
            ),
        }

    def _cells(self, cells: Iterable[Cell]) -> Iterator[Json]:
        """Yield the cells. Those with equal contents are listed together, where the first of them stands."""
        found: list[tuple[list[str], Json]] = []
        for cell in cells:
            content = _said(
                sort="" if cell.sort == "cell" else cell.sort,
                called=cell.called,
                components=[self._component(piece, kind=True) for piece in cell.pieces],
                values=[_of_cell(self._value(value), cell.name) for value in cell.marks],
            )
            for names, other in found:
                if other == content:
                    names.append(cell.name)
                    break
            else:
                found.append(([cell.name], content))
        for names, content in found:
            yield {"cells": names, **content}

    def _feature(self, feature: Feature, board: Board) -> Json:
        named = {
            part.ref: part.feature for cell in board.cells for piece in cell.pieces for part in piece.parts
        }
        return {
            "id": named.get(feature.parts[0], ""),
            "name": feature.name,
            "tiles": feature.tiles,
            **_said(
                open=feature.open,
                owners={seat_name(seat): count for seat, count in feature.owners},
                values=[self._value(value) for value in feature.values],
            ),
        }

    def _value(self, value: Value) -> Json:
        name = f"{value.name} {value.key}".strip()
        if value.hidden:
            return {**self._identity(value), "name": name, "hidden": True}
        return {**self._identity(value), "name": name, "value": value.text}

    def _identity(self, value: Value) -> Json:
        """Return the name of a variable or resource in expressions. What a function computes has none."""
        store, _, index = value.ref.removeprefix("v").partition(".")
        if value.computed or not (store.isdecimal() and index.isdecimal()):
            return {}
        return {"id": member_name(self.words, int(store), int(index))}

    def _answers(self, most: int | None) -> Json:
        """Return the options of the seat if it decides, or what they may consist of if there are too many."""
        decision = self.game.decision
        if decision is None or decision.player != self.seat:
            return {}
        answers = Answers(self.words.compiled)
        options = as_told(self.words.program, decision.options)
        given = [answers.of(decision, option) for option in options]
        if most is None or len(options) <= most:
            return {"options": [*map(self._option, options, given)]}
        found = dict[str, list[int]]()
        for index, answer in enumerate(given):
            found.setdefault(answer.action, []).append(index)
        return {
            "choices": [
                {
                    "action": action,
                    "count": len(indexes),
                    **_said(values=_values([given[index] for index in indexes])),
                    "example": self._option(options[indexes[0]], given[indexes[0]]),
                }
                for action, indexes in found.items()
            ]
        }

    def _option(self, option: Option, answer: Answer) -> Json:
        label = self.words.option(self.game, option)
        return {"number": option.number, "label": label, "answer": str(answer)}

    def _happened(self, labels: Mapping[int, Label]) -> list[str]:
        """Return lines about what the seat has seen since its last answer."""
        events, reader = self.game.events, EVERYBODY if self.seat is None else self.seat
        return log_lines(self.words, events, labels, reader, _last_answer(events, self.seat) + 1)


def _values(answers: Sequence[Answer]) -> list[Json]:
    """Return for each value of an action what it may be in some of the answers."""
    found: list[Json] = []
    for name in answers[0].values:
        given = [answer.values[name] for answer in answers]
        several = {len(each) for each in given if isinstance(each, tuple)}
        singles = (one for each in given for one in (each if isinstance(each, tuple) else (each,)))
        number = {"at_least": min(several), "at_most": max(several)} if several else {}
        found.append({"name": name, **number, "from": [*dict.fromkeys(map(written, singles))]})
    return found


def _of_cell(value: Json, cell: str) -> Json:
    """Return a value of a cell, whose `id` leaves out the cell, so that cells with equal values are equal."""
    if "id" not in value:
        return value
    family, bracket, keys = value["id"].removesuffix("]").partition("[")
    others = keys.removesuffix(cell).removesuffix(", ") if keys.endswith(cell) else keys
    return {**value, "id": f"{family}[{others}]" if bracket and others else family}


def _last_answer(events: Sequence[Event], seat: int | None) -> int:
    """Return the number of the event in which a seat, or for a spectator any seat, answered last, or -1."""
    for number in range(len(events) - 1, -1, -1):
        event = events[number]
        if isinstance(event, Decided) and not event.forced and seat in {None, event.player}:
            return number if seat is not None else number - 1
    return -1


def _table(table: Table) -> Json:
    return {
        **_said(title=table.title),
        "columns": [column.text for column in table.columns],
        "rows": [
            {
                "row": heading.text,
                "values": [None if value is None else value.text for value in values],
            }
            for heading, values in table.rows
        ],
    }


def _result(ending: Ending) -> Json:
    return {
        "reason": ending.reason,
        **_said(truncated=ending.truncated),
        "ranking": [
            {
                "seat": seat_name(ranked.seat),
                "place": ranked.place,
                "score": ranked.score,
                "won": ranked.won,
                **_said(parts=dict(zip(ending.parts, ranked.parts, strict=False))),
            }
            for ranked in ending.ranked
        ],
    }


def _owner(seat: int | None) -> str:
    return "" if seat is None else seat_name(seat)


def _said(**values: object) -> Json:
    """Return the values that say something: not false, not zero, not empty."""
    return {
        name: value
        for name, value in values.items()
        if value is not None and value is not False and value not in ("", [], {}, 0)
    }
