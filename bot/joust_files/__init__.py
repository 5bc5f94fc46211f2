"""The files of Magicjoust: duels, formulas and decks, and the documents that come out of them.

The shapes are a contract with scripts and other tools; the rules know nothing of them.
"""
