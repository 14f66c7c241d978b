"""Sources, places in them, and what diagnostics say of them."""
