"""The passes that lead from a path to a checked game.

    documents → one document → description → drafts for choices of options → warnings

Each pass takes the collector of diagnostics and an object with what is known so far, to which the pass adds.
A pass does nothing if an earlier pass produced no input for it. Only an unreadable document ends the run in
this way. A value of the wrong shape and an expression that does not parse become `Unread`. A declaration that
lacks an essential part is dropped, and later uses of its name are not reported. Thus none of these faults
causes further diagnostics. Binding and compiling run for several choices of options and numbers of players
(`trials`), because bounds and sizes depend on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

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
from gamespec.world.world import Typed

__all__ = [
    "PASSES",
    "Checked",
    "Checking",
    "OptionError",
    "Spec",
    "SpecError",
    "Stage",
    "asked_for",
    "check",
    "load",
    "peek",
    "run",
    "specified",
]


@dataclass(frozen=True)
class Checked:
    """The result of a check. `spec` is `None` if there are errors.

    `tried` is the number of choices of options and players for which the game was compiled. `left_out` is the
    number of pairs of values that were not tried because the requirements allow no choice with both values.
    """

    spec: Spec | None
    diagnostics: tuple[Diagnostic, ...]
    tried: int = 0
    left_out: int = 0

    def __repr__(self) -> str:
        game = "no game" if self.spec is None else self.spec.called
        return cut(f"<Checked {game}: {len(self.diagnostics)} diagnostics, {self.tried} choices tried>")


def load(name_or_path: str | Path, reach: Iterable[str | Path] = ()) -> Spec:
    """Load and check a game. Raises `UnknownGame`, or `SpecError` if the game has mistakes.

    `reach` names files and folders outside the game's project that the game may read; see
    `gamespec.documents.reach`.

    Mistakes that only some options or numbers of players reveal are found by `check`, or by `program` for the
    choice in question.
    """
    spec = peek(name_or_path, reach)
    spec.program()
    return spec


def peek(name_or_path: str | Path, reach: Iterable[str | Path] = ()) -> Spec:
    """Read a game's description without binding its names, for callers that only describe the game.

    Raises `UnknownGame`, or `SpecError` if the description cannot be read.
    """
    found = Collector()
    known = Known(*asked_for(name_or_path, reach))
    for pass_ in READING:
        pass_(known, found)
    spec = specified(name_or_path, known)
    if spec is None or found.errors:
        raise SpecError(str(name_or_path), tuple(found))
    return spec


def asked_for(name_or_path: str | Path, reach: Iterable[str | Path]) -> tuple[tuple[Path, ...], Reach]:
    """Return the files of a game, and the paths that it may read. Raises `UnknownGame`."""
    return find(name_or_path), Reach.of(*paths(str(name_or_path)), *reach)


def specified(name_or_path: str | Path, known: Known) -> Spec | None:
    """Return the `Spec` of the description that was read, or `None` if there is none."""
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
    """Find every mistake that can be found before a game runs. Raises `UnknownGame`.

    `reach` is as for `load`. With `thorough`, all combinations of options and numbers of players are tried up
    to a maximum, instead of a covering array. `progress` is called with the number of choices tried so far
    and the number of all choices.
    """
    with rationed():
        known = Checking(*asked_for(name_or_path, reach), thorough=thorough, progress=progress)
        run(known)
        wrong = any(d.severity == "error" for d in known.said)
        tried, left_out = (known.trials.tried, known.trials.left_out) if known.trials is not None else (0, 0)
        return Checked(None if wrong else specified(name_or_path, known), tuple(known.said), tried, left_out)


@dataclass(eq=False)
class Checking(Known):
    """The state of a check: everything known about the specification, and its final diagnostics (`said`).

    `typed` receives the parts of expressions that are typed for the default choice, unless it is `None`.
    """

    thorough: bool = False
    progress: Callable[[int, int], None] | None = None
    trials: Trials | None = None
    said: list[Diagnostic] = field(default_factory=list)
    typed: list[Typed] | None = None


def run(known: Checking, stage: Stage = "everything", pause: Callable[[], None] | None = None) -> None:
    """Run the passes up to and including a stage, and put the diagnostics into `known.said`, in order.

    `pause` is called before each pass. It may raise an exception to end the run.
    """
    found = Collector()
    for pass_ in STAGES[stage]:
        if pause is not None:
            pause()
        pass_(known, found)
    known.said.sort(key=lambda d: (d.code == "GS116", d.span.source.name, d.span.start))


def _bind(known: Checking, found: Collector) -> None:  # noqa: ARG001 - a trial has a collector of its own
    """Bind and compile the game with default options for the minimum number of players."""
    if known.game is not None:
        known.trials = Trials(known.game, typed=known.typed)
        known.trials.default()


def _try(known: Checking, found: Collector) -> None:
    """Bind and compile the game for other choices of options and numbers of players, one after another.

    If the defaults cause an error, no further choice is tried.
    """
    if known.trials is not None and not found.errors and not known.trials.wrong:
        known.trials.others(thorough=known.thorough, progress=known.progress)


def _lint(known: Checking, found: Collector) -> None:
    """Warn about constructs that are legal in a sound game but unlikely to be intended."""
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
    """Yield the parts of a draft's code: the main part, then each routine that has code."""
    if drafted is not None:
        yield Part(None, tuple(drafted.draft.code))
        for routine in drafted.routines:
            if routine.code:
                yield Part(routine, tuple(routine.code))


def _blame(known: Checking, found: Collector) -> None:
    """Report the errors that an edit of an overlay causes elsewhere at that edit."""
    trials = known.trials
    known.said = [*found, *(trials.diagnostics.values() if trials is not None else ())]
    if trials is not None and known.overlays and any(d.severity == "error" for d in known.said):
        left_out, alone = trials.errors_without, {id(d) for d in known.alone}
        others = [d for d in known.said if id(d) not in alone]
        blamed = at_the_edits(others, known.overlays, lambda edit: left_out(known, edit))
        known.said = [*(d for d in known.said if id(d) in alone), *blamed]


def _accept(known: Checking, found: Collector) -> None:  # noqa: ARG001 - a pass, which finds nothing of its own
    """Drop the warnings that comments in the files accept."""
    read = [(document.source, document.node) for document in known.documents]
    known.said = list(without_accepted(known.said, read))


Pass = Callable[[Checking, Collector], None]

PASSES: tuple[Pass, ...] = (*READING, _bind, _try, _lint, _blame, _accept)
"""The passes of `check`: the reading passes, then binding the default choice, trying other choices, linting,
blaming edits, accepting warnings.
"""

Stage = Literal["structure", "names", "everything"]
"""How far a check goes: until the description is read, until names and types are bound for the default
choice, or to the end.
"""

STAGES: Mapping[Stage, tuple[Pass, ...]] = {
    "structure": (*READING, _blame, _accept),
    "names": (*READING, _bind, _blame, _accept),
    "everything": PASSES,
}
"""The passes of each stage."""
