"""Writes a game as a Markdown page, which contains what the specification says except the steps.

`gamespec show GAME --format markdown` prints the page. `python -m interpreter.cli.write.pages` writes a page
for each shipped game, and an index, to `docs/games`. A test compares these pages with the specifications. The
pages include the authors' comments at the end of declarations.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import gamespec
from gamespec.compile import Compiled
from gamespec.documents.files import MAX_BYTES
from gamespec.model import model as m
from gamespec.model.walk import steps_within
from gamespec.system.plain import read_bytes
from gamespec.trees.ast import Expression
from interpreter.cli.common import describe

__all__ = ["documents", "page"]

_NAME = re.compile(r"[a-z]\w*")
_RANGE = re.compile(r"(-?\w+)\.\.(-?\w+)")
_SEEN_BY = {"everyone": "everyone", "nobody": "nobody", "owner": "its owner", "others": "all but its owner"}
_CHECKED = {
    "step": "after each step that changes something",
    "decision": "before each decision and when the game is over",
    "turn": "at the end of each turn",
    "end": "when the game is over",
}
_LIMITS = {"rank": "the players are ranked", "draw": "it is a draw", "truncate": "it is cut short"}

_MADE = "<!-- Made by `python -m interpreter.cli.write.pages` from games/{game}; change it there. -->"
_INDEX = """\
# The games

<!-- Made by `python -m interpreter.cli.write.pages`. -->

