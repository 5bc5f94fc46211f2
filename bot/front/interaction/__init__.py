"""Handling of one Discord interaction: the user, the channel, the rights and the answer."""
