"""What learning programs need to know of a game: the arrays of observations and actions, with their names.

A schema follows from the program. Names are those of the specification; a program that was read from a file
has none, so its fields and values are numbered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakSet

from gamespec.program.frozen import dataclass

try:
    import numpy as np
except ImportError as error:
    message = "a schema needs numpy, which is not installed: pip install 'gamespec[arrays]'"
    raise ImportError(message, name="numpy") from error

from gamespec.compile.link.compiled import Compiled, named
from gamespec.program import Program
from gamespec.program import instructions as g
from gamespec.program.domain import NONE
from gamespec.program.tables import NOWHERE
from gamespec.program.written import program_hash
from gamespec.trees import types as t
from interpreter.compiled.engine import CompiledEngine
from interpreter.compiled.run.playing import CompiledGame
from interpreter.compiled.run.table import packed_of
from interpreter.kernels.arrays.observing import Observing
from interpreter.kernels.arrays.rows import tallies
from interpreter.play.actions import Choice
from interpreter.play.chance import Chance
from interpreter.play.encoding import ENCODING, Encoding, Field
from interpreter.play.errors import check_seat
from interpreter.play.options import numbered
from interpreter.play.together import scores_are_equal
from interpreter.protocol import Playing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from interpreter.kernels.terms import Room
    from interpreter.protocol import Aside

__all__ = ["Axis", "NamedField", "Schema"]


class Axis(NamedTuple):
    """An axis of a field: what it runs over, and what each of its indexes stands for."""

    name: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamedField:
    """A field of an observation, with its name, and the names of its axes in the order of the shape."""

    name: str
    field: Field
    axes: tuple[Axis, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each axis."""
        return self.field.shape


