"""What is counted of a game while it is played, and what each number means.

`Counts` says what is asked for, in groups that are counted each by itself; a `Tally` is what came of one game
that went to its end. How the numbers follow from what happens is said by `interpreter.play.tallying`, which
adds them up from a game's events; whatever another engine does comes to the same.

All that a program can do is counted alike, whatever the game: by the seats, actions, components and zones
that the program numbers. So all sizes are known before the game.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from gamespec.program import Program
from gamespec.program.failing import Failing

__all__ = [
    "ALL", "NOTHING", "STAGES", "Cells", "Choices", "Counts", "Course", "Last", "Lead", "Measured", "Pace",
    "Tally", "Turns", "Ways", "asked_at", "has_leader",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Counts:
    """What is to be counted: groups of numbers, none of them unless it is asked for."""

    pace: bool = False
    """`Tally.pace`."""
    actions: bool = False
    """`Tally.actions`."""
    lead: bool = False
    """`Tally.lead`."""
    components: bool = False
    """`Tally.components`."""
    measures: bool = False
    """`Tally.measures`."""
    last: bool = False
    """`Tally.last`; it is counted only with `pace`, for it tells turns."""

    course: bool = False
    """`Tally.course`; it is counted only with `pace`, for it tells turns."""

    def __bool__(self) -> bool:
        """Whether anything is."""
        return any(getattr(self, each.name) for each in fields(self))


NOTHING = Counts()
ALL = Counts(pace=True, actions=True, lead=True, components=True, measures=True, last=True, course=True)

STAGES = 16
"""Of so many stretches of a game it is counted what there was to decide; an even number."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a game was, and how much there was to decide.

    A *turn* is what the language calls one: it begins where a phase with `turns` gives it to a player. A
    *round* is what players call one, of which no rule needs to speak: the first turn begins the first, and a
    new one begins with each turn of a player who has had one in the running round already. So turns that are
    left out, or that one player takes in a row, need no rule of their own. A game without turns has neither.

    A *decision* is whatever somebody had to decide, also where there was one option only and the game
    answered by itself, which `Playout.decisions` does not count: there are `Playout.decisions + alone` in
    all. Where several decide in secret, each of them decides.
    """

    turns: int
    rounds: int
    alone: int
    """Decisions that the game answered by itself."""
    forced: int
    """Decisions with exactly one option, whether somebody was asked or not: those `alone`, and more where the
    rules ask always."""
    options: int
    """The numbers of options of all decisions, added up."""
    most: int
    """The greatest number of options of a decision; 0 if there was none."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What could be chosen, and what was: `[seat][action]`, by the seats and `Program.actions`.

    The decisions are those that `Pace` speaks of. An action that somebody decides for in secret is chosen
    then, even if it is done later.
    """

    offered: tuple[tuple[int, ...], ...]
    """Decisions at which an action had an option, or several."""
    options: tuple[tuple[int, ...], ...]
    """The numbers of its options, added up over these."""
    chosen: tuple[tuple[int, ...], ...]
    """Decisions that were answered by it."""
    first: tuple[tuple[int, ...], ...]
    """The number of its options at its *first free offer*, which is the first decision at which the seat
    could choose it or another action; 0 if there was none."""
    of: tuple[tuple[int, ...], ...]
    """The number of all options there. A player at random chooses the action with the chance `first / of`."""
    took: tuple[tuple[int, ...], ...]
    """1 if that decision was answered by it, else 0."""


@dataclass(frozen=True, slots=True)
class Lead:
    """Who led when turns ended, by the game's own `ranking`, or the `score` that stands in for it.

    A turn ends where the next one begins, or with the game; what comes between two turns, as when a phase
    without turns scores, belongs to the one before. The *leader* is the team, or the player who plays alone,
    that would be the only one in first place if the game were ranked then; where several would be, nobody
    leads. Who wins by a condition in `end` is no matter of it. This is the criterion *lead change* of
    C. Browne, "Automatic Generation and Evaluation of Recombination Games" (2008), with the game's own
    ranking in place of an estimate.
    """

    changes: int
    """How often a leader was another one than the last before. A tie in between is no change by itself."""
    led: tuple[int, ...]
    """By seat the turns at whose ends the player's team led; at others nobody did."""


@dataclass(frozen=True, slots=True)
class Ways:
    """Where components went, and where they lay in the end: by face and sort of zone (`Cells`)."""

    came: tuple[int, ...]
    """How often a component of that face was moved to a zone of that sort out of another zone, in set-up,
    too: whether a game deals there or in a phase is a matter of how it is written. Moves within a zone are
    not counted, nor what is only tried to see whether an option is one. Where a component lay before set-up
    it did not come."""
    left: tuple[int, ...]
    """How many of that face lay there when the game was over."""


