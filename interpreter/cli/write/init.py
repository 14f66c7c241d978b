"""The command `gamespec init NAME`, which makes a folder with a new game, an overlay or a project."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gamespec.catalogue import is_path, parted, paths
from gamespec.documents.reach import PROJECT_FILES, Reach, project
from gamespec.system.plain import real
from gamespec.system.resources import directory
from gamespec.system.writing import in_the_way, new_folder, replace_file
from interpreter.cli.common.about import manual, source, version
from interpreter.cli.common.arguments import example, named_paths, reach_option
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.completing import games
from interpreter.cli.common.loading import load
from interpreter.cli.common.screen import echo
from interpreter.cli.write.project_files import project_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import gamespec

__all__ = ["command"]

SCENARIOS = "scenarios/NAME.yaml"
_VALUES = frozenset({"true", "false", "null"})
"""Words that YAML does not read as text."""

GAME = """\
# yaml-language-server: $schema=SCHEMAS/game.schema.json
#
# A small but complete game, to turn into yours. The first player to get rid of all cards wins: a card
# may go on the pile if it has the suit or the rank of the top card. Whoever has none that fits draws one.
language: 1
game: NAME
title: TITLE
players: 2..4

options:                       # what players may choose before the game: `--set hand_size=7`
  hand_size: {type: 3..8, default: 5, label: Cards in hand}

enums:
  suit: [ferns, berries, shells]

components:                    # things with an identity: each is in exactly one zone
  card:
    attributes: {suit: suit, rank: 1..9}
    all: {suit: suit, rank: 1..9}     # one card for each combination, 27 in all
    label: "{suit} {rank}"
    start: deck

zones:                         # the places where components lie, and who sees them
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
  pile: {of: card, ordered: true}

functions:
  fits:
    with: {c: card, on: card}
    is: c.suit == on.suit or c.rank == on.rank

actions:                       # what a player may be offered; `me` is the player asked
  play:
    label: play {c}
    with: {c: {from: "hand[me]", where: "fits(c, the(top(pile)))"}}
    do: [{move: c, to: pile}]
  draw:
    label: draw a card
    when: not empty(deck)
    do: [{move: "top(deck, 1)", to: "hand[me]"}]

setup:
  - shuffle: deck
  - for: {p: players}
    do: [{move: "top(deck, hand_size)", to: "hand[p]"}]
  - {move: "top(deck, 1)", to: pile}

phases:
  main:
    turns: clockwise
    do:
      - offer: [play, draw]
        otherwise: []          # no card fits and none can be drawn: the turn is over

end:
  out: {when: "any(p in players: empty(hand[p]))", winner: "the(p in players: empty(hand[p]))"}
  stuck: {when: "empty(deck) and none(p in players: any(c in hand[p]: fits(c, the(top(pile)))))"}
ranking: ["-size(hand[player])"]      # how the players are placed where `end` names no winner
limit: {decisions: 100, then: rank}   # every game must end

rulings:                       # readings of your rules, so that nobody has to guess them
  no_card: {heading: Drawing, says: A player who could play a card may draw one instead.}
"""

GAME_SCENARIOS = """\
# yaml-language-server: $schema=../SCHEMAS/scenarios.schema.json
#
# Examples of the rules, run by `gamespec test`: given a position, when these answers come, then this holds.
language: 1
scenarios:
  - id: CODE-1
    title: A card fits by suit or by rank, and the last card wins
    heading: Playing cards
    players: 2
    given:
      - {move: card, to: deck}          # start with all cards in the deck, then lay out what matters
      - {move: berries_4, to: pile}
      - {move: "{berries_7, ferns_4, shells_1}", to: "hand[seat(1)]"}
      - {move: shells_7, to: "hand[seat(2)]"}
    when:
      - expect: size(hand[seat(1)]) == 3
      - play: {c: berries_7}
      - play: {c: shells_7}
    then:
      - ended: true
      - places: {seat(1): 2, seat(2): 1}
"""

OVERLAY = """\
# yaml-language-server: $schema=SCHEMAS/variant.schema.json
#
# An overlay on BASE. The sections here are added to those of BASE; `edit` changes existing parts,
# by path. `gamespec show THIS --resolved` prints the result,
# and `gamespec diff BASE THIS` the differences.
language: 1
game: NAME
title: TITLE
extends: EXTENDS
EDIT"""

OVERLAY_EDIT = """\
edit:
  - set:
      options.OPTION.default: NOW     # it was OLD; the option's type is TYPE
