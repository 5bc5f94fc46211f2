"""Forgetting people, retention, and what somebody is told is kept about them."""
