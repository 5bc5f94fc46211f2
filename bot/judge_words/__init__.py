"""What the judge found, in a player's words."""
