"""Projections: rows derived from the log, which answer frequent questions and can be rebuilt."""
