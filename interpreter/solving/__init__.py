"""Small games with hidden information solved: sequence forms, equilibria, and best responses."""