@dataclass(frozen=True, slots=True)
class Last:
    """By seat its last decision in the game, of those that `Pace` speaks of."""

    actions: tuple[int, ...]
    """The action that it was answered by; -1 if there was no decision."""
    turns: tuple[int, ...]
    """How many turns had begun by then."""
    chosen: tuple[tuple[int, ...], ...]
    """As `Choices.chosen`: by seat and action how many of its decisions were answered so."""


@dataclass(frozen=True, slots=True)
class Course:
    """How much there was to decide while a game went on: by stage, of which there are `STAGES`.

    A stage is a stretch of 1, 2, 4, 8 … turns: the shortest such `width` with which the game has no more
    stages than that. What comes before the first turn belongs to the first stage, what comes after a turn
    and before the next one to that turn; a game without turns has one stage. The decisions are those that
    `Pace` speaks of.
    """

    width: int
    """How many turns a stage has."""
    decisions: tuple[int, ...]
    options: tuple[int, ...]
    """The numbers of options of these decisions, added up."""


@dataclass(frozen=True, slots=True)
class Turns:
    """What a measure was when turns ended; all 0 if none did. A condition is 1 where it held, else 0."""

    total: int = 0
    """The values added up."""
    greatest: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of `Program.measures`: by measure, in their order, and by seat if it is one of each player.

    Turns end as `Lead` says. Each value has a budget of its own for its work, and spends nothing of the
    game's.
    """

    turns: int
    """At the ends of how many turns measures were asked; 0 if there is none of turns."""
    values: tuple[tuple[int | Turns, ...], ...]
    """What it was when the game was over, or at the ends of turns."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What was counted of one game; a group that was not asked for is `None`.

    `lead` is `None` as well where it cannot be known (`has_leader`). A game that comes to a fault has no
    tally.
    """

    pace: Pace | None = None
    actions: Choices | None = None
    lead: Lead | None = None
    components: Ways | None = None
    measures: Measured | None = None
    last: Last | None = None
    course: Course | None = None

    def __repr__(self) -> str:
        counted = [each.name for each in fields(self) if getattr(self, each.name) is not None]
        return f"<Tally of {', '.join(counted) or 'nothing'}>"


def asked_at(program: Program, *, turn: bool) -> list[tuple[int, int]]:
    """The measures that are asked at the end of a turn, or of the game: the number of each, and of whom.

    Of one that is not of each player, that is 0.
    """
    return [
        (number, seat)
        for number, measure in enumerate(program.measures)
        for seat in (range(program.players) if measure.each else (0,))
        if measure.turn is turn
    ]


def has_leader(program: Program) -> bool:
    """Whether it is known at any time who leads: the game is ranked, and ranking cannot fail.

    At the end of a game a ranking that fails is a fault of the specification. Before the end it need not make
    sense, and what is only counted must not stop a game.
    """
    failing = Failing(program)
    return bool(program.ranking) and not any(failing.fails(number) for number in program.ranking)


class Cells:
    """The numbers of the pairs of a face and a sort of zone, for one program.

    Components that are alike (`Program.faces`) have one face, each of the others has its own. Faces are
    numbered in the order of their first components. Zones are of one sort that are of one family and of one
    player, or nobody's. A component lies in zones of its kind only, so there is a pair for each sort of the
    kind: those of the first face come first, by family and owner.
    """

    def __init__(self, program: Program) -> None:
        numbers: dict[tuple[bool, int], int] = {}
        self.first: list[int] = []
        """By face the first of its components."""
        self.face: list[int] = []
        """By component the number of its face."""
        self.pairs: list[tuple[int, int, int]] = []
        """By cell the face, the family, and the owner or `NOWHERE`."""
        self._begin: list[int] = []
        sorts: list[list[tuple[int, int]]] = [[] for _ in program.kinds]
        for family, owner in sorted({(zone.family, zone.owner) for zone in program.zones}):
            sorts[program.families[family].kind].append((family, owner))
        kinds = [number for number, kind in enumerate(program.kinds) for _ in range(kind.size)]
        for c, face in enumerate(program.faces):
            number = numbers.setdefault((face < 0, c if face < 0 else face), len(numbers))
            if number == len(self.first):
                self.first.append(c)
                self._begin.append(len(self.pairs))
                self.pairs += [(number, *sort) for sort in sorts[kinds[c]]]
            self.face.append(number)
        self.by_component = tuple(self._begin[face] for face in self.face)
        self.by_zone = tuple(
            sorts[program.families[zone.family].kind].index((zone.family, zone.owner))
            for zone in program.zones
        )

    def __len__(self) -> int:
        """How many there are."""
        return len(self.pairs)

    def of(self, component: int, zone: int) -> int:
        """The number of the pair of a component and a zone in which it may lie."""
        return self.by_component[component] + self.by_zone[zone]
