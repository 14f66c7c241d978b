"""A table for playing in the browser: a local server, and the page that it serves."""
