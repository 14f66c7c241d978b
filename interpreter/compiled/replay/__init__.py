"""Histories played again inside modules: by a script, out of a record, guessed and mended."""
