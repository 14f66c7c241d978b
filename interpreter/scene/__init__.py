"""What a seat may see of a game, as data that every front end draws."""
