"""The parts of a specification as classes."""
