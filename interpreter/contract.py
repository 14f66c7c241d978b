"""The contract: what every position of every game must satisfy, tried out by random games.

A specification can break it only through a fault, or by letting a decision depend on what the player who
makes it cannot know; everything else that fails here is a bug of gamespec. After every step it is checked
that

- nothing is lost or made, and every integer is one of 32 bits
- there are options, each once; an option's number is one of its action's, and never means anything else
- where nothing runs, every local is 0, so that equal positions are equal lists
- nobody came to know a component but by seeing or being shown it, and no event told more
- nobody observes what they do not know; who sees into a zone knows what lies there

and, at every `stride`-th step, that

- a clone goes its own way, and refused answers leave nothing behind
- a game restored from its list offers the same, and step for step comes to the positions of the game itself
- a redeal for a player is sound, looks the same to that player, and offers the same if it is their turn

and at the end that the same answers lead to the same position, and that the places are those of a ranking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from gamespec.expr import types as t
from gamespec.compile.draft import Head, Program
from interpreter.engine.chance import mix
from interpreter.engine.decision import Option, Value
from interpreter.engine.errors import Broken, Fault, Refused
from interpreter.engine.events import Decided, Event, Moved, Revealed
from interpreter.engine.frames import Frames
from interpreter.engine.game import Game
from interpreter.engine.knowledge import Unknown
from interpreter.replay import play_back

__all__ = ["Breach", "Played", "choose_at_random", "hold", "play_checked"]

STRIDE = 7
"""At every seventh step, by default, everything is checked."""

Meaning = tuple[str, tuple[tuple[int, ...], ...]]
"""An option's action and, name by name, what was chosen."""

Chooser = Callable[[Game, int, int], Option]


class Breach(AssertionError):
    """The contract is broken; the text says by which game, seed and step, and how."""


@dataclass(frozen=True, slots=True)
class Played:
    """What was played without a breach. `truncated` counts games cut short by their limit."""

    games: int
    decisions: int
    truncated: int
    actions: frozenset[str]


def choose_at_random(game: Game, seed: int, step: int) -> Option:
    """One of the options; which one depends on the seed and the step alone."""
    return game.options[mix(mix(seed) + step) % len(game.options)]


def hold(
    program: Program,
    seeds: Iterable[int] = range(10),
    *,
    stride: int = STRIDE,
    most: int | None = None,
    chooser: Chooser = choose_at_random,
) -> Played:
    """Play a game with each seed under the eyes of the contract, for `most` decisions or to the end.

    Raises `Breach`.
    """
    games = decisions = truncated = 0
    actions: set[str] = set()
    for seed in seeds:
        game = play_checked(program, seed, stride=stride, most=most, chooser=chooser)
        games, decisions = games + 1, decisions + len(game.answers)
        truncated += game.truncated
        actions |= game.actions
    return Played(games, decisions, truncated, frozenset(actions))


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """One game that kept the contract."""

    answers: tuple[int, ...]
    truncated: bool
    actions: frozenset[str]


def play_checked(
    program: Program,
    seed: int,
    *,
    stride: int = STRIDE,
    most: int | None = None,
    chooser: Chooser = choose_at_random,
) -> CheckedGame:
    """Play one game under the eyes of the contract, for `most` decisions or to the end. Raises `Breach`."""
    watch = _Watch(program, seed, stride, program.limit.decisions if most is None else most)
    try:
        return watch.play(chooser)
    except Fault as fault:
        raise watch.breach(f"the game comes to a stop: {fault.diagnostic.code} {fault}") from fault
    except Broken as broken:
        raise watch.breach(str(broken)) from broken