These pages show what the specifications of the games in this repository say.
`gamespec show GAME --format markdown` makes such a page of your own game.
"""


def documents() -> dict[str, str]:
    """Return the pages of all shipped games and the index of the pages, by file name."""
    pages, rows = {}, []
    for name in gamespec.games():
        spec = gamespec.load(name)
        title, _, rest = page(spec, spec.compiled(), "en").partition("\n")
        source = (
            f"Its specification: [games/{name}/game.yaml](../../games/{name}/game.yaml). "
            f"`gamespec show {name} --resolved` prints it."
        )
        pages[f"{name}.md"] = f"{title}\n\n{_MADE.format(game=name)}\n{rest}\n{source}\n"
        numbers = describe.players(spec.players).partition(" player")[0]
        about = describe.text_or(spec.about, "en")
        link = f"[{spec.title}]({name}.md)"
        rows.append((link, numbers, about, ", ".join(_code(v) for v in gamespec.variants(name))))
    index = "\n".join((_INDEX, *_table(("game", "players", "about", "variants"), rows)))
    return {"index.md": f"{index}\n", **pages}


def page(spec: gamespec.Spec, made: Compiled, language: str) -> str:
    """Return the page of a game. The numbers of components on it are those of `made`."""
    lines = [f"# {spec.title.in_(language)}", ""]
    if spec.about is not None:
        lines += [spec.about.in_(language), ""]
    lines += [f"{describe.players(spec.players)} · `gamespec play {spec.name}`", ""]
    writer = _Writer(spec.model, made, language)
    sections: dict[str, Iterable[str]] = {
        "Components": writer.components(),
        "Boards": writer.boards(),
        "Zones": writer.zones(),
        "What is kept track of": writer.counters(),
        "The course of the game": writer.course(),
        "Actions": writer.actions(),
        "Events": writer.events(),
        "The end": writer.end(),
        "Terms": writer.terms(),
        "Options": writer.options(),
        "Measures": writer.measures(),
        "Invariants": writer.invariants(),
        "Variants": _variants(spec, language),
        "Rulings": writer.rulings(),
    }
    for title, section in sections.items():
        if body := list(section):
            lines += [f"## {title}", "", *body, ""]
    return "\n".join(lines)


@dataclass(frozen=True)
class _Writer:
    """Writes the sections of a game's page. Each method yields lines."""

    game: m.Game
    made: Compiled
    language: str

    def text(self, text: m.Text | None) -> str:
        return describe.text_or(text, self.language)

    def note(self, ident: m.Ident) -> str:
        """Return the author's comment on a declaration, or an empty string if the page is not in English.

        Comments are always in English.
        """
        return describe.note(ident) if self.language == "en" else ""

    def said(self, ident: m.Ident, label: m.Text | None) -> str:
        """Return the label of a declaration and the author's comment on it, separated by a semicolon."""
        return "; ".join(filter(None, (self.text(label), self.note(ident))))

    def board_names(self) -> frozenset[str]:
        return frozenset(space.ident.name for space in self.game.spaces)

    def components(self) -> Iterator[str]:
        boards = self.board_names()
        rows = []
        for kind in self.game.components:
            count = len(self.made.names.world.kinds[kind.ident.name].names)
            number = f"{count // self.made.program.players} each" if kind.per is not None else str(count)
            printed, start = _attributes(kind.attributes, boards, kind.back), _code(kind.start.text)
            rows.append((_code(kind.ident.name), number, printed, start, self.note(kind.ident)))
        yield from _table(("component", "how many", "printed on it", "begins in", ""), rows)
        if self.game.parts or self.game.enums or self.game.tables:
            yield ""
        for part in self.game.parts:
            note = self.note(part.ident)
            line = (
                f"- `{part.ident}`, a part of each `{part.part_of}`: {_attributes(part.attributes, boards)}"
            )
            yield f"{line}; {note}" if note else line
        for enum in self.game.enums:
            names = (describe.text_or(enum.labels.get(v.name), self.language, v.name) for v in enum.values)
            yield f"- `{enum.ident}`: {', '.join(names)}"
        for table in self.game.tables:
            note = self.note(table.ident)
            line = f"- table `{table.ident}`, {len(table.rows)} rows: {_attributes(table.columns, boards)}"
            yield f"{line}; {note}" if note else line

    def boards(self) -> Iterator[str]:
        for space in self.game.spaces:
            note = self.note(space.ident)
            yield f"- `{space.ident}`: {describe.extent(space)}" + (f"; {note}" if note else "")

    def zones(self) -> Iterator[str]:
        boards = self.board_names()
        rows = [
            (
                _code(zone.ident.name),
                _code(zone.of.name),
                _each(zone.per, boards),
                _SEEN_BY[zone.seen_by],
                "; ".join(filter(None, (describe.zone_traits(zone), self.said(zone.ident, zone.label)))),
            )
            for zone in self.game.zones
        ]
        yield from _table(("zone", "holds", "one for", "seen by", ""), rows)

    def counters(self) -> Iterator[str]:
        boards = self.board_names()
        rows = []
        for v in (v for v in self.game.variables if v.agenda is None):
            again = "begins again each" if v.lasts and v.lasts.name == "turn" else "begins again after"
            lasts = f"{again} {_words(v.lasts.name)}" if v.lasts is not None else ""
            said = "; ".join(filter(None, (lasts, self.said(v.ident, v.label))))
            rows.append(
                (
                    _code(v.ident.name),
                    _values(v.type, boards),
                    _each(v.per, boards),
                    _SEEN_BY[v.seen_by],
                    said,
                )
            )
        for r in self.game.resources:
            start = f"{_code(r.start.text)} to begin with" if r.start is not None else ""
            supply = f"{_code(r.supply.text)} in all" if r.supply is not None else ""
            said = "; ".join(filter(None, (start, supply, self.said(r.ident, r.label))))
            rows.append(
                (
                    _code(r.ident.name),
                    _values(r.type, boards),
                    _each((*r.per, *([r.of] if r.of is not None else ())), boards),
                    "everyone",
                    said,
                )
            )
        yield from _table(("name", "values", "one for", "seen by", ""), rows)

    def course(self) -> Iterator[str]:
        yield from self.phases(self.game.phases)

    def phases(self, phases: tuple[m.PhaseDecl, ...], indent: str = "") -> Iterator[str]:
        """Yield a line for each phase in order, with nested phases indented."""
        for number, phase in enumerate(phases, 1):
            name, label = _words(phase.ident.name), self.text(phase.label)
            label = f", {label}" if label not in {"", name} else ""
            yield f"{indent}{number}. **{name}**{label}: {_turns(phase)}"
            if note := self.note(phase.ident):
                yield f"{indent}   - {note}"
            for step in _decisions(self.game, phase.do):
                yield f"{indent}   - {self.decision(step)}"
            if run := [
                _code(step.procedure.name) for step in steps_within(phase.do) if isinstance(step, m.Run)
            ]:
                yield f"{indent}   - runs {', '.join(dict.fromkeys(run))}"
            yield from self.phases(phase.phases, f"{indent}   ")

    def decision(self, step: m.Offer | m.Choose | m.Resolve) -> str:
        """Describe a decision, beginning with its prompt if there is one.

        The description names what is offered or asked for, the players who are asked, and those who see the
        answer unless all do.
        """
        if isinstance(step, m.Resolve):
            return self.next(step)
        what = (
            ", ".join(_code(offered.action.name) for offered in step.actions)
            if isinstance(step, m.Offer)
            else ", ".join(f"*{pick.ident}*" for pick in step.picks)
        )
        verb = "offers" if isinstance(step, m.Offer) else "asks for"
        who = (("asked", step.by), ("told", step.seen_by))
        said = "; ".join(f"{how}: {_code(by.span.text)}" for how, by in who if by is not None)
        by = f" ({said})" if said else ""
        return self.asked(step.prompt, f"{verb} {what}{by}")

    def next(self, step: m.Resolve) -> str:
        """Describe a step in which a player chooses which event is resolved next."""
        agenda = next(a for a in self.game.agendas if a.ident.name == step.agenda.name)
        by = f" (asked: {_code(agenda.by.span.text)})" if agenda.by is not None else ""
        return self.asked(agenda.prompt, f"offers what waits on {_code(agenda.ident.name)}{by}")

    def asked(self, templates: m.Templates | None, what: str) -> str:
        """Describe a decision as `what`, preceded by its prompt if there is one."""
        prompt = self.template(templates)
        if prompt and prompt[-1] not in ".?!":
            prompt += "."
        return f"{prompt} {what[0].upper()}{what[1:]}" if prompt else what

    def template(self, templates: m.Templates | None) -> str:
        """Format a template, with names in italics and expressions as code."""
        if templates is None:
            return ""
        by_language = templates.by_language
        chosen = by_language.get(self.language) or by_language.get("en") or next(iter(by_language.values()))
        holes = [
            _by_condition(h, choice) if choice is not None
            else f"*{h.text}*" if _NAME.fullmatch(h.text) else _code(h.text)
            for h, choice in zip(chosen.holes, chosen.choices, strict=True)
        ]  # fmt: skip
        return "".join(f"{a}{b}" for a, b in zip(chosen.literals, [*holes, ""], strict=True))

    def actions(self) -> Iterator[str]:
        for action in self.game.actions:
            label, note = self.template(action.label), self.note(action.ident)
            yield "- " + ": ".join(filter(None, (f"**{_words(action.ident.name)}**", label)))
            if note:
                yield f"  - {note}"
            if action.when is not None:
                yield f"  - if {_code(action.when.text)}"
            for pick in action.picks:
                yield f"  - {_pick(pick)}"
            if action.keeps is not None:
                yield f"  - if afterwards {_code(action.keeps.text)}"
            if action.most is not None:
                yield f"  - with the most of {_code(action.most.text)} afterwards"
            for step in _decisions(self.game, action.do):
                yield f"  - then: {self.decision(step)}"

    def events(self) -> Iterator[str]:
        for event in self.game.events:
            said = (f"**{_words(event.ident.name)}**", self.template(event.label), self.note(event.ident))
            yield "- " + ": ".join(filter(None, said))
            for handler in self.game.handlers:
                if handler.event.name == event.ident.name:
                    when = f" if {_code(handler.when.text)}" if handler.when is not None else ""
                    remark = self.note(handler.ident)
                    yield f"  - {_words(handler.ident.name)}{when}" + (f": {remark}" if remark else "")

    def end(self) -> Iterator[str]:
        for end in self.game.end:
            if end.winner is not None:
                outcome = f"{_code(end.winner.text)} wins"
            else:
                outcome = "it is a draw" if end.draw else "the players are ranked"
            note = self.said(end.ident, end.label)
            yield f"- {_words(end.ident.name)}: when {_code(end.when.text)}, {outcome}" + (
                f"; {note}" if note else ""
            )
        if self.game.teams is not None:
            yield f"- players with the same {_code(self.game.teams.text)} are a team"
        for part in self.game.score:
            what = f"score for {_words(part.ident.name)}" if part.ident is not None else "score"
            yield f"- {what}: {_code(part.body.text)}"
        if self.game.ranking:
            yield f"- ranking: {', then '.join(_code(e.text) for e in self.game.ranking)}"
        if (limit := self.game.limit) is not None:
            yield f"- after {_code(limit.decisions.text)} decisions {_LIMITS[limit.then]}"

    def measures(self) -> Iterator[str]:
        for measure in self.game.measures:
            when = "at the end of each turn" if measure.at == "turn" else "when the game is over"
            each = ", of each player" if measure.per is not None else ""
            label = self.text(measure.label) if measure.label is not None else _words(measure.ident.name)
            note = self.note(measure.ident)
            yield f"- {label}: {_code(measure.body.text)}, {when}{each}" + (f"; {note}" if note else "")

    def invariants(self) -> Iterator[str]:
        for declared in self.game.invariants:
            said, each = self.text(declared.says), ", for each player" if declared.per is not None else ""
            if said and said[-1] not in ".?!":
                said += "."
            name, note = _words(declared.ident.name), self.note(declared.ident)
            what = f"{said} {_code(declared.body.text)}".lstrip()
            yield f"- {name}: {what}, {_checked(declared)}{each}" + (f"; {note}" if note else "")

    def terms(self) -> Iterator[str]:
        declarations: tuple[m.FunctionDecl | m.ProcedureDecl, ...]
        declarations = (*self.game.functions, *self.game.procedures)
        for declared in declarations:
            if note := self.note(declared.ident):
                names = ", ".join(parameter.ident.name for parameter in declared.parameters)
                yield f"- `{declared.ident}({names})`: {note}"

    def options(self) -> Iterator[str]:
        boards = self.board_names()
        rows = [
            (_code(o.ident.name), _values(o.type, boards), _code(o.default.text), self.said(o.ident, o.label))
            for o in self.game.options
        ]
        yield from _table(("option", "values", "default", ""), rows)
        if self.game.requires:
            yield ""
        for required in self.game.requires:
            yield f"- {_code(required.condition.text)}: {self.text(required.says)}"

    def rulings(self) -> Iterator[str]:
        for ruling in self.game.rulings:
            decided = ", ".join(_code(option.name) for option in ruling.options)
            option = f" (decided by {decided})" if decided else ""
            yield f"- **{ruling.heading}**: {ruling.says.in_(self.language)}{option}"


