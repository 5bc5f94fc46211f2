"""Importing the games of a league from its spreadsheet, all or none.

A dry run shows what an import would do. Imported games are in the log like any other entered game,
and one command takes an import back.
"""
