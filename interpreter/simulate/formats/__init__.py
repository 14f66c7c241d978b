"""Converts the table of games to file formats and to the data frames of other libraries."""
