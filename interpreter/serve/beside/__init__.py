"""What people read and choose beside the table: how a game goes, colours, codes of links, who sees what."""
