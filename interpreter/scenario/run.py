"""Runs a scenario by giving its answers and checking its assertions, and reports the first failure."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from gamespec.compile import Compiled
from gamespec.loader import Spec
from gamespec.program.frozen import dataclass
from gamespec.text.diagnostics import Collector, Diagnostic
from gamespec.text.render import render
from interpreter.engine import Fault
from interpreter.play.chance import Script
from interpreter.play.errors import Unlike
from interpreter.scenario.course import Course
from interpreter.scenario.entries import Script as Said
from interpreter.scenario.files import Scenario
from interpreter.scenario.judge import Judge, Unmet
from interpreter.scenario.mistakes import read_scenario
from interpreter.scenario.prepare import Setting
from interpreter.words import Words
from interpreter.words.faults import diagnose

__all__ = ["Outcome", "Watch", "run_scenario"]

Watch = Callable[[Compiled], AbstractContextManager[object]]
"""Makes the context in which the game of a scenario is played."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of running a scenario.

    `report` describes a failure, and is "" if the scenario passed. `seconds` is the time taken. `diagnostics`
    are the mistakes in the scenario's text.
    """

    passed: bool
    report: str
    seconds: float
    diagnostics: tuple[Diagnostic, ...] = ()


def run_scenario(spec: Spec, scenario: Scenario, watch: Watch = nullcontext, language: str = "en") -> Outcome:
    """Run one scenario, playing its game in the context that `watch` makes.

    A report on a failed entry is in the given language; mistakes in texts and faults are told as everywhere.
    """
    start = time.perf_counter()
    report, diagnostics = "", scenario.faults
    if not diagnostics:
        found = Collector()
        report = _report(spec, scenario, found, watch, language)
        diagnostics = tuple(found)
    if diagnostics:
        report = render(diagnostics, "full")
    return Outcome(not report, report, time.perf_counter() - start, diagnostics)


def _report(spec: Spec, scenario: Scenario, found: Collector, watch: Watch, language: str) -> str:
    """Return a description of the failure of a scenario, or "" if there is none.

    If the text of the scenario has mistakes, they are reported, and nothing is played.
    """
    read = read_scenario(spec, scenario, found)
    if read is None:
        return ""
    setting, script = read
    with watch(setting.compiled):
        return _played(setting, script, language)


def _played(setting: Setting, script: Said, language: str) -> str:
    """Play and check a scenario, and return a description of its failure, or "" if there is none."""
    play, draws = None, Script()
    try:
        draws.update({stream: [d.value for d in drawn] for stream, drawn in script.draws.items()})
        play = Judge(Course(setting, draws), language)
        if script.when or setting.turn is not None or setting.phase is not None:
            play.course.play_on()
        for item in (*script.when, *script.then):
            play.judge(item)
        play.all_used(script.draws, draws)
    except Unmet as unmet:
        return _with_log(str(unmet), play)
    except Unlike as unlike:
        return _not_there(setting.compiled, script, draws, unlike)
    except Fault as fault:
        return _with_log(render((diagnose(fault, setting.compiled.names),), "full"), play)
    return ""


def _with_log(report: str, play: Judge | None) -> str:
    """Add to the description of a failure what happened before it, unless nothing was played."""
    if play is None:
        return report
    happened = play.told.texts.gettext("what happened:")
    return f"{report.rstrip()}\n{happened}\n{play.log()}"


def _not_there(compiled: Compiled, script: Said, draws: Script, unlike: Unlike) -> str:
    """Describe a scripted outcome that a shuffle cannot have, with its place in the scenario."""
    entry = script.draws[unlike.stream][-1 - len(draws[unlike.stream])]
    assert isinstance(entry.value, tuple)  # noqa: S101 - of a shuffle
    span = entry.parts[entry.value.index(unlike.component)]
    name = Words(compiled).component(unlike.component)
    found = Collector()
    found.report("GS511", f"`{name}` is not in `{unlike.stream}` when that is shuffled", span)
    return render(tuple(found), "full")
