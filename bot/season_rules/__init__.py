"""A season's rules, applied to its games: pure functions.

`rules` defines the rules, `game_selection` decides which games count for whom, `ranking` adds up their points and ranks
players.
"""