class Schema(Encoding):
    """The observations and actions of one program, as arrays.

    An observation is an array of `size` numbers from 0 to 1. It holds the `fields`, which `Encoding`
    describes. `actions` says how options are chosen by actions, which are numbers from 0 to
    `actions.size` - 1; `by_pick` is as in `Actions`. Raises `ImportError` without numpy.
    """

    def __init__(self, of: Program | Compiled, *, by_pick: bool | None = None) -> None:
        program = of.program if isinstance(of, Compiled) else of
        if not isinstance(program, Program):
            message = f"a schema describes a `Program`, not a `{type(of).__name__}`: call its `program()`"
            raise TypeError(message)
        super().__init__(program, by_pick=by_pick)
        compiled = of if isinstance(of, Compiled) else named(program)
        self._names = None if compiled is None else compiled.names

    def __getstate__(self) -> dict[str, object]:
        """Return what pickle needs; the module that observes is made again, or read from the cache."""
        return {name: value for name, value in vars(self).items() if name not in {"_observing", "_same"}}

    def __repr__(self) -> str:
        return f"<Schema of {self.size} numbers, {self.actions.size} actions>"

    @cached_property
    def identity(self) -> str:
        """A digest in hexadecimal, which differs if numbers of observations, or actions, mean something else.

        It depends on the encoding, and on the names of fields, axes and actions, but not on other rules. So
        an agent can go on after a change of the rules that leaves the arrays as they are. For a program
        without names, it depends on the whole program.
        """
        rules = program_hash(self.program) if self._names is None else ""
        form = ENCODING, self.actions.by_pick, self.actions.size, self._picks, rules
        names = [(each.name, each.axes) for each in self.named if each.field.part != "picked"]
        return sha256(repr((form, names)).encode()).hexdigest()

    def differences(self, other: Schema) -> list[str]:
        """Return what differs in the arrays of another schema, one text for each field or form of actions."""
        found, mine = list[str](), {each.name: each for each in self.named}
        theirs = {each.name: each for each in other.named}
        for name in dict.fromkeys([*mine, *theirs]):
            one, two = mine.get(name), theirs.get(name)
            if one is None or two is None:
                found.append(f"only one has the field {name}")
            elif one.axes != two.axes and name != "game.picked":
                found.append(f"{name} has the shapes {one.shape} and {two.shape}, or other labels")
            elif one.field.at != two.field.at:
                found.append(f"{name} begins at {one.field.at} and {two.field.at}")
        if (self.actions.by_pick, self._picks) != (other.actions.by_pick, other._picks):
            found.append(f"there are {self.actions.size} and {other.actions.size} actions, or other ones")
        return found

    # --- the game -------------------------------------------------------------------------------------

    @cached_property
    def perfect_information(self) -> bool:
        """Whether nothing in the game can be hidden from anybody, now or ever."""
        everybody = (1 << self.program.players) - 1
        return (
            all(zone.seen == everybody for zone in self.program.zones)
            and all(seen == everybody for store in self.program.stores for seen in store.seen)
            and all(site.told is None for site in self.program.sites)
            and not any(isinstance(i, g.Throw) and i.told is not None for i in self.program.code)
            and not self.together
        )

    @cached_property
    def together(self) -> frozenset[int]:
        """The numbers of the sites at which several players decide in secret before any answer is told."""
        decides = (i for i in self.program.code if isinstance(i, g.Decide))
        return frozenset(i.site for i in decides if i.answers is not None)

    @property
    def deterministic(self) -> bool:
        """Whether the game has no chance."""
        return not self.program.streams

    @cached_property
    def chance_outcomes(self) -> tuple[int, int]:
        """The least and the greatest outcome that a chance node may have; (0, -1) if there is no chance.

        An outcome is a component or a value (`interpreter.play.chance.Chance`).
        """
        drawn = [zone for zone in self.program.zones if zone.stream != NOWHERE]
        kinds = [self.program.kinds[self.program.families[zone.family].kind] for zone in drawn]
        values = [self.program.slots[i.slot].domain for i in self.program.code if isinstance(i, g.Throw)]
        lows = [kind.first for kind in kinds] + [domain.low for domain in values]
        highs = [kind.first + kind.size - 1 for kind in kinds] + [domain.high for domain in values]
        return min(lows, default=0), max(highs, default=-1)

    @cached_property
    def rewards(self) -> tuple[int, int]:
        """The least and the greatest score that a player can have in a result (`Result.scores`)."""
        if not self.program.score:
            return -1, 1
        parts = [part.domain for part in self.program.score]
        return sum(part.low for part in parts), sum(part.high for part in parts)

    @cached_property
    def zero_sum(self) -> bool:
        """Whether the scores of every result add up to 0, as far as this can be proved.

        It is proved for two teams of equal size that win or lose, but not for games with a declared score.
        """
        program = self.program
        sizes = [program.teams.count(lead) for lead in {*program.teams}]
        winners = [rule.winner.domain for rule in program.end if rule.winner is not None]
        one = not any(domain.is_list or domain.optional for domain in winners)
        return not program.score and len(sizes) == 2 and sizes[0] == sizes[1] and one  # noqa: PLR2004 - two

    @property
    def same_rewards(self) -> bool:
        """Whether all players have the same score in every result, as far as this can be proved."""
        return scores_are_equal(self.program)

    @property
    def most_decisions(self) -> int:
        """The greatest number of decisions in a game. By pick, a decision may take several actions."""
        return self.program.limit.decisions

    # --- observations and actions ---------------------------------------------------------------------

    def observe(self, game: Playing, seat: int, choice: Choice | None = None) -> NDArray[np.float32]:
        """Return what a seat (from 0) observes of a game's position, as an array of `size` numbers.

        By pick, `choice` is the choice that is being made in the game; it is encoded only if the seat
        decides. Raises `ValueError` if there is no such seat, or if the game is not one of the program. All
        calls use one module, so a schema belongs to one thread.
        """
        check_seat(seat, self.program.players)
        self._observing.write(self._packed(game))
        self._observing.run(seat, seat + 1)
        found = np.frombuffer(self._observing.get(4 * self.size * seat, 4 * self.size), np.float32).copy()
        if choice is not None and self.actions.by_pick and seat == game.player and not game.over:
            first = self.of("picked")[0].at
            for action in choice.made:
                share = found[first + action] + 1 / self.actions.repeats[action]
                found[first + action] = min(share, np.float32(1))
        return found

    def _packed(self, game: Playing) -> bytes:
        """Return the position of a game. Raises `ValueError` if it is not one of the program."""
        if game.program is not self.program and game.program not in self._same:
            if program_hash(game.program) != program_hash(self.program):
                raise ValueError("this is a game of another program")
            self._same.add(game.program)
        return game.packed if isinstance(game, CompiledGame) else packed_of(game.position)

    @cached_property
    def _same(self) -> WeakSet[Program]:
        """Other programs that are known to be equal."""
        return WeakSet()

    def choice(self, game: Playing) -> Choice:
        """Return the choice of one of the options of a game, which waits at a decision.

        Raises `ValueError` if the game is not one of the program.
        """
        self._packed(game)
        return Choice(self.actions, game.options)

    def mask(self, choice: Choice) -> NDArray[np.bool_]:
        """Return which of all actions are legal next in a choice."""
        found = np.zeros(self.actions.size, np.bool_)
        found[list(choice.legal)] = True
        return found

    def split(self, observations: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        """Return the fields of one or more observations by name, as views.

        The last axis of `observations` has `size` entries; in each field, its shape stands in its place.
        Raises `ValueError` for any other number of entries.
        """
        *many, size = observations.shape
        if size != self.size:
            message = f"an observation has {self.size} numbers, not {size}"
            raise ValueError(message)
        return {
            each.name: observations[..., each.field.at : each.field.at + each.field.size].reshape(
                *many, *each.shape
            )
            for each in self.named
        }

    @cached_property
    def _observing(self) -> Aside:
        program = self.program

        def made(state: Room, given: Room) -> Observing:
            out = given.singles(self.size * program.players)
            position, tally = state.words(program.layout.length), state.words(tallies(self.size))
            return Observing(program, self, position, out, tally, state, program.players)

        form = "by pick" if self.actions.by_pick else "by number"
        return CompiledEngine(program).aside(f"observing {ENCODING}, {form}", made)

    # --- names ----------------------------------------------------------------------------------------

    @cached_property
    def printed(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """For each kind of component, what is printed on each of its faces, by column.

        The faces are in the order of their channels. It is empty for a program without names.
        """
        found = dict[str, dict[str, tuple[str, ...]]]()
        for number, (name, kind) in enumerate(() if self._names is None else self._names.world.kinds.items()):
            own = self.program.kinds[number]
            faces = self.faces[own.first :][: own.size]
            firsts = [faces.index(face) for face in range(self.count(number, self.faces))]
            found[name] = {
                column: tuple(self._text(type_, values[c]) for c in firsts)
                for column, (type_, values) in kind.columns.items()
            }
        return found

    def label(self, action: int) -> str:
        """Return a text for an action, in the words of the specification.

        By number, it is that of the option, such as `move(piece=pawn, to=e4)`. By pick, it is the name of an
        action of the game, or one value, such as `move: to=e4`. Raises `ValueError` if there is no such
        action.
        """
        if self.actions.by_pick:
            if not 0 <= action < self.actions.size:
                message = f"there is no action {action} among {self.actions.size}"
                raise ValueError(message)
            return self._labels[action]
        option = numbered(self.program, action)
        name, picks = self._picks[option.action]
        chosen = [
            f"{pick}={' and '.join(texts[sort] for sort in sorts)}"
            for (pick, texts), sorts in zip(picks, option.sorts, strict=True)
        ]
        return f"{name}({', '.join(chosen)})" if chosen else name

    def outcome_label(self, chance: Chance, outcome: int) -> str:
        """Return a text for an outcome of a chance node, in the words of the specification."""
        if chance.slot is None:
            return self.component_label(outcome)
        type_ = None if self._names is None else self._names.slots[chance.slot].type
        return self._text(type_ and (t.element(type_) or type_), outcome)

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        """The texts of all actions by pick."""
        found = [
            self._picks[number][0] for number, first in enumerate(self.actions.first) if first != NOWHERE
        ]
        for number, enough in enumerate(self.actions.enough):
            name, picks = self._picks[number]
            for (pick, texts), end in zip(picks, enough, strict=True):
                found += [f"{name}: {pick}={text}" for text in texts]
                found += [f"{name}: {pick}, no more"] if end != NOWHERE else []
        return tuple(found)

    @cached_property
    def _picks(self) -> tuple[tuple[str, list[tuple[str, list[str]]]], ...]:
        """For each action of the game, its name and the texts of its picks."""
        return tuple(map(self._texts_of, range(len(self.program.actions))))

    def _texts_of(self, number: int) -> tuple[str, list[tuple[str, list[str]]]]:
        """Return the name of an action, and for each of its picks, the name and the texts of its values."""
        action, found = self.program.actions[number], list[tuple[str, list[str]]]()
        spec = None if self._names is None else self._names.actions[number]
        for i, pick in enumerate(action.picks):
            type_ = None if spec is None else t.element(spec.picks[i].slot.type) or spec.picks[i].slot.type
            values = range(pick.first, pick.first + pick.size)
            if pick.alike:
                texts = [self.component_label(self.program.faces.index(face)) for face in values]
            else:
                texts = [self._text(type_, value) for value in values]
            for zone, count in pick.hidden:
                texts += [f"number {i + 1} in {self.zone_label(zone)}" for i in range(count)]
            texts += ["none"] if pick.optional and pick.counts is None else []
            found.append((f"pick {i}" if spec is None else spec.picks[i].slot.name, texts))
        if spec is None:
            return f"action {number}", found
        before = sum(other.name == spec.name for other in self._names.actions[:number]) if self._names else 0
        return (f"{spec.name} #{before + 1}" if before else spec.name), found

    @cached_property
    def named(self) -> tuple[NamedField, ...]:
        """The fields with their names."""
        return tuple(NamedField(self._name(field), field, self._axes(field)) for field in self.fields)

    def _name(self, field: Field) -> str:
        """Return the name of a field. Only those of parts that authors do not name have a full stop."""
        names, number = self._names, field.number
        match field.part:
            case "zones":
                return f"zones.{number}" if names is None else names.families[number].zone.name
            case "values":
                return self.store_label(number)
            case "banks":
                return f"{self.store_label(number)}.bank"
            case "tiles":
                return f"tiles.{number}" if names is None else f"{names.planes[number].name}.tiles"
            case part:
                return f"game.{part}"

    def _axes(self, field: Field) -> tuple[Axis, ...]:
        program, number = self.program, field.number
        match field.part:
            case "seat":
                return (Axis("player", self._players),)
            case "turn" | "me":
                return (Axis("player", (*self._players, "none")),)
            case "phase":
                phases = range(len(program.phases)) if self._names is None else self._names.phases
                return (Axis("phase", (*map(str, phases), "none")),)
            case "over":
                return (Axis("over", ("over",)),)
            case "picked":
                return (Axis("action", self._labels),)
            case "zones":
                keys = () if self._names is None else self._names.families[number].zone.keys
                family = program.families[number]
                return self._around(field, keys, family.dims, family.spaces, self._places(number))
            case "values":
                keys = () if self._names is None else self._names.stores[number].keys
                store = program.stores[number]
                return self._around(
                    field, keys, store.dims, store.spaces, (Axis("value", self._values(number)),)
                )
            case "banks":
                return (Axis("bank", tuple(map(str, range(field.size)))),)
            case "tiles":
                plane = program.planes[number]
                tiles = tuple(self.component_label(plane.first_tile + tile) for tile in range(plane.tiles))
                told = ("laid", "column", "row", *(f"rotation {turn}" for turn in range(4)))
                return (Axis("tile", tiles), Axis("told", told))

    def _around(
        self,
        field: Field,
        keys: tuple[t.Type, ...],
        dims: Sequence[tuple[int, int]],
        spaces: Sequence[int],
        inner: tuple[Axis, ...],
    ) -> tuple[Axis, ...]:
        """Return the axes of a field: its dimensions, the inner ones, and those of a board."""
        found = list[Axis]()
        for i, (first, size) in enumerate(dims):
            if i != field.board:
                values = range(first, first + size)
                name = t.show(keys[i]) if keys else f"key {i}"
                found.append(
                    Axis(name, tuple(self._text(keys[i] if keys else None, value) for value in values))
                )
        if field.board == NOWHERE:
            return (*found, *inner)
        board = self.program.spaces[spaces[field.board]]
        sides = ("row", max(board.rows)), ("column", max(board.columns))
        return (*found, *inner, *(Axis(name, tuple(str(i + 1) for i in range(size))) for name, size in sides))

    def _places(self, family: int) -> tuple[Axis, ...]:
        """Return the axes of the components in a zone of a family."""
        kind = self.program.families[family].kind
        known, unknown = dict[int, str](), dict[int, str]()
        own = self.program.kinds[kind]
        for c in range(own.first, own.first + own.size):
            known.setdefault(self.faces[c], self.component_label(c))
            unknown.setdefault(self.backs[c], "")
        backs = ["unknown"] if len(unknown) == 1 else [f"unknown, back {back}" for back in unknown]
        not_so = [
            f"not {self._attribute(number, value)}"
            for number, attribute in enumerate(self.program.attributes)
            if attribute.kind == kind
            for value in attribute.values
        ]
        inner = Axis("component", (*known.values(), *backs, *not_so))
        places = [str(i + 1) for i in range(self.places(family))]
        blocks = ["all"] * self.counts(family) + places
        return (Axis("place", tuple(blocks)), inner) if len(blocks) > 1 else (inner,)

    @property
    def _players(self) -> tuple[str, ...]:
        type_ = None if self._names is None else self._names.player
        return tuple(self._text(type_, seat) for seat in range(self.program.players))

    def _values(self, store: int) -> tuple[str, ...]:
        """Return what the channels of a store's members stand for."""
        of = self.program.stores[store]
        type_ = None if self._names is None else self._names.stores[store].type
        texts = dict[int, str]()
        for value, channel in enumerate(self.values(store), of.domain.low):
            texts.setdefault(
                channel, self.component_label(value) if of.component else self._text(type_, value)
            )
        found = list(texts.values()) or [f"{of.domain.low} to {of.domain.high}"]
        return (*found, *["none"] * of.domain.optional, *["hidden"] * self.hides(store))

    def _attribute(self, attribute: int, value: int) -> str:
        """Return the text of a value of an attribute that is shown alone."""
        if self._names is None:
            return f"attribute {attribute}: {value}"
        named_ = self._names.attributes[attribute]
        type_, _ = self._names.world.kinds[named_.kind].columns[named_.name]
        return f"{named_.name} {self._text(type_, value)}"

    def store_label(self, number: int) -> str:
        """Return the name of a variable or resource, or of a family of them."""
        return f"values.{number}" if self._names is None else self._names.stores[number].name

    def zone_label(self, number: int) -> str:
        """Return the name of a zone, with its keys."""
        return f"zone {number}" if self._names is None else self._names.world.zone_name(number)

    def component_label(self, c: int) -> str:
        """Return the name of a component, without the number of its copy if it has copies."""
        if self._names is None:
            return f"component {c}"
        number = next(i for i, kind in enumerate(self.program.kinds) if c < kind.first + kind.size)
        kind = [*self._names.world.kinds.values()][number]
        text = self._names.world.values.text(kind.type, c)
        return text.partition("#")[0] if self.program.alike.count(self.program.alike[c]) > 1 else text

    def _text(self, type_: t.Type | None, value: int) -> str:
        if value == NONE:
            return "none"
        return (
            str(value)
            if type_ is None or self._names is None
            else self._names.world.values.text(type_, value)
        )
