"""What a module keeps in memory beside the position: sets, indexes, memoized results and records."""
