"""One interaction: the asker, the place, the rights, and the answer."""
