"""The table of games as files, and as the frames of other libraries."""
