"""Specifications in as many layouts as YAML allows: odd indentation, brackets, comments, quotes, anchors.

Their structure is random, but their keys are those of games, so that some of their texts are expressions.
Every comment has a number, so that a test can tell whether each is still there once, and in order.
"""

from __future__ import annotations

from random import Random

__all__ = ["messy"]

KEYS = (
    *("setup", "functions", "actions", "label", "told", "is", "when", "with", "do", "then", "else", "move"),
    *(
        "if",
        "set",
        "let",
        "phases",
        "invariants",
        "says",
        "en",
        "de",
        "zones",
        "options",
        "edit",
        "put",
        "to",
    ),
)
ANYWHERE = (
    *(
        "me",
        "none",
        "12",
        "-3",
        "true",
        "null",
        "~",
        "card",
        "1..6",
        "1 ..goal+4",
        "a + b",
        "x  in y",
        "not  a",
    ),
    *("the dealer's hand", "size (x)==1", "a-b", "f(  x )", "0x1f", "http://x.y/z", "-x+1"),
)
"""Texts that need no quotes."""

IN_BLOCKS = (*ANYWHERE, "f(a,b)", "a,b", "hand[me]==x", "{card}"[1:], "play  {card }")
"""Texts that need no quotes outside brackets."""

QUOTED = (
    *(
        "any(c in hand[me]:c.value>3)",
        "a, b",
        "{card} for  {  size(x)+1 }",
        "it's",
        "",
        " x ",
        "a: b",
        "a # b",
    ),
    *("{'twice' if n==2 else 'once'}", "none(p in players: p==me )", "tab\\tx", "ä ♣ 😀", "9", "(a", "a=b "),
)
BLOCKS = (
    ("any(c in hand[me]:", "    c.value>3", "    and c.suit==led)"),
    ("a text", "", "of lines"),
    ("one+two", "  +three "),
    ("  deeper", "than this"),
    ("one",),
)
"""Lines of block scalars."""

FOLDED = (("some words", "and more", "", "words"), ("a+b", "  +c"), ("not a", "and b"), ("x",))
"""Lines of texts that are folded, with or without quotes."""


