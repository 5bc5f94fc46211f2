"""Rendering of states as text, embeds and menus, without any decision."""
