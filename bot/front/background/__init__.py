"""Work in the background: boards and other messages that are kept up to date, plans, roles."""
