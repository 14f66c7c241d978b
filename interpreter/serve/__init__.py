"""Lets people play at a table in the browser, with a local server and the page that it serves."""
