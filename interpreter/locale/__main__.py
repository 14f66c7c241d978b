"""`python -m interpreter.locale` updates the template and the catalogues to match the code.

It adds new messages without a translation, and removes messages that are no longer used. The exit status is 1
if a translation is missing, otherwise 0.
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
