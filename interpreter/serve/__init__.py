"""A table to play at in the browser: a server on this machine, and the page that it serves."""
