"""The database itself: connections, the writer, the schema and its migrations."""
