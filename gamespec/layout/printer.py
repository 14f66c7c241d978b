"""Prints a tree: the tokens of a specification with the breaks and the indentation of its layout.

Its author decides where a line ends, and whether a list or a mapping is a block or stands in brackets. The
layout decides everything else:

- A block is indented by two blanks in the block around it, and so is a list under its key.
- In brackets there is a blank after each comma and each colon, and none beside a bracket. Lines after the
  first begin below the first member; if the author broke the line behind the bracket, they are indented by
  two, and the closing bracket has a line of its own.
- A list or mapping in brackets on one line that is longer than `WIDTH` becomes a block.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from gamespec.accepted import accepts, comment
from gamespec.documents.yaml_tree import Part, Tree
from gamespec.layout.inline import WIDTH, Inline, is_foldable, unfolded
from gamespec.layout.page import Break, Line, Page
from gamespec.layout.roles import Role
from gamespec.layout.scalars import STEP, in_block, on_lines

__all__ = ["printed"]


def printed(tree: Tree, roles: dict[int, Role]) -> list[Line]:
    """Return the lines of a document. `roles` gives the roles of scalars, by the offsets where they begin."""
    page = Page(tree.text)
    _frame(page, tree.text[: tree.head])
    page.at = tree.head
    printer = _Printer(page, Inline(tree.text, roles))
    root = tree.root
    if root.style is not None or root.flow:
        printer.value(root, 0, _Owner.ROOT, Break.LINE)
    else:
        if root.lead:
            page.put(root.lead, Break.KEPT, 0, " ")
        printer.block(root, 0, Break.LINE)
    if tree.foot < len(tree.text):
        page.put("...", Break.LINE, 0)
    page.finish()
    return page.lines


def _frame(page: Page, text: str) -> None:
    """Put what stands before a document: directives, comments and `---`."""
    page.raw([Line(0, line.strip(), column=0) for line in text.splitlines() if line.strip()])


class _Owner(Enum):
    """What a part stands behind."""

    KEY = auto()
    DASH = auto()
    ROOT = auto()
    NONE = auto()
    """It is a key itself."""


@dataclass(slots=True)
class _Printer:
    """Prints parts onto a page."""

    page: Page
    inline: Inline

    # --- blocks ---------------------------------------------------------------------------------------

    def block(self, part: Part, indent: int, first: Break) -> None:
        """Print a list or mapping without brackets. Its first token goes where `first` says."""
        column = self.page.old_column(part.start)
        if part.mapping:
            self._entries(part, indent, first)
        else:
            self._items(part, indent, first)
        self.page.closed.append((column, indent))

    def _entries(self, part: Part, indent: int, first: Break) -> None:
        page = self.page
        for key, value in part.pairs:
            if page.next_is("?") and page.gap().end != key.begin:
                self._explicit(key, value, indent, first)
            else:
                self.value(key, indent, _Owner.NONE, first, _space(first))
                page.put(":", Break.SAME, indent)
                self._owned(value, indent, _Owner.KEY, Break.KEPT)
            first = Break.LINE

    def _explicit(self, key: Part, value: Part, indent: int, first: Break) -> None:
        """Print an entry whose key follows a question mark."""
        self.page.put("?", first, indent, _space(first))
        self._owned(key, indent, _Owner.DASH, Break.SAME)
        if self.page.next_is(":"):
            self.page.put(":", Break.LINE, indent)
            self._owned(value, indent, _Owner.DASH, Break.SAME)

    def _items(self, part: Part, indent: int, first: Break) -> None:
        for item in part.children:
            self.page.put("-", first, indent, _space(first))
            self._owned(item, indent, _Owner.DASH, Break.SAME)
            first = Break.LINE

    def _owned(self, part: Part, indent: int, owner: _Owner, where: Break) -> None:
        """Print what stands behind a key or a dash that is indented by `indent`."""
        page = self.page
        if part.style is not None or part.flow:
            self.value(part, indent, owner, where, " ")
            return
        if part.lead:
            page.put(part.lead, Break.SAME, indent, " ")
        page.opened = True
        compact = owner is _Owner.DASH and not part.lead
        self.block(part, indent + STEP, Break.SAME if compact else Break.LINE)

    # --- values ---------------------------------------------------------------------------------------

    def value(self, part: Part, indent: int, owner: _Owner, where: Break, space: str = "") -> None:
        """Print a scalar, an alias, or a part in brackets, which belongs to a block indented by `indent`."""
        inner = indent + STEP if owner in (_Owner.KEY, _Owner.DASH) else indent
        if part.lead:
            self.page.put(part.lead, where, inner, space)
            where, space = Break.KEPT, " "
        if part.style in ("|", ">"):
            self._in_block(part, indent, inner, Break.LINE if where is Break.LINE else Break.SAME)
        elif part.style is not None:
            self._scalar(part, inner, where, space)
        else:
            self._bracketed(
                part, inner, _Owner.KEY if part.lead and owner is not _Owner.NONE else owner, where, space
            )

    def _scalar(self, part: Part, inner: int, where: Break, space: str) -> None:
        """Print a scalar. `inner` indents its lines, except for a first one that goes on the current line."""
        old, page = self.page.old, self.page
        if part.empty:
            return
        if self.inline.fits(part):
            page.put(self.inline.bare(part), where, inner, space, part.end)
            return
        written = on_lines(part, old, self.inline.role(part), page.place(where, inner, space), inner)
        page.put(written.first, where, inner, space, part.start)
        last = old[old.rfind("\n", 0, part.end) + 1 : part.end]
        page.raw([Line(row.column, row.text, len(last) - len(last.lstrip())) for row in written.below])
        page.go_to(part.end)

    def _in_block(self, part: Part, indent: int, inner: int, where: Break) -> None:
        """Print a block scalar in a block indented by `indent`. `inner` indents its first line."""
        page = self.page
        header = page.old[part.start : part.end].partition("\n")[0]
        sign, mark, remark = header.partition("#")
        written = in_block(part, page.old, self.inline.role(part), indent + STEP)
        page.put(written.first, where, inner, " ", part.start + len(sign.rstrip()))
        if mark:
            page.remark((mark + remark).rstrip(), part.start + len(sign))
        page.raw([Line(row.column, row.text, verbatim=True) for row in written.below])
        lines = page.old[part.start : part.end].split("\n")
        page.at = part.start + len("\n".join(lines[: len(written.below) + 1]))

    # --- brackets -------------------------------------------------------------------------------------

    def _bracketed(self, part: Part, inner: int, owner: _Owner, where: Break, space: str) -> None:
        """Print a part in brackets that stands in a block: on one line, over several, or as a block."""
        page = self.page
        if not self.inline.fits(part):
            self._flow(part, inner, where, space)
            return
        text = self.inline.bare(part)
        wide = page.place(where, inner, space) + len(text) > WIDTH
        if wide and owner is not _Owner.NONE and is_foldable(part) and not _is_accepted(part, page.old):
            self._unfold(part, inner, owner)
        else:
            page.put(text, where, inner, space, part.end)

    def _flow(self, part: Part, indent: int, where: Break, space: str) -> None:
        """Print a part in brackets over several lines."""
        page = self.page
        if part.bare:
            for key, value in part.pairs:
                self._pair(key, value, indent, where, space)
            return
        column = page.place(where, indent, space)
        level = indent if page.starts(where) else min(indent, page.lines[-1].indent)
        page.put("{" if part.mapping else "[", where, indent, space)
        hanging = page.starts(Break.KEPT) and bool(part.children)
        inner = level + STEP if hanging else column + 1
        self._members(part, inner)
        page.put(
            "}" if part.mapping else "]", Break.LINE if hanging else Break.SAME, level if hanging else column
        )

    def _members(self, part: Part, inner: int) -> None:
        page, space = self.page, ""
        step = 2 if part.mapping else 1
        for at in range(0, len(part.children), step):
            if at:
                page.glue(",")
            if part.mapping:
                self._pair(part.children[at], part.children[at + 1], inner, Break.KEPT, space)
            else:
                self._member(part.children[at], inner, Break.KEPT, space)
            space = " "
        if page.next_is(","):
            page.passed += ","

    def _member(self, part: Part, inner: int, where: Break, space: str) -> None:
        """Print a part within brackets."""
        if self.inline.fits(part):
            self.page.put(self.inline.whole(part), where, inner, space, part.end)
            return
        if part.lead:
            self.page.put(part.lead, where, inner, space)
            where, space = Break.SAME, " "
        if part.style is not None:
            self._scalar(part, inner, where, space)
        else:
            self._flow(part, inner, where, space)

    def _pair(self, key: Part, value: Part, inner: int, where: Break, space: str) -> None:
        page = self.page
        if key.empty and not key.lead:
            page.put("? ", where, inner, space, page.gap().end + 1)
        else:
            if page.next_is("?") and page.gap().end != key.begin:
                page.passed += "?"
            self._member(key, inner, where, space)
        if page.next_is(":"):
            page.put(
                ":" if not value.empty or value.lead else ": ", Break.SAME, inner, end=page.gap().end + 1
            )
        if not value.empty or value.lead:
            self._member(value, inner, Break.SAME, " ")

    def _unfold(self, part: Part, inner: int, owner: _Owner) -> None:
        """Print a part in brackets as a block. A comment behind it goes behind the first line."""
        page = self.page
        head, *rest = unfolded(part, inner, self.inline)
        above = len(page.lines) - (0 if owner is _Owner.ROOT else 1)
        page.put(head.text, Break.SAME if owner is _Owner.DASH else Break.LINE, inner, " ", part.end)
        page.raw(rest)
        gap = page.gap()
        first = page.lines[above]
        if gap.comments and not gap.comments[0].own and not first.remark:
            moved = gap.comments[0]
            first.remark, first.end = moved.text, page.old_column(part.end)
            first.remark_column = first.end + 1
            page.at = moved.start + len(moved.text)


def _space(where: Break) -> str:
    """Return what precedes the first token of a block: a blank if a dash stands before it."""
    return " " if where is Break.SAME else ""


def _is_accepted(part: Part, old: str) -> bool:
    """Return whether a comment at the end of a part's line, or above it, accepts a warning there."""
    end = old.find("\n", part.end)
    before, _, line = old[: end if end >= 0 else len(old)].rpartition("\n")
    remarks = [found[1]] if (found := comment(line)) else []
    while before:
        before, _, above = before.rpartition("\n")
        if not above.lstrip().startswith("#"):
            break
        remarks.append(above.strip().lstrip("#").strip())
    return any(accepts(remark) for remark in remarks)
