"""Magicjoust, a duel of two wizards: pure, without I/O, clock or chance.

Commands go in (`commands`), `decide` answers with an event (`events`) or refuses, and
`duel.evolve` folds events into the state. It keeps what lies open on the table and no more: which
cards are in a hand or a pile nobody learns from it.
"""
