"""Test malicious inputs: each must be answered within two seconds and 500 MB.

    python bench/hostile.py --count 1000 --seed 1

Each input is a folder with a specification of at most 2 MiB per file. One of the kinds below produces it, and
in some rounds it is then mutated. `gamespec validate` runs on it in a separate process, but saved games are
replayed, and interrupted runs are resumed. The script reports inputs that exceed the limits or that make the
command crash (status 70, a traceback, a signal). Time is measured as processor seconds, so that other load
does not count. Memory is the peak of the whole process.

`--kind` runs one kind only, `--keep` copies the reported inputs into a folder, and `--table` prints a row for
each kind. The exit status is 1 if any input is reported.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

SECONDS = 2.0
MEGABYTES = 500
GIVE_UP = 20  # processor seconds after which a run is ended
MOST = 2 * 1024 * 1024

Files = dict[str, str]
Kind = Callable[[random.Random], Files]

KINDS: dict[str, Kind] = {}

VALIDATE = ("validate", "game.yaml")
COMMANDS: dict[str, tuple[str, ...]] = {
    "saved_games": ("replay", "game.json"),
    "parts_of_runs": ("simulate", "pig", "--games", "5", "--jobs", "1", "--out", "o.csv", "--resume"),
}
"""The commands for those kinds of inputs that `validate` does not read."""


def kind(make: Kind) -> Kind:
    """Register a function that makes inputs as a kind, under the function's name."""
    KINDS[make.__name__] = make
    return make


def game(
    sections: str = "", do: str = "      - set: {x: 1}\n", limit: str = "{decisions: 5, then: draw}"
) -> str:
    """Return the text of a small game with additional sections, and with steps for its only phase."""
    variables = "" if "\nvariables:" in f"\n{sections}" else "variables: {x: {type: 0..9}}\n"
    return (
        f"language: 1\ngame: hostile\ntitle: Hostile\nplayers: 2\nlimit: {limit}\n{variables}{sections}"
        f"phases:\n  play:\n    turns: clockwise\n    do:\n{do}"
    )


def only(text: str) -> Files:
    """Return `game.yaml` as the only file, with its text cut to the greatest size that is read."""
    return {"game.yaml": text[: MOST - 1]}


def many(rng: random.Random, *sizes: int) -> int:
    """Return one of `sizes`, randomly changed by -1, 0 or 1, but at least 1."""
    return max(1, rng.choice(sizes) + rng.randrange(-1, 2))


def named(i: int, length: int = 0) -> str:
    """Return a name that consists of `n` and a number, padded with `a` to a length."""
    return f"n{i}".ljust(length, "a")


# --- YAML ---------------------------------------------------------------------------------------


@kind
def open_brackets_in_a_list(rng: random.Random) -> Files:
    """Return a game with a YAML list of many expressions with unclosed brackets."""
    n = many(rng, 4_000, 15_000, 500_000)
    inside = ", ".join(rng.choice(["(", "f(a", "((("]) for _ in range(n))
    return only(game(f"ranking: [{inside}]\n"))


@kind
def deep_nesting(rng: random.Random) -> Files:
    """Return a game with very deeply nested brackets, braces or list items."""
    n = many(rng, 63, 64, 5_000, 900_000)
    bracket = rng.choice(["[", "{a: ", "- "])
    return only(game(f"setup: {bracket * n}\n"))


@kind
def wide_list(rng: random.Random) -> Files:
    """Return a game with a flow list or block list of many values."""
    n = many(rng, 7_000, 14_900, 680_000)
    value = rng.choice(["1", "a", "[]", "{}", '""'])
    text = (
        f"ranking: [{', '.join([value] * n)}]\n" if rng.random() < 0.5 else "ranking:\n" + f"- {value}\n" * n
    )
    return only(game(text))


@kind
def unknown_keys(rng: random.Random) -> Files:
    """Return a game with many unknown keys, at the top level or inside a section."""
    n = many(rng, 2_000, 7_400, 150_000)
    indent = rng.choice(["", "    "])
    keys = "".join(f"{indent}k{i}: 1\n" for i in range(n))
    return only(game(keys if not indent else f"options:\n  a:\n    type: bool\n    default: true\n{keys}"))


@kind
def duplicate_keys(rng: random.Random) -> Files:
    """Return a game that repeats the same key many times."""
    return only(game("title: again\n" * many(rng, 7_400, 130_000)))


@kind
def bad_keys(rng: random.Random) -> Files:
    """Return a game with many invalid keys: lists, mappings, null, merge keys, or tagged keys."""
    bad = rng.choice(["? [a]\n: 1\n", "? {a: b}\n: 1\n", "<<: {a: 1}\n", "!!str a: 1\n", "~: 1\n"])
    return only(game(bad * many(rng, 3_600, 100_000)))


