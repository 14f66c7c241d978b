"""The table of games as a file, and as data frames of other libraries."""
