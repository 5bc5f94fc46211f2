"""What a season's rules make of its games: pure, and the same whoever asks.

`rules` says which rules there are, `selecting` which games count for whom, `ranking` what they add
up to and who is ranked.
"""
