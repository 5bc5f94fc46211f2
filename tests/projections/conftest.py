"""A migrated database for each test, copied from one that is made once."""

from tests.storage.databases import engine, file, template

__all__ = ["engine", "file", "template"]
