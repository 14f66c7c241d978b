"""The command `gamespec test [GAME...]`, which runs the scenarios of games."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import gamespec
from gamespec.documents.files import read_source
from gamespec.program.frozen import dataclass
from gamespec.system.writing import replace_file
from gamespec.text.diagnostics import Collector
from gamespec.text.plurals import counted
from gamespec.text.visible import in_one_line
from interpreter.cli.common.arguments import example, format_option, games_argument, reach_option
from interpreter.cli.common.boundary import Status, Stop, explained
from interpreter.cli.common.engines import jobs_option
from interpreter.cli.common.loading import tell
from interpreter.cli.common.output import print_json
from interpreter.cli.common.projects import HERE, found_below, is_collection
from interpreter.cli.common.remote import on_option
from interpreter.cli.common.results import results_option
from interpreter.cli.common.screen import Drawn, echo, styled
from interpreter.cli.test.bands import report as report_bands
from interpreter.cli.test.junit import junit as as_junit
from interpreter.cli.test.tested import Complaint, Record, Tests, annotate
from interpreter.cli.test.unreached import print_unreached
from interpreter.cli.test.variant_tests import report
from interpreter.contract import choose_at_random
from interpreter.coverage import Coverage, Tally
from interpreter.engine.game import Game
from interpreter.play.errors import Fault
from interpreter.words import diagnose

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gamespec.text.diagnostics import Diagnostic
    from interpreter.cli.test.tested import Say

__all__ = ["command"]


@click.command(
    "test",
    epilog=example(
        "gamespec test",
        "gamespec test my-game",
        "gamespec test my-game --coverage 5",
        "gamespec test --junit results.xml",
        "gamespec test --bands",
    ),
)
@games_argument
@reach_option
@format_option("text", "json", "github")
@click.option(
    "--scenarios",
    "files",
    type=click.Path(path_type=Path, dir_okay=False),
    multiple=True,
    metavar="FILE",
    help="Run the scenarios of this file, wherever it is, instead of those beside GAME; may be repeated.",
)
@click.option(
    "--require",
    "required",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Fail for each id in this list (one a line, # comments) that no scenario has.",
)
@click.option(
    "--coverage",
    "playouts",
    type=click.IntRange(min=0),
    metavar="N",
    help="Also play N random games for each number of players, and print the rules that nothing reached.",
)
@click.option(
    "--fuzz",
    type=click.FloatRange(min=0.1),
    metavar="S",
    help="Also search each game for S seconds for a game that breaks an invariant, as `gamespec fuzz` does.",
)
@click.option(
    "--base",
    is_flag=True,
    help="Run the scenarios of the game under its variant GAME, and report which rulings it changes.",
)
@click.option(
    "--bands", is_flag=True, help="Play games until it is clear whether GAME meets the bands in `bands.yaml`."
)
@results_option("--junit", "Also write the results to this file, as JUnit XML.")
@click.option("--strict", is_flag=True, help="With --bands, inconclusive bands fail, too.")
@jobs_option
@on_option
@click.option("-v", "--verbose", is_flag=True, help="Also name the scenarios that pass.")
def command(  # noqa: PLR0913 - one parameter an option
    games: Sequence[str],
    style: str,
    files: tuple[Path, ...],
    required: Path | None,
    playouts: int | None,
    fuzz: float | None,
    jobs: int | None,
    on: str | None,
    junit: Path | None,
    *,
    base: bool,
    bands: bool,
    strict: bool,
    verbose: bool,
) -> int:
    """Run the scenarios of games.

    GAME may be a directory with games below it; by default it is the current one. The command runs each
    scenario of the games and overlays below once, and gives their number on standard error. `gamespec
    docs projects` says how it recognises them, and which directories it skips.

    The exit status is 1 if a scenario fails, can't be read, belongs to no game here, or is missing, or if
    a game has none. It is 2 if there is no such game. What --coverage finds does not change it.

    The file of --junit has a suite for each file of scenarios and a case for each scenario, in the form that
    CI services read. It is written whether or not the scenarios hold.

    In JSON the scenarios are a list. With --coverage they are under `scenarios`, and `coverage` beside
    them lists what nothing reached.

    With --base each GAME is a variant, such as my-game+young. The command runs the scenarios of the game
    under the variant: each holds, has changed, or cannot be asked any more. The exit status is 0 if all
    of them hold, 1 if a ruling has changed.

    With --bands the command runs no scenarios. For each run of the file `bands.yaml` beside GAME it plays
    as many games as it needs to decide whether the bands hold, but no more than the run's budget. The
    exit status is 1 if a band fails or a fault stops a game, and with --strict also if a band is
    inconclusive.
    """
    of_scenarios = bool(files) or any(given is not None for given in (required, playouts, fuzz, junit))
    if bands:
        if base or of_scenarios:
            raise Stop("`--bands` plays games, and runs no scenarios", "leave out the options for scenarios")
        return report_bands(games, style, jobs, on, strict=strict)
    only = [option for option, given in (("--strict", strict), ("--jobs", jobs), ("--on", on)) if given]
    if only:
        raise Stop(f"`{only[0]}` needs `--bands`")
    if base:
        if not games or of_scenarios:
            message = "`--base` needs a variant, and excludes the other options for scenarios"
            raise Stop(message, "`gamespec test GAME+VARIANT --base`")
        return report(games, style, verbose=verbose)
    wanted = [] if required is None else _read_ids(required)
    tests = Tests(annotate if style == "github" else tell, playouts is not None, _of_one(files, games), fuzz)
    with _written(tests, junit):
        status = max([_run(tests, name, below=not games) for name in games or (HERE,)])
        lacking = _lacking(tests, required, wanted)
    if status != Status.OK and not tests.records and not tests.errors:
        return status
    measured = [_measure(spec, tally, playouts or 0, tests.tell) for spec, tally in tests.tallies]
    match style:
        case "json":
            _print_json(tests.records, None if playouts is None else measured)
        case "github":
            _print_annotations(tests.records)
        case _:
            _print(tests.records, tests.errors + len(lacking), verbose=verbose)
            _print_coverage(measured)
    for complaint in lacking:
        echo(complaint.text, err=True)
    passed = not tests.errors and not lacking and all(record.passed for record in tests.records)
    return max(status, Status.OK if passed else Status.FOUND)


def _of_one(files: tuple[Path, ...], games: Sequence[str]) -> tuple[Path, ...]:
    """Return the files of scenarios. Raises `Stop` if there are any, but not exactly one game."""
    if files and (len(games) != 1 or is_collection(games[0])):
        raise Stop("`--scenarios` needs exactly one game", "`gamespec test GAME --scenarios FILE`")
    return files


def _run(tests: Tests, name: str, *, below: bool) -> Status:
    """Run the scenarios of a game, or of all games below a folder. An unknown name is reported."""
    try:
        if below or is_collection(name):
            tests.run_below(found_below(name))
        else:
            tests.run(name)
    except Stop as stop:
        stop.show()
        tests.complaints.append(Complaint(name, stop.message))
        return Status.COULD_NOT_RUN
    return Status.OK


@contextmanager
def _written(tests: Tests, junit: Path | None) -> Iterator[None]:
    """Write the results to the file `junit`, if there is one, however the body of the `with` ends."""
    try:
        yield
    finally:
        if junit is not None:
            replace_file(junit, as_junit(tests.records, tests.mistakes, tests.complaints))


def _lacking(tests: Tests, required: Path | None, wanted: Iterable[str]) -> list[Complaint]:
    """Add a complaint for each wanted id that no scenario has, and return these complaints."""
    carried = {record.id for record in tests.records}
    told = [
        Complaint(str(required), f"no scenario has the id `{each}`") for each in wanted if each not in carried
    ]
    tests.complaints += told
    return told


@dataclass(frozen=True, slots=True)
class _Measured:
    """What the scenarios and the random games of one game reached.

    `games` is the number of random games for each number of players.
    """

    spec: gamespec.Spec
    games: int
    coverage: Coverage

    def as_dicts(self) -> Iterator[dict[str, Any]]:
        for point in self.coverage.never:
            yield {"game": self.spec.id, **point.as_dict()}


def _measure(spec: gamespec.Spec, tally: Tally, games: int, say: Say) -> _Measured:
    """Play random games, and record what they reach.

    A fault is reported, and ends only the game in which it occurred.
    """
    faults: dict[tuple[str, str], Diagnostic] = {}
    for players in spec.players:
        compiled = spec.compiled(players)
        for seed in range(games):
            try:
                with tally.watching(compiled):
                    _play(Game(compiled.program, seed), seed)
            except Fault as fault:
                said = diagnose(fault, compiled.names)
                faults.setdefault((said.code, str(said.span)), said)
    if faults:
        say(faults.values())
    return _Measured(spec, games, Coverage.of(spec, tally))


def _play(game: Game, seed: int) -> None:
    """Play a game to its end by choosing options at random."""
    step = 0
    while not game.over:
        game.play(choose_at_random(game, seed, step))
        step += 1


def _print_json(records: Iterable[Record], measured: Iterable[_Measured] | None) -> None:
    listed = [record.as_dict() for record in records]
    if measured is None:
        print_json(listed)
    else:
        never = [found for each in measured for found in each.as_dicts()]
        print_json({"scenarios": listed, "coverage": never})


def _print_annotations(records: Iterable[Record]) -> None:
    for record in records:
        if not record.passed:
            echo(Drawn(record.annotation()))


def _print_coverage(measured: Iterable[_Measured]) -> None:
    for each in measured:
        never, every = len(each.coverage.never), len(each.coverage.reached)
        games = counted(each.games * len(each.spec.players), "random game")
        echo(f"{each.spec.id}, with {games}: {never:,} of {counted(every, 'rule part')} never reached")
        print_unreached(each.coverage)


def _print(records: Iterable[Record], errors: int, *, verbose: bool) -> None:
    failed = total = 0
    for record in records:
        total += 1
        if record.passed and not verbose:
            continue
        mark = styled("ok    ", "green") if record.passed else styled("FAILED", "red", bold=True)
        echo(mark, f" {record.game} {record.id}: {in_one_line(record.title)}")
        if not record.passed:
            failed += 1
            echo("".join(f"    {line}\n" for line in record.report.splitlines()))
    wrong = f", {counted(errors, 'error')}" if errors else ""
    echo(f"{counted(total, 'scenario')}, {failed:,} failed{wrong}")


def _read_ids(path: Path) -> list[str]:
    try:
        path.stat()
    except OSError as error:
        raise Stop(explained(error)) from None
    found = Collector()
    source = read_source(path, found)
    if source is None:
        raise Stop(next(iter(found)).message)
    stripped = (line.partition("#")[0].strip() for line in source.text.splitlines())
    ids = list(dict.fromkeys(line for line in stripped if line))
    if not ids:
        message = f"`{path}` lists no ids"
        raise Stop(message, "write one per line")
    return ids