# --- variants ---------------------------------------------------------------------------------------


def _variants(spec: gamespec.Spec, language: str) -> Iterator[str]:
    """Yield a line for each variant beside a game. Variants with mistakes are left out."""
    rows = []
    folder = spec.path.parent / "variants"
    for path in sorted(folder.glob("*.yaml")) if "+" not in spec.name else ():
        try:
            variant = gamespec.load(f"{spec.name}+{path.stem}", spec.reach)
        except (gamespec.SpecError, gamespec.UnknownGame):
            continue
        about = describe.text_or(variant.about if variant.about != spec.about else None, language)
        said = " ".join(filter(None, (about or _remark(path, language), _changed(spec, variant))))
        rows.append((_code(path.stem), variant.title.in_(language), said))
    yield from _table(("variant", "title", ""), rows)


def _remark(path: Path, language: str) -> str:
    """Return the comment at the head of a file, or an empty string if the page is not in English.

    Comments are always in English.
    """
    text = read_bytes(path, MAX_BYTES).decode(errors="replace") if language == "en" else ""
    comments = takewhile(lambda line: line.startswith("#"), text.splitlines())
    said = (line.lstrip("# ") for line in comments if "yaml-language-server" not in line)
    return " ".join(filter(None, said))


def _changed(spec: gamespec.Spec, variant: gamespec.Spec) -> str:
    """Describe the options whose default the variant changes, and the options that it adds."""
    usual: Mapping[str, str] = {option.ident.name: option.default.text for option in spec.model.options}
    options = [o for o in variant.model.options if usual.get(o.ident.name) != o.default.text]
    said = ", ".join(f"`{option.ident}` {option.default.text}" for option in options)
    return f"Options: {said}." if said else ""


