"""The parts of the command line that read files: one module for each kind of command.

Each imports what it needs when it runs: printing help takes no database and no Discord.
"""
