"""The draft of a program, and the builder that writes instructions into it."""