# --- pieces -----------------------------------------------------------------------------------------


def _decisions(game: m.Game, steps: Sequence[m.Step]) -> Iterator[m.Offer | m.Choose | m.Resolve]:
    """Yield the decisions in `steps`, in the procedures that they run and in the handlers they trigger."""
    procedures = {procedure.ident.name: procedure.do for procedure in game.procedures}
    chosen = {agenda.ident.name for agenda in game.agendas if agenda.next == "chosen"}
    gone: set[tuple[str, str]] = set()

    def walk(steps: Iterable[m.Step]) -> Iterator[m.Offer | m.Choose | m.Resolve]:
        for step in steps_within(steps):
            match step:
                case m.Offer() | m.Choose():
                    yield step
                case m.Resolve() if step.agenda.name in chosen:
                    yield step
                case m.Run() if ("run", step.procedure.name) not in gone:
                    gone.add(("run", step.procedure.name))
                    yield from walk(procedures[step.procedure.name])
                case m.Announce() if ("announce", step.event.name) not in gone:
                    gone.add(("announce", step.event.name))
                    for handler in game.handlers:
                        if handler.event.name == step.event.name:
                            yield from walk(handler.do)
                case _:
                    pass

    return walk(steps)


def _by_condition(condition: Expression, choice: tuple[str, str]) -> str:
    """Format a text that depends on a condition, with the alternative text if there is one."""
    first, other = choice
    rest = f", else: {other.strip()}" if other else ""
    return f" [{first.strip()}, if {_code(condition.text.strip())}{rest}]"


