"""The option `--on`, with which remote workers play games."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from interpreter.cli.common.boundary import Stop

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.simulate import Table
    from interpreter.simulate.cluster import Cluster

__all__ = ["on_option", "played_on", "workers_of"]

F = TypeVar("F", bound=Callable[..., Any])


def on_option(command: F) -> F:
    """Add the option `--on ADDRESS`, passed as `on`."""
    return click.option(
        "--on",
        metavar="ADDRESS",
        help="Play on the workers of a Dask scheduler: dask://HOST:PORT. The result is the same.",
    )(command)


def workers_of(address: str | None, jobs: int | None) -> Cluster | None:
    """Return the workers of the scheduler at `address`, or `None` if `address` is `None`.

    Raises `Stop` if the workers cannot be reached, or if `jobs` is given as well.
    """
    if address is None:
        return None
    if jobs is not None:
        raise Stop("`--jobs` applies to this machine, but `--on` uses others", "leave out `--jobs`")
    from interpreter.simulate.plans import cluster

    try:
        return cluster(address)
    except ModuleNotFoundError as error:
        raise Stop("games on other machines need Dask, which is not installed", error.msg) from None
    except RuntimeError as error:
        raise Stop(str(error), "`dask scheduler` starts one, `dask worker` its workers") from None


@contextmanager
def played_on(address: str | None, table: Table | None = None) -> Iterator[None]:
    """Raise `Stop` if the remote workers fail during the `with` block."""
    if address is None:
        yield
        return
    from interpreter.simulate.cluster import ClusterFailed

    try:
        yield
    except ClusterFailed as failed:
        cure = "the games so far are kept; `--resume` continues with them" if table is not None else None
        raise Stop(str(failed), cure) from None
