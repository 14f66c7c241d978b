"""`python -m interpreter.locale` updates the template and the catalogues from the code.

It adds new messages without a translation, and drops messages that are no longer used. It exits with status 1
while a translation is missing.
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
