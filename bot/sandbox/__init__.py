"""The bot on a local page: a simulated Discord, with a guild and members to act as.

`serving` runs the sandbox, and imports the packages of the extra `sandbox` only then. `simcord_patches`, `simcord_page`
and `page` are the only modules that use private parts of simcord, whose version is pinned; tests/sandbox/test_seams.py
fails when one of these parts changes.
"""


class SandboxError(Exception):
    """The error that the sandbox (a simulated Discord to try the bot) cannot be opened."""
