"""Values that no variable holds: those of the functions that the view shows, as far as the reader knows them.

They are evaluated in what the reader observes (`interpreter.engine.knowledge.seen`), so they tell nothing
that the observation does not. A value that depends on anything hidden, or whose computation fails, is not
shown.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from gamespec.trees import core
from gamespec.trees import types as t
from interpreter.engine.knowledge.seen import Hides, lying_copies
from interpreter.inspection import Inspector
from interpreter.play.errors import Fault
from interpreter.scene.looks import counted_by, declared, looks_of
from interpreter.scene.things import Look, Value
from interpreter.words.known import copies_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gamespec.space import Space
    from interpreter.engine.game import Game
    from interpreter.play.observation import Observation
    from interpreter.words import Words

__all__ = ["Computed"]

Arguments = tuple[int, ...]


class Computed:
    """The values of the functions that a view shows, in a position as a reader observes it."""

    def __init__(self, words: Words, game: Game, seen: Observation) -> None:
        self._words, self._game, self._seen = words, game, seen
        self._looks = looks_of(words)
        self._copied: dict[str, bool] = {}
        """For each function, whether its value depends on which of several copies is which."""

    @cached_property
    def inspector(self) -> Inspector:
        """What the reader observes of the position, in which expressions can be evaluated."""
        return Inspector.seen(self._words.compiled, self._game, self._seen.player, self._seen)

    @cached_property
    def _by_sort(self) -> Mapping[tuple[str, ...], Sequence[core.Function]]:
        """The functions whose values are shown, by the sorts of their parameters."""
        made, found = self._words.names.world.functions.made, dict[tuple[str, ...], list[core.Function]]()
        for name in self._looks.view.functions:
            types = [t.strip(slot.type) for slot in made[name].parameters]
            sorts = tuple(type_.sort for type_ in types if isinstance(type_, t.Named))
            found.setdefault(sorts, []).append(made[name])
        return found

    @cached_property
    def _copies(self) -> Sequence[Sequence[int]]:
        return lying_copies(self._words.program, self._seen)

    def number(self, name: str, *args: int) -> int | None:
        """Return the value of a function as an integer, or `None` if the reader cannot know it."""
        function = self._words.names.world.functions.made[name]
        if name not in self._copied:
            self._copied[name] = next(copies_in(self._words.program, _body(function)), None) is not None
        if self._copied[name]:
            return None
        try:
            return self.inspector.number(function, *args)
        except (Hides, Fault):
            return None

    # --- what is shown where -------------------------------------------------------------------------

    def on_table(self) -> Iterator[Value]:
        """Yield the values that are about nothing in particular."""
        return self._values(self._by_sort.get((), ()), ())

    def of_player(self, seat: int) -> Iterator[Value]:
        """Yield the values of a player except the score."""
        return self._values([each for each in self.headings() if each.name != self.score], (seat,))

    def of_component(self, c: int, zone: int, index: int) -> Iterator[Value]:
        """Yield the values of component `c`, or of the copy of it that lies in a zone at `index`."""
        functions = [f for f in self._by_sort.get(("component",), ()) if _is_about(f, c)]
        return self._values(functions, (self._copies[zone][index],)) if functions else iter(())

    def of_part(self, type_: t.Type, part: int) -> Iterator[Value]:
        """Yield the values of a part of a tile. `type_` is the type of such parts."""
        functions = self._by_sort.get(("part",), ())
        return self._values([f for f in functions if _about(f) == type_], (part,))

    def of_cells(self, space: Space, owner: int | None) -> Sequence[core.Function]:
        """Return the functions about the cells of a space, on the board of `owner` or on a shared one."""
        functions = self._by_sort.get(("cell",) if owner is None else ("player", "cell"), ())
        return [f for f in functions if t.show(_about(f)) == space.name]

    def of_cell(self, functions: Sequence[core.Function], cell: int, owner: int | None) -> Iterator[Value]:
        """Yield the values of functions about a cell."""
        return self._values(functions, (cell,) if owner is None else (owner, cell))

    # --- players -------------------------------------------------------------------------------------

    @cached_property
    def score(self) -> str | None:
        """The name of the function whose values are the scores that players see, if the view names one."""
        return counted_by(self._looks.view)

    def headings(self) -> Sequence[core.Function]:
        """Return the functions of a player, which head columns of the scoreboard."""
        return self._by_sort.get(("player",), ())

    def name(self, function: str) -> str:
        """Return the name that people read for a function."""
        said = self._looks.view.functions[function].name
        return said.in_(self._words.language) if said is not None else function.replace("_", " ")

    def value(self, function: core.Function, args: Arguments) -> Value | None:
        """Return the value of a function, or `None` if it is `none` or the reader cannot know it."""
        found = self.number(function.name, *args)
        if found is None or found == t.NONE:
            return None
        look = self._looks.value(function.type, found)
        if look == Look():
            look = declared(self._looks.view.functions[function.name])
        if isinstance(t.strip(function.type), t.Bool):
            texts = self._words.texts
            text = texts.gettext("yes") if found else texts.gettext("no")
        else:
            text = self._words.value(function.type, found)
        no = isinstance(t.strip(function.type), t.Bool) and not found
        ref = f"f.{function.name}.{'.'.join(map(str, args))}"
        return Value(self.name(function.name), "", text, look, blank=no, ref=ref, computed=True)

    def _values(self, functions: Sequence[core.Function], args: Arguments) -> Iterator[Value]:
        return (value for each in functions if (value := self.value(each, args)) is not None)


def _body(function: core.Function) -> core.Core:
    assert function.body is not None  # noqa: S101 - the check of the view has seen it
    return function.body


def _about(function: core.Function) -> t.Type:
    """Return the type of the thing that a function is about, which its last parameter names."""
    return t.strip(function.parameters[-1].type)


def _is_about(function: core.Function, c: int) -> bool:
    type_ = _about(function)
    return isinstance(type_, t.Named) and type_.first <= c < type_.first + type_.size
