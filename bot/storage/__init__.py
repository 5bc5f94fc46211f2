"""The database: its tables, the event log, and what is kept beside it."""
