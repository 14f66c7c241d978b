"""From a path to a checked game: the passes, in their order.

    documents → one document → description → drafts for choices of options → warnings

A pass is a function of what is known so far, to which it adds, and of the collector of diagnostics; where the
one before could make nothing it does nothing. Only a document that cannot be read ends the run so. A value of
the wrong shape and an expression that is none stand as `Unread` from there on, a declaration that lacks what
it needs is left out and its name silenced, so that nothing follows from them. Binding and compiling are done
for several choices of options and numbers of players (`trials`), because bounds and sizes depend on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gamespec.accepted import without_accepted
from gamespec.blame import at_the_edits
from gamespec.catalogue import find, paths
from gamespec.compile.link.link import Linker
from gamespec.documents.reach import Reach
from gamespec.language import remind_of_language
from gamespec.lint import LINTS, Part, Subject
from gamespec.reading import READING, Known
from gamespec.spec import OptionError, Spec, SpecError
from gamespec.text.diagnostics import Collector, Diagnostic
from gamespec.text.suggest import rationed
from gamespec.text.visible import cut
from gamespec.trials import Trials

__all__ = ["PASSES", "Checked", "OptionError", "Spec", "SpecError", "check", "load", "peek"]


@dataclass(frozen=True)
class Checked:
    """What a check found: `spec` is there if there are no errors.

    `tried` is for how many choices of options and players the game was compiled, `left_out` how many pairs of
    values were left out because the game's requirements let no choice have both.
    """

    spec: Spec | None
    diagnostics: tuple[Diagnostic, ...]
    tried: int = 0
    left_out: int = 0

    def __repr__(self) -> str:
        game = "no game" if self.spec is None else self.spec.called
        return cut(f"<Checked {game}: {len(self.diagnostics)} diagnostics, {self.tried} choices tried>")


def load(name_or_path: str | Path, reach: Iterable[str | Path] = ()) -> Spec:
    """A checked game. Raises `UnknownGame`, or `SpecError` if it has mistakes.

    `reach` names files and folders outside of the game's project that it may read; see
    `gamespec.documents.reach`.

    What only some options or numbers of players bring to light is found by `check`, or when `program` is
    asked for them.
    """
    spec = peek(name_or_path, reach)
    spec.program()
    return spec


def peek(name_or_path: str | Path, reach: Iterable[str | Path] = ()) -> Spec:
    """A game as it is described, its names not yet bound; for those who only want to tell of it.

    Raises `UnknownGame`, or `SpecError` if it cannot be read.
    """
    found = Collector()
    known = Known(*_asked_for(name_or_path, reach))
    for pass_ in READING:
        pass_(known, found)
    spec = _spec(name_or_path, known)
    if spec is None or found.errors:
        raise SpecError(str(name_or_path), tuple(found))
    return spec


def _asked_for(name_or_path: str | Path, reach: Iterable[str | Path]) -> tuple[tuple[Path, ...], Reach]:
    """The files of a game, and what it may read. Raises `UnknownGame`."""
    return find(name_or_path), Reach.of(*paths(str(name_or_path)), *reach)


def _spec(name_or_path: str | Path, known: Known) -> Spec | None:
    """What was described."""
    if known.game is None:
        return None
    return Spec(
        known.game,
        known.path,
        known.digest,
        str(name_or_path),
        known.reach.named,
        tuple(document.path for document in known.documents),
        known.tops,
        known.laid_over,
    )


def check(
    name_or_path: str | Path,
    reach: Iterable[str | Path] = (),
    *,
    thorough: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Checked:
    """Everything that can be known of a specification before it runs. Raises `UnknownGame`.

    `reach` is as for `load`. `thorough` tries all combinations of options and numbers of players up to a
    bound, instead of a covering array; `progress` is told how many of how many have been tried.
    """
    with rationed():
        found = Collector()
        known = _Checking(*_asked_for(name_or_path, reach), thorough=thorough, progress=progress)
        for pass_ in PASSES:
            pass_(known, found)
        every_one = tuple(
            sorted(known.said, key=lambda d: (d.code == "GS116", d.span.source.name, d.span.start))
        )
        wrong = any(d.severity == "error" for d in every_one)
        tried, left_out = (known.trials.tried, known.trials.left_out) if known.trials is not None else (0, 0)
        return Checked(None if wrong else _spec(name_or_path, known), every_one, tried, left_out)


@dataclass(eq=False)
class _Checking(Known):
    """What is known of a specification while it is checked; `said` are its diagnostics in the end."""

    thorough: bool = False
    progress: Callable[[int, int], None] | None = None
    trials: Trials | None = None
    said: list[Diagnostic] = field(default_factory=list)


def _try(known: _Checking, found: Collector) -> None:
    """Bind and compile the game for one choice of options and number of players after another."""
    if known.game is None:
        return
    known.trials = Trials(known.game)
    known.trials.default()
    if not found.errors and not known.trials.wrong:
        known.trials.others(thorough=known.thorough, progress=known.progress)


def _lint(known: _Checking, found: Collector) -> None:
    """Warn of what is legal in a sound game and can hardly be meant."""
    trials, game = known.trials, known.game
    if trials is None or game is None or trials.world is None or found.errors or trials.wrong:
        return
    parts = tuple(_parts(trials.drafted))
    subject = Subject(game, trials.used, parts, trials.first_copies, trials.numbers, trials.world, found)
    for lint in LINTS:
        lint(subject)
    for document in known.documents:
        remind_of_language(document.node, found)


def _parts(drafted: Linker | None) -> Iterator[Part]:
    """The code of a draft that can be reached."""
    if drafted is not None:
        yield Part(None, tuple(drafted.draft.code))
        for routine in drafted.routines:
            if routine.code:
                yield Part(routine, tuple(routine.code))


def _blame(known: _Checking, found: Collector) -> None:
    """Tell what an edit of an overlay has broken at the edit."""
    trials = known.trials
    known.said = [*found, *(trials.diagnostics.values() if trials is not None else ())]
    if trials is not None and known.overlays and any(d.severity == "error" for d in known.said):
        left_out = trials.errors_without
        known.said = at_the_edits(known.said, known.overlays, lambda edit: left_out(known, edit))


def _accept(known: _Checking, found: Collector) -> None:  # noqa: ARG001 - a pass, which finds nothing of its own
    """Leave out the warnings that comments accept."""
    read = [(document.source, document.node) for document in known.documents]
    known.said = list(without_accepted(known.said, read))


PASSES: tuple[Callable[[_Checking, Collector], None], ...] = (*READING, _try, _lint, _blame, _accept)
"""What `check` does: all that reading does, then try, lint and blame, and leave out what authors accept."""
