"""PyYAML's own parser, changed to accept and refuse the same texts as libyaml, for platforms without libyaml.

PyYAML has two parsers. The parser in Python follows an earlier reading of YAML, with no `?` in a plain text
in brackets and no tabs between words. A specification must mean the same on every platform. So `Loader` reads
such texts as `scanner.c` and `parser.c` of libyaml 0.2.5 do, down to the place and the wording of an error.
"""

from __future__ import annotations

import string
from typing import Any, NoReturn, cast

import yaml
from yaml.scanner import ScannerError
from yaml.tokens import (
    DirectiveToken,
    FlowEntryToken,
    FlowSequenceEndToken,
    ScalarToken,
    TagToken,
    ValueToken,
)

__all__ = ["Loader"]

BREAKS = "\r\n\x85\u2028\u2029"
BLANK, BLANK_OR_END = " \t" + BREAKS, "\0 \t" + BREAKS
BRACKETS = "[]{}"
NAME = frozenset(string.ascii_letters + string.digits + "_-")
SHORT_TAG = NAME | frozenset(";/?:@&=+$.%!~*'()")
WHOLE_TAG = SHORT_TAG | frozenset(",[]")
CODES = {"x": 2, "u": 4, "U": 8}
SURROGATES, GREATEST = range(0xD800, 0xE000), 0x10FFFF
MOST_DIGITS = 9
_AFTER_NO_KEY = ValueToken, FlowEntryToken, FlowSequenceEndToken
EMPTY = None, None, None, ""


