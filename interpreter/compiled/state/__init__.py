"""What a module keeps beside the position: sets, indexes, results, rows of what happened."""