@kind
def aliases(rng: random.Random) -> Files:
    """Return a game with anchors that many aliases repeat, either side by side or nested."""
    if rng.random() < 0.5:
        n = many(rng, 20, 2_000)
        text = " + ".join(["x"] * rng.choice([60, 20_000 // n, 20_000]))
        return only(game(f"score: &e {text}\nranking: [{', '.join(['*e'] * n)}]\n"))
    levels = "".join(
        f"  r{i}: {{heading: h, says: &a{i} {'{' + ', '.join(f'k{j}: *a{i - 1}' for j in range(9)) + '}'}}}\n"
        for i in range(1, rng.choice([4, 9, 40]))
    )
    return only(game(f"rulings:\n  r0: {{heading: h, says: &a0 x}}\n{levels}"))


@kind
def many_anchors(rng: random.Random) -> Files:
    """Return a game with a huge number of anchors, and an alias that refers to none of them."""
    n = many(rng, 3_600, 100_000)
    return only(game(f"ranking: [{', '.join(f'&a{i} 1' for i in range(n))}, *a{n}x]\n"))


@kind
def blanks(rng: random.Random) -> Files:
    """Return a game with very long white space in expressions, around values, or at the file's ends."""
    n = many(rng, 20_000, 2_000_000)
    place = rng.randrange(5)
    pad = rng.choice([" ", "\n", " \n", "\t"]) * n
    texts = [
        game(f"score:{pad}1\n"), game(f"score: 1{pad}+ 1\n"), pad + game(), game() + pad,
        game(f"score: &a{pad}!t{pad}1\n"),
    ]  # fmt: skip
    return only(texts[place][-MOST + 1 :])


@kind
def quotes(rng: random.Random) -> Files:
    """Return a game with a very long quoted or block scalar, which is plain, escaped or never closed."""
    n = many(rng, 4_000, 1_900_000)
    body = rng.choice(["a" * n, "\\n" * (n // 2), "''" * (n // 2), "{x} " * (n // 4), "\\u0041" * (n // 6)])
    form = rng.choice(['"{}"', "'{}'", '"{}', "|\n  {}", ">-\n  {}"])
    return only(game(f"about: {form.replace('{}', body)}\n"))


@kind
def raw_text(rng: random.Random) -> Files:
    """Return a file that consists of one character, or a few characters, repeated many times."""
    some = rng.choice(
        ["{", "[", "]", "a", ":", "- ", "? ", "&a ", "*a ", "!", "|", "%", "@", '"', "'", "\t", "#", ": "]
    )
    return only(some * (many(rng, 5_000, MOST - 2) // len(some)))


@kind
def long_lines(rng: random.Random) -> Files:
    """Return a game with many mistakes on one very long line."""
    n = many(rng, 2_450, 50_000)
    return only(game(f"variables: {{{', '.join(f'v{i}: {{type: 0..q{i}}}' for i in range(n))}}}\n"))


# --- Scalars and names --------------------------------------------------------------------------


@kind
def long_numbers(rng: random.Random) -> Files:
    """Return a game with a number of up to a million digits, in any place where a number is allowed."""
    number = rng.choice("19") * many(rng, 18, 300, 5_000, 1_000_000)
    number = rng.choice(["", "-", "0x", "0o", "1."]) + number
    where = rng.choice([
        "players: {}\n", "score: {}\n", "score: 1 + {}\n", "spaces: {{b: {{track: {}}}}}\n",
        "variables: {{x: {{type: 0..{}}}}}\n", "spaces: {{b: {{grid: [{}, 3]}}}}\n", "ranking: [{}]\n",
        "options: {{o: {{type: 0..9, default: {}}}}}\n", "title: {}\n", "game: {}\n", "{}: 1\n",
        "components: {{c: {{attributes: {{n: 0..9}}, rows: [{{n: {}}}], start: z}}}}\nzones: {{z: {{of: c}}}}\n",
        "resources: {{g: {{type: 0..9, supply: {}}}}}\n", "score: a#{}\n", "players: 2..{}\n",
    ])  # fmt: skip
    text = where.replace("{{", "{").replace("}}", "}").replace("{}", number)
    key = text.partition(":")[0]
    lines = [line for line in game().splitlines(keepends=True) if not line.startswith(f"{key}:")]
    if key == "variables":
        return only(text + "".join(line for line in lines if not line.startswith("variables:")))
    return only(text + "".join(lines))


@kind
def long_names(rng: random.Random) -> Files:
    """Return a game with names, values or misspellings of up to 900,000 letters."""
    name = "a" * many(rng, 4_000, 60_000, 900_000)
    return only(game(rng.choice([
        f"spaces: {{{name}: {{track: 3}}}}\nscore: {name}b\n",
        f"enums: {{e: [{name}, b]}}\nvariables: {{x: {{type: e, start: {name}b}}}}\n",
        f"zones: {{z: {{of: {name}}}}}\n",
        f"variables: {{x: {{type: {name}}}}}\n",
        f"score: {name}\n",
        f"score: x.{name}\n",
        f"score: {name}(1)\n",
        f"{name}: 1\n",
        f"zones: {{z: {{of: c, seen_by: {name}}}}}\n",
        f"functions: {{{name}: {{is: 1}}}}\nscore: {name}b(1)\n",
    ])))  # fmt: skip


@kind
def unknown_names(rng: random.Random) -> Files:
    """Return a game with many unknown names, and equally many known names that are similar to them."""
    n, length = many(rng, 100, 1_000, 2_400), rng.choice([0, 12, 40])
    known = "".join(f"  {named(i, length)}: {{type: 0..9}}\n" for i in range(n))
    uses = rng.randrange(3)
    if uses == 0:
        names = ", ".join(f"{named(i, length)}b" for i in range(n))
        return only(game(f"variables:\n  x: {{type: 0..9}}\n{known}ranking: [{names}]\n"))
    if uses == 1:
        steps = "".join(f"      - set: {{{named(i, length)}b: 1}}\n" for i in range(n))
        return only(game(f"variables:\n  x: {{type: 0..9}}\n{known}", steps))
    steps = "".join(f"      - run: {named(i, length)}b\n" for i in range(n))
    procedures = "".join(f"  {named(i, length)}: {{do: []}}\n" for i in range(n))
    return only(game(f"procedures:\n{procedures}", steps))


@kind
def misspelt_values(rng: random.Random) -> Files:
    """Return a game with rows in which the values of an enumeration are misspelled."""
    n = many(rng, 100, 1_000, 3_600)
    values = ", ".join(named(i) for i in range(n))
    rows = ", ".join(f"{{e: {named(i)}x}}" for i in range(n))
    return only(game(
        f"enums: {{e: [{values}]}}\nzones: {{z: {{of: c}}}}\n"
        f"components: {{c: {{attributes: {{e: e}}, rows: [{rows}], start: z}}}}\n"
    ))  # fmt: skip


# --- Expressions --------------------------------------------------------------------------------


def _expression(rng: random.Random) -> str:
    n = many(rng, 30, 63, 64, 200, 900, 1_900, 400_000)
    return rng.choice([
        "(" * n + "1" + ")" * n, "-" * n + "1", "not " * n + "true", " + ".join(["x"] * n),
        " and ".join(["x == 1"] * n), "x" + ".a" * n, "x" + "[1]" * n, "f(" * n + "1" + ")" * n,
        "1 if x == 1 else " * n + "2", "{" + ", ".join(["1"] * n) + "}", "(" * n, "x " * n, "1" * n,
        " < ".join(["x"] * n), "1.." * n + "1", "any(a in 1..9: " * n + "true" + ")" * n, "]" * n,
        "sum(i in 1..10000: " * 3 + "i" + ")" * 3, f"1..{n}", f"sum(i in 1..{n}: i)", "x ** " * n, "\\" * n,
        "{" * n, " * ".join(["99999"] * n), "x in {" + ", ".join(f"n{i}" for i in range(n)) + "}",
    ])  # fmt: skip


@kind
def long_expressions(rng: random.Random) -> Files:
    """Return a game with a long, deep, wide or meaningless expression, in any place that allows one."""
    text = _expression(rng).replace("\\", "/")
    return only(game(*rng.choice([
        (f"score: {text}\n",), (f"ranking:\n- >\n  {text}\n",),
        ("", f"      - if: >\n          {text}\n        then: []\n"),
        ("", f"      - set: {{x: '{text}'}}\n"),
        (f"functions: {{f: {{with: {{a: 0..9}}, is: '{text}'}}}}\n",),
        (f"spaces: {{b: {{track: '{text}'}}}}\n",),
        (f"end: {{e: {{when: '{text}', draw: true}}}}\n",),
        (f"variables: {{x: {{type: '0..{text}'}}}}\n",),
    ])))  # fmt: skip


@kind
def many_expressions(rng: random.Random) -> Files:
    """Return a game that repeats a short valid or invalid expression many times."""
    n = many(rng, 1_000, 2_900, 7_000)
    one = rng.choice(
        ["x", "x + 1", "x +", "(x", "q", "x.a", "x[1]", "size(x)", "1..x", "'{x, 1}'", "x = 1", "A"]
    )
    form = rng.randrange(3)
    if form == 0:
        return only(game("ranking:\n" + f"- {one}\n" * n))
    if form == 1:
        return only(game("", f"      - set: {{x: {one}}}\n" * n))
    return only(game("", "".join(f"      - let: {{a{i}: {one}}}\n" for i in range(n))))


@kind
def function_chains(rng: random.Random) -> Files:
    """Return a game with functions that call one another, in long chains or exponentially often."""
    n, width = many(rng, 20, 31, 32, 900, 10_000), rng.choice([1, 2, 8])
    with_ = rng.choice(["", "with: {a: 0..9}, "])
    arg = "a" if with_ else ""
    calls = [" + ".join([f"f{i + 1}({arg})"] * width) for i in range(n)]
    deep = rng.random() < 0.5
    if deep:
        calls = ["1 + (" * 50 + call + ")" * 50 for call in calls]
    functions = "".join(f"  f{i}: {{{with_}is: {call}}}\n" for i, call in enumerate(calls))
    use = "score: f0(x)\n" if with_ else "score: f0()\n"
    sizes = rng.choice(["", f"spaces: {{b: {{track: {'f0(1)' if with_ else 'f0()'}}}}}\n"])
    return only(game(f"functions:\n{functions}  f{n}: {{{with_}is: 1}}\n{use}{sizes}"))


@kind
def nested_quantifiers(rng: random.Random) -> Files:
    """Return a game with sizes, starts or scores whose computation would take practically forever."""
    n = rng.choice([2, 3, 5, 12])
    inner = "".join(f"sum(i{k} in 1..{rng.choice([10, 1000, 10000])}: " for k in range(n)) + "1" + ")" * n
    return only(game(rng.choice([
        f"spaces: {{b: {{track: '{inner}'}}}}\n",
        f"variables: {{x: {{type: 0..9, start: '{inner}'}}}}\n",
        f"score: '{inner}'\n",
        f"zones: {{z: {{of: c, capacity: '{inner}'}}}}\ncomponents: {{c: {{attributes: {{n: 0..9}}, all: {{n: 0..9}}, start: z}}}}\n",
    ])))  # fmt: skip


@kind
def templates(rng: random.Random) -> Files:
    """Return a game with prompts that have many, very long or invalid placeholders, in up to 40 languages."""
    n = many(rng, 100, 1_200, 5_000, 100_000)
    text = rng.choice(["{x}", "{", "}", "{nosuch(1)}", "{x + }", "{{x}}", "a{x}b"]) * n
    languages = rng.choice([1, 3, 40])
    value = (
        "{"
        + ", ".join(
            f"{chr(97 + i // 26)}{chr(97 + i % 26)}: '{text[: MOST // languages - 200]}'"
            for i in range(languages)
        )
        + "}"
    )
    return only(
        game("", f"      - choose: {{c: {{from: 1..3}}}}\n        prompt: {value}\n        label: x\n")
    )


# --- Sections -----------------------------------------------------------------------------------

_SECTIONS = {
    "options": ("o", "{type: 0..9, default: 1}"),
    "enums": ("e", "[a, b]"),
    "tables": ("t", "{columns: {n: 0..9}, rows: [{n: 1}]}"),
    "spaces": ("s", "{track: 3}"),
    "variables": ("v", "{type: 0..9}"),
    "resources": ("r", "{type: 0..9, per: player}"),
    "functions": ("f", "{is: 1}"),
    "actions": ("a", "{do: []}"),
    "procedures": ("p", "{do: []}"),
    "events": ("e", "{}"),
    "rulings": ("r", "{heading: h, says: s}"),
    "end": ("e", "{when: x == 9, draw: true}"),
    "phases": ("p", "{do: []}"),
}


@kind
def wide_sections(rng: random.Random) -> Files:
    """Return a game with a huge number of valid or invalid declarations in one section."""
    section = rng.choice(list(_SECTIONS))
    letter, body = _SECTIONS[section]
    if rng.random() < 0.2:
        body = rng.choice(["{}", "[]", "1", "{type: nosuch}", "{q: 1}", "{type: 9..0}", "{of: nosuch}"])
    entries = "".join(f"  {letter}{i}: {body}\n" for i in range(many(rng, 800, 2_400, 3_600, 60_000)))
    text = game(
        f"{section}:\n{entries}" if section != "variables" else f"variables:\n  x: {{type: 0..9}}\n{entries}"
    )
    return only(text)


@kind
def many_options(rng: random.Random) -> Files:
    """Return a game with many options, or options with many values, and steps to check for each choice."""
    n = many(rng, 20, 100, 800, 2_000)
    types = [
        ("0..9", "1"),
        ("bool", "true"),
        ("-2147483647..2147483647", "0"),
        (f"[{', '.join(named(i) for i in range(rng.choice([2, 40, 1000])))}]", "n0"),
    ]
    type_, default = rng.choice(types)
    options = "".join(f"  o{i}: {{type: {type_}, default: {default}}}\n" for i in range(n))
    steps = "".join(f"      - set: {{x: {i % 9}}}\n" for i in range(rng.choice([1, 100, 1_000])))
    return only(game(f"options:\n{options}", steps))


@kind
def many_steps(rng: random.Random) -> Files:
    """Return a game with a huge number of steps in one phase."""
    n = many(rng, 1_000, 2_800, 60_000)
    one = rng.choice([
        "set: {x: 1}", "check: end", "let: {a#: 1}", "choose: {c#: {from: 1..3}}", "if: x == 1\n        then: []",
        "for: {i#: 1..3}\n        do: []", "while: x == 1\n        do: []", "random: {r#: {from: 1..3}}", "run: p", "stop: turn",
        "choose: {c#: {from: 1..3}}\n        otherwise: []", "announce: e", "offer: [a]", "offer: a\n        by: players",
    ])  # fmt: skip
    steps = "".join(f"      - {one.replace('#', str(i))}\n" for i in range(n))
    extra = "procedures: {p: {do: []}}\nevents: {e: {}}\nactions: {a: {do: []}}\nhandlers: {h: {event: e, do: []}}\n"
    return only(game(extra, steps))


@kind
def call_graphs(rng: random.Random) -> Files:
    """Return a game with procedures that run one another in a chain, a fan, a cycle or a dense graph."""
    n = many(rng, 30, 500, 2_400)
    shape = rng.choice(["chain", "fan", "circle", "all"])
    lines = []
    for i in range(n):
        calls = {"chain": [i + 1] if i + 1 < n else [], "circle": [(i + 1) % n], "fan": list(range(1, n)) if not i else [],
                 "all": list(range(i + 1, min(n, i + 40)))}[shape]  # fmt: skip
        lines.append(f"  p{i}: {{do: [{', '.join(f'{{run: p{c}}}' for c in calls)}]}}\n")
    return only(game(f"procedures:\n{''.join(lines)}", "      - run: p0\n"))


@kind
def graphs(rng: random.Random) -> Files:
    """Return a game with a graph of many cells and links, some of which lead to unknown cells."""
    n = many(rng, 1_000, 4_096, 60_000)
    cells = ", ".join(f"c{i}" for i in range(n))
    bad = "x" if rng.random() < 0.4 else ""
    links = ", ".join(f"[c{i}, c{(i * 7 + 1) % n}{bad}]" for i in range(rng.choice([10, min(n, 3_400)])))
    return only(game(f"spaces: {{g: {{cells: [{cells}], links: [{links}]}}}}\n"))


@kind
def grids(rng: random.Random) -> Files:
    """Return a game with grids that are long, numerous or full of holes, and expressions over their lines."""
    side = rng.choice(["[64, 64]", "[4096, 1]", "[1, 4096]", "[65, 64]", "[2000000000, 2000000000]"])
    without = ", ".join(f"a{i}" for i in range(1, many(rng, 2, 4_000)))
    shape = rng.choice(["", ", shape: hex", ", links: all"])
    count = rng.choice([1, 3, 200, 8_000])
    spaces = "".join(
        f"  s{i}: {{grid: {side}{shape}, without: [{without if i == 0 else 'a1'}]}}\n" for i in range(count)
    )
    use = rng.choice([
        "score: size(lines(s0, 3))\n",
        "ranking: [" + ", ".join(f"size(lines(s0, {i}))" for i in range(1, 200)) + "]\n",
        "variables: {x: {type: 0..9}, v: {per: [s0, s0], type: bool}}\n",
        "variables: {x: {type: 0..9}, v: {per: s0, type: s0, start: a2}}\n",
        "score: default(distance(a2, a2), 0)\n",
    ])  # fmt: skip
    return only(game(f"spaces:\n{spaces}{use}"))


@kind
def components(rng: random.Random) -> Files:
    """Return a game with huge cross products of components, sometimes in copies or for each player."""
    m = rng.choice([3, 16, 64, 10_000, 2_000_000_000])
    attributes = rng.choice([1, 2, 3, 12])
    columns = ", ".join(f"a{i}: 1..{m}" for i in range(attributes))
    copies = rng.choice(["", "copies: 4096, ", "copies: 2000000000, ", "copies: 0, "])
    per = rng.choice(["", "per: player, "])
    start = rng.choice(["z", "zz[a0]", "zz[a0] if a0 > 1 else zz[1]", "z if a0 > 1 else z"])
    count = rng.choice([1, 1, 2_000])
    kinds = "".join(
        f"  c{i}: {{attributes: {{{columns}}}, all: {{{columns}}}, {copies}{per}start: '{start}', label: '{{a0}}'}}\n"
        for i in range(count)
    )
    return only(
        game(f"zones: {{z: {{of: c0}}, zz: {{of: c0, per: 1..{min(m, 60_000)}}}}}\ncomponents:\n{kinds}")
    )


@kind
def rows(rng: random.Random) -> Files:
    """Return a game with many rows: identical, incomplete, with duplicate ids, or with many columns."""
    n, columns = many(rng, 60, 1_800, 4_096), rng.choice([1, 3, 200])
    names = [f"a{i}" for i in range(columns)]
    cells = ", ".join(f"{name}: 1" for name in names)
    row = rng.choice(
        [
            f"{{{cells}}}",
            f"{{id: same, {cells}}}",
            "{}",
            f"{{{cells}, q: 1}}",
            f"{{{cells}, copies: 3}}",
            f"{{{cells}, copies: 9999999}}",
        ]
    )
    attributes = ", ".join(f"{name}: 0..9" for name in names)
    return only(game(
        f"zones: {{z: {{of: c}}}}\ncomponents: {{c: {{attributes: {{{attributes}}}, start: z, rows: [\n{(row + ', ') * n}]}}}}\n"
    ))  # fmt: skip


@kind
def families(rng: random.Random) -> Files:
    """Return a game with a variable for each member of a huge domain, or of a product of many domains."""
    per = rng.choice(
        [
            "1..65536",
            "1..65537",
            "[1..256, 1..256]",
            "1..2000000000",
            "[" + ", ".join(["bool"] * rng.choice([16, 40, 5_000])) + "]",
        ]
    )
    n = rng.choice([1, 16, 500])
    body = rng.choice(["type: 0..9", "type: player?", "type: player, start: seat(1)"])
    text = "".join(f"  v{i}: {{per: {per}, {body}}}\n" for i in range(n))
    return only(
        game(
            f"variables:\n  x: {{type: 0..9}}\n{text}",
            "".join(f"      - set: {{'v{i}[1]': 1}}\n" for i in range(n)),
        )
    )


@kind
def decisions(rng: random.Random) -> Files:
    """Return a game with decisions that have an astronomical number of options."""
    n, m = rng.choice([1, 4, 30, 3_000]), rng.choice([3, 64, 10_000])
    count = rng.choice(["", ", count: 0..30", ", count: 1..10000", ", count: 2000000000", ", optional: true"])
    picks = ", ".join(f"c{i}: {{from: 1..{m}{count}}}" for i in range(n))
    if rng.random() < 0.5:
        return only(
            game(
                f"actions: {{a: {{with: {{{picks}}}, do: []}}}}\n", "      - offer: a\n        by: players\n"
            )
        )
    return only(game("", f"      - choose: {{{picks}}}\n"))


# --- Tables -------------------------------------------------------------------------------------


def _csv(rng: random.Random) -> str:
    n = many(rng, 1_000, 6_600, 19_900, 1_000_000)
    header = rng.choice(["n,m", "n", ",".join(f"c{i}" for i in range(many(rng, 50, 100_000)))])
    row = rng.choice(
        [
            "1,2",
            "1",
            "1,2,3",
            "a,b",
            '"1",2',
            '"a',
            'a"b',
            "",
            " ",
            "#",
            ",",
            '""""',
            "1,",
            "9" * 5_000 + ",1",
            "\r",
        ]
    )
    text = f"{header}\n" + (row + rng.choice(["\n", "\r\n", ","])) * n
    if rng.random() < 0.2:
        text = header + "," * n
    return text[: MOST - 1]


@kind
def csv(rng: random.Random) -> Files:
    """Return a game with a valid or invalid CSV file of up to 2 MiB for components or tables."""
    table = _csv(rng)
    named_ = rng.choice(["t.csv", "t.csv", "[" + ", ".join(["t.csv"] * many(rng, 3, 2_000)) + "]"])
    if len(named_) > 20 and rng.random() < 0.7:
        table = "n,m\n" + "1,2\n" * rng.choice([3, 300])
    body = rng.choice([
        f"components: {{c: {{attributes: {{n: 0..9, m: 0..9}}, table: {named_}, start: z}}}}\nzones: {{z: {{of: c}}}}\n",
        f"tables: {{t: {{columns: {{n: 0..9, m: 0..9}}, table: {named_}, key: n}}}}\n",
        f"tables: {{t: {{columns: {{n: 0..9}}, table: {named_}}}}}\n",
    ])  # fmt: skip
    return {**only(game(body)), "t.csv": table}


@kind
def planes(rng: random.Random) -> Files:
    """Return a game with a plane of any size, and tiles with many parts and ports."""
    within = rng.choice(["0", "1", "63", "64", "2000000000", "9" * 400])
    n, parts = rng.choice([1, 80, 4_096]), rng.choice([1, 12, 200])
    tiles = ", ".join(f"{{id: t{i}}}" for i in range(n))
    printed = ", ".join(
        f"{{tile: t{i}, id: {k}, ports: '{rng.choice(['n1', 'n1 e1 s1', 'n9', 'n99', ''])}', touches: '{rng.choice(['', '1', '1 2 3'])}', f: a}}"
        for i in range(min(n, 20_000 // parts)) for k in range(parts)
    )  # fmt: skip
    return only(game(
        f"enums: {{e: [a, b]}}\nzones: {{bag: {{of: tile}}, laid: {{of: tile}}}}\ncomponents:\n"
        f"  tile: {{rows: [{tiles}], start: bag}}\n  seg: {{part_of: tile, attributes: {{f: e}}, rows: [{printed}]}}\n"
        f"spaces: {{land: {{plane: laid, parts: seg, match: f, within: {within}}}}}\n"
    ))  # fmt: skip


# --- Overlays and files -------------------------------------------------------------------------


@kind
def overlay_chain(rng: random.Random) -> Files:
    """Return a long chain of overlays, each of which extends the next one."""
    n = many(rng, 15, 100, 1_500)
    files = {
        f"o{i}.yaml": f"extends: ./{f'o{i + 1}.yaml' if i + 1 < n else 'base.yaml'}\ngame: o\ntitle: O{i}\n"
        for i in range(n)
    }
    return {**files, "base.yaml": game(), "game.yaml": "extends: ./o0.yaml\ngame: o\ntitle: Top\n"}


@kind
def overlay_edits(rng: random.Random) -> Files:
    """Return an overlay with thousands of edits, which select parts by path or by id."""
    n = many(rng, 390, 1_000, 10_000)
    steps = "".join(
        f"      - id: s{i}\n        set: {{x: {i % 9}}}\n" for i in range(rng.choice([10, 3_000]))
    )
    edit = rng.choice([
        "- remove: s{}", "- set: {s{}.set.x: 3}", "- after: s1\n  put: [{set: {x: 2}}]", "- set: {title: T{}}",
        "- set: {phases.play.do.{}: {check: end}}", "- add: {variables: {v{}: {type: 0..9}}}", "- remove: nosuch{}",
        "- set: {phases.play.do.99999999999999999999999999.x: 1}", "- set: {a" + ".b" * 300 + ": {}}",
        "- set: {phases.play.do." + "9" * 5_000 + ": 1}",
    ])  # fmt: skip
    edits = "\n".join(edit.replace("{}", str(i), 1) for i in range(n))
    return {
        "base.yaml": game("", steps),
        "game.yaml": f"extends: ./base.yaml\ngame: o\ntitle: O\nedit:\n{edits}\n"[: MOST - 1],
    }


@kind
def scenarios(rng: random.Random) -> Files:
    """Return a file of scenarios in place of a game."""
    n = many(rng, 100, 40_000)
    return only("scenarios:\n" + "- {name: a, then: {x: 1}}\n" * n)


@kind
def requirements(rng: random.Random) -> Files:
    """Return a game with option requirements that few or no combinations meet, or that form a long chain."""
    n = many(rng, 3, 7, 60, 900)
    most = rng.choice([1, 20, 1_000, 1_000_000])
    names = [f"o{i}" for i in range(n)]
    of = rng.sample(names, min(n, rng.choice([2, 6, 40])))
    product_, sum_ = " * ".join(f"({o} % 7 + 1)" for o in of), " + ".join(f"{o} % 9" for o in of)
    rule = rng.choice([
        f"({product_}) % 977 == 1", f"({product_}) % 977 == 1 or ({sum_}) == 0", f"({sum_}) % 89 == 0",
        f"({sum_}) * ({sum_}) % 9973 == 5 or ({sum_}) == 0", f"none([{', '.join(of)}]: it > 3)", f"{of[0]} == {of[-1]}",
    ])  # fmt: skip
    rows = [f'  - {{is: "{rule}", says: No}}\n']
    if rng.random() < 0.5:
        rows += [f'  - {{is: "{a} == {b}", says: No}}\n' for a, b in pairwise(names)]
    declared = "".join(f"  {o}: {{type: 0..{most}, default: 0}}\n" for o in names)
    return only(game(f"options:\n{declared}requires:\n{''.join(rows)}"))


def _json(rng: random.Random) -> object:
    """Return a random JSON value of any type."""
    return rng.choice([
        None, True, -1, 2**70, 0.5, "", "x" * 100_000, [], {}, [[]], {"x": None}, list(range(10_000)),
    ])  # fmt: skip


@kind
def saved_games(rng: random.Random) -> Files:
    """Return a saved game in which some values are replaced, or whose JSON is broken."""
    answer = {"player": "p1", "site": "phase play: offer", "action": "roll", "values": {"n": 1}}
    saved: dict[str, object] = {
        "format": rng.choice(["gamespec-game-2", "gamespec-game-1"]), "game": "pig", "spec_hash": "0", "players": 2,
        "options": {}, "seed": 7, "answers": [dict(answer) for _ in range(rng.choice([1, 3, 20_000]))], "digest": "0" * 32,
    }  # fmt: skip
    for _ in range(rng.choice([1, 1, 3])):
        saved[rng.choice([*saved, "position", "path"])] = _json(rng)
    if rng.random() < 0.2:
        saved["position"] = {"variables": _json(rng), "zones": _json(rng), "at": _json(rng)}
    text = json.dumps(saved)
    return {"game.json": rng.choice([text, text, text, "[" * 500_000, f'{{"format": {"9" * 100_000}}}'])}


@kind
def parts_of_runs(rng: random.Random) -> Files:
    """Return files like those that an interrupted run leaves in its folder, but with arbitrary contents."""
    about = json.dumps({"sha256": rng.choice(["0" * 64, "x", 7]), "says": _json(rng)}, separators=(",", ":"))
    part = json.dumps([[0, 1], ["x", _json(rng)]])
    return {
        "o.csv.parts/run.json": rng.choice([about, about, "", "[" * 500_000, "9" * 1_000_000]),
        "o.csv.parts/000000000000000.json": part,
    }


def mutated(rng: random.Random, files: Files) -> Files:
    """Return the files with pieces of one file cut out, doubled, reversed or replaced."""
    name = rng.choice(sorted(files))
    text = files[name]
    for _ in range(rng.choice([1, 3, 30])):
        a, b = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        b = min(b, a + rng.choice([1, 5, 40, 4_000]))
        piece = text[a:b]
        text = text[:a] + rng.choice([
            "", piece * 2, piece[::-1], rng.choice(["{", "[", "(", '"', "'", ":", "\n", "\t", "- ", "&a", "*a", "9" * 40, "é", "\x07"]),
            piece.upper(), " " * len(piece),
        ]) + text[b:]  # fmt: skip
    return {**files, name: text[: MOST - 1]}


# --- Running ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """The time and memory that an input takes.

    `wrong` is the reason for reporting the input, or empty.
    """

    kind: str
    seconds: float
    megabytes: float
    wrong: str


def run(folder: Path, kind_: str, most: float) -> Run:
    """Run the command for a kind of inputs in a folder. `most` is the time limit in seconds."""
    with (folder / "stderr").open("wb") as err, (folder / "stdout").open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "gamespec", *COMMANDS.get(kind_, VALIDATE), *(["--format", "json"] if len(kind_) % 3 == 0 else [])],
            cwd=folder, stdout=out, stderr=err, preexec_fn=_limited,  # noqa: PLW1509 - no threads here
        )  # fmt: skip
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds, megabytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
    return Run(kind_, seconds, megabytes, _wrong(folder, process.returncode, (seconds, megabytes), most))


def _wrong(folder: Path, status: int, took: tuple[float, float], most: float) -> str:
    seconds, megabytes = took
    said = (folder / "stderr").read_bytes()
    if status < 0:
        return f"ended by {signal.Signals(-status).name}"
    if status not in {0, 1, 2} or b"Traceback" in said or b"a bug in gamespec" in said:
        return said.decode(errors="replace")[:200]
    if seconds > most:
        return f"{seconds:.1f} s"
    return f"{megabytes:.0f} MB" if megabytes > MEGABYTES else ""


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (GIVE_UP, GIVE_UP))
    resource.setrlimit(resource.RLIMIT_AS, (3 * 2**30, 3 * 2**30))


def measure(args: argparse.Namespace) -> list[Run]:
    """Run the command on each input. If `--keep` is given, copy the reported inputs into that folder."""
    count, seed, only_kind, keep = args.count, args.seed, args.kind, args.keep
    runs: list[Run] = []
    started = time.monotonic()
    for i in range(count):
        name, files = _input(i, seed, only_kind)
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            for path, text in files.items():
                (folder / path).parent.mkdir(exist_ok=True)
                (folder / path).write_text(text, encoding="utf-8", errors="replace", newline="")
            done = run(folder, name, args.seconds)
            if done.wrong and keep is not None:
                _kept(folder, keep / f"{i:04}-{name}")
        runs.append(done)
        if done.wrong:
            print(f"{i:5} {name}: {done.wrong} ({done.seconds:.1f} s, {done.megabytes:.0f} MB)", flush=True)
        if sys.stderr.isatty():
            print(f"\r{i + 1}/{count} {time.monotonic() - started:.0f} s ", end="", file=sys.stderr)
    return runs


def _input(i: int, seed: int, only_kind: str | None) -> tuple[str, Files]:
    """Return the kind and the files of input number `i`.

    The kinds take turns, and the inputs of every third round are mutated.
    """
    chosen = [only_kind] if only_kind else list(KINDS)
    rng = random.Random(f"{seed} {i}")
    name = chosen[i % len(chosen)]
    files = KINDS[name](rng)
    return name, mutated(rng, files) if i // len(chosen) % 3 == 2 else files


def _kept(folder: Path, to: Path) -> None:
    to.mkdir(parents=True, exist_ok=True)
    shutil.copytree(folder, to, dirs_exist_ok=True)


def main() -> int:
    """Run the command on all inputs, print the results, and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=sorted(KINDS))
    parser.add_argument("--keep", type=Path)
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help="maximum processor time in seconds for one input"
    )
    parser.add_argument("--table", action="store_true")
    args = parser.parse_args()
    runs = measure(args)
    wrong = [r for r in runs if r.wrong]
    if args.table:
        for name in dict.fromkeys(r.kind for r in runs):
            mine = [r for r in runs if r.kind == name]
            print(
                f"{name:28} {len(mine):4} runs, at most {max(r.seconds for r in mine):5.1f} s, {max(r.megabytes for r in mine):5.0f} MB, wrong: {sum(bool(r.wrong) for r in mine)}"
            )
    print(f"{len(runs)} inputs, {len(wrong)} found wrong")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
