"""Nights, pure: many pods from a crowd, round after round."""
