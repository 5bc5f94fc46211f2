"""Nights, pure: one crowd plays many pods, round after round."""
