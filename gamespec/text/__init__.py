"""Source texts, places in them, and the diagnostics about them."""
