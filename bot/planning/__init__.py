"""Planned games, without input or output: a date for a pod, until the players sit in the pod's lobby.

A plan is not a game: it stands beside the channel's game, and a channel can have several plans.
"""
