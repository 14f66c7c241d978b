"""Prints a saved game as a scenario, for `gamespec replay FILE --format scenario`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gamespec.text.diagnostics import Collector
from gamespec.text.render import render
from gamespec.text.source import Source
from interpreter import replay
from interpreter.answers import Answers, Unfit
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.loading import tell
from interpreter.cli.common.screen import Drawn, echo
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.errors import Fault
from interpreter.scenario import Played, read_scenarios, run_scenario, scenario_text, variant_of
from interpreter.words.faults import diagnose

if TYPE_CHECKING:
    from pathlib import Path

    import gamespec
    from gamespec.compile import Compiled
    from interpreter.play.options import Option
    from interpreter.protocol import Playing

__all__ = ["print_as_scenario"]

MOST_LINES = 20
"""Maximum number of printed lines that explain why a game cannot be written as a scenario."""


def print_as_scenario(file: Path, saved: replay.Saved, spec: gamespec.Spec, made: Compiled) -> int:
    """Print a saved game as a scenario, and return the exit status.

    The scenario is run first. It must pass, or end with the fault that ended the game.
    """
    if saved.numbered:
        message = f"{file}: its answers are numbers"
        raise Stop(message, f"`gamespec replay {file} --save {file}` keeps them by name")
    if saved.position is not None:
        message = f"{file}: the game began under other rules and went on under these"
        raise Stop(message, "a scenario starts at the beginning; play a game under these rules only")
    answers, game, fault = _again(file, saved, made)
    usual = spec.compiled(saved.players).names.options
    chosen = {name: value for name, value in made.names.options.items() if usual[name] != value}
    played = Played(made, saved.seed, chosen, variant_of(spec), answers, game)
    came = "comes to a fault" if fault is not None else "goes on" if game and game.result is None else "ends"
    after = f"{len(answers)} answers" if len(answers) != 1 else "1 answer"
    text = scenario_text(played, file.stem, f"{file.name} {came} after {after}")
    _check(spec, text, fault, made)
    echo(Drawn(text), nl=False)
    if fault is not None:
        tell([diagnose(fault, made.names)])
        echo(
            "  = note: the scenario fails until this is fixed; then state under `then` what must hold",
            err=True,
        )
    return Status.OK


def _again(
    file: Path, saved: replay.Saved, made: Compiled
) -> tuple[tuple[tuple[int, Option], ...], Playing | None, Fault | None]:
    """Replay the answers of a saved game.

    Return each answer with the player who gave it, then the game, and then the fault that stopped it. Either
    the game or the fault is `None`.
    """
    known, given = Answers(made), list[tuple[int, "Option"]]()
    try:
        game = DefinitionalEngine(made.program).begin(saved.seed)
        for answer in saved.answers:
            assert not isinstance(answer, int)  # noqa: S101 - they are by name
            option, decision = known.option(game, answer), game.decision
            assert decision is not None  # noqa: S101 - it has this option
            given.append((decision.player, option))
            game.apply(option)
    except Unfit as unfit:
        message = f"{file}: answer {len(given) + 1}, `{answer}`, does not fit: {unfit}"
        cure = f"`gamespec play --load {file}` resumes the game before that answer"
        raise Stop(message, cure, Status.FOUND) from None
    except Fault as fault:
        return tuple(given), None, fault
    return tuple(given), game, None


def _check(spec: gamespec.Spec, text: str, fault: Fault | None, made: Compiled) -> None:
    """Run the scenario `text`. Raises `Stop` if it does not end as the game did."""
    found = Collector()
    report = ""
    for scenario in read_scenarios(Source("the scenario", text), found):
        outcome = run_scenario(spec, replace(scenario, of=spec.overlays))
        report = outcome.report
    if len(found):
        report = render(list(found), "full")
    same = diagnose(fault, made.names).message in report if fault is not None else not report
    if not same:
        first = "\n".join(report.splitlines()[:MOST_LINES])
        message = f"the game cannot be written as a scenario:\n{first}"
        raise Stop(message, status=Status.FOUND)
