"""A migrated database for each test."""

from tests.storage.databases import database, file, fresh, kind, postgres, template, url

__all__ = ["database", "file", "fresh", "kind", "postgres", "template", "url"]
