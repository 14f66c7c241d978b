"""The draft of a program, and how instructions are written into it."""
