"""The bot on a local page: a simulated Discord, with a guild and members to act as.

`serving` runs it. Its packages, the extra `sandbox`, are imported only then.
"""
