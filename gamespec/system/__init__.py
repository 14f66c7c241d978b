"""Access to files and folders of the operating system and of the installation."""
