"""Checks games against their bands, for `gamespec test --bands`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import gamespec
from gamespec.project import BANDS, sort_of
from gamespec.system.plain import is_file
from gamespec.text.plurals import counted
from gamespec.text.render import annotation
from gamespec.text.visible import in_one_line
from interpreter.cli.common.arguments import named_paths
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.engines import cores_of, engine_of_bots
from interpreter.cli.common.learning import good_told
from interpreter.cli.common.loading import faults_told, tell, unknown_game
from interpreter.cli.common.output import print_json
from interpreter.cli.common.playouts import progress, tell_faults
from interpreter.cli.common.projects import HERE, found_below, is_collection
from interpreter.cli.common.remote import played_on, workers_of
from interpreter.cli.common.screen import Drawn, echo, styled
from interpreter.play.tally import ALL
from interpreter.simulate import RANDOM
from interpreter.study.bands import read_bands
from interpreter.study.holding import hold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter.simulate import Run
    from interpreter.simulate.cluster import Cluster
    from interpreter.study.band import BandRun
    from interpreter.study.holding import Held, Verdict

__all__ = ["report"]

SHOWN = "`gamespec docs hold-a-game-to-bands` shows one"

_MARKS = {"pass": ("ok    ", "green"), "fail": ("FAILED", "red"), "inconclusive": ("unsure", "yellow")}


def report(names: Sequence[str], style: str, jobs: int | None, on: str | None, *, strict: bool) -> int:
    """Play the bands of games, print which of them hold, and return the exit status.

    All mistakes in the files are reported first. If any of them is an error, nothing is played. Raises `Stop`
    if there is no file of bands, or if the workers at the address `on` cannot be used.
    """
    elsewhere = workers_of(on, jobs)
    files = [file for name in names or (HERE,) for file in _files(name, below=not names)]
    read = [(path, read_bands(path, (*reach, *named_paths()))) for path, reach in files]
    wrong = [fault for _, bands in read for fault in bands.faults]
    if wrong:
        tell(wrong)
    if any(fault.severity == "error" for fault in wrong):
        return Status.FOUND
    status, told = Status.OK, []
    for path, bands in read:
        of = sum(band.verb != "chosen" for run in bands.runs for band in run.bands)
        for run in bands.runs:
            with played_on(on):
                played, held = _hold(run, of, jobs, elsewhere)
            told.append(_as_dict(path, run, played, held))
            if style == "text":
                _print(path, run, played, held)
            elif style == "github":
                _annotate(run, held, strict=strict)
            _tell_faults(path, run, played)
            bad = {"fail", "inconclusive"} if strict else {"fail"}
            if played.summary.faults or any(each.verdict in bad for each in held):
                status = Status.FOUND
    if style == "json":
        print_json(told)
    elif style == "text":
        _count(each["verdict"] for run in told for each in run["bands"])
    return status


def _files(name: str, *, below: bool) -> list[tuple[Path, tuple[Path, ...]]]:
    """Return the band files of a game, or of all games below a folder.

    Each file comes with the paths that it may read.
    """
    if below or is_collection(name):
        project = found_below(name)
        if project.wrong:
            tell(project.wrong)
        files = [part.path for part in project.of("bands")]
        if not files:
            raise Stop(f"there is no `{BANDS}` below `{name}`", SHOWN)
        return [(path, project.named) for path in files]
    if is_file(Path(name)) and sort_of(Path(name)) == "bands":
        return [(Path(name), ())]
    try:
        spec = gamespec.load(name, named_paths())
    except gamespec.UnknownGame as error:
        raise unknown_game(name, error) from None
    except gamespec.SpecError as error:
        tell(error.diagnostics)
        raise Stop(f"`{name}` has mistakes, so nothing is played") from None
    path = spec.files[0].parent / BANDS
    if spec.overlays or not is_file(path):
        message = f"`{name}` has no bands" if spec.overlays else f"there is no `{path}`"
        cure = f"the bands of variants belong in the `{BANDS}` of the game, under `variant`"
        raise Stop(message, cure if spec.overlays else SHOWN)
    return [(path, ())]


def _hold(run: BandRun, of: int, jobs: int | None, elsewhere: Cluster | None) -> tuple[Run, list[Held]]:
    """Play a run, with a progress bar on a terminal, and return the run with the verdicts on its bands.

    `of` is the number of bands that are tested together.
    """
    make = engine_of_bots(run.compiled.program, None, jobs, run.seats, ALL)
    with faults_told(run.compiled.names), progress(run.games) as step:
        return hold(run, of, make, cores_of(jobs), step, elsewhere)


def _print(path: Path, run: BandRun, played: Run, held: Iterable[Held]) -> None:
    """Print the result of a run, with one line for each band."""
    who = "all at random" if set(run.seats) == {RANDOM} else ", ".join(run.seats)
    games = f"{counted(played.summary.games, 'game')} of at most {run.games:,}"
    title = f": {run.title}" if run.title else ""
    echo(in_one_line(f"{path}, {run.id}{title}"))
    policy = good_told(run.compiled.program, run.seats)
    echo(in_one_line(f"  {who}; seed {run.seed}; {games}{policy}"))
    for each in held:
        mark, colour = _MARKS[each.verdict]
        echo("  ", styled(mark, colour, bold=each.verdict == "fail"), f"  {in_one_line(_said(run, each))}")


def _said(run: BandRun, held: Held) -> str:
    """Describe a band, the verdict on it, and how certain the verdict is."""
    band = held.band
    if band.verb == "chosen":
        names = [run.compiled.names.actions[number].key for number in held.missing]
        return f"{band.text}{'' if not names else ': never ' + ', '.join(names)}"
    wanted = _range(held, band.within.low, band.within.high)
    if held.value is None or held.low is None or held.high is None:
        return f"{band.text}, within {wanted}: no game provides data"
    value, low, high = (_number(held, each) for each in (held.value, held.low, held.high))
    where = f" in {value} of games" if band.verb == "share" else f" {value}"
    found = f"{band.text}{where}, {low} to {high}"
    more = f"; about {counted(held.more, 'game')} would decide it" if held.more is not None else ""
    verdict = {"pass": "is within", "fail": "is not within", "inconclusive": "may be within"}[held.verdict]
    return f"{found}: {verdict} {wanted}{more}"


def _range(held: Held, low: float | None, high: float | None) -> str:
    return "..".join("" if end is None else _number(held, end, short=True) for end in (low, high))


def _number(held: Held, value: float, *, short: bool = False) -> str:
    if held.band.unit == "share":
        return f"{100 * value:g}%" if short else f"{value:.1%}"
    return f"{value:g}" if short else f"{value:.2f}"


def _as_dict(path: Path, run: BandRun, played: Run, held: Iterable[Held]) -> dict[str, Any]:
    """Return the result of a run as a dict that can be written as JSON."""
    summary = played.summary
    who = {"game": run.compiled.names.game, "seats": list(run.seats), "seed": run.seed}
    games = {"games": summary.games, "budget": run.games, "faults": summary.faults}
    place = {"file": str(path), "line": run.span.line}
    return {"id": run.id, **place, **who, **games, "bands": [_as_band(run, each) for each in held]}


def _as_band(run: BandRun, held: Held) -> dict[str, Any]:
    within = held.band.within
    names = run.compiled.names.actions
    return {
        "band": held.band.text,
        "line": held.band.span.line,
        "verdict": held.verdict,
        "games": held.games,
        "value": held.value,
        "low": held.low,
        "high": held.high,
        "within": None if held.band.verb == "chosen" else [within.low, within.high],
        "missing": [names[number].key for number in held.missing],
        "more_games": held.more,
    }


def _annotate(run: BandRun, held: Iterable[Held], *, strict: bool) -> None:
    """Print the failed bands as workflow commands of GitHub Actions."""
    for each in held:
        if each.verdict != "pass":
            error = each.verdict == "fail" or strict
            said = f"{each.verdict}: {_said(run, each)}"
            echo(Drawn(annotation("error" if error else "warning", each.band.span, run.id, said)))


def _count(verdicts: Iterable[Verdict]) -> None:
    told = list(verdicts)
    failed, unsure = (told.count(each) for each in ("fail", "inconclusive"))
    more = f", {unsure:,} inconclusive" if unsure else ""
    echo(f"{counted(len(told), 'band')}, {failed:,} failed{more}")


def _tell_faults(path: Path, run: BandRun, played: Run) -> None:
    """Report the faults that stopped games, each with a command that replays the first game it stopped."""
    options = {name: str(value) for name, value in run.compiled.names.options.items()}
    tell_faults(played.summary, run.compiled, str(path.parent), options, played.stopped)
