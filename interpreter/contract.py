"""The contract: invariants of every position of every game, tested by random games.

A specification can break them only through a fault, or by letting a decision depend on what its player cannot
know; any other failure here is a bug of gamespec. After every step it checks that

- nothing is lost or created, and every integer has 32 bits
- there are options, each once; an option's number belongs to its action, and never means anything else
- where nothing runs, every local is 0, so that equal positions are equal lists
- nobody came to know a component, or a part of it, except by seeing or being shown it, and no event revealed
  more
- nobody observes what they do not know; whoever sees into a zone knows what lies there
- nobody excludes of a component what is printed on it

At every `stride`-th step it also checks that

- a clone is independent, and refused answers have no effect; one with another seed looks the same
- a game restored from its list offers the same, and reaches the positions of the game itself step by step
- a position survives being written down by name
- if what a player does not know lay elsewhere, the game would be sound, look the same to that player, and at
  their turn offer the same by the same numbers in the same order; nothing is offered by name that the player
  does not know
- in a redeal for a player, that player has been shown the same, reads the same log and is offered the same;
  the redeal depends on nothing that was not shown

At the end it checks that the same answers lead to the same position, and that the places form a ranking.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field

from gamespec.compile import Compiled
from gamespec.program import Program
from gamespec.program.frozen import dataclass
from gamespec.program.tables import Head
from interpreter.engine.playout import DefinitionalEngine
from interpreter.engine.state.effects import Atoms
from interpreter.engine.state.frames import Frames
from interpreter.may_know import MayKnow, members
from interpreter.play.chance import mix, split_seed
from interpreter.play.errors import Broken, Fault, Refused
from interpreter.play.observation import Observation, Unknown
from interpreter.play.options import Option
from interpreter.protocol import MakeEngine, Playing
from interpreter.shown import excluded
from interpreter.snapshot import CannotGoOn, laid, taken
from interpreter.words import Words
from interpreter.words.faults import diagnose

__all__ = ["LONGEST", "Breach", "Played", "choose_at_random", "hold", "play_checked"]

CHANGES = 200
"""Number of changes to guesses after which a redeal is given up."""

LONGEST = 200
"""Default maximum number of events of a game that is redealt, since a redeal replays it many times."""

REPLAYS = 8
"""Number of full checks per replay of a history for a redeal."""

STRIDE = 7
"""Default number of steps between two full checks."""

Meaning = tuple[int, tuple[tuple[int, ...], ...]]
"""An option's action and the choice for each name."""

Chooser = Callable[[Playing, int, int], Option]


class Breach(AssertionError):
    """A breach of the contract; the text gives the game, the seed, the step, and the reason.

    `answers` are the numbers of the options taken before it.
    """

    def __init__(self, where: str, reason: str, answers: tuple[int, ...]) -> None:
        super().__init__(f"{where}: {reason}")
        self.reason, self.answers = reason, answers


@dataclass(frozen=True, slots=True)
class Played:
    """The totals of games played without a breach. `truncated` counts games cut short by their limit.

    `given_up` of the `redeals` were not checked: the game was too long, or no history was found.
    """

    games: int
    decisions: int
    truncated: int
    actions: frozenset[str]
    redeals: int
    given_up: int


def choose_at_random(game: Playing, seed: int, step: int) -> Option:
    """Return a random option, which depends only on the seed and the step."""
    return game.options[mix(mix(seed) + step) % len(game.options)]


def hold(  # noqa: PLR0913 - what is played, how, and how closely it is watched
    compiled: Compiled,
    seeds: Iterable[int] = range(10),
    *,
    stride: int = STRIDE,
    most: int | None = None,
    chooser: Chooser = choose_at_random,
    engine: MakeEngine = DefinitionalEngine,
    longest: int = LONGEST,
) -> Played:
    """Play a game with each seed and check the contract, for `most` decisions or to the end.

    Games of more than `longest` events are not redealt. Raises `Breach`.
    """
    games = decisions = truncated = redeals = given_up = 0
    actions: set[str] = set()
    for seed in seeds:
        game = play_checked(
            compiled, seed, stride=stride, most=most, chooser=chooser, engine=engine, longest=longest
        )
        games, decisions = games + 1, decisions + len(game.answers)
        truncated += game.truncated
        redeals, given_up = redeals + game.redeals, given_up + game.given_up
        actions |= game.actions
    return Played(games, decisions, truncated, frozenset(actions), redeals, given_up)


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """One game that satisfied the contract."""

    answers: tuple[int, ...]
    truncated: bool
    actions: frozenset[str]
    redeals: int
    given_up: int


