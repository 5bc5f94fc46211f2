"""Suzerain: a Discord bot that referees and scores multiplayer Magic pods."""

VERSION = "1.0.0"
"""The version of the program and of its package."""
