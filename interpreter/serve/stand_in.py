"""A table drawn as plain lists."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from gamespec.compile import Compiled
from gamespec.expr import types as t
from interpreter import Game, Option
from interpreter.play.events import Event
from interpreter.play.options import is_place, place
from interpreter.scene.choices import Asked, Choice, Member, Said
from interpreter.words import Words


class StandIn:
    def html(
        self, compiled: Compiled, game: Game, seat: int | None, language: str, since: Game | None
    ) -> str:
        words = Words(compiled, language)
        seen = game.observation(seat if seat is not None else 0)
        if seat is None:
            return "<p>…</p>"
        out = []
        for number, zone in enumerate(seen.zones):
            if not zone:
                continue
            items = []
            for at, (known, name) in enumerate(words.contents(seen, number)):
                ref = f"z{number}.c{zone[at]}" if known else f"z{number}.{at}"
                items.append(f'<li data-ref="{ref}">{escape(name)}</li>')
            out.append(
                f'<section><h3 data-ref="z{number}">{escape(words.zone(number))}</h3><ul>{"".join(items)}</ul></section>'
            )
        for n, (name, space) in enumerate(compiled.world.spaces.items()):
            cells = "".join(
                f'<li data-ref="s{n}.{c}">{escape(cell)}</li>'
                for c, cell in enumerate(getattr(space, "cells", ()))
            )
            out.append(f"<section><h3>{escape(name)}</h3><ul>{cells}</ul></section>")
        return "".join(out)

    def asked(self, words: Words, game: Game) -> Asked:
        decision = game.decision
        assert decision is not None
        steps: dict[str, int] = {}
        members: dict[Member, int] = {}
        choices = []
        several = len({o.action for o in decision.options}) > 1
        if several:
            steps["action"] = 0
        for option in decision.options:
            choices.append(
                Choice(
                    option.number,
                    words.option(game, option),
                    tuple(self._said(words, game, option, several, steps, members)),
                )
            )
        return Asked(decision.player, words.prompt(game), tuple(steps), tuple(members), tuple(choices))

    def _said(self, words, game, option: Option, several, steps, members):
        spec = words.names.actions[option.action]
        if several:
            yield Said(0, (members.setdefault(Member(spec.name), len(members)),))
        picks = words.program.actions[option.action].picks
        for pick, named, value in zip(picks, spec.picks, option.values, strict=True):
            step = steps.setdefault(named.slot.name, len(steps))
            type_ = named.slot.type
            many = isinstance(value, tuple)
            inner = (t.element(type_) or type_) if many else type_
            found = []
            for one in value if many else (value,):
                text = words._chosen(pick, inner, one, words.value)
                refs: tuple[str, ...] = ()
                base = t.strip(inner)
                if pick.hidden and is_place(one):
                    refs = ("z%d.%d" % place(pick, one),)
                elif one != t.NONE and t.is_component(base):
                    refs = (
                        f"z{game.position[words.program.layout.zone_of + one]}.c{words.program.alike[one]}",
                    )
                elif isinstance(base, t.Named) and base.sort == "player" and one >= 0:
                    refs = (f"p{one}",)
                found.append(members.setdefault(Member(text, refs), len(members)))
            yield Said(step, tuple(found), several=many)

    def lines(self, words: Words, events: Sequence[Event], seat: int | None) -> list[str]:
        told = (words.event(e, 62 if seat is None else seat) for e in events)
        return [each for each in told if each]

    def style(self) -> str:
        return ""
