"""GS410: a decision that reveals something which the deciding player does not see.

The decider sees the options, their texts, and the fact that there is a question. So `when`, `where`, `from`
and `keeps`, the conditions around the decision, and its texts must not depend on anything that the decider
cannot see. `tells` analyses expressions, and `course` analyses the steps before the decision.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.compile.draft.draft import ActionSpec, Emitted, PickSpec, Site, Text
from gamespec.lint.course import Course, decider
from gamespec.lint.hidden import Hidden
from gamespec.lint.state import State
from gamespec.lint.subject import Subject
from gamespec.lint.tells import Env, Read, Tells, Told
from gamespec.program import instructions as g
from gamespec.text.diagnostics import Remark
from gamespec.text.source import Span
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["telling_offer"]

Found = tuple[Span, str, frozenset[Read]]
"""The span of a test or text, a description of it, and the hidden things that it reveals."""


def telling_offer(subject: Subject) -> None:
    """Report everything hidden from the decider that a decision reveals, each thing once."""
    hidden = Hidden(subject)
    course, told = Course(subject, hidden), set[Read]()
    for part in course.parts:
        for i, item in enumerate(course.items(part)):
            match item:
                case Emitted(g.Decide, span, (Site() as site, *_)):
                    by = decider(course.items(part), i)
                    state = course.before(part, by or core.Me(t.NOTHING, span))[i]
                    for found in _decision(site, by, Tells(hidden, by), state or State()):
                        _report(subject, found, told)
                case _:
                    pass


def _report(subject: Subject, found: Found, told: set[Read]) -> None:
    span, does, reads = found
    for read in sorted(reads - told, key=lambda r: (r.span.start, r.name)):
        told.add(read)
        apart = read.span.source is not span.source or not span.start <= read.span.start < span.end
        what = f"`{read.name}`, which is hidden" if read.drawn else f"what `{read.name}` hides"
        subject.found.report(
            "GS410", f"{does} reveals {what} from the player who decides", read.span,
            severity="warning", others=(Remark(span, "asked here"),) if apart else (),
            help="test only values that the player sees, or reveal the value first: by its `seen_by`, "
            "by `reveal`, or by a variable that the player sees",
        )  # fmt: skip


def decisions(code: tuple[Emitted, ...]) -> Iterator[tuple[Site, core.Core | None]]:
    """Yield each decision with the player who decides, or with `None` for `me` or several players."""
    for i, emitted in enumerate(code):
        match emitted:
            case Emitted(g.Decide, _, (Site() as site, *_)):
                yield site, decider(code, i)
            case _:
                pass


def _decision(site: Site, by: core.Core | None, tells: Tells, state: State) -> Iterator[Found]:
    yield site.span, "being asked", frozenset[Read]().union(*state.asked.values())
    if site.prompt is not None:
        yield from _text(site.prompt, "this prompt", tells, state.env)
    outside = Tells(tells.hidden, by or core.Me(t.NOTHING, site.span), outside=True)
    if by is not None:
        yield by.span, "who is asked", outside.of(by, state.env).values
    for branch, given in zip(site.branches, site.given, strict=True):
        handed = {slot: outside.of(arg, state.env) for slot, arg in zip(branch.given, given, strict=True)}
        yield from _branch(branch, tells, {**state.env, **handed})


def _branch(branch: ActionSpec, tells: Tells, env: Env) -> Iterator[Found]:
    if branch.when is not None:
        yield branch.when.span, "this condition", tells.of(branch.when, env).all
    for pick in branch.picks:
        before, source, named = env, tells.of(pick.source, env), _named(pick.source, tells.hidden)
        yield (
            pick.source.span,
            "the list of options",
            source.values | (frozenset() if _is_all(pick) else named),
        )
        env = {**env, pick.slot: Told(components=source.components | named, who=source.who)}
        if pick.many is not None:
            yield pick.many.span, "this number", tells.of(pick.many, before).all
        if pick.where is not None:
            yield pick.where.span, "this condition", tells.of(pick.where, env).all
    if branch.keeps is not None:
        yield branch.keeps.span, "this condition", tells.of(branch.keeps, env).all
    if branch.most is not None:
        yield branch.most.span, "this number", tells.of(branch.most, env).all
    if branch.label is not None:
        yield from _text(branch.label, "this label", tells, env)


def _named(source: core.Core, hidden: Hidden) -> frozenset[Read]:
    """Return the hidden components that a list names directly, as reads of their zones.

    Such components are offered by place, which reveals where they are.
    """
    kind = t.strip(t.element(source.type) or source.type)
    if not isinstance(kind, t.Named) or not _by_name(source):
        return frozenset()
    return frozenset(Read(zone, source.span) for zone in hidden.hiding(kind.name)[:1])


def _by_name(node: core.Core) -> bool:
    """Return whether a list has the same members wherever these components lie."""
    match node:
        case core.Const() | core.Fixed():
            return True
        case core.ListOf(items=parts) | core.BuiltIn(name="union" | "distinct" | "reverse", args=parts):
            return all(_by_name(part) for part in parts)
        case core.Quantifier(kind="filter", over=of) | core.Narrow(of=of):
            return _by_name(of)
        case _:
            return False


def _is_all(pick: PickSpec) -> bool:
    """Return whether every component of a kind can be chosen, so that hidden ones are offered by place."""
    of = t.element(pick.source.type)
    match pick.source:
        case core.Fixed(values=values):
            return isinstance(of, t.Named) and len(set(values)) == of.size
        case _:
            return False


def _text(text: Text, what: str, tells: Tells, env: Env) -> Iterator[Found]:
    """Yield the hidden values that a text reveals.

    Components that are unknown appear in it by place and reveal nothing.
    """
    for _, holes in text.by_language.values():
        for hole in holes:
            yield hole.span, what, tells.of(hole, env).values
