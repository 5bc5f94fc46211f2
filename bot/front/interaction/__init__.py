"""One interaction: who asks, where, with which rights, and how to answer."""
