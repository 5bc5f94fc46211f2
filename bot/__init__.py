"""Suzerain: a Discord bot that referees and scores multiplayer Magic pods."""