def _turns(phase: m.PhaseDecl) -> str:
    """Describe who takes turns in a phase, and for how long."""
    if phase.phases:
        until = f", until {_code(phase.until.text)}" if phase.until is not None else ""
        return f"again and again{until}"
    if phase.turns is None:
        return "once, without turns"
    parts: list[tuple[str, Expression | None]] = [
        ("beginning with", phase.first),
        ("only a `player` for whom", phase.who),
        ("next is", phase.next),
        ("until", phase.until),
    ]
    said = (f", {words} {_code(expression.text)}" for words, expression in parts if expression is not None)
    return f"turns {phase.turns}{''.join(said)}"


def _checked(declared: m.InvariantDecl) -> str:
    """Describe when an invariant is checked."""
    if declared.around is not None:
        return f"{declared.time} {_code(declared.around.name)}"
    return _CHECKED[declared.time]


def _pick(pick: m.Pick) -> str:
    """Describe one of the values that an action asks for."""
    count = f"{_code(pick.count.text)} of" if pick.count is not None else "one of"
    where = f" where {_code(pick.where.text)}" if pick.where is not None else ""
    return f"*{pick.ident}*: {count} {_code(pick.source.text)}{where}{', or none' if pick.optional else ''}"


def _attributes(
    parameters: Iterable[m.ColumnDecl], boards: Container[str], back: tuple[m.Ident, ...] = ()
) -> str:
    """Describe attributes by their names, each with its values unless they have the same name.

    The description also says which attributes are printed on the back.
    """
    said, behind = [], {ident.name for ident in back}
    for parameter in parameters:
        name, values = parameter.ident.name, describe.type_text(parameter.type)
        text = name if values.rstrip("?") == name else f"{name} ({_values(parameter.type, boards)})"
        if parameter.per:
            text += f" for {_each(parameter.per, boards)}"
        said.append(f"{text}, on the back, too" if name in behind else text)
    return "; ".join(said) if behind else ", ".join(said)


def _values(ref: m.TypeRef, boards: Container[str]) -> str:
    """Describe the values of a type in words, as in `0 to 9`, `yes or no` or `player or none`."""
    text = describe.type_text(ref)
    if ref.names:
        return ", ".join(name.name for name in ref.names)
    name, _, direction = text.removesuffix("?").partition(".")
    if name in boards:
        plain = f"{'direction' if direction else 'cell'} of {name}"
    else:
        plain = "yes or no" if text == "bool" else _RANGE.sub(r"\1 to \2", text.removesuffix("?"))
    return f"{plain} or none" if text.endswith("?") else plain


def _each(per: Iterable[m.TypeRef], boards: Container[str]) -> str:
    """Describe the keys of a family, as in `each player and suit`."""
    names = " and ".join(_values(ref, boards) for ref in per)
    return f"each {names}" if names else ""


def _words(name: str) -> str:
    return name.replace("_", " ")


def _code(text: str) -> str:
    return f"`{' '.join(text.split())}`"


def _table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table without empty columns. Yield nothing if there are no rows."""
    kept = [i for i in range(len(headers)) if any(row[i] for row in rows)]
    lines = (headers, ["---"] * len(headers), *rows) if kept else ()
    for line in lines:
        yield f"| {' | '.join(line[i].replace('|', chr(92) + '|') for i in kept)} |"


if __name__ == "__main__":
    place = Path(__file__).parents[3] / "docs" / "games"
    place.mkdir(exist_ok=True)
    for name, text in documents().items():
        (place / name).write_text(text, encoding="utf-8")
