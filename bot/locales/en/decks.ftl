### Decks: who may name them, and what each is called.

refusal-deck-other = You name your own deck and those of guests whom you brought. For others, ask them or a moderator.
refusal-deck-counted = This game counts already. A moderator can still correct the deck.
