"""`python -m gamespec` is the command `gamespec`."""

from gamespec.cli import main

if __name__ == "__main__":
    main()