class _Writer:
    """Writes one document. `luck` decides everything."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.comments = 0
        self.anchors = 0
        self.keys = 0

    def chance(self, percent: int) -> bool:
        return self.luck.randrange(100) < percent

    def blanks(self, least: int = 0) -> str:
        if self.chance(2):
            return "\t"
        return " " * (least + self.luck.choice((0, 0, 0, 1, 2, 5)))

    def comment(self) -> str:
        self.comments += 1
        return f"#{self.luck.choice(('', ' ', '  '))}c{self.comments}."

    def end(self) -> str:
        """Return the end of a line: blanks, perhaps a comment, the break, perhaps lines without tokens."""
        remark = self.blanks(1) + self.comment() if self.chance(15) else ""
        text = f"{remark}{self.blanks() if self.chance(10) else ''}\n"
        while self.chance(15):
            text += self.luck.choice(("\n", "  \n", f"{' ' * self.luck.randrange(7)}{self.comment()}\n"))
        return text

    def document(self) -> str:
        head = self.luck.choice(("", "", "", "---\n", f"{self.comment()}\n\n\n", "%YAML 1.2\n---\n"))
        body = self.luck.choice((self.mapping, self.mapping, self.rules))(0, 3)
        body = body if self.chance(90) else self.flow(3, 0) + self.end()
        return head + body + self.luck.choice(("", "", "", "...\n", f"{self.comment()}"))

    def key(self, used: set[str]) -> str:
        """Return a key that is not among those used, and add it to them."""
        self.keys += 1
        name = self.luck.choice(KEYS)
        if name in used or self.chance(30):
            name = f"{name}_{self.keys}"
        used.add(name)
        return self.luck.choice((name, name, name, f'"{name}[ me ]"', f"'{name}'"))

    # --- blocks -----------------------------------------------------------------------------------

    def rules(self, indent: int, depth: int) -> str:
        """Return sections of a game in which most scalars are expressions, or texts with expressions."""
        below = " " * (indent + self.luck.choice((1, 2, 4)))
        text = f"functions:{self.end()}"
        for number in range(self.luck.choice((1, 3))):
            value = self.owned(len(below) + 2, 0, listed=True)
            text += f"{below}f{number}:{self.end()}{below}  is:{value}"
        text += f"setup:{self.end()}"
        for _ in range(self.luck.choice((1, 3))):
            pairs = ",".join(f"v{n}: {self.flow(0, len(below))}" for n in range(depth))
            text += f"{below}- set:{self.blanks(1)}{{{pairs}}}{self.end()}"
        return f"{text}actions: {{a: {{label: {self.quoted()}, told: {{en: {self.quoted()}}}}}}}{self.end()}"

    def mapping(self, indent: int, depth: int, first: str = "") -> str:
        """Return a mapping whose lines begin with `indent` blanks; `first` precedes the first one."""
        text, used = "", set[str]()
        for at in range(self.luck.choice((1, 1, 2, 3, 4))):
            lead = first if at == 0 and first else " " * indent
            mark = f"{lead}? {self.key(used)}{self.end()}{' ' * indent}:" if self.chance(3) else ""
            mark = mark or f"{lead}{self.key(used)}{' ' if self.chance(5) else ''}:"
            text += mark + self.owned(indent, depth - 1, listed=True)
        return text

    def items(self, indent: int, depth: int) -> str:
        number = self.luck.choice((1, 2, 3))
        return "".join(f"{' ' * indent}-{self.owned(indent, depth - 1, listed=False)}" for _ in range(number))

    def lead(self) -> str:
        """Return an anchor, a tag, or most often nothing."""
        if self.chance(4):
            self.anchors += 1
            return f" &a{self.anchors}"
        return " !tag" if self.chance(2) else ""

    def owned(self, indent: int, depth: int, *, listed: bool) -> str:
        """Return what stands behind a key (`listed`) or a dash, with the end of the line."""
        lead = self.lead()
        below = indent + self.luck.choice((1, 2, 2, 4))
        match self.luck.randrange(10 if depth > 0 else 6):
            case 0 | 1:
                return f"{lead}{self.blanks(1)}{self.luck.choice(IN_BLOCKS)}{self.end()}"
            case 2:
                return f"{lead}{self.blanks(1)}{self.quoted()}{self.end()}"
            case 3:
                return f"{lead} {self.block_scalar(indent, below)}"
            case 4:
                return f"{lead}{self.blanks(1)}{self.folded(below)}{self.end()}"
            case 5 if self.chance(30):
                again = f" *a{self.anchors}" if self.anchors and not lead and self.chance(50) else lead
                return f"{again}{self.end()}"
            case 5 | 6:
                begin = self.end() + " " * below if self.chance(20) else self.blanks(1)
                return f"{lead}{begin}{self.flow(depth, below)}{self.end()}"
            case 7:
                at = indent if listed and self.chance(30) else below
                return f"{lead}{self.end()}{self.items(at, depth)}"
            case 8 if not listed and not lead:
                return self.mapping(indent + 2, depth, " ")
            case _:
                return f"{lead}{self.end()}{self.mapping(below, depth)}"

    # --- scalars ----------------------------------------------------------------------------------

    def quoted(self) -> str:
        text = self.luck.choice(QUOTED)
        return f"'{text.replace(chr(39), chr(39) * 2)}'" if self.chance(40) else f'"{text}"'

    def block_scalar(self, indent: int, below: int) -> str:
        lines = self.luck.choice(BLOCKS)
        number = str(below - indent) if lines[0].startswith(" ") or self.chance(10) else ""
        remark = f" {self.comment()}" if self.chance(10) else ""
        body = "".join(f"{' ' * below if line else ''}{line}\n" for line in lines)
        header = f"{self.luck.choice('|>')}{number}{self.luck.choice(('', '-', '+'))}{remark}"
        return f"{header}\n{body}{self.luck.choice(('', '', '', chr(10)))}"

    def folded(self, below: int) -> str:
        """Return a text over several lines, with or without quotes."""
        first, *others = self.luck.choice(FOLDED)
        indented = (f"{' ' * (below + self.luck.randrange(3))}{line}" if line else "" for line in others)
        quote = self.luck.choice(("", "'", '"'))
        return quote + "\n".join([first, *indented]) + quote

    # --- brackets ---------------------------------------------------------------------------------

    def gap(self, below: int, least: int = 0) -> str:
        """Return white space within brackets."""
        return self.end() + " " * below if self.chance(12) else self.blanks(least)

    def flow(self, depth: int, below: int) -> str:
        """Return a list or a mapping in brackets, or a scalar that may stand there."""
        if depth <= 0 or self.chance(30):
            return self.quoted() if self.chance(40) else self.luck.choice(ANYWHERE)
        mapping, used = self.chance(60), set[str]()
        number = self.luck.choice((0, 1, 2, 3, 9))
        members = [
            self.pair(depth, below, used) if mapping else self.member(depth, below) for _ in range(number)
        ]
        padded = [f"{self.gap(below)}{member}{self.gap(below)}" for member in members]
        inside = ",".join(padded) + ("," if padded and self.chance(10) else "") + self.gap(below)
        return f"{{{inside}}}" if mapping else f"[{inside}]"

    def member(self, depth: int, below: int) -> str:
        """Return a member of a list in brackets, which may be a single pair."""
        if self.chance(5):
            return f"{self.key(set())}: {self.luck.choice(ANYWHERE)}"
        return self.flow(depth - 1, below)

    def pair(self, depth: int, below: int, used: set[str]) -> str:
        """Return a pair of a mapping in brackets, which may lack a value."""
        key = self.key(used)
        if self.chance(10):
            return self.luck.choice((f"{key}: ", key))
        mark = "? " if self.chance(3) else ""
        return f"{mark}{key}:{self.gap(below, 1)}{self.flow(depth - 1, below)}"


def messy(luck: Random) -> str:
    """Return a document."""
    return _Writer(luck).document()
