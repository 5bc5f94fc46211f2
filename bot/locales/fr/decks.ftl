### Decks: who may name them, and what each is called.

refusal-deck-other = Tu indiques ton propre deck et ceux des invités que tu as amenés. Pour les autres, demande-leur ou à la modération.
refusal-deck-counted = Cette partie compte déjà. La modération peut encore corriger le deck.
