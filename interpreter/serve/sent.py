"""Makes the data that the server sends to a viewer of a table.

It contains only what the viewer may see and choose, and never the seed. Only the host, who distributes the
links, is sent the tokens of others.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from gamespec.text.codes import CODES
from interpreter.answers import seat as seat_name
from interpreter.drawn import html as drawn
from interpreter.inspection import inspectable, still_asked
from interpreter.locale import catalogue, gettext_noop
from interpreter.scene.asked import asked_of
from interpreter.scene.happened.changes import changed_refs, last_put
from interpreter.scene.happened.decided import decided
from interpreter.scene.happened.gains import gains_of
from interpreter.scene.happened.moves import moves_of
from interpreter.scene.happened.telling import Part
from interpreter.scene.looks import looks_of
from interpreter.scene.scene import scene_of
from interpreter.scene.taken import taken_of
from interpreter.scene.whose import whose
from interpreter.serve.beside.codes import code_of
from interpreter.serve.course import Course
from interpreter.serve.levels import level_of, offered_bots
from interpreter.serve.offered import as_json
from interpreter.words import diagnose

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from interpreter.scene.things import Ending, Group, Piece, Place, Ref, Scene
    from interpreter.serve.notices import Notice
    from interpreter.serve.seats import Viewer
    from interpreter.serve.table import Table
    from interpreter.words import Words

__all__ = ["Log", "advice_for", "chat_for", "codes_for", "table_for", "told", "who_for"]

MOST_ADVISED = 3
"""Maximum number of options in advice."""

ROLES = {"host": gettext_noop("host"), "watch": gettext_noop("watcher")}
"""The names of viewers without a seat, by role."""
WAYS = {
    "position": gettext_noop("go on from the same position"),
    "answers": gettext_noop("play the answers again, as far as they fit"),
}
"""Maps each way in which a game can go on under changed rules to its description."""

SINCE = gettext_noop("play the answers since the last change again, as far as they fit")
"""The description of `answers` if the game has gone on from a position before."""


MOST_ANSWERS = 8
"""Number of answers since the last table above which a page is not told what has moved."""


@dataclass(slots=True)
class Log:
    """The log of the game for a viewer in one language.

    It holds the lines about each answer and the number of entries already sent.
    """

    viewer: Viewer
    language: str
    epoch: int = -1
    edition: str = ""
    told: list[list[dict[str, Any]]] = field(default_factory=list)
    sent: int = 0

    def since(self, table: Table) -> dict[str, Any]:
        """Return the entries that are new since the last call. `from` is 0 if all must be sent again."""
        answers = len(table.answers)
        if self.epoch != table.epoch:
            self.epoch, self.told, self.sent = table.epoch, [], 0
        words = table.words(self.language)
        for number in range(len(self.told), answers + 1):
            lines = table.course.told(words, number, self.viewer.seat)
            self.told.append([line._asdict() for line in lines])
        first, self.sent = self.sent, answers + 1
        return {"from": first, "entries": self.told[first : answers + 1]}

    def again(self, language: str) -> None:
        """Set the language, and arrange for everything to be sent again."""
        self.language, self.epoch = language, -1


def called(table: Table, viewer: Viewer, language: str) -> str:
    """Return the name that a viewer has in the game, with that of the person if there is one."""
    if viewer.seat is None:
        return catalogue(language).gettext(ROLES[viewer.role])
    return seated(table, viewer.seat, table.words(language))


def seated(table: Table, seat: int, words: Words) -> str:
    """Return the name of a seat in the game, with that of the person in it if there is one."""
    return joined_name(words.player(seat), table.chairs.seats[seat].person)


def told(table: Table, notice: Notice, language: str) -> str:
    """Format a message of the server in a language, with the names that the game uses."""
    return notice.in_(language, lambda viewer: called(table, viewer, language))


def table_for(table: Table, log: Log, at: int | None, connected: set[int]) -> dict[str, Any]:
    """Return the table for a viewer, in the position after `at` answers, or in the current one for `None`.

    `connected` are the seats (from 0) that have an open page.
    """
    viewer, language, course = log.viewer, log.language, table.course
    now = len(course.answers)
    shown = now if at is None else min(at, now)
    since = _last_turn(table, viewer, shown)
    live, words = at is None, table.words(language)
    entries = log.since(table)
    asked = live and table.decides(viewer)
    waiting = list(still_asked(inspectable(course.program, course.game))) if live else []
    sent: dict[str, Any] = {
        "kind": "table",
        "revision": table.revision,
        "epoch": table.epoch,
        "language": language,
        "title": table.edition.spec.title.in_(language),
        "you": {
            "role": viewer.role,
            "seat": viewer.seat,
            "name": called(table, viewer, language),
            "called": "" if viewer.seat is None else table.chairs.seats[viewer.seat].called,
            "color": "" if viewer.seat is None else looks_of(words).player(viewer.seat).color,
            "colors": [] if viewer.seat is None else table.colors(viewer.seat),
        },
        "html": _drawn(table, words, viewer.seat, shown, since),
        "asked": _asked(table, language) if asked else None,
        "advice": asked and table.advice,
        "log": entries,
        "players": [_player(table, number, connected, words) for number in range(len(table.chairs.seats))],
        "notes": _notes(table, viewer),
        "at": shown,
        "answers": now,
        "live": live,
        "since": since,
        "latest": _latest(table, words, viewer.seat, shown),
        "moves": _moves(table, words, viewer.seat, entries["from"] - 1) if live else [],
        "gains": _gains(table, words, viewer.seat, entries["from"] - 1) if live else [],
        "told": _told(table, words, viewer.seat, since, shown),
        "forced": course.forced(words, shown, viewer.seat) if shown else [],
        "over": course.game.over,
        "stopped": _stopped(table, viewer, language),
        "happened": None if table.happened is None else told(table, table.happened, language),
        "proposal": _proposal(table, viewer, language),
        "undo": _undo(table, viewer),
        "waiting": waiting if len(waiting) > 1 else [],
        "checker": _checker(table, viewer, language),
    }
    if viewer.role == "host":
        links = [{"name": called(table, who, language), "path": path} for who, path in table.chairs.links()]
        bots = offered_bots(course.program, catalogue(language))
        sent["host"] = {"links": links, "bots": bots, "advice": table.advice}
    return sent


def chat_for(table: Table, viewer: Viewer, language: str, before: int | None) -> dict[str, Any]:
    """Return the chat lines after the first `before` ones for a viewer, or all lines for `None`."""
    seats = {f"p{seat + 1}": table.words(language).player(seat) for seat in range(len(table.chairs.seats))}
    roles = {role: catalogue(language).gettext(name) for role, name in ROLES.items()}
    return {
        "kind": "chat",
        "whole": before is None,
        "lines": [
            {
                "by": joined_name((seats | roles).get(line.by, line.by), line.called),
                "text": line.text,
                "mine": line.by == viewer.name,
            }
            for line in table.chat.since(before or 0)
        ],
    }


def who_for(table: Table, viewer: Viewer, language: str, at: int | None, ref: str) -> dict[str, Any]:
    """Return who can see the thing with a ref in the position after `at` answers, or in the current one."""
    words, now = table.words(language), len(table.answers)
    game = table.course.at(now if at is None else min(at, now))
    text = whose(words, game, viewer.seat, ref, lambda seat: seated(table, seat, words))
    return {"kind": "who", "ref": ref, "text": text}


def codes_for(table: Table, viewer: Viewer, address: str) -> dict[str, Any]:
    """Return the QR codes of the links that a viewer may give away, by the paths of the links.

    These are the viewer's own link, and for the host all of them. There are none without an `address` by
    which other machines reach the server.
    """
    links = [(who, path) for who, path in table.chairs.links() if viewer.role == "host" or who == viewer]
    made = {path: code_of(address + path)._asdict() for _, path in links} if address else {}
    return {"kind": "codes", "address": address, "codes": made}


def advice_for(table: Table, language: str, by: str, shares: list[float] | None) -> dict[str, Any]:
    """Return what the bot `by` thinks of the options of the pending decision: the best ones with percentages.

    Without `shares`, the bot has failed.
    """
    found = asked_of(table.words(language), table.course.game)
    if shares is None or found is None or table.decision is None:
        return {"kind": "refused", "reason": catalogue(language).gettext("the bot gives no advice here")}
    labels = {choice.number: choice.label for choice in found.choices}
    best = sorted(zip(shares, table.decision.options, strict=True), key=lambda each: -each[0])
    options = [
        {"label": labels[option.number], "percent": round(100 * share)}
        for share, option in best[:MOST_ADVISED]
        if share > 0
    ]
    return {"kind": "advice", "revision": table.revision, "by": by, "options": options}


def joined_name(seat: str, called: str) -> str:
    """Return the name of a seat with that of the person in it, if the person has given one."""
    return f"{seat} \N{EN DASH} {called}" if called else seat


def _drawn(table: Table, words: Words, seat: int | None, shown: int, since: int) -> str:
    """Draw the table as a seat saw it after `shown` answers, with changes since `since` answers marked."""
    key = seat, words.language, shown, since
    known = table.drawn
    if key not in known:
        course = table.course
        came = course.happened(since, shown) if since < shown else ()
        scene = scene_of(
            words, course.at(shown), seat, changed_refs(words, came, seat), course.seen(shown, seat)
        )
        players = (replace(each, name=seated(table, each.seat, words)) for each in scene.players)
        taken = taken_of(words, course.seen(shown, seat), seat, course.happened(-1, shown))
        put = last_put(words, course.happened(-1, shown), seat)
        groups = tuple(_with_tops(group, put) for group in scene.groups)
        scene = replace(scene, players=tuple(players), groups=groups, taken=taken)
        decision = table.decision
        if decision is None or decision.player != seat or shown < len(table.answers):
            scene = _without_turns(scene)
        if scene.ending is not None:
            scene = replace(scene, ending=_told_ending(table, words, scene.ending))
        known[key] = drawn.table(scene)
    return known[key]


def _with_tops(group: Group, put: AbstractSet[Ref]) -> Group:
    """Return a group with what came last on top of piles without an order; `put` has the refs of that."""

    def below(piece: Piece) -> bool:
        return put.isdisjoint(piece.refs)

    return replace(
        group,
        places=tuple(
            replace(place, pieces=tuple(sorted(place.pieces, key=below)))
            if place.lies == "pile" and not place.ordered
            else place
            for place in group.places
        ),
    )


def _without_turns(scene: Scene) -> Scene:
    """Return a scene in which nobody lays a tile, and so no tile needs pictures of its other rotations."""
    groups = (
        replace(group, places=tuple(map(_unturned, group.places)))
        if any(piece.turns for place in group.places for piece in place.pieces)
        else group
        for group in scene.groups
    )
    return replace(scene, groups=tuple(groups))


def _unturned(place: Place) -> Place:
    return replace(place, pieces=tuple(replace(piece, turns=()) for piece in place.pieces))


def _told_ending(table: Table, words: Words, ending: Ending) -> Ending:
    """Return the end of the game with the course of its scores, and what decided it."""
    course = table.course
    ways = decided(words.texts, ending, course.every_score(), lambda seat: seated(table, seat, words))
    return replace(ending, course=course.score_history(), decided=ways)


def _latest(table: Table, words: Words, seat: int | None, shown: int) -> list[str]:
    """Return the refs of the things that the last of `shown` answers changed, as far as a seat can tell."""
    if not shown:
        return []
    return sorted(changed_refs(words, table.course.happened(shown - 1, shown), seat))


def _moves(table: Table, words: Words, seat: int | None, after: int) -> list[dict[str, Any]]:
    """Return what a seat has seen move since `after` answers. This is nothing after too many answers.

    Nothing has moved for a page that has not been sent the table before; then `after` is -1.
    """
    course, now = table.course, len(table.answers)
    if not max(0, now - MOST_ANSWERS) <= after < now:
        return []
    key = seat, after, now
    if key not in table.moved:
        before, seen = course.seen(after, seat), course.seen(now, seat)
        table.moved[key] = moves_of(words, course.happened(after, now), seat, before, seen)
    return [asdict(move) for move in table.moved[key]]


def _gains(table: Table, words: Words, seat: int | None, after: int) -> list[dict[str, Any]]:
    """Return what players have gained at places on boards since `after` answers, as for `_moves`."""
    course, now = table.course, len(table.answers)
    if not max(0, now - MOST_ANSWERS) <= after < now:
        return []
    return [asdict(gain) for gain in gains_of(words, course.happened(after, now), seat)]


def _told(table: Table, words: Words, seat: int | None, since: int, shown: int) -> list[dict[str, Any]]:
    """Return in parts what has happened since `since` answers, the last of `shown` answers at the end.

    A player is told first what came of the player's own answer, or else of the answer itself.
    """
    found: list[Part] = []
    last: str | None = None
    if seat is not None and since:
        said, rest = table.course.in_short(words, since, seat)
        found += rest or ([] if said is None else [Part(said)])
    for number in range(max(since, shown - MOST_ANSWERS), shown):
        said, rest = table.course.in_short(words, number + 1, seat)
        by = table.answers[number].player
        if said is not None and last == by and (added := _added(words, said, found[-1].text, by)):
            found[-1] = Part(added)
        elif said is not None:
            found.append(Part(said))
        found += rest
        last = None if rest else by
    return [part._asdict() for part in found]


def _added(words: Words, said: str, before: str, by: str) -> str | None:
    """Return a sentence about two answers of a player, who is named once, or `None` if they do not fit."""
    name = words.player(int(by[1:]) - 1)
    begins = next((name + mark for mark in (": ", " ") if said.startswith(name + mark)), None)
    return f"{before}, {said[len(begins) :]}" if begins and before.startswith(begins) else None


def _asked(table: Table, language: str) -> dict[str, Any]:
    game, decision = table.course.game, table.decision
    asked = asked_of(table.words(language), game)
    assert asked is not None and decision is not None  # noqa: S101, PT018 - somebody is asked
    return as_json(asked, decision)


def _last_turn(table: Table, viewer: Viewer, shown: int) -> int:
    """Return the number of answers after which all changes are new to a viewer.

    A player has seen everything up to the player's own last answer. Other viewers have seen everything except
    the consequences of the last answer.
    """
    if viewer.seat is None:
        return max(shown - 1, 0)
    name = seat_name(viewer.seat)
    own = (at for at in reversed(range(shown)) if table.answers[at].player == name)
    return next(own, -1) + 1


def _player(table: Table, number: int, connected: set[int], words: Words) -> dict[str, Any]:
    chair, decision = table.chairs.seats[number], table.decision
    deciding = decision is not None and decision.player == number
    return {
        "name": seated(table, number, words),
        "by": chair.by,
        "level": "" if chair.human else level_of(table.course.program, words.texts, chair.by),
        "taken": chair.taken,
        "connected": number in connected,
        "deciding": deciding,
        "thinking": deciding and not chair.human,
    }


def _notes(table: Table, viewer: Viewer) -> list[dict[str, Any]]:
    """Return the notes that a viewer may read. Until the game is over, these are only the viewer's own.

    Other people's notes may reveal hidden things, so they are shown only afterwards.
    """
    over = table.course.game.over
    return [
        note._asdict() | {"mine": note.by == viewer.name}
        for note in table.notes
        if over or note.by == viewer.name
    ]


def _stopped(table: Table, viewer: Viewer, language: str) -> str | None:
    """Say why a fault stopped the game. Only the host is told the values involved, as they may be hidden."""
    if table.fault is None:
        return None
    found = diagnose(table.fault, table.edition.compiled.names)
    title = CODES[found.code].title
    known = viewer.role == "host"
    reason = f"{found.span}: {found.code}, {found.message}" if known else f"{found.code}, {title}"
    return catalogue(language).gettext("the game came to a stop: {reason}", reason=reason)


def _proposal(table: Table, viewer: Viewer, language: str) -> dict[str, Any] | None:
    proposal = table.proposal
    if proposal is None:
        return None
    return {
        "number": proposal.number,
        "text": told(table, proposal.said, language),
        "asked": viewer.seat in proposal.needs,
        "yours": viewer == proposal.by,
        "waiting": [seated(table, seat, table.words(language)) for seat in sorted(proposal.needs)],
    }


def _undo(table: Table, viewer: Viewer) -> str | None:
    """Return whether the viewer can take back an answer: `free`, `ask` if others have to agree, or `None`."""
    last = None if viewer.role == "watch" else table.last_own(viewer)
    if last is None:
        return None
    return "ask" if table.needed_to_undo(viewer, last) else "free"


def _checker(table: Table, viewer: Viewer, language: str) -> dict[str, Any] | None:
    """Return the checker's messages about a changed specification, and the ways in which the game can go on.

    Only the host is told why the same position is impossible, because the reason may name hidden things.
    """
    change = table.change
    if change is None:
        return None
    told = {"diagnostics": change.checker, "playable": change.edition is not None, "ways": [], "note": ""}
    if change.edition is None:
        return told
    match change.carried(table.course):
        case Course() as course:
            told["note"] = "" if course.differs is None else course.differs.in_(language, str)
            if course.lost and viewer.role == "host":
                lost = catalogue(language).gettext("gone: {gone}", gone="`" + "`, `".join(course.lost) + "`")
                told["note"] = f"{told['note']}; {lost}" if told["note"] else lost
        case reason:
            lost = catalogue(language).gettext("under the changed rules there is no such position")
            told["note"] = f"{lost}: {reason.in_(language)}" if viewer.role == "host" else lost
    begun = table.course.position is not None
    names = WAYS | {"answers": SINCE} if begun else WAYS
    return told | {
        "ways": [
            {"way": way, "text": catalogue(language).gettext(names[way])} for way in change.ways(table.course)
        ]
    }
