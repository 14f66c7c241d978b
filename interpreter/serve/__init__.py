"""A table to play at in the browser: a local server, and the page that it serves."""
