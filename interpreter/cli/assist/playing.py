"""Jobs that play one game, with a seat's position as text or JSON.

A game in play is a *record*: which game, who sits where, the seeds, and the answers so far. The server keeps
the records, and hands one to each job. A worker keeps the latest games that it has played, and replays any
other, so a process that is ended loses nothing.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamespec.text.render import render
from interpreter.answers import Answer, Answers, Unfit
from interpreter.answers import seat as seat_name
from interpreter.cli.assist.checking import loaded
from interpreter.cli.assist.measuring import players_named
from interpreter.cli.assist.position_text import position_lines
from interpreter.cli.assist.workspace import game_named, workspace
from interpreter.cli.common.boundary import Stop
from interpreter.cli.common.learning import prepare
from interpreter.game import MOST_OPTIONS
from interpreter.play.errors import Fault
from interpreter.play.luck import Seeds, derived
from interpreter.play.options import as_told
from interpreter.replay import Origin
from interpreter.sitting import HUMAN, Sitting, secret_seed
from interpreter.told import told
from interpreter.words import diagnose

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gamespec.compile import Compiled
    from interpreter.named import Named, Single
    from interpreter.play.options import Decision, Option

__all__ = ["KEPT", "ME", "begin_game", "choose", "look"]

ME = "me"
"""What stands for the assistant among the seats."""

MOSTKEPT = 4
"""Maximum number of games that a worker keeps."""

FEW, EXAMPLES = 8, 2
"""Number of options up to which an error lists all of them, and of those that it lists of more."""

_VALUE = re.compile(r"(?P<name>\w+)=(?P<value>\[.*?\](?= \w+=|$)|.*?)(?= \w+=|$)")
_MEMBERS = re.compile(r", *(?![^\[(]*[\])])")
"""What separates the members of a list: commas outside brackets, which the names of places have."""
_NUMBER = re.compile(r"-?[0-9]{1,18}")

KEPT: OrderedDict[str, tuple[int, Sitting]] = OrderedDict()
"""The latest games by the id of their record, each with the number of its answers."""


def begin_game(root: Path, arguments: dict[str, Any], _tell: object) -> dict[str, Any]:
    """Begin a game, and let bots play until the assistant has to decide."""
    seed = arguments["seed"]
    secret = seed is None
    record = {
        **{key: arguments[key] for key in ("id", "game", "files", "options", "language", "form")},
        "seed": secret_seed() if secret else seed,
        "luck": secret_seed() if secret else derived(seed, "bots"),
        "answers": [],
    }
    compiled = _compiled(root, record, _count(arguments))
    record["players"] = compiled.program.players
    record["seats"] = _seats(arguments["seats"], record["players"])
    record["specification"] = compiled.names.spec_hash
    sitting = _seated(compiled, record)
    with _faults(sitting.compiled):
        sitting.wait_for_human()
    return _after(record, sitting, None, first=True)


def look(root: Path, arguments: dict[str, Any], _tell: object) -> dict[str, Any]:
    """Describe a game to a seat of the assistant, by default to the one that decides."""
    record = arguments["record"]
    sitting = _sitting(root, record)
    seat = _seat(sitting, arguments["seat"])
    return _seen(record, sitting, seat, arguments["form"] or record["form"], first=True)


def choose(root: Path, arguments: dict[str, Any], _tell: object) -> dict[str, Any]:
    """Answer for the seat that decides, and let bots play until the assistant has to decide again."""
    record = arguments["record"]
    sitting = _sitting(root, record)
    decision = sitting.game.decision
    if decision is None:
        raise Stop("the game is over", "begin another one")
    option = _option(sitting, decision, arguments["option"])
    KEPT.pop(record["id"], None)  # until all answers are known to be given
    with _faults(sitting.compiled):
        sitting.answer(option)
        sitting.wait_for_human()
    return _after(record, sitting, decision.player)


def _count(arguments: dict[str, Any]) -> int | None:
    """Return the number of players, if the arguments give it. Raises `Stop` if they contradict each other."""
    players, seats = arguments["players"], arguments["seats"]
    if players is not None and len(seats) not in {0, players}:
        raise Stop(f"`seats` names {len(seats)} seats, `players` says {players}")
    return players if players is not None else len(seats) or None


def _seats(seats: Sequence[str], players: int) -> list[str]:
    """Return who plays in each seat: by default the assistant in the first, and random bots in the others."""
    found = list(seats) or [ME, *["random"] * (players - 1)]
    players_named([each for each in found if each != ME])
    if ME not in found:
        raise Stop("no seat is yours", f"name one of the seats `{ME}`; `simulate_games` lets bots play")
    return [HUMAN if each == ME else each for each in found]


def _compiled(root: Path, record: dict[str, Any], players: int | None) -> Compiled:
    with workspace(root, record["files"]):
        spec = loaded(game_named(record["game"], record["files"]))
    return spec.compiled(players, record["options"])


def _seated(compiled: Compiled, record: dict[str, Any]) -> Sitting:
    """Return the game of a record after its answers."""
    prepare(compiled.program, [each for each in record["seats"] if each != HUMAN])
    answers = [
        Answer(
            each["player"], each["site"], each["action"], {k: _value(v) for k, v in each["values"].items()}
        )
        for each in record["answers"]
    ]
    with _faults(compiled):
        return Sitting(
            compiled, Origin(compiled.names.game, None), Seeds(record["seed"], record["luck"]),
            record["seats"], record["language"], answers,
        )  # fmt: skip


def _value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _sitting(root: Path, record: dict[str, Any]) -> Sitting:
    """Return the game of a record. Raises `Stop` if its rules have changed since it began."""
    answers, sitting = KEPT.get(record["id"], (-1, None))
    if sitting is not None and answers == len(record["answers"]):
        return sitting
    compiled = _compiled(root, record, record["players"])
    if compiled.names.spec_hash != record["specification"]:
        raise Stop("the rules have changed since this game began", "begin another one")
    sitting = _seated(compiled, record)
    _keep(record["id"], sitting)
    return sitting


def _keep(ident: str, sitting: Sitting) -> None:
    KEPT[ident] = len(sitting.answers), sitting
    KEPT.move_to_end(ident)
    while len(KEPT) > MOSTKEPT:
        KEPT.popitem(last=False)


def _after(
    record: dict[str, Any], sitting: Sitting, answered: int | None, *, first: bool = False
) -> dict[str, Any]:
    """Return the new record, and the position as the seat that decides next is told it."""
    _keep(record["id"], sitting)
    record["answers"] = [
        {"player": each.player, "site": each.site, "action": each.action, "values": dict(each.values)}
        for each in sitting.answers
    ]
    decision = sitting.game.decision
    seat = decision.player if decision is not None else answered
    seat = min(sitting.humans) if seat is None else seat
    return {"record": record, **_seen(record, sitting, seat, record["form"], first=first)}


def _seen(record: dict[str, Any], sitting: Sitting, seat: int, form: str, *, first: bool) -> dict[str, Any]:
    """Return what a seat is told. As text, signs are explained the `first` time."""
    with _faults(sitting.compiled):
        position = told(sitting.words, sitting.game, seat, sitting.labels, MOST_OPTIONS)
        scene = sitting.scene(seat)
    found = {"game_id": record["id"], "decides": position["decides"]}
    if form == "json":
        return {**found, "position": position}
    return {**found, "text": "\n".join(position_lines(position, scene, legend=first))}


def _seat(sitting: Sitting, name: str | None) -> int:
    """Return a seat of the assistant. Raises `Stop` if it is a bot's."""
    mine = {seat_name(seat): seat for seat in sorted(sitting.humans)}
    if name is None:
        decision = sitting.game.decision
        return min(sitting.humans) if decision is None else decision.player
    if name not in mine:
        raise Stop(f"`{name}` is not a seat of yours", f"yours: {', '.join(f'`{each}`' for each in mine)}")
    return mine[name]


