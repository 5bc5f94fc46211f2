"""Child processes for work that would block the bot's event loop.

`worker` is the bot's side, `serving` the child's; `frames` is the protocol between them.
"""
