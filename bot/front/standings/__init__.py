"""Leaderboards, seasons, posts, statistics and history."""
