"""A simulated league with one cheater: the gain of each trick in a season.

No gain is assumed. `sitting` asks the bot's own rights and rules, as its service does. `people`,
`evening` and `season` simulate fifty honest people, `tricks` and `own_accounts` the cheater.
`measuring` reads the bot's own table of a season and its ratings. `arms` lists the tricks, and
`gains` compares them with honest play.
"""
