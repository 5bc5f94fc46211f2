"""The only way to change a game: commands go in, committed events come out."""
