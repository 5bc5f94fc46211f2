"""The index of card names: where it is kept, and how it is made anew.

`places` says where a machine keeps its index. What asks the index is `bot.cards`.
"""
