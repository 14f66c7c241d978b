"""`gamespec test [GAME...]`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import gamespec
from gamespec.cli.arguments import example, format_option
from gamespec.cli.boundary import Status, Stop, explained
from gamespec.cli.loading import load_if_sound, tell
from gamespec.cli.output import counted, print_json
from interpreter.scenario import load_scenarios, run_scenario

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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


@click.command(
    "test", epilog=example("gamespec test trapper", "gamespec test --require facts/ids.txt --format json")
)
@click.argument("games", nargs=-1, metavar="[GAME...]")
@format_option("text", "json")
@click.option(
    "--require",
    "required",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Fail for each id in this list (one a line, # comments) that no scenario carries.",
)
@click.option("-v", "--verbose", is_flag=True, help="Name the scenarios that pass, too.")
def command(games: Sequence[str], style: str, required: Path | None, *, verbose: bool) -> int:
    """Run the scenarios of games.

    Without GAME, those of all games that come with gamespec. The exit status is 1 if a scenario
    fails, can't be read, or is missing.
    """
    wanted = [] if required is None else _read_ids(required)
    records: list[_Record] = []
    sound = True
    for name in games or gamespec.games():
        scenarios_read, found = _run(name)
        records.extend(found)
        sound = sound and scenarios_read
    carried = {record.id for record in records}
    missing = [wanted_id for wanted_id in wanted if wanted_id not in carried]
    if style == "json":
        print_json([record.as_dict() for record in records])
    else:
        _print(records, verbose=verbose)
    for wanted_id in missing:
        click.echo(f"no scenario carries `{wanted_id}`", err=True)
    passed = sound and not missing and all(record.passed for record in records)
    return Status.OK if passed else Status.FOUND


def _run(name: str) -> tuple[bool, list[_Record]]:
    """Run a game's scenarios; also whether all of them could be read."""
    spec = load_if_sound(name)
    if spec is None:
        return False, []
    scenarios, diagnostics = load_scenarios(spec)
    if diagnostics:
        tell(diagnostics)
    records = []
    for scenario in scenarios:
        outcome = run_scenario(spec, scenario)
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
    return not diagnostics, records


def _print(records: Iterable[_Record], *, verbose: bool) -> None:
    failed = total = 0
    for record in records:
        total += 1
        if record.passed and not verbose:
            continue
        mark = (
            click.style("ok    ", fg="green") if record.passed else click.style("FAILED", fg="red", bold=True)
        )
        click.echo(f"{mark} {record.game} {record.id}: {record.title}")
        if not record.passed:
            failed += 1
            click.echo("".join(f"    {line}\n" for line in record.report.splitlines()))
    click.echo(f"{counted(total, 'scenario')}, {failed:,} failed")


def _read_ids(path: Path) -> list[str]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise Stop(explained(error)) from None
    except UnicodeDecodeError:
        message = f"`{path}` is not a text in UTF-8"
        raise Stop(message) from None
    stripped = (line.partition("#")[0].strip() for line in lines)
    return list(dict.fromkeys(line for line in stripped if line))
