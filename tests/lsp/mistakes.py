"""Fifty usual mistakes of authors, each typed into a sound game, with what the server must say of it.

They were chosen before the server was tried on them: from the slips that people make in YAML, in the keys of
the schema, in names, in types and in rules that say less than they mean. Each row says what is typed in place
of what, the code and the text at which the mistake must be told, and the text that stands there after the
first cure, or `None` if nobody can know what was meant.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["MISTAKES", "Mistake"]


class Mistake(NamedTuple):
    """What is typed in place of `before`, the code, the text at fault, and what `before` is once cured."""

    name: str
    before: str
    typed: str
    code: str
    at: str
    cured: str | None


MISTAKES = (
    # YAML
    Mistake(
        "braces in an unquoted expression",
        "until: free() == 0 or round == 9",
        "until: {free()} == {0} or round == 9",
        "GS101",
        "=",
        'until: "{free()} == {0} or round == 9"',
    ),
    Mistake(
        "tab as indentation",
        "    turns: clockwise",
        "\tturns: clockwise",
        "GS102",
        "\t",
        "    turns: clockwise",
    ),
    Mistake(
        "key given twice",
        "  heap: {of: card}",
        "  heap: {of: card}\n  heap: {of: card}",
        "GS103",
        "heap",
        "  heap: {of: card}",
    ),
    Mistake("fraction", "start: 5,", "start: 5.0,", "GS111", "5.0", "start: 5,"),
    Mistake(
        "comma in an unquoted expression",
        '{move: "top(deck, hand_size)", to:',
        "{move: top(deck, hand_size), to:",
        "GS114",
        "top(deck, hand_size)",
        '{move: "top(deck, hand_size)", to:',
    ),
    Mistake(
        "colon in an unquoted expression",
        'score: "coin[player] + count(f in field: owner[f] == player)"',
        "score: coin[player] + count(f in field: owner[f] == player)",
        "GS101",
        ":",
        'score: "coin[player] + count(f in field: owner[f] == player)"',
    ),
    Mistake(
        "quote that nothing begins",
        'label: "plant {paid} at {where}"',
        'label: plant {paid} at {where}"',
        "GS101",
        'plant {paid} at {where}"',
        'label: "plant {paid} at {where}"',
    ),
    Mistake(
        "condition and steps in one line",
        'do: [{transfer: 1, from: coin.bank, to: "coin[me]"}]',
        'do:\n      - if: coin[me] < 9 then {transfer: 1, from: coin.bank, to: "coin[me]"}',
        "GS101",
        "then",
        'do:\n      - if: coin[me] < 9\n        then: [{transfer: 1, from: coin.bank, to: "coin[me]"}]',
    ),
    Mistake(
        "two keys in one line",
        "- {move: paid, to: heap}",
        "- move: paid to: heap",
        "GS101",
        "to",
        "- move: paid\n        to: heap",
    ),
    # Keys
    Mistake("misspelt section", "\nzones:", "\nzonse:", "GS120", "zonse", "\nzones:"),
    Mistake("misspelt key", "ordered: true", "orderd: true", "GS120", "orderd", "ordered: true"),
    Mistake(
        "key of another place", "heap: {of: card}", "heap: {of: card, type: card}", "GS120", "type", None
    ),
    Mistake("misspelt verb", "{shuffle: deck}", "{shufle: deck}", "GS120", "shufle", "{shuffle: deck}"),
    Mistake(
        "verb of another language",
        "{move: paid, to: heap}",
        "{discard: paid, to: heap}",
        "GS120",
        "discard",
        "{move: paid, to: heap}",
    ),
    Mistake(
        "missing key",
        "{decisions: 200, then: rank}",
        "{decisions: 200}",
        "GS121",
        "limit",
        "{decisions: 200, then: rank}",
    ),
    Mistake(
        "step where a list belongs",
        'do: [{transfer: 1, from: coin.bank, to: "coin[me]"}]',
        'do: {transfer: 1, from: coin.bank, to: "coin[me]"}',
        "GS122",
        '{transfer: 1, from: coin.bank, to: "coin[me]"}',
        'do: [{transfer: 1, from: coin.bank, to: "coin[me]"}]',
    ),
    Mistake(
        "value that is not allowed",
        "turns: clockwise",
        "turns: clockwize",
        "GS123",
        "clockwize",
        "turns: clockwise",
    ),
    Mistake("value of a choice", "seen_by: nobody", "seen_by: noone", "GS123", "noone", "seen_by: everyone"),
    Mistake(
        "two verbs in a step",
        "{move: paid, to: heap}",
        "{move: paid, to: heap, shuffle: deck}",
        "GS124",
        "shuffle",
        None,
    ),
    Mistake(
        "key of the step above, after a dash",
        'do: [{transfer: 1, from: coin.bank, to: "coin[me]"}]',
        'do:\n      - if: coin[me] < 9\n      - then: [{transfer: 1, from: coin.bank, to: "coin[me]"}]',
        "GS124",
        "then",
        'do:\n      - if: coin[me] < 9\n        then: [{transfer: 1, from: coin.bank, to: "coin[me]"}]',
    ),
    Mistake(
        "counter of another language",
        '{round: "min(9, round + 1)"}',
        "{round++}",
        "GS122",
        "round++",
        "{round: round + 1}",
    ),
    Mistake("range as a list", "players: 2..4", "players: [2, 3, 4]", "GS122", "[2, 3, 4]", "players: 2..4"),
    Mistake("no language", "language: 1\n", "", "GS150", "game", "language: 1\n"),
    # Expressions
    Mistake(
        "operator of another language",
        "worth_of(paid) > 2",
        "worth_of(paid) > 2 && true",
        "GS125",
        "&&",
        "worth_of(paid) > 2 and true",
    ),
    Mistake(
        "assignment for equality",
        '"tree[where] == none"',
        '"tree[where] = none"',
        "GS125",
        "=",
        '"tree[where] == none"',
    ),
    Mistake("division of fractions", "c.worth +", "c.worth / 2 +", "GS125", "/", "c.worth // 2 +"),
    Mistake(
        "unfinished expression", "until: free() == 0 or round == 9", "until: free() ==", "GS125", "=", None
    ),
    Mistake(
        "exclamation mark",
        "until: free() == 0",
        "until: not(free() != 0) or !(free() > 0)",
        "GS125",
        "!",
        "until: not(free() != 0) or not (free() > 0)",
    ),
    Mistake("name in capitals", 'to: "coin[me]"', 'to: "coin[Me]"', "GS125", "Me", 'to: "coin[me]"'),
    Mistake(
        "condition on the members of a list",
        "count(f in field: owner[f] == player)",
        "count(f in field where owner[f] == player)",
        "GS125",
        "count(f in field where owner[f] == player)",
        "count(f in field: owner[f] == player)",
    ),
    # Names
    Mistake("misspelt zone", 'from: "hand[me]"', 'from: "hnad[me]"', "GS201", "hnad", 'from: "hand[me]"'),
    Mistake(
        "misspelt function",
        "worth_of(paid) > 2",
        "worht_of(paid) > 2",
        "GS201",
        "worht_of",
        "worth_of(paid) > 2",
    ),
    Mistake(
        "misspelt built-in",
        "count(f in field: tree[f]",
        "cuont(f in field: tree[f]",
        "GS201",
        "cuont",
        "count(f in field: tree[f]",
    ),
    Mistake(
        "misspelt action",
        "offer: [plant, rest]",
        "offer: [plnat, rest]",
        "GS201",
        "plnat",
        "offer: [plant, rest]",
    ),
    Mistake(
        "misspelt local",
        '"tree[where] == none"',
        '"tree[were] == none"',
        "GS201",
        "were",
        '"tree[where] == none"',
    ),
    Mistake("misspelt type", "type: fruit?", "type: friut?", "GS201", "friut?", "type: fruit?"),
    Mistake("misspelt kind", "heap: {of: card}", "heap: {of: crad}", "GS201", "crad", "heap: {of: card}"),
    Mistake(
        "misspelt value",
        "{fruit: pear, coins: 2}",
        "{fruit: paer, coins: 2}",
        "GS201",
        "paer",
        "{fruit: pear, coins: 2}",
    ),
    Mistake("name that is taken", "{p: players}", "{deck: players}", "GS202", "deck", None),
    Mistake("zone as a variable", '"tree[where]": paid.fruit', '"heap": paid.fruit', "GS205", "heap", None),
    Mistake("`me` in the set-up", 'to: "hand[p]"', 'to: "hand[me]"', "GS206", "me", 'to: "hand[p]"'),
    Mistake("misspelt attribute", "c.worth +", "c.wroth +", "GS207", "wroth", "c.worth +"),
    # Types
    Mistake(
        "types that differ",
        '"tree[where] == none"',
        '"tree[where] == owner[where]"',
        "GS301",
        "tree[where] == owner[where]",
        None,
    ),
    Mistake(
        "zone compared with `none`",
        "until: free() == 0",
        "until: free() == 0 or deck == none",
        "GS301",
        "deck == none",
        "until: free() == 0 or empty(deck)",
    ),
    Mistake(
        "zone compared with a number",
        "until: free() == 0",
        "until: free() == 0 or deck == 0",
        "GS301",
        "deck == 0",
        "until: free() == 0 or size(deck) == 0",
    ),
    Mistake("zone without its key", 'to: "hand[p]"', "to: hand", "GS302", "hand", 'to: "hand[p]"'),
    Mistake(
        "value that may be none",
        "any(p in players: coin[p] >= 20)",
        "any(f in field: coin[owner[f]] >= 20)",
        "GS303",
        "owner[f]",
        "any(f in field: coin[the(owner[f])] >= 20)",
    ),
    Mistake("start out of bounds", "start: 1}", "start: 10}", "GS304", "10", "start: 9}"),
    Mistake("missing argument", "worth_of(paid)", "worth_of()", "GS305", "worth_of()", None),
    # Lints
    Mistake(
        "declaration that nothing uses",
        "heap: {of: card}",
        "heap: {of: card}\n  spare: {of: card}",
        "GS401",
        "spare",
        "heap: {of: card}",
    ),
)
