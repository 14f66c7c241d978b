"""Describes a run by its game, its players, and the commands that repeat it.

Everything comes from the metadata of a table (see `interpreter.simulate.about`), so a report needs nothing
but the table's file.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gamespec.program.frozen import dataclass
from interpreter.simulate.intervals import Confidence, Fixed, Until
from interpreter.simulate.wins import FATES, Deciding

__all__ = ["NotSaid", "OwnMeasure", "Run"]

PERCENT = 100


class NotSaid(Exception):
    """Raised if `key`, which a report needs, is missing from a table's metadata or has the wrong form."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


@dataclass(frozen=True, slots=True)
class OwnMeasure:
    """A measure that the game declares.

    Its unit is a share or a number. It is taken for each seat or for the whole game, and either once at the
    end or at each turn.
    """

    name: str
    title: str
    unit: str
    seats: bool
    turns: bool

    def columns(self, players: int) -> Mapping[str, str]:
        """Return the columns with the measure's values, as a mapping from shown name to column name.

        There is one column for each seat, or a single one.
        """
        keys = [f"{self.name}.{seat}" for seat in range(1, players + 1)] if self.seats else [self.name]
        return {key: f"measure.{key}.mean" if self.turns else f"measure.{key}" for key in keys}


@dataclass(frozen=True)
class Run:
    """A run of games.

    `called` is the game as named on the command line, `given` are the options set there, and `options` are
    all options. `seats` are the names of the bots, which move on by one seat from game to game if `rotate`.
    `deciding` says how games are decided. `parts` maps the ids of the parts of the score to the names that
    people see. `actions` and the keys of `faces` are named as in the table's columns, and `faces` maps each
    face to its kind. `labels` maps the faces to what people see, and `kinds` the ids of kinds to their
    plurals; an older table lacks both. `measures` are the game's own. The winner was estimated with
    `estimate` random games at a time.
    """

    game: str
    called: str
    title: str
    spec_hash: str
    players: int
    options: Mapping[str, str | int | bool]
    given: Mapping[str, str]
    seed: int
    games: int
    asked: int
    until: float | None
    estimate: int | None
    seats: tuple[str, ...]
    rotate: bool
    deciding: Deciding
    scored: bool
    parts: Mapping[str, str]
    actions: tuple[str, ...]
    faces: Mapping[str, str]
    labels: Mapping[str, str]
    kinds: Mapping[str, str]
    measures: tuple[OwnMeasure, ...]

    @classmethod
    def of(cls, about: Mapping[str, Any]) -> Run:
        """Return the run that a table's metadata describes. Raises `NotSaid` if a needed key is missing."""
        read = _Reader(about)
        run = cls(
            game=read.text("game"),
            called=read.text("called"),
            title=read.text("title"),
            spec_hash=read.text("spec_hash"),
            players=read.number("players"),
            options=read.mapping("options", (str, int, bool)),
            given=read.mapping("set", (str,)),
            seed=read.number("seed"),
            games=read.number("rows"),
            asked=read.number("games"),
            until=read.share("until"),
            estimate=read.count("estimate"),
            seats=tuple(read.list_of("seats", str)),
            rotate=read.truth("rotate"),
            deciding=read.deciding(),
            scored=read.truth("scored"),
            parts=read.mapping("parts", (str,)),
            actions=tuple(read.list_of("actions", str)),
            faces=read.mapping("faces", (str,)),
            labels=read.mapping("labels", (str,)) if "labels" in about else {},
            kinds=read.mapping("kinds", (str,)) if "kinds" in about else {},
            measures=tuple(read.measures("measures")),
        )
        if run.players < 1 or len(run.seats) != run.players:
            raise NotSaid("seats")
        if len(run.deciding.teams) != run.players:
            raise NotSaid("teams")
        return run

    @property
    def teams(self) -> tuple[int, ...]:
        """The team number of each seat. There is a single team if all players win or lose together."""
        return self.deciding.teams

    def label(self, face: str) -> str:
        """Return the label of a face. Without one, it is its name in backticks."""
        label = self.labels.get(face, face)
        return f"`{face}`" if label == face else label

    def several(self, kind: str) -> str:
        """Return the plural of a kind, such as `cards`. Without one, it is `components of kind NAME`."""
        return self.kinds.get(kind) or f"components of kind `{kind}`"

    @property
    def confidence(self) -> Confidence:
        """The rule for intervals, which depends on whether the run could end as soon as they were narrow."""
        return Fixed() if self.until is None else Until(self.until)

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the different bots, in the order of their first seats."""
        return tuple(dict.fromkeys(self.seats))

    @property
    def at_random(self) -> bool:
        """Whether all players choose uniformly at random."""
        return self.bots == ("random",)

    @property
    def among(self) -> str:
        """A phrase for the players that findings are about, such as `among players who choose at random`."""
        if self.at_random:
            return "among players who choose at random"
        if len(self.bots) == 1:
            return f"with `{self.bots[0]}` in every seat" if self.players > 1 else f"with `{self.bots[0]}`"
        *some, last = (f"`{name}`" for name in self.bots)
        return f"among {', '.join(some)} and {last}, who {'change' if self.rotate else 'keep their'} seats"

    @property
    def command(self) -> str | None:
        """The command that makes this report again, or `None` if different bots kept their seats."""
        if not self.rotate and len(self.bots) > 1:
            return None
        words = ["gamespec", "report", self.called, *self._set()]
        if self.at_random:
            words += ["--players", str(self.players)]
        else:
            words += ["--seats", ",".join(self.seats)]
        if self.until is not None:
            points = f"{self.until * PERCENT:.9f}".rstrip("0").rstrip(".")
            words += ["--until", f"{points}pp"]
        if self.estimate is not None:
            words += ["--estimate", str(self.estimate)]
        words += ["--games", str(self.games if self.until is None else self.asked)]
        return shlex.join([*words, "--seed", str(self.seed), "-o", "report.html"])

    def again(self, seats: Sequence[str], seed: int, luck: int) -> str:
        """Return the command that replays a game with the bots `seats` and the two seeds of the game."""
        words = ["gamespec", "play", self.called, *self._set(), "--seats", ",".join(seats)]
        return shlex.join([*words, "--seed", str(seed), "--luck", str(luck)])

    def _set(self) -> list[str]:
        return [word for name, value in self.given.items() for word in ("--set", f"{name}={value}")]


class _Reader:
    """Reads a table's metadata. Raises `NotSaid` if a value is missing or has the wrong form."""

    def __init__(self, about: Mapping[str, Any]) -> None:
        self._about = about

    def _get(self, key: str, *types: type) -> Any:
        value = self._about.get(key)
        if type(value) not in types:
            raise NotSaid(key)
        return value

    def text(self, key: str) -> str:
        return str(self._get(key, str))

    def number(self, key: str) -> int:
        value = int(self._get(key, int))
        if value < 0:
            raise NotSaid(key)
        return value

    def count(self, key: str) -> int | None:
        value = self._get(key, int, type(None))
        if value is not None and value < 1:
            raise NotSaid(key)
        return None if value is None else int(value)

    def measures(self, key: str) -> Iterator[OwnMeasure]:
        for name, told in self.mapping(key, (dict,)).items():
            types = {field: type(told.get(field)) for field in ("title", "unit", "seats", "turns")}
            if list(types.values()) != [str, str, bool, bool] or told["unit"] not in ("share", "number"):
                raise NotSaid(key)
            yield OwnMeasure(name, *(told[field] for field in types))

    def deciding(self) -> Deciding:
        """Return how games are decided. If a table lacks this information, only the teams are known."""
        teams = tuple(self.list_of("teams", int))
        if "decided" not in self._about:
            return Deciding(teams)
        told = self.mapping("decided", (bool, list))
        together, fates, unsaid = (told.get(key) for key in ("together", "fates", "unsaid"))
        if type(together) is not bool or type(fates) is not list or type(unsaid) is not list:
            raise NotSaid("decided")
        if any(fate not in FATES for fate in fates) or any(type(outcome) is not int for outcome in unsaid):
            raise NotSaid("decided")
        known = tuple(fate for fate in FATES if fate in fates)
        return Deciding((0,) * len(teams) if together else teams, known, frozenset(unsaid))

    def truth(self, key: str) -> bool:
        return bool(self._get(key, bool))

    def share(self, key: str) -> float | None:
        value = self._get(key, float, int, type(None))
        if value is not None and not 0 < value < 1:
            raise NotSaid(key)
        return None if value is None else float(value)

    def mapping(self, key: str, types: tuple[type, ...]) -> dict[str, Any]:
        value = self._get(key, dict)
        if not all(type(each) in types for each in value.values()):
            raise NotSaid(key)
        return dict(value)

    def list_of(self, key: str, type_: type) -> list[Any]:
        value = self._get(key, list)
        if not all(type(each) is type_ for each in value):
            raise NotSaid(key)
        return list(value)
