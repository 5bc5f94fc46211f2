"""Projections: rows that answer frequent questions, kept in step with the log, rebuilt from it."""