def _option(sitting: Sitting, decision: Decision, wanted: int | str) -> Option:
    """Return the option with a number, a label, or an answer by name. Raises `Stop` if it is not on offer."""
    for option in decision.options:
        if str(option.number) == str(wanted) or sitting.words.option(sitting.game, option) == wanted:
            return option
    answers = Answers(sitting.compiled)
    offered = [answers.of(decision, option) for option in as_told(sitting.program, decision.options)]
    action, values = _named(str(wanted))
    same = next((answer for answer in offered if answer.action == action), None)
    reason = f"`{wanted}` is not on offer for {seat_name(decision.player)}"
    if same is not None:
        try:
            return answers.option(sitting.game, Answer(same.player, same.site, action, values))
        except Unfit as unfit:
            reason += f": {unfit}"
    listed = offered if len(offered) <= FEW else offered[:EXAMPLES]
    more = f" and {len(offered) - len(listed):,} more" if len(offered) > len(listed) else ""
    raise Stop(reason, f"on offer: {', '.join(map(str, listed))}{more}")


def _named(text: str) -> tuple[str, dict[str, Named]]:
    """Return the action and the values of an answer by name, such as `play card=oak_3`."""
    action, _, rest = text.strip().partition(" ")
    return action, {match["name"]: _meant(match["value"]) for match in _VALUE.finditer(rest)}


def _meant(text: str) -> Named:
    """Return a value, or a list of values, that is written in the notation of the language."""
    if text.startswith("[") and text.endswith("]"):
        return tuple(_single(one) for one in _MEMBERS.split(text[1:-1].strip()) if one)
    return _single(text)


def _single(text: str) -> Single:
    known: dict[str, Single] = {"none": None, "true": True, "false": False}
    if text in known:
        return known[text]
    return int(text) if _NUMBER.fullmatch(text) else text


@contextmanager
def _faults(compiled: Compiled) -> Iterator[None]:
    """Convert a fault to an error that shows its place in the rules."""
    try:
        yield
    except Fault as fault:
        raise Stop(
            "the rules of the game stop it here\n\n" + render([diagnose(fault, compiled.names)])
        ) from None
