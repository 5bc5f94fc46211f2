"""Projections: rows derived from the log, which answer frequent questions and can be rebuilt.

Every function that reads a database raises `DatabaseUnreachableError` if that fails.
"""
