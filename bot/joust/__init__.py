"""Magicjoust, a duel of two wizards: pure, without I/O, clock or chance.

`decide` answers a command (`commands`) with an event (`events`) or a refusal, and `duel.evolve`
folds events into the state. The state has only what lies open on the table; the bot does not know
the cards in a hand or a pile.
"""
