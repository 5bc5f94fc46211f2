"""The commands of the command line: one module for each kind.

A command imports what it needs when it runs, so that `--help` loads no database and no Discord.
"""
