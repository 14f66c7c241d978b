"""Commands that help users find what they need."""
