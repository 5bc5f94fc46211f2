"""Seats and dice that nobody can foresee, and the proofs with which anybody can repeat them."""