class Loader(yaml.SafeLoader):
    """PyYAML's loader in Python, with a scanner that behaves like that of libyaml."""

    def _fault(self, context: str | None, begin: yaml.Mark | None, problem: str) -> NoReturn:
        raise ScannerError(context, begin, problem, self.get_mark())

    def _break(self) -> str:
        """Read a line break, and return its text, which is empty if there is none."""
        found: str = self.scan_line_break()  # type: ignore[no-untyped-call] # PyYAML's stubs say nothing of it
        return found

    def _run(self, of: frozenset[str] | str) -> str:
        """Read all characters up to the first that is not in `of`, and return them."""
        length = 0
        while self.peek(length) in of:
            length += 1
        found: str = self.prefix(length)
        self.forward(length)
        return found

    def _rest_of_line(self, context: str, begin: yaml.Mark) -> None:
        """Read blanks and a comment up to the end of a line, and the line break."""
        self._run(" \t")
        if self.peek() == "#":
            while self.peek() not in "\0" + BREAKS:
                self.forward()
        if self.peek() not in "\0" + BREAKS:
            self._fault(context, begin, "did not find expected comment or line break")
        self._break()

    # --- tokens ---------------------------------------------------------------------------------------

    def scan_to_next_token(self) -> None:
        """Skip to the next token. Tabs may precede it, but not where a block may begin."""
        while True:
            while self.peek() == " " or (
                self.peek() == "\t" and (self.flow_level or not self.allow_simple_key)
            ):
                self.forward()
            if self.peek() == "#":
                while self.peek() not in "\0" + BREAKS:
                    self.forward()
            if not self._break():
                return
            if not self.flow_level:
                self.allow_simple_key = True

    def fetch_stream_end(self) -> None:
        """Handle the end of the stream. A required key that is still open is an error."""
        for key in self.possible_simple_keys.values():
            if key.required:
                self._fault("while scanning a simple key", key.mark, "could not find expected ':'")
        super().fetch_stream_end()

    def fetch_flow_collection_end(self, TokenClass: type[yaml.Token]) -> None:  # noqa: N803 - PyYAML's name
        """Fetch `]` or `}`, which may close nothing."""
        super().fetch_flow_collection_end(TokenClass)
        self.flow_level = max(self.flow_level, 0)

    def fetch_key(self) -> None:
        """Fetch the token `?`, which is an error where no block may begin."""
        if not (self.flow_level or self.allow_simple_key):
            self._fault(None, None, "mapping keys are not allowed in this context")
        super().fetch_key()

    # --- directives and tags --------------------------------------------------------------------------

    def scan_directive(self) -> DirectiveToken:
        """Scan a directive, which must be `%YAML` or `%TAG`."""
        begin, context = self.get_mark(), "while scanning a directive"
        self.forward()
        name = self._run(NAME)
        if not name:
            self._fault(context, begin, "could not find expected directive name")
        if self.peek() not in BLANK_OR_END:
            self._fault(context, begin, "found unexpected non-alphabetical character")
        if name not in {"YAML", "TAG"}:
            self._fault(context, begin, "found unknown directive name")
        self._run(" \t")
        value: tuple[object, object] = self._version(begin) if name == "YAML" else self._handle(begin)
        end = self.get_mark()
        self._rest_of_line(context, begin)
        return DirectiveToken(name, value, begin, end)

    def _version(self, begin: yaml.Mark) -> tuple[int, int]:
        context = "while scanning a %YAML directive"
        major = self._number(begin)
        if self.peek() != ".":
            self._fault(context, begin, "did not find expected digit or '.' character")
        self.forward()
        minor = self._number(begin)
        # PyYAML refuses versions other than these.
        return (major, minor) if (major, minor) in {(1, 1), (1, 2)} else (0, 0)

    def _number(self, begin: yaml.Mark) -> int:
        digits = self._run(string.digits)
        if not digits or len(digits) > MOST_DIGITS:
            self._fault("while scanning a %YAML directive", begin, "did not find expected version number")
        return int(digits)

    def _handle(self, begin: yaml.Mark) -> tuple[str, str]:
        context = "while scanning a %TAG directive"
        if self.peek() != "!":
            self._fault("while scanning a tag directive", begin, "did not find expected '!'")
        self.forward()
        name = self._run(NAME)
        handle = f"!{name}!" if self.peek() == "!" else "!"
        if self.peek() == "!":
            self.forward()
        elif name:
            self._fault("while parsing a tag directive", begin, "did not find expected '!'")
        if self.peek() not in " \t":
            self._fault(context, begin, "did not find expected whitespace")
        self._run(" \t")
        prefix = self._uri(WHOLE_TAG, begin)
        if not prefix:
            self._fault("while parsing a %TAG directive", begin, "did not find expected tag URI")
        if self.peek() not in BLANK_OR_END:
            self._fault(context, begin, "did not find expected whitespace or line break")
        return handle, prefix

    def scan_tag(self) -> TagToken:
        """Read a tag, which ends at a blank, or within brackets at a comma."""
        begin, context, handle = self.get_mark(), "while scanning a tag", None
        if self.peek(1) == "<":
            self.forward(2)
            suffix = self._uri(WHOLE_TAG, begin)
            if suffix and self.peek() != ">":
                self._fault(context, begin, "did not find the expected '>'")
            lacks = not suffix
            self.forward(0 if lacks else 1)
        else:
            self.forward()
            handle, suffix = "!", self._run(NAME)
            if self.peek() == "!":
                self.forward()
                handle, suffix = f"!{suffix}!", ""
            suffix += self._uri(SHORT_TAG, begin)
            lacks = not suffix and handle != "!"
        if lacks:
            self._fault("while parsing a tag", begin, "did not find expected tag URI")
        if self.peek() not in BLANK_OR_END and not (self.flow_level and self.peek() == ","):
            self._fault(context, begin, "did not find expected whitespace or line break")
        return TagToken((handle, suffix) if suffix else (None, "!"), begin, self.get_mark())

    def _uri(self, of: frozenset[str], begin: yaml.Mark) -> str:
        """Read the characters of a tag, some of which may be escaped."""
        found = ""
        while True:
            found += self._run(of - {"%"})
            if self.peek() != "%":
                return found
            if not all(self.peek(i) in string.hexdigits for i in (1, 2)):
                self._fault("while parsing a tag", begin, "did not find URI escaped octet")
            found += self.prefix(3)
            self.forward(3)

    # --- scalars --------------------------------------------------------------------------------------

    def scan_plain(self) -> ScalarToken:
        """Read a text without quotes, which may continue over several lines."""
        begin = end = self.get_mark()
        text: list[str] = []
        between, fresh, indent = "", False, self.indent + 1
        while not (self._document_indicator() or self.peek() == "#"):
            word = self._word(begin)
            if word:
                text += [between, word]
                fresh, end = False, self.get_mark()
            if self.peek() not in BLANK:
                break
            between, fresh = self._between(indent, begin)
            if not self.flow_level and self.column < indent:
                break
        self.allow_simple_key = fresh
        return ScalarToken(value="".join(text), plain=True, start_mark=begin, end_mark=end)

    def _document_indicator(self) -> bool:
        return self.column == 0 and self.prefix(3) in {"---", "..."} and self.peek(3) in BLANK_OR_END

    def _word(self, begin: yaml.Mark) -> str:
        """Return the text up to the next blank or indicator."""
        length, brackets = 0, self.flow_level
        while (char := self.peek(length)) not in BLANK_OR_END:
            after = self.peek(length + 1)
            if brackets and char == ":" and after in ",?" + BRACKETS:
                self.forward(length)
                self._fault("while scanning a plain scalar", begin, "found unexpected ':'")
            if (char == ":" and after in BLANK_OR_END) or (brackets and char in "," + BRACKETS):
                break
            length += 1
        word: str = self.prefix(length)
        self.forward(length)
        return word

    def _between(self, indent: int, begin: yaml.Mark) -> tuple[str, bool]:
        """Return the blanks and line breaks between two words, folded, and whether there was a line break."""
        blanks, first, more = "", "", ""
        while (char := self.peek()) in BLANK:
            if char in BREAKS:
                read = self._break()
                first, more = (first, more + read) if first else (read, "")
                continue
            if first and self.column < indent and char == "\t":
                problem = "found a tab character that violates indentation"
                self._fault("while scanning a plain scalar", begin, problem)
            blanks += "" if first else char
            self.forward()
        if not first:
            return blanks, False
        return (more or " ") if first == "\n" else first + more, True

    def scan_flow_scalar_non_spaces(self, double: bool, start_mark: yaml.Mark) -> list[str]:  # noqa: FBT001
        """Read the text between quotes up to a blank or the closing quote.

        A fault in an escape sequence is reported at its backslash.
        """
        found: list[str] = []
        while (char := self.peek()) not in BLANK_OR_END:
            if not double and self.prefix(2) == "''":
                found.append("'")
                self.forward(2)
            elif char == ('"' if double else "'"):
                break
            elif not double or char != "\\":
                found.append(char)
                self.forward()
            elif self.peek(1) in BREAKS:
                self.forward()
                self._break()
                found += self.scan_flow_scalar_breaks(double, start_mark)
            else:
                found.append(self._escaped(start_mark))
        return found

    def _escaped(self, begin: yaml.Mark) -> str:
        context, char = "while parsing a quoted scalar", self.peek(1)
        if char in self.ESCAPE_REPLACEMENTS:
            self.forward(2)
            return str(self.ESCAPE_REPLACEMENTS[char])
        if char not in CODES:
            self._fault(context, begin, "found unknown escape character")
        self.forward(2)
        digits = self.prefix(CODES[char])
        if len(digits) < CODES[char] or not set(digits) <= set(string.hexdigits):
            self._fault(context, begin, "did not find expected hexdecimal number")
        code = int(digits, 16)
        if code in SURROGATES or code > GREATEST:
            self._fault(context, begin, "found invalid Unicode character escape code")
        self.forward(len(digits))
        return chr(code)

    def scan_block_scalar_indicators(self, start_mark: yaml.Mark) -> tuple[bool | None, int | None]:
        """Read `+` or `-` and a number for the indentation, in either order."""
        chomping: bool | None = None
        increment: int | None = None
        for _ in range(2):
            char = self.peek()
            if char in "+-" and chomping is None:
                chomping = char == "+"
                self.forward()
            elif char in string.digits and increment is None:
                increment = int(char)
                if not increment:
                    problem = "found an indentation indicator equal to 0"
                    self._fault("while scanning a block scalar", start_mark, problem)
                self.forward()
        return chomping, increment

    def scan_block_scalar_ignored_line(self, start_mark: yaml.Mark) -> None:
        """Skip the rest of the line after the indicators of a block scalar."""
        self._rest_of_line("while scanning a block scalar", start_mark)

    def scan_block_scalar_indentation(self) -> tuple[list[str], int, yaml.Mark]:
        """Return the empty lines before a block's text, its indentation, and the place after them."""
        found: tuple[list[str], int, yaml.Mark] = super().scan_block_scalar_indentation()
        self._no_tab()
        return found

    def scan_block_scalar_breaks(self, indent: int) -> tuple[list[str], yaml.Mark]:
        """Return the empty lines within a block's text, and the place after them."""
        found: tuple[list[str], yaml.Mark] = super().scan_block_scalar_breaks(indent)
        if self.column < indent:
            self._no_tab()
        return found

    def _no_tab(self) -> None:
        if self.peek() == "\t":
            problem = "found a tab character where an indentation space is expected"
            self._fault("while scanning a block scalar", None, problem)

    # --- events ---------------------------------------------------------------------------------------

    def parse_flow_sequence_entry_mapping_key(self) -> yaml.Event:
        """Parse the key after `?` in a list. If there is none, libyaml skips the token that stands there."""
        self.get_token()  # type: ignore[no-untyped-call] # PyYAML's stubs say nothing of it, nor of the others
        if not self.check_token(*_AFTER_NO_KEY):
            self.states.append(self.parse_flow_sequence_entry_mapping_value)
            return cast("yaml.Event", self.parse_flow_node())  # type: ignore[no-untyped-call]
        self.state = self.parse_flow_sequence_entry_mapping_value
        skipped = self.get_token()  # type: ignore[no-untyped-call]
        return cast("yaml.Event", self.process_empty_scalar(skipped.end_mark))

    def parse_flow_mapping_key(self, first: bool = False) -> yaml.Event:  # noqa: FBT001, FBT002 - PyYAML's
        """Parse a key. If there is none, the place of the empty key is the next token."""
        return self._at_next(super().parse_flow_mapping_key(first))

    def parse_flow_mapping_value(self) -> yaml.Event:
        """Parse a value. If there is none, the place of the empty value is the next token."""
        return self._at_next(super().parse_flow_mapping_value())  # type: ignore[no-untyped-call] # as above

    def parse_flow_sequence_entry_mapping_value(self) -> yaml.Event:
        """Parse a value. If there is none, the place of the empty value is the next token."""
        event = super().parse_flow_sequence_entry_mapping_value()  # type: ignore[no-untyped-call] # as above
        return self._at_next(event)

    def _at_next(self, event: Any) -> yaml.Event:
        if (
            isinstance(event, yaml.ScalarEvent)
            and (event.anchor, event.tag, event.style, event.value) == EMPTY
        ):
            token = self.peek_token()  # type: ignore[no-untyped-call] # as above
            event.start_mark = event.end_mark = token.start_mark
        found: yaml.Event = event
        return found
