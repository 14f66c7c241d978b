"""Several tables of one server: a first page with the games, new tables, and tables with free seats."""
