"""Tests for games that are played on other machines.

The table is the same as on one machine, and failures of machines are reported.
"""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
import threading
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest
from agreement_games import ROOT
from click.testing import CliRunner
from distributed.client import ClosedClientError, FutureCancelledError
from distributed.comm.core import CommClosedError
from long_checks import split
from waiting import PATIENCE, until

import gamespec
from interpreter import simulate
from interpreter.cli.app import cli
from interpreter.simulate import cluster as elsewhere
from interpreter.simulate.cluster import Cluster, ClusterFailed
from interpreter.simulate.plans import cluster

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = "127.0.0.1"

Process = subprocess.Popen[bytes]

SENT = ("games", "sums")
"""What workers send, each in a form that has a version."""


@contextmanager
def started(*words: str) -> Iterator[Process]:
    """Run a Dask process inside the `with` block, and kill it at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait(PATIENCE)


@contextmanager
def scheduler(place: Path) -> Iterator[str]:
    """Run a Dask scheduler on this machine, and yield its address in the form that `--on` expects."""
    with started_scheduler(place) as (_, address):
        yield address


@contextmanager
def started_scheduler(place: Path) -> Iterator[tuple[Process, str]]:
    """Run a Dask scheduler on this machine, and yield its process and its address."""
    file = place / "scheduler.json"
    words = ("--host", HERE, "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    with started("distributed.cli.dask_scheduler", *words) as process:
        until(file.exists)
        until(lambda: file.read_text().endswith("}"))
        yield process, json.loads(file.read_text())["address"].replace("tcp://", "dask://")


@contextmanager
def worker(address: str) -> Iterator[Process]:
    """Run a Dask worker on this machine, which is not restarted if it dies."""
    words = ("--host", HERE, "--nthreads", "1", "--no-nanny", "--no-dashboard")
    with started("distributed.cli.dask_worker", address.replace("dask://", "tcp://"), *words) as process:
        yield process


def there(address: str, threads: int) -> None:
    """Wait until the workers of a cluster have the given number of threads in total."""

    def counted() -> bool:
        try:
            return Cluster(address).threads == threads
        except ClusterFailed:
            return False

    until(counted)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a scheduler on this machine with two workers."""
    with scheduler(tmp_path_factory.mktemp("dask")) as where, worker(where), worker(where):
        there(where, 2)
        yield where


def simulated(path: Path, *words: str) -> str:
    """Run `simulate` with `--out path`, and return its output without the lines on speed and the table."""
    done = CliRunner().invoke(cli, ["simulate", *words, "--out", str(path)])
    assert done.exit_code == 0, done.output
    return "\n".join(line for line in done.output.splitlines() if not line.startswith(("speed", "table")))


@pytest.mark.parametrize(
    "words",
    split(
        [
            (("trapper", "--players", "3", "--games", "1200", "--seed", "4"),),
            (("tic-tac-toe", "--seats", "mcts:20,greedy", "--games", "30"),),
            (("pig", "--until", "5pp"),),
        ],
        "processes",
        lambda _: False,
        lambda words: words[0] == "trapper",
    ),
)
def test_the_table_is_that_of_one_machine(address: str, tmp_path: Path, words: tuple[str, ...]) -> None:
    """A cluster produces the same table, byte for byte, and the same output as a single machine."""
    alone, together = tmp_path / "alone.csv", tmp_path / "together.csv"
    said = simulated(alone, *words), simulated(together, *words, "--on", address)
    assert said[0] == said[1]
    assert alone.read_bytes() == together.read_bytes()


