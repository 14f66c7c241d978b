"""Games played by modules, behind the playing protocol."""
