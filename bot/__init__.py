"""Suzerain: a Discord bot that referees and scores multiplayer Magic pods."""

VERSION = "0.1.0"
"""The version of the program and of its package."""
