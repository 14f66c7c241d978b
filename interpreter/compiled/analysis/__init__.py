"""What is proved about a program before a module is made of it."""
