"""The command `gamespec show GAME`, which shows what a game consists of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gamespec.catalogue import find
from gamespec.model.walk import every_phase
from gamespec.text.visible import in_one_line
from interpreter.cli.common import describe
from interpreter.cli.common.arguments import (
    example,
    format_option,
    game_argument,
    language_option,
    players_option,
    reach_option,
    set_option,
)
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.loading import compiled, document, load
from interpreter.cli.common.output import heading, paragraph, print_table
from interpreter.cli.common.screen import echo, styled
from interpreter.cli.design.resolved import resolved

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import gamespec
    from gamespec.compile import Compiled
    from gamespec.model.model import Game

__all__ = ["command"]


@click.command(
    "show",
    epilog=example(
        "gamespec show my-game --lang de",
        "gamespec show my-game --set hand_size=8",
        "gamespec show my-game+young --resolved",
        "gamespec show my-game --format markdown",
    ),
)
@game_argument
@language_option
@players_option
@set_option
@reach_option
@format_option("text", "markdown")
@click.option(
    "--resolved",
    "as_document",
    is_flag=True,
    help="Print the merged specification as YAML; comments name the file and line that set each part.",
)
def command(  # noqa: PLR0913 - one parameter an option
    game: str,
    language: str,
    players: int | None,
    options: Mapping[str, str],
    style: str,
    *,
    as_document: bool,
) -> int:
    """Show what a game consists of.

    The numbers of components are those for the given number of players and options, or for the defaults.
    In markdown it is a page to read, with the course of the game and its variants.
    """
    if as_document and style == "markdown":
        raise Stop("`--resolved` prints YAML, not markdown", "leave out one of them")
    spec = load(game)
    made = compiled(spec, players, options)
    if as_document:
        for line in resolved(document(spec, options)):
            echo(line)
        return Status.OK
    if style == "markdown":
        from interpreter.cli.write.pages import page

        echo(page(spec, made, language), nl=False)
        return Status.OK
    _introduce(spec, made, language)
    _options(spec.model, made, language)
    _requires(spec.model, language)
    _components(spec.model, made, language)
    for section in _SECTIONS:
        section(spec.model, language)
    return Status.OK


def _introduce(spec: gamespec.Spec, made: Compiled, language: str) -> None:
    echo(styled(in_one_line(spec.title.in_(language)), bold=True))
    if about := describe.text_or(spec.about, language):
        paragraph(about)
    shown = f", shown for {made.program.players}" if len(spec.players) > 1 else ""
    echo(f"{spec.called}, {describe.players(spec.players)}{shown}")
    for path in find(spec.name):
        echo(f"{path}")
    echo(f"hash {spec.hash}")


def _options(game: Game, made: Compiled, language: str) -> None:
    if not game.options:
        return
    heading("options")
    rows = []
    for option in game.options:
        name, default, label = (
            option.ident.name,
            option.default.text,
            describe.text_or(option.label, language),
        )
        now = (
            str(made.names.options[name]).lower()
            if isinstance(made.names.options[name], bool)
            else str(made.names.options[name])
        )
        rows.append((name, describe.type_text(option.type), default, "" if now == default else now, label))
    print_table(rows, ("name", "type", "default", "now", "label"), "  ")


def _requires(game: Game, language: str) -> None:
    if game.requires:
        heading("required of options")
        rows = [(r.condition.text, describe.text_or(r.says, language)) for r in game.requires]
        print_table(rows, indent="  ")


def _components(game: Game, made: Compiled, language: str) -> None:
    if not game.components:
        return
    heading("components")
    rows = [
        (
            kind.ident.name,
            str(len(made.names.world.kinds[kind.ident.name].names)),
            "each player" if kind.per is not None else "",
            ", ".join(describe.attribute(a, kind.back) for a in kind.attributes),
            kind.start.text,
            describe.template(kind.label, language),
        )
        for kind in game.components
    ]
    print_table(rows, ("kind", "count", "for", "attributes", "start", "label"), "  ", right=("count",))


def _enums(game: Game, language: str) -> None:
    if game.enums:
        heading("enumerations")
    for enum in game.enums:
        values = (describe.text_or(enum.labels.get(v.name), language, v.name) for v in enum.values)
        paragraph(f"{enum.ident}: {', '.join(values)}", "  ")


def _spaces(game: Game, language: str) -> None:
    if game.spaces:
        heading("spaces")
        rows = [(s.ident.name, describe.extent(s), describe.text_or(s.label, language)) for s in game.spaces]
        print_table(rows, indent="  ")


def _zones(game: Game, language: str) -> None:
    if not game.zones:
        return
    heading("zones")
    rows = [
        (
            zone.ident.name,
            zone.of.name,
            describe.keys(zone.per),
            zone.seen_by,
            describe.zone_traits(zone),
            describe.text_or(zone.label, language),
        )
        for zone in game.zones
    ]
    print_table(rows, ("name", "of", "per", "seen by", "traits", "label"), "  ")


def _counters(game: Game, language: str) -> None:
    if not (game.variables or game.resources):
        return
    heading("variables and resources")
    rows = [
        (
            v.ident.name,
            describe.type_text(v.type),
            describe.keys(v.per),
            v.seen_by,
            describe.text_or(v.label, language),
        )
        for v in game.variables
        if v.agenda is None
    ]
    for r in game.resources:
        supply = f"supply {r.supply.text}" if r.supply is not None else "no limit"
        label = describe.text_or(r.label, language)
        rows.append(
            (r.ident.name, describe.type_text(r.type), describe.held_by(r), "everyone", label or supply)
        )
    print_table(rows, ("name", "type", "per", "seen by", "label"), "  ")


def _course(game: Game, language: str) -> None:
    heading("phases")
    phases = every_phase(game.phases)
    rows = [(p.ident.name, describe.phase(p), describe.text_or(p.label, language)) for p in phases]
    print_table(rows, indent="  ")
    if game.end:
        heading("end")
        ends = [
            (e.ident.name, describe.end(e), f"when {e.when.text}", describe.text_or(e.label, language))
            for e in game.end
        ]
        print_table(ends, indent="  ")
    if game.limit is not None:
        echo(f"  after {game.limit.decisions.text} decisions: {game.limit.then}")


def _score(game: Game, language: str) -> None:
    if game.score:
        heading("score")
        names = (part.ident.name if part.ident is not None else "points" for part in game.score)
        rows = [
            (describe.text_or(part.label, language, name), part.body.text)
            for name, part in zip(names, game.score, strict=True)
        ]
        print_table(rows, indent="  ")


def _actions(game: Game, language: str) -> None:
    if game.actions:
        heading("actions")
        rows = [
            (a.ident.name, describe.picks(a.picks), describe.template(a.label, language))
            for a in game.actions
        ]
        print_table(rows, ("name", "with", "label"), "  ")


def _measures(game: Game, language: str) -> None:
    if game.measures:
        heading("measures")
        rows = [
            (e.ident.name, describe.measured(e), e.body.text, describe.text_or(e.label, language))
            for e in game.measures
        ]
        print_table(rows, ("name", "when", "value", "label"), "  ")


def _invariants(game: Game, language: str) -> None:
    if game.invariants:
        heading("invariants")
        rows = [
            (e.ident.name, describe.checked(e), describe.text_or(e.says, language, e.body.text))
            for e in game.invariants
        ]
        print_table(rows, indent="  ")


def _rulings(game: Game, language: str) -> None:
    if game.rulings:
        heading("rulings")
    for ruling in game.rulings:
        option = f" (option {', '.join(f'`{o}`' for o in ruling.options)})" if ruling.options else ""
        echo(f"  {ruling.ident}: {ruling.heading}{option}")
        paragraph(ruling.says.in_(language), "    ")


_SECTIONS: tuple[Callable[[Game, str], None], ...] = (
    _enums,
    _spaces,
    _zones,
    _counters,
    _course,
    _score,
    _actions,
    _measures,
    _invariants,
    _rulings,
)
