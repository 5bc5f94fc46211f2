"""The entrance from Discord: the only room that knows all features."""
