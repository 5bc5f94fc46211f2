"""Worker processes that search for the judge's answers, because large questions take seconds.

`workers` is the bot's side, `worker` the child's; `messages` go between them.
"""
