"""A league with one cheater: what the tricks that somebody may try bring them in a season.

Nothing here says what a trick brings. `sitting` asks the bot's own rights and rules, as its
service does; `people`, `evening` and `season` have fifty who play honestly, `tricks` and
`own_accounts` somebody who does not; `measuring` reads the bot's own table of a season, and its
ratings; `arms` lists all that is tried, `gains` compares it with honest play.
"""
