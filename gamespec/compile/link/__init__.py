"""Links a draft into a program and the names of its parts."""
