"""The counts of a game, and the meaning of each number.

`Counts` selects groups of counts; a `Tally` holds the counts of one game that reached its end.
`interpreter.kernels.tallying` defines how the numbers follow from a game's events, for both engines.

Everything is counted by the seats, actions, components and zones that the program numbers, whatever the game.
So all sizes are known beforehand.
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
    """The groups of numbers to count; none by default."""

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
    """`Tally.last`; counted only together with `pace`, because it includes turns."""

    course: bool = False
    """`Tally.course`; counted only together with `pace`, because it includes turns."""

    def __bool__(self) -> bool:
        """Return whether anything is counted."""
        return any(getattr(self, each.name) for each in fields(self))


NOTHING = Counts()
ALL = Counts(pace=True, actions=True, lead=True, components=True, measures=True, last=True, course=True)

STAGES = 16
"""Number of stages into which a game is divided for counting decisions. Must be even."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The length of a game, and the number of decisions and options in it.

    A *turn* is a turn of the language: it begins when a phase with `turns` gives it to a player. A *round* is
    what players call one, and rules need not define it: the first turn begins the first round, and a turn of
    a player who has already had one in the current round begins a new round. So skipped turns, and several
    turns in a row, need no special rule. A game without turns has neither.

    A *decision* is any choice, including one with a single option that the game answered automatically, which
    `Playout.decisions` does not count: there are `Playout.decisions + alone` in all. In a simultaneous
    decision each player decides.
    """

    turns: int
    rounds: int
    alone: int
    """The number of decisions that the game answered automatically."""
    forced: int
    """The number of decisions with exactly one option, asked or not: those in `alone`, and any such decisions
    that the rules ask anyway.
    """
    options: int
    """The total number of options over all decisions."""
    most: int
    """The greatest number of options of a decision; 0 if there was none."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The actions offered and chosen: `[seat][action]`, by the seats and `Program.actions`.

    The decisions are those of `Pace`. An action that is chosen secretly counts at that time, even if it runs
    later.
    """

    offered: tuple[tuple[int, ...], ...]
    """The number of decisions at which an action had at least one option."""
    options: tuple[tuple[int, ...], ...]
    """The total number of its options over these decisions."""
    chosen: tuple[tuple[int, ...], ...]
    """The number of decisions that chose it."""
    first: tuple[tuple[int, ...], ...]
    """The number of its options at its *first free offer*: the first decision at which the seat could choose
    between it and another action; 0 if there was no such decision.
    """
    of: tuple[tuple[int, ...], ...]
    """The number of all options there. A random player chooses the action with probability `first / of`."""
    took: tuple[tuple[int, ...], ...]
    """1 if the seat chose it at its first free offer, else 0."""


@dataclass(frozen=True, slots=True)
class Lead:
    """The leaders at the end of turns, by the game's own `ranking`, or by the `score` that replaces it.

    A turn ends where the next one begins, or with the game; whatever happens between two turns, such as the
    scoring of a phase without turns, belongs to the earlier one. The *leader* is the team (or single player)
    that would be alone in first place if the game were ranked then; in a tie, nobody leads. Wins by a
    condition in `end` are irrelevant to it. This is the criterion *lead change* of C. Browne, "Automatic
    Generation and Evaluation of Recombination Games" (2008), with the game's own ranking in place of an
    estimate.
    """

    changes: int
    """The number of times that the leader differed from the previous leader. A tie in between is no change by
    itself.
    """
    led: tuple[int, ...]
    """For each seat, the number of turns after which the player's team led. After the remaining turns nobody
    led.
    """


@dataclass(frozen=True, slots=True)
class Ways:
    """The moves of components, and where components lay at the end: by face and sort of zone (`Cells`)."""

    came: tuple[int, ...]
    """The number of moves of a component with that face into a zone of that sort from another zone.

    Moves during setup count, because a game may deal cards there or in a phase. Moves within a zone, trials
    of options, and the placement before setup do not.
    """
    left: tuple[int, ...]
    """The number of components with that face in zones of that sort when the game was over."""


@dataclass(frozen=True, slots=True)
class Last:
    """The last decision of each seat in the game, among the decisions of `Pace`."""

    actions: tuple[int, ...]
    """The action chosen there; -1 if there was no decision."""
    turns: tuple[int, ...]
    """The number of turns begun by then."""
    chosen: tuple[tuple[int, ...], ...]
    """The number of decisions that chose each action, by seat and action, as in `Choices.chosen`."""


@dataclass(frozen=True, slots=True)
class Course:
    """The numbers of decisions and options during a game, by stage; there are `STAGES` stages.

    A stage is a stretch of 1, 2, 4, 8 … turns: the least `width` for which `STAGES` stages suffice. Events
    before the first turn belong to the first stage, and events after a turn to that turn; a game without
    turns has one stage. The decisions are those of `Pace`.
    """

    width: int
    """The number of turns in a stage."""
    decisions: tuple[int, ...]
    options: tuple[int, ...]
    """The total number of options of these decisions, by stage."""


@dataclass(frozen=True, slots=True)
class Turns:
    """The values of a measure at the end of turns; all 0 without turns. A condition counts as 1 or 0."""

    total: int = 0
    """The sum of the values."""
    greatest: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class Measured:
    """The values of `Program.measures`, in order: one value, or one per seat for a measure of each player.

    Turns end as in `Lead`. Each value has its own computation budget and uses none of the game's.
    """

    turns: int
    """The number of turns at whose end measures were evaluated; 0 if none is measured by turn."""
    values: tuple[tuple[int | Turns, ...], ...]
    """The value when the game was over, or the values at the ends of turns."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of one game; a group that was not requested is `None`.

    `lead` is also `None` if the leader cannot be known (`has_leader`). A game that faults has no tally.
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
    """Return the number and seat of each measure to evaluate at the end of a turn, or of the game.

    The seat is 0 for a measure that is not of each player.
    """
    return [
        (number, seat)
        for number, measure in enumerate(program.measures)
        for seat in (range(program.players) if measure.each else (0,))
        if measure.turn is turn
    ]


def has_leader(program: Program) -> bool:
    """Return whether the leader is known at any time: the game is ranked, and ranking cannot fail.

    At the end of a game a failing ranking is a fault of the specification. Before the end it need not be
    meaningful, and a mere count must not stop a game.
    """
    failing = Failing(program)
    return bool(program.ranking) and not any(failing.fails(number) for number in program.ranking)


class Cells:
    """Numbers the pairs of a face and a sort of zone, for one program.

    Alike components (`Program.faces`) have one face, each other component has its own. Faces are numbered in
    the order of their first components. Zones of one family and one owner, or without owner, are of one sort.
    A component lies only in zones of its kind, so there is one pair for each such sort: first those of the
    first face, by family and owner.
    """

    def __init__(self, program: Program) -> None:
        numbers: dict[tuple[bool, int], int] = {}
        self.first: list[int] = []
        """The first component of each face."""
        self.face: list[int] = []
        """The face of each component."""
        self.pairs: list[tuple[int, int, int]] = []
        """The face, the family, and the owner or `NOWHERE` of each cell."""
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
        """Return the number of pairs."""
        return len(self.pairs)

    def of(self, component: int, zone: int) -> int:
        """Return the number of the pair for a component and a zone in which it may lie."""
        return self.by_component[component] + self.by_zone[zone]
