"""What is proved of a program before a module is made of it."""
