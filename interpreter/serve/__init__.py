"""A table for playing in the browser, with a local server and the page that it serves."""