@dataclass(eq=False)
class _Watch:
    """One game being watched."""

    program: Program
    seed: int
    stride: int
    most: int
    step: int = 0
    answers: list[int] = field(default_factory=list)
    meanings: dict[int, Meaning] = field(default_factory=dict)
    actions: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """What does not change while the game goes on."""
        self.frames = Frames(self.program)

    def breach(self, what: str) -> Breach:
        """The breach of the contract that is `what`, with its place."""
        program = self.program
        where = f"{program.game}, {program.players} players, seed {self.seed}, step {self.step}"
        return Breach(f"{where}: {what}")

    def claim(self, holds: bool, what: str) -> None:  # noqa: FBT001 - reads like an assertion
        """Raise a `Breach` unless a claim holds."""
        if not holds:
            raise self.breach(what)

    def play(self, chooser: Chooser) -> CheckedGame:
        """Play to the end."""
        game = Game(self.program, self.seed, record=True)
        known = _Known(self, game)
        known.follow(game)
        shadow: Game | None = None
        while not game.over and self.step < self.most:
            self.always(game)
            if self.step % self.stride == 0:
                self.sometimes(game)
                shadow = self.restored(game)
            option = chooser(game, self.seed, self.step)
            game.apply(option)
            self.step += 1
            self.answers.append(option.number)
            self.actions.add(option.action)
            known.follow(game)
            if shadow is not None:
                shadow.apply(self.same(shadow, option))
                self.claim(shadow.position == game.position, "the restored game went elsewhere")
        if game.over:
            self.over(game)
        again = play_back(self.program, self.seed, self.answers)
        self.claim(again.position == game.position, "the same answers led to another position")
        truncated = game.position[Head.OUTCOME] == Head.TRUNCATED
        return CheckedGame(tuple(self.answers), truncated, frozenset(self.actions))

    def always(self, game: Game) -> None:
        """What is checked after every step."""
        self.sound(game)
        self.numbered(game)
        self.observed(game)
        idle = self.frames.idle(game.position, game.position[Head.PC], game.position[Head.PHASE])
        dirty = next((i for i in idle if game.position[i] != 0), None)
        self.claim(dirty is None, f"integer {dirty} is the local of nothing that runs, and not 0")

    def sound(self, game: Game) -> None:
        """Conservation, and nothing but whole numbers."""
        game.check()
        strange = next((i for i, value in enumerate(game.position) if type(value) is not int), None)
        self.claim(strange is None, f"integer {strange} is no integer")

    def numbered(self, game: Game) -> None:
        """There are options, each once, each with a number that always means the same."""
        options, decision = game.options, game.decision
        self.claim(bool(options), "nobody can answer, and the game is not over")
        self.claim(decision is not None and decision.options == options, "the decision has other options")
        self.claim(len(set(options)) == len(options), "an option is offered twice")
        numbers = [option.number for option in options]
        self.claim(len(set(numbers)) == len(numbers), "two options have one number")
        for option, number in zip(options, numbers, strict=True):
            own = range(option.spec.number, option.spec.number + option.spec.count)
            self.claim(number in own, f"{option} is not numbered within {own}")
            meaning = _meaning(option)
            known = self.meanings.setdefault(number, meaning)
            self.claim(known == meaning, f"number {number} meant {known}, now {meaning}")

    def observed(self, game: Game) -> None:
        """Who sees into a zone knows what lies there; nobody observes what they do not know."""
        atoms, p = game.atoms, game.position
        for zone in range(len(self.program.zone_rules)):
            for c in atoms.contents(p, zone):
                unseen = atoms.sees(zone, c) & ~p[atoms.known + c]
                self.claim(not unseen, f"component {c} lies open to somebody who does not know it")
        for player in range(self.program.players):
            for zone, contents in enumerate(game.observation(player).zones):
                self.claim(len(contents) == p[atoms.size + zone], "what is observed has another size")
                for c in contents:
                    fine = c == Unknown or (p[atoms.known + c] >> player & 1 and p[atoms.zone_of + c] == zone)
                    self.claim(bool(fine), f"seat {player + 1} observes component {c} without knowing it")

    def sometimes(self, game: Game) -> None:
        """What is checked now and then."""
        self.cloned(game)
        for player in range(self.program.players):
            self.redealt(game, player)

    def cloned(self, game: Game) -> None:
        """A clone goes its own way; what is not on offer is refused."""
        before, offered = game.position[:], game.options
        clone = game.clone()
        self.claim(clone.position == before and clone.options == offered, "a clone differs")
        taken = clone.options[-1]
        clone.apply(taken)
        self.claim(game.position == before and game.options == offered, "playing a clone changed the game")
        if taken not in clone.options:
            after = clone.position[:]
            try:
                clone.apply(taken)
            except Refused:
                self.claim(clone.position == after, "a refused answer changed the position")
            else:
                raise self.breach("an answer that is not on offer was accepted")

    def restored(self, game: Game) -> Game:
        """The game from its list."""
        restored = Game.restore(self.program, [int(x) for x in game.position])
        self.claim(restored.options == game.options, "the restored game offers something else")
        self.claim(restored.position == game.position, "looking at the options changed the position")
        return restored

    def same(self, other: Game, option: Option) -> Option:
        """The option of another game with the same number."""
        found = [o for o in other.options if o.number == option.number]
        self.claim(len(found) == 1, f"the restored game does not offer {option}")
        return found[0]

    def redealt(self, game: Game, player: int) -> None:
        """A redeal is sound and looks the same to the player."""
        other = game.redealt(player, mix(self.seed + self.step))
        who = f"for seat {player + 1}"
        try:
            other.check()
        except Broken as broken:
            raise self.breach(f"a redeal {who}: {broken}") from broken
        self.claim(other.observation(player) == game.observation(player), f"a redeal {who} looks different")
        self.claim(other.describe(player) == game.describe(player), f"a redeal {who} reads differently")
        if game.player == player:
            mine, others = (sorted(self.seen(g, player)) for g in (game, other))
            self.claim(mine == others, f"what is offered tells {who[4:]} what that player does not know")

    def seen(self, game: Game, player: int) -> Iterator[Meaning]:
        """The options as far as a player can tell them apart."""

        def tells(type_: t.Type, value: int) -> bool:
            unknown = _is_component(type_) and value >= 0
            return not unknown or bool(game.position[game.atoms.known + value] >> player & 1)

        for option in game.options:
            action, values = _meaning(option)
            yield (
                action,
                tuple(
                    tuple(
                        v if tells(pick.slot.type, r) else Unknown
                        for r, v in zip(_all(raw), parts, strict=True)
                    )
                    for pick, raw, parts in zip(option.spec.picks, option.value_tuple, values, strict=True)
                ),
            )

    def over(self, game: Game) -> None:
        """What holds of a game that has ended."""
        self.sound(game)
        self.observed(game)
        self.claim(game.options == () and game.decision is None, "a game that is over asks something")
        result = game.result
        self.claim(result is not None, "a game that is over has no result")
        assert result is not None  # noqa: S101 - just claimed
        ranked = [1 + sum(other < place for other in result.places) for place in result.places]
        self.claim(list(result.places) == ranked, f"the places {result.places} are those of no ranking")
        kept = Game.restore(self.program, game.position)
        self.claim(kept.over and kept.result == result, "a restored end has another result")


