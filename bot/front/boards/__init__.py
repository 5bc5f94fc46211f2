"""The boards of all games: what they show, and how their messages are kept up to date."""
