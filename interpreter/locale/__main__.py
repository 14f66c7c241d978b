"""`python -m interpreter.locale` updates the template and the catalogues from the code.

New messages are added without a text, those that nobody says any more are dropped. Ends with status 1 while a
language lacks a text.
"""

from __future__ import annotations

import sys

from interpreter.locale.extracting import outdated, updated

if __name__ == "__main__":
    for path, content in updated().items():
        path.write_text(content, encoding="utf-8")
    lacking = outdated()
    for line in lacking:
        sys.stderr.write(f"{line}\n")
    sys.exit(1 if lacking else 0)
