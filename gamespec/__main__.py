"""`python -m gamespec` is the command `gamespec`."""

from interpreter.cli import main

if __name__ == "__main__":
    main()
