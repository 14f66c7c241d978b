"""Lets people write, check, play and measure games in a page of static files, with Python in the browser."""
