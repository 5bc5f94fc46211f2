"""Reporting a defeat: the quick way, and the form."""
