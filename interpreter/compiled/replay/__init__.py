"""The host's side of what runs inside a recording module: histories that are replayed, and tree searches."""
