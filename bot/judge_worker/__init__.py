"""Questions to the judge, searched beside the bot: the largest take seconds.

The bot's own process needs `workers` alone; `worker` runs in the others.
"""
