"""Plans, pure: a date for a pod, from its announcement until the players sit in its lobby.

A plan is not a game: it stands beside the channel's game, and a channel can have several plans.
"""
