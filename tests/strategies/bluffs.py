"""Random bluffing games, in which players make claims that others can doubt, and exchange cards in secret.

The games are composed of whole idioms, with different numbers, orders and decisions each time. The options of
a decision depend on hidden cards and are not shown to the other players. So a player often sees the same in
several histories that differ, and may even face different decisions at the same point of them.
"""

from __future__ import annotations

from strategies.dice import Dice

__all__ = ["make_bluff"]

ROLES = "duke", "envoy", "guard", "judge", "thief"

GAME = """\
language: 1
game: bluff
title: Bluff
players: {players}
enums: {{role: [{roles}]}}
components: {{card: {{attributes: {{role: role}}, all: {{role: role}}, copies: {copies}, start: court}}}}
zones:
  court: {{of: card, ordered: true, seen_by: nobody}}
  hand: {{of: card, per: player, seen_by: owner}}
  lost: {{of: card, per: player}}
resources: {{coins: {{per: player, type: 0..12, start: 2}}}}
variables: {{doubted: {{type: bool}}, stands: {{type: bool}}}}
setup:
  - shuffle: court
  - {{for: {{p: players}}, do: [{{move: "top(court, {dealt})", to: "hand[p]"}}]}}
actions:
  strike:
    when: "coins[me] >= {price}"
    do: [{{transfer: {price}, from: "coins[me]", to: coins.bank}}, {{run: lose, as: left(me)}}]
  tax:
    do:
      - {{run: claim, with: {{r: duke}}}}
      - if: stands
        then: [{{transfer: "min(3, 12 - coins[me])", from: coins.bank, to: "coins[me]"}}]
  exchange:
    do:
      - {{run: claim, with: {{r: {envoy}}}}}
      - if: stands
        then:
          - {{let: {{n: "min({drawn}, size(court))"}}}}
          - {{move: "top(court, n)", to: "hand[me]"}}
          - {{choose: {{back: {{from: "hand[me]", count: n}}}}, seen_by: me}}
          - {{move: back, to: court}}
          - {{shuffle: court}}
  doubt:
    given: {{who: player, r: role}}
    do: [{{set: {{doubted: true}}}}, {{run: prove, as: who, with: {{r: r, doubter: me}}}}]
  allow: {{do: []}}
  show:
    given: {{r: role}}
    with: {{c: {{from: "hand[me]", where: c.role == r}}}}
    do:
      - {{reveal: c}}
      - {{move: c, to: court}}
      - {{shuffle: court}}
      - {{move: "top(court, 1)", to: "hand[me]"}}
  concede: {{do: [{{set: {{stands: false}}}}]}}
procedures:
  claim:
    with: {{r: role}}
    do:
      - {{set: {{stands: true, doubted: false}}}}
      - offer: [{doubts}]
        by: left(me)
        seen_by: {doubts_seen_by}
  prove:
    with: {{r: role, doubter: player}}
    do:
      - offer: [{proofs}]
      - if: stands
        then: [{{run: lose, as: doubter}}]
        else: [{{run: lose}}]
  lose:
    do:
      - choose: {{c: {{from: "hand[me]"}}}}
        seen_by: {lost_seen_by}
        otherwise: []
      - if: c != none
        then: [{{move: c, to: "lost[me]"}}]
      - {{check: end}}
phases:
  play: {{turns: clockwise, do: [{{offer: [{turns}]}}]}}
end: {{last: {{when: "any(p in players: empty(hand[p]))", draw: true}}}}
limit: {{decisions: 60, then: draw}}
"""


def make_bluff(dice: Dice) -> str:
    """Return the text of a random bluffing game."""
    roles = ROLES[: dice.between(3, 5)]
    seen = ["everyone", "everyone", "me"]

    def mixed(*names: str) -> str:
        return ", ".join(names if dice.chance(1, 2) else names[::-1])

    orders = [("strike", "tax", "exchange"), ("exchange", "tax", "strike"), ("tax", "exchange")]
    return GAME.format(
        players=dice.pick([2, 2, 3]),
        roles=", ".join(roles),
        copies=dice.between(2, 3),
        price=dice.between(4, 7),
        dealt=dice.pick([2, 2, 1]),
        envoy=dice.pick(roles[1:]),
        drawn=dice.between(1, 2),
        doubts=mixed("{doubt: {who: me, r: r}}", "allow"),
        doubts_seen_by=dice.pick(seen),
        proofs=mixed("{show: {r: r}}", "concede"),
        lost_seen_by=dice.pick(seen),
        turns=", ".join(dice.pick(orders)),
    )
