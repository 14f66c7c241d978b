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
from gamespec.layout.page import Break, Line, Page
from gamespec.layout.roles import Role
from gamespec.layout.scalars import STEP, in_block, on_lines, on_one_line

__all__ = ["WIDTH", "printed"]

WIDTH = 120
"""Number of columns up to which a list or mapping in brackets stays on its line."""


def printed(tree: Tree, roles: dict[int, Role]) -> list[Line]:
    """Return the lines of a document. `roles` gives the roles of scalars, by the offsets where they begin."""
    page = Page(tree.text)
    _frame(page, tree.text[: tree.head])
    page.at = tree.head
    printer = _Printer(page, roles)
    root = tree.root
    if root.style is not None or root.flow:
        printer.value(root, 0, _Owner.ROOT, Break.LINE)
    else:
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
    roles: dict[int, Role]
    anchored: bool = False
    """Whether the current part may be repeated elsewhere, where it may have another role."""

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
        outer, self.anchored = self.anchored, self.anchored or bool(part.lead)
        if part.lead:
            page.put(part.lead, Break.SAME, indent, " ")
        page.opened = True
        compact = owner is _Owner.DASH and not part.lead
        self.block(part, indent + STEP, Break.SAME if compact else Break.LINE)
        self.anchored = outer

    # --- values ---------------------------------------------------------------------------------------

    def value(self, part: Part, indent: int, owner: _Owner, where: Break, space: str = "") -> None:
        """Print a scalar, an alias, or a part in brackets, which belongs to a block indented by `indent`."""
        inner = indent + STEP if owner in (_Owner.KEY, _Owner.DASH) else indent
        outer, self.anchored = self.anchored, self.anchored or bool(part.lead)
        if part.lead:
            self.page.put(part.lead, where, inner, space)
            where, space = Break.KEPT, " "
        if part.style in ("|", ">"):
            self._in_block(part, indent, space)
        elif part.style is not None:
            self._scalar(part, inner, where, space)
        else:
            self._bracketed(
                part, inner, _Owner.KEY if part.lead and owner is not _Owner.NONE else owner, where, space
            )
        self.anchored = outer

    def _role(self, part: Part) -> Role | None:
        return None if self.anchored else self.roles.get(part.start)

    def _scalar(self, part: Part, inner: int, where: Break, space: str) -> None:
        """Print a scalar. `inner` indents its lines, except for a first one that goes on the current line."""
        old, page = self.page.old, self.page
        if part.empty:
            return
        if _is_line(part, old):
            page.put(on_one_line(part, old, self._role(part)), where, inner, space, part.end)
            return
        written = on_lines(part, old, self._role(part), page.place(where, inner, space), inner)
        page.put(written.first, where, inner, space, part.start)
        last = old[old.rfind("\n", 0, part.end) + 1 : part.end]
        page.raw([Line(row.column, row.text, len(last) - len(last.lstrip())) for row in written.below])
        page.go_to(part.end)

    def _in_block(self, part: Part, indent: int, space: str) -> None:
        page = self.page
        header = page.old[part.start : part.end].partition("\n")[0]
        sign, mark, remark = header.partition("#")
        written = in_block(part, page.old, self._role(part), indent + STEP)
        page.put(written.first, Break.SAME, indent + STEP, space, part.start + len(sign.rstrip()))
        if mark:
            page.remark((mark + remark).rstrip(), part.start + len(sign))
        page.raw([Line(row.column, row.text, verbatim=True) for row in written.below])
        lines = page.old[part.start : part.end].split("\n")
        page.at = part.start + len("\n".join(lines[: len(written.below) + 1]))

    # --- brackets -------------------------------------------------------------------------------------

    def _bracketed(self, part: Part, inner: int, owner: _Owner, where: Break, space: str) -> None:
        """Print a part in brackets that stands in a block: on one line, over several, or as a block."""
        page = self.page
        if not _is_line(part, page.old):
            self._flow(part, inner, where, space)
            return
        text = self._bare(part)
        wide = page.place(where, inner, space) + len(text) > WIDTH
        if wide and owner is not _Owner.NONE and _is_foldable(part) and not self._accepted(part):
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
        if _is_line(part, self.page.old):
            self.page.put(self._flat(part), where, inner, space, part.end)
            return
        outer, self.anchored = self.anchored, self.anchored or bool(part.lead)
        if part.lead:
            self.page.put(part.lead, where, inner, space)
            where, space = Break.SAME, " "
        if part.style is not None:
            self._scalar(part, inner, where, space)
        else:
            self._flow(part, inner, where, space)
        self.anchored = outer

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

    def _flat(self, part: Part) -> str:
        """Return a part whose text has no line break on one line, with what leads it."""
        outer, self.anchored = self.anchored, self.anchored or bool(part.lead)
        bare = self._bare(part)
        self.anchored = outer
        return f"{part.lead} {bare}" if part.lead and bare else part.lead or bare

    def _bare(self, part: Part) -> str:
        """Return a part whose text has no line break on one line, without what leads it."""
        if part.style is not None:
            return on_one_line(part, self.page.old, self._role(part))
        if part.mapping:
            pairs = ", ".join(self._flat_pair(key, value) for key, value in part.pairs)
            return pairs if part.bare else f"{{{pairs}}}"
        return f"[{', '.join(map(self._flat, part.children))}]"

    def _flat_pair(self, key: Part, value: Part) -> str:
        written = self._flat(key) or "? "
        if not value.empty or value.lead:
            return f"{written}: {self._flat(value)}"
        return f"{written}: " if self.page.old[key.end :].lstrip()[:1] == ":" else written

    # --- brackets that become blocks ------------------------------------------------------------------

    def _accepted(self, part: Part) -> bool:
        """Return whether a comment at the end of a part's line, or above it, accepts a warning there."""
        old = self.page.old
        end = old.find("\n", part.end)
        found = comment(old[old.rfind("\n", 0, part.start) + 1 : end if end >= 0 else len(old)])
        above = [line.text.lstrip("# ") for line in self.page.lines[:-1][::-1] if line.text[:1] == "#"]
        return any(accepts(each) for each in ([found[1]] if found else []) + above[:8])

    def _unfold(self, part: Part, inner: int, owner: _Owner) -> None:
        """Print a part in brackets as a block. A comment behind it goes behind the first line."""
        page = self.page
        head, *rest = self._rows(part, inner)
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

    def _rows(self, part: Part, indent: int) -> list[Line]:
        """Return the lines of a part in brackets as a block."""
        rows: list[Line] = []
        if part.mapping:
            for key, value in part.pairs:
                written = self._flat_pair(key, value).rstrip()
                if _is_foldable(value) and indent + len(written) > WIDTH:
                    lead = f"{self._flat(key)}: {value.lead}".rstrip()
                    rows += (Line(indent, lead), *self._rows(value, indent + STEP))
                else:
                    rows.append(
                        Line(indent, written if ":" in written[len(self._flat(key)) :] else f"{written}:")
                    )
            return rows
        for item in part.children:
            written = f"- {self._flat(item)}"
            if _is_foldable(item) and not item.lead and indent + len(written) > WIDTH:
                first, *others = self._rows(item, indent + STEP)
                rows += (Line(indent, f"- {first.text}"), *others)
            else:
                rows.append(Line(indent, written.rstrip()))
        return rows


def _space(where: Break) -> str:
    """Return what precedes the first token of a block: a blank if a dash stands before it."""
    return " " if where is Break.SAME else ""


def _is_line(part: Part, old: str) -> bool:
    """Return whether a part has its place on one line.

    In brackets, that is the case if no member begins a line, and if there are no comments and no long texts.
    """
    if "\n" not in old[part.begin : part.end]:
        return True
    if part.style is not None or not part.flow:
        return False
    at, step = part.start + 1, 2 if part.mapping else 1
    gaps = [old[part.begin : part.start]]
    for index, child in enumerate(part.children):
        gap = old[at : child.begin]
        if not _is_line(child, old) or (index % step == 0 and "\n" in gap):
            return False
        gaps.append(gap)
        at = child.end
    return not any("#" in gap for gap in (*gaps, old[at : part.end]))


def _is_foldable(part: Part) -> bool:
    """Return whether a part may become a block: a list or mapping in brackets with members and with keys."""
    keys = part.children[::2] if part.mapping else []
    return part.flow and bool(part.children) and not part.bare and not any(key.empty for key in keys)