"""

OVERLAY_NOTHING = """\
rulings:
  house: {heading: House rules, says: "Nothing is changed yet: add `edit` and further sections here."}
"""

OVERLAY_SCENARIOS = """\
# yaml-language-server: $schema=../SCHEMAS/scenarios.schema.json
#
# What the overlay changes, shown by examples. The scenarios of BASE are not run here.
language: 1
scenarios:
  - id: CODE-1
    title: WHAT
    heading: House rules
    players: PLAYERS
    then:
      - CONDITION
"""


@click.command(
    "init",
    epilog=example(
        "gamespec init my-game",
        "gamespec init harder-game --from my-game",
        "gamespec init my-games --project",
    ),
)
@click.argument("name", metavar="NAME")
@reach_option
@click.option(
    "--from",
    "base",
    metavar="GAME",
    shell_complete=games,
    help="Make an overlay on this game: a shipped one, a folder or a file.",
)
@click.option(
    "--project", "whole", is_flag=True, help="Make a project: a game with all that checks it, also in CI."
)
def command(name: str, base: str | None, *, whole: bool) -> int:
    """Make a folder with a new game, an overlay or a project.

    NAME is the folder; the last part of its path becomes the game's id. The folder gets a game.yaml, a
    scenario, and schemas with which editors check and complete YAML: those of a folder `schemas` above
    it, if there is one, or a copy. The folder may exist if it has only hidden entries, such as `.git` or
    `.venv`. The command overwrites no existing file.

    With --project the folder is the root of a repository. The game lies in `games/NAME` below it, with a
    variant, scenarios and bands. Beside it lie a README that lists the commands, hooks for pre-commit, and a
    workflow for GitHub that checks and tests each push.
    """
    folder = Path(name)
    if whole and base is not None:
        raise Stop("`--project` makes a game, and `--from` an overlay", "make the overlay inside the project")
    ident = _identifier(folder)
    if whole:
        _make_project(folder, ident)
        return Status.OK
    if base is None:
        _make(folder, ident, {"game.yaml": GAME, SCENARIOS: GAME_SCENARIOS}, {})
    else:
        words = _overlay(load(base), base, folder)
        shared = _project_for(folder, paths(base))
        _make(folder, ident, {"game.yaml": OVERLAY, SCENARIOS: OVERLAY_SCENARIOS}, words)
        if shared is not None:
            replace_file(shared, b"")
            echo(f"made `{shared}`, so that `{folder}` may read the other files of the project")
    echo(f"made `{folder}`; try:")
    for line in ("validate -v", "test", "play"):
        echo(f"  gamespec {line} {folder}")
    return Status.OK


def _identifier(folder: Path) -> str:
    ident = folder.resolve().name
    if re.fullmatch("[A-Za-z][A-Za-z0-9-]*", ident) is None or ident.lower() in _VALUES:
        near = "-".join(re.findall("[A-Za-z0-9]+", ident)).lstrip("0123456789-")
        message = f"`{ident}` cannot be the id of a game, which is a letter, then letters, digits and hyphens"
        raise Stop(message, f"`{near}` can" if near and near.lower() not in _VALUES else None)
    _check_free(folder, ())
    return ident


def _check_free(folder: Path, files: Iterable[str]) -> None:
    """Raise `Stop` if the folder has something that is not hidden, or that is one of the files to make."""
    other = in_the_way(folder, files)
    if other is not None:
        inside = "" if other == folder else f" and contains `{other.name}`"
        cure = "nothing is overwritten: give another name, or remove it first"
        raise Stop(f"`{folder}` exists already{inside}", cure)


def _project_for(folder: Path, bases: Iterable[Path]) -> Path | None:
    """Return the project file that a new folder's game needs in order to read the bases.

    Return `None` if the game needs none. The file may be created only in or below the current folder. Raises
    `Stop` if that does not suffice.
    """
    reach = Reach.of(*named_paths())
    apart = [base for base in bases if os.path.lexists(base) and not reach.covers(base, folder)]
    if not apart:
        return None
    here, shared = real(Path()), Path(os.path.commonpath([real(folder).parent, *map(real, apart)]))
    if project(folder) is not None or not shared.is_relative_to(here):
        message = f"`{apart[0]}` is out of reach of a specification in `{folder}`"
        raise Stop(message, "see `gamespec explain GS140`, or allow it with `--reach`")
    return shared.relative_to(here) / PROJECT_FILES[0]


def _overlay(spec: gamespec.Spec, base: str, folder: Path) -> dict[str, str]:
    """Return the replacements for the capitalised words in the templates of an overlay.

    If the base game has options, the overlay changes the default of one.
    """
    words = {
        "BASE": base,
        "THIS": str(folder),
        "EXTENDS": _extended(base, folder),
        "PLAYERS": str(spec.players[0]),
        "EDIT": OVERLAY_NOTHING,
        "WHAT": "Nothing has changed yet",
        "CONDITION": "ended: false",
    }
    option = next(iter(spec.model.options), None)
    if option is not None:
        name, now, holds = option.ident.name, *_turned(spec, option.ident.name)
        old, kind = option.default.text, " ".join(option.type.span.text.split())
        words["EDIT"] = _filled(OVERLAY_EDIT, {"OPTION": name, "NOW": now, "OLD": old, "TYPE": kind})
        words |= {"WHAT": f"The default of {name} has changed", "CONDITION": holds}
    return words


def _extended(base: str, folder: Path) -> str:
    """Return the name of the game `base` as it is written in `folder`, with paths relative to the folder."""
    first, overlays = parted(base)
    beside = Path(first).is_file() or (Path(first) / "game.yaml").is_file()
    seen = [(first, beside), *((overlay, is_path(overlay)) for overlay in overlays)]
    return "+".join(
        Path(os.path.relpath(Path(part).resolve(), folder.resolve())).as_posix() if written else part
        for part, written in seen
    )


def _turned(spec: gamespec.Spec, name: str) -> tuple[str, str]:
    """Return another value for the option `name`, as YAML, and a condition that is true with this value."""
    from gamespec.trees import types as t

    world = spec.world()
    option = world.options[name]
    first, size = t.domain(option.type) or (option.value, 1)
    value = option.value + 1 if option.value + 1 < first + size else max(option.value - 1, first)
    match option.type:
        case t.Bool():
            return ("true", name) if value else ("false", f"not {name}")
        case t.Int():
            return str(value), f"{name} == {value}"
        case named:
            text = world.values.text(named, value)
            return text, f"{name} == {text}"


def _make(folder: Path, ident: str, templates: Mapping[str, str], words: Mapping[str, str]) -> None:
    schemas = _schemas_above(folder)
    words = {**words, **_named(ident), "SCHEMAS": schemas or "schemas"}
    files = {_filled(name, words): _filled(text, words).encode() for name, text in templates.items()}
    files |= {} if schemas is not None else _schemas()
    _check_free(folder, files)
    new_folder(folder, files)


def _make_project(folder: Path, ident: str) -> None:
    """Make a folder with a project, and say what can be done there."""
    templates, words = project_files(source(), manual(), version())
    templates |= {"games/NAME/game.yaml": GAME, f"games/NAME/{SCENARIOS}": GAME_SCENARIOS}
    words |= _named(ident) | {"SCHEMAS": "../../schemas"}
    files = {_filled(name, words): _filled(text, words).encode() for name, text in templates.items()}
    files |= _schemas()
    _check_free(folder, files)
    new_folder(folder, files)
    echo(f"made `{folder}`; try:")
    for line in (f"cd {folder}", "gamespec validate", "gamespec test", "gamespec watch"):
        echo(f"  {line}")
    echo("`README.md` there lists further commands, and how to check each commit")


def _named(ident: str) -> dict[str, str]:
    """Return the replacements that follow from the id of a game."""
    initials = "".join(part[0] for part in ident.split("-") if part)
    title = ident.replace("-", " ").strip()
    code = (initials if len(initials) > 1 else ident[:3]).upper()
    return {"NAME": ident, "TITLE": title.capitalize(), "TITLED": title, "CODE": code}


def _schemas() -> dict[str, bytes]:
    """Return the schemas by their paths in a new folder."""
    return {f"schemas/{each.name}": each.read_bytes() for each in directory("schemas").glob("*.json")}


def _filled(template: str, words: Mapping[str, str]) -> str:
    """Replace the capitalised words of a template that are keys of `words`."""
    return re.sub(r"\b[A-Z]{3,}\b", lambda found: words.get(found[0], found[0]), template)


def _schemas_above(folder: Path) -> str | None:
    """Return the relative path from `folder` to a folder `schemas` above it, or `None` if there is none."""
    for steps, parent in enumerate(folder.resolve().parents, 1):
        if (parent / "schemas" / "game.schema.json").is_file():
            return "../" * steps + "schemas"
    return None
