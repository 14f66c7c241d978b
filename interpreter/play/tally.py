"""The counts of a game, and the meaning of each number.

`Counts` selects groups of counts. A `Tally` holds the counts of one game that reached its end.
`interpreter.kernels.statistics.tallying` defines, for both engines, how the numbers follow from the events of
a game.

All counts refer to the seats, actions, components and zones as numbered in the program. Therefore the sizes
of all tables are known beforehand.
"""

from __future__ import annotations

from dataclasses import fields, replace

from gamespec.program import Program
from gamespec.program.failing import Failing
from gamespec.program.frozen import dataclass

__all__ = [
    "ALL", "NOTHING", "STAGES", "Cells", "Choices", "Counts", "Course", "Last", "Lead", "Measured", "Pace",
    "Tally", "Turns", "Ways", "asked_at", "failed", "has_leader", "ran", "taken",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Counts:
    """The groups of numbers to be counted. By default, nothing is counted."""

    pace: bool = False
    """Whether to count `Tally.pace`."""
    actions: bool = False
    """Whether to count `Tally.actions`."""
    lead: bool = False
    """Whether to count `Tally.lead`."""
    components: bool = False
    """Whether to count `Tally.components`."""
    measures: bool = False
    """Whether to count `Tally.measures`."""
    last: bool = False
    """Whether to count `Tally.last`. This requires `pace`, because `Tally.last` includes numbers of turns."""

    course: bool = False
    """Whether to count `Tally.course`. This requires `pace`, because the stages consist of turns."""

    reached: bool = False
    """Whether to record `Tally.reached`."""

    few: bool = False
    """Whether `Tally.pace` may lack the numbers of options, so that random players may try few of them."""

    def __bool__(self) -> bool:
        """Return whether any group is counted."""
        return replace(self, few=False) != NOTHING

    @property
    def options(self) -> bool:
        """Whether games must try all options, because they are counted, or because of `reached`.

        Otherwise, random players try as few options as possible (`Program.ranked`).
        """
        return (self.pace and not self.few) or self.actions or self.course or self.reached


NOTHING = Counts()
ALL = Counts(pace=True, actions=True, lead=True, components=True, measures=True, last=True, course=True)
"""Everything that statistics are made of, which is all except `reached`."""

STAGES = 16
"""The number of stages into which a game is divided for counting decisions. It must be even."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The length of a game, and the number of its decisions and options.

    A *turn* is a turn of the language. It begins when a phase with `turns` gives it to a player. A *round* is
    what players call a round; the rules need not define it. The first turn begins the first round, and a turn
    of a player who has already had a turn in the current round begins a new round. This definition needs no
    special rules for skipped turns or for several turns in a row. A game without turns has no rounds either.

    A *decision* is any choice, even one with a single option that the game answered automatically.
    `Playout.decisions` does not count automatic answers, so there are `Playout.decisions + alone` decisions
    in all. In a simultaneous decision, each player makes a decision of their own.
    """

    turns: int
    rounds: int
    alone: int
    """The number of decisions that the game answered automatically."""
    forced: int
    """The number of decisions with exactly one option. It includes the decisions in `alone` and decisions
    with one option that the rules ask anyway.
    """
    options: int
    """The total number of options of all decisions; 0 if they were not counted (`Counts.options`)."""
    most: int
    """The greatest number of options that a decision had; 0 if there was no decision or no count of options.
    """


@dataclass(frozen=True, slots=True)
class Choices:
    """How often each action was offered and chosen by each seat.

    The fields are indexed by `[seat][action]`, where actions are numbered as in `Program.actions`. Decisions
    are defined as in `Pace`. A secretly chosen action counts when it is chosen, even if it is carried out
    later.
    """

    offered: tuple[tuple[int, ...], ...]
    """The number of decisions at which the action had at least one option."""
    options: tuple[tuple[int, ...], ...]
    """The total number of the action's options over all decisions."""
    chosen: tuple[tuple[int, ...], ...]
    """The number of decisions at which the action was chosen."""
    first: tuple[tuple[int, ...], ...]
    """The number of the action's options at its *first free offer*, which is the first decision at which the
    seat could choose between this action and another action; 0 if there was no such decision.
    """
    of: tuple[tuple[int, ...], ...]
    """The number of options of all actions at the first free offer. A player who chooses at random chooses
    the action with probability `first / of`.
    """
    took: tuple[tuple[int, ...], ...]
    """1 if the seat chose the action at its first free offer, otherwise 0."""


@dataclass(frozen=True, slots=True)
class Lead:
    """The leaders at the ends of turns, by the game's own `ranking` or by the `score` that replaces it.

    A turn ends where the next turn begins, or with the game. Whatever happens between two turns, such as the
    scoring in a phase without turns, belongs to the earlier turn. The *leader* is the team (or single player)
    that would be alone in first place if the game were ranked at that time; in a tie, there is no leader.
    Conditions in `end` by which a team wins do not matter. This is the criterion *lead change* of C. Browne,
    "Automatic Generation and Evaluation of Recombination Games" (2008), except that it uses the game's own
    ranking instead of an estimate.
    """

    changes: int
    """The number of times that the leader differed from the previous leader. A tie between two turns with the
    same leader is not a change.
    """
    led: tuple[int, ...]
    """For each seat, the number of turns at whose end the player's team led. At the ends of the remaining
    turns, there was no leader.
    """


@dataclass(frozen=True, slots=True)
class Ways:
    """How often components moved into zones, and in which zones they were at the end.

    The fields have one number for each pair of a face and a sort of zone (`Cells`).
    """

    came: tuple[int, ...]
    """The number of times that a component with this face moved into a zone of this sort from another zone.
    Moves during setup count, because components may be dealt either during setup or in a phase. Moves within
    a zone, trials of options, and the placement of components before setup do not count.
    """
    left: tuple[int, ...]
    """The number of components with this face that were in zones of this sort when the game was over."""


@dataclass(frozen=True, slots=True)
class Last:
    """The last decision of each seat in the game. Decisions are defined as in `Pace`."""

    actions: tuple[int, ...]
    """For each seat, the action that it chose at its last decision, or -1 if it had no decision."""
    turns: tuple[int, ...]
    """For each seat, the number of turns that had begun by its last decision."""
    chosen: tuple[tuple[int, ...], ...]
    """The number of decisions at which each action was chosen, by seat and action, as in `Choices.chosen`."""


@dataclass(frozen=True, slots=True)
class Course:
    """The numbers of decisions and options in each of the `STAGES` stages of a game.

    A stage is a stretch of 1, 2, 4, 8 … turns, with the least `width` for which `STAGES` stages suffice.
    Events before the first turn belong to the first stage. Events after a turn belong to the stage of that
    turn. A game without turns has one stage. Decisions are defined as in `Pace`.
    """

    width: int
    """The number of turns in a stage."""
    decisions: tuple[int, ...]
    options: tuple[int, ...]
    """The total number of options of the decisions in each stage."""


@dataclass(frozen=True, slots=True)
class Turns:
    """The values of one measure at the ends of turns; all 0 in a game without turns.

    A condition has the value 1 if it holds, otherwise 0.
    """

    total: int = 0
    """The sum of the values at the ends of all turns."""
    greatest: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class Measured:
    """The values of the game's measures.

    Turns end as in `Lead`. Each measure is evaluated with a computation budget of its own, not with that of
    the game.
    """

    turns: int
    """The number of turns at whose end measures were evaluated; 0 if no measure is evaluated by turn."""
    values: tuple[tuple[int | Turns, ...], ...]
    """The values of each measure in `Program.measures`. A measure of each player has one value for each seat;
    any other measure has a single value. A value is either the number at the end of the game, or a `Turns`
    for a measure by turn.
    """


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of one game. A group that was not requested is `None`.

    `lead` is also `None` if the leader cannot be determined (`has_leader`). A game that stopped at a fault
    has no tally.
    """

    pace: Pace | None = None
    actions: Choices | None = None
    lead: Lead | None = None
    components: Ways | None = None
    measures: Measured | None = None
    last: Last | None = None
    course: Course | None = None
    reached: int | None = None
    """The instructions that the game ran, and the actions that were chosen, as a bit mask. The bit of an
    instruction is `ran`. A `BranchUnless` has two bits, `ran` if its condition held and `failed` if it did
    not. The bit of an action is `taken`. Trials do not count.
    """

    def __repr__(self) -> str:
        counted = [each.name for each in fields(self) if getattr(self, each.name) is not None]
        return f"<Tally of {', '.join(counted) or 'nothing'}>"


def asked_at(program: Program, *, turn: bool) -> list[tuple[int, int]]:
    """Return the measures to be evaluated at the end of a turn or, if `turn` is false, of the game.

    A measure is given as its number and a seat. A measure of each player is listed once for each seat, and
    any other measure is listed with seat 0.
    """
    return [
        (number, seat)
        for number, measure in enumerate(program.measures)
        for seat in (range(program.players) if measure.each else (0,))
        if measure.turn is turn
    ]


def has_leader(program: Program) -> bool:
    """Return whether the leader can be determined at any time.

    This requires that the game is ranked and that its ranking cannot fail. At the end of a game, a failing
    ranking is a fault of the specification. Earlier, the ranking need not be meaningful, and counting must
    never stop a game.
    """
    failing = Failing(program)
    return bool(program.ranking) and not any(failing.fails(number) for number in program.ranking)


def ran(number: int) -> int:
    """Return the bit of `Tally.reached` for an instruction, or for a condition that held."""
    return 2 * number


def failed(number: int) -> int:
    """Return the bit of `Tally.reached` for the condition of a `BranchUnless` that did not hold."""
    return 2 * number + 1


def taken(program: Program, action: int) -> int:
    """Return the bit of `Tally.reached` for an action."""
    return 2 * len(program.code) + action


class Cells:
    """A numbering of the pairs of a face and a sort of zone in one program.

    Components that are alike (`Program.faces`) share a face; any other component has a face of its own. Faces
    are numbered in the order of their first components. Zones are of the same sort if they belong to one
    family and have the same owner or no owner. A component lies only in zones for its kind, so each face is
    paired only with the sorts of these zones. The pairs are ordered by face, then by family and owner.
    """

    def __init__(self, program: Program) -> None:
        numbers: dict[tuple[bool, int], int] = {}
        self.first: list[int] = []
        """The first component of each face."""
        self.face: list[int] = []
        """The face of each component."""
        self.pairs: list[tuple[int, int, int]] = []
        """For each pair, the number of its face, the family of its zones, and their owner or `NOWHERE`."""
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
        """Return the number of the pair for `component` and `zone`, a zone in which the component may lie."""
        return self.by_component[component] + self.by_zone[zone]
