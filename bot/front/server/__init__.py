"""A server's settings, its audit trail, and what is kept about one person."""
