"""The event log and what is kept beside it: the only place that writes to a database."""