def play_checked(  # noqa: PLR0913 - as `hold`
    compiled: Compiled,
    seed: int,
    *,
    stride: int = STRIDE,
    most: int | None = None,
    chooser: Chooser = choose_at_random,
    engine: MakeEngine = DefinitionalEngine,
    longest: int = LONGEST,
) -> CheckedGame:
    """Play one game and check the contract, for `most` decisions or to the end. Raises `Breach`."""
    most = compiled.program.limit.decisions if most is None else most
    watch = _Watch(compiled, engine, seed, stride, most, longest)
    try:
        return watch.play(chooser)
    except Fault as fault:
        said = diagnose(fault, compiled.names)
        raise watch.breach(f"the game comes to a stop: {said.code} {said.span} {said.message}") from fault
    except Broken as broken:
        raise watch.breach(str(broken)) from broken


@dataclass(eq=False)
class _Watch:
    """One game under examination."""

    compiled: Compiled
    make: MakeEngine
    seed: int
    stride: int
    most: int
    longest: int
    step: int = 0
    redeals: int = 0
    given_up: int = 0
    answers: list[int] = field(default_factory=list)
    meanings: dict[int, Meaning] = field(default_factory=dict)
    actions: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Compute the values that stay the same during the game."""
        self.program: Program = self.compiled.program
        self.engine = self.make(self.program)
        self.frames, self.atoms = Frames(self.program), Atoms(self.program)
        self.words = Words(self.compiled)

    def breach(self, what: str) -> Breach:
        """Return the error for the breach `what`, with its place."""
        players = f"{self.program.players} players"
        where = f"{self.compiled.names.game}, {players}, seed {self.seed}, step {self.step}"
        return Breach(where, what, tuple(self.answers))

    def claim(self, holds: bool, what: str) -> None:  # noqa: FBT001 - reads like an assertion
        """Raise a `Breach` unless a claim holds."""
        if not holds:
            raise self.breach(what)

    def play(self, chooser: Chooser) -> CheckedGame:
        """Play to the end."""
        game = self.engine.begin(self.seed, record=True)
        known = MayKnow(self.compiled, self.atoms, self.claim)
        known.follow(game)
        shadow: Playing | None = None
        while not game.over and self.step < self.most:
            self.always(game)
            if self.step % self.stride == 0:
                self.sometimes(game)
                shadow = self.restored(game)
            option = chooser(game, self.seed, self.step)
            game.apply(option)
            self.step += 1
            self.answers.append(option.number)
            self.actions.add(self.compiled.names.actions[option.action].name)
            known.follow(game)
            if shadow is not None:
                shadow.apply(self.same(shadow, option.number, "the restored game"))
                self.claim(shadow.position == game.position, "the restored game went elsewhere")
        if game.over:
            self.over(game)
        self.claim(self.again().position == game.position, "the same answers led to another position")
        truncated = game.position[Head.OUTCOME] == Head.TRUNCATED
        counted = self.redeals, self.given_up
        return CheckedGame(tuple(self.answers), truncated, frozenset(self.actions), *counted)

    def again(self) -> Playing:
        """Return another game with the same answers."""
        game = self.engine.begin(self.seed)
        for number in self.answers:
            game.apply(self.same(game, number, "a game with the same answers"))
        return game

    def always(self, game: Playing) -> None:
        """Check the invariants of every step."""
        self.sound(game)
        self.numbered(game)
        self.observed(game)
        idle = self.frames.idle(list(game.position), game.position[Head.PC], game.position[Head.PHASE])
        dirty = next((i for i in idle if game.position[i] != 0), None)
        self.claim(dirty is None, f"integer {dirty} is the local of nothing that runs, and not 0")

    def sound(self, game: Playing) -> None:
        """Check conservation and the range of all integers."""
        game.check()
        strange = next((i for i, value in enumerate(game.position) if type(value) is not int), None)
        self.claim(strange is None, f"integer {strange} is not an integer")

    def numbered(self, game: Playing) -> None:
        """Check that there are options, each once, with numbers that always mean the same."""
        options, decision = game.options, game.decision
        self.claim(bool(options), "nobody can answer, and the game is not over")
        self.claim(decision is not None and decision.options == options, "the decision has other options")
        self.claim(len(set(options)) == len(options), "an option is offered twice")
        numbers = [option.number for option in options]
        self.claim(len(set(numbers)) == len(numbers), "two options have one number")
        for option, number in zip(options, numbers, strict=True):
            action = self.program.actions[option.action]
            own = range(action.number, action.number + action.count)
            self.claim(number in own, f"{option} is not numbered within {own}")
            meaning = self.meaning(option)
            known = self.meanings.setdefault(number, meaning)
            self.claim(known == meaning, f"number {number} meant {known}, now {meaning}")

    def observed(self, game: Playing) -> None:
        """Check that whoever sees into a zone knows its content, and that nobody observes more."""
        atoms, p = self.atoms, list(game.position)
        for zone in range(len(self.program.zones)):
            for c in atoms.contents(p, zone):
                unseen = atoms.sees(zone, c) & ~p[atoms.known + c]
                self.claim(not unseen, f"component {c} lies open to somebody who does not know it")
        for player in range(self.program.players):
            seen = game.observation(player)
            for zone, contents in enumerate(seen.zones):
                self.claim(len(contents) == p[atoms.size + zone], "what is observed has another size")
                known = [c for c in atoms.contents(p, zone) if p[atoms.known + c] >> player & 1]
                may = sorted(self.program.alike[c] for c in known)
                does = sorted(c for c in contents if c != Unknown)
                self.claim(does == may, f"seat {player + 1} observes {does} in zone {zone}, and knows {may}")
                if seen.unknown[zone]:
                    self._unknown(p, seen, zone)

    def _unknown(self, p: list[int], seen: Observation, zone: int) -> None:
        """Check that observations of unknown components show only their backs and excluded values."""
        player = seen.player
        there = [c for c in self.atoms.contents(p, zone) if not p[self.atoms.known + c] >> player & 1]
        may = [(self.program.backs[c], *excluded(self.program, p, c, player)) for c in there]
        does = [told for c, told in zip(seen.zones[zone], seen.unknown[zone], strict=True) if c == Unknown]
        who = f"seat {player + 1} observes {does} of unknown ones in zone {zone}"
        self.claim(sorted(does) == sorted(may), f"{who}, and can tell {may}")

    def sometimes(self, game: Playing) -> None:
        """Perform the occasional checks."""
        self.cloned(game)
        self.reseeded(game)
        self.named(game)
        for player in range(self.program.players):
            self.exchanged(game, player)
        if self.step % (self.stride * REPLAYS) == 0:
            self.redealt(game, self.step // self.stride // REPLAYS % self.program.players)

    def cloned(self, game: Playing) -> None:
        """Check that a clone is independent, and that answers not on offer are refused."""
        before, offered = list(game.position), game.options
        clone = game.clone()
        self.claim(list(clone.position) == before and clone.options == offered, "a clone differs")
        taken = clone.options[-1]
        clone.apply(taken)
        self.claim(
            list(game.position) == before and game.options == offered, "playing a clone changed the game"
        )
        if taken not in clone.options:
            after = list(clone.position)
            try:
                clone.apply(taken)
            except Refused:
                self.claim(list(clone.position) == after, "a refused answer changed the position")
            else:
                raise self.breach("an answer that is not on offer was accepted")

    def reseeded(self, game: Playing) -> None:
        """Check that a clone with another seed has the same past and present."""
        seed = mix(self.seed + self.step) ^ 1
        clone, wanted = game.clone(seed), list(game.position)
        wanted[Head.SEED_LOW], wanted[Head.SEED_HIGH] = split_seed(seed)
        self.claim(list(clone.position) == wanted, "a clone with another seed differs in more than the seed")
        self.claim(clone.options == game.options, "a clone with another seed offers something else")
        for player in range(self.program.players):
            seen = clone.observation(player) == game.observation(player)
            self.claim(seen, f"seat {player + 1} can tell a seed from another")

    def named(self, game: Playing) -> None:
        """Check that the position survives a snapshot, except for the order in which parts were joined."""
        written = json.dumps(taken(self.compiled, list(game.position)))
        try:
            again = laid(self.compiled, json.loads(written), self.seed).position
        except CannotGoOn as lost:
            raise self.breach(f"a snapshot is none of its own game: {lost}") from lost
        rings = {p.at.ring + part for p in self.program.planes for part in range(len(p.tile_of))}
        differ = (i for i, (a, b) in enumerate(zip(game.position, again, strict=True)) if a != b)
        strange = next((i for i in differ if i not in rings), None)
        self.claim(strange is None, f"integer {strange} is another one in the position of a snapshot")

    def restored(self, game: Playing) -> Playing:
        """Restore the game from its list."""
        restored = self.engine.restore([int(x) for x in game.position])
        self.claim(restored.options == game.options, "the restored game offers something else")
        self.claim(restored.position == game.position, "looking at the options changed the position")
        return restored

    def same(self, other: Playing, number: int, which: str) -> Option:
        """Return the option of another game that has this number."""
        found = [o for o in other.options if o.number == number]
        self.claim(len(found) == 1, f"{which} does not offer option {number}")
        return found[0]

    def exchanged(self, game: Playing, player: int) -> None:
        """Check that a position with unknown components exchanged is sound and looks the same to the player.

        The exchanged game keeps no record, so whether any history leads to it is not checked.
        """
        other = self.engine.restore(game.position).redealt(player, mix(self.seed + self.step))
        who = f"for seat {player + 1}"
        try:
            other.check()
        except Broken as broken:
            raise self.breach(f"a redeal {who}: {broken}") from broken
        self.claim(not other.exact, "a redeal without a record is said to be exact")
        self.claim(other.observation(player) == game.observation(player), f"a redeal {who} looks different")
        self.claim(hash(other.observation(player)) == hash(game.observation(player)), "one look, two hashes")
        if game.player == player:
            mine, others = (list(self.offered(g)) for g in (game, other))
            self.claim(mine == others, f"what is offered tells {who[4:]} what that player does not know")

    def redealt(self, game: Playing, player: int) -> None:
        """Check that a redeal shows the player the same, and depends only on that and a seed."""
        seed, who = mix(self.seed + self.step), f"for seat {player + 1}"
        self.redeals += 1
        if len(game.events) > self.longest:
            self.given_up += 1
            return
        other = game.redealt(player, seed, most=CHANGES)
        if not other.exact:
            self.given_up += 1
            return
        try:
            other.check()
        except Broken as broken:
            raise self.breach(f"a redeal {who}: {broken}") from broken
        shown = other.information_state(player) == game.information_state(player)
        self.claim(shown, f"in a redeal {who} something else was shown")
        self.claim(other.observation(player) == game.observation(player), f"a redeal {who} looks different")
        logs = self.words.information_state(other, player) == self.words.information_state(game, player)
        self.claim(logs, f"the log of a redeal {who} reads differently")
        if game.player == player:
            mine, others = (list(self.offered(g)) for g in (game, other))
            self.claim(mine == others, f"in a redeal {who} something else is offered")
        ahead = other.position[Head.SEED_LOW] != game.position[Head.SEED_LOW]
        self.claim(ahead, f"a redeal {who} has the chance of the game itself ahead")
        again = other.redealt(player, seed, most=CHANGES)
        self.claim(
            again.position == other.position, f"a redeal {who} depends on what is hidden from that seat"
        )

    def offered(self, game: Playing) -> Iterator[tuple[int, Meaning]]:
        """Yield each option's number and meaning, in order; check that the decider knows its components."""
        known = self.atoms.known
        for option in game.options:
            picks = self.program.actions[option.action].picks
            for pick, value in zip(picks, option.values, strict=True):
                for c in members(value) if pick.component else ():
                    told = c < 0 or game.position[known + c] >> game.player & 1
                    self.claim(bool(told), f"{option} names component {c}, which the decider does not know")
            yield option.number, self.meaning(option)

    def meaning(self, option: Option) -> Meaning:
        """Return the meaning of an option: its action and counted values, the same for alike components."""
        values: list[tuple[int, ...]] = []
        for pick, value in zip(self.program.actions[option.action].picks, option.counted, strict=True):
            faces = self.program.faces if pick.alike else None
            values.append(tuple(c if faces is None or c < 0 else faces[c] for c in members(value)))
        return option.action, tuple(values)

    def over(self, game: Playing) -> None:
        """Check a game that has ended."""
        self.sound(game)
        self.observed(game)
        self.claim(game.options == () and game.decision is None, "a game that is over asks something")
        result = game.result
        self.claim(result is not None, "a game that is over has no result")
        assert result is not None  # noqa: S101 - just claimed
        teams = set(zip(self.program.teams, result.places, strict=True))
        self.claim(len(teams) == len(set(self.program.teams)), "players of one team have several places")
        least = min(result.places)
        ranked = [least + sum(other < place for _, other in teams) for place in result.places]
        self.claim(list(result.places) == ranked, f"the places {result.places} are those of no ranking")
        first = {seat for seat, place in enumerate(result.places) if place == 1}
        self.claim(set(result.winners) in (set(), first), "somebody has won who is not in first place")
        self.claim(least == 1 or not result.winners, "nobody is first, and somebody has won")
        kept = self.engine.restore(game.position)
        self.claim(kept.over and kept.result == result, "a restored end has another result")
