"""Magicjoust, a duel of two wizards: pure, without I/O, clock or chance.

`duel.create_event_of_duel_command` answers a command with an event or a refusal, and `duel.apply_duel_event` applies an
event to the state. The state has only what lies open on the table; the bot does not know the cards in a hand or a pile.
"""
