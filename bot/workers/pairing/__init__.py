"""A worker process that pairs the players of a night's round, which takes up to a second.

`pairer` is the bot's side, `worker` the child's; `messages` go between them.
"""
