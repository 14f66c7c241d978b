"""`gamespec test [GAME...]`."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import gamespec
from gamespec.cli.arguments import example, format_option, reach_option
from gamespec.cli.boundary import Status, Stop, explained
from gamespec.cli.loading import load_if_sound, tell
from gamespec.cli.output import counted, print_json
from gamespec.cli.ruled import report
from gamespec.cli.screen import echo, styled
from gamespec.diagnostics import Collector
from gamespec.files import read_source
from gamespec.visible import in_one_line
from interpreter.contract import choose_at_random
from interpreter.coverage import Coverage, Tally
from interpreter.engine.game import Game
from interpreter.play.errors import Fault
from interpreter.scenario import load_scenarios, run_scenario, scenario_folders
from interpreter.words import diagnose

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gamespec.diagnostics import Diagnostic
    from interpreter.scenario import Watch

__all__ = ["command"]


@dataclass(frozen=True, slots=True)
class _Record:
    """What came of one scenario."""

    id: str
    game: str
    variant: str | None
    passed: bool
    seconds: float
    title: str
    report: str

    def as_dict(self) -> dict[str, Any]:
        listed = {"id": self.id, "game": self.game, "variant": self.variant, "passed": self.passed}
        return {**listed, "seconds": round(self.seconds, 6), "report": self.report}


@dataclass(frozen=True, slots=True)
class _Measured:
    """What the scenarios of a game reached, and random games: `games` for each number of players."""

    spec: gamespec.Spec
    games: int
    coverage: Coverage

    def as_dicts(self) -> Iterator[dict[str, Any]]:
        for point in self.coverage.never:
            span = point.span
            place = {"file": span.source.name, "line": span.line, "column": span.column}
            yield {"game": self.spec.id, **place, "what": point.what}


@click.command("test", epilog=example("gamespec test my-game", "gamespec test my-game --coverage 5"))
@click.argument("games", nargs=-1, metavar="[GAME...]")
@reach_option
@format_option("text", "json")
@click.option(
    "--require",
    "required",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Fail for each id in this list (one a line, # comments) that no scenario carries.",
)
@click.option(
    "--coverage",
    "playouts",
    type=click.IntRange(min=0),
    metavar="N",
    help="Play N random games, too, for each number of players, and print which rules nothing reached.",
)
@click.option(
    "--base",
    is_flag=True,
    help="Run the scenarios of the game under its variant GAME, and tell which rulings it changes.",
)
@click.option("-v", "--verbose", is_flag=True, help="Name the scenarios that pass, too.")
def command(  # noqa: PLR0913 - one parameter an option
    games: Sequence[str],
    style: str,
    required: Path | None,
    playouts: int | None,
    *,
    base: bool,
    verbose: bool,
) -> int:
    """Run the scenarios of games.

    Without GAME, those of all games that come with gamespec. The exit status is 1 if a scenario
    fails, can't be read, or is missing, or if a game has none; what --coverage finds does not change it.

    As JSON the scenarios are a list; with --coverage they are under `scenarios`, and beside them under
    `coverage` is the list of what was never reached.

    With --base each GAME is a variant, such as my-game+young. The scenarios of the game that it changes are
    run under it: each holds, has changed, or cannot be asked any more. The exit status is 0 if all of them
    hold, 1 if a ruling is another one.
    """
    if base:
        if not games or required is not None or playouts is not None:
            message = "`--base` wants a variant, and neither `--require` nor `--coverage`"
            raise Stop(message, "`gamespec test GAME+VARIANT --base`")
        return report(games, style, verbose=verbose)
    wanted = [] if required is None else _read_ids(required)
    records: list[_Record] = []
    measured: list[_Measured] = []
    errors = 0
    for name in games or gamespec.games():
        spec = load_if_sound(name)
        if spec is None:
            errors += 1
            continue
        tally = Tally()
        wrong, found = _run(spec, nullcontext if playouts is None else tally.watching)
        records.extend(found)
        errors += wrong
        if not wrong and not found and playouts is None:
            folders = ", ".join(f"`{folder}`" for folder in scenario_folders(spec))
            echo(f"`{spec.id}` has no scenarios in {folders}", err=True)
            errors += 1
        if playouts is not None:
            measured.append(_measure(spec, tally, playouts))
    carried = {record.id for record in records}
    missing = [wanted_id for wanted_id in wanted if wanted_id not in carried]
    if style == "json":
        listed = [record.as_dict() for record in records]
        never = [found for each in measured for found in each.as_dicts()]
        print_json(listed if playouts is None else {"scenarios": listed, "coverage": never})
    else:
        _print(records, errors + len(missing), verbose=verbose)
        _print_coverage(measured)
    for wanted_id in missing:
        echo(f"no scenario carries `{wanted_id}`", err=True)
    passed = not errors and not missing and all(record.passed for record in records)
    return Status.OK if passed else Status.FOUND


def _run(spec: gamespec.Spec, watch: Watch) -> tuple[int, list[_Record]]:
    """Run a game's scenarios; also how many mistakes their files have."""
    scenarios, diagnostics = load_scenarios(spec)
    if diagnostics:
        tell(diagnostics)
    records = []
    for scenario in scenarios:
        outcome = run_scenario(spec, scenario, watch)
        records.append(
            _Record(
                scenario.id,
                spec.id,
                scenario.variant or None,
                outcome.passed,
                outcome.seconds,
                scenario.title,
                outcome.report,
            )
        )
    return sum(d.severity == "error" for d in diagnostics), records


def _measure(spec: gamespec.Spec, tally: Tally, games: int) -> _Measured:
    """Play random games and put what they reach to the tally; a fault is told and ends its game only."""
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
        tell(faults.values())
    return _Measured(spec, games, Coverage.of(spec, tally))


def _play(game: Game, seed: int) -> None:
    """Play a game to its end at random."""
    step = 0
    while not game.over:
        game.play(choose_at_random(game, seed, step))
        step += 1


def _print_coverage(measured: Iterable[_Measured]) -> None:
    for each in measured:
        never, every = len(each.coverage.never), len(each.coverage.reached)
        games = counted(each.games * len(each.spec.players), "random game")
        echo(f"{each.spec.id}, with {games}: {never:,} of {counted(every, 'rule part')} never reached")
        for point in each.coverage.never:
            echo(f"  {point}")


def _print(records: Iterable[_Record], errors: int, *, verbose: bool) -> None:
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
        raise Stop(message, "write one a line")
    return ids
