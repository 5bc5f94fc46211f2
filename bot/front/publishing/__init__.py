"""The tools that send and repair the bot's messages within Discord's limits; they know no feature."""
