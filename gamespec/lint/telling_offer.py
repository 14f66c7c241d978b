"""GS410: a decision that tells something which the player who makes it does not see.

What is on offer, and its texts, are shown to the decider. So nothing may be asked in `when`, `where` and
`from`, nor be shown in a label or prompt, that the decider can't see. `tells` says what is found.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.compile.draft import ActionSpec, Emitted, Site, Text
from gamespec.diagnostics import Remark
from gamespec.expr import core
from gamespec.lint.hidden import Hidden
from gamespec.lint.subject import Subject
from gamespec.lint.tells import Env, Read, Tells, Told
from gamespec.program import instructions as g

__all__ = ["telling_offer"]

Found = tuple[core.Core, str, frozenset[Read]]
"""An expression, what it does, and what it tells."""


def telling_offer(subject: Subject) -> None:
    """Report what a decision reads that is hidden from who decides, each once."""
    hidden, told = Hidden(subject), set[Read]()
    for site, decider in decisions(subject.code):
        tells = Tells(hidden, decider)
        for node, does, reads in _site(site, decider, tells):
            for read in sorted(reads - told, key=lambda r: (r.span.start, r.name)):
                told.add(read)
                apart = read.span.source is not node.span.source or not (
                    node.span.start <= read.span.start < node.span.end
                )
                subject.found.report(
                    "GS410", f"{does} tells what `{read.name}` hides from who decides", read.span,
                    severity="warning", others=(Remark(node.span, "asked here"),) if apart else (),
                    help="ask for what the player sees, or show it before: by its `seen_by`, by `reveal`, "
                    "or by a variable that the player sees",
                )  # fmt: skip


def decisions(code: tuple[Emitted, ...]) -> Iterator[tuple[Site, core.Core | None]]:
    """Each step at which somebody decides, and who does, if it is said and one player."""
    before: Emitted | None = None
    for emitted in code:
        match emitted.operands:
            case (Site() as site, *_) if emitted.op is g.Decide:
                by = before.operands[0] if before is not None and before.op is g.SetMe else None
                yield site, by if isinstance(by, core.Core) else None
            case _:
                pass
        before = emitted


def _site(site: Site, decider: core.Core | None, tells: Tells) -> Iterator[Found]:
    if site.prompt is not None:
        yield from _text(site.prompt, "this prompt", tells, {})
    for branch, given in zip(site.branches, site.given, strict=True):
        # what it hands over was evaluated where somebody else may be `me`, if it is said who decides
        env = {} if decider is not None else {
            slot: tells.of(arg, {}) for slot, arg in zip(branch.given, given, strict=True)
        }  # fmt: skip
        yield from _branch(branch, tells, env)


def _branch(branch: ActionSpec, tells: Tells, env: Env) -> Iterator[Found]:
    if branch.when is not None:
        yield branch.when, "this condition", tells.of(branch.when, env).all
    for pick in branch.picks:
        source = tells.of(pick.source, env)
        yield pick.source, "what can be chosen", source.values
        env = {**env, pick.slot: Told(components=source.components, who=source.who)}
        if pick.where is not None:
            yield pick.where, "this condition", tells.of(pick.where, env).all
    if branch.label is not None:
        yield from _text(branch.label, "this label", tells, env)


def _text(text: Text, what: str, tells: Tells, env: Env) -> Iterator[Found]:
    """A component that the player does not know is shown by its place, so only values tell something."""
    for _, holes in text.by_language.values():
        for hole in holes:
            yield hole, what, tells.of(hole, env).values
