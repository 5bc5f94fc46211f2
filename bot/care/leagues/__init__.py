"""Import of a league's games from its spreadsheets, all or none.

A dry run shows what an import would do. Imported games are in the log like any other entered game, and one command
undoes an import.
"""
