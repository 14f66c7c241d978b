"""What the commands share: arguments, loading of games, output, and exit statuses."""
