"""Rendering of game states as text, embeds and components; nothing here decides anything."""
