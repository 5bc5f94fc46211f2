"""A PostgreSQL for the crash test."""

from tests.storage.postgres import postgres

__all__ = ["postgres"]
