"""Collects what the sheet of reference of a game says, from its specification."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gamespec.model import model as m
from gamespec.model.walk import steps_within
from gamespec.trees import types as t
from interpreter.cli.common import describe
from interpreter.cli.share.printing import dice
from interpreter.drawn.sheets import Wanted, planned
from interpreter.drawn.sheets.reference import Listed, Reference, Run, Said, Section, Tabled
from interpreter.locale import Catalogue, catalogue
from interpreter.scene.reading import Reading, is_player

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import gamespec
    from gamespec.world.world import ZoneRule
    from interpreter.drawn.sheets import Album, Laid
    from interpreter.engine.game import Game
    from interpreter.scene.contents import Counter as Marker
    from interpreter.words import Words

__all__ = ["reference_of"]

FEW = 8
"""The greatest number of values of an attribute whose components are counted by it."""

LONGEST = 40
"""The greatest number of rows of a table that is printed."""

TIMES = "\N{MULTIPLICATION SIGN}"

PICTURES = 4
"""The number of pictures beside the title."""

_NAME = re.compile(r"[a-z]\w*")


def reference_of(
    spec: gamespec.Spec, words: Words, game: Game, album: Album, counters: Sequence[Marker]
) -> Reference:
    """Return the reference of a game, with pictures of what `album` has drawn."""
    writer = _Writer(
        spec.model, words, Reading(words, game.common_observation(), None, always=True), album, counters
    )
    texts = writer.texts
    number = words.program.players
    sections = (
        Section(texts.gettext("In the box"), tuple(writer.box())),
        Section(
            texts.ngettext("To begin, for {n} player", "To begin, for {n} players", number, n=number),
            tuple(writer.begin()),
        ),
        Section(texts.gettext("The course of the game"), tuple(writer.course())),
        Section(texts.gettext("Scores"), tuple(writer.scores())),
        Section(texts.gettext("The end"), tuple(writer.end())),
        Section(texts.gettext("Rules in short"), tuple(writer.short())),
        Section(texts.gettext("Options"), tuple(writer.options())),
        Section(texts.gettext("Rulings"), tuple(writer.rulings())),
    )
    shown = writer.pictures()
    return Reference(
        spec.title.in_(words.language),
        describe.text_or(spec.about, words.language),
        (writer.players(spec.players),),
        sections,
        tuple(laid.front for laid in shown),
        words.language,
        frozenset(laid.front for laid in shown if laid.size.round),
    )


@dataclass(frozen=True)
class _Writer:
    """Writes the sections of a reference. Each method yields entries."""

    game: m.Game
    words: Words
    reading: Reading
    album: Album
    counters: Sequence[Marker]

    @property
    def texts(self) -> Catalogue:
        return catalogue(self.words.language)

    def text(self, text: m.Text | None, otherwise: str = "") -> str:
        return describe.text_or(text, self.words.language, otherwise)

    def note(self, ident: m.Ident) -> str:
        """Return the author's comment on a declaration in English, in which comments are written."""
        return describe.note(ident).replace("`", "") if self.words.language == "en" else ""

    def players(self, numbers: range) -> str:
        fewest, most = numbers[0], numbers[-1]
        if fewest == most:
            return self.texts.ngettext("{n} player", "{n} players", most, n=most)
        return self.texts.gettext("{fewest} to {most} players", fewest=fewest, most=most)

    def pictures(self) -> list[Laid]:
        """Return what is shown beside the title: a few things with different faces, of each kind in turn."""
        kinds = dict.fromkeys(laid.kind for laid in self.album.laid if not laid.counts)
        by_kind = [
            [*{laid.front: laid for laid in self.album.laid if laid.kind == kind}.values()] for kind in kinds
        ]
        found: list[Laid] = []
        for step in range(PICTURES):
            for faces in by_kind:
                index = step * max(1, len(faces) // PICTURES)
                if index < len(faces):
                    found.append(faces[index])
        return found[:PICTURES]

    # --- the box ---------------------------------------------------------------------------------------

    def box(self) -> Iterator[Listed]:
        for name, kind in self.words.names.world.kinds.items():
            count = len(kind.names)
            called = self.words.counted(name, self.words.kind(name), count)
            drawn = next((laid for laid in self.album.laid if laid.kind == name), None)
            image = None if drawn is None else drawn.front
            is_round = drawn is not None and drawn.size.round
            told = (called or f"{count} {self.words.kind(name)}").partition(" ")[2]
            yield Listed(str(count), told, self.split(name), image, is_round)
        for board, _ in planned(self.album, Wanted()):
            yield Listed(str(board.copies), _capital(board.title), self.texts.gettext("board"), board.image)
        for name in dict.fromkeys(counter.name for counter in self.counters):
            yield self.counted([counter for counter in self.counters if counter.name == name])
        if needed := dice(self.game, self.words.compiled, self.words.language):
            yield Listed("+", self.texts.gettext("to have at hand"), ", ".join(needed))

    def counted(self, counters: Sequence[Marker]) -> Listed:
        """Return the line of the counters for one variable or resource."""
        drawn = next(
            (laid for laid in self.album.laid if laid.counts and laid.kind == counters[0].name), None
        )
        each = [(counter.count, counter.piece.short or counter.piece.name) for counter in counters]
        told = ", ".join(f"{count} {TIMES} {name}" for count, name in each) if len(each) > 1 else ""
        coins = counters[0].sort == "coin"
        what = self.texts.gettext("tokens") if coins else self.texts.gettext("counters")
        image = None if drawn is None else drawn.front
        more = ": ".join(filter(None, (what, told)))
        return Listed(
            str(sum(count for count, _ in each)), _capital(counters[0].title), more, image, round=True
        )

    def split(self, name: str) -> str:
        """Return how many components of a kind have each value of its first attribute with few values."""
        kind = self.words.names.world.kinds[name]
        for attribute, (type_, values) in kind.columns.items():
            different = Counter(values)
            plain = isinstance(t.strip(type_), t.Named) and self.words.is_shown(name, attribute)
            if plain and attribute != "row" and 1 < len(different) <= min(FEW, len(values) - 1):
                return ", ".join(f"{n} {self.words.value(type_, value)}" for value, n in different.items())
        return ""

    # --- the beginning ---------------------------------------------------------------------------------

    def begin(self) -> Iterator[Said]:
        """Yield where components lie when the first player decides, and what players have."""
        zones = {zone.ident.name: zone for zone in self.game.zones}
        for rule in self.reading.families:
            lying = [
                (keys, len(self.reading.seen.zones[number])) for number, keys in self.reading.zones(rule)
            ]
            if any(count for _, count in lying):
                hidden = zones[rule.zone.name].seen_by == "nobody"
                yield Said(
                    _capital(self.reading.zone_name(rule)), ((self.lying(rule, lying, hidden=hidden), False),)
                )
        names = {each.ident.name for each in self.game.resources}
        for number, store in self.reading.stores:
            amounts = {self.reading.held(number, index)[0] for index, _ in self.reading.members(number)}
            if store.name in names and len(amounts) == 1 and amounts != {0}:
                (amount,) = amounts
                each = self.texts.gettext("{what} for each", what=amount)
                yield Said(_capital(self.reading.store_name(number)), ((each, False),))

    def lying(self, rule: ZoneRule, zones: Sequence[tuple[tuple[int, ...], int]], *, hidden: bool) -> str:
        """Say how many components lie in the zones of a family."""
        kind = rule.kind.name
        of_players = bool(rule.zone.keys) and is_player(rule.zone.keys[0])
        sizes = {count for _, count in zones}
        if of_players and len(sizes) == 1:
            said = self.texts.gettext("{what} for each player", what=self.some(kind, sizes.pop()))
        else:
            said = self.some(kind, sum(count for _, count in zones))
        return ", ".join((said, self.texts.gettext("hidden"))) if hidden else said

    def some(self, kind: str, count: int) -> str:
        called = self.words.kind(kind)
        return self.words.counted(kind, called, count) or (
            called if count == 1 else f"{count} {TIMES} {called}"
        )

    # --- the course ------------------------------------------------------------------------------------

    def course(self) -> Iterator[Said]:
        yield from self.phases(self.game.phases, 0)

    def phases(self, phases: Sequence[m.PhaseDecl], level: int) -> Iterator[Said]:
        for phase in phases:
            name = self.text(phase.label, phase.ident.name.replace("_", " "))
            turns = {
                "clockwise": self.texts.gettext("players have turns clockwise"),
                "counterclockwise": self.texts.gettext("players have turns counterclockwise"),
            }.get(phase.turns or "", self.texts.gettext("again and again") if phase.phases else "")
            said = ". ".join(map(_capital, filter(None, (turns, self.note(phase.ident)))))
            yield Said(_capital(name), ((said, False),) if said else (), level)
            yield from self.decisions(phase.do, level + 1, set())
            yield from self.phases(phase.phases, level + 1)

    def decisions(self, steps: Sequence[m.Step], level: int, gone: set[str]) -> Iterator[Said]:
        """Yield the decisions in steps, in procedures that they run, and in actions that they offer."""
        procedures = {procedure.ident.name: procedure for procedure in self.game.procedures}
        actions = {action.ident.name: action for action in self.game.actions}
        for step in steps_within(steps):
            match step:
                case m.Offer():
                    if prompt := self.runs(step.prompt, ()):
                        yield Said("", prompt, level)
                    for offered in step.actions:
                        if offered.action.name not in gone:
                            gone.add(offered.action.name)
                            yield from self.action(actions[offered.action.name], level + 1, gone)
                case m.Choose():
                    runs = self.runs(step.prompt, ()) or self.runs(step.label, step.picks)
                    if runs:
                        yield Said("", _begun(runs), level)
                case m.Run() if step.procedure.name not in gone:
                    gone.add(step.procedure.name)
                    yield from self.decisions(procedures[step.procedure.name].do, level, gone)
                case _:
                    pass

    def action(self, action: m.ActionDecl, level: int, gone: set[str]) -> Iterator[Said]:
        name = action.ident.name.replace("_", " ")
        runs = self.runs(action.label, action.picks) or ((name, False),)
        note = self.note(action.ident)
        yield Said("", _begun((*runs, (f". {_capital(note)}", False)) if note else runs), level)
        yield from self.decisions(action.do, level + 1, gone)

    def runs(self, templates: m.Templates | None, picks: Sequence[m.Pick]) -> tuple[Run, ...]:
        """Return a text whose gaps say what is chosen, or stand for what only play tells."""
        if templates is None:
            return ()
        by_language = templates.by_language
        chosen = (
            by_language.get(self.words.language) or by_language.get("en") or next(iter(by_language.values()))
        )
        labels = {pick.ident.name: self.text(pick.label, pick.ident.name.replace("_", " ")) for pick in picks}
        found: list[Run] = []
        gaps = [*zip(chosen.holes, chosen.choices, strict=True), (None, None)]
        for literal, (hole, choice) in zip(chosen.literals, gaps, strict=True):
            found.append((literal, False))
            if choice is not None:
                found.append(("/".join(filter(None, (each.strip() for each in choice))), False))
            elif hole is not None:
                found.append((self.gap(hole.text.strip(), labels), True))
        return tuple(run for run in found if run[0])

    def gap(self, expression: str, labels: Mapping[str, str]) -> str:
        """Return what stands for an expression: the name of a pick or of an attribute of one, or `…`."""
        name, _, attribute = expression.partition(".")
        if _NAME.fullmatch(attribute):
            kinds = (
                kind.ident.name
                for kind in self.game.components
                if attribute in {column.ident.name for column in kind.attributes}
            )
            kind = next(kinds, None)
            return "…" if kind is None else self.words.attribute(kind, attribute)
        plain = name.partition("[")[0]
        stores = {each.ident.name: each.label for each in self.game.variables}
        stores |= {each.ident.name: each.label for each in self.game.resources}
        if plain in stores:
            return self.text(stores[plain], plain.replace("_", " "))
        return labels.get(name, name.replace("_", " ") if _NAME.fullmatch(name) else "…")

    # --- the end ---------------------------------------------------------------------------------------

    def scores(self) -> Iterator[Said | Tabled]:
        for part in self.game.score:
            if part.ident is not None:
                name, note = self.text(part.label, part.ident.name.replace("_", " ")), self.note(part.ident)
                yield Said("", ((_capital(f"{name}: {note}" if note else name), False),), 1)
        for table in self.game.tables:
            if len(table.rows) <= LONGEST:
                yield self.tabled(table)

    def tabled(self, table: m.TableDecl) -> Tabled:
        names = [column.ident.name for column in table.columns]
        heads = tuple(self.text(c.label, c.ident.name.replace("_", " ")) for c in table.columns)
        rows = tuple(tuple(self.cell(row.cells.get(name)) for name in names) for row in table.rows)
        note = self.note(table.ident)
        title = table.ident.name.replace("_", " ")
        return Tabled(_capital(f"{title}: {note}" if note else title), heads, rows)

    def cell(self, value: object) -> str:
        if value is None:
            return ""
        said = getattr(value, "value", value)
        return str(getattr(said, "text", said)).replace("_", " ")

    def end(self) -> Iterator[Said]:
        for end in self.game.end:
            name, note = self.text(end.label, end.ident.name.replace("_", " ")), self.note(end.ident)
            yield Said("", ((_capital(f"{name}: {note}" if note else name), False),), 1)

    # --- rules -----------------------------------------------------------------------------------------

    def short(self) -> Iterator[Said]:
        said = (self.text(each.says) for each in self.game.invariants)
        for text in dict.fromkeys(filter(None, said)):
            yield Said("", ((text, False),), 1)

    def options(self) -> Iterator[Said]:
        for option in self.game.options:
            value = self.words.names.options[option.ident.name]
            told = self.truth(value) if isinstance(value, bool) else str(value).replace("_", " ")
            name = self.text(option.label, option.ident.name.replace("_", " "))
            yield Said("", ((f"{name}: ", False), (told, True)), 1)

    def truth(self, value: bool) -> str:  # noqa: FBT001 - it is the value that is told
        return self.texts.gettext("yes") if value else self.texts.gettext("no")

    def rulings(self) -> Iterator[Said]:
        """Yield the rulings, those under the same heading together."""
        for heading in dict.fromkeys(ruling.heading for ruling in self.game.rulings):
            own = [ruling for ruling in self.game.rulings if ruling.heading == heading]
            said = [((ruling.says.in_(self.words.language), False),) for ruling in own]
            yield Said(heading, said[0] if len(said) == 1 else ())
            yield from (Said("", each, 1) for each in said if len(said) > 1)


def _capital(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def _begun(runs: Sequence[Run]) -> tuple[Run, ...]:
    """Return a text in parts with a capital letter at its beginning."""
    return tuple((_capital(text) if index == 0 else text, gap) for index, (text, gap) in enumerate(runs))
