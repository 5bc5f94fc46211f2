"""Processes beside the bot's own, for work that would keep everybody waiting.

`worker` is the bot's side, `serving` the child's, `frames` what goes between them.
"""
