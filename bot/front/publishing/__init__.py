"""What sends and repairs the bot's messages within Discord's limits; it knows no feature."""
