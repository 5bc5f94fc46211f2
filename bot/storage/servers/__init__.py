"""The settings of servers, their posts, and their lists of free seats."""
