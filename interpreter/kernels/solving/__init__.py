"""Games solved exactly, written once for both engines."""