def counted(*words: str) -> dict[str, Any]:
    """Run a command with `--format json`, and return its output without what depends on its speed.

    The command may find faults.
    """
    done = CliRunner().invoke(cli, [*words, "--format", "json"])
    assert done.exit_code in {0, 1}, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return {key: value for key, value in found.items() if "second" not in key}


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "trapper", "--players", "3", "--games", "1200"),
        ("simulate", "pig", "--until", "5pp"),
        ("simulate", str(ROOT / "tests" / "games" / "heath"), "--games", "300", "--until", "10pp"),
        ("simulate", str(ROOT / "tests" / "games" / "heath"), "--games", "80"),
        ("compare", "pig", "--set", "goal=50", "--games", "700"),
        ("sweep", "pig", "--set", "goal=40..60..20", "--games", "300"),
    ],
    ids=lambda words: " ".join(Path(word).name for word in words[:2]),
)
def test_sums_are_those_of_one_machine(address: str, words: tuple[str, ...]) -> None:
    """Without a table, a cluster returns sums, and all digits that are written are those of one machine.

    With `--until`, this also holds for games of which some have no result.
    """
    assert counted(*words) == counted(*words, "--on", address)


def test_learned_players(address: str, tmp_path: Path) -> None:
    """Players who have learned play the same games elsewhere, and more of them at a time."""
    path = tmp_path / "it.policy"
    learned = CliRunner().invoke(cli, ["learn", "kuhn-poker", "--games", "320", "-o", str(path)])
    assert learned.exit_code == 0
    bots = f"learned:{path},random,learned:{path}:1"
    for words in (
        ("simulate", "kuhn-poker", "--games", "200", "--seats", bots.rpartition(",")[0]),
        ("ladder", "kuhn-poker", "--games", "100", "--bots", bots),
    ):
        assert counted(*words) == counted(*words, "--on", address)


