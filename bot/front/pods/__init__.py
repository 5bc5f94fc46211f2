"""A pod from its lobby to its end, and ways to look at it."""
