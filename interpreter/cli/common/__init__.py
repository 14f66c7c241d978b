"""Code that the commands share, such as arguments, the loading of games, output, and exit statuses."""
