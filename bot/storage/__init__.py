"""The database: its tables, the event log, and data kept beside the log."""
