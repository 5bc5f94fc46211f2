"""The files of Magicjoust: duels, payments and decks, and the documents made from them.

The shapes are a contract with scripts and other tools; the rules do not depend on them.
"""