@pytest.mark.long("processes")
@pytest.mark.parametrize(
    "words",
    [
        ("compare", "trapper", "--set", "hand_size=8", "--games", "300"),
        ("compare", "tic-tac-toe", "tic-tac-toe", "--until", "10pp"),
        ("compare", "pig", "--set", "goal=50", "--seats", "greedy,random", "--games", "12"),
        ("sweep", "pig", "--set", "goal=40..60..20", "--games", "300"),
        ("report", "hearts", "--games", "60", "-o", "page.html"),
        ("ladder", "tic-tac-toe", "--games", "10", "--bots", "random,greedy,mcts:20"),
        ("test", "connect-four", "--bands"),
    ],
    ids=lambda words: " ".join(words[:3]),
)
def test_other_commands_say_the_same(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """Commands print and write the same on a cluster as on a single machine."""
    monkeypatch.chdir(tmp_path)
    said = []
    for on in ((), ("--on", address)):
        done = CliRunner().invoke(cli, [*words, *on])
        assert done.exit_code == 0, done.output
        pages = [path.read_bytes() for path in tmp_path.glob("*.html")]
        said.append((pages, [line for line in done.output.splitlines() if "a second" not in line]))
    assert said[0] == said[1]


@pytest.mark.long("processes")
def test_from_python_it_is_the_same_run(address: str) -> None:
    """A run started from Python on a cluster has the same rows as a local run.

    At the end, the connection to the cluster is closed.
    """
    alone = simulate.run("hearts", 40, seats=["random"] * 3, seed=2)
    together = simulate.run("hearts", 40, seats=["random"] * 3, seed=2, on=address)
    assert list(alone.rows()) == list(together.rows())
    assert "IO loop" not in {thread.name for thread in threading.enumerate()}  # the connection is gone


@pytest.mark.long("processes")
def test_a_worker_that_dies_is_played_for_by_another(tmp_path: Path) -> None:
    """If a worker dies, another worker plays its games, and the table is the same byte for byte.

    The test kills the worker once about a quarter of the results have arrived.
    """
    words = ("tic-tac-toe", "--seats", "mcts:10,mcts:10", "--games", "120", "--seed", "3")
    alone = tmp_path / "alone.csv"
    simulated(alone, *words)
    with scheduler(tmp_path) as where, worker(where) as first, worker(where):
        there(where, 2)
        killed = threading.Event()
        usual, seen = elsewhere.Cluster._result, 0  # noqa: SLF001 - where shards come in

        def counted(self: Cluster, client: object, future: object) -> object:
            nonlocal seen
            found = usual(self, client, future)
            seen += 1
            if seen == 8:
                first.kill()
                first.wait(PATIENCE)
                killed.set()
            return found

        with mock.patch.object(elsewhere.Cluster, "_result", counted):
            simulated(tmp_path / "together.csv", *words, "--on", where)
    assert killed.is_set()
    assert seen == 30
    assert alone.read_bytes() == (tmp_path / "together.csv").read_bytes()


@pytest.mark.long("processes-deep")
def test_without_any_worker_left_the_games_so_far_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the last worker is lost, the command ends with status 2 and keeps the games played so far.

    A local run with `--resume` then completes the same table.
    """
    monkeypatch.setattr(elsewhere, "WORKERLESS", 0.5)
    monkeypatch.setattr(elsewhere, "LOOK", 0.2)
    words = ["tic-tac-toe", "--seats", "mcts:10,mcts:10", "--games", "60", "--seed", "3"]
    alone, broken = tmp_path / "alone.csv", tmp_path / "broken.csv"
    simulated(alone, *words)
    with scheduler(tmp_path) as where, worker(where) as only:
        there(where, 1)
        usual = elsewhere.Cluster._result  # noqa: SLF001 - where shards come in

        def once(self: Cluster, client: object, future: object) -> object:
            found = usual(self, client, future)
            only.kill()
            only.wait(PATIENCE)
            return found

        with mock.patch.object(elsewhere.Cluster, "_result", once):
            done = CliRunner().invoke(cli, ["simulate", *words, "--out", str(broken), "--on", where])
    assert done.exit_code == 2
    assert "has lost all its workers" in done.output
    assert "`--resume` continues" in done.output
    simulated(broken, *words, "--resume")
    assert alone.read_bytes() == broken.read_bytes()


@pytest.mark.long("processes-deep")
def test_when_the_scheduler_is_lost_the_games_so_far_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the scheduler is lost, the command ends with status 2 and keeps the games played so far.

    The test kills the scheduler after the first result. A local run with `--resume` then completes the same
    table.
    """
    monkeypatch.setattr(elsewhere, "PATIENCE", 2.0)
    monkeypatch.setattr(elsewhere, "LOOK", 0.2)
    words = ["tic-tac-toe", "--seats", "mcts:10,mcts:10", "--games", "60", "--seed", "3"]
    alone, broken = tmp_path / "alone.csv", tmp_path / "broken.csv"
    simulated(alone, *words)
    with (
        started_scheduler(tmp_path) as (leader, where),
        worker(where),
    ):
        there(where, 1)
        usual = elsewhere.Cluster._result  # noqa: SLF001 - where shards come in

        def once(self: Cluster, client: object, future: object) -> object:
            found = usual(self, client, future)
            leader.kill()
            leader.wait(PATIENCE)
            return found

        with mock.patch.object(elsewhere.Cluster, "_result", once):
            done = CliRunner().invoke(cli, ["simulate", *words, "--out", str(broken), "--on", where])
    assert done.exit_code == 2, done.output
    assert f"the scheduler at `{where}` is lost" in done.output
    assert "`--resume` continues" in done.output
    simulated(broken, *words, "--resume")
    assert alone.read_bytes() == broken.read_bytes()


class Dying:
    """A client whose calls to the scheduler succeed `calls` times and then raise `fails`."""

    def __init__(self, fails: Exception, calls: int) -> None:
        self.fails, self.calls = fails, calls

    def _called(self, answer: object) -> Any:
        self.calls -= 1
        if self.calls < 0:
            raise self.fails
        return answer

    def scheduler_info(self, n_workers: int) -> Any:
        """Return the scheduler's information on its workers, of which there is one with a single thread."""
        assert n_workers == -1
        return self._called({"workers": {"one": {"nthreads": 1}}})

    def submit(self, play: Any, *arguments: Any, pure: bool) -> Any:
        """Return a future that plays its games in this process when its result is requested."""
        assert not pure
        self._called(None)
        return mock.Mock(result=lambda timeout: timeout and (self._called(None) or play(*arguments)))


@pytest.mark.parametrize("calls", range(9))
@pytest.mark.parametrize(
    "fails",
    [
        CommClosedError("in: closed"),
        FutureCancelledError("key", "lost"),
        ClosedClientError("Client is closed"),
        ConnectionRefusedError(111, "refused"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_whatever_fails_of_a_client_is_told(fails: Exception, calls: int) -> None:
    """Property: whichever call of the client fails, and with whatever error, `ClusterFailed` is raised."""
    lost, plan = mock.Mock(spec=Cluster, address="dask://x:1"), simulate.plan_of("pig")
    lost._answering = lambda: Cluster._answering(lost)  # noqa: SLF001 - what stands between
    lost._result = lambda *found: Cluster._result(lost, *found)  # noqa: SLF001 - the same
    lost.shards = lambda *given, **more: Cluster.shards(lost, *given, **more)
    lost.first = Cluster.first
    lost._connected = lambda: nullcontext(Dying(fails, calls))  # noqa: SLF001 - the same
    for games in (Cluster.playouts, Cluster.chunks):
        with pytest.raises(ClusterFailed, match="is lost"):
            list(games(lost, plan, range(6_000)))
    with pytest.raises(ClusterFailed, match="is lost"):
        simulate.Run(replace(plan, elsewhere=lost)).play(6_000)


def refused(*words: str) -> str:
    """Run `simulate` with these arguments, check that it is refused with status 2, and return its output."""
    done = CliRunner().invoke(cli, ["simulate", "pig", "--games", "2", *words])
    assert done.exit_code == 2
    assert "games," not in done.output
    return done.output


def test_who_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """If no scheduler answers at the address, that is reported before any game is played.

    Nothing listens on port 1.
    """
    monkeypatch.setattr(elsewhere, "PATIENCE", 1.0)
    assert "no Dask scheduler answers at `dask://127.0.0.1:1`" in refused("--on", "dask://127.0.0.1:1")


def test_a_worker_of_another_version_is_told() -> None:
    """A worker refuses a client that packs games or sums in another form, or that says nothing of it."""
    assert elsewhere._worked(pickle.dumps(len), range(2), elsewhere.VERSIONS)[1] == 2  # noqa: SLF001 - what a worker does
    other = (
        re.sub(f"{what} of version [0-9]+", f"{what} of version 99", elsewhere.VERSIONS) for what in SENT
    )
    for version in (gamespec.__version__, *other):
        with pytest.raises(ClusterFailed, match=f"sums of version [0-9]+, not {version}"):
            elsewhere._worked(pickle.dumps(len), range(2), version)  # noqa: SLF001 - the same


@pytest.mark.long("processes")
def test_a_scheduler_without_workers_is_told(tmp_path: Path) -> None:
    """A scheduler that has no workers is refused, because the command would wait forever."""
    with scheduler(tmp_path) as where:
        assert "has no workers" in refused("--on", where)


@pytest.mark.parametrize(
    "where", ["127.0.0.1:8786", "tcp://127.0.0.1:8786", "dask://127.0.0.1", "dask://:80"]
)
def test_what_is_no_address_is_told(where: str) -> None:
    """A text that is not a valid address is refused, and the error gives an example of an address."""
    assert "such as `dask://127.0.0.1:8786`" in refused("--on", where)


def test_jobs_are_of_this_machine() -> None:
    """`--jobs` is refused together with `--on`, because it sets the number of processes on this machine."""
    assert "`--jobs` applies to this machine" in refused("--on", "dask://127.0.0.1:1", "--jobs", "2")


def test_without_dask_it_is_said_what_gets_it() -> None:
    """If Dask is not installed, the error says how to install it, in Python and on the command line."""
    gone = {name: None for name in sys.modules if name.partition(".")[0] in {"dask", "distributed"}}
    with mock.patch.dict(sys.modules, {**gone, "distributed": None}):
        del sys.modules["interpreter.simulate.cluster"]
        with pytest.raises(ImportError, match=r"`pip install 'gamespec\[dask\]'`"):
            cluster("dask://127.0.0.1:1")
        assert "pip install 'gamespec[dask]'" in refused("--on", "dask://127.0.0.1:1")