def _meaning(option: Option) -> Meaning:
    """What an option is: its action and values; of alike components the row they come from."""
    values: list[tuple[int, ...]] = []
    for pick, value in zip(option.spec.picks, option.value_tuple, strict=True):
        domain = t.domain(pick.slot.type)
        if pick.faces is None or domain is None or isinstance(value, tuple) or value == t.NONE:
            values.append(_all(value))
        else:
            values.append((pick.faces[value - domain[0]],))
    return f"{option.action}, from number {option.spec.number}", tuple(values)


def _all(value: Value) -> tuple[int, ...]:
    """What is chosen for one name."""
    return value if isinstance(value, tuple) else (value,)


def _is_component(type_: t.Type) -> bool:
    """Whether a value is a component, or several."""
    base = t.strip(t.element(type_) or type_)
    return isinstance(base, t.Named) and base.sort == "component"


class _Known:
    """Who can know what, followed from the events alone.

    Whoever sees a component where it was or where it comes to, knew it before, or is shown it, may know it
    afterwards; nobody else. That somebody loses track only the position says.
    """

    def __init__(self, watch: _Watch, game: Game) -> None:
        atoms = game.atoms
        self.watch = watch
        self.read = 0
        self.masks = [atoms.sees(zone, c) for c, zone in enumerate(game.program.start)]

    def follow(self, game: Game) -> None:
        """Take in the events since the last time."""
        for event in game.events[self.read :]:
            self.take(game, event)
        self.read = len(game.events)
        known = game.atoms.known
        for c, may in enumerate(self.masks):
            does = game.position[known + c]
            self.watch.claim(not does & ~may, f"component {c} became known to somebody who never saw it")
            self.masks[c] = does

    def take(self, game: Game, event: Event) -> None:
        """Take in one event."""
        match event:
            case Moved(c, source, target, seen):
                may = self.masks[c] | game.atoms.sees(source, c) | game.atoms.sees(target, c)
                self.watch.claim(not seen & ~may, f"{event} names a component to somebody who never saw it")
                self.masks[c] = seen
            case Revealed(c, seen):
                self.masks[c] |= seen
            case Decided(_, spec, values, told, _, _):
                for pick, value, seen in zip(spec.picks, values, told, strict=True):
                    for c in _all(value) if _is_component(pick.slot.type) else ():
                        told_more = c != t.NONE and seen & ~self.masks[c]
                        what = f"the answer {spec.name} names component {c} to somebody who does not know it"
                        self.watch.claim(not told_more, what)
            case _:
                pass
