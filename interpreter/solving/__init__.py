"""Small games with hidden information or secret decisions: their equilibria, and best responses to any play."""
