"""Background work: boards and other messages that are kept up to date, plans, and roles."""
